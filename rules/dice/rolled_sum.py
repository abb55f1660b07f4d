"""Dice added up, with nothing to reach: the sum itself is what they come to."""

from dataclasses import dataclass
from fractions import Fraction

from rules.dice.odds import CHANCES, Odds
from rules.dice.sums import moved, sums
from rules.kernel import remember
from rules.kernel.basics import minus, signed
from rules.kernel.rolls import DiceGroup, DieResult, Faces, RollBreakdown

MOST_DICE, MOST_FACES, MOST_BONUS = 10, 100, 999
LAST = "last"


@dataclass(frozen=True, slots=True)
class RolledSum:
    """So many dice of `faces` sides and `bonus`. With `fails` a single die has its highest face for the worst of all.

    Nothing is a success. Raises ValueError for dice that nobody rolls.
    """

    dice: int
    faces: int
    bonus: int = 0
    fails: bool = False

    def __post_init__(self) -> None:
        if not (1 <= self.dice <= MOST_DICE and 2 <= self.faces <= MOST_FACES and abs(self.bonus) <= MOST_BONUS):
            raise ValueError(f"Roll 1 to {MOST_DICE} dice of 2 to {MOST_FACES} sides.")
        if self.fails and self.dice > 1:
            raise ValueError("Only a single die has a face that fails.")

    def __str__(self) -> str:
        more = f" {'−' if self.bonus < 0 else '+'} {abs(self.bonus)}" if self.bonus else ""
        return f"{self.dice}d{self.faces}{more}"

    def odds(self) -> Odds:
        """Each sum, the lowest first."""
        return _odds(self)

    def groups(self) -> tuple[DiceGroup, ...]:
        return (DiceGroup(self.dice, self.faces),)

    def breakdown(self, faces: Faces) -> RollBreakdown:
        """The sum of the dice and what is added to it."""
        (hand,) = faces
        last = self.fails and hand[0] == self.faces
        total = f"{sum(hand) + self.bonus}"
        lines = (("Rolled", f"{sum(hand)}"), *((("Added", signed(self.bonus)),) if self.bonus else ()))
        marks = tuple(DieResult(LAST, "bad") if last else DieResult() for _ in hand)
        return RollBreakdown(LAST if last else total, (marks,), lines, "" if last else minus(int(total)))


@remember(CHANCES)
def _odds(roll: RolledSum) -> Odds:
    ways = sums(roll.dice, roll.faces)
    every = roll.faces**roll.dice
    failing = {roll.faces} if roll.fails else set()
    worst = ((LAST, Fraction(1, roll.faces)),) if roll.fails else ()
    found = moved({total: many for total, many in ways.items() if total not in failing}, roll.bonus)
    return Odds((*worst, *((f"{total}", Fraction(found[total], every)) for total in sorted(found))), frozenset())
