"""The checks that come first in play."""

from django.contrib.postgres.fields import ArrayField
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("characters", "0031_chosen_crest")]

    operations = [
        migrations.AddField(
            "character",
            "starred",
            ArrayField(
                models.CharField(max_length=200),
                blank=True,
                db_default=[],
                default=list,
                help_text="Keys of the checks that come first in play.",
                size=None,
            ),
        )
    ]
