"""What dice come to on the table: as often as their exact odds say, and with words for what counted."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dice import Collective, Contest, Cooperative, Opposed, Pair, Pool, Successes, Under, Unrolled
from rules.dice.tallies import kept, signed, summed
from rules.kernel import Dice
from rules.kernel.rolls import Mark, Tally


def every_tally(dice: Dice) -> Iterator[Tally]:
    """Every way the dice can fall, read."""
    hands = dice.handfuls()
    each = [product(range(hand.lowest, hand.faces + 1), repeat=hand.dice) for hand in hands]
    return map(dice.tally, product(*each))


def told(dice: Dice, *faces: tuple[int, ...]) -> tuple[str, dict[str, str], str]:
    """Outcome, lines and words of dice on the table."""
    tally = dice.tally(faces)
    return tally.outcome, dict(tally.lines), tally.words


SHOWN: list[Dice] = [
    Under(7),
    Under(-1),
    Under(12),
    Under(3, near=6),
    Under(5, near=5),
    Under(9, near=30),
    Under(2, 6),
    *(Pool(dice, *numbers) for dice in (0, 1, 3) for numbers in ((8, 1, 0), (5, 3, 1), (2, 2, 2), (13, 0, 0))),
    Pool(4, 4, 2, 1, faces=6),
    *(Successes(dice, target, 6, 4) for dice in (0, 1, 3, 5) for target in (-1, 2, 9)),
    *(
        Contest(dice, 4, 5, expertise, keep, graded)  # type: ignore[arg-type]  # its words, as told
        for dice in (-1, 1, 2)
        for expertise in ("none", "reroll_1s", "reroll_1s_2s", "bonus_die")
        for keep in (True, False)
        for graded in (True, False)
    ),
    Contest(3, 4, 5, keep=True, graded=True),
    Unrolled(),
    *(Pair(bonus, against, up, down, danger) for bonus, against, up, down, danger in (
        (3, "medium", 0, 0, False), (-2, "easy", 2, 0, True), (5, "very-hard", 0, 3, False), (1, "hard", 2, 2, True),
    )),
    Opposed(2, 4),
    Opposed(2, 1, increased=1, dangerous=True),
    Opposed(0, 3, decreased=1),
    Collective((3, -4), "easy", 2),
    Collective((-20, -1), "very-easy", 3, dangerous=True),
    Collective((2,), increased=3),
    Cooperative((Pair(3, "hard"), Pair(-1, "easy", dangerous=True))),
    Cooperative((Pair(0, increased=1), Pair(2))),
]  # fmt: skip


@pytest.mark.parametrize("dice", SHOWN, ids=str)
def test_dice_fall_as_often_as_the_odds_say(dice: Dice) -> None:
    counted: Counter[str] = Counter()
    shown = [hand.dice for hand in dice.handfuls()]
    for tally in every_tally(dice):
        counted[tally.outcome] += 1
        assert [len(marks) for marks in tally.marks] == shown
    assert {name: Fraction(times, counted.total()) for name, times in counted.items()} == {
        name: chance for name, chance in dice.odds().outcomes if chance
    }


def test_one_die_says_what_it_was_held_against() -> None:
    assert told(Under(7), (5,)) == ("success", {"Rolled": "5", "Succeeds": "at 7 or less"}, "")
    assert told(Under(0), (1,))[1]["Succeeds"] == "at nothing"
    assert told(Under(20), (12,)) == (
        "failure", {"Rolled": "12", "Succeeds": "at 11 or less", "A 12": "always fails"}, "",
    )  # fmt: skip
    shot = Under(3, near=6)
    assert [shot.tally(((face,),)).outcome for face in (3, 4, 6, 7)] == ["success", "near miss", "near miss", "failure"]
    assert told(shot, (5,))[1]["Near miss"] == "up to 6"


def test_a_near_miss_is_no_success_and_costs_none() -> None:
    assert [name for name, _ in Under(3, near=6).odds().outcomes] == ["failure", "near miss", "success"]
    assert Under(3, near=6).odds().success == Under(3).odds().success
    assert Under(3, near=3).odds() == Under(3).odds()
    assert Under(11, near=12).odds().chance("failure") == Fraction(1, 12)


def test_a_pool_counts_successes_intractability_and_catastrophes() -> None:
    assert told(Pool(6, 8, intractability=1), (8, 12, 10, 1, 4, 9)) == (
        "2", {"Successes": "4", "Intractability": "−1", "Catastrophes": "−1", "In all": "2"}, "2 successes",
    )  # fmt: skip
    assert told(Pool(2, 8), (8, 7)) == ("1", {"Successes": "1", "In all": "1"}, "1 success")
    assert told(Pool(2, 8), (1, 7)) == ("catastrophe", {"Successes": "0", "Catastrophes": "−1", "In all": "−1"}, "")
    assert told(Pool(9, 2), (9,) * 9)[::2] == ("7+", "9 successes")
    marks = Pool(3, 8).tally(((8, 1, 5),)).marks
    assert marks == ((Mark("success", "hit"), Mark("catastrophe", "bad"), Mark(kind="idle")),)


def test_of_an_empty_pool_the_lower_die_counts() -> None:
    tally = Pool(0, 8).tally(((9, 8),))
    assert (tally.outcome, [mark.word for mark in tally.marks[0]]) == ("1", ["left out", "success"])
    assert [mark.word for mark in Pool(0, 8).tally(((1, 1),)).marks[0]] == ["catastrophe", "left out"]


def test_successes_have_effects_and_a_total() -> None:
    assert told(Successes(4, 5, 8, 3), (5, 2, 1, 8)) == (
        "critical", {"Successes": "3", "Effects": "1", "Total": "5 + 2 + 1 + 8 + 3 = 19"}, "",
    )  # fmt: skip
    assert told(Successes(2, 5, 8), (6, 2)) == ("mixed", {"Successes": "1", "Total": "6 + 2 = 8"}, "")
    assert told(Successes(0, 5, 8)) == ("failure", {"Successes": "0"}, "")


def test_a_contest_tells_both_sides_and_the_level_of_a_failure() -> None:
    assert told(Contest(2, 7, 5), (3, 4), (6, 2)) == (
        "success", {"You": "3 + 4 + 7 = 14", "The other side": "6 + 2 + 5 = 13", "Margin": "+1"}, "",
    )  # fmt: skip
    assert told(Contest(2, 7, 7), (3, 4), (6, 1))[0] == "success"
    assert told(Contest(2, 7, 8), (3, 4), (6, 1))[::2] == ("failure", "")
    outcome, lines, words = told(Contest(2, 2, 5, graded=True), (1, 2), (3, 4))
    assert (outcome, lines["Margin"], lines["Level of failure"], words) == ("severe", "−7", "3", "severe failure")
    best = Contest(3, 0, 0, keep=True).tally(((2, 6, 5), (1, 1)))
    assert [mark.word for mark in best.marks[0]] == ["left out", "", ""]
    assert dict(best.lines)["You"] == "6 + 5 = 11"


def test_two_dice_tell_their_total_and_where_outcomes_begin() -> None:
    assert told(Pair(3), (5, 7)) == (
        "very good",
        {"Total": "5 + 7 + 3 = 15", "Medium": "bad from 6, mixed from 9, good from 12, very good from 15"}, "",
    )  # fmt: skip
    danger = Pair(-1, decreased=1, dangerous=True).tally(((8, 3, 4),))
    assert (danger.outcome, [mark.word for mark in danger.marks[0]]) == ("very bad", ["left out", "", ""])
    assert dict(danger.lines)["Medium"] == "mixed from 9, good from 12, very good from 15"
    outcome, lines, _ = told(Opposed(2, 1, increased=1), (1, 2, 5), (8, 4))
    assert (outcome, lines["Your total"], lines["The other side's"], lines["Difference"]) == (
        "bad", "2 + 5 + 2 = 9", "8 + 4 + 1 = 13", "−4",
    )  # fmt: skip


def test_a_group_tells_each_roll() -> None:
    outcome, lines, _ = told(Collective((3, -4), "easy", 2), (5, 7), (1, 2))
    assert (outcome, lines["Roll 1"], lines["Roll 2"]) == ("mixed", "5 + 7 + 3 = 15", "1 + 2 − 4 = −1")
    assert (lines["Total"], lines["Divided by 2"]) == ("14", "7")
    outcome, lines, _ = told(Cooperative((Pair(3), Pair(0, "hard"))), (5, 7), (1, 2))
    assert (outcome, lines["Together"]) == ("mixed", "0")
    assert lines["Roll 1"] == "5 + 7 + 3 = 15 against Medium: very good, +2"


@given(st.lists(st.integers(1, 9), min_size=1, max_size=7), st.integers(0, 7), st.booleans())
def test_what_is_kept_is_the_best_or_the_worst(shown: list[int], count: int, highest: bool) -> None:
    counts = kept(shown, count, highest=highest)
    assert sorted(face for face, on in zip(shown, counts, strict=True) if on) == sorted(
        sorted(shown, reverse=highest)[:count]
    )


def test_sums_read_as_one_would_write_them() -> None:
    assert [signed(2), signed(0), signed(-2)] == ["+2", "0", "−2"]
    assert [summed((5,), 0), summed((5,), -7), summed((1, 2), 0)] == ["5", "5 − 7 = −2", "1 + 2 = 3"]
