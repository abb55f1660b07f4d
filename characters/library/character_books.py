"""The shelf of a character: the homebrew it is built with. Only the verbs in here change it. No HTTP in here.

Every change of a shelf is a revision of the kind books: pages that are out of date notice, history tells it, and
undo leaves it alone, because the reverse verb takes it back. A build is never touched: what a shelf no longer has
stays chosen, and the verdict says so.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from characters.actions import Person, lock, user_of
from characters.book_conflicts import hold, refuse_conflict
from characters.models import Character, Revision
from rules.catalogue.rulebook import Edition, aside_in, editions_of, of_game
from rules.kernel import Rulebook
from rules.models import Book
from rules.refusals import Refused

MOST = 12
"""Books on one shelf: each is read with the sheet."""
MEND = "Remove one of them first."


def add_book(*, character: Character, book: Book, by: Person = None, tab: str = "") -> Character:
    """Put a published book on the shelf, behind those it has. Having it already is as good."""
    with transaction.atomic():
        held = lock(character)
        if book.pk in held.homebrew:
            return held
        known = _work_of(held.homebrew, book)
        if known:
            raise Refused(f"{held} already uses {known}. Preview the changes, then switch.")
        _fits(held, book)
        if book.withdrawn_at is not None and not (held.campaign and book.pk in held.campaign.books):
            raise Refused(f"{book.title} was withdrawn by its author and can’t be added.")
        if len(held.homebrew) >= MOST:
            raise Refused(f"A character can use {MOST} books at most. Remove one first.")
        return move(held, [*held.homebrew, book.pk], by, tab)


def remove_book(*, character: Character, book: Book, by: Person = None, tab: str = "") -> Character:
    """Take a book off the shelf. What was chosen from it stays chosen, and the verdict says that nobody knows it."""
    with transaction.atomic():
        held = lock(character)
        return move(held, [pk for pk in held.homebrew if pk != book.pk], by, tab)


def switch_edition(*, character: Character, book: Book, by: Person = None, tab: str = "") -> Character:
    """Put another edition, newer or older, in the place of the one on the shelf."""
    with transaction.atomic():
        held = lock(character)
        known = _work_of(held.homebrew, book)
        if known is None:
            raise Refused(f"{held} doesn’t use {book.title}, so there’s no edition to replace.")
        _fits(held, book)
        return move(held, [book.pk if pk == known.pk else pk for pk in held.homebrew], by, tab)


def skip_edition(*, character: Character, book: Book) -> None:
    """Do without an edition that is offered. A still newer one will be offered."""
    with transaction.atomic():
        held = lock(character)
        if book.pk not in held.declined:
            held.declined = [*held.declined, book.pk]
            held.save(update_fields=["declined"])


def add_campaign_books(held: Character, books: Iterable[int], by: Person = None) -> tuple[str, ...]:
    """Put those books of its game on a locked character's shelf that it has no edition of. Returns them in words."""
    before = list(held.homebrew)
    move(held, stocked(before, of_game(books, held.system)), by)
    return told(before, held.homebrew)


def stocked(shelf: Sequence[int], books: Iterable[int]) -> list[int]:
    """A shelf with those books behind that it has no edition of."""
    have = {edition.key for edition in editions_of(shelf).values()}
    return [*shelf, *(pk for pk, edition in editions_of(books).items() if edition.key not in have)]


def _fits(held: Character, book: Book) -> None:
    if book.core or book.system != held.system:
        raise Refused(f"{book.title} isn’t for this game.")
    if book.published_at is None:
        raise Refused(f"{book.title} isn’t published yet.")
    if aside := aside_in(book):
        raise Refused(
            f"{book.title}, edition {book.edition} was written for an older version of these rules. {aside[0].why}."
        )


def _work_of(shelf: Iterable[int], book: Book) -> Edition | None:
    """The edition on a shelf that this book is an edition of too."""
    return next((e for e in editions_of(shelf).values() if (e.system, e.key) == (book.system, book.key)), None)


def move(held: Character, shelf: Iterable[int], by: Person, tab: str = "") -> Character:
    """Save a locked character's shelf with the revision that tells of it. A shelf like before leaves no trace.

    Raises Refused where what comes onto it cannot be read together with the rest, or is deleted.
    """
    there = list(shelf)
    if new := set(there) - set(held.homebrew):
        hold(new)
        refuse_conflict(held.core, there, MEND)
    if there != held.homebrew:
        revise([(held, there)], by, tab)
    return held


