"""Findings as the builder shows them: in an order one can work through, each with the way to where it is mended."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby, islice
from typing import Any, NamedTuple

from characters.builder.drawing import field_id
from characters.builder.editing import sent_by_fix
from characters.builder.page_state import mark
from rules.kernel import Build, Finding, Fix, Reading, Sheet
from rules.kernel.documents.builds import walk
from rules.kernel.pages import Step
from rules.kernel.pages.fixes import MOST_BUTTONS, fix_works
from rules.kernel.purchases import purchases_of

MOST_TRIED = 48
"""So many fixes are tried for a page, and fewer where more than that is wrong or much is chosen, as each is a reading
of the whole build; whoever has more to fix gets the other buttons when the first have done."""

AN_ENTRY = 5
"""So many choices cost as much to read as an entry with none."""


def in_order(findings: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Findings come worst first; those that are as bad as each other go in the order of their steps."""
    runs = groupby(findings, lambda one: (one["finding"].level, bool(one["finding"].waived)))
    return [one for _, run in runs for one in sorted(run, key=lambda one: one["place"])]


def placed(start: str, finding: Finding, steps: Sequence[Step], here: Step, c: Reading) -> dict[str, Any]:
    """A finding with its step's place and the address of the field it sits on.

    One that speaks of a budget alone leads to the first rating that it buys.
    """
    where, place = where_at(start, finding.at, steps), len(steps)
    budget = finding.code.rpartition("-")[0]
    for number, step in enumerate(steps):
        spends = not where and budget in step.budgets
        if spends or (finding.at and step.owns(finding.at)):
            place = number
            where = where or _first_bought(start, budget, step, here, c)
            break
    return {"finding": finding, "where": where, "place": place}


def spent_at(start: str, budget: str, steps: Sequence[Step], here: Step, c: Reading) -> str:
    """Where a budget is spent first, "" where no other step does that."""
    step = next((step for step in steps if budget in step.budgets), None)
    return _first_bought(start, budget, step, here, c) if step else ""


def _first_bought(start: str, budget: str, step: Step, here: Step, c: Reading) -> str:
    """The address of the first rating that a budget buys; of its step where none is, and "" if that is `here`.

    By the declarations alone: to make the fields of another step may be to read the sheet for each.
    """
    bought = {one.path for one in purchases_of(c) if one.rule.budget == budget}
    for path in step.paths:
        if path in bought:
            return f"{start}{step.key}/#{field_id(path)}"
    return "" if step is here else f"{start}{step.key}/"


def with_fixes(findings: Iterable[dict[str, Any]], sheet: Sheet, document: object) -> list[dict[str, Any]]:
    """Findings with their fixes as forms can send them: those that mend something and break nothing.

    What no declaration promises is tried, until so many were that the page would be dear.
    """
    drawn: Counter[str] = Counter()
    dear = max(MOST_TRIED, len(sheet.errors), _choices(sheet.build) // 2)
    found, tries = list(findings), iter(range(max(MOST_BUTTONS, MOST_TRIED * MOST_TRIED // dear)))
    for one in found:
        finding: Finding = one["finding"]
        works = (
            fix
            for fix in finding.fixes
            if fix.promised or (next(tries, None) is not None and fix_works(sheet, document, finding, fix))
        )
        one["fixes"] = [_fix(fix, drawn) for fix in islice(works, MOST_BUTTONS)]
    return found


def _choices(build: Build) -> int:
    """How much there is to read: choices, also those that cannot be read, and entries, each like a few choices."""
    parts = (len(part.scores) + len(part.picks) + len(part.notes) + AN_ENTRY for part in walk(build))
    return sum(parts) + len(build.faults)


def where_at(start: str, at: str, steps: Sequence[Step]) -> str:
    """The address of the field that has a path, "" where no step has it."""
    homes = ((step.key, step.home_of(at)) for step in steps) if at else ()
    return next((f"{start}{key}/#{field_id(path)}" for key, path in homes if path), "")


class FixButton(NamedTuple):
    """A fix as a button: the id of its element, its label, and what it sends."""

    id: str
    label: str
    sent: str


def _fix(fix: Fix, drawn: Counter[str]) -> FixButton:
    """`drawn` counts the buttons so far, as two findings may have the same fix."""
    sent = sent_by_fix(fix.path, fix.value, fix.clears)
    drawn[sent] += 1
    again = f"-{drawn[sent]}" if drawn[sent] > 1 else ""
    return FixButton(f"fix-{mark(sent).hex()}{again}", fix.label, sent)
