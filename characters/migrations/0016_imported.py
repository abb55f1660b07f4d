"""Which approvals and entries came with a file, and were given by nobody here."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("characters", "0015_no_awards"),
    ]

    operations = [
        migrations.AddField("approval", "imported", models.BooleanField(default=False, db_default=False)),
        migrations.AddField("ledgerentry", "imported", models.BooleanField(default=False, db_default=False)),
    ]
