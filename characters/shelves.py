"""The shelf of a character: the homebrew it is built with. Only the verbs in here change it. No HTTP in here.

Every change of a shelf is a revision of the kind books: pages that are out of date notice, history tells it, and
undo leaves it alone, because the reverse verb takes it back. A build is never touched: what a shelf no longer has
stays chosen, and the verdict says so.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from campaigns.actions import Refused
from characters.actions import Person, lock
from characters.models import Character, Revision
from rules.kernel import Rulebook
from rules.models import Book
from rules.rulebook import Edition, editions_of, of_game

MOST = 12
"""Books on one shelf: each is read with the sheet."""


def take(*, character: Character, book: Book, by: Person = None, tab: str = "") -> Character:
    """Put a published book on the shelf, behind those it has. Having it already is as good."""
    with transaction.atomic():
        held = lock(character)
        if book.pk in held.homebrew:
            return held
        known = _work_of(held.homebrew, book)
        if known:
            raise Refused(f"{held} has {known} already; look at what differs, and take the other in its place.")
        _fits(held, book)
        if book.withdrawn_at is not None and not (held.campaign and book.pk in held.campaign.books):
            raise Refused(f"{book.title} was withdrawn by its author. Who has it keeps it.")
        if len(held.homebrew) >= MOST:
            raise Refused(f"{MOST} books are the most that one character is built with. Give one back first.")
        return move(held, [*held.homebrew, book.pk], by, tab)


def give_back(*, character: Character, book: Book, by: Person = None, tab: str = "") -> Character:
    """Take a book off the shelf. What was chosen from it stays chosen, and the verdict says that nobody knows it."""
    with transaction.atomic():
        held = lock(character)
        return move(held, [pk for pk in held.homebrew if pk != book.pk], by, tab)


def upgrade(*, character: Character, book: Book, by: Person = None, tab: str = "") -> Character:
    """Put another edition, newer or older, in the place of the one on the shelf."""
    with transaction.atomic():
        held = lock(character)
        known = _work_of(held.homebrew, book)
        if known is None:
            raise Refused(f"{held} has no edition of {book.title} that this one could replace.")
        _fits(held, book)
        return move(held, [book.pk if pk == known.pk else pk for pk in held.homebrew], by, tab)


def decline(*, character: Character, book: Book) -> None:
    """Do without an edition that is offered. A still newer one is offered again."""
    with transaction.atomic():
        held = lock(character)
        if book.pk not in held.declined:
            held.declined = [*held.declined, book.pk]
            held.save(update_fields=["declined"])


def stock(held: Character, books: Iterable[int], by: Person = None) -> tuple[str, ...]:
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
        raise Refused(f"{book.title} is not a book for characters of this game.")
    if book.published_at is None:
        raise Refused(f"{book.title} is not published yet, so it may still change.")


def _work_of(shelf: Iterable[int], book: Book) -> Edition | None:
    """The edition on a shelf that this book is an edition of too."""
    return next((e for e in editions_of(shelf).values() if (e.system, e.key) == (book.system, book.key)), None)


def move(held: Character, shelf: Iterable[int], by: Person, tab: str = "") -> Character:
    """Save a locked character's shelf with the revision that tells of it. A shelf like before leaves no trace."""
    there = list(shelf)
    if there != held.homebrew:
        revise([(held, there)], by, tab)
    return held


def revise(moved: Sequence[tuple[Character, list[int]]], by: Person, tab: str = "") -> int:
    """Save the shelves of locked characters, each with its revision, in two statements for all. Returns how many."""
    user, now = by if by is not None and by.is_authenticated else None, timezone.now()
    revisions = []
    for held, shelf in moved:
        told_of = {"before": held.homebrew, "after": shelf}
        held.homebrew, held.version, held.changed_at = shelf, held.version + 1, now
        made: dict[str, Any] = {"kind": Revision.Kind.BOOKS, "shelf": told_of, "by": user, "tab": tab}
        revisions.append(Revision(character=held, version=held.version, **made))
    Character.objects.bulk_update([held for held, _ in moved], ["homebrew", "version", "changed_at"])
    return len(Revision.objects.bulk_create(revisions))


def moved_since(character: Character, version: int) -> bool:
    """Whether the shelf was changed since a version, so that a page of that version may lack fields and options."""
    return character.revisions.filter(kind=Revision.Kind.BOOKS, version__gt=version).exists()


def resolved(stamps: Sequence[str], within: QuerySet[Book]) -> tuple[list[int], list[str]]:
    """The ids of the editions that stamps name among these books, one of each work, and the stamps that name none."""
    known = {book.stamp: book for book in within}
    found: dict[str, Book] = {}
    for stamp in stamps:
        if stamp in known and len(found) < MOST:
            found.setdefault(known[stamp].key, known[stamp])
    had = {book.stamp for book in found.values()}
    return [book.pk for book in found.values()], [stamp for stamp in stamps if stamp not in had]


