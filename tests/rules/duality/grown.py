"""Somebody approved and as they stand since, with what the cases of growth and the account are made of."""

from typing import Any

from rules.kernel import Build, Finding, LedgerEntry, RulesContext, Sheet
from rules.kernel.documents import Ledger
from rules.kernel.pages import Field
from rules.systems.duality import system
from tests.rules.duality.test_pricing import feature, fighter, item, style
from tests.rules.duality.test_steps import flat

RICH = {"starting_xp": 300}


def entry(kind: str, subject: str = "", amount: int = 0, on: str = "2026-11-23", **more: Any) -> LedgerEntry:
    by = more.pop("by", "")
    return LedgerEntry(kind, amount, on, subject, by, id=more.pop("id", ""), more=more)


def change(subject: str, was: object, now: object) -> LedgerEntry:
    return entry("change", subject, by="gm", **{"from": was, "to": now})


def read(
    before: Any, now: Any, *entries: LedgerEntry, created: Any = None, points: int | None = None, **settings: Any
) -> Sheet:
    """Somebody approved as `before`; with `points`, so many are left of what was approved."""
    baseline, first = Build.parse(before), None if created is None else Build.parse(created)
    house = {**RICH, **settings}
    if points is not None:
        at_creation = system.read(first or baseline, table=RulesContext(settings=house))
        house["starting_xp"] = at_creation.budgets["xp"].spent.value + points
    table = RulesContext(settings=house, stage="advancement", ledger=Ledger(entries), baseline=baseline, created=first)
    return system.read(Build.parse(now), table=table)


def spent(sheet: Sheet) -> int:
    return sheet.budgets["xp"].spent.value


def codes(sheet: Sheet) -> list[str]:
    return [finding.code for finding in sheet.errors]


def error(sheet: Sheet, code: str) -> Finding:
    (found,) = (finding for finding in sheet.errors if finding.code == code)
    return found


def fields_of(sheet: Sheet) -> dict[str, Field]:
    return flat(field for step in system.steps(sheet) for field in step.fields)


def past(*known: tuple[str, int]) -> dict[str, Any]:
    return {"entries": {"experiences": [{"name": name, "scores": {"bonus": bonus}} for name, bonus in known]}}


def refused(sheet: Sheet, made: LedgerEntry) -> str:
    return sheet.game.ledger_kinds[made.kind].refuse(sheet, made)


MELEE, EVASIVE = style("melee", "strength"), style("evasive", "finesse")
RANGED = {"picks": {"style": "ranged", "statistic": "instinct", "upgrades": ["far"]}}
SWORD = {**item("weapon", "0", feature("die")), "name": "Sword"}
LANTERN = {**item("relic", "", feature("experience")), "name": "Lantern", "notes": {"experience": "Lit the way"}}
OWNER = fighter(MELEE, EVASIVE, items=[SWORD, LANTERN])
DIED = entry("died", by="gm")
SOLD, LOST = entry("sale", "Sword"), entry("item-lost", "Lantern", -3, by="gm")
DEAD = {"resurrection": True}


def owning(*held: dict[str, Any]) -> dict[str, Any]:
    return fighter(MELEE, EVASIVE, items=list(held))


def back(subject: str, gained: str, amount: int, on: str = "2026-11-21") -> LedgerEntry:
    return entry("return", subject, amount, on, gained=gained, by="gm")


def unmarked(subject: str) -> LedgerEntry:
    return entry("box-unmarked", subject, -3, by="gm")


def known(sheet: Sheet) -> dict[str, int]:
    """Every experience by its words."""
    return {figure.label: figure.value for key, figure in sheet.figures.items() if key.startswith("experience-")}
