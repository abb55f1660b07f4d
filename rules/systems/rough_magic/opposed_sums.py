"""Two sides throw six-sided dice and add a value; equal or better wins for whoever acts.

The side that resists always throws two dice. The acting side throws two, with bonus dice added and penalty dice
taken away; with none left there is nothing to throw.
"""

from dataclasses import dataclass, replace
from fractions import Fraction

from rules.dice import Odds
from rules.dice.die_results import LEFT_OUT, PLAIN, kept, summed
from rules.dice.odds import CHANCES
from rules.dice.sums import Ways, apart, best_two, sums
from rules.kernel import remember
from rules.kernel.basics import signed
from rules.kernel.rolls import MARGIN, SIDES, DiceGroup, Faces, RollBreakdown

MOST_DICE = 40
MOST_VALUE = 1_000
LEVELS = ("minor", "moderate", "severe", "critical")
"""How badly a casting failed: by 1 to 3, 4 to 6, 7 to 9, 10 and more."""
FAILURES = tuple(f"{level} failure" for level in LEVELS)
"""The same as outcomes of a roll."""
SPAN = 3
FACES = 6
KEPT = 2
"""The dice of everybody, and those that count where only the best do."""
REROLLED = ("", " (reroll 1s)", " (reroll 1s and 2s)")
"""How a roll says up to which face dice are rerolled."""


def level_of(failed_by: int) -> int:
    """1 to 4 for a casting failed by so much, 0 for one that did not fail."""
    return min(max(0, -(-failed_by // SPAN)), len(LEVELS))


@dataclass(frozen=True, slots=True)
class OpposedSums:
    """`dice` six-sided dice and `value` against two dice and `against`.

    Faces up to `reroll` are rerolled until they are higher. `keep` counts only the best two dice. `graded` tells
    a failure by its level. Raises ValueError for numbers nobody rolls with.
    """

    dice: int
    value: int
    against: int
    reroll: int = 0
    keep: bool = False
    graded: bool = False

    def __post_init__(self) -> None:
        if abs(self.dice) > MOST_DICE:
            raise ValueError(f"A roll can have at most {MOST_DICE} dice.")
        if max(abs(self.value), abs(self.against)) > MOST_VALUE:
            raise ValueError(f"Action and difficulty values are between −{MOST_VALUE:,} and {MOST_VALUE:,}.")
        if not 0 <= self.reroll < len(REROLLED):
            raise ValueError("Only 1s and 2s can be rerolled.")

    def __str__(self) -> str:
        if not self.thrown:
            return "no dice"
        dice = f"the best {KEPT} of {self.thrown}d6" if self.keep and self.thrown > KEPT else f"{self.thrown}d6"
        words = f"{dice} + {self.value}{REROLLED[self.reroll]} vs 2d6 + {self.against}"
        return words.replace("+ -", "− ")

    @property
    def thrown(self) -> int:
        """How many dice are thrown: none where penalty dice took more than there were."""
        return max(0, self.dice)

    def odds(self) -> Odds:
        """Failure and success; where it is graded, critical, severe, moderate, minor and success."""
        return _odds(self)

    def outcome(self, margin: int) -> str:
        """What a throw comes to that is ahead of the other side by `margin`, or behind."""
        level = level_of(-margin)
        return "success" if not level else FAILURES[level - 1] if self.graded else "failure"

    def groups(self) -> tuple[DiceGroup, ...]:
        """The dice of both sides; none where whoever acts has none."""
        if not self.thrown:
            return ()
        return DiceGroup(self.thrown, FACES, "Yours", self.reroll + 1), DiceGroup(KEPT, FACES, "Opponent's")

    def breakdown(self, faces: Faces) -> RollBreakdown:
        """What both sides come to, and by how much one is ahead."""
        if not self.thrown:
            return RollBreakdown("failure", ())
        own, other = faces
        counts = kept(own, KEPT if self.keep else len(own))
        best = [face for face, on in zip(own, counts, strict=True) if on]
        margin = sum(best) + self.value - sum(other) - self.against
        outcome = self.outcome(margin)
        marks = tuple(PLAIN if on else LEFT_OUT for on in counts), (PLAIN,) * len(other)
        sides = zip(SIDES, (summed(best, self.value), summed(other, self.against)), strict=True)
        lines = [*sides, (MARGIN, signed(margin))]
        if outcome not in FAILURES:
            return RollBreakdown(outcome, marks, tuple(lines))
        lines.append(("Level of failure", f"{level_of(-margin)}"))
        return RollBreakdown(outcome, marks, tuple(lines))

    @property
    def lost(self) -> Fraction:
        """The mean level of failure, which is the mean of what a failed casting costs; nothing without a throw."""
        found = dict(_odds(replace(self, graded=True)).outcomes)
        return sum((n * found.get(name, Fraction(0)) for n, name in enumerate(FAILURES, 1)), Fraction(0))


@dataclass(frozen=True, slots=True)
class Unrolled:
    """What happens without a roll."""

    def __str__(self) -> str:
        return "no roll"

    def odds(self) -> Odds:
        """Success, for certain."""
        return Odds((("success", Fraction(1)),), frozenset({"success"}))

    def groups(self) -> tuple[DiceGroup, ...]:
        """No dice."""
        return ()

    def breakdown(self, faces: Faces) -> RollBreakdown:
        """Success."""
        return RollBreakdown("success", ())


@remember(CHANCES)
def _odds(roll: OpposedSums) -> Odds:
    if not roll.thrown:
        return Odds((("failure", Fraction(1)), ("success", Fraction(0))), frozenset({"success"}))
    names = (*reversed(FAILURES), "success") if roll.graded else ("failure", "success")
    found = dict.fromkeys(names, 0)
    ahead = roll.value - roll.against
    for margin, ways in _margins(roll.thrown, roll.reroll + 1, roll.keep).items():
        found[roll.outcome(margin + ahead)] += ways
    whole = sum(found.values())
    chances = tuple((name, Fraction(ways, whole)) for name, ways in found.items())
    return Odds(chances, frozenset({"success"}), (*reversed(LEVELS), "success") if roll.graded else ())


@remember(CHANCES)
def _margins(thrown: int, lowest: int, keep: bool) -> Ways:
    """Ways to each difference between the two throws."""
    mine = best_two(thrown, FACES, lowest) if keep and thrown > KEPT else sums(thrown, FACES, lowest)
    return apart(mine, sums(KEPT, FACES))
