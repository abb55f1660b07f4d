"""A pool that is rolled twice: the better of the two rolls counts."""

from dataclasses import dataclass, replace
from fractions import Fraction

from rules.dice.dice_pools import CountDice
from rules.dice.die_results import LEFT_OUT
from rules.dice.odds import CHANCES, Odds
from rules.kernel import remember
from rules.kernel.rolls import OF_TWO, DiceGroup, Faces, RollBreakdown

ROLLS = ("First roll", "Second roll")


@dataclass(frozen=True, slots=True)
class BetterRoll:
    """A pool of which the roll with the higher net count is kept, of equal ones the first."""

    pool: CountDice

    def __str__(self) -> str:
        return f"{self.pool}, the better of {len(ROLLS)} rolls"

    def odds(self) -> Odds:
        """No better than something only where both rolls are."""
        return _odds(self.pool)

    def groups(self) -> tuple[DiceGroup, ...]:
        """The dice of each roll."""
        return tuple(replace(group, label=label) for label in ROLLS for group in self.pool.groups())

    def breakdown(self, faces: Faces) -> RollBreakdown:
        """That of the roll that is kept; the dice of the other are left out."""
        nets = [self.pool.count([hand]).net for hand in faces]
        best = nets.index(max(nets))
        told = self.pool.breakdown([faces[best]])
        marks = tuple(told.marks[0] if n == best else (LEFT_OUT,) * len(hand) for n, hand in enumerate(faces))
        return replace(told, marks=marks, lines=((OF_TWO, ROLLS[best]), *told.lines))


@remember(CHANCES)
def _odds(pool: CountDice) -> Odds:
    once, below, found = pool.odds(), Fraction(0), list[tuple[str, Fraction]]()
    for name, chance in once.outcomes:
        found.append((name, (below + chance) ** len(ROLLS) - below ** len(ROLLS)))
        below += chance
    return replace(once, outcomes=tuple(found))
