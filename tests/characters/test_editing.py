"""What a posted step means: every kind of input, and whatever else somebody may send."""

from typing import Any

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from characters.builder.editing import posted_changes, settle_rank, unstorable
from rules.kernel.documents import PathError

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
        (
            {},
            {"all:ranks.a": "mental physical social", "ranks.a": ["", "social", ""]},
            {"ranks.a": ["mental", "social", "physical"]},
        ),
        (
            {"ranks": {"a": ORDER}},
            {"all:ranks.a": " ".join(ORDER), "ranks.a": ["social", "physical", "social"]},
            {"ranks.a": ["social", "physical", "mental"]},
        ),
        ({"ranks": {"a": ORDER}}, {"all:ranks.a": " ".join(ORDER), "ranks.a": ORDER}, {}),
        ({}, {"all:ranks.a": " ".join(ORDER), "ranks.a": ["", "", ""]}, {}),
        ({"ranks": {"a": ORDER}}, {"all:ranks.a": " ".join(ORDER), "ranks.a": ["mental", "", "social"]}, {}),
        ({}, {"rolls.table": ["3", "4"]}, {"rolls.table": [3, 4]}),
        ({"rolls": {"table": [3, 4]}}, {"rolls.table": ["3", "4"]}, {}),
        ({}, {"rolls.table": ["3", ""]}, {"rolls.table": [3]}),
        ({}, {"rolls.table": ["", ""]}, {}),
        ({"rolls": {"table": [3, 4]}}, {"rolls.table": ["", " "]}, {"rolls.table": None}),
        ({}, {"add": "entries.gear"}, {"entries.gear.0": {"name": ""}}),
        ({"entries": {"gear": [{}]}}, {"add": "entries.gear"}, {"entries.gear.1": {"name": ""}}),
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
        {"all:nonsense": "a b", "nonsense": ["b", "a"]},
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


NAMES = st.lists(st.sampled_from("abcdef"), min_size=1, max_size=6, unique=True)


@given(
    NAMES.flatmap(
        lambda names: st.tuples(st.permutations(names), st.integers(0, len(names) - 1), st.sampled_from(names))
    )
)
def test_the_place_just_changed_wins_and_its_old_holder_takes_the_other(found: tuple[list[str], int, str]) -> None:
    before, place, name = found
    places = [*before]
    places[place] = name
    after = settle_rank(before, places, before)
    swapped = [*before]
    swapped[before.index(name)], swapped[place] = before[place], name
    assert after == swapped


@given(
    NAMES.flatmap(
        lambda names: st.tuples(
            st.just(names),
            st.lists(st.sampled_from(names), unique=True),
            st.lists(st.sampled_from(["", *names]), min_size=len(names), max_size=len(names)),
        )
    )
)
def test_a_ranking_is_always_a_whole_one(found: tuple[list[str], list[str], list[str]]) -> None:
    names, before, places = found
    assert sorted(settle_rank(before, places, names)) == sorted(names)


KEYS = st.one_of(
    st.sampled_from(["name", "add", "remove", "roll", "path", "value", "has:picks.feats", "all:ranks.a", "rolls.t"]),
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
