"""Which fixes are offered: those that mend what they promise and break nothing else."""

from dataclasses import replace
from typing import Any

from rules import systems
from rules.kernel import Build, Fix, Table, apply, mends

GREATSWORD = {"picks": {"item": "greatsword", "wielded": True, "grip": "2h"}, "scores": {"quantity": 1}}
SPENT = {
    "rolls": {"attribute-dice": [7, 7, 7]},
    "scores": {"vigour": 2, "agility": 7},
    "entries": {"equipment": [GREATSWORD]},
}
MAGE = {
    "picks": {"avenue": "illusion"},
    "scores": {"agility": 3, "brawn": 3, "presence": 3, "reason": 3, "power-level": 2},
    "entries": {"skills": [{"name": "Thaumaturgy"}, {"name": "Stealth"}]},
}


def offered(game: str, build: dict[str, Any], table: Table, code: str) -> list[str]:
    sheet = systems.get(game).read(Build.parse(build), table=table)
    return [
        fix.label
        for finding in sheet.findings
        if finding.code == code
        for fix in finding.fixes
        if mends(sheet, build, finding, fix)
    ]


def test_what_would_break_another_rule_is_not_offered() -> None:
    taken = offered("dominion", SPENT, Table(), "attribute-points-overspent")
    assert taken == ["Take two from Agility"]
    # Thaumaturgy is what the avenue needs, so only the other skill may go.
    left = offered("rough-magic", MAGE, Table(settings={"character_points": 15}), "character-points-overspent")
    assert "Leave Stealth" in left
    assert "Leave Thaumaturgy" not in left


def test_what_was_approved_is_not_offered_to_be_taken_back() -> None:
    """However much of it there is, what was bought since is what can go."""
    before = {"scores": dict.fromkeys(("strength", "finesse", "willpower", "instinct"), 2)}
    now = apply(before, "scores.presence", 2)
    play = Table(settings={"starting_xp": 40}, stage="advancement", baseline=Build.parse(before))
    assert offered("duality", now, play, "xp-overspent") == ["Take back Presence +1 → +2"]
    assert len(offered("duality", now, Table(settings={"starting_xp": 40}), "xp-overspent")) == 5


def test_what_no_build_can_hold_is_not_offered() -> None:
    sheet = systems.get("duality").read(Build.parse({"scores": {"strength": 4}}))
    finding = next(found for found in sheet.findings if found.code == "beyond-limit")
    lost = replace(finding, fixes=(Fix("Lose it", "picks.a b", None), *finding.fixes))
    told = [fix.label for fix in lost.fixes if mends(sheet, {"scores": {"strength": 4}}, lost, fix)]
    assert told == ["Set Strength to 2"]
