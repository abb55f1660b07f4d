"""One die rolled at or under a number."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from rules.dice.odds import CHANCES, Odds
from rules.kernel import remember
from rules.kernel.rolls import DiceGroup, DieResult, Faces, RollBreakdown

NEAR = "near miss"
MARKS = {"failure": DieResult(), "success": DieResult("success", "hit"), NEAR: DieResult(NEAR)}


@dataclass(frozen=True, slots=True)
class RollUnder:
    """A die of `faces` sides against `target`: equal or lower succeeds, but no face from `fails_on` on, unless it is 0.

    Where there is anything else to hit, a face beyond `target` is a near miss up to `near`. Raises ValueError for a
    die that cannot be.
    """

    target: int
    faces: int
    fails_on: int = 0
    near: int = 0

    def __post_init__(self) -> None:
        if not 2 <= self.faces <= 100:
            raise ValueError("A die has 2 to 100 faces.")
        if not 0 <= self.fails_on <= self.faces:
            raise ValueError("What always fails is a face of the die.")

    def __str__(self) -> str:
        good = self.good
        return f"1d{self.faces}, {good} or less" if good else f"1d{self.faces}, can't succeed"

    @property
    def _highest(self) -> int:
        """The highest face that may succeed."""
        return self.fails_on - 1 if self.fails_on else self.faces

    @property
    def good(self) -> int:
        """How many faces succeed."""
        return min(max(self.target, 0), self._highest)

    @property
    def close(self) -> int:
        """The highest face that is a near miss; no more than `good` where there is none."""
        return min(self.near, self._highest)

    def outcome(self, face: int) -> str:
        """What the die comes to."""
        if face <= self.good:
            return "success"
        return NEAR if face <= self.close else "failure"

    def odds(self) -> Odds:
        """Failure and success; between them near miss, where one is possible."""
        return _odds(self)

    def groups(self) -> tuple[DiceGroup, ...]:
        """The one die."""
        return (DiceGroup(1, self.faces),)

    def breakdown(self, faces: Faces) -> RollBreakdown:
        """The number rolled, and what it was held against."""
        ((face,),) = faces
        outcome = self.outcome(face)
        return RollBreakdown(outcome, ((MARKS[outcome],),), tuple(self._lines(face)))

    def _lines(self, face: int) -> list[tuple[str, str]]:
        lines = [("Rolled", f"{face}"), ("Succeeds", f"at {self.good} or less" if self.good else "at nothing")]
        if self.close > self.good:
            lines.append(("Near miss", f"up to {self.close}"))
        if face > self._highest:
            lines.append((f"A {face}", "always fails"))
        return lines


@remember(CHANCES)
def _odds(die: RollUnder) -> Odds:
    counted = Counter(die.outcome(face) for face in range(1, die.faces + 1))
    names = ("failure", NEAR, "success") if die.close > die.good else ("failure", "success")
    return Odds(tuple((name, Fraction(counted[name], die.faces)) for name in names), frozenset({"success"}))
