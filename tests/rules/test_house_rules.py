"""House rules: each value moves something, also beside another, and lets somebody be finished, or says that it clashes.

`make settings` tries all of them; here are other pairs each time, by the seed of the run.
"""

import random
from dataclasses import replace

import pytest

from rules import systems
from rules.kernel.pages import Game
from tests.rules.house import Hall, dead

SAMPLE = 20
"""Pairs and values of each game that a run tries; each value of each setting is tried by itself in any case."""


@pytest.mark.parametrize("system", systems.every(), ids=systems.PACKAGES)
def test_every_house_rule_moves_something_and_lets_somebody_be_finished(system: Game) -> None:
    hall = Hall(system)
    pairs, values = (random.sample(some, min(SAMPLE, len(some))) for some in (hall.pairs(), hall.allowed()))
    assert list(dead(hall, pairs, values)) == []


def test_what_is_dead_and_what_nobody_can_finish_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall(forge := systems.get("forge"))
    points, alone = ("ability_points", 9), {"source_only": True}
    assert (hall.moves(points, {}), hall.moves(points, alone)) == (True, True)
    monkeypatch.setattr(forge, "_conflict_rules", [])
    monkeypatch.setitem(forge.settings, "ability_points", replace(forge.settings["ability_points"], high=16))
    assert (hall.moves(points, {}), hall.moves(points, alone)) == (True, False)
    assert [hall.finishes({"ability_points": value}) for value in (15, 16)] == [True, False]
