"""How a game's sheet is laid out, in words: panels of figures."""

from dataclasses import dataclass
from typing import Literal

from rules.kernel.basics.cites import Cite

MOST_DOTS, MOST_BOXES = 12, 60
"""Dots in a row and boxes of a tracker, whatever number they stand for: a larger one is only written."""


@dataclass(frozen=True, slots=True)
class FigureGroup:
    """A titled run of figures, by key."""

    title: str
    figures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """One part of a sheet. `dots` are drawn out of `most`, `numbers` are written; `aside` stands beside the rest.

    In a grid every group is a column, and row n of each column belongs to `rows[n]`.
    """

    key: str
    title: str
    cite: Cite
    groups: tuple[FigureGroup, ...]
    note: str = ""
    style: Literal["dots", "numbers"] = "dots"
    most: int = 7
    rows: tuple[str, ...] = ()
    folded: bool = False
    aside: bool = False
