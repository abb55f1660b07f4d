"""Steps of a history that went with an entry of the ledger: undo takes neither back without the other."""

from collections.abc import Collection, Container, Iterable

from characters.history.cancelling import counted_voids
from characters.history.entry_sentences import EntryTeller
from characters.history.revisions import overlap
from characters.models import Character, LedgerEntry
from rules.kernel.documents.ledger import VOID
from rules.refusals import Refused


class Parting(Refused):
    """What would part the build from what the ledger says of it."""


def refuse_parting(held: Character, versions: Container[int], deed: str) -> list[LedgerEntry]:
    """Raises Parting where to take back these versions would part the build from what the ledger says of it.

    Returns each `void` of an entry that had left the build changed until now: to take these back restores that.
    """
    rows = list(held.ledger_entries.exclude(version=0))
    every = list(held.ledger_entries.all()) if rows else []
    voids, entries = counted_voids(every, held), {row.ref: row for row in every}
    for row in (row for row in rows if row.version in versions):
        if row.kind != VOID and row.ref not in voids:
            raise Parting(f"{deed} stops at an entry of the ledger: {_called(held, row)}. Cancel it in the ledger.")
        entry = entries.get(row.subject)
        if row.kind == VOID and entry and entry.version not in versions:
            raise Parting(f"{deed} stops where {_called(held, entry)} was cancelled. Enter it again in the ledger.")
    left = {row.ref for row in rows if row.version in versions}
    return [void for ref, void in voids.items() if ref in left and not void.version]


def returned(voids: Iterable[LedgerEntry], version: int) -> None:
    """Note in each `void` the version in which returned what its entry had taken: it returns once."""
    LedgerEntry.objects.filter(pk__in=[void.pk for void in voids]).update(version=version)


def gone_again(held: Character, version: int) -> None:
    """Note that what returned in a version has left the build again, as redo does it."""
    held.ledger_entries.filter(kind=VOID, version=version).update(version=0)


def parted(held: Character, paths: Collection[str], since: int) -> set[int]:
    """The versions after this one in which something left one of these lists with an entry, or returned to one."""
    rows = list(held.ledger_entries.filter(version__gt=since)) if paths else []
    every = {row.ref: row for row in held.ledger_entries.all()} if rows else {}
    left = {row: (every.get(row.subject, row) if row.kind == VOID else row).left for row in rows}
    return {row.version for row in rows if any(overlap(line[0], path) for line in left[row] for path in paths)}


def _called(held: Character, row: LedgerEntry) -> str:
    return f"“{EntryTeller(held.game, held.read()).tell(row.told).rstrip('.')}”"
