"""Two sides of six-sided dice: the table of the rulings, expertise, the best two, and how badly a failure fails."""

from fractions import Fraction as F

import pytest

from rules.systems.rough_magic import system
from rules.systems.rough_magic.casting_dice import KINDS, expert_die, rerolled
from rules.systems.rough_magic.opposed_sums import FAILURES, OpposedSums, Unrolled, level_of
from tests.rules.falling import fall_by_the_odds, told

APART = (-6, -3, -1, 0, 1, 3, 6)
TABLE = {
    0: (0, 0, 0, 0, 0, 0, 0),
    1: (0, F(1, 54), F(5, 54), F(35, 216), F(7, 27), F(1, 2), F(181, 216)),
    2: (F(35, 648), F(155, 648), F(575, 1296), F(721, 1296), F(287, 432), F(545, 648), F(1261, 1296)),
    3: (F(791, 2592), F(389, 648), F(1009, 1296), F(1099, 1296), F(1169, 1296), F(209, 216), F(2585, 2592)),
}


@pytest.mark.parametrize("dice", TABLE)
def test_the_chance_by_dice_and_difference(dice: int) -> None:
    assert tuple(OpposedSums(dice, 10 + n, 10).odds().success for n in APART) == TABLE[dice]


def test_four_dice_to_the_last_digit_of_the_table() -> None:
    found = [f"{float(OpposedSums(4, n, 0).odds().success):.2%}" for n in APART]
    assert found == ["63.69%", "85.54%", "93.92%", "96.41%", "98.03%", "99.55%", "99.98%"]


@pytest.mark.parametrize(
    ("expertise", "chances"),
    [
        ("reroll_1s", (F(29, 90), F(61, 90), F(83, 90))),
        ("reroll_1s_2s", (F(125, 288), F(115, 144), F(187, 192))),
        ("bonus_die", (F(389, 648), F(1099, 1296), F(209, 216))),
        ("none", (F(155, 648), F(721, 1296), F(545, 648))),
    ],
)
def test_expertise_on_two_dice(expertise: str, chances: tuple[F, ...]) -> None:
    dice = 2 + sum(term.amount for term in expert_die(KINDS[expertise]))
    made = [OpposedSums(dice, n, 0, rerolled(KINDS[expertise])) for n in (-3, 0, 3)]
    assert tuple(one.odds().success for one in made) == chances


def test_the_best_two_of_three() -> None:
    found = [f"{float(OpposedSums(3, n, 0, keep=True).odds().success):.2%}" for n in (-3, 0, 3)]
    assert found == ["38.67%", "72.42%", "93.02%"]
    assert OpposedSums(2, 1, 0, keep=True).odds() == OpposedSums(2, 1, 0).odds()


@pytest.mark.parametrize(
    ("failed_by", "level"), [(0, 0), (-3, 0), (1, 1), (3, 1), (4, 2), (6, 2), (7, 3), (9, 3), (10, 4), (12, 4), (13, 4)]
)
def test_how_badly_it_failed(failed_by: int, level: int) -> None:
    assert level_of(failed_by) == level


def test_the_chance_of_each_consequence() -> None:
    two, one = OpposedSums(2, 9, 6, graded=True), OpposedSums(1, 9, 6, graded=True)
    assert dict(two.odds().outcomes) == {
        "critical failure": 0, "severe failure": F(1, 1296), "moderate failure": F(17, 648),
        "minor failure": F(19, 144), "success": F(545, 648),
    }  # fmt: skip
    assert two.lost == OpposedSums(2, 9, 6).lost == F(121, 648)
    assert [one.odds().chance(name) for name in (*FAILURES, "success")] == [
        F(73, 216),
        F(31, 216),
        F(1, 54),
        0,
        F(1, 2),
    ]


