"""One die at or under a number; its highest face always fails."""

from fractions import Fraction

import pytest

from rules.dice import Under


@pytest.mark.parametrize(("target", "good"), [(-5, 0), (0, 0), (1, 1), (7, 7), (11, 11), (12, 11), (40, 11)])
def test_every_face_is_counted(target: int, good: int) -> None:
    rolled = sum(face <= target and face != 12 for face in range(1, 13))
    odds = Under(target).odds()
    assert rolled == good
    assert odds.success == Fraction(good, 12)
    assert sum(chance for _, chance in odds.outcomes) == 1


def test_it_says_what_to_roll() -> None:
    assert str(Under(7)) == "1d12, 7 or less"
    assert str(Under(20)) == "1d12, 11 or less"
    assert str(Under(0)) == "1d12, and nothing is low enough"


def test_a_die_has_faces() -> None:
    with pytest.raises(ValueError, match="faces"):
        Under(3, faces=1)
