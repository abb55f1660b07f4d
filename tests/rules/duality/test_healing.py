"""Getting Life back, and clinging to it (4.2, 4.2.1, 4.3)."""

from fractions import Fraction

import pytest

from rules.systems.duality.healing import healed, healing_difficulty, survival, triage, triaged, unstable_difficulty
from rules.systems.duality.keep_two import KeepTwo


@pytest.mark.parametrize(
    ("minutes", "difficulty"),
    [
        (480, "very-easy"),
        (240, "very-easy"),
        (239, "easy"),
        (60, "easy"),
        (30, "medium"),
        (29, "hard"),
        (10, "hard"),
        (1, "very-hard"),
        (0, ""),
    ],
)
def test_the_longer_the_rest_the_easier_the_healing(minutes: int, difficulty: str) -> None:
    assert healing_difficulty(minutes) == difficulty


@pytest.mark.parametrize(
    ("outcome", "life"), [("very bad", 0), ("bad", 0), ("mixed", 5), ("good", 11), ("very good", 11)]
)
def test_healing_gives_recovery_back(outcome: str, life: int) -> None:
    assert healed(outcome, 11) == life


def test_triage_is_a_medium_roll_that_gives_the_specialization() -> None:
    assert triage(4, decreased=1) == KeepTwo(4, "medium", 0, 1)
    assert [triaged(2), triaged(2, 3), triaged(2, 3, powerful=2)] == [2, 5, 11]


def test_an_unstable_creature_rolls_harder_each_time() -> None:
    steps = ["very-easy", "easy", "medium", "hard", "very-hard", "very-hard"]
    assert [unstable_difficulty(rolls) for rolls in range(6)] == steps


def test_the_chance_to_live_is_that_of_every_roll_together() -> None:
    first, second = (KeepTwo(1, step).odds().success for step in ("very-easy", "easy"))
    assert (survival(1, 0), survival(1, 1), survival(1, 2)) == (1, first, first * second)
    assert survival(1, 1, made=1) == second
    assert survival(0, 1) == Fraction(63, 64)


@pytest.mark.parametrize(("rolls", "made"), [(-1, 0), (1_001, 0), (1, -1), (1, 1_001)])
def test_more_rolls_than_anybody_makes_are_refused(rolls: int, made: int) -> None:
    with pytest.raises(ValueError, match="rolls 0 to 1,000 times"):
        survival(0, rolls, made)
