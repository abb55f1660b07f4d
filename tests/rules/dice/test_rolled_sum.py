"""Dice with nothing to reach: the sum is what they come to."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from rules.dice import RolledSum
from rules.kernel.pages import success_chance
from rules.kernel.rolls import roll_check


@pytest.mark.parametrize(("roll", "words"), [
    (RolledSum(2, 6, 1), "2d6 + 1"), (RolledSum(1, 4), "1d4"), (RolledSum(3, 3, -2), "3d3 − 2"),
])  # fmt: skip
def test_every_sum_is_as_likely_as_the_dice_have_it(roll: RolledSum, words: str) -> None:
    thrown = [sum(faces) + roll.bonus for faces in product(range(1, roll.faces + 1), repeat=roll.dice)]
    told = {name: chance * len(thrown) for name, chance in roll.odds().outcomes}
    assert told == {f"{total}": thrown.count(total) for total in sorted(set(thrown))}
    assert str(roll) == words
    assert success_chance(roll) == "", "there is no success"


def test_a_die_that_fails_is_last_and_no_number() -> None:
    roll = RolledSum(1, 12, 4, fails=True)
    assert dict(roll.odds().outcomes)["last"] == Fraction(1, 12)
    assert "16" not in dict(roll.odds().outcomes)
    seen = {roll_check(roll, Random(seed)).words for seed in range(200)}
    assert seen == {"last", *(f"{face + 4}" for face in range(1, 12))}


@pytest.mark.parametrize("wrong", [(0, 6), (11, 6), (1, 1), (1, 101), (1, 6, 1000), (2, 6, 0, True)])
def test_dice_nobody_rolls_are_refused(wrong: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"Roll 1 to 10|Only a single"):
        RolledSum(*wrong)  # type: ignore[arg-type]
