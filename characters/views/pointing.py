"""Findings as the builder shows them: in an order one can work through, each with the way to where it is mended."""

import json
from collections.abc import Iterable, Sequence
from itertools import groupby, islice
from typing import Any, NamedTuple
from urllib.parse import quote

from characters.widgets import field_id
from rules.kernel import Finding, Fix, Sheet, Step, mends

MOST_BUTTONS = 4
"""So many fixes a finding has as buttons."""
MOST_TRIED = 48
"""So many fixes are tried for a page, and fewer where more than that is wrong, as each is a reading of the whole
build; whoever has more to mend gets the other buttons when the first have done."""


def in_order(findings: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Findings come worst first; those that are as bad as each other go in the order of their steps."""
    runs = groupby(findings, lambda one: (one["finding"].level, bool(one["finding"].waived)))
    return [one for _, run in runs for one in sorted(run, key=lambda one: one["place"])]


def placed(start: str, finding: Finding, steps: Sequence[Step], here: Step) -> dict[str, Any]:
    """A finding with its step's place and the address of the field it sits on.

    One that speaks of a budget alone leads to the first step where it is spent.
    """
    where, place = where_at(start, finding.at, steps), len(steps)
    for number, step in enumerate(steps):
        spends = not where and finding.code.rpartition("-")[0] in step.budgets
        if spends or (finding.at and step.owns(finding.at)):
            place = number
            where = where or ("" if step is here else f"{start}{step.key}/")
            break
    return {"finding": finding, "where": where, "place": place}


def with_fixes(findings: Iterable[dict[str, Any]], sheet: Sheet, document: object) -> list[dict[str, Any]]:
    """Findings with their fixes as forms can send them: those that mend something and break nothing."""
    wrong = max(MOST_TRIED, len(sheet.errors))
    found, tries = list(findings), iter(range(max(MOST_BUTTONS, MOST_TRIED * MOST_TRIED // wrong)))
    for one in found:
        finding: Finding = one["finding"]
        tried = (fix for fix, _ in zip(finding.fixes, tries, strict=False) if mends(sheet, document, finding, fix))
        one["fixes"] = [_fix(fix) for fix in islice(tried, MOST_BUTTONS)]
    return found


def where_at(start: str, at: str, steps: Sequence[Step]) -> str:
    """The address of the field that has a path, "" where no step has it."""
    home = next((step for step in steps if at and step.owns(at)), None)
    if home is None:
        return ""
    field = home.field_at(at)
    return f"{start}{home.key}/" + (f"#{field_id(field.path)}" if field else "")


class FixButton(NamedTuple):
    """A fix as a button: the id of its element, its label, and what it sends."""

    id: str
    label: str
    sent: str


def _fix(fix: Fix) -> FixButton:
    sent = [fix.path, fix.value, *([fix.clears] if fix.clears else [])]
    return FixButton(quote(f"fix-{fix.path}={json.dumps(fix.value)}"), fix.label, json.dumps(sent))
