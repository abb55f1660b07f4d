"""A game by its core book: what it is called, its kinds of entry, and where in the book a rule stands."""

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from rules.kernel.basics.cites import Cite
from rules.kernel.basics.memory import stays
from rules.kernel.books.rulebook import Book, Entry, Rulebook, Section, make_book, read_rows, read_sections


@dataclass(eq=False)
class GameBook:
    """What a game is called, and its core book: the TOML in `folder`, with entries of these kinds.

    `key` names the game in documents and addresses, `short` in cites; `pitch` is the sentence under its name. `scope`
    says how much of a game its book is, `minutes` about how long a character takes by hand.
    """

    key: str
    name: str
    tagline: str
    folder: Path
    kinds: tuple[type[Entry], ...]
    short: str
    pitch: str = ""
    scope: str = "Full rules"
    minutes: int = 0
    _cites: dict[tuple[str, int, str], Cite] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        """For what a game has besides its book."""

    @property
    def thoroughness(self) -> str:
        """How much of a game there is, and how long a character takes: "Full rules · 20 min"."""
        return f"{self.scope} · {self.minutes} min" if self.minutes else self.scope

    def cite(self, section: str, page: int, ruling: str = "") -> Cite:
        """A place in this game's core book, with the origin its section has there."""
        known = self._cites.get((section, page, ruling))
        if known is None:
            place = self._places.get(section)
            known = Cite(self.short, section, page, ruling)
            if place:
                known = known._replace(origin=place.origin, url=place.url, sure=place.sure)
            self._cites[section, page, ruling] = known
        return known

    @cached_property
    def core(self) -> Book:
        """The core book as shipped, from the TOML beside the rules."""
        return make_book(*read_rows(self.folder), self.kinds)

    @cached_property
    def _places(self) -> dict[str, Section]:
        return {section.number: section for section in read_sections(read_rows(self.folder, "book.toml")[1], self.key)}

    @cached_property
    def pages(self) -> tuple[Section, ...]:
        """The sections of the core book that say where they come from."""
        return tuple(section for section in self.core.sections if section.origin)

    @cached_property
    def opening(self) -> Cite:
        """Where the book begins on making characters; what concerns the document as a whole is cited there."""
        section = next((s for s in self.core.sections if s.number == "1"), self.core.sections[0])
        return self.cite(section.number, section.page)

    @cached_property
    def rulebook(self) -> Rulebook:
        """The core book alone."""
        made = Rulebook.of([self.core])
        stays(self, made, self.core, *(entry for shelf in made.entries.values() for entry in shelf.values()))
        return made
