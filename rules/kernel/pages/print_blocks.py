"""What printed sheets of every game share: their shape, tracks of boxes, cards, passages, chances."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal, TypeVar

from rules.kernel.basics import minus, shorten
from rules.kernel.books.rulebook import Rulebook
from rules.kernel.documents.builds import Build
from rules.kernel.items import display_name
from rules.kernel.rolls.checks import Check
from rules.kernel.rolls.dice import Dice
from rules.kernel.rolls.trackers import Tracker
from rules.kernel.sheet import Sheet

T = TypeVar("T")

SENTENCE = re.compile(r"(?<=[.!?…])\s|\n")
LONGEST_SENTENCE = 140
LONGEST_ON_CARD = 400
ON_PAPER = 30
FEW_CARDS, FEW_LETTERS = 9, 900
"""Cards and letters of notes that leave a third of a page."""
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
class Chance:
    """How well something goes, on paper: what is rolled, with how much, and how likely it succeeds.

    The chance is None where it may not be tried.
    """

    label: str
    value: int
    chance: Fraction | None

    @classmethod
    def of(cls, check: Check) -> "Chance":
        return cls(check.label, check.pool.value, check.dice.odds().success if check.dice else None)

    def __str__(self) -> str:
        return "–" if self.chance is None else percent(self.chance)


@dataclass(frozen=True, slots=True)
class NumberLine:
    """Something with a number, as it is written, and a word more; of what is rolled alone, the chance. What is `bought`
    stands out, what can't be used is `struck`."""

    label: str
    value: str
    more: str = ""
    chance: Chance | None = None
    bought: bool = False
    struck: bool = False

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A part of a printed sheet under its `title`, where it has one, and an `aside`. There is a closed set of them, and
    one template each.

    One that `splits` may go on over the page, with its title again.
    """

    title: str
    aside: str = ""
    splits: bool = False
    template: ClassVar[str] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cards(Block):
    """What is owned, as cards."""

    deck: Deck
    splits: bool = True
    template = "print/block_cards.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class Clocks(Block):
    """Circles to fill part by part, side by side."""

    clocks: tuple[Clock, ...]
    template = "print/block_clocks.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class Crib(Block):
    """Rules to have at hand: each of `lines` a word and a sentence."""

    lines: tuple[tuple[str, str], ...]
    template = "print/block_crib.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid(Block):
    """A matrix of `rows`, (name, cells) pairs, under `heads`; a cell without a value is empty, to write in."""

    corner: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    template = "print/block_grid.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers(Block):
    """Large numbers, each in the game's own shape."""

    numbers: tuple[NumberLine, ...]
    template = "print/block_numbers.html"


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: its name with a word `more` beside it, and its cells."""

    name: str
    cells: tuple[str | Chance, ...]
    more: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(Block):
    """A table of results, `corner` above the names of its rows; under it notes: each a word and a sentence.

    `sort` says what its cells are: "results" to compare, "words" to read, or the numbers of a long "list", which stands
    in two halves side by side. `decides` is the place of the column that matters most, from 1; 0 for none.
    """

    corner: str
    heads: tuple[str, ...]
    rows: tuple[Row, ...]
    notes: tuple[tuple[str, str], ...] = ()
    sort: Literal["results", "words", "list"] = "results"
    decides: int = 0
    template = "print/block_table.html"

    @property
    def parts(self) -> tuple[tuple[Row, ...], ...]:
        """The rows as they stand side by side."""
        return in_rows(self.rows, max(1, -(-len(self.rows) // 2))) if self.sort == "list" else (self.rows,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tracks(Block):
    """Boxes to tick, a row for each track."""

    tracks: tuple[Track, ...]
    template = "print/block_tracks.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class Values(Block):
    """Names under each other, with a number each if they have `heads` (name, number). A line without a name is blank,
    to write on."""

    lines: tuple[NumberLine, ...]
    heads: tuple[str, ...] = ()
    template = "print/block_values.html"


@dataclass(frozen=True, slots=True)
class Beside:
    """Columns of short blocks, all alike, or the first of them wide, or the last as narrow as a figure. Where one of
    them may go on over the page, they stand under each other."""

    columns: tuple[tuple[Block, ...], ...]
    wide: bool = False
    narrow: bool = False

    @property
    def splits(self) -> bool:
        return any(block.splits for column in self.columns for block in column)


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """What every printed sheet has. `front` and `back` are the page for play and the rest, as lists of blocks; what is
    `movable` ends the page for play, and begins the rest where the paper is short. A game that has a template of its
    own derives from this and adds what that needs, in the order of the pages.

    `band` is the colour of the edge as #rrggbb, `line` and `facts` (label, value) stand under the name, `notes` are
    what the player wrote, `cribs` fill what is left of the last page, `pocket` has the sets of pocket cards: "spells",
    "gear", "feats". `numbers` are the large ones under the name, where paper has others than the site.
    """

    band: str
    line: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    numbers: tuple[NumberLine, ...] = ()
    tracks: tuple[Track, ...] = ()
    notes: tuple[Passage, ...] = ()
    cribs: tuple[Crib, ...] = ()
    front: tuple[Block | Beside, ...] = ()
    movable: tuple[Block | Beside, ...] = ()
    back: tuple[Block | Beside, ...] = ()
    pocket: tuple[tuple[str, tuple[Card, ...]], ...] = ()

    def cards_of(self, kind: str = "") -> tuple[Card, ...]:
        """The pocket cards of one set, or of all."""
        return tuple(card for key, cards in self.pocket if not kind or key == kind for card in cards)

    @property
    def cribs_by_three(self) -> tuple[tuple[Crib, ...], ...]:
        return in_rows(self.cribs, 3)

    @property
    def said(self) -> str:
        """A sentence of the player's to stand under the name: of the goals, else of the story."""
        found = {note.title: note.text for note in reversed(self.notes)}
        text = found.get("Goals") or found.get("Backstory") or ""
        return shorten(SENTENCE.split(text, maxsplit=1)[0], LONGEST_SENTENCE)

    @property
    def crowded(self) -> bool:
        """Whether there is so much of something that it may go on over the page."""
        return False

    @property
    def part(self) -> str:
        """What a list is on paper: a box that never splits, or a section that may."""
        return "long" if self.crowded else "box"


