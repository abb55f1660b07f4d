import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0029_proposed_dates"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="StashItem",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=120)),
                ("note", models.CharField(blank=True, default="", max_length=300)),
                ("amount", models.PositiveIntegerField(default=1)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "campaign",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="stash", to="campaigns.campaign"
                    ),
                ),
            ],
            options={
                "ordering": ["name", "pk"],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("amount__gte", 1)), name="some_of_it_is_there")
                ],
            },
        ),
        migrations.CreateModel(
            name="StashEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=20)),
                ("data", models.JSONField(default=dict)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("sent", models.CharField(blank=True, default="", max_length=32)),
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
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="stash_events",
                        to="campaigns.campaign",
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-pk"],
                "abstract": False,
                "indexes": [models.Index(fields=["campaign", "-at"], name="stash_event_campaign_at")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("sent", ""), _negated=True),
                        fields=("campaign", "sent"),
                        name="one_stash_event",
                    )
                ],
            },
        ),
    ]
