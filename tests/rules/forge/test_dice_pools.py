"""Dice that succeed at or under a target number, against counting every roll."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.systems.forge.dice_pools import MOST_DICE, OUTCOMES, CountAndSum, dice_pool, effects_of
from tests.rules.falling import fall_by_the_odds, told


def counted(dice: int, target: int, faces: int) -> list[tuple[int, int]]:
    """(successes, total) of every way the dice can fall."""
    falls = product(range(1, faces + 1), repeat=dice)
    return [(sum(die <= target for die in shown), sum(shown)) for shown in falls]


@given(st.integers(0, 4), st.integers(-3, 9), st.integers(2, 7))
def test_chances_totals_and_effects_are_those_of_every_roll(dice: int, target: int, faces: int) -> None:
    roll = CountAndSum(dice_pool(dice, target, faces), 5)
    every = counted(dice, target, faces)
    whole = len(every)
    outcomes = [OUTCOMES.names[min(hits, 3)] for hits, _ in every]
    assert dict(roll.odds().outcomes) == {name: Fraction(outcomes.count(name), whole) for name in OUTCOMES.names}
    assert roll.odds().success == Fraction(sum(hits >= 2 for hits, _ in every), whole)
    totals = [total + 5 for _, total in every]
    assert roll.totals() == {total: Fraction(totals.count(total), whole) for total in sorted(set(totals))}
    assert roll.mean() == Fraction(sum(totals), whole)
    effects = [effects_of(hits) for hits, _ in every]
    assert sum(chance * n for n, chance in roll.effects().items()) == Fraction(sum(effects), whole)
    assert sum(roll.effects().values()) == 1


@given(st.integers(0, MOST_DICE), st.integers(-1_000, 1_000), st.sampled_from([4, 6, 8, 10, 12, 20]))
def test_chances_add_up_to_one(dice: int, target: int, faces: int) -> None:
    roll = dice_pool(dice, target, faces)
    assert sum(chance for _, chance in roll.odds().outcomes) == 1 == sum(roll.counts().values())


def test_no_dice_fail_and_total_nothing() -> None:
    roll = CountAndSum(dice_pool(0, 9, 8), 3)
    assert roll.odds().chance("failure") == 1
    assert (roll.totals(), roll.mean(), roll.effects()) == ({3: 1}, 3, {0: 1})


def test_it_says_what_is_rolled() -> None:
    assert str(CountAndSum(dice_pool(2, 5, 8), 3)) == "2d8; each die of 5 or less is a success"
    assert str(dice_pool(1, -2, 20)) == "1d20; −2 or less is a success"
    assert str(dice_pool(0, 3, 4)) == "no dice"


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
        dice_pool(dice, target, faces)


@pytest.mark.parametrize("dice", [0, 1, 3, 5])
@pytest.mark.parametrize("target", [-1, 2, 9])
def test_dice_fall_as_often_as_the_odds_say(dice: int, target: int) -> None:
    assert fall_by_the_odds(CountAndSum(dice_pool(dice, target, 6), 4))


COUNTS = {"Total counts for": "how far you get: ground covered, work done, the damage of an attack’s yield"}


def test_successes_have_effects_and_a_total_that_says_what_it_is_for() -> None:
    assert told(CountAndSum(dice_pool(4, 5, 8), 3), (5, 2, 1, 8)) == (
        "critical", {"Successes": "3", "Effects": "1", "Total": "5 + 2 + 1 + 8 + 3 = 19"} | COUNTS, "",
    )  # fmt: skip
    plain = CountAndSum(dice_pool(2, 5, 8), 0)
    assert told(plain, (6, 2)) == ("mixed", {"Successes": "1", "Total": "6 + 2 = 8"} | COUNTS, "")
    assert [mark.word for mark in plain.breakdown(((6, 2),)).marks[0]] == ["", "success"]
    assert told(CountAndSum(dice_pool(0, 5, 8), 7)) == ("failure", {"Successes": "0"}, "")
