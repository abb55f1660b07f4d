"""Two eight-sided dice and a bonus, read off a table of five outcomes (Duality 1).

A roll that is Increased adds a die each time and keeps the highest two, one that is Decreased keeps the
lowest two, and the two cancel out. A total alone is measured against a difficulty, two totals against
each other.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.dice.eights import (
    DIFFICULTIES,
    TABLE_1,
    TABLE_2,
    Ways,
    added,
    begins,
    bound,
    danger,
    dice_words,
    handful,
    kept_ways,
    marks_of,
    moved,
    odds_of,
    outcome_of,
    plus,
    two,
)
from rules.dice.odds import Odds
from rules.dice.tallies import signed, summed
from rules.kernel.rolls import Faces, Handful, Tally


@dataclass(frozen=True, slots=True)
class Pair:
    """One roll against a difficulty (1.1): `difficulty` is a key of `DIFFICULTIES`.

    `increased` and `decreased` count how often (1.5); on a `dangerous` roll bad is very bad (1.6). Raises
    ValueError for numbers out of bounds and for a difficulty that is none.
    """

    bonus: int
    difficulty: str = "medium"
    increased: int = 0
    decreased: int = 0
    dangerous: bool = False

    def __post_init__(self) -> None:
        bound(self.difficulty, self.increased, self.decreased, self.bonus)

    def __str__(self) -> str:
        words = dice_words(self.increased - self.decreased) + plus(self.bonus)
        return f"{words} against {DIFFICULTIES[self.difficulty]}{danger(self.dangerous)}"

    def totals(self) -> Ways:
        """The ways to each total, bonus included."""
        return moved(kept_ways(self.increased - self.decreased), self.bonus)

    def outcome(self, total: int) -> str:
        """Table 1."""
        return outcome_of(total, TABLE_1[self.difficulty], self.dangerous)

    def odds(self) -> Odds:
        """Very bad to very good."""
        return odds_of(self)

    def handfuls(self) -> tuple[Handful, ...]:
        """Two dice, and one more for each time it is increased or decreased."""
        return (handful(self.increased - self.decreased),)

    def total(self, shown: Sequence[int]) -> int:
        """What dice on the table come to, bonus included."""
        return sum(two(shown, self.increased - self.decreased)) + self.bonus

    def tally(self, faces: Faces) -> Tally:
        """The two dice that count, the total, and where each outcome begins."""
        (shown,) = faces
        increases = self.increased - self.decreased
        lines = (
            ("Total", summed(two(shown, increases), self.bonus)),
            (DIFFICULTIES[self.difficulty], begins(TABLE_1[self.difficulty], self.dangerous)),
        )
        return Tally(self.outcome(self.total(shown)), (marks_of(shown, increases),), lines)


@dataclass(frozen=True, slots=True)
class Opposed:
    """One roll against another's (1.2), seen from the side of `bonus`; `against` is the other's bonus."""

    bonus: int
    against: int = 0
    increased: int = 0
    decreased: int = 0
    against_increased: int = 0
    against_decreased: int = 0
    dangerous: bool = False

    def __post_init__(self) -> None:
        bound("medium", self.increased, self.decreased, self.bonus)
        bound("medium", self.against_increased, self.against_decreased, self.against)

    def __str__(self) -> str:
        own = dice_words(self.increased - self.decreased) + plus(self.bonus)
        other = dice_words(self.against_increased - self.against_decreased) + plus(self.against)
        return f"{own} against {other}{danger(self.dangerous)}"

    def totals(self) -> Ways:
        """The ways to each difference, this side's total less the other's."""
        other = kept_ways(self.against_increased - self.against_decreased)
        less = {-total: ways for total, ways in other.items()}
        return moved(added(kept_ways(self.increased - self.decreased), less), self.bonus - self.against)

    def outcome(self, total: int) -> str:
        """Table 2, for a difference."""
        return outcome_of(total, TABLE_2, self.dangerous)

    def odds(self) -> Odds:
        """Very bad to very good."""
        return odds_of(self)

    def handfuls(self) -> tuple[Handful, ...]:
        """The dice of both sides."""
        own, other = self._shifts
        return handful(own, "Yours"), handful(other, "The other side's")

    def tally(self, faces: Faces) -> Tally:
        """Both totals, the difference, and where each outcome begins."""
        shifts = self._shifts
        own, other = (two(shown, shift) for shown, shift in zip(faces, shifts, strict=True))
        apart = sum(own) + self.bonus - sum(other) - self.against
        lines = (
            ("Your total", summed(own, self.bonus)),
            ("The other side's", summed(other, self.against)),
            ("Difference", signed(apart)),
            ("Opposed", begins(TABLE_2, self.dangerous)),
        )
        marks = tuple(marks_of(shown, shift) for shown, shift in zip(faces, shifts, strict=True))
        return Tally(self.outcome(apart), marks, lines)

    @property
    def _shifts(self) -> tuple[int, int]:
        return self.increased - self.decreased, self.against_increased - self.against_decreased
