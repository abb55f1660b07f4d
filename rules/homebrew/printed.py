"""What the printed entries of a kind have under each field: what a form offers first, and what it sets a number beside.

Of a dataclass that is a row within entries, such as a dot granted, what such rows have anywhere in the core book.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, NamedTuple, cast

from rules.kernel import Entry, kind_of
from rules.kernel.basics import minus
from rules.kernel.pages import Game

COMMON = 6
"""So many words that recur are offered as answers."""
SHORT = 40
"""Words longer than this are no answer to press."""
ENOUGH = 0.4
"""The recurring words are the usual answers where they are at least this part of all."""
RARE = 0.2
"""A field that a smaller part of the printed entries fills in is seldom needed."""
FEW_PRINTED = 4
"""Of fewer printed entries nothing follows."""


class Span(NamedTuple):
    """The numbers that printed entries have: from, to, and the one that most have."""

    low: int
    high: int
    most: int

    def words(self, many: str) -> str:
        """`Most printed spells: 0. From −12 to 0.`"""
        if self.low == self.high:
            return f"All printed {many}: {minus(self.most)}."
        return f"Most printed {many}: {minus(self.most)}. From {minus(self.low)} to {minus(self.high)}."


class Printed:
    """Entries of one kind, or rows of one sort, asked field by field."""

    def __init__(self, things: Sequence[Any]) -> None:
        self.things = things

    def often(self, name: str) -> tuple[str, ...]:
        """What a field says or names, most often first; each of several counts."""
        counts: Counter[str] = Counter()
        for value in self._values(name):
            counts.update([value] if isinstance(value, str) else [one for one in value if isinstance(one, str)])
        return tuple(value for value, _ in counts.most_common() if value)

    def common(self, name: str) -> tuple[str, ...]:
        """The few words that recur in a field of free text, most often first; none where most have words of their
        own."""
        values = [value for value in self._values(name) if value]
        counts = Counter(values)
        recurring = [(word, n) for word, n in counts.most_common(COMMON) if n > 1 and len(word) <= SHORT]
        enough = sum(n for _, n in recurring) >= ENOUGH * len(values)
        return tuple(word for word, _ in recurring) if enough else ()

    def span(self, name: str) -> Span | None:
        """The numbers of a field, None where no entry is printed."""
        values = self._values(name)
        return Span(min(values), max(values), Counter(values).most_common(1)[0][0]) if values else None

    def lengths(self, name: str) -> Span | None:
        """How many rows a list has, None where no entry is printed."""
        values = [len(value) for value in self._values(name)]
        return Span(min(values), max(values), Counter(values).most_common(1)[0][0]) if values else None

    def is_rare(self, name: str) -> bool:
        """Whether few of the printed entries fill a field in."""
        values = self._values(name)
        return len(values) > FEW_PRINTED and sum(map(bool, values)) < RARE * len(values)

    def _values(self, name: str) -> list[Any]:
        return [getattr(thing, name) for thing in self.things]


def printed(kind: type[Any], system: Game) -> Printed:
    """What is printed of a kind of entry, or of a sort of row within entries."""
    return _printed(cast(Hashable, kind), system)


@cache
def _printed(kind: Any, system: Game) -> Printed:
    if issubclass(kind, Entry):
        return Printed(tuple(one for one in system.core.entries.get(kind_of(kind), {}).values() if not one.retired))
    return Printed(tuple(row for row in _rows(system) if isinstance(row, kind)))


def _rows(system: Game) -> Iterator[Any]:
    """Every row that stands in some list of the core book."""
    for shelf in system.core.entries.values():
        for entry in shelf.values():
            for field in fields(entry):
                value = getattr(entry, field.name)
                if isinstance(value, tuple):
                    yield from (one for one in value if is_dataclass(one))
