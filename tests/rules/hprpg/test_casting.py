"""The casting desk of the Harry Potter RPG: level, reach, targets, and what it takes (chapter 8)."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from campaigns.demo.demo import JANE
from rules.kernel import Build, Rulebook, Sheet
from rules.kernel.pages import Question
from rules.kernel.pages import desk as kernel_desk
from rules.kernel.pages.play_blocks import RollTable
from rules.systems.hprpg import system
from rules.systems.hprpg.dice_pools import dice_pool
from rules.systems.hprpg.entries import Spell
from tests.rules.listed_blocks import printed

SPELLS = system.rulebook.all(Spell)


def sheet(build: dict[str, Any] = JANE, rulebook: Rulebook | None = None) -> Sheet:
    return system.read(Build.parse(build), rulebook)


def desk(spell: str, **answers: str) -> Question:
    return system.desk(sheet(), SPELLS[spell], answers)


def test_a_memorised_spell_is_cast_at_the_level_of_the_affinity() -> None:
    found = system.casting(sheet(), SPELLS["lumos"], {})
    assert found.label == "Lumos Tria"
    assert [(term.amount, term.label) for term in found.pool.terms] == [(4, "Willpower"), (3, "Elemental")]
    assert found.dice
    assert (str(found.dice), found.dice.odds().success) == (str(dice_pool(7, 8)), dice_pool(7, 8).odds().success)


def test_what_is_not_memorised_is_out_of_reach_of_sheet_and_desk_alike() -> None:
    for found in (system.casting(sheet(), SPELLS["reducto"], {}), desk("reducto").check):
        assert (found.dice, found.note) == (None, "Only a memorised spell can be cast.")
    for spell in SPELLS.values():
        reach, tried = system.casting(sheet(), spell, {}), system.desk(sheet(), spell, {}).check
        assert (str(reach.dice), reach.note, reach.pool.terms) == (str(tried.dice), tried.note, tried.pool.terms)


def test_level_and_affinity_make_the_difficulty() -> None:
    made = desk("lumos", level="5").check
    assert "8 + level 5 − affinity 3 = 10" in made.note
    assert "Fortitude" in made.note
    assert "Fortitude" not in desk("lumos", level="3").check.note


@pytest.mark.parametrize(
    ("reach", "targets", "needed"), [("self", "1", 1), ("wandtip", "3", 3), ("ranged", "2", 4), ("mass", "9", 4)]
)
def test_each_target_takes_successes(reach: str, targets: str, needed: int) -> None:
    made = desk("lumos", reach=reach, targets=targets).check
    assert made.dice
    assert made.dice.odds().success == dice_pool(7, 8).at_least(needed)
    assert f"with {needed} success" in made.note


def test_more_targets_than_the_table_tells_are_still_exact() -> None:
    made = desk("lumos", reach="ranged", targets="4").check
    assert made.dice
    odds = made.dice.odds()
    assert [name for name, _ in odds.outcomes] == ["failure", "success"]
    assert odds.success == dice_pool(7, 8).at_least(8) == Fraction(0)


def test_a_casting_takes_dice_gained_or_lost_and_a_changed_difficulty() -> None:
    plain, made = desk("lumos").check, desk("lumos", extra="2", harder="-3", sustained="1").check
    assert made.pool.value == plain.pool.value + 2 - 1
    assert made.dice
    assert made.dice.odds().success == dice_pool(8, 5).odds().success
    assert "8 + level 3 − affinity 3 − 3 = 5" in made.note
    assert desk("lumos", extra="-20").check.pool.value == 0


def test_a_spell_that_needs_several_successes_tells_how_it_is_caught() -> None:
    told = [("Catch it" in desk("lumos", reach=reach).check.note) for reach in ("self", "ranged")]
    assert told == [False, True]


def test_spells_kept_going_take_dice_but_never_more_than_there_are() -> None:
    assert desk("lumos", sustained="2").check.pool.value == 5
    assert desk("lumos", sustained="10").check.pool.value == 0


def test_another_aspect_and_nonsense() -> None:
    assert desk("lumos", aspect="precision").check.pool.terms[0].label == "Precision"
    assert desk("lumos", aspect="x", level="x", reach="x", targets="0").check.pool.value == 7


def test_a_spell_of_no_known_discipline_says_so() -> None:
    odd = replace(SPELLS["lumos"], discipline="cookery")
    assert "discipline isn't known" in system.casting(sheet(), odd, {}).note
    assert system.desk(sheet(), odd, {}).check.pool.value > 0


def test_a_million_dots_are_not_rolled_in_full() -> None:
    mighty = sheet({**JANE, "scores": {**JANE["scores"], "willpower": 10**6, "elemental": 10**6}})
    for check in (system.casting(mighty, SPELLS["lumos"], {}), system.desk(mighty, SPELLS["lumos"], {}).check):
        assert check.dice
        assert sum(chance for _, chance in check.dice.odds().outcomes) == 1


def test_what_is_cast_at_others_says_how_hard_it_is_to_resist() -> None:
    assert "To resist: DV 10 minus the target's dots." in desk("lumos", level="2", reach="ranged").check.note
    assert "Resisting" not in desk("lumos", level="2").check.note


def test_every_number_of_the_desk_cites_its_own_rule() -> None:
    fields = {field.path: str(field.figure.cite) for field in desk("lumos").fields if field.kind == "rate"}
    assert fields == {
        "extra": "Handbook 8.2, p. 37",
        "harder": "Handbook 8.2, p. 37",
        "targets": "Handbook 8.2, p. 37",
        "sustained": "Handbook 8.4, p. 39",
        "catastrophe": "Handbook 6.4, p. 26",
    }


@pytest.mark.parametrize(("level", "most"), [(0, 1), (1, 2), (3, 6)])
def test_the_most_that_goes_on_one_effect_is_said_wherever_a_casting_is(level: int, most: int) -> None:
    """8.2: on the desk, in the book of spells, on the command line and on paper, by one rule."""
    assert f"up to {most} each on Overpower" in desk("lumos", level=str(level)).check.note
    name = ("Nihil", "Primus", "Secundus", "Tria")[level]
    entry = system.rulebook.entries["spell"]["lumos"]
    assert f"{name} {most}" in dict(system.spell_facts(entry, system.rulebook).facts)[
        "Maximum successes on each effect (Overpower, Defy, Extend)"
    ].split(", ")
    assert system.odds(["--spell", str(level), "--affinity", "3"])["most-on-one-effect"] == most
    paper = printed(system.layout(sheet()), RollTable, "Casting")
    spare = (cell.value for cell in paper.rows[-1].cells)
    assert dict(zip(paper.heads[1:], spare, strict=True))[name] == f"{most}"


def test_paper_tells_the_chance_of_one_success_and_of_two() -> None:
    """Of a check in columns of their own, of a casting under its DV, with "never" where none can (6.1, 8.2)."""
    shown = system.layout(sheet())
    checks = printed(shown, RollTable, "Common checks")
    assert checks.heads[2:] == ("DV 6", "DV 8", "DV 10") * 2
    first = next(row for row in checks.rows if row.name == "Insight (Alertness)")
    assert [cell.told for cell in first.cells[1:]] == ["97%", "89%", "70%", "91%", "75%", "45%"]
    elemental, hexes = (
        next(row for row in printed(shown, RollTable, "Casting").rows if row.name.startswith(name))
        for name in ("Elemental", "Hexes")
    )
    assert (elemental.cells[0].value, elemental.cells[0].told) == ("5", "97 · 93%")
    assert (hexes.cells[-1].value, hexes.cells[-1].told) == ("14°", "never")


def test_sustained_spells_and_a_broken_wand_weigh_on_casting_alone() -> None:
    """A die less for each spell that goes on, catastrophe up to 3, and no other check is the worse (6.4, 8.4)."""
    jane, marks, lumos = sheet(), {"sustained": 2, "broken-wand": 1}, SPELLS["lumos"]
    live = jane.live(marks)
    for found in (live.casting(lumos), kernel_desk(live, lumos, {}).check):
        assert [(t.label, t.amount) for t in found.pool.terms[2:]] == [("sustained spells", -2)]
        assert found.dice
        assert str(found.dice) == str(dice_pool(5, 8, 3))
    bare, hard = ({check.key: check for check in jane.live(play).checks} for play in ({}, marks))
    assert hard["willpower-elemental"].dice == dice_pool(5, 8, 3) != bare["willpower-elemental"].dice
    assert hard["perception-alertness"] == bare["perception-alertness"]
    assert [state.key for state in jane.conditions] == ["sustained", "broken-wand"]
