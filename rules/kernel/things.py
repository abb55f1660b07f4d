"""A kind of entry that any game can take in: something to own."""

from dataclasses import dataclass

from rules.kernel.asked import asked
from rules.kernel.fields import Option, Pick
from rules.kernel.rulebook import Entry, Rulebook

PICK = "item"


@dataclass(frozen=True, kw_only=True)
class Item(Entry):
    """Something a character may own. What it does is said by its effects, which count while it is on a list."""

    sort: str = asked("Sort", "Things of one sort stand together.", default="")


def item_pick(rulebook: Rulebook, path: str, value: tuple[str, ...], label: str = "From a book") -> tuple[Pick, ...]:
    """The pick by which an entry of a list *is* an item of a book; none where no book in play has items.

    `path` is the entry's own: the choice is kept as `picks.item` within it.
    """
    items = rulebook.all(Item)
    if not items:
        return ()
    options = tuple(
        Option(item.key, item.name, item.summary, item.cite, group=item.sort)
        for item in items.values()
        if not item.retired or item.key in value
    )
    return (Pick(f"{path}.picks.{PICK}", label, options, value, style="select", empty="Nothing from a book"),)
