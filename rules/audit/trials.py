"""Books tried out beside the core book of their game, before anybody plays with them. Pure: kernel books in and out.

Characters at random, and some who choose everything of the books, are read, and every page that shows them is made.
What cannot be made is made again, by itself, with fewer entries, until it is known which of them it breaks over.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import cached_property, partial
from hashlib import sha256
from itertools import chain, product
from typing import NamedTuple

from rules.audit.dangling_refs import entries_of
from rules.audit.dry_run import PAGES, on, page_of, point, press, show
from rules.audit.figure_choices import TABLES, builds, choosing
from rules.kernel import Book, Build, Entry, Rulebook, RulesContext, Sheet, kind_of
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
        self._sheets: dict[tuple[int, int], tuple[Build, Sheet]] = {}

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
        return tuple(choosing(self.system, self.rulebook, self.keys))

    @property
    def keys(self) -> frozenset[str]:
        """Those of every entry of these books."""
        return frozenset(entry.key for _, entry in self.entries)

    @cached_property
    def chance(self) -> tuple[Build, ...]:
        """The empty build and some at random."""
        return builds(self.system, self.rulebook)

    @property
    def tried(self) -> tuple[Build, ...]:
        """Builds by which the books are tried out."""
        return (*self.chance, *self.chosen)

    def sheet(self, build: Build, table: RulesContext) -> Sheet:
        """Somebody who plays with these books, read once."""
        key = id(build), id(table)
        if key not in self._sheets:
            self._sheets[key] = build, self.system.read(build, self.rulebook, table)
        return self._sheets[key][1]

    def name(self, place: str) -> str:
        kind, _, key = place.partition(".")
        return self.rulebook.entries[kind][key].name


Spot = Callable[[BookTrial], object]
"""Something that shows books, made by itself. It raises where it cannot be made with them."""


class Problem(NamedTuple):
    """Something that could not be made, and what was raised."""

    spot: Spot
    raised: Exception


def rehearse(played: BookTrial, *, pressed: bool = False) -> Exception | None:
    """What is raised first while everything is made that shows these books, if anything is.

    `pressed`, what can be asked is also asked as nobody would.
    """
    return next((problem.raised for problem in tried_out(played, pressed)), None)


def tried_out(played: BookTrial, pressed: bool) -> Iterator[Problem]:
    """Everything that cannot be made of these books, each by itself, and nothing that needs it.

    Books that held are not tried out again, though a draft becomes an edition, and an edition stands on many shelves.
    """
    if any(_HELD.peek((*played.wording, hard)) for hard in (True, pressed)):
        return
    held = True
    for problem in _problems(played, pressed):
        held = False
        yield problem
    if held:
        _HELD.keep((*played.wording, pressed), True)


_HELD: BoundedCache[tuple[Game, str, bool], bool] = BoundedCache(MIB)
"""Books that have been tried out, and whether they were pressed."""


def _problems(played: BookTrial, pressed: bool) -> Iterator[Problem]:
    if problem := _problem(_people, played):
        yield problem
        return
    pages, read = (*PAGES, press) if pressed else PAGES, list[Who]()
    for who in product(played.tried, TABLES):
        if problem := _problem(partial(_read, who=who), played):
            yield problem
            continue
        read.append(who)
        yield from _among(played, (partial(_page, who=who, draw=draw) for draw in pages))
    if read:
        yield from _among(played, (partial(_pointed, who=who) for who in (read[0], read[-1])))
        first, places = read[: len(TABLES) * 2 : len(TABLES)], [place for place, _ in played.entries]
        told = (partial(_told, who=who, place=place, pressed=pressed) for who, place in product(first, places))
        yield from _among(played, told)


def _among(played: BookTrial, spots: Iterable[Spot]) -> Iterator[Problem]:
    return filter(None, (_problem(spot, played) for spot in spots))


def _problem(spot: Spot, played: BookTrial) -> Problem | None:
    try:
        spot(played)
    except Exception as raised:  # whatever a rule makes of it: an author cannot know, and no player must find out
        return Problem(spot, raised)
    return None


# What is made

Who = tuple[Build, RulesContext]


def _people(played: BookTrial) -> None:
    with on("the builder"):
        _ = played.tried


def _read(played: BookTrial, who: Who) -> None:
    with on("the sheet"):
        played.sheet(*who)


def _page(played: BookTrial, who: Who, draw: Callable[[Sheet], None]) -> None:
    draw(played.sheet(*who))


def _pointed(played: BookTrial, who: Who) -> None:
    point(played.sheet(*who), played.keys)


def _told(played: BookTrial, who: Who, place: str, *, pressed: bool) -> None:
    if entry := dict(played.entries).get(place):
        show(played.sheet(*who), entry, pressed=pressed)


# What breaks


def broken(book: Book, system: Game, *, pressed: bool = False) -> tuple[Broken, ...]:
    """The entries of one book that some page cannot be made with, in its order. Without them it can be played with.

    Everything is made once, and once more without the entries that something could not be made with.
    """
    found, places = dict[str, Broken](), [place for place, _ in entries_of(book)]
    while problems := list(tried_out(BookTrial((_only(book, places),), system), pressed)):
        left = len(places)
        for problem in problems:
            for one in _breaking(problem.spot, book, system, places):
                found[one.place] = one
                places.remove(one.place)
        if not places or len(places) == left:  # what can't be made to happen again is nobody's
            break
    return tuple(found[place] for place, _ in entries_of(book) if place in found)


def _breaking(spot: Spot, book: Book, system: Game, places: Sequence[str]) -> list[Broken]:
    """The fewest of these entries without which the others can be shown here, the later ones where it takes several.

    Where it can be made after all it is made once; each entry it breaks over costs about twice as often as the others
    can be halved.
    """
    entries = dict(entries_of(book))

    def among(these: Sequence[str], beside: Sequence[str]) -> list[Broken]:
        """Which of these do not go with those beside them, which go together."""
        problem = _problem(spot, BookTrial((_only(book, {*these, *beside}),), system))
        if problem is None:
            return []
        if len(these) < 2:
            return [Broken(one, entries[one], page_of(problem.raised), said_by(problem.raised)) for one in these]
        half = len(these) // 2
        first = among(these[:half], beside)
        lost = {one.place for one in first}
        return [*first, *among(these[half:], [*beside, *(one for one in these[:half] if one not in lost)])]

    return among(places, [])


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
