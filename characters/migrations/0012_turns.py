"""Turns at the printer, and a table for what is counted of log-ins."""

from typing import Any

from django.core.management import call_command
from django.db import migrations, models
from django.db.models import F

NAME_WHO_ASKED = """
    UPDATE characters_printjob AS job
    SET asker = CASE WHEN one.owner_id IS NULL THEN 'guest ' || one.guest ELSE 'user ' || one.owner_id END
    FROM characters_character AS one
    WHERE one.id = job.character_id AND (one.owner_id IS NOT NULL OR one.guest IS NOT NULL)
"""


def make_cache(apps: Any, editor: Any) -> None:
    """The table of the cache, which no model has."""
    call_command("createcachetable", database=editor.connection.alias, verbosity=0)


class Migration(migrations.Migration):
    dependencies = [
        ("characters", "0011_storage"),
    ]

    operations = [
        migrations.AddField("partyprint", "holder", models.UUIDField(editable=False, null=True)),
        migrations.AddField("printjob", "holder", models.UUIDField(editable=False, null=True)),
        migrations.AddField(
            "printjob", "asker", models.CharField(db_default="", default="", editable=False, max_length=50)
        ),
        migrations.AddField("printjob", "later", models.BooleanField(db_default=False, default=False, editable=False)),
        migrations.RunSQL(NAME_WHO_ASKED, migrations.RunSQL.noop),
        migrations.AddIndex(
            "printjob", models.Index(F("asker"), F("state"), F("touched_at"), name="print_asker_state_touched")
        ),
        migrations.RunPython(make_cache, migrations.RunPython.noop),
    ]
