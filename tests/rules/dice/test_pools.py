"""Pools of dice, against every roll counted by hand."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dice import Pool


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
    pool = Pool(dice, dv, catastrophe, intractability)
    rolls = [net(roll, pool.target, catastrophe, intractability) for roll in product(range(1, 13), repeat=dice)]
    counted = Counter(map(outcome, rolls))
    assert {name: chance for name, chance in pool.odds().outcomes if chance} == {
        name: Fraction(ways, 12**dice) for name, ways in counted.items()
    }
    assert pool.at_least(1) == pool.odds().success == Fraction(sum(n > 0 for n in rolls), len(rolls))


def test_an_empty_pool_keeps_the_lower_of_two_dice() -> None:
    odds = Pool(0, 12).odds()
    assert odds.success == Fraction(1, 144)
    assert odds.chance("catastrophe") == Fraction(23, 144)
    assert Pool(0, 12, intractability=1).odds().success == 0


def test_a_catastrophe_range_lifts_the_difficulty_above_itself() -> None:
    assert [Pool(5, dv, 3).target for dv in (2, 3, 4, 5)] == [4, 4, 4, 5]
    assert Pool(5, 2, 3).odds() == Pool(5, 4, 3).odds()


def test_seven_dice_with_no_difficulty_are_seven_successes() -> None:
    assert Pool(7, 0, 0).odds().chance("7+") == 1


@given(
    st.builds(Pool, st.integers(0, 12), st.integers(-3, 20), st.integers(0, 11), st.integers(0, 4)),
)
def test_chances_add_up_to_one_and_at_least_is_their_tail(pool: Pool) -> None:
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
        ((3, 1, 0, 0, 1), "A die has 2 to 100 faces, and not all of them are catastrophes."),
        ((3, 8, 1, -1), "Difficulty and intractability are small whole numbers."),
        ((3, 5_000), "Difficulty and intractability are small whole numbers."),
    ],
)
def test_a_pool_that_cannot_be_is_refused_with_a_sentence(arguments: tuple[int, ...], sentence: str) -> None:
    with pytest.raises(ValueError, match=r"^[A-Z].*\.$") as refused:
        Pool(*arguments)
    assert str(refused.value) == sentence


def test_the_largest_pool_takes_no_time_to_speak_of() -> None:
    assert Pool(83, 8, intractability=3).odds().success < 1


def test_a_pool_reads_as_one_would_say_it() -> None:
    assert [str(Pool(7, 8)), str(Pool(0, 2, 3)), str(Pool(3, 12, intractability=2))] == [
        "7d12 against DV 8",
        "the lower of 2d12 against DV 4, catastrophe on 1–3",
        "3d12 against DV 12, intractability 2",
    ]


def test_an_outcome_that_is_none_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        Pool(3, 8).odds().chance("draw")
