"""Characters who go on: an approved build, a ledger, what was chosen since; and a life of chance."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

from rules.kernel import Build, LedgerEntry, RulesContext, Sheet
from rules.kernel.documents import Ledger, apply
from rules.kernel.findings import GmWord
from rules.kernel.pages import Field, Game, RatingField, game_of
from tests.rules.broken import fields
from tests.rules.test_limits_hold import rates

__all__ = ["GmWord", "Ledger", "RulesContext", "fields", "rates"]

GM = "gm"


def entry(kind: str, amount: int = 0, subject: str = "", on: str = "", **more: Any) -> LedgerEntry:
    return LedgerEntry(kind, amount, on, subject, GM, more=more)


def award(points: int) -> LedgerEntry:
    return entry("award", points)


def change(subject: str, was: Any, now: Any) -> LedgerEntry:
    """The GM's word on one change."""
    return LedgerEntry("change", subject=subject, by=GM, more={"from": was, "to": now})


def settled(*entries: LedgerEntry) -> list[LedgerEntry]:
    """As they are once somebody has approved what came of them."""
    return [replace(one, settled=True) for one in entries]


def grown(
    system: Game, document: Any, approved: Any, *entries: LedgerEntry, created: Any = None, **house: Any
) -> Sheet:
    """Somebody as approved, and as they stand since, after these entries."""
    first = None if created is None else Build.parse(created)
    table = RulesContext(house, "advancement", Ledger(entries), baseline=Build.parse(approved), created=first)
    return system.read(Build.parse(document), table=table)


def errors(sheet: Sheet) -> list[str]:
    return [finding.code for finding in sheet.errors]


def changed(document: Any, **choices: Any) -> dict[str, Any]:
    """A document with some choices changed: `scores__charm=3`; None takes one back."""
    made: dict[str, Any] = dict(document)
    for path, value in choices.items():
        made = apply(made, path.replace("__", ".").replace("_", "-"), value)
    return made


Event = Callable[[Sheet, Any, Random], tuple[Any, LedgerEntry | None]]
"""What may happen: the document as it is after it, and what the ledger says of it."""


def buys(sheet: Sheet, document: Any, rng: Random) -> tuple[Any, LedgerEntry | None]:
    """Something is bought, as far as its field says."""
    fields: list[Field] = [field for step in game_of(sheet).steps(sheet) for field in step.fields]
    open_ = [rate for rate in rates(fields) if isinstance(rate, RatingField) and rate.limit > max(rate.value, rate.low)]
    if not open_:
        return document, None
    rate = rng.choice(open_)
    return apply(document, rate.path, rng.randint(max(rate.value, rate.low), rate.limit)), None


def life(system: Game, rng: Random, events: tuple[Event, ...], **house: Any) -> Iterator[Sheet]:
    """Awards, purchases, entries and further approvals by chance; every sheet that comes of it."""
    document: Any = system.random({}, rng, system.rulebook, RulesContext(house))
    first = last = Build.parse(document)
    ledger = Ledger()
    for day in range(1, 13):
        table = RulesContext(house, "advancement", ledger, baseline=last, created=first)
        sheet = system.read(Build.parse(document), table=table)
        match rng.choice(("award", "buy", "buy", "event", "event", "approve")):
            case "award":
                ledger = Ledger((*ledger, award(rng.randint(1, 4))))
            case "buy":
                document, _ = buys(sheet, document, rng)
            case "event" if events:
                document, told = rng.choice(events)(sheet, document, rng)
                dated = replace(told, on=f"2026-01-{day:02}", id=f"e{day}") if told else None
                ledger = Ledger((*ledger, dated)) if dated else ledger
            case _:
                last, ledger = Build.parse(document), Ledger(settled(*ledger))
                table = RulesContext(house, "advancement", ledger, baseline=last, created=first)
                approved = system.read(last, table=table)
                assert {key: one.spent.value for key, one in approved.budgets.items()} == {
                    key: one.spent.value for key, one in sheet.budgets.items()
                }
        table = RulesContext(house, "advancement", ledger, baseline=last, created=first)
        yield system.read(Build.parse(document), table=table)
