"""Power Level that a consequence took: it falls, is bought again, and returns (Unintended Consequences, R-22)."""

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import NamedTuple

from rules.kernel import LedgerEntry, Origin, Reading, Term
from rules.systems.rough_magic.game import POWER, cite

FALLEN = 1
"""What a polymorph leaves."""
WHERE = cite("Unintended Consequences", "R-22")
LOST = ("endurance", "endurance-returned")


class Turn(NamedTuple):
    """So many ranks were bought when Power Level came to stand here; `lost` until it is restored.

    `kept` are the ranks that its entry, or one before it, says there were: none of them is undone.
    """

    ranks: int
    level: int
    lost: bool = False
    kept: int = 0

    def after(self, ranks: int) -> int:
        """Where it stands with so many ranks in all."""
        return self.level + max(0, ranks - self.ranks)


def turns(c: Reading) -> tuple[Turn, ...]:
    """Where Power Level began, and each fall and return since."""
    return _led_to(c, _of_power(c.table.ledger.of("loss", "restored")), {})


def _of_power(entries: Iterable[LedgerEntry]) -> list[LedgerEntry]:
    return [one for one in entries if one.kind in ("loss", "restored") and one.subject.casefold() in ("", POWER)]


def _led_to(c: Reading, entries: Iterable[LedgerEntry], known: dict[int, int]) -> tuple[Turn, ...]:
    """The turns that these entries come to; `known` has the ranks there were at each, by its id()."""
    found, before = [Turn(0, 0)], list[int]()
    for entry in entries:
        last = found[-1]
        if id(entry) not in known:
            known[id(entry)] = _ranks(c, last, entry, known)
        ranks = max(last.ranks, known[id(entry)])
        stood = last.after(ranks)
        kept = max(last.kept, _kept(c, entry, ranks))
        if entry.kind == "loss":
            before.append(stood)
            found.append(Turn(ranks, min(FALLEN, stood), True, kept))
        elif before:
            found.append(Turn(ranks, max(before.pop(), stood), bool(before), kept))
    return tuple(found)


def _ranks(c: Reading, last: Turn, entry: LedgerEntry, known: dict[int, int]) -> int:
    """The ranks bought by then: by where it stood, and by the turns there were then, of which some are cancelled."""
    ledger = c.table.ledger
    if cancelled := _of_power(ledger.cancelled_since(entry)):
        there = {id(one) for one in (*ledger.standing, *cancelled)}
        before = (one for one in takewhile(lambda one: one is not entry, ledger) if id(one) in there)
        last = _led_to(c, _of_power(before), known)[-1]
    return last.ranks + max(0, _from(c, last, entry) - last.level)


def _kept(c: Reading, entry: LedgerEntry, ranks: int) -> int:
    """The ranks that stay bought under an entry that says them; no more than were approved, where that settled it."""
    if not isinstance(entry.more.get("from"), int):
        return 0
    return min(ranks, c.approved.bought(POWER)) if c.approved and entry.settled else ranks


def _from(c: Reading, last: Turn, entry: LedgerEntry) -> int:
    """Where it stood when that happened: as the entry says, by how much it fell, or as approved."""
    told = entry.more.get("from")
    if isinstance(told, int) and not isinstance(told, bool):
        return told
    if entry.kind == "loss" and entry.amount:
        return FALLEN + abs(entry.amount)
    return last.after((c.approved or c).bought(POWER))


def spans(c: Reading, ranks: int) -> Iterator[tuple[int, int]]:
    """From where to where so many ranks have led, up to each turn: what a step costs goes by where it starts."""
    found = c.memo(turns)
    for turn, later in zip(found, (*found[1:], None), strict=True):
        end = ranks if later is None else min(ranks, later.ranks)
        if end > turn.ranks:
            yield turn.level, turn.after(end)


def power(c: Reading) -> int:
    """Power Level as it stands: the higher of what was and what was bought since the fall."""
    return c.memo(turns)[-1].after(c.bought(POWER))


def fallen(c: Reading) -> bool:
    return c.memo(turns)[-1].lost


def highest(c: Reading) -> int:
    """The most it ever was: what was empowered then stays as it is."""
    return max((high for _, high in spans(c, c.bought(POWER))), default=0)


def endurance_lost(c: Reading) -> int:
    """Maximum Endurance that magic took and that has not returned (R-25)."""
    return max(0, -sum(entry.amount for entry in c.table.ledger.of(*LOST)))


def endurance_taken(c: Reading) -> int:
    """How much of maximum Endurance magic took by the ledger: never more than there is (R-25)."""
    lost = c.memo(endurance_lost)
    return min(lost, max(0, sum(term.amount for term in whole_endurance(c) if term.counted))) if lost else 0


def whole_endurance(c: Reading) -> Iterable[Term]:
    """The higher of Brawn and Presence, their sum, or what the player says (R-06)."""
    where, way = cite("Endurance of a related game", "R-06"), c.setting("endurance")
    if way == "by_hand":
        yield Term(c.bought("endurance"), "set by hand", where, Origin.BOUGHT, path="scores.endurance")
        return
    brawn, presence = c.figure("brawn"), c.figure("presence")
    better = presence if presence.value > brawn.value else brawn
    for figure in (brawn, presence):
        counted = way == "sum" or figure is better
        yield Term(figure.value, figure.label, where, Origin.BASE, counted)


def word(name: str) -> str:
    """A name as it is compared."""
    return " ".join(name.casefold().split())


def made_permanent(c: Reading) -> frozenset[str]:
    """Objects that the ledger says last for good, by name (R-24)."""
    return frozenset(name for name, kind in c.memo(_last_told).items() if kind == "made-permanent")


def holding(c: Reading) -> frozenset[str]:
    """Temporary objects whose magic holds by the ledger, by name (R-24)."""
    return frozenset(name for name, kind in c.memo(_last_told).items() if kind == "empowered")


def _last_told(c: Reading) -> dict[str, str]:
    """The last that the ledger says of each object, by name."""
    entries = c.table.ledger.of("made-permanent", "destroyed", "empowered", "expired")
    return {word(entry.subject): entry.kind for entry in entries}


def disfigured(c: Reading) -> tuple[str, ...]:
    """What is for good, by name, until it is healed (R-25)."""
    return tuple(dict.fromkeys(entry.subject for entry in c.table.ledger.open("disfigured", "healed")))


def stopped(c: Reading) -> frozenset[str]:
    """Temporary objects whose magic is gone, by name: the last that the ledger says of each (R-24)."""
    last = {word(entry.subject): entry.kind for entry in c.table.ledger.of("empowered", "expired")}
    return frozenset(name for name, kind in last.items() if kind == "expired")
