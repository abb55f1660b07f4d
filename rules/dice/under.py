"""One die rolled at or under a number, whose highest face always fails."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from rules.dice.odds import CHANCES, Odds
from rules.kernel import remember
from rules.kernel.rolls import Faces, Handful, Mark, Tally

NEAR = "near miss"
MARKS = {"failure": Mark(), "success": Mark("success", "hit"), NEAR: Mark(NEAR)}


@dataclass(frozen=True, slots=True)
class Under:
    """A die of `faces` sides against `target`: equal or lower succeeds, the highest face never does.

    Where there is anything else to hit, a face beyond `target` is a near miss up to `near`.
    """

    target: int
    faces: int = 12
    near: int = 0

    def __post_init__(self) -> None:
        if not 2 <= self.faces <= 100:
            raise ValueError("A die has 2 to 100 faces.")

    def __str__(self) -> str:
        good = self.good
        return f"1d{self.faces}, {good} or less" if good else f"1d{self.faces}, and nothing is low enough"

    @property
    def good(self) -> int:
        """How many faces succeed."""
        return min(max(self.target, 0), self.faces - 1)

    @property
    def close(self) -> int:
        """The highest face that is a near miss; no more than `good` where there is none."""
        return min(self.near, self.faces - 1)

    def outcome(self, face: int) -> str:
        """What the die comes to."""
        if face <= self.good:
            return "success"
        return NEAR if face <= self.close else "failure"

    def odds(self) -> Odds:
        """Failure and success; between them near miss, where one is possible."""
        return _odds(self)

    def handfuls(self) -> tuple[Handful, ...]:
        """The one die."""
        return (Handful(1, self.faces),)

    def tally(self, faces: Faces) -> Tally:
        """The number rolled, and what it was held against."""
        ((face,),) = faces
        outcome = self.outcome(face)
        return Tally(outcome, ((MARKS[outcome],),), tuple(self._lines(face)))

    def _lines(self, face: int) -> list[tuple[str, str]]:
        lines = [("Rolled", f"{face}"), ("Succeeds", f"at {self.good} or less" if self.good else "at nothing")]
        if self.close > self.good:
            lines.append(("Near miss", f"up to {self.close}"))
        if face == self.faces:
            lines.append((f"A {face}", "always fails"))
        return lines


@remember(CHANCES)
def _odds(die: Under) -> Odds:
    counted = Counter(die.outcome(face) for face in range(1, die.faces + 1))
    names = ("failure", NEAR, "success") if die.close > die.good else ("failure", "success")
    return Odds(tuple((name, Fraction(counted[name], die.faces)) for name in names), frozenset({"success"}))
