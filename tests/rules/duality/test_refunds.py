"""What is over in experience points, and what pays for it at one click."""

from typing import Any

import pytest

from rules import systems
from rules.kernel import Build, RulesContext
from rules.kernel.documents import apply
from rules.kernel.pages.fixes import fix_works

system = systems.get("duality")
STYLES = [
    {"picks": {"style": "melee", "statistic": "strength", "upgrades": ["reach"]}, "scores": {"bonus": 2, "dice": 2}},
    {"picks": {"style": "evasive", "statistic": "finesse"}},
    {"picks": {"style": "ranged", "statistic": "strength"}},
]
RELIC = {"picks": {"kind": "relic", "in-use": True}}
TAGGED = {"picks": {"feature": "specialization", "specialization": "know-fire", "tag": "superhuman"}}
LAMP = RELIC | {
    "name": "Lamp",
    "entries": {"features": [{"picks": {"feature": "life"}, "scores": {"amount": 4}}, TAGGED]},
}


def offered(build: dict[str, Any], over: int, **table: Any) -> list[str]:
    """The fixes that mend, of a build that is so many points over; all that should pay for it do."""
    spent = system.read(Build.parse(build), table=RulesContext(**table)).budgets["xp"].spent.value
    at_table = RulesContext(settings={"starting_xp": spent - over}, **table)
    sheet = system.read(Build.parse(build), table=at_table)
    (error,) = (finding for finding in sheet.findings if finding.code == "xp-overspent")
    return [fix.label for fix in error.fixes if fix_works(sheet, build, error, fix)]


@pytest.mark.parametrize(("build", "over", "fixes"), [
    ({"scores": {"strength": 2}}, 1, ["Set Strength to +1"]),
    ({"scores": {"strength": 2}}, 7, ["Set Strength to +0"]),
    ({"scores": {"life": 33}}, 5, ["Set Life to 30"]),
    ({"scores": {"recovery": 12}}, 1, ["Set Recovery to 11"]),
    ({"scores": {"know-fire": 2}, "picks": {"tag-know-fire": "superhuman"}}, 3,
     ["Set Know Fire to +0", "Remove Know Fire: Superhuman"]),
    ({"picks": {"speed": "fast", "fly": "fast", "wealth": "comfortable"}}, 1,
     ["Set Speed to Normal", "Set Fly to Normal", "Set Wealth to Modest"]),
    ({"picks": {"speed": "fast", "fly": "fast", "wealth": "comfortable"}}, 8,
     ["Set Wealth to Limited", "Remove Fly"]),
    ({"entries": {"experiences": [{"name": "Cook", "scores": {"bonus": 2}}]}}, 2, ["Set Cook to +1"]),
    ({"entries": {"experiences": [{"name": "Cook", "scores": {"bonus": 2}}]}}, 3, ["Remove Cook"]),
    ({"entries": {"abilities": [{"picks": {"ability": "tank"}, "scores": {"level": 2}}]}}, 2, ["Set Tank: level to 1"]),
    ({"entries": {"abilities": [{"picks": {"ability": "tank"}, "scores": {"level": 2}}]}}, 3, ["Remove Tank"]),
])  # fmt: skip
def test_whatever_costs_can_be_taken_back(build: dict[str, Any], over: int, fixes: list[str]) -> None:
    assert offered(build, over) == fixes


def test_the_nearest_comes_first() -> None:
    build = {"scores": {"strength": 1, "presence": 2, "know-fire": 2, "life": 25}}
    assert offered(build, 2) == [
        "Set Life to 23", "Set Know Fire to +1", "Set Strength to +0",
        "Set Presence to +1",
    ]  # fmt: skip


def test_a_style_can_move_lose_what_made_it_better_or_go() -> None:
    assert offered({"entries": {"styles": STYLES}}, 2) == [
        "Set Melee: bonus to +1", "Remove Melee: Range: a little beyond arm's reach",
        "Put Ranged on Willpower", "Remove Ranged", "Set Melee: damage dice to 1",
    ]  # fmt: skip


def test_a_style_that_a_weapon_is_of_stays() -> None:
    bow = {"picks": {"kind": "weapon", "style": "2"}}
    assert "Remove Ranged" not in offered({"entries": {"styles": STYLES, "items": [bow]}}, 3)


def test_an_item_can_go_lose_a_feature_or_be_put_away() -> None:
    items = [RELIC, RELIC, LAMP]
    assert offered({"entries": {"items": items}}, 1) == [
        "Remove Item 2", "Put Lamp away", "Set Lamp: Life to 3",
        "Remove Lamp: Know Fire", "Remove Lamp: Know Fire: Superhuman", "Remove Lamp",
    ]  # fmt: skip


def test_what_pays_for_half_is_offered_where_nothing_pays_for_all() -> None:
    build = {"scores": {"strength": 1, "presence": 2, "life": 25}}
    assert offered(build, 14) == ["Set Presence to +0"]
    assert offered(build, 10) == ["Set Life to 20", "Set Presence to +1"]


def test_what_was_approved_stays() -> None:
    before = {"scores": {"life": 25, "know-fire": 1}, "entries": {"items": [RELIC, RELIC]}}
    now = apply(apply(before, "scores.life", 27), "picks.speed", "fast")
    told = offered(now, 1, stage="advancement", baseline=Build.parse(before))
    assert told == ["Set Life to 26", "Set Speed to Normal"]
