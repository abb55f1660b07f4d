"""The builder's pages, the sheet's panels and facts, the shelves."""

from fractions import Fraction
from typing import Any

import pytest

from rules.kernel import Build, RulesContext, Sheet
from rules.kernel.documents import awarded
from rules.kernel.pages import ChoiceField, ListField, RatingField, RollField, Step, TextField, percent
from rules.kernel.pages.print_blocks import Beside, Values
from rules.systems.forge import reminders, system
from rules.systems.forge.game import SLOTS, VALUES

HALLA: dict[str, Any] = {
    "scores": {"agility": 3, "brawn": 2, "cunning": 2, "focus": 9},
    "rolls": {"backgrounds": [3, 15]},
    "picks": {"ancestry": "mixed", "ancestry-first": "elf", "archetype": "rogues"},
    "entries": {
        "backgrounds": [{"picks": {"row": "nomad"}}],
        "values": [{"name": "Mercy", "scores": {"rating": 4}}],
        "bonds": [{"name": "The sea"}],
        "classes": [{"name": "Thief"}, {"name": ""}],
        "skills": [{"name": "Leap", "picks": {"type": "maneuver"}, "notes": {"detail": "Far."}}, {}],
        "possessions": [{"name": "Rope", "scores": {"bulk": 12}, "picks": {"price": "silver"}},
                        {"name": "Stove", "scores": {"bulk": 9}, "picks": {"left": True}}],
    },
}  # fmt: skip


def sheet(build: dict[str, Any] | None = None, **settings: Any) -> Sheet:
    table = RulesContext(settings=settings, ledger=awarded(2))
    return system.read(Build.parse(HALLA if build is None else build), table=table)


def step(key: str, read: Sheet | None = None) -> Step:
    return next(step for step in system.steps(read or sheet()) if step.key == key)


def test_the_list_of_bonds_says_how_many_there_may_be() -> None:
    told = [listed(step("values", sheet(bond_limit=most)).fields[1]).summary for most in (0, 2)]
    assert told == ["Add as many as you like.", "2 is the maximum."]


def listed(found: object) -> ListField:
    assert isinstance(found, ListField)
    return found


def test_backgrounds_are_rolled_different_and_have_three_places() -> None:
    roll, places = step("backgrounds").fields
    assert isinstance(roll, RollField)
    assert (roll.dice, roll.faces, roll.different, roll.value) == (3, 20, True, (3, 15))
    assert [row.words for row in roll.table if row.fell] == ["Charlatan"]
    assert len(roll.table) == 12
    labels = [item[0].label for item in listed(places).items]
    assert labels == ["Background 1, die 3: Charlatan", "Background 2, die 15: ask your GM", "Background 3"]
    first = listed(places).items[0][0]
    assert isinstance(first, ChoiceField)
    assert (first.value, len(first.options)) == (("nomad",), 12)


@pytest.mark.parametrize(
    ("scores", "limits"),
    [({"agility": 3, "brawn": 2, "cunning": 2}, [4, 3, 3]), ({"agility": 5, "brawn": 2, "cunning": 1}, [5, 2, 1]),
     ({"agility": 1, "brawn": 1, "cunning": 1}, [5, 5, 5])],
)  # fmt: skip
def test_an_ability_goes_as_far_as_points_and_range_allow(scores: dict[str, int], limits: list[int]) -> None:
    rates = [field for field in step("abilities", sheet({"scores": scores})).fields if isinstance(field, RatingField)]
    assert [rate.limit for rate in rates] == limits
    assert [rate.low for rate in rates] == [1, 1, 1]


def test_by_the_rolls_page_alone_there_is_always_one_more() -> None:
    rates = [field for field in step("abilities", sheet(source_only=True)).fields if isinstance(field, RatingField)]
    assert all(rate.limit > rate.value for rate in rates)
    assert all(rate.price == "" for rate in rates)


def test_unknown_pools_are_blanks_to_write_in() -> None:
    blanks = [field for field in step("abilities").fields if isinstance(field, TextField)]
    assert [(field.path, field.value) for field in blanks] == [("scores.momentum", ""), ("scores.focus", "9")]
    assert all(field.summary.endswith("Ask your GM how large it is.") for field in blanks)
    guessed = step("abilities", sheet(momentum_focus="same_as_poise")).fields[-1]
    assert "house rule" in guessed.summary


def test_six_values_have_a_place_each_and_more_if_there_are_more() -> None:
    values, bonds = step("values").fields
    assert len(listed(values).items) == 6
    assert len(listed(bonds).items) == 1
    many = sheet({"entries": {"values": [{}] * 8}})
    assert len(listed(step("values", many).fields[0]).items) == 8


def test_an_ancestry_tells_the_numbers_that_it_makes() -> None:
    for build in (HALLA, {**HALLA, "picks": {"ancestry": "dwarf"}}):
        ancestry = step("people", sheet(build)).fields[0]
        assert isinstance(ancestry, ChoiceField)
        told = {option.key: option.figures for option in ancestry.options}
        assert [(one.value, one.adds) for one in told["elf"]] == [("4", "+1"), ("−3", "−3")]
        assert not told["human"]
    plain = step("people", sheet(ancestry_effects=False)).fields[0]
    assert isinstance(plain, ChoiceField)
    assert not any(option.figures for option in plain.options)


def test_a_mixed_ancestry_asks_for_its_halves() -> None:
    paths = [field.path for field in step("people").fields]
    assert paths == ["picks.ancestry", "picks.ancestry-first", "picks.ancestry-second", "picks.archetype",
                     "entries.classes", "entries.skills"]  # fmt: skip
    assert len(step("people", sheet({})).fields) == 4