@pytest.mark.parametrize("graded", [True, False])
@pytest.mark.parametrize("dice", [0, -3])
def test_without_dice_nothing_is_thrown_and_nothing_lost(dice: int, graded: bool) -> None:
    made = OpposedSums(dice, 9, 0, 1, graded=graded)
    assert (str(made), made.thrown, made.odds().success, made.lost) == ("no dice", 0, 0, 0)


@pytest.mark.parametrize("keep", [True, False])
def test_outcomes_add_up_to_one(keep: bool) -> None:
    for dice in (1, 2, 3, 7, 40):
        for graded in (True, False):
            made = OpposedSums(dice, 3, 5, 1, keep, graded)
            assert sum(chance for _, chance in made.odds().outcomes) == 1


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (OpposedSums(2, 7, 5), "2d6 + 7 vs 2d6 + 5"),
        (
            OpposedSums(3, 0, -1, 2, keep=True),
            "the best 2 of 3d6 + 0 (reroll 1s and 2s) vs 2d6 − 1",
        ),
        (OpposedSums(1, 4, 2, 1), "1d6 + 4 (reroll 1s) vs 2d6 + 2"),
        (OpposedSums(3, 4, 2), "3d6 + 4 vs 2d6 + 2"),
    ],
)
def test_opposed_sums_say_what_is_thrown(made: OpposedSums, words: str) -> None:
    assert str(made) == words


@pytest.mark.parametrize("numbers", [(41, 0, 0), (-41, 0, 0), (2, 1001, 0), (2, 0, -1001), (2, 0, 0, 3)])
def test_numbers_nobody_rolls_with_are_refused(numbers: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"at most 40 dice|are between|rerolled"):
        OpposedSums(*numbers)


def test_what_needs_no_roll_succeeds() -> None:
    assert (str(Unrolled()), Unrolled().odds().success) == ("no roll", 1)


@pytest.mark.parametrize("dice", [-1, 1, 2, 3])
@pytest.mark.parametrize("reroll", [0, 1, 2])
@pytest.mark.parametrize("keep", [True, False])
@pytest.mark.parametrize("graded", [True, False])
def test_dice_fall_as_often_as_the_odds_say(dice: int, reroll: int, keep: bool, graded: bool) -> None:
    assert fall_by_the_odds(OpposedSums(dice, 4, 5, reroll, keep, graded))
    assert fall_by_the_odds(Unrolled())


def test_both_sides_are_told_and_the_level_of_a_failure() -> None:
    assert told(OpposedSums(2, 7, 5), (3, 4), (6, 2)) == (
        "success", {"You": "3 + 4 + 7 = 14", "Opponent": "6 + 2 + 5 = 13", "Margin": "+1"}, "",
    )  # fmt: skip
    assert told(OpposedSums(2, 7, 7), (3, 4), (6, 1))[0] == "success"
    assert told(OpposedSums(2, 7, 8), (3, 4), (6, 1))[::2] == ("failure", "")
    outcome, lines, words = told(OpposedSums(2, 2, 5, graded=True), (1, 2), (3, 4))
    assert (outcome, lines["Margin"], lines["Level of failure"], words) == ("severe failure", "−7", "3", "")
    best = OpposedSums(3, 0, 0, keep=True).breakdown(((2, 6, 5), (1, 1)))
    assert [mark.word for mark in best.marks[0]] == ["left out", "", ""]
    assert dict(best.lines)["You"] == "6 + 5 = 11"


def test_the_die_of_expertise_is_a_bonus_die_like_any_other() -> None:
    """Complexities: a task is impossible where bonus and penalty dice together leave none."""

    def asked(dice: int) -> tuple[int, str]:
        found = system.odds(["--dice", str(dice), "--av", "9", "--dv", "6", "--expertise", "bonus_die"])
        return found["dice"], found["success"]["exact"]

    assert [asked(dice) for dice in (-1, 0)] == [(0, "0"), (1, "1/2")]
    assert asked(1) == (2, str(OpposedSums(2, 9, 6).odds().success))
