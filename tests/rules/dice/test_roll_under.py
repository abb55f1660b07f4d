"""One die at or under a number, and faces that always fail."""

from fractions import Fraction

import pytest

from rules.dice import RollUnder
from tests.rules.falling import fall_by_the_odds, told


@pytest.mark.parametrize(("target", "good"), [(-5, 0), (0, 0), (1, 1), (7, 7), (11, 11), (12, 11), (40, 11)])
def test_every_face_is_counted(target: int, good: int) -> None:
    rolled = sum(face <= target and face != 12 for face in range(1, 13))
    odds = RollUnder(target, 12, fails_on=12).odds()
    assert rolled == good
    assert odds.success == Fraction(good, 12)
    assert sum(chance for _, chance in odds.outcomes) == 1


@pytest.mark.parametrize(("fails_on", "good"), [(0, 20), (20, 19), (19, 18), (1, 0)])
def test_what_always_fails_fails_at_any_number(fails_on: int, good: int) -> None:
    assert RollUnder(20, 20, fails_on).odds().success == Fraction(good, 20)


@pytest.mark.parametrize(
    "die",
    [
        *(RollUnder(target, 12, 12) for target in (7, -1, 12)),
        *(RollUnder(target, 12, 12, near) for target, near in ((3, 6), (5, 5), (9, 30))),
        RollUnder(2, 6),
        RollUnder(6, 6),
        RollUnder(9, 10, 8, 9),
    ],
    ids=repr,
)
def test_it_falls_as_often_as_the_odds_say(die: RollUnder) -> None:
    assert fall_by_the_odds(die)


def test_it_says_what_to_roll() -> None:
    assert str(RollUnder(7, 12)) == "1d12, 7 or less"
    assert str(RollUnder(20, 12, 12)) == "1d12, 11 or less"
    assert str(RollUnder(20, 12)) == "1d12, 12 or less"
    assert str(RollUnder(0, 12)) == "1d12, can't succeed"


def test_it_says_what_it_was_held_against() -> None:
    assert told(RollUnder(7, 12, 12), (5,)) == ("success", {"Rolled": "5", "Succeeds": "at 7 or less"}, "")
    assert told(RollUnder(0, 12), (1,))[1]["Succeeds"] == "at nothing"
    assert told(RollUnder(20, 12, 12), (12,)) == (
        "failure", {"Rolled": "12", "Succeeds": "at 11 or less", "A 12": "always fails"}, "",
    )  # fmt: skip
    assert told(RollUnder(20, 12), (12,))[0] == "success"
    shot = RollUnder(3, 12, 12, near=6)
    came = [shot.breakdown(((face,),)).outcome for face in (3, 4, 6, 7)]
    assert came == ["success", "near miss", "near miss", "failure"]
    assert told(shot, (5,))[1]["Near miss"] == "up to 6"


def test_a_near_miss_is_no_success_and_costs_none() -> None:
    near = RollUnder(3, 12, 12, 6).odds()
    assert [name for name, _ in near.outcomes] == ["failure", "near miss", "success"]
    assert near.success == RollUnder(3, 12).odds().success
    assert RollUnder(3, 12, near=3).odds() == RollUnder(3, 12).odds()
    assert RollUnder(11, 12, 12, near=12).odds().chance("failure") == Fraction(1, 12)


@pytest.mark.parametrize(("faces", "fails_on"), [(1, 0), (101, 0), (6, 7), (6, -1)])
def test_a_die_that_cannot_be_is_refused(faces: int, fails_on: int) -> None:
    with pytest.raises(ValueError, match="face"):
        RollUnder(3, faces, fails_on)
