"""Every figure of the shipped books, held against tables that were compared with the rulebooks."""

import tomllib
from pathlib import Path

import pytest

from rules import systems
from rules.kernel.pages import Game
from rules.systems.dominion.ranges import PENALTIES
from tests.rules.printed import figures, told
from tests.rules.tables import tables

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
