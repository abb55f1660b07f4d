"""Every figure of the shipped books, held against tables that were compared with the rulebooks."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from rules import systems
from rules.kernel import Build, RulesContext
from rules.kernel.pages import Game
from rules.systems.dominion.ranges import PENALTIES
from tests.rules.printed import figures, told
from tests.rules.tables import reminders, tables

HERE = Path(__file__).parent


@pytest.mark.parametrize("game", systems.every(), ids=lambda game: game.key)
def test_every_entry_says_what_the_rulebook_prints(game: Game) -> None:
    printed = tomllib.loads((HERE / game.folder.name / "printed.toml").read_text("utf-8"))
    shipped = told(game)
    wrong = {
        f"{kind} {key}": (shipped.get(kind, {}).get(key), printed.get(kind, {}).get(key))
        for kind in sorted({*shipped, *printed})
        for key in sorted({*shipped.get(kind, {}), *printed.get(kind, {})})
        if shipped.get(kind, {}).get(key) != printed.get(kind, {}).get(key)
    }
    assert wrong == {}


@pytest.mark.parametrize("game", systems.every(), ids=lambda game: game.key)
def test_what_the_rules_say_in_python_changes_with_its_table_alone(game: Game) -> None:
    compared = tomllib.loads((HERE / game.folder.name / "tables.toml").read_text("utf-8"))
    for kind, rows in tables(game).items():
        assert rows == compared.get(kind, {}), kind


@pytest.mark.parametrize(
    ("game", "house", "usual", "otherwise"),
    [
        ("dominion", {"called_shot_action": False}, "as one action more.", ""),
        ("dominion", {"near_miss": "unmodified"}, "no more than its modifier", "no more than the unmodified stat"),
        ("duality", {"blaze_of_glory": True}, "", "one last action, Very Good"),
        ("forge", {"push_and_safe": "allow"}, "Push or Safe, once.", "Push and Safe, once each."),
    ],
)
def test_paper_tells_the_rules_of_its_table(game: str, house: dict[str, Any], usual: str, otherwise: str) -> None:
    """A-23, A-24, D-10, F-11."""
    book, other = (on_paper(systems.get(game), settings) for settings in ({}, house))
    assert ((usual in book, usual in other), (otherwise in book, otherwise in other)) == (
        (True, not usual), (not otherwise, True),
    )  # fmt: skip


def on_paper(game: Game, settings: dict[str, Any]) -> str:
    layout = game.layout(game.read(Build.parse({}), table=RulesContext(settings=settings)))
    return " ".join(f"{word} {said}" for _, lines in reminders(layout) for word, said in lines)


def test_distance_takes_what_table_7_1_says() -> None:
    assert PENALTIES == {"short": 0, "medium": -3, "long": -6}


def test_an_entry_tells_numbers_and_keys_and_no_sentence() -> None:
    row = {
        "section": "9.2", "name": "Grenado", "page": 80, "summary": "It hits 2 at +1d6.", "missile": True, "hands": 0,
        "block": False, "type": "2H", "without": ["parry", "disarm"], "none": [], "note": "No number.",
        "ranges": [{"key": "short", "low": 3, "high": 40, "name": "Near by"}], "at": {"key": "vigour", "low": 1},
    }  # fmt: skip
    assert figures(row) == (
        "at (vigour, low 1), hands 0, missile, page 80, ranges (short, high 40, low 3), summary 2 +1d6, type 2H, "
        "without parry / disarm"
    )
    assert figures({"page": 0}) == ""
