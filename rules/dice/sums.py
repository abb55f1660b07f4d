"""Dice added up: in how many ways they come to each sum."""

from collections import Counter
from collections.abc import Mapping

from rules.dice.odds import CHANCES
from rules.kernel import remember

Ways = Mapping[int, int]
"""How many rolls of the dice come to each number."""


@remember(CHANCES)
def sums(dice: int, faces: int, lowest: int = 1) -> Ways:
    """Ways to each sum of all dice; a face below `lowest` is rolled again until it is not."""
    found: Ways = {0: 1}
    die = dict.fromkeys(range(lowest, faces + 1), 1)
    for _ in range(dice):
        found = added(found, die)
    return found


@remember(CHANCES)
def best_two(dice: int, faces: int, lowest: int = 1) -> Ways:
    """Ways to each sum of the highest two of at least two dice; a face below `lowest` is rolled again."""
    found: Counter[int] = Counter()
    below = lowest - 1
    for high in range(1, faces - below + 1):
        for low in range(1, high + 1):
            found[high + low + 2 * below] += _ways(dice, high, low)
    return dict(found)


@remember(CHANCES)
def worst_two(dice: int, faces: int) -> Ways:
    """Ways to each sum of the lowest two of at least two dice."""
    return {2 * (faces + 1) - total: ways for total, ways in best_two(dice, faces).items()}


def _ways(dice: int, high: int, low: int) -> int:
    """In how many rolls `high` and `low` are the two highest dice."""
    if high == low:
        return int(high**dice - (high - 1) ** dice - dice * (high - 1) ** (dice - 1))
    return int(dice * (low ** (dice - 1) - (low - 1) ** (dice - 1)))


def moved(ways: Ways, by: int) -> Ways:
    """The same dice with so much added to them."""
    return {total + by: count for total, count in ways.items()}


def added(one: Ways, other: Ways) -> Ways:
    """Ways to each sum of two rolls."""
    found: Counter[int] = Counter()
    for total, ways in one.items():
        for more, times in other.items():
            found[total + more] += ways * times
    return dict(found)


def apart(one: Ways, other: Ways) -> Ways:
    """Ways to each difference of two rolls."""
    return added(one, {-total: ways for total, ways in other.items()})
