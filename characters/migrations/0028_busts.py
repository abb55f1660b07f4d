"""A bust cut from paper, in the place of a portrait."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("characters", "0027_comments")]

    operations = [
        migrations.AddField(
            "character",
            "bust",
            models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="The bust it has, where it has no portrait.",
                max_length=16,
            ),
        )
    ]
