"""Books: their entries, what an entry does, and several books read as one."""

from rules.kernel.books.effects import Effect, Requirement
from rules.kernel.books.rulebook import (
    DERIVED,
    Aside,
    Book,
    Cover,
    Entry,
    Grant,
    Rulebook,
    Section,
    derived,
    kind_of,
    make_book,
    read_rows,
)

__all__ = [
    "DERIVED",
    "Aside",
    "Book",
    "Cover",
    "Effect",
    "Entry",
    "Grant",
    "Requirement",
    "Rulebook",
    "Section",
    "derived",
    "kind_of",
    "make_book",
    "read_rows",
]
