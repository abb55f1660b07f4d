"""What follows for tables from things that happen elsewhere: an account that goes leaves none without a game master."""

from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.db.models.signals import pre_delete

from campaigns.actions import note
from campaigns.models import Membership, Role

ORDER = {Role.PLAYER: 0, Role.SPECTATOR: 1}
"""Who is asked first to run a table."""


def hand_on(*, instance: User, **_: Any) -> None:
    """Tables that only this account runs go to the player who has sat there longest, else to a spectator."""
    runs = Membership.objects.filter(user=instance, role=Role.GM).select_related("campaign")
    for mine in runs:
        others = mine.campaign.memberships.exclude(user=instance).select_related("user").order_by("joined_at", "pk")
        if any(seat.role == Role.GM for seat in others):
            continue
        for heir in sorted(others, key=lambda seat: ORDER[Role(seat.role)])[:1]:
            heir.role = Role.GM
            heir.save(update_fields=["role"])
            note(mine.campaign, "inherited", heir.user, name=instance.get_username())


def connect() -> None:
    pre_delete.connect(hand_on, sender=get_user_model(), dispatch_uid="campaigns.hand_on")
