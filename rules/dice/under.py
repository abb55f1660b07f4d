"""One die rolled at or under a number, whose highest face always fails."""

from dataclasses import dataclass
from fractions import Fraction

from rules.dice.odds import Odds


@dataclass(frozen=True, slots=True)
class Under:
    """A die of `faces` sides against `target`: equal or lower succeeds, the highest face never does."""

    target: int
    faces: int = 12

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

    def odds(self) -> Odds:
        """Failure and success."""
        chance = Fraction(self.good, self.faces)
        return Odds((("failure", 1 - chance), ("success", chance)), frozenset({"success"}))
