"""Nobody dead buys, exchanges or sells anything, whatever it costs; and what is no purchase stays free."""

from dataclasses import replace
from typing import Any

import pytest

from campaigns.demo.demo import RAVEN
from rules import systems
from rules.kernel import LedgerEntry, Sheet
from rules.kernel.ledger_kinds import refused_to_the_dead
from tests.rules.hprpg.test_growth import JANE
from tests.rules.lives import award, change, changed, entry, errors, grown, settled
from tests.rules.rough_magic.test_growth import WHOLE

MELEE, EVASIVE, RANGED = (
    {"picks": {"style": style, "statistic": on}, "scores": {"bonus": bonus}}
    for style, on, bonus in (("melee", "strength", 1), ("evasive", "finesse", 2), ("ranged", "strength", 1))
)
BLADE = {
    "name": "Blade", "picks": {"kind": "weapon", "style": "0"},
    "entries": {"features": [{"picks": {"kind": "die"}, "scores": {"amount": 1}}]},
}  # fmt: skip
EYE = {"name": "Eye", "picks": {"kind": "relic"}, "entries": {"features": [{"picks": {"kind": "statistic"}}]}}
FIGHTER: dict[str, Any] = {
    "picks": {"wealth": "modest"}, "scores": {"strength": 1},
    "entries": {
        "styles": [MELEE, EVASIVE], "items": [BLADE, EYE],
        "experiences": [{"name": "Smuggler", "scores": {"bonus": 1}}],
    },
}  # fmt: skip
BUILDS = {"dominion": RAVEN, "hprpg": JANE, "rough-magic": WHOLE, "duality": FIGHTER}
RICH = award(90)


def judged(key: str, now: Any, *entries: LedgerEntry) -> Sheet:
    return grown(systems.get(key), now, BUILDS[key], RICH, *entries)


def death(key: str, then: Any, *before: LedgerEntry) -> LedgerEntry:
    """The death of somebody with these choices, as it is entered."""
    died = entry("died", on="2026-03-03")
    return systems.get(key).ledger_kinds["died"].fill(judged(key, then, *before), died)


def raised(key: str, score: str, by: int = 1) -> dict[str, Any]:
    return changed(BUILDS[key], **{f"scores__{score}": BUILDS[key]["scores"].get(score.replace("_", "-"), 0) + by})


def listed(key: str, **lists: list[Any]) -> dict[str, Any]:
    return BUILDS[key] | {"entries": {**BUILDS[key].get("entries", {}), **lists}}


def gifts(*names: str) -> dict[str, Any]:
    return listed("rough-magic", gifts=[{"name": name} for name in names])


LORE = RAVEN["entries"]["skills"]


def skill(name: str, steps: int) -> dict[str, Any]:
    return {"name": name, "picks": {"attribute": "agility"}, "scores": {"steps": steps}}


def own(*skills: dict[str, Any]) -> dict[str, Any]:
    """Raven with so many more skills of her own."""
    return listed("dominion", skills=[*LORE, *skills])


JUGGLER = own(skill("Juggling", 2), skill("Tumbling", 1))


EXCHANGED = [
    ("dominion", raised("dominion", "dodge"), raised("dominion", "strike"), "scores.strike", "Strike"),
    ("dominion", JUGGLER, own(skill("Juggling", 1), skill("Tumbling", 2)),
     f"entries.skills.{len(LORE) + 1}.scores.steps", "Tumbling"),
    ("hprpg", raised("hprpg", "logic"), raised("hprpg", "charm"), "scores.charm", "Charm"),
    ("rough-magic", raised("rough-magic", "presence"), raised("rough-magic", "agility"), "scores.agility", "Agility"),
    ("rough-magic", gifts("Elusive", "Famous"), gifts("Elusive", "Lucky"), "entries.gifts.1", "Lucky"),
    ("duality", changed(FIGHTER, picks__wealth="comfortable"), changed(FIGHTER, scores__know_air=2), "scores.know-air",
     "Know Air"),
    ("duality", listed("duality", items=[BLADE, EYE, {"name": "Old"}]),
     listed("duality", items=[BLADE, EYE, {"name": "New"}]), "entries.items.2", "New, a further item"),
    ("duality", FIGHTER, changed(FIGHTER, picks__wealth="comfortable"), "picks.wealth", None),
]  # fmt: skip


