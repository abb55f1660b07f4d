"""The sales and losses of the ledger: which of them count, and what each says of the item that went (5.2, D-25)."""

from collections.abc import Collection, Iterator

from rules.kernel import LedgerEntry, Reading
from rules.kernel.documents.ledger import same_name
from rules.systems.duality.held import items

STAYS = "stays"
"""What an entry says of an item that goes: how many others of its name are still there."""
NAME = "name"
"""What it was called, where the entry has to say what else it was."""
FREE = "free"
"""Whether it was the one that was free at creation."""


def parted(c: Reading, *, settled: bool) -> Iterator[LedgerEntry]:
    """The sales and losses before the approval, or since, by whoever may enter them."""
    sellers = ("gm",) if c.setting("item_sales") == "gm" else ("gm", "player", "")
    entries = c.table.ledger.of("sale", "item-lost")
    between = (one for one in entries if one.settled is settled)
    return (one for one in between if one.kind == "item-lost" or one.by in sellers)


def name_in(entry: LedgerEntry) -> str:
    """The name without case of the item that went."""
    return same_name(str(entry.more.get(NAME) or entry.subject))


def unexplained(c: Reading) -> tuple[LedgerEntry, ...]:
    """The sales and losses before the approval of what was approved nonetheless: it goes since then.

    The last entry of a name says how many stay; one that doesn't say is of something that was off the list.
    """
    entries = tuple(parted(c, settled=True)) if c.approved else ()
    stays = {name_in(one): one.more.get(STAYS) for one in entries}
    if c.approved is None or not stays:
        return ()
    had = [same_name(one.entry.name) for one in c.approved.memo(items)]
    over = {name: had.count(name) - left for name, left in stays.items() if isinstance(left, int)}
    return tuple(one for name, more in over.items() if more > 0 for one in _last(entries, name, more))


def _last(entries: Collection[LedgerEntry], name: str, many: int) -> list[LedgerEntry]:
    return [one for one in entries if name_in(one) == name][-many:]
