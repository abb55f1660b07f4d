"""What a book of one's own may do to the numbers: a stat is never nought, an attribute never beyond twelve."""

from random import Random
from typing import Any

import pytest

from rules.kernel import Build, Rulebook, RulesContext, Sheet
from rules.systems.dominion import system
from rules.systems.dominion.game import START_APS
from tests.books.test_faults import adds, book, row


def shelf(*effects: dict[str, Any], **more: Any) -> Rulebook:
    race = row("far-off", table="human", effects=list(effects))
    return Rulebook.of((system.core, book("dominion", race=race, **more)))


def read(rulebook: Rulebook, **more: Any) -> Sheet:
    dice = {"attribute-dice": [5, 5, 5]}
    return system.read(Build.parse({"picks": {"race": "far-off"}, "rolls": dice, **more}), rulebook)


def codes(sheet: Sheet) -> list[str]:
    return [finding.code for finding in sheet.findings]


@pytest.mark.parametrize("steps", [0, 1, 10])
def test_a_stat_that_is_lowered_starts_at_one_and_costs_what_one_costs(steps: int) -> None:
    sheet = read(shelf(adds("dodge", -9), adds("agility", -5)), scores={"dodge": steps})
    assert (sheet["agility"], sheet["dodge"]) == (1, 1 + steps)
    assert sheet.budgets["aps"].spent.value == steps * (steps + 1) // 2


def test_own_skills_and_composites_are_never_nought() -> None:
    own = {"entries": {"skills": [{"name": "Juggling", "picks": {"attribute": "agility"}, "scores": {"steps": 2}}]}}
    sheet = read(shelf(adds("own-skill-1", -9), adds("combat", -9)), **own)
    assert (sheet["own-skill-1"], sheet["combat"]) == (3, 1)
    assert sheet.budgets["aps"].spent.value == 3


def test_a_lowered_attribute_is_not_said_to_be_above_twelve() -> None:
    sheet = read(shelf(adds("agility", -5)), scores={"agility": 5})
    assert (sheet["agility"], "attribute-above-twelve" in codes(sheet)) == (1, False)
    field = system.steps(sheet)[1].field_at("scores.agility")
    assert (field.value, field.limit) == (5, 5)


def test_twelve_is_the_most_whatever_is_added() -> None:
    sheet = read(shelf(adds("vigour", 14)))
    assert (sheet["vigour"], sheet.figures["vigour"].terms[-1].amount) == (12, -3)
    (finding,) = [found for found in sheet.findings if found.code == "attribute-lost-beyond-twelve"]
    assert finding.message == "Vigour would be 15; the maximum is 12."


def test_points_put_beyond_twelve_are_to_be_taken_back() -> None:
    sheet = read(shelf(adds("vigour", 14)), scores={"vigour": 2})
    (finding,) = [found for found in sheet.findings if found.code == "attribute-above-twelve"]
    assert (finding.message, finding.hint) == (
        "Vigour would be 17; the maximum is 12.",
        "Remove 2 points.",
    )
    assert [(fix.path, fix.value) for fix in finding.fixes] == [("scores.vigour", None)]


@pytest.mark.parametrize("to", ["aps", "aps-allowed"])
def test_what_adds_to_the_reserve_is_one_number_everywhere(to: str) -> None:
    rulebook = shelf(adds(to, 10))
    sheet = read(rulebook)
    assert sheet["aps"] == sheet.budgets["aps"].remaining == START_APS + 10
    assert next(one.top for one in sheet.trackers if one.key == "aps") == START_APS + 10
    for seed in range(5):
        made = system.random({"picks": {"race": "far-off"}}, Random(seed), rulebook, RulesContext())
        left = system.read(Build.parse(made), rulebook).budgets["aps"].remaining
        assert 0 <= left <= 3


def test_a_price_below_nothing_pays_nobody() -> None:
    armour = row("gift", slot="suit", price=-5)
    things = {"equipment": [{"picks": {"item": "gift"}, "scores": {"quantity": 20}}]}
    assert read(shelf(armour=armour), entries=things).budgets["aps"].spent.value == 0
