"""What a player chose of the crest of a character."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("characters", "0030_dues_of_a_roll")]

    operations = [
        migrations.AddField(
            "character",
            "crest",
            models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="Of its crest, what its player chose: “key/Gable”.",
                max_length=24,
            ),
        )
    ]
