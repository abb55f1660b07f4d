"""Rolls of a group: added up and divided, or their outcomes added up (1.3)."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import reduce

from rules.dice import Odds
from rules.dice.die_results import summed
from rules.dice.odds import CHANCES
from rules.dice.sums import Ways, added, moved
from rules.kernel import remember
from rules.kernel.basics import minus, signed
from rules.kernel.rolls import TOTAL, DiceGroup, Faces, RollBreakdown
from rules.systems.duality.keep_two import FACES, KeepTwo, bound, dice_words, group, kept_ways, marks_of, plus, two
from rules.systems.duality.outcomes import DIFFICULTIES, OUTCOMES, TABLE_1, begins, danger, odds_of, outcome_of

MOST_ROLLS = 20
MOST_MAGNITUDE = 1_000
TOGETHER = (-1, 0, 1, 2)
"""The lowest sums of a cooperative roll that are bad, mixed, good and very good (1.3.2)."""
WORTH = {name: place - 2 for place, name in enumerate(OUTCOMES)}
"""What each outcome counts for in a cooperative roll (1.3.2)."""


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
        bound(self.difficulty, self.increased, self.decreased, *self.bonuses)
        if not 1 <= self.magnitude <= MOST_MAGNITUDE:
            raise ValueError(f"A magnitude is between 1 and {MOST_MAGNITUDE:,}.")

    def __str__(self) -> str:
        rolls, increases = len(self.bonuses), self.increased - self.decreased
        dice = f"{rolls} × {dice_words(increases)}" if increases else f"{2 * rolls}d{FACES}"
        words = f"{dice}{plus(sum(self.bonuses))}, divided by {self.magnitude}"
        return f"{words}, vs {DIFFICULTIES[self.difficulty]}{danger(self.dangerous)}"

    def totals(self) -> Ways:
        """The ways to each total of all rolls, not divided yet."""
        each = kept_ways(self.increased - self.decreased)
        return moved(reduce(added, [each] * len(self.bonuses)), sum(self.bonuses))

    def share(self, total: int) -> int:
        """The total divided by the magnitude and rounded towards zero."""
        share = abs(total) // self.magnitude
        return share if total > 0 else -share

    def outcome(self, total: int) -> str:
        """Table 1, for a total of all rolls."""
        return outcome_of(self.share(total), TABLE_1[self.difficulty], self.dangerous)

    def odds(self) -> Odds:
        """Very bad to very good."""
        return odds_of(self)

    def groups(self) -> tuple[DiceGroup, ...]:
        """The dice of each roll."""
        increases = self.increased - self.decreased
        return tuple(group(increases, _numbered(n)) for n in range(1, len(self.bonuses) + 1))

    def breakdown(self, faces: Faces) -> RollBreakdown:
        """What each roll adds, their sum, and its share."""
        increases = self.increased - self.decreased
        pairs = [two(shown, increases) for shown in faces]
        total = sum(map(sum, pairs)) + sum(self.bonuses)
        lines = (
            *((_numbered(n), summed(*roll)) for n, roll in enumerate(zip(pairs, self.bonuses, strict=True), 1)),
            (TOTAL, minus(total)),
            (f"Divided by {self.magnitude}", minus(self.share(total))),
            (DIFFICULTIES[self.difficulty], begins(TABLE_1[self.difficulty], self.dangerous)),
        )
        return RollBreakdown(self.outcome(total), tuple(marks_of(shown, increases) for shown in faces), lines)


@dataclass(frozen=True, slots=True)
class Cooperative:
    """Rolls of a group, each against a difficulty of its own, whose outcomes are added up (1.3.2)."""

    rolls: tuple[KeepTwo, ...]

    def __post_init__(self) -> None:
        _bound_group(self.rolls)

    def __str__(self) -> str:
        return "; ".join(str(roll) for roll in self.rolls)

    def totals(self) -> Ways:
        """The ways to each sum of what the outcomes count for."""
        return reduce(added, (_worths(roll) for roll in self.rolls))

    def outcome(self, total: int) -> str:
        """The outcome of the whole group, for such a sum."""
        return outcome_of(total, TOGETHER)

    def outcome_of(self, outcomes: Iterable[str]) -> str:
        """The outcome of the whole group, for what each of them rolled."""
        return self.outcome(sum(WORTH[name] for name in outcomes))

    def odds(self) -> Odds:
        """Very bad to very good."""
        return odds_of(self)

    def groups(self) -> tuple[DiceGroup, ...]:
        """The dice of each roll."""
        return tuple(replace(roll.groups()[0], label=_numbered(n)) for n, roll in enumerate(self.rolls, 1))

    def breakdown(self, faces: Faces) -> RollBreakdown:
        """What each roll comes to and counts for, and their sum."""
        each = [roll.breakdown((shown,)) for roll, shown in zip(self.rolls, faces, strict=True)]
        together = sum(WORTH[told.outcome] for told in each)
        lines = (
            *((_numbered(n), _counted(told)) for n, told in enumerate(each, 1)),
            ("Together", signed(together)),
            ("Of a group", begins(TOGETHER, False)),
        )
        return RollBreakdown(self.outcome(together), tuple(told.marks[0] for told in each), lines)


@remember(CHANCES)
def _worths(roll: KeepTwo) -> Ways:
    found: Counter[int] = Counter()
    for total, ways in roll.totals().items():
        found[WORTH[roll.outcome(total)]] += ways
    return found


def _numbered(roll: int) -> str:
    return f"Roll {roll}"


def _counted(told: RollBreakdown) -> str:
    """A roll of a group: “5 + 7 = 12 vs Medium: good, +1”."""
    (_, total), (against, _) = told.lines
    return f"{total} vs {against}: {told.outcome}, {signed(WORTH[told.outcome])}"


def _bound_group(rolls: tuple[object, ...]) -> None:
    if not 1 <= len(rolls) <= MOST_ROLLS:
        raise ValueError(f"A group makes 1 to {MOST_ROLLS} rolls.")
