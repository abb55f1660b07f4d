"""Reading a build: everything that can be read is, and everything else is listed with its path."""

from typing import Any

import pytest
from hypothesis import given

from rules.kernel import Build
from rules.kernel.documents import ParseProblem
from rules.kernel.documents.builds import (
    CHOICE_LIMIT,
    DEPTH_LIMIT,
    DICE_LIMIT,
    LIST_LIMIT,
    NAME_LIMIT,
    SCORE_LIMIT,
    TEXT_LIMIT,
    read_value,
    walk,
)
from tests.rules.strategies import documents, json_values


def faults(document: object) -> tuple[tuple[str, str], ...]:
    return tuple(tuple(fault) for fault in Build.parse(document).faults)


def test_an_empty_document_is_a_build_with_nothing_chosen() -> None:
    build = Build.parse({}, "Jane")
    assert (build.name, dict(build.scores), dict(build.entries), build.unknown, build.faults) == (
        "Jane",
        {},
        {},
        (),
        (),
    )


def test_every_mapping_is_read() -> None:
    build = Build.parse(
        {
            "scores": {"charm": 3, "speed": 2.0},
            "picks": {"archetype": "auror", "feats": ["b", "a"], "worn": True},
            "ranks": {"aspects": ["mental", "social"]},
            "rolls": {"table": [3, 4]},
            "entries": {"gear": [{"name": "Wand", "scores": {"quantity": 1}}]},
            "notes": {"wand": "Yew"},
        }
    )
    assert build.scores == {"charm": 3, "speed": 2}
    assert build.picks == {"archetype": "auror", "feats": ("a", "b"), "worn": True}
    assert build.ranks == {"aspects": ("mental", "social")}
    assert build.rolls == {"table": (3, 4)}
    assert build.notes == {"wand": "Yew"}
    assert [(e.name, e.scores) for e in build.entries["gear"]] == [("Wand", {"quantity": 1})]
    assert (build.unknown, build.faults) == ((), ())


def test_a_pick_can_be_asked_for_as_one_or_as_many() -> None:
    build = Build.parse({"picks": {"one": "a", "many": ["c", "b"], "yes": True}})
    assert [build.pick(key) for key in ("one", "many", "yes", "none")] == ["a", "", "", ""]
    assert [build.picked(key) for key in ("one", "many", "yes", "none")] == [("a",), ("b", "c"), (), ()]


