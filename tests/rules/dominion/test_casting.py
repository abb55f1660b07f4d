"""The casting desk of Dominion Rules: who can cast, the number to roll, its lines (chapters 11 and 12)."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from campaigns.demo.demo import RAVEN, URSULA
from rules.kernel import Build, Check, RulesContext, Sheet
from rules.kernel.documents import apply
from rules.kernel.pages import Question
from rules.systems.dominion import system
from rules.systems.dominion.casting import may_last
from rules.systems.dominion.effects import of_spell
from rules.systems.dominion.entries import Spell
from rules.systems.dominion.performing import NEVER

SPELLS = system.rulebook.all(Spell)


def sheet(build: dict[str, Any] = URSULA) -> Sheet:
    return system.read(Build.parse(build))


def desk(spell: str, build: dict[str, Any] = URSULA, /, **answers: str) -> Question:
    return system.desk(sheet(build), SPELLS[spell], {key.replace("_", "-"): value for key, value in answers.items()})


def lines(check: Check) -> list[tuple[int, str]]:
    return [(term.amount, term.label) for term in check.pool.terms]


def test_ursulas_slumber_after_two_resistances() -> None:
    """Line 3746: 6 − 2, so four or less."""
    made = desk("slumber", resisted="2").check
    assert lines(made) == [(6, "Enchantment"), (-2, "Resistance Penalty")]
    assert made.dice
    assert (str(made.dice), made.dice.odds().success) == ("1d12, 4 or less", Fraction(1, 3))


def test_each_rite_and_charm_adds_its_bonus_and_wards_off_the_worst() -> None:
    made = desk("transfigure-person", aid_1="yes", aid_2="yes").check
    assert lines(made)[1:] == [(1, "Rite Bonus"), (1, "Charm Bonus")]
    assert "does no extra harm" in made.note
    assert "On a 12: " in desk("transfigure-person").check.note


def test_a_rite_may_cancel_the_difficulty_penalty() -> None:
    plain, helped = desk("alchemical-gold"), desk("alchemical-gold", aid_1="yes")
    assert lines(plain.check)[-1] == (-3, "Difficulty Penalty")
    assert helped.check.pool.value == plain.check.pool.value + 3
    assert desk("alchemical-gold", aid_1="yes", way="1").check.pool.value == helped.check.pool.value


@pytest.mark.parametrize("key", [key for key, spell in SPELLS.items() if spell.variants])
def test_a_desk_opens_with_the_way_that_a_list_tells(key: str) -> None:
    read = sheet()
    told = system.casting(read, SPELLS[key], {})
    opened = desk(key).check
    assert (opened.label, opened.pool.value) == (told.label, told.pool.value) or told.note.startswith("With all")


def test_what_lasts_may_be_made_to_last_for_good() -> None:
    made = desk("dark", permanent="yes").check
    assert (-12, "Permanence Penalty") in lines(made)
    assert "Lasts" not in made.note
    assert "Lasts 5 rounds" in desk("dark").check.note
    for spell in ("alchemical-gold", "lightning-strike"):
        assert "permanent" not in [field.path for field in desk(spell).fields]


def test_what_weighs_on_the_round_is_a_line_each() -> None:
    made = desk("fly", actions="1", injury="2", breaks="1", modifier="-1").check
    luck = sheet()["luck"]
    assert lines(made)[2:] == [
        (-1, "Action Penalty"),
        (-2, "Injury Penalty"),
        (luck, "Lucky Breaks"),
        (-1, "from the GM"),
    ]


def test_what_nobody_resists_is_not_asked_about() -> None:
    assert "resisted" not in [field.path for field in desk("light").fields]
    assert "doesn't say if resisting makes the next try harder" in desk("hex-place").check.note


def test_answers_that_make_no_sense_count_for_nothing() -> None:
    assert desk("slumber", resisted="x", way="99", actions="-3").check.pool.value == 6


def test_ursula_casts_what_is_in_reach() -> None:
    """11.2: a witch casts every known spell whose number can be rolled."""
    read = sheet()
    reach = {key for key, spell in SPELLS.items() if system.casting(read, spell, {}).dice}
    assert {"slumber", "dark", "gem-trap", "transfigure-person"} <= reach
    assert 0 < len(reach) < len(SPELLS)
    for key in SPELLS.keys() - reach:
        assert "The penalties leave" in system.casting(read, SPELLS[key], {}).note


def test_charms_bring_a_spell_into_reach() -> None:
    weak = apply(apply(URSULA, "scores.alchemy", None), "scores.luck", None)
    weak = apply(apply(weak, "scores.intellect", None), "rolls.table", None)
    read = sheet(weak)
    helped = [key for key in SPELLS if "rites and charms" in system.casting(read, SPELLS[key], {}).note]
    assert helped
    assert all(system.casting(read, SPELLS[key], {}).pool.value > 0 for key in helped)


def phantom(stat: int) -> dict[str, Any]:
    """A witch of so much Illusion, who knows one spell."""
    weak = apply(apply(URSULA, "scores.alchemy", None), "picks.spells", ["phantom-wound"])
    while (have := sheet(weak)["illusion"]) != stat:
        step = -1 if have > stat else 1
        weak = apply(weak, "scores.illusion", weak["scores"].get("illusion", 0) + step)
    return weak


def test_every_list_says_what_rites_and_charms_are_for() -> None:
    """Illusion 4 and a penalty of 4 is 0, and 2 with the Strike of Phantom Wound's Rite: so opens the desk, and what
    shows the number alone says so."""
    read = sheet(phantom(4))
    spell = SPELLS["phantom-wound"]
    listed = system.casting(read, spell, {})
    assert (listed.pool.value, listed.note) == (2, "With all rites and charms.")
    opened = system.desk(read, spell, {})
    assert opened.check.pool.value == 2
    assert [field.value for field in opened.fields if field.path == "aid-1"] == [("yes",)]
    unticked = system.desk(read, spell, {"modifier": "0"})
    assert unticked.check.pool.value == 0, "what was unticked stays so"
    (row,) = (check for check in read.live({}).checks if check.key == "cast-phantom-wound")
    assert (row.pool.value, row.note) == (0, "2 with all rites and charms.")
    (fact,) = (fact for fact in system.facts(read) if fact.value == "Phantom Wound")
    assert fact.text.startswith(
        "Roll 0 or less when unhurt, Modifier Stage, Difficulty Penalty −4. 2 with all rites and charms."
    )
    card = next(one for one in system.layout(read).cards_of("spells") if one.title == "Phantom Wound")
    assert (card.number, card.facts[0]) == ("0", ("With all rites and charms", "2 or less · 17%"))
    front = {number.label: (number.value, number.told) for number in system.layout(read).numbers}
    assert front["Cast"] == ("2", "Phantom Wound, with all rites and charms · 17%")


def test_rites_and_charms_are_weighed_as_things_stand() -> None:
    """At an Injury Penalty of 1 the row is one less, and so is what rites and charms make of it; with a Lucky Break
    both are more."""
    read = sheet(phantom(4))
    hurt, lucky = (
        next(check for check in read.live(marks).checks if check.key == "cast-phantom-wound")
        for marks in ({"injury": read["injury"] + 1}, {"lucky-break": 1})
    )
    assert (hurt.pool.value, hurt.note) == (-1, "1 with all rites and charms.")
    assert hurt.pool.value + 2 == system.desk(read, SPELLS["phantom-wound"], {"injury": "1"}).check.pool.value
    assert (lucky.pool.value, lucky.note) == (read["luck"], f"{read['luck'] + 2} with all rites and charms.")


def test_each_way_of_a_spell_says_what_rites_and_charms_make_of_it() -> None:
    known = [key for key, spell in SPELLS.items() if spell.variants and (spell.rites or spell.charms)]
    read = sheet(apply(apply(URSULA, "scores.alchemy", None), "picks.spells", known))
    told = {fact.value: fact.text for fact in system.facts(read)}
    for key in known:
        ways = [check for check in read.checks if check.key.startswith(f"cast-{key}-")]
        helped = [check for check in ways if "with all rites and charms" in check.note]
        assert told[SPELLS[key].name].count("with all rites and charms") == len(helped)
    assert any("with all rites and charms" in text for text in told.values())


@pytest.mark.parametrize("key", ["slumber", "transmute-object"])
def test_without_study_there_is_no_casting_but_a_reason(key: str) -> None:
    """Otto's Fly is out of his reach, whatever he rolls (11.2)."""
    found = system.casting(sheet(RAVEN), SPELLS[key], {})
    assert (found.dice, found.note) == (None, NEVER["witchcraft"])
    assert NEVER["witchcraft"] in desk(key, RAVEN).check.note


