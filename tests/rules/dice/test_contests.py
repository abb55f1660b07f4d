"""Two sides of six-sided dice: the table of the rulings, expertise, the best two, and how badly a failure fails."""

from fractions import Fraction as F

import pytest

from rules.dice import Contest, Unrolled
from rules.dice.contests import LEVELS, level_of

APART = (-6, -3, -1, 0, 1, 3, 6)
TABLE = {
    0: (0, 0, 0, 0, 0, 0, 0),
    1: (0, F(1, 54), F(5, 54), F(35, 216), F(7, 27), F(1, 2), F(181, 216)),
    2: (F(35, 648), F(155, 648), F(575, 1296), F(721, 1296), F(287, 432), F(545, 648), F(1261, 1296)),
    3: (F(791, 2592), F(389, 648), F(1009, 1296), F(1099, 1296), F(1169, 1296), F(209, 216), F(2585, 2592)),
}


@pytest.mark.parametrize("dice", TABLE)
def test_the_chance_by_dice_and_difference(dice: int) -> None:
    assert tuple(Contest(dice, 10 + n, 10).odds().success for n in APART) == TABLE[dice]


def test_four_dice_to_the_last_digit_of_the_table() -> None:
    told = [f"{float(Contest(4, n, 0).odds().success):.2%}" for n in APART]
    assert told == ["63.69%", "85.54%", "93.92%", "96.41%", "98.03%", "99.55%", "99.98%"]


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
    made = [Contest(2, n, 0, expertise) for n in (-3, 0, 3)]  # type: ignore[arg-type]  # its words, as told
    assert tuple(one.odds().success for one in made) == chances


def test_the_best_two_of_three() -> None:
    told = [f"{float(Contest(3, n, 0, keep=True).odds().success):.2%}" for n in (-3, 0, 3)]
    assert told == ["38.67%", "72.42%", "93.02%"]
    assert Contest(2, 1, 0, keep=True).odds() == Contest(2, 1, 0).odds()


@pytest.mark.parametrize(
    ("failed_by", "level"), [(0, 0), (-3, 0), (1, 1), (3, 1), (4, 2), (6, 2), (7, 3), (9, 3), (10, 4), (12, 4), (13, 4)]
)
def test_how_badly_it_failed(failed_by: int, level: int) -> None:
    assert level_of(failed_by) == level


def test_the_chance_of_each_consequence() -> None:
    two, one = Contest(2, 9, 6, graded=True), Contest(1, 9, 6, graded=True)
    assert dict(two.odds().outcomes) == {
        "critical": 0, "severe": F(1, 1296), "moderate": F(17, 648), "minor": F(19, 144), "success": F(545, 648),
    }  # fmt: skip
    assert two.lost == Contest(2, 9, 6).lost == F(121, 648)
    assert [one.odds().chance(name) for name in (*LEVELS, "success")] == [F(73, 216), F(31, 216), F(1, 54), 0, F(1, 2)]


@pytest.mark.parametrize("graded", [True, False])
@pytest.mark.parametrize("dice", [0, -3])
def test_without_dice_nothing_is_thrown_and_nothing_lost(dice: int, graded: bool) -> None:
    made = Contest(dice, 9, 0, "reroll_1s", graded=graded)
    assert (str(made), made.thrown, made.odds().success, made.lost) == ("no dice at all", 0, 0, 0)


def test_the_die_of_expertise_is_a_bonus_die_like_any_other() -> None:
    """Complexities: a task is impossible where bonus and penalty dice together leave none."""
    assert [Contest(dice, 9, 6, "bonus_die").thrown for dice in (-1, 0, 1)] == [0, 1, 2]
    assert Contest(0, 9, 6, "bonus_die").odds().success == Contest(1, 9, 6).odds().success == F(1, 2)


@pytest.mark.parametrize("keep", [True, False])
def test_outcomes_add_up_to_one(keep: bool) -> None:
    for dice in (1, 2, 3, 7, 40):
        for graded in (True, False):
            made = Contest(dice, 3, 5, "reroll_1s", keep, graded)
            assert sum(chance for _, chance in made.odds().outcomes) == 1


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (Contest(2, 7, 5), "2d6 + 7 against 2d6 + 5"),
        (
            Contest(3, 0, -1, "reroll_1s_2s", keep=True),
            "the best 2 of 3d6 + 0, ones and twos rolled again against 2d6 − 1",
        ),
        (Contest(1, 4, 2, "reroll_1s"), "1d6 + 4, ones rolled again against 2d6 + 2"),
        (Contest(2, 4, 2, "bonus_die"), "3d6 + 4 against 2d6 + 2"),
    ],
)
def test_a_contest_says_what_is_thrown(made: Contest, told: str) -> None:
    assert str(made) == told


@pytest.mark.parametrize("numbers", [(41, 0, 0), (-41, 0, 0), (2, 1001, 0), (2, 0, -1001)])
def test_numbers_nobody_rolls_with_are_refused(numbers: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match=r"at most 40 dice|lie between"):
        Contest(*numbers)


def test_what_needs_no_roll_succeeds() -> None:
    assert (str(Unrolled()), Unrolled().odds().success) == ("no roll", 1)