@pytest.mark.parametrize(
    ("document", "path", "reason"),
    [
        ([], "", "is not a mapping of choices"),
        (None, "", "is not a mapping of choices"),
        ({"scores": 3}, "scores", "is not a mapping"),
        ({"scores": {"charm": "3"}}, "scores.charm", "is not a whole number"),
        ({"scores": {"charm": True}}, "scores.charm", "is not a whole number"),
        ({"scores": {"charm": 2.5}}, "scores.charm", "is not a whole number"),
        ({"scores": {"charm": float("inf")}}, "scores.charm", "is not a whole number"),
        ({"scores": {"charm": SCORE_LIMIT + 1}}, "scores.charm", "is beyond 1,000,000"),
        (
            {"scores": {"a\x00": 1}},
            "scores.a\x00",
            "has a name that holds a NUL character, which no database keeps",
        ),
        ({"picks": {"feats": ["a", "a"]}}, "picks.feats", "lists something twice"),
        ({"picks": {"feats": {}}}, "picks.feats", "is not text"),
        ({"picks": {"feats": ["a"] * (CHOICE_LIMIT + 1)}}, "picks.feats", "has more than 1,000 items"),
        ({"picks": {"x": "a" * (NAME_LIMIT + 1)}}, "picks.x", "is longer than 200 characters"),
        ({"ranks": {"aspects": "mental"}}, "ranks.aspects", "is not a list"),
        ({"rolls": {"table": 3}}, "rolls.table", "is not a list of dice"),
        ({"rolls": {"table": [1] * (DICE_LIMIT + 1)}}, "rolls.table", "has more than 100 dice"),
        ({"rolls": {"table": ["six"]}}, "rolls.table", "is not a whole number"),
        ({"entries": {"gear": {}}}, "entries.gear", "is not a list of entries"),
        (
            {"entries": {"gear": [{}] * (LIST_LIMIT + 1)}},
            "entries.gear.100",
            "and the entries after it are beyond the 100 of a list",
        ),
        ({"entries": {"gear": ["wand"]}}, "entries.gear.0", "is not a mapping of choices"),
        ({"entries": {"gear": [{"name": 1}]}}, "entries.gear.0.name", "is not text"),
        (
            {"entries": {"gear": [{"scores": {"n": None}}]}},
            "entries.gear.0.scores.n",
            "is not a whole number",
        ),
        ({"notes": {"wand": "a\x00b"}}, "notes.wand", "holds a NUL character, which no database keeps"),
        ({"notes": {"wand": "\ud800"}}, "notes.wand", "holds half a character (a lone surrogate)"),
        ({"notes": {"wand": "a" * (TEXT_LIMIT + 1)}}, "notes.wand", "is longer than 20,000 characters"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_reason(document: Any, path: str, reason: str) -> None:
    assert faults(document) == ((path, reason),)


def test_a_name_that_is_no_text_is_a_fault() -> None:
    assert Build.parse({}, 7).faults == (ParseProblem("name", "is not text"),)


def test_one_bad_choice_does_not_take_the_others_with_it() -> None:
    build = Build.parse({"scores": {"charm": "many", "insight": 2}})
    assert dict(build.scores) == {"insight": 2}


def test_lists_within_lists_are_read_to_a_limit() -> None:
    document: dict[str, Any] = {}
    for _ in range(DEPTH_LIMIT):
        document = {"entries": {"box": [document]}}
    assert Build.parse(document).faults == ()
    path = "entries.box.0." * DEPTH_LIMIT + "entries.box"
    assert faults({"entries": {"box": [document]}}) == ((path, "is nested too deeply"),)


def test_of_a_list_that_is_too_long_the_first_entries_are_read() -> None:
    build = Build.parse({"entries": {"gear": [{"name": str(n)} for n in range(LIST_LIMIT + 2)]}})
    assert [entry.name for entry in build.entries["gear"]] == [str(n) for n in range(LIST_LIMIT)]


def test_unknown_keys_are_told_wherever_they_stand() -> None:
    build = Build.parse({"level": 3, "entries": {"gear": [{"weight": 2, "name": "Wand"}]}, "name": "x"})
    assert build.unknown == ("entries.gear.0.weight", "level", "name")


def test_the_order_of_keys_makes_no_difference() -> None:
    one = {"scores": {"charm": 1, "insight": "x", "logic": "y"}, "b": 1, "a": 2}
    other = {"a": 2, "b": 1, "scores": {"logic": "y", "insight": "x", "charm": 1}}
    assert Build.parse(one) == Build.parse(other)


def test_walking_visits_the_build_and_every_entry() -> None:
    build = Build.parse({"entries": {"gear": [{"name": "Trunk", "entries": {"in": [{"name": "Cloak"}]}}]}}, "Jane")
    assert [part.name for part in walk(build)] == ["Jane", "Trunk", "Cloak"]


@pytest.mark.parametrize(
    ("mapping", "value", "read"),
    [
        ("scores", 3, 3),
        ("picks", ["b", "a"], ("a", "b")),
        ("ranks", ["b", "a"], ("b", "a")),
        ("rolls", [1], (1,)),
        ("notes", "x", "x"),
        ("name", "x", "x"),
    ],
)
def test_a_single_value_is_read_as_its_mapping_wants(mapping: str, value: object, read: object) -> None:
    assert read_value(mapping, value) == read


@given(json_values)
def test_any_json_can_be_read(document: object) -> None:
    assert isinstance(Build.parse(document, document), Build)


@given(documents)
def test_reading_keeps_or_reports_every_choice(document: dict[str, Any]) -> None:
    build = Build.parse(document)
    reported = {fault.path for fault in build.faults}
    for mapping in ("scores", "picks", "ranks", "rolls", "notes"):
        values = document.get(mapping, {})
        if isinstance(values, dict):
            lost = [k for k in values if k not in getattr(build, mapping) and f"{mapping}.{k}" not in reported]
            assert lost == []
        else:
            assert mapping in reported


def test_a_key_in_any_language_is_a_name() -> None:
    build = Build.parse({"notes": {"größe": "1,83 m"}})
    assert (dict(build.notes), build.faults) == ({"größe": "1,83 m"}, ())
