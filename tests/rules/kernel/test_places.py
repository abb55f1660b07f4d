"""Choices that name an entry by its place, when an entry of that list is removed."""

from collections.abc import Mapping
from typing import Any

import pytest

from campaigns.demo.demo import HALLA, ISHKA
from rules.kernel import Build, RulesContext
from rules.kernel.documents import PlacedList, along, apply, checks_along, meant, value_at, with_siblings
from rules.kernel.pages import Game
from rules.systems import get

STYLES = (PlacedList("styles", ("entries.items.*.picks.style", "picks.first")),)
CHECKS = (PlacedList("styles", checks=("style-*", "style-*-armed")),)
DICE = (PlacedList("lives", dice=True),)
THREE: Mapping[str, Any] = {
    "picks": {"first": "0"},
    "entries": {
        "styles": [{"name": "a"}, {"name": "b"}, {"name": "c"}],
        "items": [{"picks": {"style": place}} for place in ("0", "1", "2", "7", "", "x", "12345")],
    },
}


def without(build: Any, path: str, lists: Any) -> Any:
    for at, value in along(build, path, None, lists):
        build = apply(build, at, value)
    return build


def named(build: Any) -> list[str]:
    return [build["picks"]["first"], *(item["picks"]["style"] for item in build["entries"]["items"])]


def test_whatever_meant_another_entry_means_it_still() -> None:
    assert named(without(THREE, "entries.styles.0", STYLES)) == ["2", "2", "0", "1", "7", "", "x", "12345"]
    assert named(without(THREE, "entries.styles.1", STYLES)) == ["0", "0", "2", "1", "7", "", "x", "12345"]
    assert named(without(THREE, "entries.styles.2", STYLES)) == named(THREE)


def test_who_was_removed_last_comes_back_first() -> None:
    build = without(without(THREE, "entries.styles.0", STYLES), "entries.styles.0", STYLES)
    for name in "ba":
        build = apply(build, f"entries.styles.{len(build['entries']['styles'])}", {"name": name})
    names = [entry["name"] for entry in build["entries"]["styles"]]
    assert [names[int(place)] for place in named(build)[1:4]] == ["a", "b", "c"]


@pytest.mark.parametrize("path", ["entries.styles.0.name", "entries.items.0", "picks.first", "entries.styles.9"])
def test_nothing_goes_along_with_another_change(path: str) -> None:
    assert along(THREE, path, None, STYLES) == [(path, None)]
    assert along(THREE, "entries.styles.0", {"name": "d"}, STYLES) == [("entries.styles.0", {"name": "d"})]


def test_a_place_is_told_by_what_stands_there() -> None:
    told = meant(THREE, STYLES, lambda path, entry: f"{path}: {entry['name']}")
    names = [item.get("picks", {}).get("style") for item in told["entries"]["items"]]
    assert names == ["entries.styles: a", "entries.styles: b", "entries.styles: c", None, "", "x", "12345"]
    assert told["picks"]["first"] == "entries.styles: a"


@pytest.mark.parametrize(
    ("path", "kept"),
    [
        ("entries.styles.0", ["style-3", "style-1-armed", "style-2"]),
        ("entries.styles.1", ["style-1", "style-3-armed", "style-2"]),
        ("entries.styles.2", ["style-1", "style-2-armed", "style-3"]),
        ("picks.first", ["style-1", "style-2-armed", "style-3"]),
    ],
)
def test_a_check_is_of_the_same_entry_still_there_and_back(path: str, kept: list[str]) -> None:
    keys, others = ["style-1", "style-2-armed", "style-3"], ["style-0", "style-7", "style-x", "style-1-hit", "wits"]
    after = without(THREE, path, CHECKS)
    assert checks_along([*keys, *others], THREE, after, CHECKS) == [*kept, *others]
    assert checks_along([*kept, *others], after, THREE, CHECKS) == [*keys, *others]
    assert checks_along(keys, THREE, after, STYLES) == checks_along(keys, THREE, None, CHECKS) == keys
    assert checks_along(keys, THREE, {"entries": {"styles": [{"name": "d"}, {"name": "e"}]}}, CHECKS) == keys


def test_an_entry_has_all_its_checks() -> None:
    assert with_siblings(["style-2-armed", "wits"], CHECKS) == {"style-2", "style-2-armed", "wits"}
    assert with_siblings(["style-2", "wits"], STYLES) == {"style-2", "wits"}


@pytest.mark.parametrize("build", [None, 7, {"entries": 3}, {"entries": {"styles": "abc", "lives": 3}}, {"rolls": []}])
@pytest.mark.parametrize("lists", [STYLES, DICE])
def test_a_build_of_any_shape_can_be_asked(build: Any, lists: Any) -> None:
    key = lists[0].key
    assert meant(build, lists, lambda path, entry: "x") == build
    assert along(build, f"entries.{key}.0", None, lists) == [(f"entries.{key}.0", None)]


def test_no_entry_moves_to_the_die_of_another() -> None:
    lives = [{"name": name} for name in "abcde"]
    build = {"rolls": {"lives": [3, 7, 15]}, "entries": {"lives": lives}}
    assert without(build, "entries.lives.1", DICE)["entries"]["lives"] == [lives[0], {"name": ""}, *lives[2:]]
    assert without(build, "entries.lives.3", DICE)["entries"]["lives"] == [*lives[:3], lives[4]]
    assert without(build, "entries.lives.4", DICE)["entries"]["lives"] == lives[:4]


@pytest.mark.parametrize("approved", [False, True])
@pytest.mark.parametrize(
    ("game", "hero", "path"),
    [(get("duality"), ISHKA, "entries.styles.0"), (get("forge"), HALLA, "entries.backgrounds.0")],
    ids=["duality", "forge"],
)
def test_what_is_removed_and_added_again_breaks_no_rule(
    game: Game, hero: dict[str, Any], path: str, approved: bool
) -> None:
    table = RulesContext(stage="advancement", baseline=Build.parse(hero)) if approved else RulesContext()
    begun = game.read(Build.parse(hero), table=table)
    assert begun.legal
    left = without(hero, path, game.placed)
    key = path.split(".")[1]
    if len(left["entries"][key]) < len(hero["entries"][key]):
        left = apply(left, f"entries.{key}.{len(left['entries'][key])}", value_at(hero, path))
    after = game.read(Build.parse(left), table=table)
    assert after.findings == begun.findings
    assert sorted(figure.value for figure in after.figures.values()) == sorted(
        figure.value for figure in begun.figures.values()
    )
