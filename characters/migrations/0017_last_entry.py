"""An approval knows the last entry of the ledger that was there: what explains a change since came after it."""

from django.db import migrations, models

KNOWN = """
UPDATE characters_approval AS a SET last_entry = coalesce(
    (SELECT max(e.id) FROM characters_ledgerentry AS e WHERE e.character_id = a.character_id AND e.at <= a.at), 0)
"""


class Migration(migrations.Migration):
    dependencies = [("characters", "0016_imported")]

    operations = [
        migrations.AddField(
            model_name="approval",
            name="last_entry",
            field=models.BigIntegerField(db_default=0, default=0, help_text="The last entry of the ledger by then."),
        ),
        migrations.RunSQL(KNOWN, migrations.RunSQL.noop),
    ]
