"""Dice added up, against every roll counted by hand; which of them are kept, and sums in words."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dice.die_results import kept, summed
from rules.dice.sums import added, apart, best_two, moved, sums, worst_two
from rules.kernel.basics import minus, signed


@pytest.mark.parametrize("dice", range(5))
@pytest.mark.parametrize(("faces", "lowest"), [(2, 1), (6, 1), (6, 2), (6, 3), (8, 1), (4, 4)])
def test_ways_are_every_roll_counted(dice: int, faces: int, lowest: int) -> None:
    rolls = list(map(sorted, product(range(lowest, faces + 1), repeat=dice)))
    assert sums(dice, faces, lowest) == Counter(map(sum, rolls))
    if dice > 1:
        assert best_two(dice, faces, lowest) == Counter(sum(roll[-2:]) for roll in rolls)
        if lowest == 1:
            assert worst_two(dice, faces) == Counter(sum(roll[:2]) for roll in rolls)


def test_two_rolls_are_added_or_held_against_each_other() -> None:
    coin, die = sums(1, 2), sums(1, 6)
    assert added(coin, die) == Counter(a + b for a, b in product((1, 2), range(1, 7)))
    assert apart(coin, die) == Counter(a - b for a, b in product((1, 2), range(1, 7)))
    assert moved(coin, -3) == {-2: 1, -1: 1}


@given(st.lists(st.integers(1, 9), min_size=1, max_size=7), st.integers(0, 7), st.booleans())
def test_what_is_kept_is_the_best_or_the_worst(shown: list[int], count: int, highest: bool) -> None:
    counts = kept(shown, count, highest=highest)
    assert sorted(face for face, on in zip(shown, counts, strict=True) if on) == sorted(
        sorted(shown, reverse=highest)[:count]
    )


def test_sums_read_as_one_would_write_them() -> None:
    assert [signed(2), signed(0), signed(-2), minus(-2)] == ["+2", "0", "−2", "−2"]
    assert [summed((5,), 0), summed((5,), -7), summed((1, 2), 0)] == ["5", "5 − 7 = −2", "1 + 2 = 3"]
