"""The log of play: each entry made once, the oldest forgotten, and whose last one may still be undone."""

import uuid
from collections.abc import Iterable
from datetime import timedelta
from operator import attrgetter
from typing import Any, Protocol, TypeVar

from django.core.paginator import Page, Paginator
from django.db.models import Manager, QuerySet
from django.utils import timezone

from characters.actions.locking import Person, user_of
from characters.limits import LOG_ENTRIES
from characters.models import Character, Mark, PlayEntry, Roll
from rules.kernel.documents import PathError

Entry = TypeVar("Entry", bound=PlayEntry)


class Undoable(Protocol):
    """An entry of a log: whose it is, when it was made, and whether it was undone."""

    by_id: Any
    at: Any
    undone: Any


Undone = TypeVar("Undone", bound=Undoable)
LATEST = 30
"""Entries of the log that the page to play from lists, and each page of the log."""
UNDONE_WITHIN = timedelta(minutes=10)


def already(held: Character, log: "Manager[Entry]", uid: uuid.UUID | None, since: int | None) -> Entry | None:
    """The entry of this name in a log of a locked character, None where it is new.

    `since` is how many entries there were where it was made. Raises PathError where so many were made since that no one
    can tell any more.
    """
    known = log.filter(uid=uid).first() if uid else None
    if known is None and since is not None and since < held.marked - LOG_ENTRIES:
        raise PathError("Too much has changed since to tell whether this was saved. Reload the page.")
    return known


def count(held: Character, *fields: str, secret: bool = False) -> int:
    """Count an entry more of a locked character, so that every open page looks again, and save it with these fields;
    nothing moves for whoever doesn't see one in `secret`. Returns how many there were."""
    held.marked += 1
    held.hidden += secret
    held.save(update_fields=[*fields, "marked", "hidden" if secret else "changed_at"])
    return held.marked


def forget(held: Character, log: "Manager[Any]") -> None:
    """Delete what is beyond the entries that are kept."""
    if held.marked > LOG_ENTRIES:
        log.filter(number__lte=held.marked - LOG_ENTRIES).delete()


def latest(character: Character, many: int = LATEST, *, with_secret: bool = False) -> list[Mark | Roll]:
    """The newest entries of its log, the newest first, those in secret where one may see them."""
    marks, rolls = _logs(character, with_secret=with_secret)
    return _newest(marks[:many], rolls[:many])[:many]


def log_page(character: Character, wanted: str, *, with_secret: bool = False) -> "Page[Mark | Roll]":
    """A page of all of its log that is kept, the newest first; what isn't there is the nearest that is."""
    marks, rolls = _logs(character, with_secret=with_secret)
    numbers = marks.order_by().values_list("number").union(rolls.order_by().values_list("number")).order_by("-number")
    page: Page[Any] = Paginator(numbers, LATEST).get_page(wanted)
    shown = [number for (number,) in page.object_list]
    page.object_list = _newest(marks.filter(number__in=shown), rolls.filter(number__in=shown))
    return page


def _logs(character: Character, *, with_secret: bool) -> tuple[QuerySet[Mark], QuerySet[Roll]]:
    rolls = character.roll_log.filter(Roll.shown(with_secret=with_secret))
    return character.mark_log.select_related("by"), rolls.select_related("by")


def _newest(marks: Iterable[Mark], rolls: Iterable[Roll]) -> list[Mark | Roll]:
    return sorted([*marks, *rolls], key=attrgetter("number"), reverse=True)


def undoable(entries: Iterable[Undone], by: Person) -> Undone | None:
    """This person's last entry that isn't undone, while that may be; `entries` are the newest first."""
    user = getattr(user_of(by), "pk", None)
    last = next((entry for entry in entries if entry.by_id == user and not entry.undone), None)
    return last if last and undo_seconds(last) > 0 else None


def undo_seconds(entry: Undoable) -> int:
    """For how many whole seconds more an entry may be undone; none or fewer where it is too late. What is of later than
    now, since a clock was set back, is as of now."""
    now = timezone.now()
    return int((min(entry.at, now) + UNDONE_WITHIN - now).total_seconds())
