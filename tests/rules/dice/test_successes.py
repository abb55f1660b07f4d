"""Dice that succeed at or under a target number, against counting every roll."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dice import Successes
from rules.dice.successes import MOST_DICE, OUTCOMES, effects_of


def counted(roll: Successes) -> list[tuple[int, int]]:
    """(successes, total) of every way the dice can fall."""
    falls = product(range(1, roll.faces + 1), repeat=roll.dice)
    return [(sum(die <= roll.target for die in dice), sum(dice)) for dice in falls]


@given(st.integers(0, 4), st.integers(-3, 9), st.integers(2, 7))
def test_chances_totals_and_effects_are_those_of_every_roll(dice: int, target: int, faces: int) -> None:
    roll = Successes(dice, target, faces, bonus=5)
    every = counted(roll)
    whole = len(every)
    outcomes = [OUTCOMES[min(hits, 3)] for hits, _ in every]
    assert dict(roll.odds().outcomes) == {name: Fraction(outcomes.count(name), whole) for name in OUTCOMES}
    assert roll.odds().success == Fraction(sum(hits >= 2 for hits, _ in every), whole)
    totals = [total + 5 for _, total in every]
    assert roll.totals() == {total: Fraction(totals.count(total), whole) for total in sorted(set(totals))}
    assert roll.mean() == Fraction(sum(totals), whole)
    effects = [effects_of(hits) for hits, _ in every]
    assert sum(chance * n for n, chance in enumerate(roll.effects())) == Fraction(sum(effects), whole)
    assert sum(roll.effects()) == 1


@given(st.integers(0, MOST_DICE), st.integers(-1_000, 1_000), st.sampled_from([4, 6, 8, 10, 12, 20]))
def test_chances_add_up_to_one(dice: int, target: int, faces: int) -> None:
    roll = Successes(dice, target, faces)
    assert sum(chance for _, chance in roll.odds().outcomes) == 1 == sum(roll.counts())


def test_no_dice_fail_and_total_nothing() -> None:
    roll = Successes(0, 9, 8, bonus=3)
    assert roll.odds().chance("failure") == 1
    assert (roll.totals(), roll.mean(), roll.effects()) == ({3: 1}, 3, (1,))


def test_it_says_what_is_rolled() -> None:
    assert str(Successes(2, 5, 8)) == "2d8 at 5 or less"
    assert str(Successes(1, -2, 20)) == "1d20 at −2 or less"
    assert str(Successes(0, 3, 4)) == "no dice"


@pytest.mark.parametrize(
    ("dice", "target", "faces", "said"),
    [
        (-1, 3, 8, "0 to 40 dice"),
        (41, 3, 8, "0 to 40 dice"),
        (2, 3, 1, "2 to 100 faces"),
        (2, 3, 101, "2 to 100 faces"),
        (2, 1_001, 8, "between"),
        (2, -1_001, 8, "between"),
    ],
)
def test_what_nobody_rolls_is_refused(dice: int, target: int, faces: int, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Successes(dice, target, faces)
