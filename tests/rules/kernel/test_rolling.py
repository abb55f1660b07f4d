"""A check rolled: dice fall by a seed, and the chance of what came of them is that of the odds."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from random import Random

import pytest

from rules.dice import Odds
from rules.kernel.rolls import DiceGroup, DieResult, Faces, RollBreakdown, roll_check

PLAIN = DieResult()


@dataclass(frozen=True)
class Coins:
    """So many coins, of which every head counts; a third side is thrown again."""

    count: int

    def odds(self) -> Odds:
        ways = Fraction(1, 2**self.count)
        either = 1 - 2 * ways
        return Odds((("tails", ways), ("mixed", either), ("heads", ways)), frozenset({"heads"}))

    def groups(self) -> tuple[DiceGroup, ...]:
        return DiceGroup(1, 3, "First", 2), DiceGroup(self.count - 1, 3, "Rest", 2)

    def breakdown(self, faces: Faces) -> RollBreakdown:
        shown = [face for hand in faces for face in hand]
        outcome = {2: "tails", 3: "heads"}[shown[0]] if len(set(shown)) == 1 else "mixed"
        words = "all heads" if outcome == "heads" else ""
        return RollBreakdown(
            outcome, tuple(tuple(PLAIN for _ in hand) for hand in faces), (("Coins", f"{len(shown)}"),), words
        )

    def __str__(self) -> str:
        return f"{self.count} coins"


def test_the_same_seed_is_the_same_throw() -> None:
    assert roll_check(Coins(3), Random(7)) == roll_check(Coins(3), Random(7))
    assert len({roll_check(Coins(9), Random(seed)).hands for seed in range(20)}) > 15


def test_each_outcome_has_its_chance_and_that_of_a_better_one() -> None:
    seen = {made.breakdown.outcome: made for made in (roll_check(Coins(2), Random(seed)) for seed in range(40))}
    quarter, half = Fraction(1, 4), Fraction(1, 2)
    assert {name: (made.chance, made.or_better, made.success, made.words) for name, made in seen.items()} == {
        "tails": (quarter, Fraction(1), False, "tails"),
        "mixed": (half, Fraction(3, 4), False, "mixed"),
        "heads": (quarter, quarter, True, "all heads"),
    }


def test_a_face_that_may_not_stay_is_thrown_again_and_remembered() -> None:
    dice = [die for seed in range(60) for _, hand in roll_check(Coins(2), Random(seed)).hands for die in hand]
    assert {die.face for die in dice} == {2, 3}
    assert {face for die in dice for face in die.again} == {1}
    assert Fraction(3, 10) < Fraction(sum(len(die.again) for die in dice), len(dice)) < Fraction(7, 10)


def test_throws_come_as_often_as_the_odds_say() -> None:
    rng, rolls = Random(11), 4_000
    found = Counter(roll_check(Coins(3), rng).breakdown.outcome for _ in range(rolls))
    expected = {name: float(chance) * rolls for name, chance in Coins(3).odds().outcomes}
    distance = sum((found[name] - want) ** 2 / want for name, want in expected.items())
    assert distance < 13.8  # a chi-square of two degrees of freedom, at one in a thousand


def test_handfuls_keep_their_dice_and_labels() -> None:
    made = roll_check(Coins(4), Random(1))
    assert [(group.label, len(dice)) for group, dice in made.hands] == [("First", 1), ("Rest", 3)]


@pytest.mark.parametrize(("dice", "faces", "lowest"), [(-1, 6, 1), (1, 6, 7), (1, 6, 0), (1, 0, 1)])
def test_dice_that_cannot_be_are_refused(dice: int, faces: int, lowest: int) -> None:
    with pytest.raises(ValueError, match="group"):
        DiceGroup(dice, faces, lowest=lowest)
