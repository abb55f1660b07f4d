"""Books tried out beside the core book of their game, before anybody plays with them. Pure: kernel books in and out.

Characters at random, and some who choose everything of the books, are read, and every page that shows them is made.
"""

from collections.abc import Container, Iterator, Sequence
from functools import cached_property
from hashlib import sha256
from itertools import chain, product
from typing import NamedTuple

from rules.audit.dangling_refs import entries_of
from rules.audit.dry_run import draw, on, page_of, point, press, show
from rules.audit.figure_choices import TABLES, builds, choosing
from rules.kernel import Book, Build, Entry, Rulebook, kind_of
from rules.kernel.basics import MIB, BoundedCache, shorten
from rules.kernel.books import Aside
from rules.kernel.pages import Game


class Broken(NamedTuple):
    """An entry that a page cannot be made with: its place in the book, the page, and what the rules say."""

    place: str
    entry: Entry
    page: str
    said: str

    @property
    def aside(self) -> Aside:
        return Aside(kind_of(type(self.entry)), self.entry.key, self.entry.name, f"{self.page} cannot be made with it")


class BookTrial:
    """Books in play beside the core book of their game."""

    def __init__(self, books: tuple[Book, ...], system: Game) -> None:
        self.books, self.system = books, system
        self.rulebook = Rulebook.of((system.core, *books))

    @cached_property
    def wording(self) -> tuple[Game, str]:
        """The game and a mark of all that the books say: the same for drafts and editions that say the same."""
        return self.system, sha256(repr(self.books).encode()).hexdigest()

    @property
    def entries(self) -> Iterator[tuple[str, Entry]]:
        return chain.from_iterable(map(entries_of, self.books))

    @property
    def givers(self) -> tuple[Entry, ...]:
        return self.rulebook.givers

    @cached_property
    def chosen(self) -> tuple[Build, ...]:
        """Builds that have everything of these books that can be had, as far as that is not too much."""
        keys = frozenset(entry.key for _, entry in self.entries)
        return tuple(choosing(self.system, self.rulebook, keys))

    @cached_property
    def chance(self) -> tuple[Build, ...]:
        """The empty build and some at random."""
        return builds(self.system, self.rulebook)

    @property
    def tried(self) -> tuple[Build, ...]:
        """Builds by which the books are tried out."""
        return (*self.chance, *self.chosen)

    def name(self, place: str) -> str:
        kind, _, key = place.partition(".")
        return self.rulebook.entries[kind][key].name


def rehearse(played: BookTrial, *, pressed: bool = False) -> Exception | None:
    """What is raised while everything is made that shows these books, if anything is.

    `pressed`, what can be asked is also asked as nobody would. Books that held are not tried out again, though a draft
    becomes an edition, and an edition stands on many shelves.
    """
    if any(_HELD.peek((*played.wording, hard)) for hard in (True, pressed)):
        return None
    problem = _tried(played, pressed)
    if problem is None:
        _HELD.keep((*played.wording, pressed), True)
    return problem


_HELD: BoundedCache[tuple[Game, str, bool], bool] = BoundedCache(MIB)
"""Books that have been tried out, and whether they were pressed."""


def _tried(played: BookTrial, pressed: bool) -> Exception | None:
    try:
        with on("the builder"):
            tried = played.tried
        with on("the sheet"):
            sheets = [played.system.read(build, played.rulebook, table) for build, table in product(tried, TABLES)]
        for sheet in sheets:
            draw(sheet)
            if pressed:
                press(sheet)
        some = sheets[: len(TABLES) * 2 : len(TABLES)]
        keys = frozenset(entry.key for _, entry in played.entries)
        for sheet in (sheets[0], sheets[-1]):
            point(sheet, keys)
        for sheet, (_, entry) in product(some, played.entries):
            show(sheet, entry, pressed=pressed)
    except Exception as problem:  # whatever a rule makes of it: an author cannot know, and no player must find out
        return problem
    return None


def broken(book: Book, system: Game, *, pressed: bool = False) -> tuple[Broken, ...]:
    """The entries of one book that some page cannot be made with. Without them it can be played with.

    A book that is sound is tried out once; each entry that is not takes about twice as often as the book can be halved.
    """
    entries = dict(entries_of(book))

    def among(places: Sequence[str], beside: Sequence[str]) -> Iterator[Broken]:
        """Which of these do not go with those beside them, which go together."""
        problem = rehearse(BookTrial((_only(book, {*places, *beside}),), system), pressed=pressed)
        if problem is None:
            return
        if len(places) < 2:
            yield from (Broken(place, entries[place], page_of(problem), said_by(problem)) for place in places)
            return
        half = len(places) // 2
        first = tuple(among(places[:half], beside))
        yield from first
        lost = {one.place for one in first}
        yield from among(places[half:], [*beside, *(place for place in places[:half] if place not in lost)])

    return tuple(among(list(entries), []))


def sound(book: Book, system: Game) -> Book:
    """The book without the entries that some page cannot be made with: set aside, unless they have left it anyway."""
    found = [(one.aside, one.entry.retired) for one in broken(book, system)]
    gone = {(aside.kind, aside.key) for aside, _ in found}
    return book.without(gone, [aside for aside, retired in found if not retired])


def said_by(problem: Exception) -> str:
    """What the rules say of something that they raised."""
    return shorten(f"{type(problem).__name__}, {problem}", 200)


def _only(book: Book, places: Container[str]) -> Book:
    """The book with these entries alone."""
    every = ((kind, key) for kind, shelf in book.entries.items() for key in shelf)
    return book.without({(kind, key) for kind, key in every if f"{kind}.{key}" not in places})
