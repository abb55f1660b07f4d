"""A distribution over named outcomes."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rules.kernel.basics import MIB, BoundedCache

CHANCES: BoundedCache[Any, Any] = BoundedCache(8 * MIB)
"""What the dice say of numbers they were asked about, for every game in this process."""


@dataclass(frozen=True, slots=True)
class Odds:
    """Outcomes worst first with their exact chances, which add up to one.

    `successes` names the outcomes that count as success, `partial` one that is neither success nor failure, "" where a
    game has none. `bars` are names short enough for the bars of a chart, in
    the order of the outcomes; there are none where the outcomes' own are.
    """

    outcomes: Sequence[tuple[str, Fraction]]
    successes: frozenset[str]
    bars: tuple[str, ...] = ()
    partial: str = ""

    def chance(self, outcome: str) -> Fraction:
        """The chance of one outcome. Raises KeyError for a name that is none."""
        return dict(self.outcomes)[outcome]

    @property
    def success(self) -> Fraction:
        """The chance of any success at all."""
        return sum((chance for name, chance in self.outcomes if name in self.successes), Fraction(0))
