"""How long things are kept that nobody uses, and clearing them when that is over: a part at a time, once an hour.

Pages say beforehand until when. Of people with an account only what they deleted themselves goes.
"""

import logging
from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Any, NamedTuple

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, QuerySet, Sum
from django.utils import timezone

from characters import limits
from characters.history.folding import fold
from characters.models import BIN_DAYS, Character, Event, EventBase, Guest, PartyPrint, PrintJob
from rules.systems import PACKAGES

log = logging.getLogger(__name__)

BATCH = 200
"""So many of each kind go at a time."""
A_DAY = timedelta(days=1)
BINNED = timedelta(days=BIN_DAYS)
UNSEEN = timedelta(days=limits.GUEST_DAYS)
EVENTS = 1000
"""So many happenings of one character, and of one table, are kept, the newest."""
bounded: list[tuple[str, type[EventBase]]] = [("character", Event)]
"""The happenings that are kept so, with the field that says to what they happened; the rooms above add theirs."""
before_purge: list[Callable[[QuerySet[Character]], None]] = []
"""What the rooms above lock before characters are locked to be deleted."""
FOLDED_TO = limits.HISTORY_BYTES // 8


class Cleared(NamedTuple):
    """How many of each kind went."""

    deleted: int
    guests: int
    sessions: int

    def __str__(self) -> str:
        return f"{self.deleted} deleted characters, {self.guests} guests, {self.sessions} sessions"


def clear() -> Cleared:
    """Delete what nobody used for too long, and fold what has grown too long: at most `BATCH` of each kind."""
    now = timezone.now()
    overdue = Character.objects.binned().filter(deleted_at__lt=now - BINNED).order_by("deleted_at", "pk")
    deleted = purge(overdue.filter(pk__in=list(overdue.values_list("pk", flat=True)[:BATCH])))
    welcome_unknown()
    # A visit is noted by the day, so one day more is waited.
    unseen = Guest.objects.filter(seen_at__lt=now - UNSEEN - A_DAY).order_by("seen_at", "pk")
    guests = clear_guests(unseen[:BATCH])
    sessions = Session.objects.filter(expire_date__lt=now).values("pk")[:BATCH]
    ended = Session.objects.filter(pk__in=sessions).delete()[0]
    there = Session.objects.filter(session_key=OuterRef("session_key"))
    UserSession.objects.filter(~Exists(there)).delete()
    fold_long()
    forget_events()
    tell_unknown()
    return Cleared(deleted, guests, ended)


def tell_unknown() -> None:
    """Log characters of games that nobody knows: no list has them, and who runs the site is to look."""
    found = Character.objects.exclude(system__in=PACKAGES).order_by("pk").values_list("pk", "system")
    for pk, system in found[:BATCH]:
        log.warning("Character %s is of the game %r, which there is none of", pk, system)


@transaction.atomic
def purge(who: QuerySet[Character]) -> int:
    """Delete characters for good, with their histories and all that was printed of them. Returns how many.

    Whoever does not belong to `who` any more by the time it is locked, because it was restored, stays.
    """
    for hold in before_purge:
        hold(who)
    there = list(who.order_by("pk").select_for_update(of=("self",)).values_list("pk", flat=True))
    files = list(PrintJob.objects.filter(character__in=there).values_list("file", flat=True))
    # A file that shows somebody who is gone is never given out again.
    parties = PartyPrint.objects.filter(parts__character__in=there)
    files += parties.values_list("file", flat=True).distinct()
    Character.objects.filter(pk__in=there).delete()
    transaction.on_commit(lambda: _unlink(files))
    return len(there)


def _unlink(files: Iterable[str]) -> None:
    for file in filter(None, files):
        default_storage.delete(file)


def welcome_unknown() -> None:
    """Note guests of whom nobody knows when they were here: as if it were now."""
    known = Guest.objects.filter(pk=OuterRef("guest"))
    found = Character.objects.exclude(guest=None).filter(~Exists(known)).order_by()
    keys: QuerySet[Any] = found.values_list("guest", flat=True).distinct()[:BATCH]
    Guest.objects.bulk_create((Guest(key=key, seen_at=timezone.now()) for key in keys), ignore_conflicts=True)


@transaction.atomic
def clear_guests(who: QuerySet[Guest]) -> int:
    """Delete guests with all that they made, but those who come meanwhile. Returns how many."""
    there = list(who.select_for_update().values_list("pk", flat=True))
    for key in there:
        purge(Character.objects.filter(guest=key))
    return Guest.objects.filter(pk__in=there).delete()[0]


def fold_long() -> None:
    """Fold histories that are too long though nobody clicks, and those of people who have too much of them in all."""
    long = Character.objects.filter(history__gt=limits.HISTORY_BYTES)
    for character in long.defer("build").order_by("-history")[: BATCH // 10]:
        fold(character)
    heavy = Character.objects.exclude(owner=None).order_by().values("owner").annotate(weight=Sum(F("history")))
    for person in heavy.filter(weight__gt=limits.HISTORIES_BYTES).values_list("owner", flat=True)[: BATCH // 10]:
        theirs = Character.objects.filter(owner=person, history__gt=FOLDED_TO)
        for character in theirs.defer("build").order_by("-history")[: BATCH // 10]:
            fold(character, FOLDED_TO)


def forget_events() -> None:
    """Delete the oldest happenings of whatever has too many."""
    for of, model in bounded:
        _forget(model._default_manager.order_by(), of)


def _forget(events: QuerySet[Any], of: str) -> None:
    many = events.values(of).annotate(count=Count("pk")).filter(count__gt=EVENTS)
    for one in many.values_list(of, flat=True)[:BATCH]:
        theirs = events.filter(**{of: one})
        theirs.filter(pk__in=theirs.order_by("-at", "-pk").values("pk")[EVENTS:]).delete()
