"""Where a rule is written."""

import re
from typing import NamedTuple

HOMEBREW = "homebrew"
"""The origin of what players write."""
OUR_RULING = "our ruling"
ORIGINS = {"source": "source", "public": "public page", "ruling": OUR_RULING, HOMEBREW: "homebrew"}
"""Where a section comes from, and what a cite says of it: the game's own source text, a public page, a house ruling,
or something that a player wrote."""

HOUSE = "house"
"""The origin of a house rule of a campaign: its section says whose, and no book has it."""
SURE = {"high": "certain", "medium": "likely", "low": "our best guess"}
"""How sure a section is, where the book says so, and what a cite says of it."""


_SUFFIX = re.compile(r"\.html$| \d{4,}$")
"""What the name of a web page ends with and nobody reads: its file, its revision."""


class Cite(NamedTuple):
    """A place in a book. `ruling` names the house ruling that settles what the passage leaves open.

    `origin` is a key of `ORIGINS`, or "" in a book that is its own source throughout; `url` is the
    address of a public page, `sure` a key of `SURE` or "": of the page,
    not of a ruling on it. A page that has no numbered pages is on page 0.
    """

    book: str
    section: str
    page: int
    ruling: str = ""
    origin: str = ""
    url: str = ""
    sure: str = ""

    @property
    def place(self) -> str:
        """Section, page and origin: where to look once the book lies open."""
        if self.ours or self.of_house:
            return str(self)
        return self._at(self.section, ORIGINS.get(self.origin), "" if self.ruling else SURE.get(self.sure))

    @property
    def short(self) -> str:
        """Book, section and page as a sentence's end has them: how sure a page is, the page of sources says."""
        if self.ours or self.of_house:
            return str(self)
        section = _SUFFIX.sub("", self.section)
        section = section[:1].upper() + section[1:]
        known = ORIGINS[HOMEBREW] if self.origin == HOMEBREW else ""
        return self._in_book(section, known, OUR_RULING if self.ruling else "")

    @property
    def ours(self) -> bool:
        """Whether nothing but a ruling of ours says so."""
        return self.origin == "ruling"

    @property
    def of_house(self) -> bool:
        """Whether a campaign says so."""
        return self.origin == HOUSE

    def __str__(self) -> str:
        if self.ours:
            return OUR_RULING
        if self.of_house:
            return self.section
        sure = OUR_RULING if self.ruling else SURE.get(self.sure)
        return self._in_book(self.section, ORIGINS.get(self.origin), sure)

    def _in_book(self, section: str, *known: str | None) -> str:
        """A whole chapter is called one: "Handbook 2" would be a second volume."""
        if self.origin == HOMEBREW and f" {self.book}".casefold().endswith(f" {section}".casefold()):
            return self._at(self.book, *known)  # "Toll Road Beasts" has no need of "Beasts" behind it
        chapter = ", ch." if section.isdecimal() else ""
        return f"{self.book}{chapter} {self._at(section, *known)}"

    def _at(self, section: str, *known: str | None) -> str:
        place = f"{section}, p. {self.page}" if self.page else section
        words = dict.fromkeys(filter(None, known))
        return f"{place} ({', '.join(words)})" if words else place
