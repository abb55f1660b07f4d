"""What may be kept of one character, for one person and for one guest: each bound, and its sentence, said once.

Sizes are those of the JSON as the database gives it out again, in bytes of UTF-8.
"""

import json
import uuid
from collections.abc import Callable, Mapping
from typing import Any

from django.contrib.auth.models import AbstractBaseUser

from characters.models import Character
from characters.tables import PlayTable
from rules.kernel.documents import PathError
from rules.refusals import Refused

KILO = 1024
BUILD_BYTES = 256 * KILO
"""The choices of one character. Every note of a game filled to the last letter comes to half of it."""
ENTRIES = 200
"""The entries of one character, in all its lists and the lists within them. The richest here has 30."""
BESIDE_BYTES = 64 * KILO
"""House rules of its own, and what a document brought along that nobody here can read."""
LEDGER_BYTES = 1536 * KILO
"""The ledger that a document brings along: 500 entries, every text filled with letters of four bytes, fit in."""
LIFE_BYTES_OF_A_GUEST = 256 * KILO
"""The ledger and the approved builds that a document brings along for somebody without an account."""
MOST = 500
MOST_OF_A_GUEST = 25
"""Characters of one person, with NPCs, what-ifs and those in the bin."""
MOST_AT_A_TABLE = 300
"""Characters at one table, with NPCs and those in the bin, but for what-ifs."""
HISTORY_BYTES = 512 * KILO
HISTORY_BYTES_OF_A_GUEST = 128 * KILO
"""The steps of one character's history. Beyond it the oldest are folded, with the click that goes beyond."""
HISTORIES_BYTES = 64 * KILO * KILO
"""The histories of all that one person has. Beyond it the longest are folded more."""
GUEST_DAYS = 42
"""So long a guest's characters are kept after the last visit."""
LOG_ENTRIES = 500
"""Marks of one character that are kept, and as many rolls: the newest. Whether one was made already can be told as long
as no more were made since its tap."""
MOST_PORTRAITS = 200
MOST_PORTRAITS_OF_A_GUEST = 5
"""Characters of one person that have a portrait."""
NOTES_CHARACTERS = 20_000
"""The session notes of one character."""
MOST_LINKS = 5
"""Links that show the sheet of one character to anyone."""
STEP_BYTES = 100
"""What a step of a history costs besides its changes."""


class TooLarge(PathError):
    """A change that would make a character larger than it may be. `character` has the change, and is not saved."""

    def __init__(self, why: str, character: Character) -> None:
        super().__init__(why)
        self.character = character


as_text: Callable[[Any], str] = json.JSONEncoder(ensure_ascii=False).encode
"""JSON as it is sent to the database."""


def size(value: Any) -> int:
    """The bytes of a value as JSON."""
    return len(as_text(value).encode(errors="replace"))


def entries(build: Any) -> int:
    """How many entries a build has, those within entries counted."""
    lists = build.get("entries") if isinstance(build, dict) else None
    found = [
        one for held in (lists.values() if isinstance(lists, dict) else ()) if isinstance(held, list) for one in held
    ]
    return len(found) + sum(map(entries, found))


def refuse_growth(held: Character, build: str, before: Callable[[], Any]) -> None:
    """Raise TooLarge where a build, as text, is beyond a bound and further than the one it was before."""
    if len(build) * 4 > BUILD_BYTES:
        now = len(build.encode(errors="replace"))
        if now > BUILD_BYTES and now > size(before()):
            raise TooLarge(
                f"{held} would take {_kilo(now)}, and {_kilo(BUILD_BYTES)} is the maximum for one character. "
                "Shorten a note or remove some entries, then try again.",
                held,
            )
    if build.count("{") > ENTRIES:
        now = entries(held.build)
        if now > ENTRIES and now > entries(before()):
            raise TooLarge(
                f"{held} would have {now:,} entries in its lists, and {ENTRIES} is the maximum for one character. "
                "Remove some, then try again.",
                held,
            )


