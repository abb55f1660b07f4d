"""How likely something is, in words short enough for paper and for a line of a list."""

from dataclasses import dataclass
from fractions import Fraction

from rules.kernel.rolls.checks import Check
from rules.kernel.rolls.dice import Dice

NEVER = "0%"
"""How a chance is told that is none."""


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