def revise(moved: Sequence[tuple[Character, list[int]]], by: Person, tab: str = "") -> int:
    """Save the shelves of locked characters, each with its revision, in two statements for all. Returns how many."""
    user, now = user_of(by), timezone.now()
    revisions = []
    for held, shelf in moved:
        book_lines = {"before": held.homebrew, "after": shelf}
        held.homebrew, held.version, held.changed_at = shelf, held.version + 1, now
        made: dict[str, Any] = {"kind": Revision.Kind.BOOKS, "shelf": book_lines, "by": user, "tab": tab}
        revisions.append(Revision(character=held, version=held.version, **made))
    Character.objects.bulk_update([held for held, _ in moved], ["homebrew", "version", "changed_at"])
    return len(Revision.objects.bulk_create(revisions))


def resolved(refs: Sequence[str], within: QuerySet[Book]) -> tuple[list[int], list[str]]:
    """The ids of the editions that refs name among these books, one of each work, and the refs that name none."""
    known = {book.edition_ref: book for book in within}
    found: dict[str, Book] = {}
    for ref in refs:
        if ref in known and len(found) < MOST:
            found.setdefault(known[ref].key, known[ref])
    had = {book.edition_ref for book in found.values()}
    return [book.pk for book in found.values()], [ref for ref in refs if ref not in had]


# In words


def told(before: Iterable[int], after: Iterable[int]) -> tuple[str, ...]:
    """What differs between two shelves, a line a book."""
    had, has = ({e.key: e for e in editions_of(shelf).values()} for shelf in (before, after))
    return tuple(_line(had.get(key), has.get(key)) for key in {**had, **has} if had.get(key) != has.get(key))


def _line(old: Edition | None, new: Edition | None) -> str:
    if new is None:
        return f"Removed {old}"
    return f"Switched from edition {old.edition} to {new}" if old else f"Added {new}"


def book_lines(revision: Revision) -> tuple[str, ...]:
    """What a revision did to the shelf."""
    return told(_ids(revision.shelf, "before"), _ids(revision.shelf, "after"))


def _ids(shelf: Any, side: str) -> list[int]:
    """The editions that a revision of a shelf names on one side."""
    found: list[int] = shelf[side] if shelf else []
    return found


# As they were


class Shelves:
    """What a character was built with at each of its versions: one query, none where it never had homebrew."""

    def __init__(self, character: Character) -> None:
        moves = character.revisions.filter(kind=Revision.Kind.BOOKS, version__lte=character.version)
        self._now = list(character.homebrew)
        told = moves.order_by("version").values_list("version", "shelf")
        self._moves = [(version, _ids(shelf, "before")) for version, shelf in told]

    def at(self, version: int) -> list[int]:
        """The shelf at a version: as it was before the next move after it."""
        return next((before for moved, before in self._moves if moved > version), self._now)

    @property
    def ever(self) -> set[int]:
        """Every edition that it has or had."""
        return {*self._now, *(pk for _, before in self._moves for pk in before)}


def every_book(character: Character) -> Rulebook:
    """The books a character is read with, and those that left its shelf: for the names of what was chosen then."""
    return _with_left(character, Shelves(character).ever)


def approved_books(character: Character) -> Rulebook:
    """The books a character is read with, and those it had when it was approved."""
    return _with_left(character, character.approved_shelf)


def _with_left(character: Character, ever: Iterable[int]) -> Rulebook:
    left = set(ever) - set(character.homebrew)
    return character.rulebook_with([*editions_of(sorted(left)), *character.homebrew]) if left else character.rulebook


def merged(start: Sequence[int], tried: Sequence[int], now: Sequence[int]) -> list[int]:
    """A shelf with what was tried out on a copy of how it was at the start; what moved here since stays as it is."""
    was, then, here = ({e.key: e.pk for e in editions_of(shelf).values()} for shelf in (start, tried, now))
    moved = {key: then.get(key) for key in {**was, **then} if then.get(key) != was.get(key) == here.get(key)}
    kept = [moved.get(key, pk) for key, pk in here.items()]
    return [pk for pk in (*kept, *(pk for key, pk in moved.items() if key not in here)) if pk is not None]
