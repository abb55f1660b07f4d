"""What a character's ledger may say: experience, which nothing is bought with in our sources, and legends (F-18)."""

from collections.abc import Iterable

from rules.kernel import KEPT, Finding, LedgerEntry, LedgerKind, Level, Reading, Sheet, common_kinds
from rules.kernel.basics import shorten
from rules.systems.forge.game import cite, forge
from rules.systems.forge.legality import Budgets

LEGENDS = cite("legends.html", "F-18")
DETAILS = {"major": "Major effect", "minor": "Minor effect", "symbol": "Symbol", "inscription": "Inscription"}
"""What a legend has besides its name."""


def missing(entry: LedgerEntry) -> list[str]:
    """Which of the five details a legend lacks (legends.html)."""
    told = {"Name": entry.subject, **{label: entry.more.get(key) for key, label in DETAILS.items()}}
    return [label.lower() for label, text in told.items() if not (isinstance(text, str) and text.strip())]


def incomplete(sheet: Sheet, entry: LedgerEntry) -> str:
    """Why a legend is none: it lacks a detail, or is in the ledger already (legends.html)."""
    if gone := missing(entry):
        return f"Add the missing details: {', '.join(gone)}."
    known = any(one.means(entry.subject) for one in sheet.table.ledger.of("legend"))
    return "You already have a legend with this name." if known else ""


@forge.rule
def legends(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """One that a document brought without all five details is none (F-18)."""
    for entry in c.table.ledger.of("legend"):
        if gone := missing(entry):
            name = f"The legend “{shorten(entry.subject)}”" if entry.subject.strip() else "A legend"
            yield Finding(
                "legend-incomplete", Level.TODO, f"{name} in the ledger lacks details: {', '.join(gone)}.", LEGENDS,
                hint=f"{KEPT} Cancel it and enter it again with all five.",
            )  # fmt: skip


forge.enters(
    *common_kinds("", cite("class.html"), "Awarded", cite("class.html", "F-17")),
    LedgerKind(
        "legend", "Legend", LEGENDS, "judge", summary="Needs all five details.", asks=("subject",),
        about="Name", more=DETAILS, refuse=incomplete,
        told="Legend: {subject}[; major effect: {major}][; minor effect: {minor}][; symbol: {symbol}]"
             "[; inscription: {inscription}][; note: {note}]",
    ),
)  # fmt: skip
