"""What has left its book: it still counts, says so, and is offered to nobody new."""

from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import Any

import pytest

from rules.kernel import Book, Build, Entry, Rulebook, RulesContext, kind_of
from rules.systems.hprpg import system
from rules.systems.hprpg.entries import Feature, Personality, Spell


def without(shape: type[Entry], key: str) -> Rulebook:
    """The core rulebook with one entry retired."""
    core = system.core
    kind = kind_of(shape)
    shelf = {**core.entries[kind], key: replace(core.entries[kind][key], retired=True)}
    entries = MappingProxyType({**core.entries, kind: MappingProxyType(shelf)})
    return Rulebook.of([Book(core.cover, core.sections, entries)])


CASES = [
    (Personality, "leader", {"picks": {"personality": "leader"}}, "picks.personality"),
    (Feature, "ambush", {"picks": {"archetype": "auror", "feats": ["ambush"]}}, "picks.feats.ambush"),
    (Spell, "lumos", {"picks": {"spells": ["lumos"]}}, "picks.spells.lumos"),
]


@pytest.mark.parametrize(("shape", "key", "document", "at"), CASES)
def test_a_retired_pick_still_counts_and_is_noted(
    shape: type[Entry], key: str, document: dict[str, Any], at: str
) -> None:
    before = system.read(Build.parse(document))
    after = system.read(Build.parse(document), without(shape, key))
    assert [(f.at, f.level) for f in after.findings if f.code == "entry-retired"] == [(at, "note")]
    assert after.figures == before.figures
    assert after.legal == before.legal


@pytest.mark.parametrize(("shape", "key", "document", "at"), CASES)
def test_a_retired_entry_is_offered_only_to_those_who_have_it(
    shape: type[Entry], key: str, document: dict[str, Any], at: str
) -> None:
    def offered(build: dict[str, Any]) -> bool:
        sheet = system.read(Build.parse(build), without(shape, key))
        fields = [field for step in system.steps(sheet) for field in step.fields if field.kind == "pick"]
        return any(option.key == key for field in fields if at.startswith(field.path) for option in field.options)

    assert (offered(document), offered({"picks": {"archetype": "auror"}})) == (True, False)


def test_nobody_is_a_retired_personality_by_chance() -> None:
    rulebook = without(Personality, "leader")
    drawn = {system.random({}, Random(seed), rulebook, RulesContext())["picks"]["personality"] for seed in range(80)}
    assert "leader" not in drawn
    assert len(drawn) > 10


def test_a_pick_by_another_name_shows_as_chosen() -> None:
    sheet = system.read(Build.parse({"picks": {"archetype": "noble"}}))
    field = next(f for step in system.steps(sheet) for f in step.fields if f.path == "picks.archetype")
    assert field.value == ("sophisticate",)