def test_every_spell_has_a_desk() -> None:
    for spell in SPELLS.values():
        question = system.desk(sheet(), spell, {})
        assert question.check.pool.terms
        assert all(str(term.cite) for term in question.check.pool.terms)


def test_the_readings_of_the_table_reach_the_desk() -> None:
    house = RulesContext(settings={"spell_stage": "resolution", "stat_effects": "modified", "phantom_wound": "stat"})
    read = system.read(Build.parse(URSULA), table=house)
    made = system.desk(read, SPELLS["dark"], {"modifier": "-2"}).check
    assert "Resolution Stage" in made.note
    assert "Lasts 3 rounds" in made.note
    assert "(the stat)" in system.desk(read, SPELLS["phantom-wound"], {}).check.note
    assert "Modifier Stage" in desk("dark").check.note


def test_a_stage_that_a_rite_names_in_its_own_words_is_said_as_it_stands() -> None:
    told = list(of_spell(sheet().reading, replace(SPELLS["dark"], stage="hour before dawn"), 3, 3))
    assert told[0] == "Roll it in the hour before dawn."


@pytest.mark.parametrize(
    ("key", "bare", "aided"),
    [
        ("fly", "Lasts 6 rounds", "Lasts 11 rounds"),
        ("gunthers-noxious-cloud", "Lasts 3 rounds", "Lasts 6 rounds"),
        ("gem-trap", "Lasts 4 days", "Lasts 4 months"),
        ("bewilderment", "", "Lasts 4 rounds"),
        ("phantom-wound", "Modifier Stage", "Resolution Stage"),
    ],
)
def test_a_rite_or_a_charm_says_how_long_and_when(key: str, bare: str, aided: str) -> None:
    plain, helped = desk(key, modifier="0").check.note, desk(key, **{"aid-1": "on"}).check.note
    assert (bare in plain, aided in helped, aided in plain) == (True, True, False), (plain, helped)


def test_only_what_has_a_time_may_last_for_good() -> None:
    offered = {key for key, spell in SPELLS.items() if may_last(spell)}
    assert {"fly", "gem-trap", "bewilderment"} <= offered
    for key, spell in SPELLS.items():
        until = spell.duration.startswith(("Until", "Permanent", "Instantaneous", "At least", "The familiar"))
        assert (key in offered) != until, spell.duration
