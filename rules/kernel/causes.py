"""Entries that depend on others: what ends has to have begun, and what begins anew has to have ended.

No such entry outlives its cause: what it depends on is cancelled after it, and a file that has it alone is warned of.
"""

from collections import defaultdict, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.kernel.basics.wording import shorten
from rules.kernel.documents.ledger import DIED, LedgerEntry
from rules.kernel.findings import Finding, Level
from rules.kernel.ledger_kinds import LedgerKind
from rules.kernel.reading import Reading


@dataclass
class _Begun:
    """Something that goes on: where in the ledger it began, and how many points of it are left."""

    place: int
    points: int


Going = defaultdict[tuple[str, str], deque[_Begun]]
"""What goes on, by the kind of entry that began it and what it is about: the oldest first."""


def without_cause(c: Reading) -> tuple[LedgerEntry, ...]:
    """The standing entries that end what had not begun, or begin what goes on already."""
    return (*c.memo(_out_of_turn), *(one for kind in c.game.ledger_kinds.values() for one in kind.uncaused(c)))


def _out_of_turn(c: Reading) -> tuple[LedgerEntry, ...]:
    found, going, kinds = list[LedgerEntry](), Going(deque), c.game.ledger_kinds
    last: dict[str, list[LedgerEntry]] = {}
    for place, entry in enumerate(c.table.ledger.standing):
        kind = kinds.get(entry.kind)
        if kind is None:
            continue
        about = kind.names(c, entry)
        if kind.once and going[kind.key, about]:
            found.append(entry)
        elif _ends(going, kind, about, entry):
            last[kind.key] = [entry]
        elif kind.goes_on(last.get(kind.key, ()), entry):
            last[kind.key].append(entry)
        else:
            found.append(entry)
        going[kind.key, about].append(_Begun(place, abs(entry.amount) or 1))
    return tuple(found)


def _ends(going: Going, kind: LedgerKind, about: str, entry: LedgerEntry) -> bool:
    """Take out what an entry ends; whether all was there that it has to end."""
    wanted = causes(kind)
    ended = {*wanted, *kind.ends}
    if not ended:
        return True
    here = {key: begun for key, begun in going.items() if begun and key[0] in ended and about in ("", key[1])}
    caused = not wanted or any(key[0] in wanted for key in here)
    if kind.amount:
        return _takes(here, abs(entry.amount) or abs(kind.amount))
    if about and here:
        min(here.values(), key=lambda begun: begun[0].place).popleft()
    elif not about:
        for begun in here.values():
            begun.clear()
    return caused


def _takes(here: Mapping[tuple[str, str], deque[_Begun]], points: int) -> bool:
    """Take so many points out of what goes on; whether there were as many."""
    for begun in here.values():
        while begun and points:
            taken = min(points, begun[0].points)
            points, begun[0].points = points - taken, begun[0].points - taken
            if not begun[0].points:
                begun.popleft()
    return not points


def causes(kind: LedgerKind) -> tuple[str, ...]:
    """The kinds of entry of which one has to have begun before such an entry."""
    return (DIED,) if kind.raises else kind.ends if kind.caused else ()


def cause_findings(c: Reading) -> Iterator[Finding]:
    """Each kind of entry that depends on something the ledger has not, once."""
    if not c.table.ledger:
        return
    kinds, first = c.game.ledger_kinds, dict[str, LedgerEntry]()
    for entry in c.memo(_out_of_turn):
        first.setdefault(entry.kind, entry)
    for entry in first.values():
        kind = kinds[entry.kind]
        yield Finding(
            "entry-without-cause", Level.TODO, f"“{kind.label}”{_of(entry)} {_why(kind, kinds)}",
            kind.cite, hint="Cancel the entry, or enter what is missing.",
        )  # fmt: skip


def _of(entry: LedgerEntry) -> str:
    return f" ({shorten(entry.subject.strip(), 80)})" if entry.subject.strip() else ""


def _why(kind: LedgerKind, kinds: Mapping[str, LedgerKind]) -> str:
    if not causes(kind):
        return "is in the ledger twice, and the first hasn’t ended."
    missing = " or ".join(f"“{kinds[key].label}”" for key in causes(kind))
    return f"needs {missing} before it in the ledger."
