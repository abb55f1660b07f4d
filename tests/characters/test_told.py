"""Changes of a build in words."""

import pytest

from characters.told import told
from rules.kernel import Build, Change
from rules.systems import get


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (Change("scores.charm", None, 2), "Charm from 0 to 2"),
        (Change("name", "Jane", "Jean"), "Name from “Jane” to “Jean”"),
        (Change("picks.archetype", "auror", None), "Archetype from Auror to nothing"),
        (Change("picks.odd", ["a"], 3), "Odd from a list to 3"),
        (Change("picks.spells.lumos", False, True), "Spells: Lumos taken"),
        (Change("picks.spells.lumos", True, False), "Spells: Lumos given up"),
        (Change("ranks.aspects", [], ["mental"]), "Aspects put in another order"),
        (Change("notes.=My%20vows", "", "x"), "My vows written anew"),
        (Change("rolls.table", [1], [2]), "Table rolled anew"),
        (Change("entries.gear.1", {"name": "Rope"}, None), "Gear: Rope given up"),
        (Change("entries.gear.0", None, {"picks": {"item": "lumos"}}), "Gear: Lumos added"),
        (Change("entries.gear.0", None, {"picks": 3}), "Gear: something without a name added"),
        (Change("entries.gear.0.name", "Rope", "Chain"), "Gear 1: name from “Rope” to “Chain”"),
        (Change("entries.items.1.entries.features.0.scores.amount", 1, 2), "Items 2: Features 1: Amount from 1 to 2"),
    ],
)
def test_a_change_in_words(change: Change, said: str) -> None:
    game = get("hprpg")
    assert told(change, game.read(Build.parse({}), game.rulebook)) == said
