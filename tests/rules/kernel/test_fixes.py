"""Which fixes are offered: those that mend what they promise and break nothing else."""

from typing import Any

import pytest

from rules import systems
from rules.kernel import Build, Fix, Rulebook, RulesContext
from rules.kernel.books import make_book
from rules.kernel.documents import apply
from rules.kernel.pages.fixes import fix_works

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


def offered(game: str, build: dict[str, Any], table: RulesContext, code: str) -> list[str]:
    sheet = systems.get(game).read(Build.parse(build), table=table)
    return [
        fix.label
        for finding in sheet.findings
        if finding.code == code
        for fix in finding.fixes
        if fix_works(sheet, build, finding, fix)
    ]


def test_what_would_break_another_rule_is_not_offered() -> None:
    taken = offered("dominion", SPENT, RulesContext(), "attribute-points-overspent")
    assert taken == ["Remove 2 from Agility"]


def test_what_hangs_on_something_goes_with_it() -> None:
    """Thaumaturgy is what the avenue needs."""
    sheet = systems.get("rough-magic").read(Build.parse(MAGE), table=RulesContext(settings={"character_points": 15}))
    finding = next(found for found in sheet.findings if found.code == "character-points-overspent")
    fix = next(fix for fix in finding.fixes if fix.label == "Remove Thaumaturgy")
    assert fix.changes == {fix.path: None, "picks.avenue": None}
    assert fix_works(sheet, MAGE, finding, fix)


def promised(build: dict[str, Any], book: Rulebook | None = None) -> list[str]:
    sheet = systems.get("hprpg").read(Build.parse(build), book)
    (finding,) = [found for found in sheet.findings if found.code == "aspects-social-overspent"]
    return [fix.label for fix in finding.fixes if fix.promised]


def test_less_is_promised_until_a_book_makes_something_else_hang_on_it() -> None:
    game = systems.get("hprpg")
    cover = {"key": "deep", "edition": "1", "system": "hprpg", "title": "Deep", "short": "Deep", "licence": ""}
    sections = [{"number": "Things", "title": "Things", "page": 0, "origin": "homebrew"}]
    rows = [
        {"key": f"deep-{key}", "name": f"Deep {key}", "section": "Things", "page": 0, "summary": "Deep."}
        | {"archetype": "auror", "effect": "You look twice.", key: effect}
        for key, effect in (
            ("requires", [{"of": "charm", "least": 3}]),
            ("effects", [{"to": "logic", "amount": 1, "per": "charm"}]),
        )
    ]
    deep = Rulebook.of([game.core, make_book(cover, sections, {"feature": rows}, game.kinds)])
    build = {"picks": {"archetype": "auror", "feats": ["ambush"]}, "scores": {"charm": 3, "insight": 3, "deception": 3}}
    labels = ["Remove 3 from Charm", "Remove 3 from Deception", "Remove 3 from Insight"]
    assert sorted(promised(build)) == sorted(promised(build, deep)) == labels
    for feat in ("deep-requires", "deep-effects"):
        assert promised(apply(build, f"picks.feats.{feat}", True), deep) == []


def test_what_was_approved_is_not_offered_to_be_taken_back() -> None:
    """However much of it there is, what was bought since is what can go."""
    before = {"scores": dict.fromkeys(("strength", "finesse", "willpower", "instinct"), 2)}
    now = apply(before, "scores.presence", 2)
    play = RulesContext(settings={"starting_xp": 40}, stage="advancement", baseline=Build.parse(before))
    assert offered("duality", now, play, "xp-overspent") == ["Set Presence to +1"]
    assert len(offered("duality", now, RulesContext(settings={"starting_xp": 40}), "xp-overspent")) == 5


def test_what_no_build_can_hold_is_not_offered() -> None:
    sheet = systems.get("duality").read(Build.parse({"scores": {"strength": 4}}))
    finding = next(found for found in sheet.findings if found.code == "beyond-limit")
    lost = finding._replace(fixes=(Fix("Lose it", "picks.a b", None), *finding.fixes))
    told = [fix.label for fix in lost.fixes if fix_works(sheet, {"scores": {"strength": 4}}, lost, fix)]
    assert told == ["Set Strength to 2"]


RAPIER = {"name": "Blade", "picks": {"item": "shortsword"}}
TANK = {"picks": {"ability": "tank"}, "scores": {"level": 2}}
MELEE = {"picks": {"style": "melee", "statistic": "strength"}, "scores": {"bonus": 2}}
MAGICAL = {"picks": {"style": "simple-weak", "statistic": "strength"}}
SPEAR = {"picks": {"kind": "weapon", "style": "7"}}


