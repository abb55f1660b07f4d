"""Blocks of a printed page to play from: numbers to roll with their chances, boxes with what is ticked, a body."""

from dataclasses import dataclass
from typing import Literal

from rules.kernel.pages.chances import Chance
from rules.kernel.pages.print_blocks import Block
from rules.kernel.pages.print_parts import ON_PAPER, NumberLine, Passage, in_rows
from rules.kernel.rolls.trackers import Tracker


@dataclass(frozen=True, slots=True)
class Cell:
    """A number in a table, as it is written, with a small line under it: its `chances`, then a word. An empty one is
    there to be written in."""

    value: str
    more: str = ""
    chances: tuple[Chance, ...] = ()

    @property
    def told(self) -> str:
        """The small line: "97 · 93%", "42% · Brawling only"."""
        return " · ".join(filter(None, (chances_told(self.chances), self.more)))


@dataclass(frozen=True, slots=True)
class RollRow:
    """What is rolled, with `more` under its name; a cell under each head. Without a name it is blank, to write on."""

    name: str
    cells: tuple[Cell, ...]
    more: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RollTable(Block):
    """Numbers to roll: `heads` over the names and over each cell, `notes` under it, each a word and a sentence.

    The last `tinted` columns are those that decide. Numbers are "large", or of a "dense" table half as large, or of a
    "plain" one, whose cells are chances alone, as small as words.
    """

    heads: tuple[str, ...]
    rows: tuple[RollRow, ...]
    notes: tuple[tuple[str, str], ...] = ()
    tinted: int = 0
    sort: Literal["large", "dense", "plain"] = "large"
    template = "print/block_rolls.html"

    @property
    def plain(self) -> int:
        """How many columns of numbers come before the tinted ones."""
        return len(self.heads) - 1 - self.tinted


@dataclass(frozen=True, slots=True)
class BoxGroup:
    """Boxes beside each other under a `caption`, each with its own word under it; more there are than fit."""

    labels: tuple[str, ...]
    caption: str = ""
    more: int = 0


@dataclass(frozen=True, slots=True)
class BoxRow:
    """What is ticked off in a row: `label` is what a screen reader calls it, `large` boxes are those of a wound."""

    label: str
    groups: tuple[BoxGroup, ...]
    large: bool = False

    @property
    def size(self) -> float:
        """How wide a box is, in millimetres: so many that they would leave the page have to be smaller."""
        count = sum(len(group.labels) for group in self.groups)
        return SMALL_BOX if count > MOST_LARGE else LARGE_BOX if self.large else BOX


LARGE_BOX, BOX, SMALL_BOX = 8.4, 7.4, 5.5
MOST_LARGE = 17


@dataclass(frozen=True, slots=True, kw_only=True)
class Boxes(Block):
    """Boxes to tick with words under them, a row under each other; without a title they belong to what is above."""

    rows: tuple[BoxRow, ...]
    template = "print/block_boxes.html"


