"""The order of a round: the die and the stat, a 12 that fails, ties (6.4)."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from random import Random

from rules.kernel import Check, Term
from rules.kernel.pages.turns import AGAIN
from rules.kernel.rolls import DieResult, roll_check
from rules.systems import get
from rules.systems.dominion.game import cite
from rules.systems.dominion.npcs import place_in_order
from rules.systems.dominion.performing import scored

TURNS = get("dominion").turns


@dataclass
class Loaded(Random):
    """Dice that fall as they were told to."""

    faces: Iterable[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.left = list(self.faces)

    def randint(self, a: int, b: int) -> int:
        return self.left.pop(0)


def timing(*pools: int) -> dict[int, Check]:
    return {n: scored((Term(pool, "Timing", cite("6.4", 40)),)) for n, pool in enumerate(pools, 1)}


def rolled(pools: tuple[int, ...], *faces: int) -> dict[int, tuple[int, bool]]:
    dice = Loaded(faces=faces)
    found = TURNS.scores(timing(*pools), dice)
    assert dice.left == []
    return {key: (score.value, score.last) for key, score in found.items()}


def test_a_score_is_the_die_and_the_stat() -> None:
    """The example of section 6.4: 5 and 3, 5 and 4, 10 and 6."""
    assert rolled((3, 4, 6), 5, 5, 10) == {1: (8, False), 2: (9, False), 3: (16, False)}
    (one,) = TURNS.scores(timing(-2), Loaded(faces=[5])).values()
    assert one.story == "5 − 2"


def test_those_that_tie_roll_again_and_others_do_not() -> None:
    assert rolled((3, 4, 6), 5, 4, 10, 2, 9) == {1: (5, False), 2: (13, False), 3: (16, False)}
    first = TURNS.scores(timing(3, 4), Loaded(faces=[5, 4, 1, 2]))[1]
    assert first.story == "5 + 3, again 1 + 3"


def test_a_rolled_twelve_is_last_and_several_roll_again_among_themselves() -> None:
    assert rolled((3, 9), 5, 12) == {1: (8, False), 2: (9, True)}
    assert rolled((3, 9, 1), 12, 12, 2, 4, 1) == {1: (7, True), 2: (10, True), 3: (3, False)}
    assert rolled((3, 3), 5, 5, 12, 1) == {1: (3, True), 2: (4, False)}, "a tie that is broken by a 12"


def test_a_twelve_is_known_by_its_face_however_it_is_drawn() -> None:
    (check,) = timing(9).values()
    assert check.dice
    for face, last in ((12, True), (11, False)):
        made = roll_check(check.dice, Loaded(faces=[face]))
        ((group, (die,)),) = made.hands
        plain = replace(made, hands=((group, (replace(die, mark=DieResult("", "bad" if face == 11 else "")),)),))
        assert place_in_order(check, plain).last is last


def test_dice_that_always_tie_end() -> None:
    assert rolled((3, 3), *([5] * (2 + 2 * AGAIN))) == {1: (8, False), 2: (8, False)}


def test_a_weapon_without_a_timing_roll_has_the_stat_as_its_score() -> None:
    check = replace(scored((Term(4, "Timing", cite("6.4", 40)),)), dice=None)
    (found,) = TURNS.scores({1: replace(check, note="It is too slow.")}, Random()).values()
    assert (found.value, found.last, found.story) == (4, False, "not rolled (It is too slow)")
    assert TURNS.scores({1: replace(check, note="")}, Random())[1].story == "not rolled"


def test_a_score_too_great_to_be_kept_is_cut_in_words() -> None:
    high, low = TURNS.scores(timing(2_400_000_000, -2_400_000_000), Loaded(faces=[4, 4])).values()
    assert (high.value, low.value) == (TURNS.most, -TURNS.most)
    assert (high.story, low.story) == ("4 + 2400000000, cut to 999", "4 − 2400000000, cut to −999")
