"""Tables of the printed sheet that are the same for everybody: what a total comes to, and how likely it is."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise

from rules.kernel.basics import minus
from rules.kernel.pages import Chance
from rules.kernel.pages.play_blocks import chances_told
from rules.kernel.pages.print_blocks import Row, Table
from rules.systems.duality.keep_two import KeepTwo
from rules.systems.duality.outcomes import DIFFICULTIES, MISSED, OUTCOMES, SUCCESSES, TABLE_1, TABLE_2
from rules.systems.duality.pricing import signed

MIXED = OUTCOMES.index("mixed") + 1
USUAL = ("easy", "medium", "hard")
BONUSES = (-1, 0, 1, 2, 3, 4, 5)


def outcomes() -> Table:
    return Table(
        title="Outcomes",
        aside="Mixed or better: you do it. Mixed or worse: it costs you.",
        corner="2d8 + bonus vs",
        heads=tuple(outcome.capitalize() for outcome in OUTCOMES),
        rows=tuple(_table()),
        decides=MIXED,
    )


def _table() -> Iterable[Row]:
    """Tables 1 and 2: the span of totals for each outcome, difficulty by difficulty."""
    for key, name in DIFFICULTIES.items():
        yield Row(name, _spans(TABLE_1[key]))
    yield Row("Opposed, by difference", _spans(TABLE_2))


def _spans(lowest: tuple[int, ...]) -> tuple[str, ...]:
    between = (f"{minus(low)} to {minus(high - 1)}" for low, high in pairwise(lowest))
    return (f"{minus(lowest[0] - 1)} or less", *between, f"{minus(lowest[-1])} or more")


def chances() -> Table:
    """How likely each bonus reaches the usual difficulties (1.1)."""
    return Table(
        title="Chances",
        aside="mixed or better · good or better",
        corner="2d8 and a bonus of",
        heads=tuple(map(signed, BONUSES)),
        rows=tuple(Row(DIFFICULTIES[key], tuple(_likely(bonus, key) for bonus in BONUSES)) for key in USUAL),
    )


def _likely(bonus: int, difficulty: str) -> str:
    odds = KeepTwo(bonus, difficulty).odds()
    found = (sum((one for name, one in odds.outcomes if name in these), Fraction(0)) for these in (SUCCESSES, MISSED))
    return chances_told(tuple(Chance(difficulty, bonus, chance) for chance in found))
