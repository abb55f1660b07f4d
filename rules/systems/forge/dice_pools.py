"""The dice of a roll: the successes among them, and the Total they add up to (Roll Results, Total)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from rules.dice import Count, CountDice, Odds, Outcomes
from rules.dice.dice_pools import NO_FACE
from rules.dice.die_results import summed
from rules.dice.sums import moved, sums
from rules.kernel.basics import minus
from rules.kernel.basics.memory import stays
from rules.kernel.rolls import TOTAL, DiceGroup, Faces, RollBreakdown

MOST_DICE = 40
MOST_TARGET = 1_000
ENOUGH = 2
"""Successes that make a success; each one more makes an effect."""
TOTAL_COUNTS = ("Total counts for", "how far you get: ground covered, work done, the damage of an attack’s yield")
"""What one rolls high for (Total)."""


def effects_of(successes: int) -> int:
    """How many critical effects so many successful dice earn."""
    return max(0, successes - ENOUGH)


def _lines(count: Count) -> Iterator[tuple[str, str]]:
    yield "Successes", f"{count.net}"
    effects = effects_of(count.net)
    if effects:
        yield "Effects", f"{effects}"


OUTCOMES = Outcomes(("failure", "mixed", "success", "critical"), lowest=0, enough=ENOUGH, lines=_lines, partial="mixed")
# Every pool names them; no remembered one weighs them again.
stays(OUTCOMES)


def dice_pool(dice: int, target: int, faces: int) -> CountDice:
    """So many dice, each of which succeeds at the target number or less; none are a certain failure.

    Raises ValueError for more dice than anybody rolls and for numbers that cannot be.
    """
    if not 0 <= dice <= MOST_DICE:
        raise ValueError(f"A roll has 0 to {MOST_DICE} dice.")
    if abs(target) > MOST_TARGET:
        raise ValueError(f"A target number lies between −{MOST_TARGET:,} and {MOST_TARGET:,}.")
    each = "each die of " if dice > 1 else ""
    words = f"; {each}{minus(target)} or less is a success"
    return CountDice(dice, faces, range(1, target + 1), NO_FACE, OUTCOMES, words)


@dataclass(frozen=True, slots=True)
class CountAndSum:
    """Dice that are counted for their outcome, and added up with a bonus for a total, which has no part in it."""

    counted: CountDice
    bonus: int

    def __str__(self) -> str:
        return str(self.counted)

    def odds(self) -> Odds:
        """Failure, mixed, success, critical."""
        return self.counted.odds()

    def effects(self) -> dict[int, Fraction]:
        """The chance of each number of critical effects, none first."""
        found: dict[int, Fraction] = {}
        for successes, chance in self.counted.counts().items():
            found[effects_of(successes)] = found.get(effects_of(successes), Fraction(0)) + chance
        return found

    def totals(self) -> dict[int, Fraction]:
        """The chance of each total, lowest first."""
        dice, faces = self.counted.dice, self.counted.faces
        return {
            total: Fraction(ways, faces**dice) for total, ways in sorted(moved(sums(dice, faces), self.bonus).items())
        }

    def mean(self) -> Fraction:
        """The average of all totals."""
        return Fraction(self.counted.dice * (self.counted.faces + 1), 2) + self.bonus

    def groups(self) -> tuple[DiceGroup, ...]:
        """All dice at once."""
        return self.counted.groups()

    def breakdown(self, faces: Faces) -> RollBreakdown:
        """The successes among the dice, their effects, and the total where there are dice."""
        told, shown = self.counted.breakdown(faces), [face for hand in faces for face in hand]
        if not shown:
            return told
        return replace(told, lines=(*told.lines, (TOTAL, summed(shown, self.bonus)), TOTAL_COUNTS))
