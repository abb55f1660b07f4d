"""Changes: applied, compared, replayed and taken back."""

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel import Build
from rules.kernel.documents import MAPPINGS, Change, PathError, apply, compare, replay, value_at
from rules.kernel.documents.builds import CHOICE_LIMIT, DEPTH_LIMIT, LIST_LIMIT
from tests.rules.strategies import anything_typed, builds, documents, json_values


def tidy(document: Any) -> dict[str, Any]:
    """A build as it stands when nothing empty is kept: ticks sorted, empty lists and mappings gone."""
    clean: dict[str, Any] = {}
    for mapping, values in document.items():
        if mapping == "name":
            clean["name"] = values
            continue
        kept: dict[str, Any] = {}
        for key, value in values.items():
            if mapping == "entries":
                value = [tidy(entry) for entry in value]
            if mapping == "picks" and isinstance(value, list):
                value = sorted(value)
            if mapping not in ("picks", "entries") or value != []:
                kept[key] = value
        if kept:
            clean[mapping] = kept
    return clean


# Applying


@pytest.mark.parametrize(
    ("before", "path", "value", "after"),
    [
        ({}, "scores.charm", 3, {"scores": {"charm": 3}}),
        ({"scores": {"charm": 3}}, "scores.charm", None, {}),
        ({"scores": {"charm": 3, "logic": 1}}, "scores.charm", None, {"scores": {"logic": 1}}),
        ({"scores": "junk"}, "scores.charm", 1, {"scores": {"charm": 1}}),
        (None, "picks.archetype", "auror", {"picks": {"archetype": "auror"}}),
        ({}, "picks.feats", ["b", "a"], {"picks": {"feats": ["a", "b"]}}),
        ({}, "picks.feats.ambush", True, {"picks": {"feats": ["ambush"]}}),
        ({"picks": {"feats": ["b"]}}, "picks.feats.a", True, {"picks": {"feats": ["a", "b"]}}),
        ({"picks": {"feats": ["a", 7, "b"]}}, "picks.feats.a", False, {"picks": {"feats": ["b"]}}),
        ({"picks": {"feats": ["a"]}}, "picks.feats.a", None, {}),
        ({"picks": {"feats": "b"}}, "picks.feats.a", True, {"picks": {"feats": ["a", "b"]}}),
        ({"picks": {"feats": True}}, "picks.feats.a", True, {"picks": {"feats": ["a"]}}),
        ({}, "ranks.aspects", ["social"], {"ranks": {"aspects": ["social"]}}),
        ({}, "rolls.table", [3, 4], {"rolls": {"table": [3, 4]}}),
        ({}, "notes.wand", "Yew", {"notes": {"wand": "Yew"}}),
        ({}, "scores.=Max%20HP%2E", 4, {"scores": {"Max HP.": 4}}),
    ],
)
def test_a_change_sets_one_choice(before: Any, path: str, value: Any, after: dict[str, Any]) -> None:
    assert apply(before, path, value) == after


def test_an_entry_is_appended_edited_and_removed() -> None:
    one = apply({}, "entries.gear.0", {"name": "Wand"})
    two = apply(one, "entries.gear.1.name", "Cloak")
    three = apply(two, "entries.gear.1.scores.quantity", 2)
    four = apply(three, "entries.gear.0", {"name": "Yew wand"})
    assert four == {"entries": {"gear": [{"name": "Yew wand"}, {"name": "Cloak", "scores": {"quantity": 2}}]}}
    assert apply(four, "entries.gear.1.name", None)["entries"]["gear"][1] == {"scores": {"quantity": 2}}
    assert apply(four, "entries.gear.0", None) == {"entries": {"gear": [{"name": "Cloak", "scores": {"quantity": 2}}]}}
    assert apply(one, "entries.gear.0", None) == {}
    assert apply({"entries": {"gear": ["junk"]}}, "entries.gear.0.name", "Owl") == {
        "entries": {"gear": [{"name": "Owl"}]}
    }