@pytest.mark.parametrize(("game", "build", "code", "fixes"), [
    ("hprpg", {"picks": {"species": "human-halfblood-"}}, "species-unknown", ["Choose Halfblood", "Clear Species"]),
    ("hprpg", {"picks": {"archetype": "warrior", "archetype-dot-2": "bogus"}}, "archetype-dot-2-not-offered",
     ["Clear the dot"]),
    ("hprpg", {"ranks": {"aspects": ["mental", "bogus", "mental", "social"]}}, "aspects-rank-wrong",
     ["Rank mental, social and physical"]),
    ("hprpg", {"picks": {"spells": ["lumos", "bogus", "Max Reach!"]}}, "spells-unknown",
     ["Remove “Max Reach!”", "Remove “bogus”"]),
    ("hprpg", {"picks": {"archetype": "auror", "feats": ["ambush", "bogus"]}}, "feats-too-many", ["Remove Ambush"]),
    ("dominion", {"rolls": {"attribute-dice": [6, 6, 6, 3]}}, "attribute-dice-wrong", ["Keep the first 3"]),
    ("dominion", {"rolls": {"attribute-dice": [6, 6, 99, 3]}}, "attribute-dice-wrong", ["Clear the dice"]),
    ("dominion", {"rolls": {"attribute-dice": [12, 12, 12], "table": [21]}}, "table-roll-wrong", ["Remove 21"]),
    ("dominion", {"rolls": {"attribute-dice": [1, 1, 1], "table": [5, 5]}}, "table-rolled-the-same",
     ["Remove the second"]),
    ("dominion", {"entries": {"skills": [{"name": "Juggling", "picks": {"attribute": "agilty"}}]}},
     "own-skill-attribute-unknown", ["Change to “agility”", "Clear the attribute"]),
    ("dominion", {"entries": {"equipment": [{"picks": {"item": "daggr"}}]}}, "equipment-unknown",
     ["Change to “dagger”", "Clear the item", "Remove daggr"]),
    ("dominion", {"picks": {"spells": ["slumbre"]}}, "spell-unknown", ["Change to “slumber”", "Remove it"]),
    ("duality", {"picks": {"wealth": "modst"}}, "unknown-choice", ["Change to “modest”", "Clear Wealth"]),
    ("duality", {"entries": {"styles": [MELEE], "items": [SPEAR]}}, "weapon-without-style",
     ["Use with Melee", "Make it a relic"]),
    ("duality", {"picks": {"tag-know-fire": "simple-weak"}, "entries": {"styles": [MAGICAL]}},
     "specialization-missing", ["Choose Know Fire"]),
    ("rough-magic", {"picks": {"avenue": "bogus"}}, "avenue-unknown", ["Clear Avenue"]),
    ("rough-magic", {"entries": {"empowered": [{"name": "Ring", "scores": {"rating": 2}}]}}, "rating-beyond-power",
     ["Remove Ring"]),
    ("forge", {"picks": {"ancestry": "bogus"}}, "unknown-choice", ["Clear Ancestry"]),
    ("forge", {"rolls": {"backgrounds": [3, 99]}}, "die-beyond-its-faces", ["Remove it"]),
    ("forge", {"rolls": {"backgrounds": [3, 9, 3]}}, "dice-alike", ["Remove the second"]),
    ("forge", {"entries": {"backgrounds": [{"name": "Guard"}, {"name": "Guard"}]}}, "background-twice",
     ["Remove the second"]),
])  # fmt: skip
def test_what_is_no_choice_can_be_taken_back(game: str, build: dict[str, Any], code: str, fixes: list[str]) -> None:
    assert offered(game, build, RulesContext(), code) == fixes


@pytest.mark.parametrize(("game", "before", "now", "code", "fixes"), [
    ("hprpg", {"scores": {"charm": 3}}, {"scores": {"charm": 4, "logic": 2}}, "awarded-dots-overspent",
     ["Remove 1 from Charm", "Remove 1 from Logic"]),
    ("dominion", {"entries": {"equipment": [RAPIER]}}, {}, "equipment-given-back", ["Restore Blade"]),
    ("duality", {"entries": {"abilities": [TANK]}}, {}, "below-baseline", ["Restore Tank"]),
    ("duality", {"entries": {"styles": [MELEE]}}, {"entries": {"styles": [MAGICAL]}}, "style-gone",
     ["Restore Melee"]),
])  # fmt: skip
def test_what_was_approved_can_be_put_back(
    game: str, before: dict[str, Any], now: dict[str, Any], code: str, fixes: list[str]
) -> None:
    assert offered(game, now, RulesContext(stage="advancement", baseline=Build.parse(before)), code) == fixes


@pytest.mark.parametrize(("game", "build", "code", "fixes"), [
    ("forge", {"scores": {"agility": 9, "brawn": 9, "cunning": 9}}, "ability-points-overspent",
     ["Set Agility to 5", "Set Brawn to 5", "Set Cunning to 5"]),
    ("rough-magic", {"scores": {"agility": 9, "brawn": 9, "presence": 3, "reason": 3}}, "character-points-overspent",
     ["Set Agility to 2", "Set Brawn to 2"]),
])  # fmt: skip
def test_where_nothing_pays_for_all_half_of_it_is_offered(
    game: str, build: dict[str, Any], code: str, fixes: list[str]
) -> None:
    assert (
        offered(game, build, RulesContext(settings={"character_points": 10} if game == "rough-magic" else {}), code)
        == fixes
    )


def test_what_mends_one_thing_and_breaks_another_is_not_offered() -> None:
    sheet = systems.get("hprpg").read(Build.parse({"scores": {"charm": 9}}))
    finding = next(found for found in sheet.findings if found.code == "rating-too-high")
    swap = Fix("Move it to Logic", "scores.charm", None, "scores.logic")
    worse = {"scores": {"charm": 9, "logic": 1}}
    assert fix_works(sheet, worse, finding, swap), "nothing new is broken by taking both back"
    assert not fix_works(sheet, worse, finding, Fix("Owe it", "scores.charm", -1))
