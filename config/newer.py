"""Code that is older than its database says so and doesn't start: what it doesn't know there it could damage."""

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Error
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from rules.kernel.basics.wording import counted, in_words

NAMED = 3
"""How many migrations a sentence names."""


def too_new() -> str:
    """What is to be said of a database with migrations of our apps that this code doesn't have; "" without any."""
    loader = MigrationLoader(connection)
    known = {*loader.disk_migrations, *(old for one in loader.disk_migrations.values() for old in one.replaces)}
    ours = (key for key in loader.applied_migrations if key[0] in loader.migrated_apps)
    strange = [f"{app} {name}" for app, name in sorted(ours) if (app, name) not in known]
    if not strange:
        return ""
    return (
        f"A newer version of Dramatis has changed this database: it has {counted(len(strange), 'migration')} that this "
        f"version doesn't know ({in_words(strange, NAMED)}). Run the newer version, or restore a backup from before it."
    )


def check_database(databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """The check before `manage.py migrate`."""
    told = too_new() if databases else ""
    return [Error(told, id="config.E001")] if told else []
