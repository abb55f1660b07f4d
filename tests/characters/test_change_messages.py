"""Changes in words: every kind of choice, whatever stood there."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.demo.demo import ISHKA, JANE, RAVEN
from characters.history.change_messages import ChangeDescriber, Labels, differences, starred
from rules.kernel import Build
from rules.kernel.documents import apply
from rules.systems import get
from tests.rules.strategies import json_values

Document = tuple[str, Any]


def teller(system: str, build: Any, most: int = 6) -> ChangeDescriber:
    game = get(system)
    labels = Labels(game.rulebook)

    def steps_of(document: Document) -> Any:
        return game.steps(game.read(Build.parse(document[1], document[0])))

    labels.learn(steps_of(("", build)))
    return ChangeDescriber(labels, steps_of, most)


def told(system: str, build: Any, *changes: tuple[str, Any]) -> list[str]:
    """The words for these changes of a build, labelled by the build before them."""
    after = build
    for path, value in changes:
        after = apply(after, path, value)
    return list(teller(system, build).lines(("", build), ("", after)))


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("scores.charm", 3, "Charm 1 → 3"),
        ("scores.charm", None, "Charm 1 → 0"),
        ("scores.brawl", 2, "Brawl set to 2"),
        ("picks.species", "goblin", "Species: Halfblood → Goblin"),
        ("picks.species", None, "Species: Halfblood removed"),
        ("picks.spells.lumos", False, "Spells: Lumos removed"),
        ("picks.spells.reducto", True, "Spells: Reducto chosen"),
        ("ranks.aspects", ["social", "mental", "physical"],
         "Aspect types: Mental, Physical, Social → Social, Mental, Physical"),
        ("notes.goals", None, "Goals: “Find out who wrote the letters.” removed"),
        ("notes.appearance", "Tall", "Appearance: “Tall” written"),
        ("entries.gear.1", None, "Gear: Broom, second-hand removed"),
        ("entries.gear.3", {"name": "Lamp"}, "Gear: Lamp added"),
        ("entries.gear.0.notes.detail", "quiet", "Gear · Notebook with a lock · Detail: "
         "“writes back, sometimes” → “quiet”"),
        ("entries.gear.0.name", "Diary", "Gear · Diary · Name: “Notebook with a lock” → “Diary”"),
        ("scores.no-such-score", 1, "No such score set to 1"),
        ("picks.no-such.thing", True, "No such: Thing chosen"),
        ("rolls.fate", [3, 4], "Fate: 3, 4 rolled"),
        ("picks.species", "No key, a text", "Species: Halfblood → No key, a text"),
    ],
)  # fmt: skip
def test_a_change_is_told_in_the_words_of_its_field(path: str, value: Any, words: str) -> None:
    assert told("hprpg", JANE, (path, value)) == [words]


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("scores.dodge", 1, "Dodge 2 → 1"),
        ("rolls.table", [3], "1 roll on the table: 11 → 3"),
        ("entries.equipment.0.picks.wielded", None, "Gear · Longsword · Wielded: no"),
        ("entries.equipment.1", None, "Gear: Light armour removed"),
        ("entries.skills.0.scores.steps", 2, "New Skills · Haggling · Bought 1 → 2"),
    ],
)
def test_other_games_have_their_own_words(path: str, value: Any, words: str) -> None:
    (line,) = told("dominion", RAVEN, (path, value))
    assert line == words


def numbered(system: str, build: Any, *changes: tuple[str, Any]) -> list[str]:
    """The words for these changes by the numbers of both builds."""
    game, after = get(system), build
    for path, value in changes:
        after = apply(after, path, value)
    sides = (("", build), ("", after))
    return list(teller(system, build).lines(*sides, lambda: tuple(game.reading(Build.parse(b)) for _, b in sides)))


@pytest.mark.parametrize(
    ("system", "build", "path", "value", "words"),
    [
        ("hprpg", JANE, "scores.brawl", 2, "Brawl 1 → 3"),
        ("hprpg", JANE, "scores.charm", None, "Charm 2 → 1"),
        ("dominion", RAVEN, "scores.dodge", 1, "Dodge 4 → 3"),
        ("dominion", RAVEN, "entries.skills.0.scores.steps", 2, "New Skills · Haggling 3 → 4"),
        ("duality", ISHKA, "scores.strength", -2, "Strength −1 → −2"),
        (
            "duality",
            ISHKA,
            "entries.styles.0.scores.dice",
            1,
            "Combat styles · Longbow · Extra damage dice (d6) set to 1",
        ),
    ],
)
def test_a_rating_is_told_by_what_it_comes_to(system: str, build: Any, path: str, value: Any, words: str) -> None:
    assert numbered(system, build, (path, value)) == [words]


def test_an_entry_is_told_by_its_own_number_wherever_it_stands() -> None:
    first = {"name": "Sewing", "picks": {"attribute": "agility"}, "scores": {"steps": 1}}
    both = RAVEN | {"entries": {**RAVEN["entries"], "skills": [first, *RAVEN["entries"]["skills"]]}}
    assert numbered("dominion", both, ("entries.skills.1.scores.steps", 2), ("entries.skills.0", None)) == [
        "New Skills · Haggling 3 → 4", "New Skills: Sewing removed",
    ]  # fmt: skip


def test_what_another_choice_made_up_for_is_told_by_the_choice() -> None:
    assert numbered("dominion", RAVEN, ("scores.agility", 3), ("scores.dodge", 1)) == [
        "Agility 3 → 4", "Dodge still 4: 2 → 1 bought",
    ]  # fmt: skip


def test_what_was_bought_below_nothing_keeps_its_sign() -> None:
    assert told("duality", ISHKA, ("scores.strength", 1)) == ["Strength -1 → 1"]


def test_the_characters_name_is_told_too() -> None:
    assert teller("hprpg", JANE).lines(("Ann", JANE), ("Bo", JANE)) == ("Name: “Ann” → “Bo”",)
    assert teller("hprpg", {}).lines(("", {}), ("Bo", {})) == ("Name: “Bo” written",)


GEAR = [{"name": name} for name in ("Lamp", "Rope", "Salt")]


@pytest.mark.parametrize(
    ("after", "words"),
    [
        ([GEAR[0], GEAR[2]], ["Gear: Rope removed"]),
        ([GEAR[2], GEAR[0], GEAR[1]], ["Gear: reordered"]),
        ([GEAR[2], {"name": "Rope", "notes": {"detail": "frayed"}}],
         ["Gear · Rope · Detail: “frayed” written", "Gear: Lamp removed"]),
        ([GEAR[0], GEAR[1], {"name": "Pepper"}], ["Gear · Pepper · Name: “Salt” → “Pepper”"]),
        ([GEAR[0], GEAR[0], *GEAR], ["Gear: Lamp added", "Gear: Lamp added"]),
        ([*GEAR, {}, {"picks": {"item": "no-such"}}], ["Gear: an item added", "Gear: No such added"]),
        ([], ["Gear: Lamp removed", "Gear: Rope removed", "Gear: Salt removed"]),
    ],
)  # fmt: skip
def test_entries_are_the_same_wherever_they_stand(after: list[Any], words: list[str]) -> None:
    lines = teller("hprpg", JANE).lines(("", {"entries": {"gear": GEAR}}), ("", {"entries": {"gear": after}}))
    assert list(lines) == words


def test_a_list_within_a_list_names_both() -> None:
    bow = "entries.items.0.entries.features"
    (line,) = told("duality", ISHKA, (f"{bow}.0.scores.amount", 2))
    assert line.startswith("Items · Driftwood bow · ")
    assert line.endswith(" · Amount 1 → 2")


def test_what_only_an_older_sheet_has_is_called_by_its_steps() -> None:
    """A field that came with an archetype is gone with it, and still has its name."""
    before, after = ("", JANE), ("", apply(apply(JANE, "picks.archetype", "druid"), "picks.archetype-dot-3", None))
    knowing = teller("hprpg", after[1]).lines(before, after)
    without = teller("hprpg", after[1], most=0).lines(before, after)
    assert knowing[1:] != without[1:]
    assert without[1].startswith("Archetype dot 3: ")


def test_what_no_page_shows_is_no_silence() -> None:
    assert teller("hprpg", {}).lines(("", {"odd": 1}), ("", {"odd": 2})) == (
        "Changed data that isn’t shown on any page",
    )
    assert teller("hprpg", {}).lines(("", {"odd": 1}), ("", {"odd": 1})) == ()


def test_a_place_has_a_star() -> None:
    assert starred("entries.items.12.entries.features.3.scores.7") == "entries.items.*.entries.features.*.scores.7"


@given(
    before=st.tuples(st.text(max_size=4), json_values | st.fixed_dictionaries({"entries": json_values})),
    after=st.tuples(st.text(max_size=4), json_values | st.fixed_dictionaries({"entries": json_values})),
)
def test_any_json_can_be_told(before: Document, after: Document) -> None:
    found = list(differences(before, after))
    lines = teller("hprpg", {}, most=0).lines(before, after)
    assert all(isinstance(line, str) and line for line in lines)
    assert len(lines) == (len(found) or int(before != after))
