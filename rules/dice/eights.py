"""What every roll of two eight-sided dice shares: which dice count, outcomes, words and bounds (Duality 1)."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Protocol

from rules.dice.odds import CHANCES, Odds
from rules.dice.tallies import LEFT_OUT, PLAIN, kept, minus
from rules.kernel import remember
from rules.kernel.rolls import Handful, Mark

FACES = 8
KEPT = 2
"""The dice that count, however many are thrown."""
MOST_INCREASES = 10
MOST_BONUS = 1_000

OUTCOMES = ("very bad", "bad", "mixed", "good", "very good")
SUCCESSES = frozenset(OUTCOMES[2:])

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

Ways = Mapping[int, int]
"""How many rolls of the dice come to each total."""


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


def handful(increases: int, label: str = "") -> Handful:
    return Handful(KEPT + abs(increases), FACES, label)


def _counts(shown: Sequence[int], increases: int) -> tuple[bool, ...]:
    """Which dice count: the highest two, or the lowest two of a decreased roll (1.5)."""
    return kept(shown, KEPT, highest=increases >= 0)


def two(shown: Sequence[int], increases: int) -> list[int]:
    """The dice that count."""
    return [face for face, on in zip(shown, _counts(shown, increases), strict=True) if on]


def marks_of(shown: Sequence[int], increases: int) -> tuple[Mark, ...]:
    return tuple(PLAIN if on else LEFT_OUT for on in _counts(shown, increases))


@lru_cache(maxsize=64)
def begins(lowest: tuple[int, ...], dangerous: bool) -> str:
    """From which number on there is each outcome: “mixed from 9, good from 12”."""
    steps = [f"{name} from {minus(low)}" for name, low in zip(OUTCOMES[1:], lowest, strict=True)]
    return ", ".join(steps[1:] if dangerous else steps)


def outcome_of(total: int, lowest: tuple[int, ...], dangerous: bool = False) -> str:
    name = OUTCOMES[bisect_right(lowest, total)]
    return "very bad" if dangerous and name == "bad" else name


@lru_cache(maxsize=2 * MOST_INCREASES + 1)
def kept_ways(increases: int) -> Ways:
    """Ways to each sum of the highest two dice, or of the lowest two where `increases` is negative (1.5)."""
    dice = abs(increases) + KEPT
    found: Counter[int] = Counter()
    for high in range(1, FACES + 1):
        for low in range(1, high + 1):
            total = high + low if increases >= 0 else 2 * (FACES + 1) - high - low
            found[total] += _ways(dice, high, low)
    return found


def _ways(dice: int, high: int, low: int) -> int:
    """In how many rolls `high` and `low` are the two highest dice."""
    if high == low:
        return int(high**dice - (high - 1) ** dice - dice * (high - 1) ** (dice - 1))
    return int(dice * (low ** (dice - 1) - (low - 1) ** (dice - 1)))


def moved(ways: Ways, by: int) -> Ways:
    return {total + by: count for total, count in ways.items()}


def added(one: Ways, other: Ways) -> Ways:
    found: Counter[int] = Counter()
    for total, ways in one.items():
        for more, times in other.items():
            found[total + more] += ways * times
    return found


def bound(difficulty: str, increased: int, decreased: int, *bonuses: int) -> None:
    if difficulty not in DIFFICULTIES:
        raise ValueError("There is no such difficulty; there are very-easy, easy, medium, hard and very-hard.")
    if not (0 <= increased <= MOST_INCREASES and 0 <= decreased <= MOST_INCREASES):
        raise ValueError(f"A roll is increased or decreased 0 to {MOST_INCREASES} times.")
    if any(abs(bonus) > MOST_BONUS for bonus in bonuses):
        raise ValueError(f"A bonus lies between −{MOST_BONUS:,} and {MOST_BONUS:,}.")


def dice_words(increases: int) -> str:
    if not increases:
        return f"2d{FACES}"
    return f"the {'highest' if increases > 0 else 'lowest'} two of {abs(increases) + 2}d{FACES}"


def plus(bonus: int) -> str:
    return f" {'+' if bonus > 0 else '−'} {abs(bonus)}" if bonus else ""


def danger(dangerous: bool) -> str:
    return ", and bad is very bad" if dangerous else ""
