"""What the blocks of a printed sheet are made of: boxes and clocks, numbers, passages, cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from rules.kernel.basics import minus
from rules.kernel.books.rulebook import Rulebook
from rules.kernel.documents.builds import Build
from rules.kernel.items import display_name
from rules.kernel.pages.chances import Chance
from rules.kernel.rolls.trackers import Tracker
from rules.kernel.sheet import Sheet

T = TypeVar("T")

LONGEST_ON_CARD = 450
ON_PAPER = 30
OPEN_BOXES = 8
MOST_PARTS, OPEN_PARTS = 12, 6
"""Parts of a clock: at most, and where nothing says how many."""


@dataclass(frozen=True, slots=True)
class Track:
    """Boxes to tick. Without a `maximum` they are only a start; `more` says what did not fit. `words` has one to stand
    under each box, or none."""

    label: str
    boxes: range
    maximum: int | None
    more: str
    summary: str
    words: tuple[str, ...] = ()

    @classmethod
    def of(cls, tracker: Tracker) -> "Track":
        limit = tracker.start if tracker.entry else tracker.maximum.value if tracker.maximum else None
        count = OPEN_BOXES if limit is None else min(max(limit, 0), ON_PAPER)
        more = f"and {limit - count:,} more" if limit is not None and limit > count else ""
        return cls(tracker.label, range(count), limit, more, tracker.summary)

    @property
    def worded(self) -> tuple[tuple[str, str, range], ...]:
        """Of each box that has a word: what it is called alone, the word, and the box."""
        return tuple((f"{self.label}, {word}", word, range(1)) for word in self.words)


@dataclass(frozen=True, slots=True)
class Clock:
    """A circle in so many `parts` to fill; `word` stands in its middle, `more` says what did not fit."""

    label: str
    parts: int
    word: str
    more: str
    summary: str

    @classmethod
    def of(cls, label: str, top: int | None, summary: str) -> "Clock":
        """One that goes so far, with its number in the middle; None where no book sets an end."""
        if top is None:
            return cls(label, OPEN_PARTS, "", "", summary)
        parts = min(max(top, 0), MOST_PARTS)
        more = f"and {top - parts:,} more" if top > parts else ""
        return cls(label, parts, minus(top), more, summary)


@dataclass(frozen=True, slots=True)
class NumberLine:
    """Something with a number, as it is written, and a word more; of what is rolled alone, the chance. What is `bought`
    stands out."""

    label: str
    value: str
    more: str = ""
    chance: Chance | None = None
    bought: bool = False

    @property
    def far(self) -> bool:
        """Whether what stands at its end takes room from its name."""
        return self.chance is not None or len(self.value) > 3

    @property
    def told(self) -> str:
        """The words beside its name."""
        return " · ".join(str(part) for part in (self.more, self.chance) if part)


@dataclass(frozen=True, slots=True)
class Passage:
    """A title and its words."""

    title: str
    text: str
    aside: str = ""

    @property
    def short(self) -> bool:
        """Whether title and words fit one line."""
        return len(self.text) <= 90 and "\n" not in self.text


@dataclass(frozen=True, slots=True)
class PrintedItem:
    """Something carried: as the player calls it, else like what is picked of a book."""

    name: str
    count: int
    text: str

    @classmethod
    def of(cls, entry: Build, rulebook: Rulebook) -> "PrintedItem":
        count = next((entry.scores[key] for key in ("count", "quantity", "amount") if key in entry.scores), 1)
        found = (rulebook.entries.get(kind, {}).get(entry.pick(kind)) for kind in entry.picks)
        of_a_book = next((one.name for one in found if one), "Unnamed item")
        return cls(
            display_name(entry, rulebook) or of_a_book,
            count,
            " · ".join(t for t in entry.notes.values() if t),
        )


def written_lists(sheet: Sheet) -> tuple[tuple[str, tuple[PrintedItem, ...]], ...]:
    """Every list of the build by its title, as it was written."""
    lists = ((key, entries) for key, entries in sheet.build.entries.items() if entries)
    return tuple(
        (key.capitalize(), tuple(PrintedItem.of(entry, sheet.rulebook) for entry in entries)) for key, entries in lists
    )


def several_of(name: str, count: int) -> str:
    """The title of a card: "Rope", or "Rope ×3" where there are more."""
    return name if count == 1 else f"{name} ×{count}"


@dataclass(frozen=True, slots=True)
class Card:
    """Something owned: a large `number` with a `word` under it, `kind` under its name, `facts` (label, value) of a line
    each, what it does, and a `foot`. What is rolled has its `chance` after the word.

    Without a title it is blank, to write on.
    """

    title: str = ""
    kind: str = ""
    number: str = ""
    word: str = ""
    text: str = ""
    foot: str = ""
    chance: Chance | None = None
    facts: tuple[tuple[str, str], ...] = ()

    @property
    def told(self) -> str:
        """The words under its number: "or less · 50%"."""
        return f"{self.word} · {self.chance}" if self.chance else self.word

    @property
    def broad(self) -> bool:
        """Whether it needs the width of the page, and may go on over it."""
        return len(self.text) + len(self.foot) + sum(map(len, self.lines)) > LONGEST_ON_CARD

    @property
    def lines(self) -> tuple[str, ...]:
        """Its facts, each as a line of words."""
        return tuple(f"{label} {value}".strip() for label, value in self.facts)


@dataclass(frozen=True, slots=True)
class Deck:
    """What is owned of one sort, as cards side by side. The last row is filled with blank ones: there is one at least,
    unless two rows or more are full, or none is to `spare`.

    Those with much to say come last, each across the page.
    """

    cards: tuple[Card, ...]
    spare: bool = True
    across: int = 3

    @property
    def by_rows(self) -> tuple[tuple[Card, ...], ...]:
        """Side by side on a page, as many as go `across`."""
        return self._rows(self.across)

    @property
    def by_two(self) -> tuple[tuple[Card, ...], ...]:
        """The same for large print."""
        return self._rows(2)

    @property
    def broad(self) -> tuple[Card, ...]:
        return tuple(card for card in self.cards if card.broad)

    def _rows(self, across: int) -> tuple[tuple[Card, ...], ...]:
        narrow = [card for card in self.cards if not card.broad]
        blank = -len(narrow) % across
        if not blank and len(narrow) < (2 * across if self.spare else 1):
            blank = across
        return in_rows([*narrow, *[Card()] * blank], across)


def in_rows(things: Sequence[T], across: int) -> tuple[tuple[T, ...], ...]:
    """Things side by side, so many to a row; the last row has what is left."""
    return tuple(tuple(things[n : n + across]) for n in range(0, len(things), across))