def refuse_large(character: Character) -> None:
    """Raise Refused for a new character that is larger than any may be."""
    build, beside = size(character.build), size(character.extra) + size(character.settings)
    if build > BUILD_BYTES:
        raise Refused(
            f"Its choices take {_kilo(build)}, and {_kilo(BUILD_BYTES)} is the maximum for one character. "
            "Shorten the notes or remove some entries, then try again."
        )
    if (count := entries(character.build)) > ENTRIES:
        raise Refused(
            f"Its lists have {count:,} entries, and {ENTRIES} is the maximum for one character. "
            "Remove some, then try again."
        )
    if beside > BESIDE_BYTES:
        raise Refused(
            f"Its settings and the data we don’t recognise take {_kilo(beside)}, and {_kilo(BESIDE_BYTES)} is the "
            "maximum. Remove what isn’t part of the character, then try again."
        )


def refuse_long(ledger: Any) -> None:
    """Raise Refused for the ledger of a document, as JSON, that is larger than any may be."""
    if (found := size(ledger)) > LEDGER_BYTES:
        raise Refused(
            f"Its ledger takes {_kilo(found)}, and {_kilo(LEDGER_BYTES)} is the maximum. "
            "Shorten its notes or leave entries out, then try again."
        )


def refuse_life_of_a_guest(ledger: Any, builds: Any) -> None:
    """Raise Refused for what a document brings along, as JSON, that is more than comes in without an account."""
    if (found := size(ledger) + size(builds)) > LIFE_BYTES_OF_A_GUEST:
        raise Refused(
            f"Its ledger and what was approved take {_kilo(found)}, and {_kilo(LIFE_BYTES_OF_A_GUEST)} is the maximum "
            "without an account. Sign up to import it, or leave entries out."
        )


def refuse_more(owner: AbstractBaseUser | None, guest: uuid.UUID | None) -> None:
    """Raise Refused where a person or a guest has as many characters as they may."""
    if owner is None and guest is None:
        return
    whose: Mapping[str, Any] = {"owner": owner} if owner else {"guest": guest}
    count, most = Character.objects.filter(**whose).count(), MOST if owner else MOST_OF_A_GUEST
    if count < most:
        return
    account = "" if owner else " without an account"
    more = "Delete" if owner else f"Sign up to have up to {MOST}, or delete"
    raise Refused(
        f"You’ve reached the limit of {most} characters{account}, deleted ones included. {more} some for good."
    )


def portraits_are_full(owner: AbstractBaseUser | None, guest: uuid.UUID | None) -> bool:
    """Whether as many characters of a person or a guest have a portrait as may."""
    whose: Mapping[str, Any] = {"owner": owner} if owner else {"guest": guest}
    return Character.objects.filter(**whose).exclude(portrait="").count() >= _most_portraits(owner)


def refuse_portraits(owner: AbstractBaseUser | None, guest: uuid.UUID | None) -> None:
    """Raise Refused where a person or a guest has as many portraits as they may."""
    if portraits_are_full(owner, guest):
        raise Refused(f"You’ve reached the limit of {_most_portraits(owner)} portraits. Remove one, then try again.")


def _most_portraits(owner: AbstractBaseUser | None) -> int:
    return MOST_PORTRAITS if owner else MOST_PORTRAITS_OF_A_GUEST


def refuse_crowded(campaign: PlayTable) -> None:
    """Raise Refused where as many characters sit at a table as may."""
    if Character.objects.filter(campaign=campaign.pk, branch_of=None).count() >= MOST_AT_A_TABLE:
        raise Refused(
            f"{campaign} has {MOST_AT_A_TABLE} characters, deleted ones included, and that is the maximum. "
            "Remove one or delete an NPC for good, then try again."
        )


def history_bytes(character: Character) -> int:
    """The most bytes of history a character keeps before its oldest steps are folded."""
    return HISTORY_BYTES if character.owner_id else HISTORY_BYTES_OF_A_GUEST


def _kilo(size: int) -> str:
    return f"{-(-size // KILO):,} kB"
