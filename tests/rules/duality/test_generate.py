"""A legal character at random for any starting XP."""

from random import Random
from typing import Any

import pytest

from rules.kernel import Build, RulesContext, Sheet
from rules.systems.duality import system


def character(seed: int, xp: int, start: dict[str, Any] | None = None) -> tuple[dict[str, Any], Sheet]:
    table = RulesContext(settings={"starting_xp": xp})
    made = system.random(start or {}, Random(seed), system.rulebook, table)
    return made, system.read(Build.parse(made), table=table)


@pytest.mark.parametrize("part", range(3))
def test_a_character_for_every_starting_xp_from_none_to_three_hundred(part: int) -> None:
    for xp in range(part, 301, 3):
        _, sheet = character(xp, xp)
        assert (xp, [finding.code for finding in sheet.errors], sheet.unfinished) == (xp, [], False)
        assert 0 <= sheet["xp"] <= max(xp - 30, xp // 2)


def test_a_seed_gives_the_same_again_and_keeps_what_is_chosen() -> None:
    start = {
        "scores": {"strength": 2},
        "entries": {"styles": [{"picks": {"style": "riposte", "statistic": "presence"}}], "items": [{"name": "Hat"}]},
        "notes": {"goals": "a better hat"},
    }
    made, sheet = character(3, 60, start)
    assert made == character(3, 60, start)[0] != character(4, 60, start)[0]
    assert made["scores"]["strength"] == 2
    assert made["entries"]["items"] == start["entries"]["items"]  # type: ignore[index]
    assert made["entries"]["styles"][0] == start["entries"]["styles"][0]  # type: ignore[index]
    assert sheet.legal
