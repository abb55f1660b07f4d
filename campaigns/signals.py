"""What follows for tables from things that happen elsewhere, and what the room of characters is told of tables.

An account that goes leaves no table without a game master, and a character that goes stays in the record of its fight.
"""

from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.db.models.signals import pre_delete

from campaigns.actions import crown, heir_of, lock_campaigns, note, pass_on_npcs
from campaigns.models import Campaign, Event, Membership, StashEvent
from campaigns.tables import rounds, turns
from characters import keeping
from characters.history import event_messages
from characters.models import Character
from characters.tables import TableRole, found_fights, found_heir


def hand_on(*, instance: User, origin: Any, **_: Any) -> None:
    """Tables that only this account runs go to the player who has sat there longest, else to a spectator; its NPCs go
    to whoever runs the table then. Each of its tables is told that it is gone."""
    hold_tables_of(origin)
    for mine in Membership.objects.filter(user=instance).select_related("campaign", "user"):
        heir = heir_of(mine.campaign, [instance.pk])
        if heir is None:
            continue
        ran = mine.role == TableRole.GM
        if ran and crown(mine.campaign, heir):
            note(mine.campaign, "inherited", heir, whom=heir, name=instance.get_username())
        else:
            note(mine.campaign, "gone", None, name=instance.get_username())
        if ran:
            pass_on_npcs(seat=mine, to=heir, gone=True)


def leave_fights(*, instance: Character, origin: Any, **_: Any) -> None:
    """A character that is deleted for good stays in the record of its fight."""
    hold_tables_of(origin)
    turns.forget(instance)


def hold_tables_of(origin: Any) -> None:
    """Where accounts are deleted, lock all that this changes at tables before anything else is locked."""
    if (origin if isinstance(origin, QuerySet) else type(origin)._default_manager).model is User:
        users = origin if isinstance(origin, QuerySet) else [origin]
        theirs = Q(memberships__user__in=users) | Q(turns__character__owner__in=users)
        lock_campaigns(Campaign.objects.filter(theirs))


def hold_fights_of(leaving: QuerySet[Character]) -> None:
    """Lock the tables where some of these fight, before they are locked themselves."""
    lock_campaigns(Campaign.objects.filter(turns__character__in=leaving))


def decided(character: Character) -> QuerySet[Event]:
    """The house rules that the table of a character decided for its game, for the history of the character."""
    return Event.objects.filter(
        campaign=character.campaign_id, kind="settings", data__system=character.system, at__gte=character.created_at
    )


def connect() -> None:
    event_messages.sources.append(decided)
    keeping.bounded.extend((("campaign", Event), ("campaign", StashEvent)))
    keeping.before_purge.append(hold_fights_of)
    found_heir(heir_of)
    found_fights(rounds.round_of)
    pre_delete.connect(hand_on, sender=get_user_model(), dispatch_uid="campaigns.hand_on")
    pre_delete.connect(leave_fights, sender=Character, dispatch_uid="campaigns.leave_fights")
