"""The dice of a roll: the two of several eight-sided dice that count, and a bonus (1.1, 1.2, 1.5).

A roll that is Increased adds a die each time and keeps the highest two, one that is Decreased keeps the
lowest two, and the two cancel out. A total alone is measured against a difficulty, two totals against
each other.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rules.dice import Odds
from rules.dice.die_results import LEFT_OUT, PLAIN, kept, summed
from rules.dice.sums import Ways, apart, best_two, moved, worst_two
from rules.kernel.basics import signed
from rules.kernel.rolls import TOTAL, DiceGroup, DieResult, Faces, RollBreakdown
from rules.systems.duality.outcomes import (
    DIFFICULTIES,
    MISSED,
    SUCCESSES,
    TABLE_1,
    TABLE_2,
    begins,
    danger,
    odds_of,
    outcome_of,
)

Fight = Literal["", "attack", "defend"]
"""Which side of a fight rolls, if any."""
FACES = 8
KEPT = 2
"""The dice that count, however many are thrown."""
MOST_INCREASES = 10
MOST_BONUS = 1_000


def group(increases: int, label: str = "") -> DiceGroup:
    """The dice of one roll; `increases` is below 0 for a decreased one."""
    return DiceGroup(KEPT + abs(increases), FACES, label)


def _counts(shown: Sequence[int], increases: int) -> tuple[bool, ...]:
    """Which dice count: the highest two, or the lowest two of a decreased roll (1.5)."""
    return kept(shown, KEPT, highest=increases >= 0)


def two(shown: Sequence[int], increases: int) -> list[int]:
    """The dice that count."""
    return [face for face, on in zip(shown, _counts(shown, increases), strict=True) if on]


def marks_of(shown: Sequence[int], increases: int) -> tuple[DieResult, ...]:
    """Each die as it counts, or is left out."""
    return tuple(PLAIN if on else LEFT_OUT for on in _counts(shown, increases))


def kept_ways(increases: int) -> Ways:
    """Ways to each sum of the highest two dice, or of the lowest two where `increases` is negative (1.5)."""
    dice = KEPT + abs(increases)
    return best_two(dice, FACES) if increases >= 0 else worst_two(dice, FACES)


def bound(difficulty: str, increased: int, decreased: int, *bonuses: int) -> None:
    """Raise ValueError for a difficulty that is none and for numbers nobody rolls with."""
    if difficulty not in DIFFICULTIES:
        raise ValueError("Unknown difficulty. Use very-easy, easy, medium, hard or very-hard.")
    if not (0 <= increased <= MOST_INCREASES and 0 <= decreased <= MOST_INCREASES):
        raise ValueError(f"A roll can be increased or decreased 0 to {MOST_INCREASES} times.")
    if any(abs(bonus) > MOST_BONUS for bonus in bonuses):
        raise ValueError(f"A bonus is between −{MOST_BONUS:,} and {MOST_BONUS:,}.")


def dice_words(increases: int) -> str:
    """The dice as one would say them: “the highest two of 3d8”."""
    if not increases:
        return f"{KEPT}d{FACES}"
    return f"the {'highest' if increases > 0 else 'lowest'} two of {abs(increases) + KEPT}d{FACES}"


def plus(bonus: int) -> str:
    """What is added to dice, as the end of what they are: “ + 3”."""
    return f" {'+' if bonus > 0 else '−'} {abs(bonus)}" if bonus else ""


@dataclass(frozen=True, slots=True)
class KeepTwo:
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
        return f"{words} vs {DIFFICULTIES[self.difficulty]}{danger(self.dangerous)}"

    def totals(self) -> Ways:
        """The ways to each total, bonus included."""
        return moved(kept_ways(self.increased - self.decreased), self.bonus)

    def outcome(self, total: int) -> str:
        """Table 1."""
        return outcome_of(total, TABLE_1[self.difficulty], self.dangerous)

    def odds(self) -> Odds:
        """Very bad to very good."""
        return odds_of(self)

    def groups(self) -> tuple[DiceGroup, ...]:
        """Two dice, and one more for each time it is increased or decreased."""
        return (group(self.increased - self.decreased),)

    def total(self, shown: Sequence[int]) -> int:
        """What dice on the table come to, bonus included."""
        return sum(two(shown, self.increased - self.decreased)) + self.bonus

    def breakdown(self, faces: Faces) -> RollBreakdown:
        """The two dice that count, the total, and where each outcome begins."""
        (shown,) = faces
        increases = self.increased - self.decreased
        lines = (
            (TOTAL, summed(two(shown, increases), self.bonus)),
            (DIFFICULTIES[self.difficulty], begins(TABLE_1[self.difficulty], self.dangerous)),
        )
        return RollBreakdown(self.outcome(self.total(shown)), (marks_of(shown, increases),), lines)


@dataclass(frozen=True, slots=True)
class OpposedKeepTwo:
    """One roll against another's (1.2), seen from the side of `bonus`; `against` is the other's bonus.

    In a `fight` an attack hits on mixed or better, and whoever defends is missed on good or better: on a mixed result
    both sides get their way (4.1).
    """

    bonus: int
    against: int = 0
    increased: int = 0
    decreased: int = 0
    against_increased: int = 0
    against_decreased: int = 0
    dangerous: bool = False
    fight: Fight = ""

    def __post_init__(self) -> None:
        bound("medium", self.increased, self.decreased, self.bonus)
        bound("medium", self.against_increased, self.against_decreased, self.against)

    def __str__(self) -> str:
        own = dice_words(self.increased - self.decreased) + plus(self.bonus)
        other = dice_words(self.against_increased - self.against_decreased) + plus(self.against)
        return f"{own} vs {other}{danger(self.dangerous)}"

    def totals(self) -> Ways:
        """The ways to each difference, this side's total less the other's."""
        own, other = self._shifts
        return moved(apart(kept_ways(own), kept_ways(other)), self.bonus - self.against)

    def outcome(self, total: int) -> str:
        """Table 2, for a difference."""
        return outcome_of(total, TABLE_2, self.dangerous)

    def odds(self) -> Odds:
        """Very bad to very good; a mixed result is no success of whoever defends."""
        found = odds_of(self)
        return found if self.fight != "defend" else replace(found, successes=MISSED)

    def groups(self) -> tuple[DiceGroup, ...]:
        """The dice of both sides."""
        own, other = self._shifts
        return group(own, "Yours"), group(other, "Opponent's")

    def breakdown(self, faces: Faces) -> RollBreakdown:
        """Both totals, the difference, and where each outcome begins."""
        shifts = self._shifts
        own, other = (two(shown, shift) for shown, shift in zip(faces, shifts, strict=True))
        apart = sum(own) + self.bonus - sum(other) - self.against
        lines = (
            ("Your total", summed(own, self.bonus)),
            ("Opponent's", summed(other, self.against)),
            ("Difference", signed(apart)),
            ("Opposed", begins(TABLE_2, self.dangerous)),
        )
        marks = tuple(marks_of(shown, shift) for shown, shift in zip(faces, shifts, strict=True))
        outcome = self.outcome(apart)
        return RollBreakdown(outcome, marks, lines, self._words(outcome))

    def _words(self, outcome: str) -> str:
        """What an outcome comes to in a fight, first; "" elsewhere."""
        if self.fight == "attack":
            return f"{'hit' if outcome in SUCCESSES else 'miss'} ({outcome})"
        return f"attack {'misses' if outcome in MISSED else 'hits'} ({outcome})" if self.fight else ""

    @property
    def _shifts(self) -> tuple[int, int]:
        return self.increased - self.decreased, self.against_increased - self.against_decreased
