"""A roll in secret belongs to the campaign it was made in, and is not counted for whoever may not see it.

Of those from before, one is given to the campaign where its character has been since, if whoever made it runs that;
nobody sees the others any more.
"""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Count


def give(apps, editor):
    Roll, Character = apps.get_model("characters", "Roll"), apps.get_model("characters", "Character")
    Membership = apps.get_model("campaigns", "Membership")
    secret = Roll.objects.filter(seen_by="judge")
    for roll in secret.exclude(character__campaign=None).select_related("character"):
        there = roll.character.campaign_id
        came = roll.character.events.filter(kind="seated", at__gt=roll.at)
        if Membership.objects.filter(campaign=there, user=roll.by_id, role="gm").exists() and not came.exists():
            Roll.objects.filter(pk=roll.pk).update(campaign=there)
    for one in secret.order_by().values("character").annotate(many=Count("pk")):
        Character.objects.filter(pk=one["character"]).update(hidden=one["many"])


class Migration(migrations.Migration):
    dependencies = [("characters", "0032_starred_checks"), ("campaigns", "0002_tables")]

    operations = [
        migrations.AddField(
            "character",
            "hidden",
            models.PositiveIntegerField(db_default=0, default=0, help_text="How many of those were in secret."),
        ),
        migrations.AddField(
            "roll",
            "campaign",
            models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="campaigns.campaign"
            ),
        ),
        migrations.RunPython(give, migrations.RunPython.noop),
    ]
