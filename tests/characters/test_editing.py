"""What a posted step means: every kind of input, and whatever else somebody may send."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from characters.builder.editing import posted_changes, unstorable
from characters.builder.ranking import taps
from rules.kernel.documents import PathError
from rules.kernel.pages import Option, RankField

ORDER = ["mental", "physical", "social"]


def meant(build: dict[str, Any], called: str = "", /, **fields: Any) -> dict[str, Any]:
    """What a form with these fields changes; a list is an input that comes more than once."""
    post = QueryDict(mutable=True)
    for key, value in fields.items():
        post.setlist(key, value if isinstance(value, list) else [value])
    changes, refused = posted_changes(post, called, build)
    if refused:
        raise PathError(" ".join(refused.values()))
    return changes


@pytest.mark.parametrize(
    ("build", "fields", "changes"),
    [
        ({}, {"scores.charm": "2"}, {"scores.charm": 2}),
        ({}, {"scores.charm": " 2 "}, {"scores.charm": 2}),
        ({}, {"scores.charm": "0"}, {}),
        ({}, {"scores.charm": ""}, {}),
        ({"scores": {"charm": 2}}, {"scores.charm": "2"}, {}),
        ({"scores": {"charm": 2}}, {"scores.charm": "0"}, {"scores.charm": None}),
        ({}, {"scores.charm": "-3"}, {"scores.charm": -3}),
        ({}, {"picks.species": "goblin"}, {"picks.species": "goblin"}),
        ({"picks": {"species": "goblin"}}, {"picks.species": ""}, {"picks.species": None}),
        ({}, {"notes.wand": "oak\r\nand\nash"}, {"notes.wand": "oak\nand\nash"}),
        ({"notes": {"wand": "oak"}}, {"notes.wand": ""}, {"notes.wand": None}),
        ({}, {"entries.gear.0.scores.quantity": "3"}, {"entries.gear.0.scores.quantity": 3}),
        ({}, {"has:picks.feats": "1", "picks.feats": ["a", "b"]}, {"picks.feats.a": True, "picks.feats.b": True}),
        ({"picks": {"feats": ["a"]}}, {"has:picks.feats": "1"}, {"picks.feats.a": False}),
        ({"picks": {"feats": "a"}}, {"has:picks.feats": "1", "picks.feats": "a"}, {}),
        ({"picks": {"feats": [{"no": "text"}, 7]}}, {"has:picks.feats": "1"}, {}),
        ({}, {"rank": "ranks.a social social"}, {"ranks.a": ["social"]}),
        (
            {"ranks": {"a": ORDER}},
            {"rank": "ranks.a physical physical mental social"},
            {"ranks.a": ["physical", "mental", "social"]},
        ),
        ({"ranks": {"a": ORDER}}, {"rank": f"ranks.a mental {' '.join(ORDER)}"}, {}),
        ({"ranks": {"a": ["social"]}}, {"rank": "ranks.a social "}, {"ranks.a": None}),
        ({}, {"rolls.table": ["3", "4"]}, {"rolls.table": [3, 4]}),
        ({"rolls": {"table": [3, 4]}}, {"rolls.table": ["3", "4"]}, {}),
        ({}, {"rolls.table": ["3", ""]}, {"rolls.table": [3]}),
        ({}, {"rolls.table": ["", ""]}, {}),
        ({"rolls": {"table": [3, 4]}}, {"rolls.table": ["", " "]}, {"rolls.table": None}),
        ({}, {"add": "entries.gear"}, {"entries.gear.0": {"name": ""}}),
        ({"entries": {"gear": [{}]}}, {"add": "entries.gear"}, {"entries.gear.1": {"name": ""}}),
        ({}, {"add": "entries.gear item axe"}, {"entries.gear.0": {"name": "", "picks": {"item": "axe"}}}),
        (
            {},
            {"add": "entries.gear item+found axe"},
            {"entries.gear.0": {"name": "", "picks": {"item": "axe", "found": True}}},
        ),
        ({"entries": {"gear": [{}]}}, {"remove": "entries.gear.0"}, {"entries.gear.0": None}),
        # places of a list that the page shows before there is anything in them
        (
            {"entries": {"gear": [{}]}},
            {f"entries.gear.{place}.name": "rope" if place == 3 else "" for place in range(5)},
            {"entries.gear.1": {"name": ""}, "entries.gear.2": {"name": ""}, "entries.gear.3.name": "rope"},
        ),
        ({}, {"entries.gear.2.name": "rope"}, {"entries.gear.2.name": "rope"}),
        ({}, {"entries.gear.0.name": "", "remove": "entries.gear.0"}, {}),
        ({}, {"entries.gear.0.name": "", "remove": "entries.gear.7"}, {"entries.gear.7": None}),
        ({}, {"path": "scores.charm", "value": "3"}, {"scores.charm": 3}),
        ({}, {"path": "scores.charm"}, {"scores.charm": None}),
        ({}, {"name": " Ann "}, {"name": "Ann"}),
        ({}, {"csrfmiddlewaretoken": "x", "version": "3", "tab": "t", "evil": "1", "owner": "2"}, {}),
    ],
)
def test_an_input_means_its_path(build: dict[str, Any], fields: dict[str, Any], changes: dict[str, Any]) -> None:
    assert meant(build, **fields) == changes


def test_a_name_is_changed_only_where_it_was_on_the_page() -> None:
    assert meant({}, "Ann") == {}
    assert meant({}, "Ann", name="Ann") == {}
    assert meant({}, "Ann", name="") == {"name": ""}


def test_a_roll_is_made_here() -> None:
    rolled = meant({}, roll="rolls.table=4d6")["rolls.table"]
    assert len(rolled) == 4
    assert set(rolled) <= set(range(1, 7))


def test_dice_that_must_differ_do() -> None:
    assert sorted(meant({}, roll="rolls.table=6d6!")["rolls.table"]) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(
    "fields",
    [
        {"scores.charm": "two"},
        {"scores.charm": "--5"},
        {"scores.charm": "-"},
        {"scores.charm": "1.5"},
        {"scores.charm": "9" * 13},
        {"scores.charm": "²"},
        {"rolls.table": ["3", "x"]},
        {"roll": "rolls.table=13d12!"},
        {"roll": "rolls.table"},
        {"roll": "rolls.table=99999d6"},
        {"roll": "rolls.table=2d1000"},
        {"roll": "scores.charm=1d6"},
        {"path": "scores.charm", "value": "{"},
        {"path": "scores.charm", "value": "[" * 5000},
        {"path": "scores.charm", "value": "NaN"},
        {"path": "entries.gear.0", "value": '{"name": "", "x": "\\u0000"}'},
        {"path": "entries.gear.0", "value": '{"name": "", "\\ud800": 1}'},
        {"remove": "scores.charm", "add": "not a path"},
        {"has:nonsense": "1"},
        {"rank": "scores.charm a b"},
        {"rank": " "},
    ],
)
def test_what_no_field_could_send_is_refused_with_a_sentence(fields: dict[str, Any]) -> None:
    with pytest.raises(PathError, match=r"\.$"):
        meant({}, **fields)


def test_a_full_list_takes_no_more() -> None:
    with pytest.raises(PathError, match="full"):
        meant({"entries": {"gear": [{}] * 5000}}, add="entries.gear")


@pytest.mark.parametrize(("value", "kept"), [("\\u0000", True), ("\\ud800", True), ("\\x00", True), ("é😀", True)])
def test_a_backslash_is_no_nul(value: str, kept: bool) -> None:
    assert (unstorable({"a": value}) == "") is kept


@pytest.mark.parametrize("value", ["\x00", "\ud800", "a\udfffb", {"\x00": 1}, ["\ud800"], "\\\x00"])
def test_what_postgresql_cannot_keep_is_named(value: Any) -> None:
    assert unstorable(value).endswith(".")


NAMES = st.lists(st.sampled_from("abcdef"), min_size=2, max_size=6, unique=True)


def ranking(names: Sequence[str], held: Sequence[str]) -> RankField:
    worth = tuple(f"place {n}" for n in range(1, len(names) + 1))
    return RankField("ranks.a", "A", tuple(Option(name, name) for name in names), worth, tuple(held))


def press(field: RankField, name: str) -> RankField:
    tap = next(tap for tap in taps(field) if tap.option.key == name)
    return replace(field, value=tap.order)


@given(NAMES.flatmap(lambda names: st.tuples(st.just(names), st.permutations(names))))
def test_pressed_in_order_the_last_place_needs_no_press(found: tuple[list[str], list[str]]) -> None:
    names, wanted = found
    field = ranking(names, ())
    for place, name in enumerate(wanted[:-1]):
        tap = next(tap for tap in taps(field) if tap.option.key == name)
        assert (tap.place, tap.worth) == (0, field.worth[place])
        field = press(field, name)
    assert list(field.value) == wanted


@given(NAMES.flatmap(lambda names: st.tuples(st.just(names), st.sampled_from(names))))
def test_of_a_whole_ranking_each_moves_past_the_one_before(found: tuple[list[str], str]) -> None:
    names, name = found
    field, at = ranking(names, names), names.index(name)
    assert list(press(field, name).value).index(name) == max(0, at - 1)
    for _ in names:
        field = press(field, name)
    assert list(field.value) == [name, *(other for other in names if other != name)]


def test_a_place_is_given_back_with_those_after_it() -> None:
    field = ranking("abcd", "ca")
    assert press(field, "a").value == ("c",)
    assert press(field, "c").value == ()
    assert [tap.place for tap in taps(field)] == [2, 0, 1, 0]


KEYS = st.one_of(
    st.sampled_from(["name", "add", "remove", "roll", "path", "value", "has:picks.feats", "rank", "rolls.t"]),
    st.builds(
        "{}.{}".format,
        st.sampled_from(["scores", "picks", "ranks", "notes", "entries", "has:x", ""]),
        st.text(max_size=12),
    ),
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
BUILDS = st.dictionaries(st.sampled_from(["scores", "picks", "ranks", "rolls", "entries", "notes"]), JSON, max_size=4)


@given(st.dictionaries(KEYS, st.lists(st.text(max_size=15), max_size=3), max_size=5), BUILDS)
def test_junk_is_refused_with_nothing_but_a_path_error(fields: dict[str, list[str]], build: dict[str, Any]) -> None:
    sentence, changes = "", {}
    try:
        changes = meant(build, **fields)
    except PathError as fault:
        sentence = str(fault)
    assert not sentence or sentence.endswith(".")
    assert isinstance(changes, dict)
