"""What a character's ledger may say: points come in and go out (3.6), items go (5.2), the dead return (4.3.2)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rules.kernel import Finding, LedgerEntry, LedgerKind, Level, Reading, Sheet, common_kinds
from rules.kernel.basics import shorten
from rules.kernel.documents.ledger import same_name
from rules.kernel.ledger_kinds import alive, by_nothing
from rules.kernel.rolls import standing
from rules.systems.duality.game import cite, duality
from rules.systems.duality.gear import worth
from rules.systems.duality.held import experiences
from rules.systems.duality.item_words import titles
from rules.systems.duality.kept import free_when_approved, kept_items, same_label, to_go
from rules.systems.duality.legality import Budgets
from rules.systems.duality.parted import FREE, NAME, STAYS
from rules.systems.duality.pricing import signed
from rules.systems.duality.returning import (
    BLAZE,
    BOXES,
    MOST_BOXES,
    MOST_GIFTED,
    MOST_TAKEN,
    RETAINED,
    boxes_left,
    called,
    everything,
    gifts,
    goes_on,
    kept_of,
    more_of_one_return,
    of_last_box,
    of_no_box,
    penalties,
    wordless,
)


def to_be_sold(sheet: Sheet) -> Iterable[tuple[str, str]]:
    """What was approved and is neither sold nor lost, with the experience points in it (5.2).

    By its name, and by what else it is where another of that name is unlike it; of several alike, the next to go.
    """
    c = sheet.reading
    called = c.approved.memo(titles) if c.approved else {}
    for name in dict.fromkeys(called[kept.then.place] for kept in c.memo(kept_items) if not kept.told):
        kept = to_go(c, name)[0]
        shown = kept.now.label if kept.now and not same_label(kept.then, kept.now) else name
        yield name, f"{shown}, {worth(c, kept)} XP"


def no_such_item(sheet: Sheet, entry: LedgerEntry) -> str:
    """Why nothing of this name can go."""
    if sheet.reading.approved is None:
        return "Before approval, just remove the item."
    if not to_go(sheet.reading, entry.subject):
        return "No approved item has that name."
    return ""


def not_sold(sheet: Sheet, entry: LedgerEntry) -> str:
    """Why it can't be sold: at some tables only the game master enters that (D-25)."""
    if entry.by != "gm" and sheet.reading.setting("item_sales") == "gm":
        return "In this campaign only your GM can enter sales."
    return no_such_item(sheet, entry)


def of_one_item(sheet: Sheet, entry: LedgerEntry) -> LedgerEntry:
    """The entry with what tells the item from others: what else it is, whether it was free, how many of its name stay.

    So an approval knows which one it was, and where it was approved with the item still on the list.
    """
    c = sheet.reading
    here = to_go(c, entry.subject)
    if not here or c.approved is None:
        return entry
    item, title = here[0].then, c.approved.memo(titles)[here[0].then.place]
    untold = [one.then for one in c.memo(kept_items) if not one.told]
    says: dict[str, Any] = {FREE: item is c.memo(free_when_approved)}
    if title != item.label:
        says[NAME] = item.label
    if item.entry.name.strip():
        says[STAYS] = sum(same_label(item, one) for one in untold) - 1
    return replace(entry, subject=title, more={**entry.more, **says})


def with_its_points(sheet: Sheet, entry: LedgerEntry) -> LedgerEntry:
    """The entry with the experience points that stay spent in what is lost, as less than nothing (D-25)."""
    c, made = sheet.reading, of_one_item(sheet, entry)
    kept = next(iter(to_go(c, entry.subject)), None)
    stays = kept and c.setting("lost_item_xp") == "stays_spent"
    return replace(made, amount=-worth(c, kept)) if kept and stays else made


def off_the_list(sheet: Sheet, entry: LedgerEntry) -> Mapping[str, Any]:
    """The line of the item goes with its sale, or with its loss (5.2, D-25)."""
    kept = next(iter(to_go(sheet.reading, entry.subject)), None)
    return {kept.now.path: None} if kept and kept.now else {}


# The dead (4.3.2)

XP = "XP|XP"
"""What an amount counts, of which the book has no other plural."""
NOBODY = "Resurrection is off in this campaign."
DEAD_FOR_GOOD = "all three boxes are marked, so no resurrection is possible."


