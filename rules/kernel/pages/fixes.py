"""Which fixes of a finding are worth a button: those that mend it, or a part of it, and break nothing else."""

from collections import Counter
from typing import Any

from rules.kernel.documents.builds import Build
from rules.kernel.documents.changes import PathError, apply
from rules.kernel.documents.places import along
from rules.kernel.findings import Finding, Fix
from rules.kernel.sheet import Sheet

MOST_BUTTONS = 4
"""So many fixes a finding has as buttons."""


def fix_works(sheet: Sheet, document: object, finding: Finding, fix: Fix) -> bool:
    """Whether a fix removes a finding or makes it less, without an error that was not there.

    It is tried on the document that the sheet was read from, which takes as long as reading it.
    """
    mended: Any = document
    try:
        for path, value in fix.changes.items():
            for at, what in along(mended, path, value, sheet.game.placed):
                mended = apply(mended, at, what)
    except PathError:
        return False
    after = sheet.game.read(Build.parse(mended, sheet.build.name), sheet.rulebook, sheet.table)
    was, left = _errors(sheet), _errors(after)
    if any(left[code] > was[code] for code in left):
        return False
    budget = finding.code.removesuffix("-overspent")
    if budget != finding.code and budget in sheet.budgets and budget in after.budgets:
        return after.budgets[budget].over < sheet.budgets[budget].over
    return any(count(after, finding) < count(sheet, finding) for count in (_alike, _same))


def _errors(sheet: Sheet) -> Counter[str]:
    return Counter(finding.code for finding in sheet.errors)


def _alike(sheet: Sheet, finding: Finding) -> int:
    """How often it is found, wherever and in whatever numbers."""
    return sum(other.code == finding.code for other in sheet.findings)


def _same(sheet: Sheet, finding: Finding) -> int:
    """How often it is found in these words; a line that is removed moves those after it, wherever."""
    return sum((other.code, other.message) == (finding.code, finding.message) for other in sheet.findings)
