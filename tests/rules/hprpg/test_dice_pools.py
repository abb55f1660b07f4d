"""The pool of a check, against every roll counted by hand."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dice import CountDice
from rules.kernel.rolls import DieResult
from rules.systems.hprpg.dice_pools import dice_pool
from tests.rules.falling import fall_by_the_odds, told


def net(roll: tuple[int, ...], dv: int, catastrophe: int = 1, intractability: int = 0) -> int:
    """Successes less catastrophes of dice on the table, after the intractability has had its share."""
    hits = sum(die >= dv for die in roll)
    slips = sum(die <= catastrophe for die in roll)
    return max(hits - intractability, 0) - slips


def outcome(net: int) -> str:
    if net < 0:
        return "catastrophe"
    return "failure" if net == 0 else str(net) if net < 7 else "7+"


@pytest.mark.parametrize(
    ("roll", "dv", "intractability", "result"),
    [
        ((1, 1, 4, 5, 5, 6, 7, 7, 8, 10, 11, 12, 12, 12), 12, 2, "catastrophe"),
        ((1, 1, 4, 5, 5, 6, 7, 7, 8, 10, 11, 12, 12, 12), 10, 2, "1"),
        ((1, 5, 7, 8, 8, 10), 8, 0, "2"),
        ((1, 1, 3, 10, 3, 7, 10, 10, 11), 6, 0, "3"),
    ],
)
def test_the_rolls_of_the_handbook_come_out_as_it_says(
    roll: tuple[int, ...], dv: int, intractability: int, result: str
) -> None:
    assert outcome(net(roll, dv, intractability=intractability)) == result


@pytest.mark.parametrize("dice", [1, 2, 3])
@pytest.mark.parametrize(
    ("dv", "catastrophe", "intractability"), [(8, 1, 0), (6, 3, 1), (12, 1, 2), (4, 5, 0), (2, 0, 0)]
)
def test_the_odds_are_every_roll_counted(dice: int, dv: int, catastrophe: int, intractability: int) -> None:
    pool = dice_pool(dice, dv, catastrophe, intractability)
    rolls = [net(roll, pool.passes.start, catastrophe, intractability) for roll in product(range(1, 13), repeat=dice)]
    counted = Counter(map(outcome, rolls))
    assert {name: chance for name, chance in pool.odds().outcomes if chance} == {
        name: Fraction(ways, 12**dice) for name, ways in counted.items()
    }
    assert pool.at_least(1) == pool.odds().success == Fraction(sum(n > 0 for n in rolls), len(rolls))


def test_an_empty_pool_keeps_the_lower_of_two_dice() -> None:
    odds = dice_pool(0, 12).odds()
    assert odds.success == Fraction(1, 144)
    assert odds.chance("catastrophe") == Fraction(23, 144)
    assert dice_pool(0, 12, intractability=1).odds().success == 0


def test_a_catastrophe_range_lifts_the_difficulty_above_itself() -> None:
    assert [dice_pool(5, dv, 3).passes.start for dv in (2, 3, 4, 5)] == [4, 4, 4, 5]
    assert dice_pool(5, 2, 3).odds() == dice_pool(5, 4, 3).odds()


def test_seven_dice_with_no_difficulty_are_seven_successes() -> None:
    assert dice_pool(7, 0, 0).odds().chance("7+") == 1


@given(
    st.builds(dice_pool, st.integers(0, 12), st.integers(-3, 20), st.integers(0, 11), st.integers(0, 4)),
)
def test_chances_add_up_to_one_and_at_least_is_their_tail(pool: CountDice) -> None:
    odds = pool.odds()
    assert sum(chance for _, chance in odds.outcomes) == 1
    assert min(chance for _, chance in odds.outcomes) >= 0
    tail = sum(odds.chance(name) for name in ("3", "4", "5", "6", "7+"))
    assert pool.at_least(3) == tail


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((-1, 8), "A pool has 0 to 83 dice of 12 faces."),
        ((84, 8), "A pool has 0 to 83 dice of 12 faces."),
        ((3, 8, 12), "A die has 2 to 100 faces, and not all of them are catastrophes."),
        ((3, 8, -1), "A die has 2 to 100 faces, and not all of them are catastrophes."),
        ((3, 8, 1, -1), "Difficulty and intractability are small whole numbers."),
        ((3, 5_000), "Difficulty and intractability are small whole numbers."),
    ],
)
def test_a_pool_that_cannot_be_is_refused_with_a_sentence(arguments: tuple[int, ...], sentence: str) -> None:
    with pytest.raises(ValueError, match=r"^[A-Z].*\.$") as refused:
        dice_pool(*arguments)
    assert str(refused.value) == sentence


def test_the_largest_pool_takes_no_time_to_speak_of() -> None:
    assert dice_pool(83, 8, intractability=3).odds().success < 1


def test_a_pool_reads_as_one_would_say_it() -> None:
    assert [str(dice_pool(7, 8)), str(dice_pool(0, 2, 3)), str(dice_pool(3, 12, intractability=2))] == [
        "7d12 vs DV 8",
        "the lower of 2d12 vs DV 4, catastrophe on 1–3",
        "3d12 vs DV 12, intractability 2",
    ]


@pytest.mark.parametrize("dice", [0, 1, 3])
@pytest.mark.parametrize("numbers", [(8, 1, 0), (5, 3, 1), (2, 2, 2), (13, 0, 0)])
def test_pools_fall_as_often_as_the_odds_say(dice: int, numbers: tuple[int, int, int]) -> None:
    assert fall_by_the_odds(dice_pool(dice, *numbers))


def test_a_pool_counts_successes_intractability_and_catastrophes() -> None:
    assert told(dice_pool(6, 8, intractability=1), (8, 12, 10, 1, 4, 9)) == (
        "2", {"Successes": "4", "Intractability": "−1", "Catastrophes": "−1", "Net successes": "2"}, "2 successes",
    )  # fmt: skip
    assert told(dice_pool(2, 8), (8, 7)) == ("1", {"Successes": "1", "Net successes": "1"}, "1 success")
    assert told(dice_pool(2, 8), (1, 7)) == (
        "catastrophe", {"Successes": "0", "Catastrophes": "−1", "Net successes": "−1"}, "",
    )  # fmt: skip
    assert told(dice_pool(1, 8, intractability=2), (7,))[1]["Intractability"] == "0"
    assert told(dice_pool(9, 2), (9,) * 9)[::2] == ("7+", "9 successes")
    marks = dice_pool(3, 8).breakdown(((8, 1, 5),)).marks
    assert marks == ((DieResult("success", "hit"), DieResult("catastrophe", "bad"), DieResult(kind="idle")),)


def test_of_an_empty_pool_the_lower_die_counts() -> None:
    breakdown = dice_pool(0, 8).breakdown(((9, 8),))
    assert (breakdown.outcome, [mark.word for mark in breakdown.marks[0]]) == ("1", ["left out", "success"])
    assert [mark.word for mark in dice_pool(0, 8).breakdown(((1, 1),)).marks[0]] == ["catastrophe", "left out"]


def test_each_bar_of_a_chart_has_a_name_that_fits() -> None:
    odds = dice_pool(7, 8).odds()
    assert len(odds.bars) == len(odds.outcomes)
    assert odds.bars[:3] == ("cat.", "fail", "1")
