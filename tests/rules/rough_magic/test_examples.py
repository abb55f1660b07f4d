"""Every worked example of the rulings on this game, cell by cell."""

from fractions import Fraction as F

import pytest

from rules.kernel import Check
from rules.systems.rough_magic import system
from rules.systems.rough_magic.backlash import consequence
from rules.systems.rough_magic.creation import price, raised
from rules.systems.rough_magic.opposed_sums import FAILURES, OpposedSums
from rules.systems.rough_magic.performing import ARTS, Circumstances, art_check, break_free, skill_check
from rules.systems.rough_magic.scales import days
from tests.rules.rough_magic.cast import cast, mage, thug

THUG_AT = {"defence": "3"}
FAR = {"range": "continent", "familiarity": "immediate-family"}
BRIEF = {"duration": "3 rounds", "ritual": "1 day"}


def told(made: Check) -> tuple[int, int, int, F]:
    """AV, DV, dice and the chance of success."""
    assert isinstance(made.dice, OpposedSums)
    return made.pool.value, made.others[0].value, made.others[1].value, made.dice.odds().success


@pytest.mark.parametrize(
    ("row", "spell", "avenue", "settings", "answers", "expected"),
    [
        (1, "attack", "", {}, {**THUG_AT, "armour": "2"}, (7, 5, 2, F(493, 648))),
        (3, "attack", "", {}, {**THUG_AT, "armour": "2", "range": "medium", "sympathetic": "yes"},
         (7, 5, 2, F(493, 648))),
        (5, "illusion", "illusion", {}, {"size": "house"}, (9, 6, 2, F(545, 648))),
        (7, "illusion", "conjuration", {}, {"size": "house", "ritual": "hour"}, (9, 6, 1, F(1, 2))),
        (9, "creation", "", {}, {"mass": "1500", "value": "villa", "ritual": "day"}, (9, 6, 2, F(545, 648))),
        (11, "transportation", "", {}, {"range": "continent", "ritual": "day"}, (9, 6, 1, F(1, 2))),
        (13, "scrying", "", {}, {**FAR, "other_time": "yes", "shielded": "yes", "defence": "2", "ritual": "hour",
                                 "sympathetic": "yes"}, (9, 11, 3, F(1801, 2592))),
        (15, "curse", "", {}, {"base": "4"}, (4, 4, 2, F(721, 1296))),
        (15, "curse", "", {}, {"base": "2"}, (4, 2, 2, F(493, 648))),
        (17, "suggestion", "", {}, {"defence": "2", "liked": "yes"}, (8, 2, 3, F(2585, 2592))),
        (19, "transmutation", "", {}, {"person": "yes", "defence": "2"}, (9, 2, 2, F(427, 432))),
        (19, "transmutation", "", {"transmute_unwilling": "table"}, {"person": "yes", "defence": "3", "armour": "1"},
         (8, 4, 2, F(65, 72))),
        (21, "attack", "", {}, {**THUG_AT, "armour": "2", **BRIEF}, (7, 5, 2, F(493, 648))),
        (23, "creation", "", {"general_av": "spell"}, {}, (4, 6, 2, F(145, 432))),
    ],
)  # fmt: skip
def test_a_row_of_the_examples(
    row: int, spell: str, avenue: str, settings: dict[str, str], answers: dict[str, str],
    expected: tuple[int, int, int, F],
) -> None:  # fmt: skip
    sheet = mage(settings, picks={"avenue": avenue} if avenue else {})
    made = cast(sheet, spell, **answers)
    assert told(made) == expected


def test_what_attributes_cost() -> None:
    assert [price(rank) for rank in range(11)] == [0, 1, 2, 3, 5, 7, 9, 12, 15, 18, 22]


@pytest.mark.parametrize(
    ("art", "subtle", "chance"),
    [
        ("identify", False, F(493, 648)),
        ("identify-detail", False, F(575, 1296)),
        ("identify-detail", True, F(5, 54)),
        ("mage-sight", False, F(287, 432)),
        ("watched", False, F(287, 432)),
        ("watched-when", False, F(145, 432)),
    ],
)
def test_the_arts_of_the_mage_and_none_of_the_thug(art: str, subtle: bool, chance: F) -> None:
    found = next(one for one in ARTS if one.key == art)
    around = Circumstances(found.dv, subtle=subtle)
    dice = art_check(mage().reading, found, around).dice
    assert dice
    assert dice.odds().success == chance
    assert art_check(thug().reading, found, around).dice is None


