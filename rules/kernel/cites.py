"""Where a rule is written."""

from typing import NamedTuple


class Cite(NamedTuple):
    """A place in a book. `ruling` names the house ruling that settles what the passage leaves open."""

    book: str
    section: str
    page: int
    ruling: str = ""

    def __str__(self) -> str:
        place = f"{self.book} {self.section}, p. {self.page}"
        return f"ruling {self.ruling} on {place}" if self.ruling else place
