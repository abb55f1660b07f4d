"""The books in play as one immutable kernel Rulebook, read from the catalogue once per version."""

import logging
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rules import kernel, systems
from rules.audit.trials import sound
from rules.kernel import RuleError
from rules.kernel.basics import MIB, BoundedCache, shorten
from rules.kernel.books import Aside, make_book
from rules.models import Book, Entry

logger = logging.getLogger(__name__)

BookVersion = tuple[int, int]
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
    def edition_ref(self) -> str:
        """Key and edition, as characters remember them: `core@1`."""
        return f"{self.key}@{self.edition}"

    def __str__(self) -> str:
        return f"{self.title}, edition {self.edition}"


def editions_of(ids: Iterable[int]) -> dict[int, Edition]:
    """Published editions by their ids, in the order asked for: one query for those never met, none where all are known.

    What is not in the catalogue is left out.
    """
    wanted = tuple(dict.fromkeys(ids))
    found = {pk: edition for pk in wanted if (edition := _EDITIONS.peek(pk))}
    if missing := [pk for pk in wanted if pk not in found]:
        for row in Book.objects.filter(pk__in=missing).values_list(*Edition._fields):
            found[row[0]] = _EDITIONS.keep(row[0], Edition._make(row))
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
        raise NotLoaded(f"{cover.short} {cover.edition_ref} is not in the catalogue yet; run manage.py load_rulebooks.")
    return book


def core_version(system: str) -> BookVersion:
    """The core book of a game, with how often it has changed: one query. Raises KeyError, NotLoaded."""
    core = core_of(system)
    return core.pk, core.version


def read_book(book: Book) -> kernel.Book:
    """The kernel's book from its rows: one query. Retired entries come last in their kind.

    A row that no longer fits its kind is left out, so that old rows never break new rules: of homebrew it is set aside,
    unless it is retired. Raises RuleError where a current one of a core book does not fit.
    """
    kinds = systems.get(book.system).kinds
    rows: dict[str, list[dict[str, object]]] = {}
    aside: list[Aside] = []
    for entry in book.entries.order_by("kind", "retired", "place", "key"):
        if (book.core and not entry.retired) or not (misfit := _misfit(book, entry)):
            rows.setdefault(entry.kind, []).append(entry.row)
        elif not entry.retired:
            aside.append(Aside(entry.kind, entry.key, entry.name, shorten(misfit, 200).rstrip(".")))
    return make_book(book.cover, book.sections, rows, kinds).without((), aside)


def _misfit(book: Book, entry: Entry) -> str:
    """Why a row does not fit its kind, "" where it does."""
    try:
        make_book(book.cover, [], {entry.kind: [entry.row]}, systems.get(book.system).kinds)
    except RuleError as fault:
        return str(fault)
    return ""


_EDITIONS: BoundedCache[int, Edition] = BoundedCache(MIB)
_BOOKS: BoundedCache[BookVersion, kernel.Book] = BoundedCache(24 * MIB)
_RULEBOOKS: BoundedCache[tuple[BookVersion, ...], kernel.Rulebook] = BoundedCache(24 * MIB)


def _once(book: Book) -> kernel.Book:
    """The kernel's book; where it equals the shipped one, that one, so that caches by rulebook are shared."""
    core = systems.get(book.system).core
    made = _BOOKS.get((book.pk, book.version), lambda: _opened(book))
    return core if made == core else made


def draft_of(book: Book) -> kernel.Book:
    """One homebrew book as the kernel reads it. No query for a book in a state seen before."""
    return _once(book)


def aside_in(book: Book) -> tuple[Aside, ...]:
    """What a book says and no page here can be made with. No query for a book in a state seen before."""
    return () if book.core else _once(book).aside


def _opened(book: Book) -> kernel.Book:
    """The kernel's book; of homebrew without what pages cannot be made with, so that an entry costs only itself."""
    read = read_book(book)
    made = read if book.core else sound(read, systems.get(book.system))
    for one in made.aside:
        logger.error("%s, edition %s: %s", book.title, book.edition, one.sentence)
    return made


def _shelf(books: Sequence[Book]) -> kernel.Rulebook:
    game = systems.get(books[0].system)
    shelf = tuple(map(_once, books))
    return game.rulebook if shelf == (game.core,) else kernel.Rulebook.of(shelf)
