"""A few dice of one size, each of which succeeds at or under a target number; what counts is how many do.

None is a failure, one a mixed result, two a success, three or more a critical, with an effect for the
third and for each one after. The dice added up make a total.
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from rules.dice.odds import CHANCES, Odds
from rules.dice.tallies import summed
from rules.kernel import remember
from rules.kernel.rolls import Faces, Handful, Mark, Tally

MOST_DICE = 40
MOST_TARGET = 1_000
ENOUGH = 2
"""Successes that make a success; one more makes an effect."""

OUTCOMES = ("failure", "mixed", "success", "critical")
SUCCESSES = frozenset(OUTCOMES[2:])
HIT, IDLE = Mark("success", "hit"), Mark(kind="idle")

Ways = dict[int, int]
"""How many rolls of the dice come to each number."""


@dataclass(frozen=True, slots=True)
class Successes:
    """`dice` dice of `faces` sides against the target number `target`; no dice at all is a certain failure.

    `bonus` is what a total of the dice adds; it has no part in the outcome.
    Raises ValueError for more dice than anybody rolls and for a die that cannot be.
    """

    dice: int
    target: int
    faces: int
    bonus: int = 0

    def __post_init__(self) -> None:
        if not 2 <= self.faces <= 100:
            raise ValueError("A die has 2 to 100 faces.")
        if not 0 <= self.dice <= MOST_DICE:
            raise ValueError(f"A roll has 0 to {MOST_DICE} dice.")
        if abs(self.target) > MOST_TARGET:
            raise ValueError(f"A target number lies between −{MOST_TARGET:,} and {MOST_TARGET:,}.")

    def __str__(self) -> str:
        if not self.dice:
            return "no dice"
        return f"{self.dice}d{self.faces} at {self.target} or less".replace("-", "−")

    @property
    def good(self) -> int:
        """How many faces succeed: none of them for a target of 0 or less, all for one beyond the die."""
        return min(max(self.target, 0), self.faces)

    def counts(self) -> tuple[Fraction, ...]:
        """The chance of each number of successes, none first."""
        whole = self.faces**self.dice
        return tuple(Fraction(ways, whole) for ways in self._counted())

    def _counted(self) -> list[int]:
        bad = self.faces - self.good
        return [comb(self.dice, hits) * self.good**hits * bad ** (self.dice - hits) for hits in range(self.dice + 1)]

    def odds(self) -> Odds:
        """Failure, mixed, success, critical."""
        return _odds(self)

    def effects(self) -> tuple[Fraction, ...]:
        """The chance of each number of critical effects, none first."""
        counts = self.counts()
        return (sum(counts[: ENOUGH + 1], Fraction(0)), *counts[ENOUGH + 1 :])

    def totals(self) -> dict[int, Fraction]:
        """The chance of each sum of all dice and the bonus, lowest first."""
        whole = self.faces**self.dice
        return {
            total + self.bonus: Fraction(ways, whole) for total, ways in sorted(_sums(self.dice, self.faces).items())
        }

    def mean(self) -> Fraction:
        """The average of all totals."""
        return Fraction(self.dice * (self.faces + 1), 2) + self.bonus

    def handfuls(self) -> tuple[Handful, ...]:
        """All dice at once."""
        return (Handful(self.dice, self.faces),) if self.dice else ()

    def tally(self, faces: Faces) -> Tally:
        """The successes among the dice, their effects, and the total."""
        shown = [face for hand in faces for face in hand]
        hits = sum(face <= self.good for face in shown)
        marks = tuple(tuple(HIT if face <= self.good else IDLE for face in hand) for hand in faces)
        lines = [("Successes", f"{hits}")]
        effects = effects_of(hits)
        if effects:
            lines.append(("Effects", f"{effects}"))
        if shown:
            lines.append(("Total", summed(shown, self.bonus)))
        return Tally(outcome_of(hits), marks, tuple(lines))


def outcome_of(successes: int) -> str:
    """The outcome of so many successful dice."""
    return OUTCOMES[min(successes, len(OUTCOMES) - 1)]


def effects_of(successes: int) -> int:
    """How many critical effects so many successful dice earn."""
    return max(0, successes - ENOUGH)


@remember(CHANCES)
def _odds(roll: Successes) -> Odds:
    chances = dict.fromkeys(OUTCOMES, Fraction(0))
    for hits, chance in enumerate(roll.counts()):
        chances[outcome_of(hits)] += chance
    return Odds(tuple(chances.items()), SUCCESSES)


@remember(CHANCES)
def _sums(dice: int, faces: int) -> Ways:
    """In how many rolls the dice add up to each sum."""
    found: Ways = {0: 1}
    for _ in range(dice):
        more: Counter[int] = Counter()
        for total, ways in found.items():
            for face in range(1, faces + 1):
                more[total + face] += ways
        found = dict(more)
    return found
