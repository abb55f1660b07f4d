"""What was done at a table to somebody: a role, NPCs, the door. Reading only; no HTTP in here."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef, Q, QuerySet

from campaigns.models import Event, Membership
from characters.history.event_messages import BY_NOBODY

REMOVED = "removed"
SENTENCES = {
    "role": "You’re a {role} now",
    "inherited": "You’re the GM now: {name}’s account was deleted",
    "npcs": "NPCs passed to you: {count}",
    REMOVED: "You were removed from the campaign",
}
"""How somebody is told of what was done to them, by the kind of the event."""


def found(user: User) -> QuerySet[Event]:
    """What others did to somebody where they sit still, and that they were removed. Who inherits a table is who is
    noted for it, and what else an account leaves that is deleted nobody did."""
    sits = Membership.objects.filter(campaign=OuterRef("campaign"), user=user)
    by_others = Q(kind="inherited") | ~Q(by=user)
    done = Q(by__isnull=False) | Q(kind__in=BY_NOBODY)
    there = Event.objects.filter(by_others, done, whom=user, kind__in=SENTENCES)
    return there.filter(Q(Exists(sits)) | Q(kind=REMOVED)).select_related("by", "campaign")


def told(event: Event) -> str:
    """One of these in words."""
    return SENTENCES[event.kind].format_map({"role": "", "name": "Someone", "count": "", **_data(event)})


def doer(event: Event) -> str:
    """Who did it, "" where nobody did."""
    return "" if event.kind == "inherited" else str(event.by or "")


def table(event: Event) -> str:
    """What the table is called; to whoever was removed what it was called then."""
    return str(_data(event).get("table", "") if event.kind == REMOVED else event.campaign)


def _data(event: Event) -> Mapping[str, Any]:
    return event.data if isinstance(event.data, dict) else {}
