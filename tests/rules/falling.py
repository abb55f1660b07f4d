"""Dice on the table: every way they can fall, and what they are read as."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from rules.kernel import Dice
from rules.kernel.rolls import RollBreakdown


def every_tally(dice: Dice) -> Iterator[RollBreakdown]:
    """Every way the dice can fall, read."""
    hands = dice.groups()
    each = [product(range(hand.lowest, hand.faces + 1), repeat=hand.dice) for hand in hands]
    return map(dice.breakdown, product(*each))


def fall_by_the_odds(dice: Dice) -> bool:
    """Whether dice come to each outcome as often as their odds say, each die with a mark of its own."""
    counted: Counter[str] = Counter()
    shown = [hand.dice for hand in dice.groups()]
    for breakdown in every_tally(dice):
        counted[breakdown.outcome] += 1
        assert [len(marks) for marks in breakdown.marks] == shown
    found = {name: Fraction(times, counted.total()) for name, times in counted.items()}
    return found == {name: chance for name, chance in dice.odds().outcomes if chance}


def told(dice: Dice, *faces: tuple[int, ...]) -> tuple[str, dict[str, str], str]:
    """Outcome, lines and words of dice on the table."""
    breakdown = dice.breakdown(faces)
    return breakdown.outcome, dict(breakdown.lines), breakdown.words
