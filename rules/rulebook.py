"""The books in play as one immutable kernel Rulebook, read from the catalogue once per version."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import partial
from threading import Lock
from typing import Generic, NamedTuple, TypeVar

from rules import kernel, systems
from rules.kernel import RuleError, make_book
from rules.models import Book

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
Mark = tuple[int, int]
"""Which book in which state: its id and version."""


class NotLoaded(LookupError):
    """The catalogue has no core book of this game; the message is a sentence for whoever runs the site."""


def rulebook_of(books: Sequence[Book]) -> kernel.Rulebook:
    """The rulebook of these books, the core book first. No query for books in a state seen before.

    Hold the books in a row you have already loaded (`select_related("book")`) and this costs nothing.
    """
    return _RULEBOOKS.get(tuple((book.pk, book.version) for book in books), lambda: _shelf(books))


def rulebook_at(book: int, version: int, homebrew: Sequence[int] = ()) -> kernel.Rulebook:
    """The rulebook of the core book with this id, which is known to be at this version, and of published homebrew.

    As `rulebook_of`. Published editions never change, so that their ids say all of them.
    """
    marks = ((book, version), *((pk, PUBLISHED) for pk in homebrew))
    return _RULEBOOKS.get(marks, lambda: _shelf(_found((book, *homebrew))))


PUBLISHED = 0
"""The version under which a published edition is remembered, whatever number it got there by."""


def _found(ids: Sequence[int]) -> list[Book]:
    """These books, in this order. Raises Book.DoesNotExist where one is gone."""
    books = Book.objects.in_bulk(ids)
    if len(books) < len(set(ids)):
        raise Book.DoesNotExist(f"Of the books {ids}, only {sorted(books)} are in the catalogue.")
    return [books[pk] for pk in dict.fromkeys(ids)]


class Edition(NamedTuple):
    """What a published edition is called. It never changes."""

    pk: int
    system: str
    key: str
    edition: str
    title: str

    @property
    def stamp(self) -> str:
        """Key and edition, as characters remember them: `core@1`."""
        return f"{self.key}@{self.edition}"

    def __str__(self) -> str:
        return f"{self.title}, edition {self.edition}"


def editions_of(ids: Iterable[int]) -> dict[int, Edition]:
    """Published editions by their ids, in the order asked for: one query for those never met, none where all are known.

    What is not in the catalogue is left out.
    """
    wanted = tuple(dict.fromkeys(ids))
    found = {pk: _EDITIONS.made[pk] for pk in wanted if pk in _EDITIONS.made}
    if missing := [pk for pk in wanted if pk not in found]:
        for row in Book.objects.filter(pk__in=missing).values_list(*Edition._fields):
            found[row[0]] = _EDITIONS.get(row[0], partial(Edition._make, row))
    return {pk: found[pk] for pk in wanted if pk in found}


def of_game(ids: Iterable[int], system: str) -> list[int]:
    """Those of these editions that are for one game, in their order. Queries as `editions_of`."""
    return [pk for pk, edition in editions_of(ids).items() if edition.system == system]


def rulebook_for(system: str, homebrew: Sequence[Book] = ()) -> kernel.Rulebook:
    """The rulebook of a game's current core book and these homebrew books: one query. Raises NotLoaded."""
    return rulebook_of((core_of(system), *homebrew))


def core_of(system: str) -> Book:
    """The catalogue's row of the core book that a game ships. Raises KeyError, NotLoaded."""
    cover = systems.get(system).core.cover
    book = Book.objects.filter(core=True, system=cover.system, key=cover.key, edition=cover.edition).first()
    if book is None:
        raise NotLoaded(f"{cover.short} {cover.stamp} is not in the catalogue yet; run manage.py load_rulebooks.")
    return book


def mark_of(system: str) -> Mark:
    """The core book of a game, with how often it has changed: one query. Raises KeyError, NotLoaded."""
    core = core_of(system)
    return core.pk, core.version


def read_book(book: Book) -> kernel.Book:
    """The kernel's book from its rows: one query. Retired entries come last in their kind.

    A retired entry that no longer fits its kind is left out, so that old rows never break new rules.
    Raises RuleError where a current one does not fit.
    """
    kinds = systems.get(book.system).kinds
    rows: dict[str, list[dict[str, object]]] = {}
    for entry in book.entries.order_by("kind", "retired", "place", "key"):
        if not entry.retired or _fits(book, entry.kind, entry.row):
            rows.setdefault(entry.kind, []).append(entry.row)
    return make_book(book.cover, book.sections, rows, kinds)


def _fits(book: Book, kind: str, row: dict[str, object]) -> bool:
    try:
        make_book(book.cover, [], {kind: [row]}, systems.get(book.system).kinds)
    except RuleError:
        return False
    return True


class Memory(Generic[K, V]):
    """The last `most` things made, by key. Threads may meet here: at worst both make the same thing."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.made: dict[K, V] = {}
        self.lock = Lock()

    def get(self, key: K, make: Callable[[], V]) -> V:
        found = self.made.get(key)
        if found is None:
            found = make()
            with self.lock:
                while len(self.made) >= self.most:
                    del self.made[next(iter(self.made))]
                self.made[key] = found
        return found


_EDITIONS: Memory[int, Edition] = Memory(4_096)
_BOOKS: Memory[Mark, kernel.Book] = Memory(256)
_RULEBOOKS: Memory[tuple[Mark, ...], kernel.Rulebook] = Memory(256)


def _once(book: Book) -> kernel.Book:
    """The kernel's book; where it equals the shipped one, that one, so that caches by rulebook are shared."""
    core = systems.get(book.system).core
    made = _BOOKS.get((book.pk, book.version), lambda: read_book(book))
    return core if made == core else made


def _shelf(books: Sequence[Book]) -> kernel.Rulebook:
    game = systems.get(books[0].system)
    shelf = tuple(map(_once, books))
    return game.rulebook if shelf == (game.core,) else kernel.Rulebook.of(shelf)
