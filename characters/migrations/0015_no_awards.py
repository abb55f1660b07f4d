"""What is in the ledger now stands nowhere else."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("characters", "0014_awards_are_entries"),
    ]

    operations = [
        migrations.RemoveField("character", "awards"),
        migrations.DeleteModel("Award"),
    ]
