"""What every entry of the log of play begins and ends with: done once, and the oldest forgotten."""

import uuid
from typing import Any, TypeVar

from django.db.models import Manager

from characters.limits import LOG_ENTRIES
from characters.models import Character, PlayEntry
from rules.kernel.documents import PathError

Entry = TypeVar("Entry", bound=PlayEntry)


def already(held: Character, log: "Manager[Entry]", uid: uuid.UUID | None, since: int | None) -> Entry | None:
    """The entry of this name in a log of a locked character, None where it is new.

    `since` is how many entries there were where it was made. Raises PathError where so many were made since that no one
    can tell any more.
    """
    known = log.filter(uid=uid).first() if uid else None
    if known is None and since is not None and since < held.marked - LOG_ENTRIES:
        raise PathError("Too much has changed since to tell whether this was saved. Reload the page.")
    return known


def forget(held: Character, log: "Manager[Any]") -> None:
    """Delete what is beyond the entries that are kept."""
    if held.marked > LOG_ENTRIES:
        log.filter(number__lte=held.marked - LOG_ENTRIES).delete()
