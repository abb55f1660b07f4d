"""The books in play: entries by kind and key, immutable.

A game keeps its core book as TOML files; homebrew books are the same tables from a player. Later books
override earlier ones, key by key.
"""

import tomllib
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, wraps
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Any, Concatenate, ParamSpec, TypeVar

from rules.kernel.basics import strict
from rules.kernel.basics.cites import ORIGINS, SURE, Cite
from rules.kernel.basics.errors import RuleError
from rules.kernel.basics.form_hints import asked
from rules.kernel.basics.memory import MIB, BoundedCache
from rules.kernel.books.effects import Effect, Requirement

Rows = Mapping[str, Sequence[Mapping[str, Any]]]
"""A book as plain data: kind -> its entries, in the book's order."""


@dataclass(frozen=True, slots=True)
class Grant:
    """Dots that an entry gives. With more than one option the player picks one, under the key `pick`."""

    options: tuple[str, ...] = asked("On one of", "If you list several, the player chooses one.", of="score")
    dots: int = asked("Dots")
    pick: str = asked(auto=True, default="")
    suggested: tuple[str, ...] = asked(auto=True, default=())


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One thing of a book. Games derive their kinds from this; every field is a key of the TOML."""

    key: str
    name: str
    section: str
    page: int
    summary: str
    aliases: tuple[str, ...] = asked("Other names", "One per line. Search finds these too.", default=())
    effects: tuple[Effect, ...] = asked("Bonuses", "Applies to any character who has this.", default=())
    requires: tuple[Requirement, ...] = asked("Requirements", "Characters below this get a warning.", default=())
    retired: bool = False
    book: str = ""
    short: str = ""
    origin: str = ""
    url: str = ""
    sure: str = ""

    @cached_property
    def cite(self) -> Cite:
        return Cite(self.short, self.section, self.page, origin=self.origin, url=self.url, sure=self.sure)


@dataclass(frozen=True)
class Section:
    """A numbered passage of a book. `origin`, `url` and `sure` say where it comes from, as in `Cite`."""

    number: str
    title: str
    page: int
    origin: str = ""
    url: str = ""
    sure: str = ""


@dataclass(frozen=True)
class Cover:
    """What a book says of itself. `short` is how cites call it."""

    key: str
    edition: str
    system: str
    title: str
    short: str
    licence: str

    @property
    def edition_ref(self) -> str:
        """Key and edition, as characters remember them: `core@1`."""
        return f"{self.key}@{self.edition}"


@dataclass(frozen=True, slots=True)
class Aside:
    """An entry that is left out of its book, because pages cannot be drawn with it: why, as the end of a sentence."""

    kind: str
    key: str
    name: str
    why: str

    @property
    def sentence(self) -> str:
        return f"{self.name} can't be shown: {self.why}. Its author can publish a new edition."


@dataclass(frozen=True)
class Book:
    """A cover, the sections that cites point to, and the entries; what is set `aside` is none of them."""

    cover: Cover
    sections: tuple[Section, ...]
    entries: Mapping[str, Mapping[str, Entry]]
    aside: tuple[Aside, ...] = ()

    def without(self, gone: "Container[tuple[str, str]]", aside: "Iterable[Aside]" = ()) -> "Book":
        """The book less these entries, by kind and key, of which some may be told of as set aside."""
        kept = {
            kind: MappingProxyType({key: entry for key, entry in shelf.items() if (kind, key) not in gone})
            for kind, shelf in self.entries.items()
        }
        return replace(self, entries=MappingProxyType(kept), aside=(*self.aside, *aside))


E = TypeVar("E", bound=Entry)
T = TypeVar("T")
P = ParamSpec("P")

DERIVED: BoundedCache[Any, Any] = BoundedCache(32 * MIB)
"""What follows from the books in play alone, for every rulebook in this process."""
_NUMBERS = count()


@dataclass(frozen=True)
class Rulebook:
    """The books in play, read as one."""

    books: tuple[Book, ...]
    entries: Mapping[str, Mapping[str, Entry]]

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(self.editions)

    @cached_property
    def number(self) -> int:
        """Another for each rulebook of a process, to know it by without keeping it."""
        return next(_NUMBERS)

    @classmethod
    def of(cls, books: Iterable[Book]) -> "Rulebook":
        """Books in order of precedence, the core book first."""
        shelf = tuple(books)
        merged: dict[str, dict[str, Entry]] = {}
        for book in shelf:
            for kind, entries in book.entries.items():
                merged.setdefault(kind, {}).update(entries)
        return cls(shelf, MappingProxyType({kind: MappingProxyType(e) for kind, e in merged.items()}))

    @property
    def editions(self) -> tuple[str, ...]:
        return tuple(book.cover.edition_ref for book in self.books)

    @cached_property
    def aside(self) -> Mapping[tuple[str, str], Aside]:
        """What the books have set aside, by kind and key. Another of them may have an entry of that key."""
        return MappingProxyType({(one.kind, one.key): one for book in self.books for one in book.aside})

    @cached_property
    def givers(self) -> tuple[Entry, ...]:
        """The entries that have effects or require something."""
        every = (entry for shelf in self.entries.values() for entry in shelf.values())
        return tuple(entry for entry in every if entry.effects or entry.requires)

    @cached_property
    def retired(self) -> tuple[Entry, ...]:
        """The entries that have left their book."""
        return tuple(entry for shelf in self.entries.values() for entry in shelf.values() if entry.retired)

    @cached_property
    def _by_alias(self) -> Mapping[tuple[str, str], Entry]:
        """The first entry of a kind that has this alias."""
        named = ((kind, entry) for kind, shelf in self.entries.items() for entry in shelf.values())
        found: dict[tuple[str, str], Entry] = {}
        for kind, entry in named:
            for alias in entry.aliases:
                found.setdefault((kind, alias), entry)
        return MappingProxyType(found)

    def all(self, shape: type[E]) -> Mapping[str, E]:
        """Every entry of a kind, in the book's order."""
        return self.entries.get(kind_of(shape), MappingProxyType({}))  # type: ignore[return-value]  # by kind

    def offered(self, shape: type[E]) -> tuple[E, ...]:
        """The entries of a kind that have not left their book, in its order: what can be chosen now."""
        return tuple(entry for entry in self.all(shape).values() if not entry.retired)

    def find(self, shape: type[E], key: str) -> E | None:
        """The entry with this key or alias, None where no book in play has one."""
        entries = self.all(shape)
        found = entries.get(key)
        return found or self._by_alias.get((kind_of(shape), key))  # type: ignore[return-value]  # by kind

    def resolves(self, cite: Cite) -> bool:
        """Whether a cite points to a section of a book in play, on a page not before it starts, or to a house rule,
        which stands in none."""
        return cite.of_house or any(
            section.number == cite.section and section.page <= cite.page
            for book in self.books
            if book.cover.short == cite.book
            for section in book.sections
        )


