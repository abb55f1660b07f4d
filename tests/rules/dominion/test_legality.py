"""What cannot be is said with its section, and nothing is lost."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from campaigns.demo.demo import RAVEN, URSULA
from rules.kernel import Build, Rulebook, RulesContext, Sheet
from rules.kernel.documents import Change, apply, awarded, replay
from rules.systems.dominion import system
from rules.systems.dominion.entries import Skill

SWORD = {"name": "", "picks": {"item": "greatsword", "wielded": True}}
BIG = 10**9


def read(build: Any, **table: Any) -> Sheet:
    return system.read(Build.parse(build), table=RulesContext(**table))


def changed(path: str, value: Any) -> Any:
    return apply(RAVEN, path, value)


@pytest.mark.parametrize(
    ("path", "value", "code", "at", "section"),
    [
        ("rolls.attribute-dice", [0, 9, 10], "attribute-dice-wrong", "rolls.attribute-dice", "2.3"),
        ("rolls.attribute-dice", [13, 9, 10], "attribute-dice-wrong", "rolls.attribute-dice", "2.3"),
        ("rolls.attribute-dice", [4, 9, 10, 2], "attribute-dice-wrong", "rolls.attribute-dice", "2.3"),
        ("rolls.table", [11, 12, 3], "table-rolled-too-often", "rolls.table", "2.4"),
        ("rolls.table", [13], "table-roll-wrong", "rolls.table", "2.4"),
        ("scores.luck", 2, "attribute-points-overspent", "scores.agility", "2.3"),
        ("scores.luck", -1, "bought-less-than-nothing", "scores.luck", "2.3"),
        ("scores.strike", 5, "aps-overspent", "scores.strike", "2.6"),
        ("scores.strike", -1, "bought-less-than-nothing", "scores.strike", "5.2.1"),
        ("scores.lucky-breaks", 2, "aps-overspent", "scores.strike", "2.6"),
        ("scores.lucky-breaks", -2, "bought-less-than-nothing", "scores.lucky-breaks", "5.2.2"),
        ("entries.equipment.1", SWORD, "too-heavy", "entries.equipment.1", "9.2"),
        ("entries.equipment.2", {"name": "", "picks": {"item": "medium-armour", "worn": True}}, "worn-twice",
         "entries.equipment.2", "9.5"),
        ("entries.equipment.0", {"name": "", "picks": {"item": "scimitar"}}, "not-for-sale", "entries.equipment.0",
         "2.7"),
        ("entries.equipment.0", {"name": "", "picks": {"item": "longsward"}}, "equipment-unknown",
         "entries.equipment.0.picks.item", "9.2"),
        ("entries.skills.0.picks.attribute", "charisma", "own-skill-attribute-unknown",
         "entries.skills.0.picks.attribute", "4.12"),
        ("picks.spells", ["slumbre"], "spell-unknown", "picks.spells.slumbre", "11.4"),
        ("scores.xyzzy", 2, "unknown-scores", "scores.xyzzy", "1"),
        ("picks.race", "selkie", "race-unknown", "picks.race", "2.4"),
        ("picks.style", "poet", "style-unknown", "picks.style", "2.2.9"),
        ("picks.spells", ["slumber"], "witchcraft-never-studied", "picks.spells.slumber", "11.2"),
        ("picks.table-1", "luck", "table-choice-on-nothing", "picks.table-1", "2.4"),
        ("entries.skills.0.name", "", "own-skill-nameless", "entries.skills.0", "4.12"),
        ("entries.skills.0.picks.attribute", None, "own-skill-without-attribute",
         "entries.skills.0.picks.attribute", "4.12"),
        ("entries.equipment.2", {"name": "", "picks": {"item": "dagger", "wielded": True}}, "wielded-twice",
         "entries.equipment.2", "9.2"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_said_with_its_section(path: str, value: Any, code: str, at: str, section: str) -> None:
    build = changed(path, value)
    sheet = read(build)
    found = [finding for finding in sheet.findings if finding.code == code]
    assert [(finding.at, finding.cite.section) for finding in found] == [(at, section)]
    assert all(finding.hint for finding in found)
    for fix in found[0].fixes:
        mended = read(replay(build, (Change(path, None, value) for path, value in fix.changes.items())))
        assert code not in [finding.code for finding in mended.findings], fix.label


def test_less_than_nothing_is_counted_in_the_words_of_what_is_bought() -> None:
    idle = {"name": "Juggling", "picks": {"attribute": "agility"}, "scores": {"steps": -1}}
    build = {"scores": {"luck": -1, "strike": -2, "lucky-breaks": -3}, "entries": {"skills": [idle, idle]}}
    found = [(f.at, f.message) for f in read(build).errors if f.code == "bought-less-than-nothing"]
    assert found == [
        ("entries.skills.0.scores.steps", "Juggling: −1 bought; the minimum is 0."),
        ("entries.skills.1.scores.steps", "Juggling: −1 bought; the minimum is 0."),
        ("scores.luck", "Luck: −1 bought; the minimum is 0."),
        ("scores.lucky-breaks", "Lucky Breaks: −3 bought; the minimum is 0."),
        ("scores.strike", "Strike: −2 bought; the minimum is 0."),
    ]


def test_only_the_dice_that_cannot_fall_are_named() -> None:
    sheet = read({"rolls": {"attribute-dice": [4, 4, 4], "table": [5, 19]}})
    assert [f.message for f in sheet.errors] == ["A table roll can't be 19."]


def test_a_talent_may_be_a_skill_of_ones_own() -> None:
    """2.4 says the Skill of your choice, and 4.1 lets anything become a skill."""
    speech = {"name": "Croellic", "picks": {"attribute": "intellect"}, "scores": {"steps": 1}}
    build = {
        "rolls": {"attribute-dice": [7, 7, 7], "table": [4]},
        "scores": {"intellect": 7},
        "picks": {"race": "human", "table-1": "own-skill-1"},
        "entries": {"skills": [speech]},
    }
    sheet = read(build)
    assert (sheet.legal, sheet["own-skill-1"], sheet.budgets["aps"].spent.value) == (True, 8 + 1, 8)
    weak = apply(build, "scores.intellect", 2)
    assert (read(weak)["own-skill-1"], read(weak).budgets["aps"].spent.value) == (6 + 1, 6)
    (page,) = (step for step in system.steps(sheet) if step.key == "table")
    offered = {option.key: option.label for field in page.fields for option in getattr(field, "options", ())}
    assert offered["own-skill-1"] == "Croellic"
    gone = read(apply(build, "entries.skills.0", None))
    assert [(f.code, f.at) for f in gone.errors] == [("table-choice-unknown", "picks.table-1")]


def test_own_skills_of_one_name_are_each_held_to_what_they_were() -> None:
    high, low = ({"name": "Juggling", "picks": {"attribute": "agility"}, "scores": {"steps": n}} for n in (3, 1))
    before = {"entries": {"skills": [high, low]}}

    def given_back(now: Any) -> list[tuple[str, str]]:
        found = read(now, stage="advancement", baseline=Build.parse(before)).errors
        return [(f.code, f.at) for f in found if f.code in ("step-given-back", "own-skill-gone")]

    gone = ("own-skill-gone", "entries.skills")
    assert given_back(before) == []
    assert given_back({"entries": {"skills": [low, high]}}) == []
    # Of two alike the higher is looked for first, so what is left of them is too low for it.
    low_now = ("step-given-back", "entries.skills.1.scores.steps")
    assert given_back(apply(before, "entries.skills.0.name", "Juggling with knives")) == [gone, low_now]
    less = apply(before, "entries.skills.0.scores.steps", 2)
    assert given_back(less) == [("step-given-back", "entries.skills.0.scores.steps")]
    assert given_back({"entries": {"skills": [high]}}) == [gone]


def test_the_same_number_twice_is_rolled_again() -> None:
    poor = changed("rolls.attribute-dice", [4, 4, 4])
    sheet = read(apply(poor, "rolls.table", [11, 11]))
    assert "table-rolled-the-same" in [finding.code for finding in sheet.errors]
    assert sheet.budgets["aps"].allowed.value == 45 + 10


def test_a_choice_nobody_offered() -> None:
    sheet = read(apply(changed("rolls.table", [1]), "picks.table-1", "strike"))
    assert "table-choice-unknown" in [finding.code for finding in sheet.errors]
    sheet = read(changed("rolls.table", [4]))
    assert "table-choice-missing" in [finding.code for finding in sheet.findings]


def test_what_has_left_the_book_still_counts() -> None:
    def gone(kind: str, *keys: str) -> dict[str, Any]:
        shelf = system.rulebook.entries[kind]
        return {**shelf, **{key: replace(shelf[key], retired=True) for key in keys}}

    entries = {
        **system.rulebook.entries,
        "race": gone("race", "human"),
        "weapon": gone("weapon", "longsword"),
        "armour": gone("armour", "light-armour"),
        "spell": gone("spell", "slumber"),
    }
    book = Rulebook(system.rulebook.books, entries)
    sheet = system.read(Build.parse({**URSULA, "entries": RAVEN["entries"]}), book)
    found = [finding.at for finding in sheet.findings if finding.code == "entry-retired"]
    assert sorted(found) == [
        "entries.equipment.0.picks.item", "entries.equipment.1.picks.item", "picks.race", "picks.spells.slumber",
    ]  # fmt: skip
    goods = {f.path: f for step in system.steps(sheet) for f in step.fields}["entries.equipment"].items[2][0].options
    assert {"longsword", "light-armour"} <= {option.key for option in goods}, "who carries it may keep it"
    bare = system.read(Build.parse({**RAVEN, "entries": {"equipment": [{"name": "Rope"}]}}), book)
    goods = {f.path: f for step in system.steps(bare) for f in step.fields}["entries.equipment"].items[0][0].options
    assert not {"longsword", "light-armour"} & {option.key for option in goods}


@pytest.mark.parametrize(
    ("thing", "code"),
    [
        ({"name": ""}, "equipment-nameless"),
        ({"name": "", "picks": {"item": "maul", "wielded": True}, "scores": {"quantity": 0}}, "equipment-none"),
        ({"name": "", "picks": {"item": "spear", "grip": "both"}}, "grip-unknown"),
    ],
)
def test_an_odd_line_of_equipment(thing: dict[str, Any], code: str) -> None:
    build = changed("entries.equipment.1", thing)
    sheet = read(build)
    (finding,) = [finding for finding in sheet.findings if finding.code == code]
    for fix in finding.fixes:
        assert code not in [f.code for f in read(apply(build, fix.path, fix.value)).findings]
    assert "strike-with-maul" not in sheet.figures


def test_a_weapon_by_another_name_is_the_same_weapon() -> None:
    sheet = read(changed("entries.equipment.0.picks.item", "Great Sword"))
    assert "strike-with-greatsword" in sheet.figures


def test_too_many_spells_nobody_knows_are_summed_up() -> None:
    sheet = read(changed("picks.spells", [f"spell-{n}" for n in range(30)]))
    assert Counter(f.code for f in sheet.errors) == {"spell-unknown": 20, "spells-unknown": 1}


def test_what_creation_gave_stays_given() -> None:
    before = Build.parse(RAVEN)
    for path, value in (("rolls.table", [12]), ("rolls.attribute-dice", [12, 12, 12]), ("picks.race", "elf")):
        sheet = read(changed(path, value), stage="advancement", baseline=before)
        (finding,) = [finding for finding in sheet.errors if finding.code == "creation-changed"]
        assert apply(changed(path, value), finding.fixes[0].path, finding.fixes[0].value) == RAVEN
    spent = apply(RAVEN, "scores.lucky-breaks", 1)
    back = read(RAVEN, stage="advancement", baseline=Build.parse(spent))
    assert [f.at for f in back.errors] == ["scores.lucky-breaks"]
    less = read(changed("entries.skills.0.scores.steps", None), stage="advancement", baseline=before)
    assert [f.at for f in less.errors] == ["entries.skills.0.scores.steps"]
    gone = read(changed("entries.skills.0", None), stage="advancement", baseline=before)
    assert [f.at for f in gone.errors] == ["entries.skills"]
    under = read(changed("entries.skills.0.scores.steps", -2))
    assert [f.at for f in under.errors] == ["entries.skills.0.scores.steps"]


def test_two_hands_hold_no_shield() -> None:
    build = apply(RAVEN, "entries.equipment.3", {"name": "", "picks": {"item": "shield", "worn": True}})
    assert "no-hand-for-shield" not in [f.code for f in read(build).findings]
    build = apply(build, "entries.equipment.0", {"name": "", "picks": {"item": "spear", "wielded": True, "grip": "2h"}})
    assert "no-hand-for-shield" in [f.code for f in read(build).errors]


def test_what_was_approved_is_the_floor() -> None:
    before = Build.parse(RAVEN)
    less = read(changed("scores.strike", 2), stage="advancement", baseline=before)
    assert [f.code for f in less.errors] == ["step-given-back"]
    moved = read(apply(changed("scores.luck", None), "scores.vigour", 2), stage="advancement", baseline=before)
    assert [f.code for f in moved.errors].count("attribute-changed") == 2
    study = read(changed("scores.hex", 1), stage="advancement", ledger=awarded(9), baseline=before)
    assert (study.legal, "craft-advanced" in [f.code for f in study.findings]) == (True, True)
    assert read(RAVEN, stage="advancement", baseline=before).legal


def test_a_single_step_too_many_is_one_error() -> None:
    for key in system.rulebook.all(Skill):
        more = read(changed(f"scores.{key}", RAVEN["scores"].get(key, 0) + 1))
        codes = [finding.code for finding in more.errors]
        assert codes == ["aps-overspent"] * (more["aps"] < 0)


def test_what_comes_in_play_costs_nothing_and_what_was_paid_stays_paid() -> None:
    """2.7: APs arm a new character; 5.2 knows only skills and Lucky Breaks to spend them on afterwards."""
    bought, shield = ({"name": "", "picks": {"item": item}} for item in ("longsword", "shield"))
    found = {"name": "", "picks": {"item": "greatsword", "found": True}}
    before = {"entries": {"equipment": [bought, shield]}}
    baseline = Build.parse(before)

    def later(*equipment: Any) -> Sheet:
        return read({"entries": {"equipment": list(equipment)}}, stage="advancement", baseline=baseline)

    assert read({"entries": {"equipment": [bought, found]}}).budgets["aps"].spent.value == 3 + 5
    assert later(bought, shield, found).budgets["aps"].spent.value == 3 + 2
    assert later(bought, shield, found).legal
    lost = later(shield).errors
    assert [(f.code, f.at, f.message) for f in lost] == [
        ("equipment-given-back", "entries.equipment",
         "Longsword: 3 APs paid when approved, 0 now."),
    ]  # fmt: skip
    cheated = later({**bought, "picks": {"item": "longsword", "found": True}}, shield).errors
    assert [(f.code, f.at) for f in cheated] == [("equipment-given-back", "entries.equipment.0")]
    pages = {step.key: step for step in system.steps(later(bought, shield, found))}
    flags = [field.path for field in pages["equipment"].fields[0].items[2] if field.path.endswith("found")]  # type: ignore[union-attr]
    assert flags == ["entries.equipment.2.picks.found"]


def test_a_race_in_capitals_is_not_taken_for_one_the_book_does_not_know() -> None:
    build = {"picks": {"race": "Elf"}}
    note = next(f for f in read(build).findings if f.code == "race-unknown")
    (fix,) = note.fixes
    assert (note.hint, fix.value) == ("It rolls on the human table. Did you mean Elf?", "elf")
    assert next(f for f in read({"picks": {"race": "selkie"}}).findings if f.code == "race-unknown").fixes == ()


def test_after_approval_arms_come_in_play_and_are_not_bought() -> None:
    """A Maul for APs is an error; marked as what came in play it costs none (A-82)."""
    before = changed("rolls.attribute-dice", [8, 8, 8])
    place = len(before.get("entries", {}).get("equipment", []))
    bought = apply(before, f"entries.equipment.{place}", {"name": "", "picks": {"item": "maul"}})
    sheet = read(bought, stage="advancement", baseline=Build.parse(before))
    (error,) = [finding for finding in sheet.errors if finding.code == "bought-after-creation"]
    assert error.at == f"entries.equipment.{place}.picks.found"
    (fix,) = error.fixes
    found = read(apply(bought, fix.path, fix.value), stage="advancement", baseline=Build.parse(before))
    assert "bought-after-creation" not in [finding.code for finding in found.errors]
    assert found.budgets["aps"].spent.value == read(before).budgets["aps"].spent.value
