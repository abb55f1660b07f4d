"""What a character's ledger may say: experience points come in and go out (3.6), items are sold and lost (5.2)."""

from collections.abc import Iterable
from dataclasses import replace

from rules.kernel import LedgerEntry, LedgerKind, Sheet
from rules.kernel.ledger import common_kinds, same_name
from rules.systems.duality.belongings import worth
from rules.systems.duality.game import cite, duality
from rules.systems.duality.kept import kept_items


def to_be_sold(sheet: Sheet) -> Iterable[tuple[str, str]]:
    """What was approved and is neither sold nor lost, by its name, with the experience points in it (5.2)."""
    c = sheet.reading
    for kept in c.once(kept_items):
        if not kept.told:
            yield kept.then.label, f"{(kept.now or kept.then).label}, {worth(c, kept)} XP"


def no_such_item(sheet: Sheet, entry: LedgerEntry) -> str:
    """Why nothing of this name can go."""
    if sheet.reading.approved is None:
        return "Before the approval an item is simply removed."
    if same_name(entry.subject) not in {same_name(name) for name, _ in to_be_sold(sheet)}:
        return "There is no approved item of that name."
    return ""


def not_sold(sheet: Sheet, entry: LedgerEntry) -> str:
    """Why it can't be sold: at some tables only the game master enters that (D-25)."""
    if entry.by != "gm" and sheet.reading.setting("item_sales") == "gm":
        return "At this table your GM enters what is sold."
    return no_such_item(sheet, entry)


def with_its_points(sheet: Sheet, entry: LedgerEntry) -> LedgerEntry:
    """The entry with the experience points that stay spent in what is lost, as less than nothing (D-25)."""
    c, name = sheet.reading, same_name(entry.subject)
    kept = next((one for one in c.once(kept_items) if same_name(one.then.label) == name and not one.told), None)
    stays = kept and c.setting("lost_item_xp") == "stays_spent"
    return replace(entry, amount=-worth(c, kept)) if kept and stays else entry


duality.enters(
    *common_kinds("xp", cite("3.6", 9), "Awarded"),
    LedgerKind(
        "sale", "Sale of an item", cite("5.2", 12, "D-23"), "change",
        summary="All XP invested in it come back once it is off the list.", asks=("subject",), about="Item",
        subjects=to_be_sold, refuse=not_sold,
    ),
    LedgerKind(
        "item-lost", "Loss of an item", cite("5.2", 12, "D-25"), "judge",
        summary="Lost or broken: remove it from the list.", asks=("subject",), about="Item",
        subjects=to_be_sold, fill=with_its_points, refuse=no_such_item,
    ),
)  # fmt: skip
