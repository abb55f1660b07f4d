"""What a dice specification tells: the dice to roll, how to read them, and its exact distribution."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, Protocol

Faces = Sequence[Sequence[int]]
"""What each die shows, group by group."""
TOTAL = "Total"
"""The label of the line that a log tells beside the outcome: what dice add up to, at its end."""
SIDES = "You", "Opponent"
"""The labels of what two sides come to, which a log tells beside the outcome as well."""
OF_TWO = "Kept"
"""The label of which of two rolls of the same dice counts."""
MARGIN = "Margin"
"""The label of by how much one side is ahead."""


@dataclass(frozen=True, slots=True)
class DiceGroup:
    """`dice` dice of `faces` sides thrown together; `label` says whose, where there are several groups.

    A face below `lowest` is thrown again until it is not. Raises ValueError for dice that cannot be.
    """

    dice: int
    faces: int
    label: str = ""
    lowest: int = 1

    def __post_init__(self) -> None:
        if self.dice < 0 or not 1 <= self.lowest <= self.faces:
            raise ValueError("A group has 0 or more dice, and a face that may stay.")


@dataclass(frozen=True, slots=True)
class DieResult:
    """What a die counts as: a word, "" where it only adds its number. An `idle` die counts for nothing."""

    word: str = ""
    kind: Literal["", "hit", "bad", "idle"] = ""


@dataclass(frozen=True, slots=True)
class RollBreakdown:
    """How dice on the table come to their outcome, which is one of those the odds name.

    `marks` are as many as the dice, group by group. `lines` are what was counted and added, each with
    its label. `words` say the outcome in full where its name alone does not.
    """

    outcome: str
    marks: Sequence[Sequence[DieResult]]
    lines: tuple[tuple[str, str], ...] = ()
    words: str = ""


class Distribution(Protocol):
    """An exact distribution over named outcomes, worst first.

    `partial` names one that is neither success nor failure, or ""; `bars` are shorter names for a chart, or none.
    """

    @property
    def outcomes(self) -> Sequence[tuple[str, Fraction]]: ...

    @property
    def successes(self) -> frozenset[str]: ...

    @property
    def success(self) -> Fraction: ...

    @property
    def bars(self) -> Sequence[str]: ...

    @property
    def partial(self) -> str: ...

    def chance(self, outcome: str) -> Fraction: ...


class Dice(Protocol):
    """A dice specification; `rules.dice` and the games have the ones there are.

    `groups` are the dice to throw, and `breakdown` reads them once they lie there. Both go by the rules that `odds`
    counts with, so that a roll comes to each outcome as often as the odds say.
    """

    def odds(self) -> Distribution: ...

    def groups(self) -> tuple[DiceGroup, ...]: ...

    def breakdown(self, faces: Faces) -> RollBreakdown: ...

    def __str__(self) -> str: ...
