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
    ({"scores": {"strength": 2}}, 1, ["Strength +1 → +2"]),
    ({"scores": {"strength": 2}}, 7, ["Strength +0 → +2"]),
    ({"scores": {"life": 33}}, 5, ["Life 30 → 33"]),
    ({"scores": {"recovery": 12}}, 1, ["Recovery 11 → 12"]),
    ({"scores": {"know-fire": 2}, "picks": {"tag-know-fire": "superhuman"}}, 3,
     ["Know Fire +0 → +2", "Know Fire: Superhuman"]),
    ({"picks": {"speed": "fast", "fly": "fast", "wealth": "comfortable"}}, 1,
     ["Speed Normal → Fast", "Fly Normal → Fast", "Wealth Modest → Comfortable"]),
    ({"picks": {"speed": "fast", "fly": "fast", "wealth": "comfortable"}}, 8,
     ["Wealth Limited → Comfortable", "Fly"]),
    ({"entries": {"experiences": [{"name": "Cook", "scores": {"bonus": 2}}]}}, 2, ["Cook +1 → +2"]),
    ({"entries": {"experiences": [{"name": "Cook", "scores": {"bonus": 2}}]}}, 3, ["Cook"]),
    ({"entries": {"abilities": [{"picks": {"ability": "tank"}, "scores": {"level": 2}}]}}, 2, ["Tank: level 1 → 2"]),
    ({"entries": {"abilities": [{"picks": {"ability": "tank"}, "scores": {"level": 2}}]}}, 3, ["Tank"]),
])  # fmt: skip
def test_whatever_costs_can_be_taken_back(build: dict[str, Any], over: int, fixes: list[str]) -> None:
    assert offered(build, over) == [f"Take back {fix}" for fix in fixes]


def test_the_nearest_comes_first() -> None:
    build = {"scores": {"strength": 1, "presence": 2, "know-fire": 2, "life": 25}}
    assert offered(build, 2) == [
        "Take back Life 23 → 25", "Take back Know Fire +1 → +2", "Take back Strength +0 → +1",
        "Take back Presence +1 → +2",
    ]  # fmt: skip


def test_a_style_can_move_lose_what_made_it_better_or_go() -> None:
    assert offered({"entries": {"styles": STYLES}}, 2) == [
        "Take back Melee: bonus +1 → +2", "Take back Melee: Range: a little beyond arm's reach",
        "Put Ranged on Willpower", "Take back Ranged", "Take back Melee: damage dice 1 → 2",
    ]  # fmt: skip


def test_a_style_that_a_weapon_is_of_stays() -> None:
    bow = {"picks": {"kind": "weapon", "style": "2"}}
    assert "Take back Ranged" not in offered({"entries": {"styles": STYLES, "items": [bow]}}, 3)


def test_an_item_can_go_lose_a_feature_or_be_put_away() -> None:
    items = [RELIC, RELIC, LAMP]
    assert offered({"entries": {"items": items}}, 1) == [
        "Take back Item 2", "Put Lamp away", "Take back Lamp: Life 3 → 4",
        "Take back Lamp: Know Fire", "Take back Lamp: Know Fire: Superhuman", "Take back Lamp",
    ]  # fmt: skip


def test_what_pays_for_half_is_offered_where_nothing_pays_for_all() -> None:
    build = {"scores": {"strength": 1, "presence": 2, "life": 25}}
    assert offered(build, 14) == ["Take back Presence +0 → +2"]
    assert offered(build, 10) == ["Take back Life 20 → 25", "Take back Presence +1 → +2"]


def test_what_was_approved_stays() -> None:
    before = {"scores": {"life": 25, "know-fire": 1}, "entries": {"items": [RELIC, RELIC]}}
    now = apply(apply(before, "scores.life", 27), "picks.speed", "fast")
    told = offered(now, 1, stage="advancement", baseline=Build.parse(before))
    assert told == ["Take back Life 26 → 27", "Take back Speed Normal → Fast"]
