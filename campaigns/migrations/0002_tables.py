"""Roles at a table, invitations, and house rules for each game. Nobody loses a seat and no rule changes."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import characters.models


def seat_game_masters(apps, editor):
    Campaign, Membership = apps.get_model("campaigns", "Campaign"), apps.get_model("campaigns", "Membership")
    for campaign in Campaign.objects.all():
        Membership.objects.update_or_create(campaign=campaign, user_id=campaign.gm_id, defaults={"role": "gm"})
        campaign.settings = {campaign.system: campaign.settings} if campaign.settings else {}
        campaign.save(update_fields=["settings"])


def name_game_masters(apps, editor):
    Campaign, Membership = apps.get_model("campaigns", "Campaign"), apps.get_model("campaigns", "Membership")
    for campaign in Campaign.objects.all():
        first = Membership.objects.filter(campaign=campaign, role="gm").order_by("pk").first()
        campaign.gm_id = first.user_id
        campaign.system = next(iter(campaign.settings), "hprpg")
        campaign.settings = campaign.settings.get(campaign.system, {})
        campaign.save()


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            "membership",
            "role",
            models.CharField(
                choices=[("gm", "game master"), ("player", "player"), ("spectator", "spectator")],
                default="player",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            "campaign",
            "settings",
            models.JSONField(blank=True, default=dict, help_text="House rules: game to setting to value."),
        ),
        migrations.AlterField(
            "campaign",
            "gm",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="run_campaigns",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField("campaign", "system", models.CharField(max_length=40, default="hprpg")),
        migrations.RunPython(seat_game_masters, name_game_masters),
        migrations.RunSQL("set constraints all immediate", "set constraints all immediate"),
        migrations.RemoveField("campaign", "gm"),
        migrations.RemoveField("campaign", "system"),
        migrations.AddField(
            "campaign", "about", models.TextField(blank=True, default="", max_length=4000), preserve_default=False
        ),
        migrations.AddField("campaign", "archived_at", models.DateTimeField(blank=True, null=True)),
        migrations.RenameField("campaign", "players", "people"),
        migrations.AlterModelOptions("membership", {"ordering": ["role", "joined_at", "pk"]}),
        migrations.AddIndex("membership", models.Index(fields=["user", "role"], name="membership_user_role")),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "token",
                    models.CharField(default=characters.models.fresh_token, editable=False, max_length=32, unique=True),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[("gm", "game master"), ("player", "player"), ("spectator", "spectator")],
                        default="player",
                        max_length=10,
                    ),
                ),
                ("seats", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("used", models.PositiveSmallIntegerField(default=0)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
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
                        on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="campaigns.campaign"
                    ),
                ),
            ],
            options={
                "ordering": ["-made_at", "-pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("seats__isnull", True), ("used__lte", models.F("seats")), _connector="OR"),
                        name="no_more_seats_than_offered",
                    )
                ],
            },
        ),
    ]
