import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0020_letters_by_kind"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("characters", "0028_busts"),
    ]

    operations = [
        migrations.CreateModel(
            name="Turn",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("score", models.IntegerField(null=True)),
                ("last", models.BooleanField(default=False)),
                ("story", models.CharField(blank=True, default="", max_length=200)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "beast",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="campaigns.beast"
                    ),
                ),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="turns", to="campaigns.campaign"
                    ),
                ),
                (
                    "character",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="characters.character",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("character", None), ("beast", None), _connector="XOR"),
                        name="turn_of_one",
                    ),
                    models.UniqueConstraint(fields=("campaign", "character"), name="one_turn_per_character"),
                    models.UniqueConstraint(fields=("campaign", "beast"), name="one_turn_per_beast"),
                ],
            },
        ),
    ]
