"""What an item can start as, and what one could do with a specialization."""

import json
from typing import Any

import pytest

from rules.kernel.documents import apply
from rules.kernel.pages import ListField, Offers
from rules.systems.duality import system
from rules.systems.duality.entries import Noun, Style, Verb
from rules.systems.duality.examples import EXAMPLES
from rules.systems.duality.held import items
from rules.systems.duality.patterns import FOR_STYLES, OF_STYLES, sign
from tests.rules.duality.test_legality import read
from tests.rules.duality.test_pricing import item

STYLES = [{"name": "", "picks": {"style": key, "statistic": "finesse"}} for key in FOR_STYLES]
EVERY: dict[str, Any] = {"entries": {"styles": STYLES, "items": [item("relic")]}}


def offered(build: dict[str, Any]) -> Offers:
    sheet = read(build)
    (things,) = next(step for step in system.steps(sheet) if step.key == "items").fields
    assert isinstance(things, ListField)
    assert things.offers
    return things.offers


@pytest.mark.parametrize("had", [EVERY, apply(EVERY, "entries.items.0", None)])
def test_every_pattern_costs_what_is_said_and_is_legal_as_it_comes(had: dict[str, Any]) -> None:
    held, before = len(had["entries"].get("items", ())), read(had)
    for option in offered(had).options:
        made = read(apply(had, f"entries.items.{held}", json.loads(option.key or '{"name": ""}')))
        cost = before.budgets["xp"].remaining - made.budgets["xp"].remaining
        assert option.price == (f"{cost} XP" if cost else "free"), option.label
        codes = {one.code for one in made.findings} - {one.code for one in before.findings} - {"weapons-unused"}
        assert codes == ({"item-unchosen"} if not option.key else set()), option.label


def test_only_weapons_of_known_styles_are_offered() -> None:
    (bow, *relics) = offered({"entries": {"styles": [STYLES[1]]}}).options
    assert (bow.label, bow.gives) == ("A bow", "For Ranged, attack +2")
    assert [one.label for one in relics] == [
        "A charm that heals", "A tool with a knack", "A relic with a past", "From nothing…",
    ]  # fmt: skip


def test_an_item_has_the_drawing_of_its_name_or_of_its_style() -> None:
    names = ("Driftwood bow", "Storm lantern", "Old Faithful", "Crossbow")
    things = [{**item("relic"), "name": name} for name in names]
    things.append({**item("weapon", "1"), "name": "Bess"})
    held = read({"entries": {"styles": STYLES, "items": things}}).reading.memo(items)
    assert [sign(one) for one in held] == ["bow", "lantern", "star", "bow", "bow"]


def test_every_style_has_a_pattern_and_every_specialization_two_examples() -> None:
    book = read({}).rulebook
    assert set(FOR_STYLES) == set(OF_STYLES) == set(book.all(Style))
    assert set(EXAMPLES) == {f"{verb}-{noun}" for verb in book.all(Verb) for noun in book.all(Noun)}
    grid = next(step for step in system.steps(read({})) if step.key == "specializations").grid
    assert grid
    human, superhuman, weak, powerful = grid.examples["create", "fire"]
    assert human == superhuman != weak == powerful
