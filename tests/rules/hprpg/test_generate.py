"""A legal character at random, the same one from the same seed, with what was chosen kept."""

import os
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from rules.kernel import Build, RulesContext, Sheet
from rules.kernel.documents import apply, value_at
from rules.systems.hprpg import system
from rules.systems.hprpg.entries import Archetype, Personality, Species, Trait
from rules.systems.hprpg.game import CAP

MANY = int(os.environ.get("CHARACTERS", "500"))
"""How many are made; `make random` makes 5,000."""
PURSES = ("aspects-", "abilities-", "affinities")


def character(seed: int, start: Mapping[str, Any] | None = None, table: RulesContext | None = None) -> dict[str, Any]:
    return system.random(start or {}, Random(seed), system.rulebook, table or RulesContext())


def read(document: Mapping[str, Any], table: RulesContext | None = None) -> Sheet:
    return system.read(Build.parse(document), table=table)


def purse(trait: Trait) -> str:
    """The budget that pays for a capability at creation."""
    return {
        "aspect": f"aspects-{trait.type}",
        "ability": f"abilities-{trait.type}",
        "archetype-ability": "archetype-abilities",
        "affinity": "affinities",
    }[trait.category]


def room(sheet: Sheet, trait: Trait) -> bool:
    """Whether a dot more breaks no cap."""
    if trait.key not in sheet.figures:
        return False
    if trait.category == "archetype-ability":
        return sheet[trait.key] < 4
    return sheet.build.scores.get(trait.key, 0) < CAP and sheet[trait.key] < 5


def codes(sheet: Sheet) -> list[str]:
    """What is said of somebody, but for the note on a Muggle's magic (H-31)."""
    return [finding.code for finding in sheet.findings if finding.code != "muggle-magic"]


def test_many_characters_are_legal_and_each_is_not_with_a_dot_more() -> None:
    rng = Random(2_000)
    spoiled = 0
    for seed in range(MANY):
        document = character(seed)
        sheet = read(document)
        assert (seed, codes(sheet)) == (seed, [])
        traits = [trait for trait in sheet.rulebook.all(Trait).values() if room(sheet, trait)]
        trait = rng.choice(traits)
        held = sheet.build.scores.get(trait.key, 0)
        more = read(apply(document, f"scores.{trait.key}", held + 1))
        assert (seed, codes(more)) == (seed, [f"{purse(trait)}-overspent"])
        spoiled += 1
    assert spoiled == MANY


def test_the_same_seed_gives_the_same_character_and_another_seed_another() -> None:
    assert character(7) == character(7)
    assert character(7) != character(8)


def test_every_species_personality_and_archetype_comes_up() -> None:
    builds = [Build.parse(character(seed)) for seed in range(300)]
    for key, shape in (("species", Species), ("personality", Personality), ("archetype", Archetype)):
        assert {build.pick(key) for build in builds} == set(system.rulebook.all(shape))


@pytest.mark.parametrize(
    "start",
    [
        {"picks": {"archetype": "warrior", "archetype-dot-1": "marksmanship"}},
        {"picks": {"personality": "prodigy", "personality-dot": "performance"}},
        {"ranks": {"aspects": ["social", "mental", "physical"]}},
        {"scores": {"charm": 3, "arcane": 3, "hexes": 1}},
        {"notes": {"wand": "Yew"}, "entries": {"gear": [{"name": "Owl"}]}, "zodiac": "leo"},
    ],
)
def test_what_is_chosen_already_is_kept(start: dict[str, Any]) -> None:
    document = character(3, start)
    assert read(document).errors == ()
    for mapping in set(start) - {"scores", "zodiac"}:
        for key, value in start[mapping].items():
            assert document[mapping][key] == value
    for key, bought in start.get("scores", {}).items():
        assert value_at(document, f"scores.{key}") >= bought
    assert document.get("zodiac") == start.get("zodiac")


def test_the_start_itself_is_left_as_it_was() -> None:
    start = {"picks": {"archetype": "auror"}, "scores": {"charm": 1}}
    character(5, start)
    assert start == {"picks": {"archetype": "auror"}, "scores": {"charm": 1}}


def test_an_illegal_start_is_filled_in_as_far_as_it_goes() -> None:
    document = character(5, {"scores": {"charm": 9, "logic": -2}, "picks": {"species": "merfolk"}})
    codes = {finding.code for finding in read(document).errors}
    assert codes == {"aspect-cap", "aspects-social-overspent", "rating-too-high", "species-unknown"}
    assert document["scores"]["charm"] == 9


@pytest.mark.parametrize(
    "settings",
    [
        {"archetype_ability_dots": 5, "affinity_dots": 12},
        {"affinity_dots": 0, "archetype_ability_dots": 0},
        {"affinity_dots": 0, "affinity_cap": 0},
        {"species_pool": 4},
        {"free_fields": "suggested", "rows_may_repeat": True},
        {"rating_limit": 4},
    ],
)
def test_the_house_rules_of_the_table_are_kept(settings: dict[str, object]) -> None:
    table = RulesContext(settings=settings)
    for seed in range(40):
        sheet = read(character(seed, table=table), table)
        assert (seed, codes(sheet)) == (seed, [])
