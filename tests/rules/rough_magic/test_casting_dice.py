"""The spell bench: every modifier changes its line, what cannot be cast says why, and every setting is felt."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.audit.figure_choices import choices
from rules.kernel import Rulebook
from rules.systems.rough_magic import system
from rules.systems.rough_magic.casting_dice import FLAGS, NUMBERS, WORDS
from rules.systems.rough_magic.creation import attribute_of
from rules.systems.rough_magic.entries import Spell
from rules.systems.rough_magic.opposed_sums import OpposedSums, Unrolled
from tests.rules.rough_magic.cast import ARTS, SPELLS, cast, mage, thug

HEADINGS = (
    "attack", "unusual-attack", "mental-attack", "blessing", "curse", "healing", "creation", "mending", "illusion",
    "transmutation", "phantasm", "sleep", "suggestion", "telepathy", "protection", "scrying", "summoning",
    "transportation", "wheel-of-fortune", "mage-hand",
)  # fmt: skip


def dice(spell: str, settings: dict[str, Any] | None = None, **answers: str) -> int:
    return cast(mage(settings), spell, **answers).others[1].value


def dv(spell: str, settings: dict[str, Any] | None = None, **answers: str) -> int:
    return cast(mage(settings), spell, **answers).others[0].value


def test_all_nineteen_headings_and_the_unusual_attack_are_on_the_bench() -> None:
    assert tuple(SPELLS) == HEADINGS


@pytest.mark.parametrize("spell", HEADINGS)
def test_every_kind_can_be_cast_plainly_and_says_how(spell: str) -> None:
    made = system.casting(mage(), SPELLS[spell], {})
    assert made.dice is not None
    assert made.note
    assert made.pool.value == mage()[f"av-{spell}"]
    assert system.spell_facts(SPELLS[spell], system.rulebook).one_liner


@pytest.mark.parametrize(
    ("spell", "answers", "left"),
    [
        ("creation", {}, 2),
        ("creation", {"range": "long"}, 0),
        ("creation", {"range": "another-world", "familiarity": "immediate-family"}, 1),
        ("transportation", {"range": "medium", "familiarity": "intimate"}, 1),
        ("creation", {"duration": "1 hour"}, 1),
        ("mending", {"duration": "1 century"}, 2),
        ("attack", {"duration": "2-rounds"}, 1),
        ("creation", {"size": "house", "value": "car", "mass": "251"}, 1),
        ("creation", {"mass": "250"}, 2),
        ("creation", {"mass": "2001", "value": "car"}, 0),
        ("curse", {"mass": "2001"}, 2),
        ("creation", {"choosing": "yes"}, 1),
        ("creation", {"subtle": "yes", "sympathetic": "yes"}, 2),
        ("creation", {"ritual": "1 millennium"}, 8),
        ("creation", {"more": "-1", "ritual": "hour"}, 2),
        ("protection", {"rating": "4"}, 2),
        ("protection", {"rating": "5"}, 1),
        ("protection", {"rating": "13", "ritual": "month"}, 2),
        ("summoning", {"creature": "3", "powers": "4"}, 1),
        ("summoning", {"creature": "12", "ritual": "century"}, 4),
        ("suggestion", {"liked": "yes"}, 3),
        ("creation", {"liked": "yes"}, 2),
    ],
)
def test_a_modifier_is_so_many_dice(spell: str, answers: dict[str, str], left: int) -> None:
    assert dice(spell, **answers) == left


@pytest.mark.parametrize(
    ("own", "avenue", "left"),
    [
        ("illusion", "", 3),
        ("divination", "", 1),
        ("divination", "general", 2),
        ("divination", "divination", 3),
        ("", "", 2),
    ],
)
def test_a_specialty_helps_inside_its_avenue(own: str, avenue: str, left: int) -> None:
    made = cast(mage(picks={"avenue": own} if own else {}), "illusion", **({"avenue": avenue} if avenue else {}))
    assert made.others[1].value == left


@pytest.mark.parametrize(
    ("spell", "answers", "against"),
    [
        ("attack", {"defence": "2", "armour": "3", "charm": "1"}, 5),
        ("attack", {"defence": "2", "armour": "3", "charm": "4"}, 6),
        ("attack", {"defence": "2", "armour": "3", "piercing": "yes"}, 2),
        ("unusual-attack", {"defence": "2", "armour": "3", "charm": "1"}, 3),
        ("mental-attack", {"defence": "2", "armour": "3", "charm": "1"}, 2),
        ("telepathy", {"defence": "2", "target_power": "3"}, 5),
        ("protection", {"invisible": "yes"}, 9),
        ("summoning", {"magical": "yes"}, 9),
        ("scrying", {"other_time": "yes"}, 9),
        ("scrying", {"shielded": "yes", "defence": "4"}, 10),
        ("transmutation", {}, 6),
        ("transmutation", {"person": "yes", "defence": "4", "target_power": "2"}, 6),
        ("wheel-of-fortune", {}, 6),
    ],
)
def test_what_resists(spell: str, answers: dict[str, str], against: int) -> None:
    assert dv(spell, **answers) == against


def test_an_attack_that_ignores_armour_is_power_alone() -> None:
    assert (cast(mage(), "attack").pool.value, cast(mage(), "attack", piercing="yes").pool.value) == (7, 4)


@pytest.mark.parametrize("spell", ["creation", "mending", "protection", "summoning", "transportation"])
def test_contradiction_one_power_alone_or_with_reason(spell: str) -> None:
    values = [mage({"general_av": way})[f"av-{spell}"] for way in ("roll", "spell")]
    assert values == [9, 4]


@pytest.mark.parametrize("spell", ["protection", "transportation"])
def test_contradiction_two_agility_or_reason(spell: str) -> None:
    assert [mage({"ward_and_move_av": way})[f"av-{spell}"] for way in ("section", "table")] == [9, 7]


def test_where_the_summary_decides_on_wards_no_section_does() -> None:
    both = mage({"ward_and_move_av": "table", "general_av": "spell"})
    assert [both[f"av-{spell}"] for spell in ("protection", "transportation", "creation")] == [7, 7, 4]


def test_contradiction_three_is_of_the_unwilling_alone() -> None:
    table = {"transmute_unwilling": "table"}
    assert cast(mage(table), "transmutation").pool.value == 9
    made = cast(mage(table), "transmutation", person="yes", defence="3", armour="1", charm="2")
    assert (made.pool.value, made.others[0].value) == (8, 5)


@pytest.mark.parametrize(
    ("spell", "plain", "charmed"),
    [("phantasm", 2, 4), ("sleep", 2, 4), ("suggestion", 2, 4), ("telepathy", 2, 4), ("mental-attack", 2, 2)],
)
def test_contradiction_four_a_charm_never_against_a_mental_attack(spell: str, plain: int, charmed: int) -> None:
    ways = ("presence", "charm")
    found = [dv(spell, {"mental_defense": way}, defence="2", charm="2") for way in ways]
    assert found == [plain, charmed]


def test_keeping_two_dice_and_expertise_change_the_chance() -> None:
    def chance(settings: dict[str, str], **build: Any) -> str:
        made = cast(mage(settings, **build), "illusion", sympathetic="yes").dice
        assert made
        return str(made)

    expert = {"entries": {"skills": [{"name": "thaumaturgy", "picks": {"expertise": True}}]}}
    assert chance({}) == "3d6 + 9 vs 2d6 + 6"
    assert chance({"bonus_dice": "keep2"}) == "the best 2 of 3d6 + 9 vs 2d6 + 6"
    assert chance({}, **expert) == "3d6 + 9 (reroll 1s and 2s) vs 2d6 + 6"
    assert chance({"expertise": "reroll_1s"}, **expert) == "3d6 + 9 (reroll 1s) vs 2d6 + 6"
    assert chance({"expertise": "bonus_die"}, **expert) == "4d6 + 9 vs 2d6 + 6"
    assert chance({"expertise": "none"}, **expert) == "3d6 + 9 vs 2d6 + 6"


def test_a_die_of_expertise_can_be_the_last() -> None:
    expert = {"entries": {"skills": [{"name": "thaumaturgy", "picks": {"expertise": True}}]}}
    made = cast(mage({"expertise": "bonus_die"}, **expert), "creation", range="medium", subtle="yes")
    assert str(made.dice) == "1d6 + 9 vs 2d6 + 6"
    assert cast(mage({}, **expert), "creation", range="medium", subtle="yes").dice is None


# What cannot be cast


def test_no_dice_left_says_which_modifier_to_drop_first() -> None:
    made = cast(mage(), "creation", range="world", subtle="yes", sympathetic="yes")
    assert made.dice is None
    assert made.note == ("No dice left: 2 + 1 − 4 − 1 = −2. Drop “Across the world” first: that leaves 2 dice.")


def test_where_one_is_not_enough_it_says_what_to_drop_next() -> None:
    made = cast(mage(), "creation", range="world", duration="millennium")
    assert made.note.endswith("Drop “1 millennium” first, then Across the world: that leaves 2 dice.")
    assert cast(mage(), "creation", range="medium", subtle="yes").note.endswith("that leaves 1 die.")


def test_a_specialty_and_what_comes_from_elsewhere_are_not_the_casters_to_drop() -> None:
    made = cast(mage(picks={"avenue": "divination"}), "creation", range="medium")
    assert made.note == "No dice left: 2 − 1 − 1 = 0. Drop “Medium range (50 m)” first: that leaves 1 die."
    made = cast(mage(), "creation", more="-3", subtle="yes")
    assert made.note.endswith("Try a longer ritual.")


@pytest.mark.parametrize(
    ("spell", "answers", "words"),
    [
        ("creation", {"mass": "8000001"}, "Mass: 8000001 is too much; the maximum is 8,000 t."),
        ("protection", {"rating": "14"}, "A ward of 14 is too strong; the maximum with Power Level 4 is 13."),
        ("summoning", {"powers": "13"}, "You can't summon a creature above 12."),
        ("creation", {"mass": "1.x"}, "There is no mass “1.x”"),
        ("creation", {"mass": "1.000,5"}, "There is no mass “1.000,5”"),
        ("creation", {"mass": "1,00,5"}, "There is no mass “1,00,5”"),
        ("creation", {"mass": "1½ t"}, "There is no mass “1½ t”"),
        ("creation", {"range": "the moon"}, "There is no range “the moon”. Choose from short, medium"),
        ("creation", {"size": "501"}, "beyond that, choose city or country."),
        ("creation", {"value": "9"}, "There is no value “9”"),
        ("attack", {"duration": "8 rounds"}, "the maximum is 7 rounds"),
    ],
)
def test_beyond_the_last_row_is_a_sentence(spell: str, answers: dict[str, str], words: str) -> None:
    made = cast(mage(), spell, **answers)
    assert made.dice is None
    assert words in made.note


@pytest.mark.parametrize(
    ("text", "left"),
    [
        *[("1.5 t", 1), ("2 tonnes", 1), ("2.001t", 0), ("2,000 kg", 1), ("250.5", 1), ("2,000.5", 0)],
        *[("1,5 t", 1), ("2,0001 t", 0), ("0,250 t", 2), ("2,50", 2), ("1,000,000 kg", -2)],
    ],
)
def test_a_mass_between_two_rows_is_the_next(text: str, left: int) -> None:
    assert dice("creation", mass=text) == left


def test_nobody_casts_without_power_or_without_the_art() -> None:
    assert "Power Level above 0" in cast(thug(), "attack").note
    untaught = mage(entries={"skills": [ARTS[1]]})
    assert "Thaumaturgy" in cast(untaught, "telepathy", willing="yes").note
    assert cast(untaught, "mage-hand").dice is None


def test_some_magic_takes_no_roll() -> None:
    assert isinstance(cast(mage(), "telepathy", willing="yes").dice, Unrolled)
    hand = cast(mage(), "mage-hand")
    assert isinstance(hand.dice, Unrolled)
    assert hand.note == "No roll needed. Brawn 4."
    assert system.desk(mage(), SPELLS["mage-hand"], {}).fields == ()


def test_every_answer_of_the_form_is_one_the_form_offers() -> None:
    for settings in ({}, {"mental_defense": "charm", "transmute_unwilling": "table"}):
        for spell in SPELLS.values():
            fields = system.desk(mage(settings), spell, {}).fields
            names = [field.path for field in fields]
            assert len(names) == len(set(names))
            assert set(names) <= {*WORDS, *FLAGS, *NUMBERS, "avenue", "consequence"}


@given(
    st.sampled_from(HEADINGS),
    st.dictionaries(
        st.sampled_from((*WORDS, *FLAGS, *NUMBERS, "avenue", "consequence")),
        st.text(max_size=12) | st.sampled_from(("country", "9" * 30, "-5", "1e9", "²", "3.5.1 t", "month", "critical")),
    ),
)
def test_no_answer_is_too_strange_for_the_bench(spell: str, answers: dict[str, str]) -> None:
    made = system.desk(mage(), SPELLS[spell], answers).check
    assert made.note
    if isinstance(made.dice, OpposedSums):
        assert sum(chance for _, chance in made.dice.odds().outcomes) == 1


# Spells of a player's book


def own(**fields: Any) -> Spell:
    """A spell as a player's book has it."""
    return Spell(key="own-spell", name="Own", section="Spells", page=0, summary="", **fields)


