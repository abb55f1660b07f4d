"""Dice that pass and cancel, in the words of a game nobody plays, against every roll counted by hand."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dice import Count, CountDice, Outcomes
from rules.kernel.rolls import DieResult
from tests.rules.falling import fall_by_the_odds, told


def _lines(count: Count) -> Iterator[tuple[str, str]]:
    yield "Fish", f"{count.passes}"
    yield "Eaten by the cat", f"{count.absorbed} of {count.absorbs}"
    yield "Holes in the net", f"{count.cancels}"


CATCH = Outcomes(
    ("a lost boot", "nothing", "a fish", "fish for all"),
    lowest=-1,
    enough=1,
    lines=_lines,
    words=lambda net: "a bucket full" if net > 2 else "",
    passed="fish",
    cancelled="hole",
    bars=("boot", "none", "one", "all"),
)
PLAIN = Outcomes(("miss", "hit"), lowest=0, enough=1, lines=lambda count: ())
NONE = range(0)


def angle(
    dice: int, passes: range, cancels: range = NONE, absorbs: int = 0, automatic: int = 0, *, spare: bool = False
) -> CountDice:
    return CountDice(dice, 6, passes, cancels, CATCH, " in the pond", absorbs, spare, automatic)


def net(roll: tuple[int, ...], pool: CountDice) -> int:
    """What is left of dice on the table, as one counts with a finger."""
    shown = roll if pool.dice else (min(roll),) if roll else ()
    passes, cancels = sum(die in pool.passes for die in shown), sum(die in pool.cancels for die in shown)
    return max(passes + pool.automatic - pool.absorbs, 0) - cancels


POOLS = [
    angle(dice, *rest, spare=spare)
    for dice in (0, 1, 2, 4)
    for spare in (True, False)
    for rest in (
        (range(5, 7),), (range(1, 4),), (range(4, 7), range(1, 3)), (range(1, 3), range(6, 7), 1), (range(4, 5),),
        (range(2, 7), range(1, 2), 3), (range(9, 7), range(1, 2)), (range(1, 12),), (range(1, -5), range(-3, 20)),
        (range(5, 7), range(1, 2), 0, 1), (range(5, 7), range(1, 2), 1, 2), (range(6, 7), NONE, 3, 1),
    )
]  # fmt: skip


@pytest.mark.parametrize("pool", POOLS, ids=lambda pool: f"{pool}-{pool.passes}-{pool.cancels}-{pool.absorbs}")
def test_counts_and_odds_are_every_roll_counted(pool: CountDice) -> None:
    thrown = sum(hand.dice for hand in pool.groups())
    rolls = [net(roll, pool) for roll in product(range(1, 7), repeat=thrown)]
    counted = {count: Fraction(times, len(rolls)) for count, times in Counter(rolls).items()}
    assert {count: chance for count, chance in pool.counts().items() if chance} == counted
    outcomes = Counter(CATCH.names[min(max(count, -1), 2) + 1] for count in rolls)
    assert dict(pool.odds().outcomes) == {name: Fraction(outcomes[name], len(rolls)) for name in CATCH.names}
    for least in range(-5, 6):
        assert pool.at_least(least) == Fraction(sum(count >= least for count in rolls), len(rolls))
    assert pool.odds().success == pool.at_least(1)
    assert fall_by_the_odds(pool)


@given(st.integers(0, 40), st.integers(-5, 30), st.integers(0, 10), st.integers(0, 9), st.booleans())
def test_chances_add_up_to_one(dice: int, target: int, cancels: int, absorbs: int, spare: bool) -> None:
    pool = CountDice(
        dice, 20, range(max(target, cancels + 1), 21), range(1, cancels + 1), PLAIN, "", absorbs, spare
    )  # fmt: skip
    assert sum(pool.counts().values()) == 1 == sum(chance for _, chance in pool.odds().outcomes)
    assert min(pool.counts().values()) >= 0


def test_the_words_are_the_games() -> None:
    pool = angle(5, range(4, 7), range(1, 2), 1)
    assert told(pool, (4, 5, 6, 1, 2)) == (
        "a fish", {"Fish": "3", "Eaten by the cat": "1 of 1", "Holes in the net": "1"}, "",
    )  # fmt: skip
    assert told(pool, (4, 4, 4, 4, 2))[::2] == ("fish for all", "a bucket full")
    marks = (DieResult("fish", "hit"), DieResult("hole", "bad"), *[DieResult(kind="idle")] * 3)
    assert pool.breakdown(((6, 1, 2, 2, 2),)).marks == (marks,)
    assert (pool.odds().bars, pool.odds().successes) == (("boot", "none", "one", "all"), {"a fish", "fish for all"})
    bare = CountDice(1, 6, range(6, 7), NONE, PLAIN, "")
    assert told(bare, (6,)) == ("hit", {}, "")
    assert (bare.odds().bars, bare.breakdown(((6,),)).marks) == ((), ((DieResult("success", "hit"),),))


def test_of_spare_dice_the_lower_one_counts() -> None:
    pool = angle(0, range(4, 7), spare=True)
    assert [mark.word for mark in pool.breakdown(((6, 5),)).marks[0]] == ["left out", "fish"]
    assert pool.odds().success == Fraction(1, 4)
    assert told(angle(0, range(4, 7)))[0] == "nothing"


def test_a_pool_says_what_is_rolled() -> None:
    pools = angle(3, range(4, 7)), angle(0, range(4, 7), spare=True), angle(0, range(4, 7))
    assert list(map(str, pools)) == ["3d6 in the pond", "the lower of 2d6 in the pond", "no dice"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((3, 1, range(1, 2), NONE), "A die has 2 to 100 faces."),
        ((3, 101, range(1, 2), NONE), "A die has 2 to 100 faces."),
        ((-1, 6, range(1, 2), NONE), "A pool has 0 to 166 dice of 6 faces."),
        ((167, 6, range(1, 2), NONE), "A pool has 0 to 166 dice of 6 faces."),
        ((3, 6, range(3, 7), range(1, 4)), "No face passes and cancels at once."),
    ],
)
def test_a_pool_that_cannot_be_is_refused_with_a_sentence(
    arguments: tuple[int, int, range, range], sentence: str
) -> None:
    with pytest.raises(ValueError, match=r"^[A-Z].*\.$") as refused:
        CountDice(*arguments, PLAIN, "")
    assert str(refused.value) == sentence


def test_a_pool_absorbs_no_fewer_than_none() -> None:
    with pytest.raises(ValueError, match="absorbs no fewer"):
        angle(3, range(4, 7), absorbs=-1)
    with pytest.raises(ValueError, match="no fewer pass without a die"):
        angle(3, range(4, 7), automatic=-1)


def test_the_largest_pool_takes_no_time_to_speak_of() -> None:
    assert 0 < angle(166, range(4, 7), range(1, 3), 9).odds().success < 1


def test_an_outcome_that_is_none_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        angle(3, range(4, 7)).odds().chance("draw")
