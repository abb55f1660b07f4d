"""Two eight-sided dice and a bonus, read off a table of five outcomes (Duality 1).

A roll that is Increased adds a die each time and keeps the highest two, one that is Decreased keeps the
lowest two, and the two cancel out. A total alone is measured against a difficulty, two totals against
each other; the rolls of a group are added up, or their outcomes are.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce

from rules.dice.odds import Odds

FACES = 8
MOST_INCREASES = 10
MOST_BONUS = 1_000
MOST_ROLLS = 20
MOST_MAGNITUDE = 1_000

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
TOGETHER = (-1, 0, 1, 2)
"""The lowest sums of a cooperative roll that are bad, mixed, good and very good (1.3.2)."""
WORTH = {name: place - 2 for place, name in enumerate(OUTCOMES)}
"""What each outcome counts for in a cooperative roll (1.3.2)."""

Ways = Mapping[int, int]
"""How many rolls of the dice come to each total."""


def harder(difficulty: str, steps: int) -> str:
    """A difficulty so many steps harder, or easier for a negative number; the table ends at both ends."""
    keys = list(DIFFICULTIES)
    return keys[min(max(keys.index(difficulty) + steps, 0), len(keys) - 1)]


@dataclass(frozen=True, slots=True)
class Pair:
    """One roll against a difficulty (1.1): `difficulty` is a key of `DIFFICULTIES`.

    `increased` and `decreased` count how often (1.5); on a `dangerous` roll bad is very bad (1.6). Raises
    ValueError for numbers out of bounds and for a difficulty that is none.
    """

    bonus: int
    difficulty: str = "medium"
    increased: int = 0
    decreased: int = 0
    dangerous: bool = False

    def __post_init__(self) -> None:
        _bound(self.difficulty, self.increased, self.decreased, self.bonus)

    def __str__(self) -> str:
        words = _dice(self.increased - self.decreased) + _plus(self.bonus)
        return f"{words} against {DIFFICULTIES[self.difficulty]}{_danger(self.dangerous)}"

    def totals(self) -> Ways:
        """The ways to each total, bonus included."""
        return _moved(_kept(self.increased - self.decreased), self.bonus)

    def outcome(self, total: int) -> str:
        """Table 1."""
        return _outcome(total, TABLE_1[self.difficulty], self.dangerous)

    def odds(self) -> Odds:
        """Very bad to very good."""
        return _odds(self)


@dataclass(frozen=True, slots=True)
class Opposed:
    """One roll against another's (1.2), seen from the side of `bonus`; `against` is the other's bonus."""

    bonus: int
    against: int = 0
    increased: int = 0
    decreased: int = 0
    against_increased: int = 0
    against_decreased: int = 0
    dangerous: bool = False

    def __post_init__(self) -> None:
        _bound("medium", self.increased, self.decreased, self.bonus)
        _bound("medium", self.against_increased, self.against_decreased, self.against)

    def __str__(self) -> str:
        own = _dice(self.increased - self.decreased) + _plus(self.bonus)
        other = _dice(self.against_increased - self.against_decreased) + _plus(self.against)
        return f"{own} against {other}{_danger(self.dangerous)}"

    def totals(self) -> Ways:
        """The ways to each difference, this side's total less the other's."""
        other = _kept(self.against_increased - self.against_decreased)
        less = {-total: ways for total, ways in other.items()}
        return _moved(_added(_kept(self.increased - self.decreased), less), self.bonus - self.against)

    def outcome(self, total: int) -> str:
        """Table 2, for a difference."""
        return _outcome(total, TABLE_2, self.dangerous)

    def odds(self) -> Odds:
        """Very bad to very good."""
        return _odds(self)


@dataclass(frozen=True, slots=True)
class Collective:
    """Rolls of a group added up and divided by a magnitude, then read off Table 1 (1.3.1).

    One bonus for each roll, of all rounds so far; `increased` and `decreased` count for each roll.
    """

    bonuses: tuple[int, ...]
    difficulty: str = "medium"
    magnitude: int = 1
    increased: int = 0
    decreased: int = 0
    dangerous: bool = False

    def __post_init__(self) -> None:
        _bound_group(self.bonuses)
        _bound(self.difficulty, self.increased, self.decreased, *self.bonuses)
        if not 1 <= self.magnitude <= MOST_MAGNITUDE:
            raise ValueError(f"A magnitude lies between 1 and {MOST_MAGNITUDE:,}.")

    def __str__(self) -> str:
        rolls, increases = len(self.bonuses), self.increased - self.decreased
        dice = f"{rolls} × {_dice(increases)}" if increases else f"{2 * rolls}d{FACES}"
        words = f"{dice}{_plus(sum(self.bonuses))}, divided by {self.magnitude}"
        return f"{words}, against {DIFFICULTIES[self.difficulty]}{_danger(self.dangerous)}"

    def totals(self) -> Ways:
        """The ways to each total of all rolls, not divided yet."""
        each = _kept(self.increased - self.decreased)
        return _moved(reduce(_added, [each] * len(self.bonuses)), sum(self.bonuses))

    def outcome(self, total: int) -> str:
        """Table 1, for the total divided and rounded towards zero."""
        share = abs(total) // self.magnitude
        return _outcome(share if total > 0 else -share, TABLE_1[self.difficulty], self.dangerous)

    def odds(self) -> Odds:
        """Very bad to very good."""
        return _odds(self)


@dataclass(frozen=True, slots=True)
class Cooperative:
    """Rolls of a group, each against a difficulty of its own, whose outcomes are added up (1.3.2)."""

    rolls: tuple[Pair, ...]

    def __post_init__(self) -> None:
        _bound_group(self.rolls)

    def __str__(self) -> str:
        return "; ".join(str(roll) for roll in self.rolls)

    def totals(self) -> Ways:
        """The ways to each sum of what the outcomes count for."""
        return reduce(_added, (_worths(roll) for roll in self.rolls))

    def outcome(self, total: int) -> str:
        """The outcome of the whole group, for such a sum."""
        return _outcome(total, TOGETHER)

    def outcome_of(self, outcomes: Iterable[str]) -> str:
        """The outcome of the whole group, for what each of them rolled."""
        return self.outcome(sum(WORTH[name] for name in outcomes))

    def odds(self) -> Odds:
        """Very bad to very good."""
        return _odds(self)


@lru_cache(maxsize=4096)
def _odds(roll: Pair | Opposed | Collective | Cooperative) -> Odds:
    found = dict.fromkeys(OUTCOMES, 0)
    for total, ways in roll.totals().items():
        found[roll.outcome(total)] += ways
    whole = sum(found.values())
    return Odds(tuple((name, Fraction(ways, whole)) for name, ways in found.items()), SUCCESSES)


def _outcome(total: int, lowest: tuple[int, ...], dangerous: bool = False) -> str:
    name = OUTCOMES[bisect_right(lowest, total)]
    return "very bad" if dangerous and name == "bad" else name


@lru_cache(maxsize=4096)
def _worths(roll: Pair) -> Ways:
    found: Counter[int] = Counter()
    for total, ways in roll.totals().items():
        found[WORTH[roll.outcome(total)]] += ways
    return found


@lru_cache(maxsize=2 * MOST_INCREASES + 1)
def _kept(increases: int) -> Ways:
    """Ways to each sum of the highest two dice, or of the lowest two where `increases` is negative (1.5)."""
    dice = abs(increases) + 2
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


def _moved(ways: Ways, by: int) -> Ways:
    return {total + by: count for total, count in ways.items()}


def _added(one: Ways, other: Ways) -> Ways:
    found: Counter[int] = Counter()
    for total, ways in one.items():
        for more, times in other.items():
            found[total + more] += ways * times
    return found


def _bound(difficulty: str, increased: int, decreased: int, *bonuses: int) -> None:
    if difficulty not in DIFFICULTIES:
        raise ValueError("There is no such difficulty; there are very-easy, easy, medium, hard and very-hard.")
    if not (0 <= increased <= MOST_INCREASES and 0 <= decreased <= MOST_INCREASES):
        raise ValueError(f"A roll is increased or decreased 0 to {MOST_INCREASES} times.")
    if any(abs(bonus) > MOST_BONUS for bonus in bonuses):
        raise ValueError(f"A bonus lies between −{MOST_BONUS:,} and {MOST_BONUS:,}.")


def _bound_group(rolls: tuple[object, ...]) -> None:
    if not 1 <= len(rolls) <= MOST_ROLLS:
        raise ValueError(f"A group makes 1 to {MOST_ROLLS} rolls.")


def _dice(increases: int) -> str:
    if not increases:
        return f"2d{FACES}"
    return f"the {'highest' if increases > 0 else 'lowest'} two of {abs(increases) + 2}d{FACES}"


def _plus(bonus: int) -> str:
    return f" {'+' if bonus > 0 else '−'} {abs(bonus)}" if bonus else ""


def _danger(dangerous: bool) -> str:
    return ", and bad is very bad" if dangerous else ""