def against(spell: Spell, settings: dict[str, Any] | None = None, **answers: str) -> int:
    book = replace(system.core, entries={**system.core.entries, "spell": {**SPELLS, spell.key: spell}})
    sheet = replace(mage(settings), rulebook=Rulebook.of([book]))
    return system.desk(sheet, spell, answers).check.others[0].value


def test_unless_otherwise_indicated_a_spell_is_remarkably_difficult() -> None:
    assert against(own()) == 6
    assert system.spell_facts(own(), system.rulebook).one_liner == "Power Level vs DV 6"
    assert [against(own(dv=dv)) for dv in (0, 9, -5)] == [0, 9, 0]
    assert system.spell_facts(own(dv=-5), system.rulebook).one_liner == "Power Level vs DV 0"


@pytest.mark.parametrize(
    "spell", [own(opposed="agility", armour=True, charm=True), own(opposed="agility", armour=True, mental=True)]
)
def test_what_protects_counts_once_however_often_it_is_said(spell: Spell) -> None:
    asked = {"defence": "2", "armour": "3", "charm": "2"}
    for settings in ({}, {"mental_defense": "charm"}):
        assert against(spell, settings, **asked) == 5
        assert against(spell, settings, **asked | {"armour": "0", "charm": "4"}) == 6


@pytest.mark.parametrize(("opposed", "plain"), [("base", 3), ("lost", 1), ("", 6), ("presence+power", 3)])
def test_what_the_desk_asks_for_counts(opposed: str, plain: int) -> None:
    for spell, worn in ((own(opposed=opposed, armour=True), 4), (own(opposed=opposed, charm=True), 2)):
        assert against(spell) == plain
        assert against(spell, armour="4", charm="2") == plain + worn


def test_only_a_spell_that_asks_for_it_ignores_armour() -> None:
    assert against(own(opposed="agility", armour=True), defence="2", armour="3", piercing="yes") == 5


def test_power_level_counts_once_in_a_roll() -> None:
    old = own(attribute="power-level")
    assert attribute_of(mage().reading, old)[0] == ""
    assert system.spell_facts(old, system.rulebook).one_liner == "Power Level vs DV 6"
    offered = [choice.key for choice in choices(system, system.rulebook, "attribute:besides-power")]
    assert offered == ["agility", "brawn", "presence", "reason"]


def test_brawn_is_what_mage_hand_has_and_no_other_spell_without_a_roll() -> None:
    assert "Brawn 4." in cast(mage(), "mage-hand").note
    other = own(opposed="none", attribute="reason", armour=True)
    facts = dict(system.spell_facts(other, system.rulebook).facts)
    assert (facts["Action value"], facts.get("Equipment that helps")) == ("none", None)


def test_what_a_house_rule_may_change_is_said_to_be_the_gms() -> None:
    value = dict(system.spell_facts(SPELLS["protection"], system.rulebook).facts)["Action value"]
    assert value == "Reason + Power Level, unless your GM says otherwise"
