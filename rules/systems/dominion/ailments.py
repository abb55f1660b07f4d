"""Infirmities and diseases, by the ledger (8.9, 8.10)."""

from rules.kernel import LedgerEntry
from rules.kernel.documents.ledger import Ledger


def infirmities(ledger: Ledger) -> tuple[LedgerEntry, ...]:
    """Those that nothing has ended (8.10, A-91)."""
    return tuple(entry for entry in ailments(ledger) if entry.kind == "infirmity")


def diseases(ledger: Ledger) -> tuple[LedgerEntry, ...]:
    """Those that nothing has ended (8.9, A-91)."""
    return tuple(entry for entry in ailments(ledger) if entry.kind == "disease")


def ailments(ledger: Ledger) -> list[LedgerEntry]:
    """Infirmities and diseases that go on: who heals one ends the first of its name, and nothing else (A-91, A-92)."""
    found: list[LedgerEntry] = []
    for entry in ledger.of("infirmity", "disease", "healed", "resurrected"):
        if entry.kind in ("infirmity", "disease"):
            found.append(entry)
        elif entry.kind == "resurrected":
            found = [one for one in found if one.kind == "disease"]
        elif not entry.subject:
            found.clear()
        elif healed := next((one for one in found if one.means(entry.subject)), None):
            found.remove(healed)
    return found
