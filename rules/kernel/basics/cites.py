"""Where a rule is written."""

from typing import NamedTuple

HOMEBREW = "homebrew"
"""The origin of what players write."""
OUR_RULING = "our ruling"
ORIGINS = {"source": "source", "public": "public page", "ruling": OUR_RULING, HOMEBREW: "homebrew"}
"""Where a section comes from, and what a cite says of it: the game's own source text, a public page, a house ruling,
or something that a player wrote."""

SURE = {"high": "certain", "medium": "likely", "low": "our best guess"}
"""How sure a section is, where the book says so, and what a cite says of it."""


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
        return self._place("" if self.ruling else SURE.get(self.sure))

    def __str__(self) -> str:
        return f"{self.book} {self._place(OUR_RULING if self.ruling else SURE.get(self.sure))}"

    def _place(self, sure: str | None) -> str:
        place = f"{self.section}, p. {self.page}" if self.page else self.section
        words = dict.fromkeys(filter(None, (ORIGINS.get(self.origin), sure)))
        return f"{place} ({', '.join(words)})" if words else place
