"""What a book of one's own may do to the ledger: one number for what is left, and no price below nothing."""

from typing import Any

import pytest

from rules.kernel import Build, Rulebook, Sheet
from rules.systems.duality import system
from tests.books.test_faults import adds, book, row

HELD = {"entries": {"abilities": [{"picks": {"ability": "glow"}}]}}


def read(document: dict[str, Any], **rows: Any) -> Sheet:
    return system.read(Build.parse(document), Rulebook.of((system.core, book("duality", **rows))))


@pytest.mark.parametrize("to", ["xp", "xp-allowed"])
def test_what_adds_to_the_points_is_one_number_everywhere(to: str) -> None:
    sheet = read(HELD, ability=row("glow", effects=[adds(to, 20)]))
    assert sheet["xp"] == sheet.budgets["xp"].remaining == 49


@pytest.mark.parametrize(("extra", "level", "spent"), [(-6, 5, 0), (-2, 5, 6), (-1, 1, 0), (1, 2, 5)])
def test_no_level_of_an_ability_costs_less_than_nothing(extra: int, level: int, spent: int) -> None:
    document = {"entries": {"abilities": [{"picks": {"ability": "glow"}, "scores": {"level": level}}]}}
    assert read(document, ability=row("glow", extra=extra)).budgets["xp"].spent.value == spent


def test_tags_and_upgrades_below_nothing_pay_nobody() -> None:
    upgrade = {"key": "edge", "name": "Edge", "price": -6}
    document = {
        "picks": {"tag-know-fire": "cheap"},
        "entries": {"styles": [{"picks": {"style": "sway", "statistic": "strength", "upgrades": ["edge"]}}]},
    }
    style = row("sway", offensive=True, upgrades=[upgrade])
    assert read(document, tag=row("cheap", price=-4), style=style).budgets["xp"].spent.value == 0
