"""A legal, finished character at random, whatever the points."""

from random import Random
from typing import Any

import pytest

from rules.kernel import Build, RulesContext, Sheet
from rules.systems.rough_magic import system


def character(seed: int, start: dict[str, Any] | None = None, **settings: Any) -> tuple[dict[str, Any], Sheet]:
    table = RulesContext(settings=settings)
    made = system.random(start or {}, Random(seed), system.rulebook, table)
    return made, system.read(Build.parse(made), table=table)


def test_many_seeds_are_legal_finished_and_nearly_spent() -> None:
    for seed in range(200):
        _, sheet = character(seed)
        assert (seed, sheet.legal, sheet.unfinished) == (seed, True, False)
        assert 0 <= sheet.budgets["character-points"].remaining <= 3


@pytest.mark.parametrize("points", [4, 5, 10, 25, 60, 200])
def test_a_character_for_few_points_and_for_many(points: int) -> None:
    for seed in range(20):
        _, sheet = character(seed, character_points=points)
        assert (seed, sheet.legal, sheet.unfinished) == (seed, True, False)


def test_where_nothing_is_counted_forty_are_spent() -> None:
    assert 36 <= character(1, character_points=0)[1].budgets["character-points"].spent.value <= 40


def test_a_seed_gives_the_same_again_and_keeps_what_is_chosen() -> None:
    start = {
        "scores": {"brawn": 7, "power-level": 3},
        "picks": {"avenue": "jazz-sorcery"},
        "entries": {"traits": [{"name": "Gills"}], "empowered": [{"name": "Hat", "scores": {"rating": 1}}],
                    "skills": [{"name": "thaumaturgy"}]},
        "notes": {"goals": "a better hat"},
    }  # fmt: skip
    made, sheet = character(5, start)
    assert made == character(5, start)[0] != character(6, start)[0]
    assert (made["scores"]["brawn"], made["scores"]["power-level"] >= 3) == (7, True)
    assert made["picks"] == start["picks"]
    assert made["notes"] == start["notes"]
    assert made["entries"]["empowered"] == start["entries"]["empowered"]  # type: ignore[index]  # as given
    assert sheet.legal


def test_a_start_that_no_points_pay_for_stays_as_it_is() -> None:
    made, sheet = character(1, {"scores": {"agility": 10, "brawn": 10}})
    assert made["scores"] == {"agility": 10, "brawn": 10}
    assert [finding.code for finding in sheet.errors] == ["character-points-overspent"]


def test_both_magicians_and_others_come_up() -> None:
    powers = {character(seed)[1]["power-level"] > 0 for seed in range(20)}
    assert powers == {True, False}


def test_an_endurance_of_ones_own_is_filled_in_and_kept() -> None:
    made, sheet = character(1, endurance="by_hand")
    assert (made["scores"]["endurance"], sheet.unfinished) == (max(sheet["brawn"], sheet["presence"]), False)
    assert character(1, {"scores": {"endurance": 2}}, endurance="by_hand")[0]["scores"]["endurance"] == 2
