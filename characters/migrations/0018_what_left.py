"""Which change of the build went with an entry of the ledger, and the lines that left with it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("characters", "0017_last_entry"),
    ]

    operations = [
        migrations.AddField("ledgerentry", "version", models.PositiveIntegerField(default=0, db_default=0)),
        migrations.AddField("ledgerentry", "left", models.JSONField(default=list, blank=True, db_default=[])),
    ]
