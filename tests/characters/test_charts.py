"""Several ways to make a roll side by side: which is best, and what may not be tried."""

from fractions import Fraction

import pytest

from characters.sheet.charts import chart, side_by_side
from rules.dice import CountDice, Outcomes
from rules.kernel import Check, Cite, Dice, Figure
from rules.kernel.pages import Approach
from rules.systems.duality.keep_two import KeepTwo
from rules.systems.forge.dice_pools import dice_pool
from rules.systems.hprpg.dice_pools import dice_pool as handbook_pool
from rules.systems.rough_magic.opposed_sums import OpposedSums

PLACE = Cite("Toy", "2", 3)
LONG = Outcomes(
    ("a long wait", "nothing", "some"), lowest=-1, enough=1, lines=lambda count: (), bars=("wait", "0", "1+")
)


def way(label: str, dice: Dice | None, note: str = "") -> Approach:
    return Approach(
        label, Check(label, label, PLACE, Figure.of(label, label, PLACE, ()), dice, note), (("Dice", str(dice)),)
    )


def test_the_best_way_and_the_least_risk_are_marked() -> None:
    found = side_by_side([way("plain", dice_pool(2, 5, 8)), way("pushed", dice_pool(3, 3, 8))])
    assert found is not None
    plain, pushed = found["rows"]
    assert found["outcomes"] == ["failure", "mixed", "success", "critical"]
    assert found["facts"] == ["Dice"]
    assert (plain.best, pushed.best) == (True, False)
    assert [share.best for share in plain.shares] == [True, False, False, False]
    assert [share.exact for share in pushed.shares] == ["125/512", "225/512", "135/512", "27/512"]
    assert not any(share.best for share in pushed.shares)
    assert [share.kind for share in plain.shares] == ["bad", "", "hit", "hit"]


def test_the_pieces_of_a_bar_lie_end_to_end() -> None:
    found = side_by_side([way("one", dice_pool(2, 5, 8)), way("other", dice_pool(1, 2, 4))])
    assert found is not None
    for row in found["rows"]:
        end = 0.0
        for share in row.shares:
            assert abs(share.start - end) < 0.02
            end = share.start + share.width
        assert abs(end - 100) < 0.05


def test_where_all_are_alike_none_is_best() -> None:
    found = side_by_side([way("one", dice_pool(2, 5, 8)), way("other", dice_pool(2, 5, 8))])
    assert found is not None
    assert not any(row.best or any(share.best for share in row.shares) for row in found["rows"])


def test_a_way_that_may_not_be_tried_says_why_and_nothing_to_compare_is_nothing() -> None:
    found = side_by_side([way("one", dice_pool(2, 5, 8)), way("never", None, "Not on a Tuesday.")])
    assert found is not None
    assert [bool(row.shares) for row in found["rows"]] == [True, False]
    assert side_by_side([way("never", None), way("nor", None)]) is None
    assert side_by_side([way("one", dice_pool(2, 5, 8))]) is None
    assert side_by_side(()) is None
    assert Fraction(1, 2) == dice_pool(1, 2, 4).odds().chance("mixed")


def test_a_bar_has_the_name_that_its_outcome_gives_it() -> None:
    found = chart(way("pool", CountDice(2, 6, range(5, 7), range(1, 2), LONG, "anything")).check)
    assert found is not None
    assert [(bar.name, bar.short) for bar in found["bars"]] == [
        ("a long wait", "wait"),
        ("nothing", "0"),
        ("some", "1+"),
    ]
    assert [bar.kind for bar in found["bars"]] == ["bad", "", "hit"]
    plain = chart(way("forge", dice_pool(2, 5, 8)).check)
    assert plain is not None
    assert [bar.short for bar in plain["bars"]] == ["failure", "mixed", "success", "critical"]
    assert chart(way("never", None).check) is None


def test_a_count_of_successes_is_named_in_words_where_there_is_room() -> None:
    found = chart(way("plain", handbook_pool(3, 8)).check)
    assert found is not None
    bars = {bar.name: bar.short for bar in found["bars"]}
    assert (bars["failure"], bars["1 success"], bars["2 successes"], bars["7+ successes"]) == ("fail", "1", "2", "7+")


@pytest.mark.parametrize(
    ("dice", "told"),
    [
        (KeepTwo(0), ("56%", "mixed or better", "")),
        (dice_pool(2, 3, 8), ("14%", "success or better", "47% mixed")),
        (handbook_pool(3, 8), ("69%", "chance of success", "")),
        (OpposedSums(2, 4, 4, graded=True), ("56%", "chance of success", "")),
    ],
)
def test_a_chance_says_which_outcomes_it_counts(dice: Dice, told: tuple[str, str, str]) -> None:
    one = way("one", dice)
    drawn, beside = chart(one.check), side_by_side([one, one])
    assert drawn is not None
    assert beside is not None
    assert (drawn["success"], drawn["counted"], drawn["partial"]) == told
    assert beside["counted"] == told[1]


def test_a_small_chance_is_a_whole_percentage_as_everywhere() -> None:
    check = Check("c", "c", PLACE, Figure.of("c", "c", PLACE, ()), dice_pool(2, 5, 8))
    shown = chart(check)
    assert shown is not None
    assert not any("." in bar.percent for bar in shown["bars"])
