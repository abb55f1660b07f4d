"""A check rolled with real dice, as pages show it and as the log keeps it."""

from dataclasses import dataclass
from fractions import Fraction
from random import Random, SystemRandom

from rules.kernel import Check
from rules.kernel.pages import percent
from rules.kernel.rolls import RollResult, roll_check

ShownDie = tuple[int, str, str, tuple[int, ...]]
"""Its face, what it counts as in a word and by its kind, and the faces that were rerolled."""


@dataclass(frozen=True)
class Thrown:
    """A throw of a check. What pages show of it goes by the same names as in a `Roll` of the log."""

    check: Check
    result: RollResult

    @property
    def label(self) -> str:
        return self.check.label

    @property
    def dice(self) -> str:
        return str(self.check.dice)

    @property
    def words(self) -> str:
        return self.result.words

    @property
    def success(self) -> bool:
        return self.result.success

    @property
    def comes_to(self) -> str:
        """What follows from it, "" where the book leaves that open."""
        return self.check.consequence(self.result.breakdown.outcome)

    @property
    def hands(self) -> list[tuple[str, list[ShownDie]]]:
        """The dice with the label of their group."""
        return [
            (group.label, [(die.face, die.mark.word, die.mark.kind, die.again) for die in dice])
            for group, dice in self.result.hands
        ]

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        return self.result.breakdown.lines

    @property
    def chances(self) -> list[tuple[str, str, str]]:
        """Each an outcome, its chance in per cent, and exactly."""
        made = self.result
        told = [(made.breakdown.outcome, made.chance)]
        if made.chance < made.or_better < 1:
            told.append(self._and_beyond())
        return [(words, percent(chance), str(chance)) for words, chance in told]

    def _and_beyond(self) -> tuple[str, Fraction]:
        """The chance of what was rolled or anything further on: better of a success, worse of a failure."""
        made, dice = self.result, self.check.dice
        if made.success or (dice and dice.odds().partial == made.breakdown.outcome):
            return f"{made.breakdown.outcome} or better", made.or_better
        return f"{made.breakdown.outcome} or worse", 1 - made.or_better + made.chance


def throw(check: Check, rng: Random | None = None) -> Thrown | None:
    """Roll it; None where it may not be tried. Without `rng` the dice are the system's."""
    return Thrown(check, roll_check(check.dice, rng or SystemRandom())) if check.dice else None