def if_room(cribs: tuple[Crib, ...], cards: int, notes: Sequence[Passage]) -> tuple[Crib, ...]:
    """The cribs, where so many cards and these notes leave room for them on the last page."""
    return cribs if cards <= FEW_CARDS and sum(len(note.text) for note in notes) <= FEW_LETTERS else ()


def in_rows(things: Sequence[T], across: int) -> tuple[tuple[T, ...], ...]:
    """Things side by side, so many to a row; the last row has what is left."""
    return tuple(tuple(things[n : n + across]) for n in range(0, len(things), across))


def written_lists(sheet: Sheet) -> tuple[tuple[str, tuple[PrintedItem, ...]], ...]:
    """Every list of the build by its title, as it was written."""
    lists = ((key, entries) for key, entries in sheet.build.entries.items() if entries)
    return tuple(
        (key.capitalize(), tuple(PrintedItem.of(entry, sheet.rulebook) for entry in entries)) for key, entries in lists
    )


NEVER = "0%"
"""How a chance is told that is none."""


def success_chance(dice: Dice | None) -> str:
    """The chance of success in per cent; "" where nothing is rolled, or the dice have nothing to reach."""
    odds = dice.odds() if dice else None
    return percent(odds.success) if odds and odds.successes else ""


def percent(chance: Fraction) -> str:
    """A chance for paper: whole per cent, and never 0 or 100 where it is not."""
    if not chance:
        return NEVER
    if chance < Fraction(1, 200):
        return "<1%"
    if Fraction(199, 200) < chance < 1:
        return ">99%"
    return f"{float(chance):.0%}"
