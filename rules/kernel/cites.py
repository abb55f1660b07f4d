"""Where a rule is written."""

from typing import NamedTuple

ORIGINS = {"source": "source", "public": "public page", "ruling": "ruling"}
"""Where a section comes from, and what a cite says of it: the game's own source text, a public page, a house ruling."""


class Cite(NamedTuple):
    """A place in a book. `ruling` names the house ruling that settles what the passage leaves open.

    `origin` is a key of `ORIGINS`, or "" in a book that is its own source throughout; `url` is the
    address of a public page. A page that has no numbered pages is on page 0.
    """

    book: str
    section: str
    page: int
    ruling: str = ""
    origin: str = ""
    url: str = ""

    @property
    def place(self) -> str:
        """Section, page and origin: where to look once the book lies open."""
        place = f"{self.section}, p. {self.page}" if self.page else self.section
        return f"{place} ({ORIGINS[self.origin]})" if self.origin else place

    def __str__(self) -> str:
        place = f"{self.book} {self.place}"
        return f"ruling {self.ruling} on {place}" if self.ruling else place