def to_fall(sheet: Sheet) -> Iterable[tuple[str, str]]:
    """Experiences that a penalty may fall on; at some tables first those that have something left (D-27)."""
    c = sheet.reading
    known = [(words, c[key]) for key, words in c.memo(everything).values()] if c.setting("resurrection") else []
    some = [(words, value) for words, value in known if value > 0]
    spread = c.setting("penalty_floor") == "spread" and some
    return ((words, f"{words} {signed(value)}") for words, value in (some if spread else known))


def no_return(sheet: Sheet, entry: LedgerEntry) -> str:
    """Why this is not what a resurrection takes and gives (D-27)."""
    c, gained = sheet.reading, str(entry.more.get("gained") or "").strip()
    known = c.memo(everything)
    if not c.setting("resurrection"):
        return NOBODY
    if not 1 <= entry.amount <= MOST_TAKEN:
        return f"Enter 1, plus 1 for each box marked this time: {MOST_TAKEN} at most."
    if not more_of_one_return(c.table.ledger, entry) and (why := alive(sheet, entry)):
        return why
    if entry in of_last_box(c, entry):
        return f"With that {DEAD_FOR_GOOD}"
    if called(c, entry.subject) not in known:
        return "This character has no experience of that name."
    if called(c, entry.subject) in c.memo(wordless):
        return f"Describe {entry.subject} first."
    if not gained:
        return "Enter the experience that rises, or a new one."
    if c.setting("penalty_floor") == "spread" and _unspread(c, called(c, entry.subject), entry.amount):
        return "In this campaign, choose an experience that is above +0, as long as there is one."
    if not c.setting("gift_above_cap") and _with_gift(c, gained) + entry.amount > MOST_GIFTED:
        return f"In this campaign +{MOST_GIFTED} is the maximum, gifts included."
    return ""


def _unspread(c: Reading, name: str, amount: int) -> bool:
    """Whether a penalty takes more than there is of an experience while another has something left."""
    known = {other: c[key] for other, (key, _) in c.memo(everything).items()}
    return known[name] < amount and any(value > 0 for other, value in known.items() if other != name)


def _with_gift(c: Reading, name: str) -> int:
    """What was bought of an experience and given to it."""
    key, _ = c.memo(everything).get(called(c, name), ("", ""))
    bought = next((one.bonus for one in c.memo(experiences) if one.key == key), 0)
    return bought + gifts(c, key)


def at_one_life(sheet: Sheet, entry: LedgerEntry, play: Mapping[str, Any]) -> Mapping[str, int]:
    """Who returns has 1 Life; one more pair of the same return gives none (4.3.2)."""
    return {} if more_of_one_return(sheet.table.ledger, entry) else {"life": max(0, sheet["life"] - 1)}


def box_cleared(sheet: Sheet, entry: LedgerEntry, play: Mapping[str, Any]) -> Mapping[str, int]:
    """The box itself is cleared, too (4.3.2, D-28)."""
    return {BOXES: standing(play, BOXES) - 1}


def penalised(sheet: Sheet) -> Iterable[tuple[str, str]]:
    """Experiences of which a penalty can still go (D-28)."""
    c = sheet.reading
    left = penalties(c)
    left.subtract(called(c, entry.subject, entry) for entry in c.table.ledger.of("box-unmarked"))
    known = c.memo(everything).items() if boxes_left(c) else ()
    return ((words, f"{words}, −{left[name]}") for name, (_, words) in known if left[name] > 0)


def no_box(sheet: Sheet, entry: LedgerEntry) -> str:
    """Why no box can be unmarked for this penalty (D-28)."""
    if not sheet.reading.setting("resurrection"):
        return NOBODY
    if called(sheet.reading, entry.subject) not in {same_name(words) for words, _ in penalised(sheet)}:
        return "No marked box lowered this experience. The penalty for dying itself stays."
    return ""