def test_the_thug_breaks_free_of_a_phantasm() -> None:
    made = break_free(thug().reading, "presence", mage()["av-phantasm"])
    assert made.dice
    assert (made.pool.value, made.dice.odds().success) == (2, F(35, 648))


def test_the_consequences_of_two_dice_and_of_one() -> None:
    two = cast(mage(), "creation").dice
    one = cast(mage(), "creation", subtle="yes").dice
    assert isinstance(two, OpposedSums)
    assert isinstance(one, OpposedSums)
    assert [two.odds().chance(name) for name in FAILURES] == [F(19, 144), F(17, 648), F(1, 1296), 0]
    assert (two.lost, two.odds().success) == (F(121, 648), F(545, 648))
    assert [one.odds().chance(name) for name in FAILURES] == [F(73, 216), F(31, 216), F(1, 54), 0]
    assert "0.19 on average." in cast(mage(), "creation").note


@pytest.mark.parametrize(
    ("level", "total", "name"),
    [
        (1, 2, "Obsession"), (1, 12, "Bulbous eyes"), (2, 2, "Pallor"), (2, 12, "Scaly skin"), (3, 2, "Webbed digits"),
        (3, 12, "Eye stalk"), (4, 2, "Tumours"), (4, 8, "Polymorph"), (4, 12, "Tentacles"),
    ],
)  # fmt: skip
def test_a_row_of_the_optional_consequences(level: int, total: int, name: str) -> None:
    found = consequence(system.rulebook, level, total)
    assert found
    assert found.name == name


@pytest.mark.parametrize(("level", "total"), [(0, 7), (5, 7), (1, 1), (1, 13)])
def test_what_nobody_throws_comes_to_nothing(level: int, total: int) -> None:
    assert consequence(system.rulebook, level, total) is None


def test_maximum_endurance_comes_back_once_for_half_an_hour_and_then_by_the_day() -> None:
    live = mage().live
    marks, seen = {"maximum-lost": 4}, list[int]()
    for key in ("half-hour", "day", "day", "day"):
        rests = {rest.key: steps for rest, steps in live(marks).rests.items()}
        assert ("half-hour" in rests) == (key == "half-hour")
        marks |= {step.tracker.key: step.after for step in rests[key]}
        seen.append(marks["maximum-lost"])
    assert seen == [3, 2, 1, 0]
    assert not live(marks).rests
    assert not live({}).rests, "nothing is lost, so nothing returns"
    told = {fact.label: fact.value for fact in live({"maximum-lost": 3, "rest": 1}).facts}
    assert told["Maximum Endurance"] == "1 of 4", "a mark that the half hour was had gives nothing back by itself"


def test_empowering_takes_days() -> None:
    assert [days(system.rulebook, rating) for rating in range(8)] == [None, 1, 2, 6, 24, 120, 720, None]


def test_two_points_of_brawn() -> None:
    assert [raised(rank, 2) for rank in (1, 2, 3, 4, 5, 6, 9)] == [3, 3, 4, 5, 6, 6, 9]
    assert (raised(10, 9), raised(0, 1)) == (10, 1)


def test_an_ordinary_roll_with_and_without_the_skill() -> None:
    around = Circumstances(6, tools=2)

    def chance(word: str, **settings: str) -> F:
        c = mage(settings).reading
        made = skill_check(c, word, "presence", around, "x", "X", c.figure("presence").cite)
        assert made.dice
        return made.dice.odds().success

    assert chance("perception") == F(721, 1296)
    assert chance("piloting") == F(103, 648)
    assert chance("piloting", untrained="one_die") == F(35, 216)


@pytest.mark.parametrize(
    ("lost", "level", "dv"), [("3", "none", 3), ("1", "minor", 2), ("1", "moderate", 4), ("2", "severe", 6),
                              ("1", "critical", 8), ("7", "minor", 14)],
)  # fmt: skip
def test_healing_is_twice_as_hard_where_magic_did_it(lost: str, level: str, dv: int) -> None:
    assert cast(mage(), "healing", lost=lost, consequence=level).others[0].value == dv