@pytest.mark.parametrize(("key", "then", "now", "at", "name"), EXCHANGED)
def test_the_dead_exchange_nothing(key: str, then: Any, now: Any, at: str, name: str | None) -> None:
    died = death(key, then)
    assert errors(judged(key, then)) == errors(judged(key, then, died)) == errors(judged(key, BUILDS[key], died)) == []
    (found,) = judged(key, now, died).errors
    assert (found.code, found.at) == ("bought-after-death", at)
    assert name is None or found.message == f"Bought after the death: {name}."
    (fix,) = found.fixes
    assert errors(judged(key, changed(now, **{fix.path.replace(".", "__"): fix.value}), died)) == []


FREE = [
    ("dominion", JUGGLER, listed("dominion", skills=JUGGLER["entries"]["skills"][::-1])),
    ("duality", listed("duality", styles=[MELEE, RANGED, EVASIVE]), listed("duality", styles=[RANGED, EVASIVE, MELEE])),
    ("duality", FIGHTER, changed(FIGHTER, entries__items__1__name="Ear")),
    ("duality", FIGHTER, changed(FIGHTER, entries__items__0__picks__in_use=True)),
    ("rough-magic", gifts("Elusive", "Famous"), gifts("famous ", "Elusive")),
]


@pytest.mark.parametrize(("key", "then", "now"), FREE)
def test_order_and_names_and_what_is_worn_are_no_purchases(key: str, then: Any, now: Any) -> None:
    codes = errors(judged(key, now, death(key, then)))
    assert "bought-after-death" not in codes


def test_a_name_that_the_gm_let_change_is_no_purchase() -> None:
    then, now = own(skill("Juggling", 2)), own(skill("Tricks", 2))
    word = change("Juggling", "Juggling", "Tricks")
    assert errors(judged("dominion", now, death("dominion", then))) == ["bought-after-death"]
    assert errors(judged("dominion", now, death("dominion", then), word)) == []


SOLD = [
    ("duality", "sale", FIGHTER, entry("sale", subject="Blade")),
    ("dominion", "mount", raised("dominion", "horsemanship", 9),
     LedgerEntry("mount", -5, subject="timing",
                 more={"name": "Bess", "beast": "Noble War Horse", "from": 5, "to": 6})),
    ("rough-magic", "made-permanent",
     listed("rough-magic", empowered=[*WHOLE["entries"]["empowered"], {"name": "Cup", "scores": {"rating": 2}}]),
     entry("made-permanent", subject="Cup")),
]  # fmt: skip


@pytest.mark.parametrize(("key", "kind", "build", "made"), SOLD)
def test_nothing_is_bought_or_sold_by_entries_after_a_death(key: str, kind: str, build: Any, made: Any) -> None:
    died, of = death(key, build), systems.get(key).ledger_kinds[kind]
    assert "Dead since 3 March 2026." in refused_to_the_dead(judged(key, build, died), of)
    assert refused_to_the_dead(judged(key, build), of) == ""
    later = [found for found in judged(key, build, died, made).errors if found.code == "entered-after-death"]
    assert [one.message for one in later] == [f"Entered after the death: {of.label}."]
    (asked,) = [f for f in judged(key, build, *settled(died, made)).errors if f.code == "entered-after-death"]
    assert (later[0].hint, asked.hint) == ("Cancel the entry in the ledger.", "Ask your GM to cancel the entry.")
    assert "entered-after-death" not in errors(judged(key, build, made, death(key, build, made)))
    old = replace(died, more={})
    assert "entered-after-death" not in errors(judged(key, build, old, made)), "it remembers nothing"


def test_what_the_gm_takes_after_a_death_is_not_bought() -> None:
    died = death("dominion", RAVEN)
    assert errors(judged("dominion", RAVEN, died, entry("deduction", -2))) == []
    assert errors(judged("dominion", raised("dominion", "dodge"), died, entry("resurrected"))) == []


@pytest.mark.parametrize("odd", [{"held": {"scores": []}}, {"held": {}, "paid": 3}, {"held": {}, "paid": {"x": "y"}}])
def test_a_death_that_remembers_what_nobody_understands_is_read(odd: Any) -> None:
    sheet = judged("dominion", RAVEN, replace(entry("died"), more=odd))
    assert {found.code for found in sheet.errors} <= {"bought-after-death"}