def test_possessions_and_story() -> None:
    (things,) = step("possessions").fields
    assert len(listed(things).items) == 2
    assert len(step("story").fields) == 5


def test_panels_leave_out_what_is_not_there() -> None:
    found = {panel.key: panel for panel in system.panels(sheet())}
    assert list(found) == ["abilities", "values", "derived", "load", "vitals"]
    assert [panel.key for panel in system.panels(sheet({}))] == ["abilities", "derived", "load", "vitals"]
    assert found["derived"].groups[0].figures == ("poise", "focus")


def test_the_load_says_what_each_thing_weighs() -> None:
    load = next(panel for panel in system.panels(sheet()) if panel.key == "load")
    assert [(line.name, line.text, line.number) for line in load.lines] == [
        ("Rope", "silver", "12"), ("Stove", "left behind", "–"),
    ]  # fmt: skip
    assert load.in_place_of in [title for title, _ in system.lists(sheet())]


@pytest.mark.parametrize(("settings", "boxes"), [({}, (10, 20)), ({"affliction_thresholds": "8,16"}, (8, 16))])
def test_the_track_of_stress_marks_both_afflictions(settings: dict[str, Any], boxes: tuple[int, int]) -> None:
    (stress,) = (one for one in sheet(**settings).trackers if one.key == "stress")
    assert stress.labels == ((boxes[0], "1st"), (boxes[1], "2nd"))


def test_facts_tell_what_is_known() -> None:
    told = [(fact.label, fact.value) for fact in system.facts(sheet())]
    for fact in (("Ancestry", "Elf"), ("Archetype", "Rogue"), ("Class", "Thief"), ("Background", "Nomad"),
                 ("Background", "Row 15"), ("Load", "Encumbered"), ("Experience", "2")):  # fmt: skip
        assert fact in told
    assert "Load" not in [fact.label for fact in system.facts(sheet({}))]


def test_lists_of_the_sheet() -> None:
    found = {title: [(item.name, item.text) for item in items] for title, items in system.lists(sheet())}
    assert found == {
        "Bonds": [("The sea", "")],
        "Skills": [("Leap", "maneuver · Far."), ("Skill 2", "")],
        "Possessions": [("Rope", "bulk 12, silver"), ("Stove", "bulk 9, left behind")],
    }
    assert system.lists(sheet({})) == ()


def test_the_shelves_have_the_tables_of_the_rolls_page() -> None:
    cards = {card.key: card for shelf in system.references(system.rulebook) for card in shelf.cards}
    dice = {row[0]: row[1] for row in cards["difficulty"].table}
    assert dice == {"Trivial": "no roll", "Easy": "d4", "Simple": "d6", "Standard": "d8", "Difficult": "d10",
                    "Incredible": "d12", "Legendary": "d20", "Impossible": "no roll"}  # fmt: skip
    assert [row[1] for row in cards["opposed"].table] == ["d4", "d6", "d8", "d10", "d12", "d20"]
    assert cards["opposed"].table[-1][0] == "6 or more"
    assert [row[1:] for row in cards["capacity"].table] == [
        ("8", "16"), ("11", "22"), ("14", "28"), ("17", "34"), ("20", "40")]  # fmt: skip
    assert cards["jumping"].table[1] == ("2", "3 paces", "3 half paces", "2 ft")
    assert cards["target-number"].table[0] == ("Each background that helps", "+2")


def test_where_nothing_is_sure_neither_is_a_chance_on_paper() -> None:
    """F-13: one face of a die fails, and one succeeds."""
    build = {"scores": {"agility": 4, "brawn": 2, "cunning": 2}}
    for sure, trivial in ((True, "100% · 100%"), (False, "56% · 94%")):
        made = system.read(Build.parse(build), table=RulesContext(settings={"sure_things": sure}))
        chances = {row: cells[0] for row, cells in reminders.chances(made)}
        assert chances["4"] == trivial


def test_on_paper_an_empty_character_has_its_blanks() -> None:
    shown = system.layout(sheet({}))
    columns = [column for block in shown.front if isinstance(block, Beside) for column in block.columns]
    blanks = {block.title: block.lines for column in columns for block in column if isinstance(block, Values)}
    assert [(line.label, line.value) for line in blanks["Values"]] == [("", "")] * VALUES
    assert [line.label for line in blanks["Backgrounds"]] == [""] * SLOTS
    assert [line.label for line in blanks["Bonds"]] == ["", ""]


def test_paper_shows_what_pushing_and_safe_play_are_worth_with_the_best_ability() -> None:
    """Three dice at a target number of 2 less, and one at 2 more (Push Your Luck, Play it Safe)."""
    made = sheet({"scores": {"agility": 3, "brawn": 2, "cunning": 1}})
    table = next(block for block in system.layout(made).front if getattr(block, "title", "") == "The roll")
    rows = {(row.name, row.more): row.cells for row in table.rows}
    at_d8 = {way: rows["Agility 3", way][2] for way in ("as it is", "pushed", "safe")}
    pushed = percent(1 - Fraction(7, 8) ** 3 - 3 * Fraction(1, 8) * Fraction(7, 8) ** 2)
    assert at_d8 == {"as it is": "14% · 61%", "pushed": f"{pushed} · 33%", "safe": "0% · 62%"}
    assert [cells[1] for (name, _), cells in rows.items() if name == "Dice"] == ["d6"]