DEEP = "entries.box.0." * DEPTH_LIMIT


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        (7, 1, "The path of a choice is a short text."),
        ("x" * 30_000, 1, "The path of a choice is a short text."),
        ("charm", 1, "“charm” is not the path of a choice."),
        ("scores.Charm", 1, "“scores.Charm” is not the path of a choice."),
        ("scores.=%00", 1, "“scores.=%00” is not the path of a choice."),
        ("scores.\ud800", 1, "“scores.�” is not the path of a choice."),
        ("wealth.gold", 1, "“wealth.gold” is not the path of a choice."),
        ("name.first", "x", "“name.first” is not the path of a choice."),
        ("scores.charm.dots", 1, "“scores.charm.dots” goes deeper than a choice."),
        ("picks.feats.a.b", True, "“picks.feats.a.b” goes deeper than a choice."),
        ("picks.feats.a", "yes", "“picks.feats.a” is a tick: it is true or false."),
        ("scores.charm", "many", "“scores.charm” is not a whole number."),
        ("notes.wand", "a\x00", "“notes.wand” holds a NUL character, which no database keeps."),
        ("entries.gear", [], "“entries.gear” needs the place of an entry."),
        ("entries.gear.first", {}, "“entries.gear.first” needs the place of an entry."),
        ("entries.gear.1", {}, "There is no entry 2 here any more; look at the list again."),
        ("entries.gear.0", "wand", "“entries.gear.0” is an entry: a name with choices of its own."),
        ("entries.gear.0", {"scores": 1}, "“entries.gear.0.scores” is not a mapping."),
        ("entries.gear.0", {"name": 1}, "“entries.gear.0.name” is not text."),
        ("entries.gear.0.name", 1, "“entries.gear.0.name” is not text."),
        ("entries.gear.0.scores", 1, "“entries.gear.0.scores” is not the path of a choice."),
        (
            f"{DEEP}entries.box.0",
            {},
            "“entries.box.0.entries.box.0.entries.box.0.entries.box.0.entries.box.0” ",
        ),
    ],
)
def test_what_no_build_can_hold_is_refused_with_a_sentence(path: Any, value: Any, sentence: str) -> None:
    with pytest.raises(PathError) as refused:
        apply({}, path, value)
    assert str(refused.value).startswith(sentence)


def test_an_entry_may_not_bring_lists_deeper_than_a_build_is_read() -> None:
    at_the_bottom = "entries.box.0." * (DEPTH_LIMIT - 1) + "entries.box.0"
    document = apply({}, at_the_bottom, {"name": "Pea"})
    assert Build.parse(document).faults == ()
    with pytest.raises(PathError, match="nested too deeply"):
        apply(document, at_the_bottom, {"entries": {"box": []}})


def test_a_list_takes_only_so_many_ticks_and_entries() -> None:
    full = {"picks": {"feats": [str(n) for n in range(CHOICE_LIMIT)]}, "entries": {"gear": [{}] * LIST_LIMIT}}
    with pytest.raises(PathError, match="one choice too many"):
        apply(full, "picks.feats.another", True)
    with pytest.raises(PathError, match="This list is full: it can have 100 entries"):
        apply(full, f"entries.gear.{LIST_LIMIT}", {})
    with pytest.raises(PathError, match="no entry 5001"):
        apply(full, "entries.gear.5000", {})


def test_of_a_list_that_is_too_long_every_entry_can_be_changed_and_removed() -> None:
    long = {"entries": {"gear": [{}] * (LIST_LIMIT + 2)}}
    last = f"entries.gear.{LIST_LIMIT + 1}"
    assert value_at(apply(long, f"{last}.name", "Net"), f"{last}.name") == "Net"
    assert len(apply(long, last, None)["entries"]["gear"]) == LIST_LIMIT + 1


segments = st.sampled_from([*MAPPINGS, "name", "feats", "gear", "0", "1", "2", "=A%20b", "=%C2%B2"]) | anything_typed
paths = st.lists(segments, max_size=6).map(".".join) | anything_typed | json_values


@given(documents | json_values, paths, json_values)
def test_a_path_error_is_the_only_thing_that_can_go_wrong(document: Any, path: Any, value: Any) -> None:
    before = copy.deepcopy(document)
    try:
        after = apply(document, path, value)
    except PathError:
        return
    assert repr(document) == repr(before)
    assert set(Build.parse(after).faults) <= set(Build.parse(document).faults) or not isinstance(document, dict)
    value_at(document, path)
    value_at(after, path)


