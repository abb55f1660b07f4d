"""What follows for tables from things that happen elsewhere: an account that goes leaves none without a game master."""

from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.db.models.signals import pre_delete

from campaigns.actions import crown, heir_of, note, pass_on_npcs
from campaigns.models import Membership, Role


def hand_on(*, instance: User, **_: Any) -> None:
    """Tables that only this account runs go to the player who has sat there longest, else to a spectator; its NPCs go
    to whoever runs the table then."""
    for mine in Membership.objects.filter(user=instance, role=Role.GM).select_related("campaign"):
        heir = heir_of(mine.campaign, [instance.pk])
        if heir is None:
            continue
        if crown(mine.campaign, heir):
            note(mine.campaign, "inherited", heir, name=instance.get_username())
        pass_on_npcs(seat=mine, to=heir, by=heir)


def connect() -> None:
    pre_delete.connect(hand_on, sender=get_user_model(), dispatch_uid="campaigns.hand_on")
