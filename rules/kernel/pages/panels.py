"""How a game's sheet is laid out, in words: panels of figures."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from rules.kernel.basics import minus
from rules.kernel.basics.cites import Cite
from rules.kernel.rolls.dice import Dice

MOST_DOTS, MOST_BOXES = 12, 60
"""Dots in a row and boxes of a tracker, whatever number they stand for: a larger one is only written."""


Style = Literal["dots", "numbers", "cards", "web", "map", "figure", "large", "bench", "bar"]


@dataclass(frozen=True, slots=True)
class FigureGroup:
    """A titled run of figures, by key. On a card `kind` stands over the title, and `text` says what it does. Among
    numbers, the `rest` is folded away. `names` say of each figure what it is on its card, where its label does not."""

    title: str
    figures: tuple[str, ...]
    kind: str = ""
    text: str = ""
    rest: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PanelLine:
    """A line of words under the figures of a panel: a name, what is said of it, and a number if it has one."""

    name: str
    text: str
    number: str = ""


@dataclass(frozen=True, slots=True)
class Panel:
    """One part of a sheet; `aside` stands beside the rest, and one with a `side` on that side of it. `write` writes a
    number: what is added to dice has its sign, the figures that are `counts` have none. `dice` are what is rolled for a
    figure by its key and number, None for one that is not rolled; without them, its usual check.

    Its `style` says how the figures are drawn:

    - `dots` out of `most`, or written `numbers`. In a grid every group is a column, and row n of each column belongs to
      `rows[n]`.
    - `cards`: one for each group, with its first figure large and the others under it.
    - `web`: the figures of the one group around a middle, from `least` to `most`.
    - `map`: a square for each figure of a grid, with those that are not 0 or are `starred` filled.
    - `figure`: a body with each figure of the one group at its place, as `rows` name them; those that are `starred` are
      shaded. Some places, or all, may have the same figure.
    - `large`: each figure alone in the shape of the game.
    - `bench`: a large number for each group, and the names of the figures that have it; `starred` ones stand out.
    - `bar`: the first figure of the last, the others as marks on the way.

    With `chances`, a figure that is rolled alone has its chance beside it. `lines` stand under the figures, shown
    `in_place_of` the list of that title. A `brief` panel leaves out what heads the sheet anyway.
    """

    key: str
    title: str
    cite: Cite
    groups: tuple[FigureGroup, ...]
    note: str = ""
    style: Style = "dots"
    most: int = 7
    rows: tuple[str, ...] = ()
    folded: bool = False
    aside: bool = False
    least: int = 0
    starred: frozenset[str] = frozenset()
    write: Callable[[int], str] = minus
    counts: frozenset[str] = frozenset()
    side: Literal["", "left", "right"] = ""
    dice: Callable[[str, int], Dice | None] | None = None
    chances: bool = False
    brief: bool = False
    lines: tuple[PanelLine, ...] = ()
    in_place_of: str = ""

    @property
    def every(self) -> tuple[str, ...]:
        """All its figures, by key."""
        return tuple(key for group in self.groups for key in (*group.figures, *group.rest))

    def writing(self, key: str) -> Callable[[int], str]:
        """How the number of a figure is written."""
        return minus if key in self.counts else self.write
