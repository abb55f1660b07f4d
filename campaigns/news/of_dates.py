"""What players said of the next session, and of days that it may be on: told to whoever runs the table, and to nobody
else. Reading only; no HTTP in here."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import F, OuterRef, QuerySet, Subquery

from campaigns import proposed_dates
from campaigns.models import DateAnswer, Membership, moment_told
from campaigns.nights import this_evening
from characters.tables import TableRole

Said = Iterator[tuple[Membership, datetime, str]]
"""Of each player when they said it, and what, in words."""


def _players(user: User) -> QuerySet[Membership]:
    runs = {"campaign__memberships__user": user, "campaign__memberships__role": TableRole.GM}
    found = Membership.objects.filter(**runs, role=TableRole.PLAYER, campaign__archived_at=None)
    return found.exclude(user=user).select_related("user", "campaign")


def comers(user: User) -> QuerySet[Membership]:
    """Who has said whether they come to the next session of a table that this person runs."""
    found = _players(user).filter(said_at__isnull=False)
    return found.filter(coming_on=F("campaign__next_on"), coming_on__gte=this_evening())


def coming(seats: Iterable[Membership]) -> Said:
    """What they said, in words."""
    for seat in seats:
        if seat.said_at and seat.coming_on:
            yield seat, seat.said_at, f"{seat.get_coming_display()} on {moment_told(seat.coming_on, None)}"


def answering(user: User) -> QuerySet[Membership]:
    """Who has said when they can, at a table that this person runs: `can_at` is when they said the last of it."""
    said = DateAnswer.objects.filter(seat=OuterRef("pk"), date__on__gte=this_evening()).order_by("-said_at", "-pk")
    found = _players(user).annotate(can_at=Subquery(said.values("said_at")[:1]))
    return found.filter(can_at__isnull=False)


def can(seats: Iterable[Membership]) -> Said:
    """What they said of each day, in words: one query."""
    players = list(seats)
    said = proposed_dates.said_by(players) if players else {}
    for seat in players:
        yield seat, vars(seat)["can_at"], "; ".join(map(str, said.get(seat.pk, ())))