# Looking


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("scores.charm", 3),
        ("scores.logic", None),
        ("picks.feats.a", True),
        ("picks.feats.b", False),
        ("picks.one.a", True),
        ("picks.one.b", False),
        ("picks.none.a", False),
        ("entries.gear.0.name", "Wand"),
        ("entries.gear.5.name", None),
        ("entries.gear.x.name", None),
        ("entries.picks.0.name", None),
        ("rolls.table.deep.er", None),
    ],
)
def test_what_stands_at_a_path_can_be_looked_up(path: str, value: Any) -> None:
    document = {
        "scores": {"charm": 3},
        "picks": {"feats": ["a"], "one": "a"},
        "entries": {"gear": [{"name": "Wand"}]},
        "rolls": {"table": 3},
    }
    assert value_at(document, path) == value


def test_an_absent_tick_is_false_and_any_other_absent_choice_is_none() -> None:
    assert (value_at(None, "picks.feats.a"), value_at({}, "scores.charm")) == (False, None)


# Comparing


@pytest.mark.parametrize(
    ("before", "after", "changes"),
    [
        ({}, {}, []),
        ({"scores": {"a": 1}}, {"scores": {"a": 2}}, [("scores.a", 1, 2)]),
        ({"scores": {"a": 1}}, {}, [("scores.a", 1, None)]),
        ({"scores": "junk"}, {"scores": {"a": 1}}, []),
        (
            {"picks": {"f": ["a", "b"]}},
            {"picks": {"f": ["b", "c"]}},
            [("picks.f.a", True, False), ("picks.f.c", False, True)],
        ),
        ({"picks": {"f": ["b", "a"]}}, {"picks": {"f": ["a", "b"]}}, []),
        ({"picks": {"f": ""}}, {"picks": {"f": ["a"]}}, [("picks.f", "", ["a"])]),
        ({}, {"scores": {"Max HP": 1}}, [("scores.=Max%20HP", None, 1)]),
        ({}, {"scores": {"a\x00": 1, "b": 2}}, [("scores.b", None, 2)]),
        (None, {"notes": {"wand": "Yew"}}, [("notes.wand", None, "Yew")]),
        (
            {"entries": {"g": [{"name": "A"}, {"name": "B"}, {"name": "C"}]}},
            {"entries": {"g": [{"name": "Z"}]}},
            [
                ("entries.g.0.name", "A", "Z"),
                ("entries.g.2", {"name": "C"}, None),
                ("entries.g.1", {"name": "B"}, None),
            ],
        ),
        ({}, {"entries": {"g": [{"name": "A"}]}}, [("entries.g.0", None, {"name": "A"})]),
    ],
)
def test_comparing_names_each_change(before: Any, after: Any, changes: list[tuple[str, Any, Any]]) -> None:
    assert [tuple(change) for change in compare(before, after)] == changes


def test_a_change_can_be_turned_round() -> None:
    assert Change("scores.charm", 1, 2).reversed() == Change("scores.charm", 2, 1)


@given(builds, builds)
def test_replaying_a_comparison_leads_from_one_build_to_the_other(one: Any, other: Any) -> None:
    assert tidy(replay(one, compare(one, other))) == tidy(other)


@given(builds, builds)
def test_the_changes_turned_round_in_reverse_order_lead_back(one: Any, other: Any) -> None:
    changes = compare(one, other)
    back = [change.reversed() for change in reversed(changes)]
    assert tidy(replay(replay(one, changes), back)) == tidy(one)


@given(builds, builds)
def test_each_change_says_what_stands_before_and_after(one: Any, other: Any) -> None:
    here = tidy(one)
    for change in compare(here, tidy(other)):
        assert value_at(here, change.path) == change.before
        here = apply(here, change.path, change.after)
        if change.after is not None:
            assert value_at(here, change.path) == change.after


@given(documents | json_values, documents | json_values)
def test_any_two_documents_can_be_compared(one: Any, other: Any) -> None:
    assert compare(one, one) == ()
    assert all(isinstance(change, Change) for change in compare(one, other))


def test_replaying_starts_from_nothing_where_there_is_no_document() -> None:
    assert replay(None, [Change("scores.charm", None, 1)]) == {"scores": {"charm": 1}}
