"""The order of turns as a game finds it that says nothing more than which check is rolled."""

from dataclasses import replace
from random import Random

from rules.dice import RolledSum
from rules.kernel import Check, Term
from rules.kernel.basics import Figure
from rules.kernel.pages import TurnOrder
from tests.rules.toy import PLACE


def quick(pool: int, dice: int = 2) -> Check:
    figure = Figure.of("quick", "Quickness", PLACE, (Term(pool, "Quickness", PLACE),))
    return Check("quick", figure.label, figure.cite, figure, RolledSum(dice, 6, pool))


class Sixes(Random):
    """Dice that always show their highest face."""

    def randint(self, a: int, b: int) -> int:
        return b


def test_all_dice_and_the_figure_are_added_up_and_a_tie_stands() -> None:
    found = TurnOrder(rolls=("quick",)).scores({1: quick(3), 2: quick(3), 3: quick(-1, dice=1)}, Sixes())
    assert [(one.value, one.last, one.story) for one in found.values()] == [
        (15, False, "12 + 3"),
        (15, False, "12 + 3"),
        (5, False, "6 − 1"),
    ]


def test_where_nothing_may_be_rolled_the_figure_counts() -> None:
    still = replace(quick(4), dice=None, note="Bound.")
    assert TurnOrder().scores({1: still}, Sixes())[1].story == "not rolled (Bound)"
    assert TurnOrder(ties_roll=True).scores({1: still, 2: still}, Sixes())[2].value == 4


def test_a_game_says_how_far_a_number_goes() -> None:
    (found,) = TurnOrder(most=10).scores({1: quick(3)}, Sixes()).values()
    assert (found.value, found.story) == (10, "12 + 3, cut to 10")
