"""Steps of a history that went with an entry of the ledger: undo takes neither back without the other."""

from collections.abc import Container

from characters.history.cancelling import counted_voids
from characters.models import Character, LedgerEntry
from rules.kernel.documents.ledger import VOID
from rules.refusals import Refused


def refuse_parting(held: Character, versions: Container[int], deed: str) -> None:
    """Raises Refused where to take back these versions would part the build from what the ledger says of it."""
    rows = list(held.ledger_entries.exclude(version=0))
    every = list(held.ledger_entries.all()) if rows else []
    voids, entries = counted_voids(every, held.game.ledger_kinds), {row.ref: row for row in every}
    for row in (row for row in rows if row.version in versions):
        if row.kind != VOID and row.ref not in voids:
            raise Refused(f"{deed} stops at an entry of the ledger: {_called(held, row)}. Cancel it in the ledger.")
        entry = entries.get(row.subject)
        if row.kind == VOID and entry and entry.version not in versions:
            raise Refused(f"{deed} stops where {_called(held, entry)} was cancelled. Enter it again in the ledger.")


def _called(held: Character, row: LedgerEntry) -> str:
    label = held.game.ledger_kinds[row.kind].label
    return f"“{label}: {row.subject}”"
