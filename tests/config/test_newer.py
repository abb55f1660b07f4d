"""An older version doesn't start on the database of a newer one."""

import pytest
from django.core.checks import run_checks
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from config import up
from config.newer import too_new

pytestmark = pytest.mark.django_db
NEWER = (
    ("characters", "9998_runes"),
    ("campaigns", "9999_thrones"),
    ("characters", "9999_tides"),
    ("spells", "9999_ink"),
)


def migrated(*done: tuple[str, str]) -> None:
    for app, name in done:
        MigrationRecorder(connection).record_applied(app, name)


def test_a_database_of_this_version_is_nothing_to_speak_of() -> None:
    migrated(("an_app_that_left", "0001_initial"))
    assert (too_new(), run_checks(databases=["default"], tags=["database"])) == ("", [])


def test_the_database_of_a_newer_version_is_refused_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(up, "collect_static", lambda: pytest.fail("It went on."))
    migrated(NEWER[0])
    sentence = (
        "A newer version of Dramatis has changed this database: it has 1 migration that this version doesn't know "
        "(characters 9998_runes). Run the newer version, or restore a backup from before it."
    )
    with pytest.raises(SystemExit) as stopped:
        up.fill()
    assert stopped.value.code == sentence
    (told,) = run_checks(databases=["default"], tags=["database"])
    assert (told.msg, told.is_serious()) == (sentence, True), "what `manage.py migrate` asks first"


def test_of_many_migrations_a_few_are_named() -> None:
    migrated(*NEWER)
    assert "(campaigns 9999_thrones, characters 9998_runes, characters 9999_tides" in too_new()
    assert "4 migrations" in too_new()