@duality.rule
def boxes(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """A box that was unmarked stands on the return that marked it: without that, nothing came of its 3 XP (D-28).

    And nobody returns from the third.
    """
    for entry in c.memo(of_no_box) if c.setting("resurrection") else ():
        yield Finding(
            "box-of-nothing", Level.ERROR,
            f"A box was unmarked for {shorten(entry.subject.strip())}, but no box in the ledger lowered it.",
            cite("4.3.2", 11, "D-28"), hint="Cancel that entry, too. Its XP are refunded.", at="entries.experiences",
        )  # fmt: skip
    for entry in c.memo(of_last_box) if c.setting("resurrection") else ():
        yield Finding(
            "return-of-last-box", Level.ERROR,
            f"“Return from death” ({shorten(entry.subject.strip())}) in the ledger: with it {DEAD_FOR_GOOD}",
            cite("4.3.2", 11, "D-28"), hint="Cancel the entry, or enter the missing “Box unmarked” before it.",
            at="entries.experiences",
        )  # fmt: skip


def not_retained(sheet: Sheet, entry: LedgerEntry) -> str:
    """Why a new soul does not keep this: a box leaves two, and no experience is kept above +2 (D-29)."""
    kept = Counter[str]()
    for one in sheet.table.ledger.of("retained"):
        kept[same_name(one.subject)] += kept_of(one)
    if not sheet.reading.setting("resurrection"):
        return NOBODY
    if not 1 <= entry.amount <= RETAINED:
        return "A box keeps 1 experience at +2, or 2 at +1."
    if not entry.subject.strip() or kept[same_name(entry.subject)] + entry.amount > RETAINED:
        return "Enter another experience: +2 is the maximum for each."
    over = kept.total() + entry.amount > MOST_BOXES * RETAINED
    return f"{MOST_BOXES} boxes keep +{MOST_BOXES * RETAINED} in total." if over else ""


def no_reason(sheet: Sheet, entry: LedgerEntry) -> str:
    """Why nothing is paid for Big Magic (D-30)."""
    return "" if entry.note.strip() else "Enter what it was for."


duality.enters(
    *common_kinds("xp", cite("3.6", 9), "Awarded", cite("4.3", 10), XP),
    LedgerKind(
        "sale", "Sale of an item", cite("5.2", 12, "D-23"), "change",
        summary="Refunds all its XP and removes it from the list.", asks=("subject",), about="Item",
        subjects=to_be_sold, refuse=not_sold, fill=of_one_item, edits=off_the_list, told="Sold {subject}",
    ),
    LedgerKind(
        "item-lost", "Loss of an item", cite("5.2", 12, "D-25"), "judge",
        summary="Lost or broken: remove it from the list.", asks=("subject",), about="Item",
        subjects=to_be_sold, edits=off_the_list, fill=with_its_points, refuse=no_such_item,
        told="Lost {subject}[, and {amount} stay spent]", unit=XP,
    ),
    LedgerKind(
        "big-magic", "Big Magic", cite("3.2.1", 6, "D-30"), "judge", "xp", -1, "Big Magic",
        "XP instead of rare resources, for magic that lasts.", ("amount",), refuse=no_reason,
        told="Spent {amount} on Big Magic", unit=XP,
    ),
    LedgerKind(
        BLAZE, "Blaze of Glory", cite("4.3.1", 11, "D-28"), "play", setting="blaze_of_glory",
        summary="One last Very Good action, then death. It marks all boxes of resurrection.",
        told="Chose a Blaze of Glory",
    ),
    LedgerKind(
        "return", "Return from death", cite("4.3.2", 11, "D-27"), "judge",
        summary="1, plus 1 for each box marked this time: one experience falls, another rises by as much.",
        asks=("subject", "amount"), about="Experience that falls", subjects=to_fall,
        more={"gained": "Experience that rises, or a new one"}, refuse=no_return, unit="", setting="resurrection",
        raises=True, names=by_nothing, goes_on=goes_on, marks=at_one_life,
        uncaused=lambda c: c.memo(of_last_box) if c.setting("resurrection") else (),
        told="Returned from death: {subject} falls by {amount}, {gained} rises by {amount}",
    ),
    LedgerKind(
        "box-unmarked", "Box unmarked", cite("4.3.2", 11, "D-28"), "judge", "xp", -1, "Boxes unmarked",
        "3 XP remove a box and its penalty; the gift stays.", ("subject",), "Experience that rises again",
        amount=-3, subjects=penalised, refuse=no_box, unit=XP, setting="resurrection", marks=box_cleared,
        uncaused=lambda c: c.memo(of_no_box) if c.setting("resurrection") else (),
        told="Unmarked a box for {amount}, and {subject} rises by 1",
    ),
    LedgerKind(
        "retained", "Experience of a former life", cite("4.3.2", 11, "D-29"), "judge",
        summary="For each box left marked, the new soul keeps 1 at +2, or 2 at +1.",
        asks=("subject", "amount"), about="Experience of the dead", counts="Bonus", refuse=not_retained, unit="",
        setting="resurrection", told="Experience of a former life: {subject} +{amount}",
    ),
)  # fmt: skip
