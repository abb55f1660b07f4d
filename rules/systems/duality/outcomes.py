"""The five outcomes of a roll: difficulties, Tables 1 and 2, and what a total comes to in words (1.1, 1.2, 1.6)."""

from bisect import bisect_right
from collections.abc import Hashable
from fractions import Fraction
from functools import lru_cache
from typing import Protocol

from rules.dice import Odds
from rules.dice.odds import CHANCES
from rules.dice.sums import Ways
from rules.kernel import remember
from rules.kernel.basics import minus

OUTCOMES = ("very bad", "bad", "mixed", "good", "very good")
SUCCESSES = frozenset(OUTCOMES[2:])
MISSED = frozenset(OUTCOMES[3:])
"""What whoever defends needs to be missed: the attacker's result is then worse than mixed (1.2, 4.1)."""

DIFFICULTIES = {
    "very-easy": "Very Easy",
    "easy": "Easy",
    "medium": "Medium",
    "hard": "Hard",
    "very-hard": "Very Hard",
}
TABLE_1 = {
    "very-easy": (0, 3, 6, 9),
    "easy": (3, 6, 9, 12),
    "medium": (6, 9, 12, 15),
    "hard": (9, 12, 15, 18),
    "very-hard": (12, 15, 18, 21),
}
"""The lowest totals that are bad, mixed, good and very good."""
TABLE_2 = (-5, -2, 3, 6)
"""The lowest differences that are bad, mixed, good and very good."""


def harder(difficulty: str, steps: int) -> str:
    """A difficulty so many steps harder, or easier for a negative number; the table ends at both ends."""
    keys = list(DIFFICULTIES)
    return keys[min(max(keys.index(difficulty) + steps, 0), len(keys) - 1)]


class Totalled(Hashable, Protocol):
    """A roll that comes to a total, and the total to an outcome."""

    def totals(self) -> Ways: ...

    def outcome(self, total: int) -> str: ...


@remember(CHANCES)
def odds_of(roll: Totalled) -> Odds:
    """Very bad to very good, from every total and its outcome."""
    found = dict.fromkeys(OUTCOMES, 0)
    for total, ways in roll.totals().items():
        found[roll.outcome(total)] += ways
    whole = sum(found.values())
    return Odds(tuple((name, Fraction(ways, whole)) for name, ways in found.items()), SUCCESSES)


@lru_cache(maxsize=64)
def begins(lowest: tuple[int, ...], dangerous: bool) -> str:
    """From which number on there is each outcome: “mixed from 9, good from 12”."""
    steps = [f"{name} from {minus(low)}" for name, low in zip(OUTCOMES[1:], lowest, strict=True)]
    return ", ".join(steps[1:] if dangerous else steps)


def outcome_of(total: int, lowest: tuple[int, ...], dangerous: bool = False) -> str:
    """The outcome of a total by the lowest numbers of a table; bad is very bad on a `dangerous` roll (1.6)."""
    name = OUTCOMES[bisect_right(lowest, total)]
    return "very bad" if dangerous and name == "bad" else name


def danger(dangerous: bool) -> str:
    """How a roll says that it is dangerous."""
    return ", and bad is very bad" if dangerous else ""
