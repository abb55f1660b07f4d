"""The worked examples of the handbook's text, with its numbers."""

from fractions import Fraction

import pytest

from rules.kernel import Build, Check, RulesContext, Sheet
from rules.systems.hprpg import system
from rules.systems.hprpg.dice_pools import dice_pool
from rules.systems.hprpg.entries import Difficulty, PowerLevel, Trait
from rules.systems.hprpg.magic import Casting, resist_dv
from rules.systems.hprpg.performing import Circumstances, casting_aspect, check_of
from tests.rules.cases import case
from tests.rules.hprpg.test_cases import FILES


def jane(**settings: object) -> Sheet:
    (file,) = (file for file in FILES if file.stem == "jane-the-auror")
    return system.read(Build.parse(case(file)["document"]["build"]), table=RulesContext(settings=settings))


def check(sheet: Sheet, aspect: str, other: str, **more: int | bool) -> Check:
    found = sheet.rulebook.all(Trait)
    at = Circumstances(**more)  # type: ignore[arg-type]  # bools and ints
    return check_of(sheet, found[aspect], found.get(other), at)


# Chapter 6


def test_three_dots_of_perception_and_four_of_alertness_are_seven_passive() -> None:
    sheet = jane()
    assert (sheet["perception"], sheet["alertness"], sheet["passive-perception"]) == (3, 4, 7)
    assert [(t.amount, t.label) for t in sheet.figures["passive-perception"].terms] == [
        (3, "Perception"),
        (4, "Alertness"),
    ]


def test_fitness_of_three_with_speed_of_two_is_a_pool_of_five() -> None:
    leap = check(jane(), "fitness", "speed")
    assert (leap.label, leap.pool.value, str(leap.dice)) == ("Fitness (Speed)", 5, "5d12 vs DV 8")


def test_circumstances_add_dice_and_never_push_a_pool_below_none() -> None:
    sheet = jane()
    assert check(sheet, "fitness", "speed", extra=2).pool.value == 7
    docked = check(sheet, "fitness", "speed", extra=-9)
    assert (docked.pool.value, docked.dice) == (0, dice_pool(0, 8))


def test_an_aspect_may_stand_alone() -> None:
    assert (check(jane(), "fitness", "").label, check(jane(), "fitness", "").pool.value) == ("Fitness", 3)


def test_one_die_against_twelve_is_one_in_twelve_and_an_empty_pool_one_in_144() -> None:
    assert (dice_pool(1, 12).at_least(1), dice_pool(0, 12).at_least(1)) == (Fraction(1, 12), Fraction(1, 144))


def test_a_third_of_ten_dice_rolls_against_twelve_succeed() -> None:
    assert int(100 * dice_pool(10, 12).odds().success) == 33


def test_a_broken_wand_keeps_the_difficulty_at_four_or_more() -> None:
    assert Casting(1, 7, 3, catastrophe=3).dv == 2
    assert Casting(1, 7, 3, catastrophe=3).pool.passes.start == 4


def test_untrained_in_something_practical_adds_two_to_the_difficulty() -> None:
    craft = check(jane(), "precision", "craft")
    assert (craft.pool.value, craft.dice, craft.note) == (3, dice_pool(3, 10), "Untrained: DV 8 becomes 10.")


def test_untrained_in_something_innate_is_no_harder() -> None:
    sing = check(jane(), "charm", "eloquence")
    assert (sing.dice, sing.note) == (dice_pool(2, 8), "")


def test_untrained_knowledge_cannot_be_tried_unless_the_game_master_allows() -> None:
    assert check(jane(), "intelligence", "science").dice is None
    assert check(jane(), "intelligence", "science", allowed=True).dice == dice_pool(3, 8)


def test_the_difficulties_are_the_even_numbers_from_four() -> None:
    assert [d.dv for d in system.rulebook.all(Difficulty).values()] == [4, 6, 8, 10, 12]


# Chapter 8


