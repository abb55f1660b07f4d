import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("characters", "0002_dice_rolled_here"),
    ]

    operations = [
        migrations.AddField(
            model_name="character",
            name="branch_of",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="branches",
                to="characters.character",
            ),
        ),
        migrations.AddField(
            model_name="character",
            name="branched_at",
            field=models.PositiveIntegerField(default=0),
        ),
    ]
