"""A pool rolled twice: every way the dice can fall, and what is told of the roll that is left out."""

import pytest

from rules.dice import BetterRoll
from rules.systems.hprpg.dice_pools import dice_pool
from tests.rules.falling import fall_by_the_odds, told


@pytest.mark.parametrize(("dice", "dv", "catastrophe"), [(0, 8, 1), (1, 8, 1), (2, 10, 3)])
def test_the_better_roll_counts_as_often_as_its_odds_say(dice: int, dv: int, catastrophe: int) -> None:
    assert fall_by_the_odds(BetterRoll(dice_pool(dice, dv, catastrophe)))


def test_a_roll_that_fails_half_the_time_fails_a_quarter_of_the_time_twice() -> None:
    pool = dice_pool(1, 7)
    assert pool.odds().success * 2 == 1
    assert BetterRoll(pool).odds().success * 4 == 3
    assert str(BetterRoll(pool)) == "1d12 vs DV 7, the better of 2 rolls"


def test_the_other_roll_is_left_out_and_the_first_of_equal_ones_stays() -> None:
    dice = BetterRoll(dice_pool(2, 8))
    assert told(dice, (1, 8), (9, 8)) == (
        "2", {"Kept": "Second roll", "Successes": "2", "Net successes": "2"}, "2 successes",
    )  # fmt: skip
    shown = dice.breakdown([(9, 8), (8, 9)])
    assert shown.lines[0] == ("Kept", "First roll")
    assert [[mark.word for mark in hand] for hand in shown.marks] == [["success"] * 2, ["left out"] * 2]