def test_jane_casts_a_bolt_of_fire() -> None:
    sheet = jane()
    bolt = Casting(3, sheet["elemental"], sheet["willpower"], "ranged")
    assert (bolt.pool.dice, bolt.dv, bolt.required, bolt.needs_fortitude) == (7, 8, 2, False)
    assert bolt.takes_hold == dice_pool(7, 8).at_least(2)


def test_her_sheet_has_that_pool_among_its_checks() -> None:
    (bolt,) = (c for c in jane().checks if c.key == "willpower-elemental")
    assert (bolt.label, bolt.pool.value, bolt.dice) == ("Willpower (Elemental)", 7, dice_pool(7, 8))


def test_michael_stupefies_at_wandtip() -> None:
    stun = Casting(1, 3, 3, "wandtip")
    assert (stun.pool.dice, stun.dv, stun.required, stun.spend_limit) == (6, 6, 1, 2)


def test_his_partner_dodges_at_six_and_at_eight_once_he_is_defied() -> None:
    assert (resist_dv(1, 0, 3), resist_dv(1, 2, 3)) == (6, 8)


def test_the_willow_blocks_at_six() -> None:
    assert resist_dv(3, 0, 5) == 6


def test_two_spells_kept_going_cost_neha_two_dice() -> None:
    assert (Casting(2, 3, 3).pool.dice, Casting(2, 3, 3, sustained=2).pool.dice) == (6, 4)
    assert Casting(0, 1, 0, sustained=5).pool == dice_pool(0, 7)


@pytest.mark.parametrize(
    ("level", "affinity", "dv", "fortitude"), [(2, 4, 6, False), (5, 4, 9, True), (4, 4, 8, False)]
)
def test_the_difficulty_of_a_spell_is_eight_and_its_level_less_the_affinity(
    level: int, affinity: int, dv: int, fortitude: bool
) -> None:
    casting = Casting(level, affinity, 2)
    assert (casting.dv, casting.needs_fortitude) == (dv, fortitude)


@pytest.mark.parametrize(
    ("reach", "targets", "required"),
    [("self", 1, 0), ("wandtip", 1, 1), ("wandtip", 3, 3), ("ranged", 1, 2), ("ranged", 2, 4), ("mass", 9, 4)],
)
def test_each_target_costs_successes(reach: str, targets: int, required: int) -> None:
    assert Casting(1, 1, 1, reach, targets).required == required


def test_a_spell_on_oneself_still_has_to_work() -> None:
    assert Casting(1, 3, 3).takes_hold == dice_pool(6, 6).at_least(1)


def test_no_more_than_twice_the_level_goes_into_one_effect_and_one_for_nihil() -> None:
    assert [Casting(level, 7, 1).spend_limit for level in (0, 1, 3, 7)] == [1, 2, 6, 14]


def test_the_power_levels_are_nought_to_seven() -> None:
    levels = system.rulebook.all(PowerLevel)
    assert [(p.key, p.rating) for p in levels.values()] == [
        (key, n) for n, key in enumerate(("nihil", "primus", "dua", "tria", "quartum", "quinta", "sextus", "sumnus"))
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        {"level": 8},
        {"level": -1},
        {"reach": "moon"},
        {"targets": 0},
        {"targets": 101},
        {"affinity": -1},
        {"sustained": -1},
    ],
)
def test_a_casting_that_cannot_be_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"^[A-Z].*\.$"):
        Casting(**{"level": 1, "affinity": 1, "aspect": 1, **wrong})  # type: ignore[arg-type]  # as told


def test_where_the_table_names_two_aspects_the_better_one_is_used() -> None:
    found = system.rulebook.all(Trait)
    keen = system.read(Build.parse({"scores": {"perception": 2, "insight": 1}}))
    aspects = [casting_aspect(sheet, found["cerebral"]) for sheet in (keen, jane())]
    assert [aspect.key for aspect in aspects if aspect] == ["perception", "insight"]