def derived(make: Callable[Concatenate[Rulebook, P], T]) -> Callable[Concatenate[Rulebook, P], T]:
    """Decorates a pure function of a rulebook, and of small things besides: what it returns is remembered.

    The rulebook is not: whoever holds it may let it go.
    """

    @wraps(make)
    def remembered(rulebook: Rulebook, /, *args: P.args, **named: P.kwargs) -> T:
        key = (make, rulebook.number, *args, *named.items())
        found: T | None = DERIVED.peek(key)
        return DERIVED.keep(key, make(rulebook, *args, **named)) if found is None else found

    return remembered


def kind_of(shape: type[Entry]) -> str:
    """`Archetype` as "archetype", `PowerLevel` as "power-level": the name of its table in the TOML."""
    return _kind(shape.__name__)


@cache
def _kind(name: str) -> str:
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in name).lstrip("-")


def read_rows(
    folder: Path, files: str = "*.toml"
) -> tuple[dict[str, Any], list[dict[str, Any]], dict[str, list[dict[str, Any]]]]:
    """A folder of TOML files as (cover, sections, rows by kind). Raises RuleError with file and place."""
    cover: dict[str, Any] = {}
    sections: list[dict[str, Any]] = []
    rows: dict[str, list[dict[str, Any]]] = {}
    for path in sorted(folder.glob(files)):
        try:
            content = tomllib.loads(path.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
            raise RuleError(f"{path.name}: {fault}") from fault
        for kind, tables in content.items():
            if kind == "book":
                if cover:
                    raise RuleError(f"{path.name}: [book] is in another file already.")
                cover = tables
            elif not isinstance(tables, list):
                raise RuleError(f"{path.name}: [{kind}] should be a list of tables, [[{kind}]].")
            elif kind == "section":
                sections.extend(tables)
            else:
                rows.setdefault(kind, []).extend(tables)
    return cover, sections, rows


def make_book(
    cover: Mapping[str, Any],
    sections: Iterable[Mapping[str, Any]],
    rows: Rows,
    shapes: Iterable[type[Entry]],
) -> Book:
    """A book from plain data, whichever store it came from. Raises RuleError that names the entry."""
    face = strict.read(Cover, cover, "book")
    by_kind = {kind_of(shape): shape for shape in shapes}
    for kind in rows:
        if kind not in by_kind:
            raise RuleError(f"{face.key}.{kind}: no kind of entry is called “{kind}”; there are {', '.join(by_kind)}.")
    found = read_sections(sections, f"{face.key}.section")
    places = {section.number: section for section in found}
    entries: dict[str, Mapping[str, Entry]] = {}
    for kind, shape in by_kind.items():
        shelf: dict[str, Entry] = {}
        for number, row in enumerate(rows.get(kind, ())):
            named = row.get("key") if isinstance(row, Mapping) else None
            where = f"{face.key}.{kind}.{number if named is None else named}"
            entry = strict.read(shape, row, where, book=face.key, short=face.short, **_origin(row, places))
            if entry.key in shelf:
                raise RuleError(f"{where}: duplicate key.")
            shelf[entry.key] = entry
        entries[kind] = MappingProxyType(shelf)
    return Book(face, found, MappingProxyType(entries))


def read_sections(rows: Iterable[Mapping[str, Any]], where: str) -> tuple[Section, ...]:
    """Sections from plain data. Raises RuleError where one claims an origin there is not, or an unsafe address."""
    found = tuple(strict.read(Section, row, where) for row in rows)
    for section in found:
        if section.origin and section.origin not in ORIGINS:
            raise RuleError(f"{where}.origin: “{section.origin}” is none of {', '.join(ORIGINS)}.")
        if section.sure and section.sure not in SURE:
            raise RuleError(f"{where}.sure: “{section.sure}” is none of {', '.join(SURE)}.")
        if section.url and not section.url.startswith("https://"):
            raise RuleError(f"{where}.url: “{section.url}” should start with https://.")
    return found


def _origin(row: Any, places: Mapping[str, Section]) -> dict[str, str]:
    """Where an entry comes from: as the section it stands in."""
    named = row.get("section") if isinstance(row, Mapping) else None
    section = places.get(named) if isinstance(named, str) else None
    given = (section.origin, section.url, section.sure) if section else ("", "", "")
    return dict(zip(("origin", "url", "sure"), given, strict=True))