def stepping_down(tracker: Tracker, free: str, costly: str, last: str = "") -> tuple[BoxGroup, ...]:
    """The boxes of a tracker that counts down, each with its word: those that cost nothing are captioned `free`, the
    others as `costly` says, and the lowest is called `last`."""
    end, many = tracker.top or 0, tracker.free or 0
    below = [tracker.word(n) for n in range(many + 1, min(end, many + ON_PAPER) + 1)]
    shown = min(many, end, ON_PAPER - len(below))
    above = [tracker.word(n) for n in range(many - shown + 1, many + 1)]
    groups = [BoxGroup(tuple(above), free, many - shown), BoxGroup(tuple(below[:-1] if last else below), costly)]
    if last:
        groups.append(BoxGroup((last,)))
    return tuple(group for group in groups if group.labels)


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the body with its number, and whether armour covers it."""

    key: str
    value: str
    covered: bool

    @property
    def label(self) -> str:
        return self.key.capitalize()


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyFigure(Block):
    """A body from the front, a number at each of its places; under it a line of what it wears."""

    places: tuple[Place, ...]
    under: str = ""
    template = "print/block_figure.html"

    @property
    def covered(self) -> tuple[str, ...]:
        """The places armour covers, for the drawing."""
        return tuple(place.key for place in self.places if place.covered)

    @property
    def clothed(self) -> str:
        """The same in words."""
        return f"Armour on {', '.join(self.covered)}" if self.covered else "No armour"


@dataclass(frozen=True, slots=True)
class ValueColumn:
    """Names and numbers under each other; one with a `value` has it in the shape of the game over its title."""

    lines: tuple[NumberLine, ...]
    label: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueColumns(Block):
    """Names with numbers in columns, `across` of them side by side."""

    groups: tuple[ValueColumn, ...]
    across: int
    template = "print/block_columns.html"

    @property
    def headed(self) -> bool:
        """Whether numbers stand at the head of the columns."""
        return any(group.value for group in self.groups)

    @property
    def side_by_side(self) -> tuple[tuple[ValueColumn, ...], ...]:
        return in_rows(self.groups, self.across)

    @property
    def in_large_print(self) -> tuple[tuple[ValueColumn, ...], ...]:
        """The same for large print: half as many side by side, unless there is nothing over them to go by."""
        return in_rows(self.groups, -(-self.across // 2)) if self.headed else self.side_by_side


def in_columns(lines: tuple[NumberLine, ...], across: int) -> tuple[ValueColumn, ...]:
    """Lines without heads in so many columns, as equal as they can be."""
    return tuple(ValueColumn(rows) for rows in in_rows(lines, max(1, -(-len(lines) // across))))


@dataclass(frozen=True, slots=True)
class Dots:
    """A rating on a scale. `shown` are the dots to draw, whatever the value is."""

    label: str
    value: int
    scale: int

    @property
    def shown(self) -> int:
        return min(max(self.value, 0), self.scale)

    @property
    def beyond(self) -> bool:
        """Whether the dots cannot show it."""
        return self.shown != self.value


@dataclass(frozen=True, slots=True)
class RatingColumn:
    """Ratings under a title, or words in their place."""

    title: str
    dots: tuple[Dots, ...]
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratings(Block):
    """Names with dots in columns, `across` of them side by side. With `names` they are a grid: each names a row."""

    groups: tuple[RatingColumn, ...]
    across: int
    names: tuple[str, ...] = ()
    template = "print/block_ratings.html"

    @property
    def side_by_side(self) -> tuple[tuple[RatingColumn, ...], ...]:
        return in_rows(self.groups, self.across)

    @property
    def in_large_print(self) -> tuple[tuple[RatingColumn, ...], ...]:
        """The same for large print: two side by side where there were four."""
        return in_rows(self.groups, min(self.across, 3) if self.across < 4 else 2)


@dataclass(frozen=True, slots=True)
class Power:
    """What can be done in several ways: its name, its stat and when, and for each way a name and its chance. `unrolled`
    says why there is nothing to roll."""

    name: str
    value: str
    stage: str
    ways: tuple[Chance, ...]
    strong: bool = False
    unrolled: str = ""

    @property
    def told(self) -> str:
        """Each way with what it takes: "Injury 5 or less, 42% · Infirmity out of reach"."""
        return self.unrolled or " · ".join(_way(way) for way in self.ways)


def _way(way: Chance) -> str:
    within = f"{way.value} or less, {way}" if way.chance else "out of reach"
    return f"{way.label} {within}" if way.label else within[:1].upper() + within[1:]


@dataclass(frozen=True, slots=True, kw_only=True)
class Powers(Block):
    """What has several difficulties, a row each."""

    heads: tuple[str, str, str, str]
    powers: tuple[Power, ...]
    template = "print/block_powers.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class Words(Block):
    """A title and its words, two side by side."""

    passages: tuple[Passage, ...]
    splits: bool = True
    template = "print/block_words.html"

    @property
    def by_two(self) -> tuple[tuple[Passage, ...], ...]:
        """Short with short and long with long, so that little is left white."""
        return in_rows(sorted(self.passages, key=lambda one: len(one.text)), 2)


def chances_told(chances: tuple[Chance, ...]) -> str:
    """Chances as one line, with one sign for per cent: "97 · 93%"; "never" where none is one."""
    if len(chances) > 1 and not any(one.chance for one in chances):
        return str(chances[0]) if chances[0].chance is None else "never"
    *first, last = map(str, chances) if chances else ("",)
    return " · ".join((*(one.removesuffix("%") for one in first), last))
