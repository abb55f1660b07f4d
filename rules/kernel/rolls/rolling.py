"""A check rolled: dice as they fall, and how they come to an outcome by the same rules as its exact odds."""

from dataclasses import dataclass
from fractions import Fraction
from random import Random

from rules.kernel.rolls.dice import Dice, DiceGroup, DieResult, RollBreakdown


@dataclass(frozen=True, slots=True)
class Die:
    """A die on the table, what it counts as, and the faces it showed before it was thrown again."""

    face: int
    mark: DieResult
    again: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RollResult:
    """A check rolled. `chance` is that of its outcome, `or_better` that of this outcome or a better one."""

    hands: tuple[tuple[DiceGroup, tuple[Die, ...]], ...]
    breakdown: RollBreakdown
    chance: Fraction
    or_better: Fraction
    success: bool

    @property
    def words(self) -> str:
        """The outcome as one would say it."""
        return self.breakdown.words or self.breakdown.outcome


def roll_check(dice: Dice, rng: Random) -> RollResult:
    """Roll: the dice as `rng` has them fall, read by `Dice.breakdown`, with the exact chance of what came of it."""
    groups = dice.groups()
    fallen = [[_fall(group, rng) for _ in range(group.dice)] for group in groups]
    breakdown = dice.breakdown([[face for face, _ in hand] for hand in fallen])
    hands = tuple(
        (group, tuple(Die(face, mark, again) for (face, again), mark in zip(hand, marks, strict=True)))
        for group, hand, marks in zip(groups, fallen, breakdown.marks, strict=True)
    )
    odds = dice.odds()
    place = [name for name, _ in odds.outcomes].index(breakdown.outcome)
    better = sum((chance for _, chance in odds.outcomes[place:]), Fraction(0))
    return RollResult(hands, breakdown, odds.outcomes[place][1], better, breakdown.outcome in odds.successes)


def _fall(group: DiceGroup, rng: Random) -> tuple[int, tuple[int, ...]]:
    """The face that stays, and those before it."""
    again: list[int] = []
    while (face := rng.randint(1, group.faces)) < group.lowest:
        again.append(face)
    return face, tuple(again)