# In words


def told(before: Iterable[int], after: Iterable[int]) -> tuple[str, ...]:
    """What differs between two shelves, a line a book."""
    had, has = ({e.key: e for e in editions_of(shelf).values()} for shelf in (before, after))
    return tuple(_line(had.get(key), has.get(key)) for key in {**had, **has} if had.get(key) != has.get(key))


def _line(old: Edition | None, new: Edition | None) -> str:
    if new is None:
        return f"Gave {old} back"
    return f"Took {new} in place of edition {old.edition}" if old else f"Took {new}"


def told_of(revision: Revision) -> tuple[str, ...]:
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
    left = Shelves(character).ever - set(character.homebrew)
    return character.rulebook_with([*editions_of(sorted(left)), *character.homebrew])


def merged(start: Sequence[int], tried: Sequence[int], now: Sequence[int]) -> list[int]:
    """A shelf with what was tried out on a copy of how it was at the start; what moved here since stays as it is."""
    was, then, here = ({e.key: e.pk for e in editions_of(shelf).values()} for shelf in (start, tried, now))
    moved = {key: then.get(key) for key in {**was, **then} if then.get(key) != was.get(key) == here.get(key)}
    kept = [moved.get(key, pk) for key, pk in here.items()]
    return [pk for pk in (*kept, *(pk for key, pk in moved.items() if key not in here)) if pk is not None]


# Offers


def editions_like(book_ids: Iterable[int]) -> list[Book]:
    """Every published edition of the works of these, by their authors: the newest first."""
    held = Book.objects.in_bulk(list(book_ids)).values()
    works = Q(pk__in=[])
    for book in held:
        works |= Q(owner=book.owner_id, key=book.key, system=book.system) if book.owner_id else Q(pk=book.pk)
    found = Book.objects.filter(works, core=False).exclude(published_at=None).select_related("owner")
    return sorted(found, key=lambda book: (rank(book.edition), book.pk), reverse=True)


def editions_for(character: Character) -> list[Book]:
    """The editions a character has or could have instead: those given out, in play at its table, or had before."""
    if not character.homebrew:
        return []
    known = {*Shelves(character).ever, *(character.campaign.books if character.campaign else ())}
    return [book for book in editions_like(character.homebrew) if book.withdrawn_at is None or book.pk in known]


def newest(ids: Iterable[int]) -> dict[int, Edition]:
    """For each of these editions that is not the newest of its work, the newest that is given out: two queries."""
    wanted = set(ids)
    every = editions_like(wanted) if wanted else []
    best: dict[tuple[Any, ...], Book] = {}
    for book in every:
        if book.withdrawn_at is None:
            best.setdefault(_work(book), book)
    later = ((b.pk, best[_work(b)]) for b in every if b.pk in wanted and _work(b) in best)
    found = {pk: book.pk for pk, book in later if pk != book.pk and rank(book.edition) > rank(_edition(pk, every))}
    known = editions_of((*wanted, *found.values()))
    return {pk: known[new] for pk, new in found.items()}


def _work(book: Book) -> tuple[Any, ...]:
    return book.owner_id, book.system, book.key


def _edition(pk: int, every: Iterable[Book]) -> str:
    return next(book.edition for book in every if book.pk == pk)


def offers(character: Character) -> list[tuple[Edition, Edition]]:
    """The editions a character has, with the newer ones it could have instead. Without homebrew, no query."""
    if not character.homebrew:
        return []
    books = character.campaign.books if character.campaign else ()
    return offered(character.homebrew, character.declined, books, newest(character.homebrew))


def offered(
    shelf: Iterable[int], declined: Iterable[int], books: Iterable[int], newer: Mapping[int, Edition]
) -> list[tuple[Edition, Edition]]:
    """As `offers`, with what is known to be `newest`. A table that plays a work decides which edition it is."""
    played = {e.key: e for e in editions_of(books).values()}
    pairs = ((has, played.get(has.key) or newer.get(pk)) for pk, has in editions_of(shelf).items())
    return [(has, new) for has, new in pairs if new and _later(new, has) and new.pk not in declined]


def _later(new: Edition, old: Edition) -> bool:
    return rank(new.edition) > rank(old.edition)


def rank(edition: str) -> tuple[int, str]:
    """What editions are sorted by: their numbers, and words before all numbers."""
    return (int(edition), "") if edition.isdecimal() and len(edition) < 10 else (0, edition)
