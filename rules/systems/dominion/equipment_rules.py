"""What breaks a rule of the armoury: things nobody sells, hands too weak or too few, two suits at once (2.7, 9)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from types import MappingProxyType
from typing import NamedTuple

from rules.kernel import Budget, Finding, Fix, LedgerEntry, Level, Reading, amount, instead, join_words
from rules.kernel.basics import minus, nearest
from rules.kernel.documents import written
from rules.systems.dominion.armoury import EQUIPMENT, GRIPS, Thing, carried, finds, weapons_by_item
from rules.systems.dominion.entries import Armour
from rules.systems.dominion.game import cite, dominion

Budgets = Mapping[str, Budget]

PIECES = {"suit": "suit of armour", "gauntlets": "pair of gauntlets", "boots": "pair of boots"}
"""What one of a slot is called, where it isn't called like the slot."""
FOUND = "Mark as found in play"


@dominion.rule
def arms(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """What is carried is in the armoury, can be wielded, and is worn once (9.2, 9.5, A-11, A-17, A-19)."""
    things = c.memo(carried)
    for thing in things:
        yield from _carried(c, thing)
    slots = Counter(thing.armour.slot for thing in things if thing.armour and thing.worn)
    for slot, count in slots.items():
        if count > 1:
            last = next(t for t in reversed(things) if t.armour and t.worn and t.armour.slot == slot)
            yield Finding(
                "worn-twice", Level.ERROR,
                f"You can only wear one {PIECES.get(slot, slot)} (you wear {count}).",
                cite("9.5", 84, "A-17"), hint="Take one off.", at=last.path,
                fixes=(Fix(f"Take off {last.name}", f"{last.path}.picks.worn", None),),
            )  # fmt: skip
    held = [thing for thing in things if thing.weapon and thing.wielded]
    if len(held) > 1:
        yield Finding(
            "wielded-twice", Level.NOTE, f"You wield {len(held)} weapons; the first sets your stats.",
            cite("9.2", 80, "A-20"), hint="Put the others away.", at=held[-1].path,
        )  # fmt: skip
    shield = next((t for t in things if t.armour and t.worn and t.armour.block), None)
    if shield and held and held[0].weapon and held[0].weapon.hands == 2:
        yield Finding(
            "no-hand-for-shield", Level.ERROR, f"{held[0].name} needs both hands, so you can't use {shield.name}.",
            cite("9.2.1", 80), hint="Put one away.", at=shield.path,
            fixes=(Fix(f"Put {shield.name} away", f"{shield.path}.picks.worn", None),),
        )  # fmt: skip


@dominion.rule
def unused(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """Arms that nobody wields and armour that nobody wears count for nothing (9.3, 9.7)."""
    things = [thing for thing in c.memo(carried) if thing.quantity]
    weapons = [thing for thing in things if thing.weapon]
    armour = [thing for thing in things if thing.armour and thing.armour.price]
    if weapons and not any(thing.wielded for thing in weapons):
        yield Finding(
            "nothing-wielded", Level.NOTE, f"You carry {_first_of(weapons)}, but wield nothing.", cite("9.2", 80),
            hint="Only a weapon in hand changes your stats.", at=f"{weapons[0].path}.picks.wielded",
        )  # fmt: skip
    if armour and not any(thing.worn for thing in armour):
        yield Finding(
            "nothing-worn", Level.NOTE, f"You carry {_first_of(armour)}, but wear nothing.", cite("9.5", 84),
            hint="Only what you wear protects you.", at=f"{armour[0].path}.picks.worn",
        )  # fmt: skip


def _first_of(things: Sequence[Thing]) -> str:
    return things[0].name if len(things) == 1 else f"{things[0].name} and {len(things) - 1} more"


@dominion.rule
def paid(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """What was paid for arms and armour does not come back (2.7, A-76)."""
    old = c.approved
    if old is None:
        return
    had, has, names = old.memo(_paid), c.memo(_paid), {thing.sort: thing.name for thing in old.memo(carried)}
    gone = c.memo(lost)
    for sort, aps in had.items():
        explained = gone[sort].since if sort in gone else 0
        if old.memo(_many)[sort] - c.memo(_many)[sort] > explained:
            at = next((thing.path for thing in c.memo(carried) if thing.sort == sort), "")
            but = f" ({explained:,} lost)" if explained else ""
            yield Finding(
                "equipment-given-back", Level.ERROR,
                f"{names[sort]}: {amount(aps, 'AP')} paid when approved, {has[sort]:,} now{but}.",
                cite("2.7", 15, "A-76"),
                hint="APs aren't refunded. Keep the item but don't wield it, or enter its loss in the ledger.",
                at=at or f"entries.{EQUIPMENT}", fixes=_put_back(c, old, sort),
            )  # fmt: skip


@dominion.rule
def after_creation(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """APs buy arms and armour at creation alone; what comes later is marked so, and costs none (2.7, A-76, A-82)."""
    if c.approved is None or c.setting("arms_in_play") == "at_price":
        return
    sort_of = attrgetter("sort")
    by_sort = groupby(sorted((thing for thing in c.memo(carried) if thing.cost), key=sort_of), key=sort_of)
    for things in (list(of_one_sort) for _, of_one_sort in by_sort):
        over = spare(c, things[0])
        if over > 0:
            # A line that was approved in part is still paid for.
            since = [thing for thing in things if thing.cost <= over]
            thing = (since or things)[-1]
            at = f"{thing.path}.picks.found"
            yield Finding(
                "bought-after-creation", Level.ERROR,
                f"{thing.name} costs {amount(over, 'AP')} more than when approved.",
                cite("2.7", 15, "A-82"),
                hint="APs can't buy equipment after approval. List items found in play separately.", at=at,
                fixes=(Fix(FOUND, at, True),) if since and not thing.marked else (),
            )  # fmt: skip


@dominion.rule
def marked_at_creation(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """What creation bought was not found in play: it costs its APs, marked or not (2.7, A-76, A-82)."""
    for thing in c.memo(carried):
        if thing.marked and not thing.found and thing.cost:
            at = f"{thing.path}.picks.found"
            yield Finding(
                "found-at-creation", Level.NOTE,
                f"{thing.name} is from creation, so it costs {amount(thing.cost, 'AP')}.",
                cite("2.7", 15, "A-82"), hint="Only items found after approval are free.", at=at,
                fixes=(Fix("Clear the mark", at, None),),
            )  # fmt: skip


@dominion.rule
def still_here(c: Reading, budgets: Budgets) -> Iterable[Finding]:
    """What was lost leaves the list (A-83)."""
    for sort, many in ((sort, gone.here) for sort, gone in c.memo(lost).items() if gone.here):
        thing = next(one for one in reversed(c.memo(carried)) if one.cost and one.sort == sort)
        left, lots = thing.quantity - many, thing.quantity > 1
        told = f"{many:,} {'was' if many == 1 else 'were'} lost" if lots else "it was lost"
        fixes = (Fix(f"Set quantity to {left}", f"{thing.path}.scores.quantity", left),) if left > 0 else (
            Fix(f"Remove {thing.name}", thing.path, None), Fix(FOUND, f"{thing.path}.picks.found", True)
        )  # fmt: skip
        yield Finding(
            "lost-still-listed", Level.ERROR,
            f"{thing.name}{f' × {thing.quantity}' if lots else ''} is still listed, but the ledger says {told}.",
            cite("2.7", 15, "A-83"), hint="Remove it, or cancel the ledger entry.", at=thing.path, fixes=fixes,
        )  # fmt: skip


class Lost(NamedTuple):
    """Things of one sort that the ledger calls lost: the name, the APs that stay spent in those that are gone.

    `since` is how many were lost since the approval, `here` how many of those are on the list nevertheless.
    """

    name: str
    aps: int
    since: int
    here: int


def lost(c: Reading) -> Mapping[str, Lost]:
    """What the ledger calls lost, by its sort; each entry is of one thing (A-83)."""
    entries = c.table.ledger.of("lost")
    if not entries or c.approved is None or c.created is None:
        return {}
    created, approved, now = (one.memo(_many) for one in (c.created, c.approved, c))
    names, found = _names(c), {}
    since = Counter(_meant(entry, names) for entry in entries if not entry.settled)
    for sort, many in Counter(_meant(entry, names) for entry in entries).items():
        kept, ever = min(now[sort], approved[sort]), max(created[sort], approved[sort])
        # APs that buy no arms in play have paid for none but those of an approval.
        gone = many if c.setting("arms_in_play") == "at_price" else min(many, ever - kept)
        here = max(0, min(kept, many - gone, since[sort] - (approved[sort] - kept)))
        if name := dict(names[::-1]).get(sort):
            found[sort] = Lost(name, gone * price_of(c, sort), since[sort], here)
    return found


def _meant(entry: LedgerEntry, names: Sequence[tuple[str, str]]) -> str:
    """The sort of thing that an entry is about, by its key, else by its name; "" where it is none."""
    by_key = (sort for sort, _ in names if entry.means(sort))
    return next(by_key, next((sort for sort, name in names if entry.means(name)), ""))


def line_meant(c: Reading, entry: LedgerEntry) -> Thing | None:
    """The line of something paid for that an entry is about, by the key of the thing, else by its name."""
    paid_for = [thing for thing in c.memo(carried) if thing.cost]
    by_key = (thing for thing in paid_for if entry.means(thing.sort))
    return next(by_key, next((thing for thing in paid_for if entry.means(thing.name)), None))


def _names(c: Reading) -> tuple[tuple[str, str], ...]:
    """Every sort of thing that APs buy with each name it goes by: what it is called on a list, then by the armoury."""
    lists = [thing for one in (c, c.approved, c.created) if one for thing in one.memo(carried) if thing.price]
    weapons = ((item, rows[0].name) for item, rows in weapons_by_item(c.rulebook).items())
    armour = ((key, one.name) for key, one in c.rulebook.all(Armour).items())
    return (*((thing.sort, thing.name) for thing in lists), *weapons, *armour)


def price_of(c: Reading, sort: str) -> int:
    """What one of a sort costs."""
    armour, rows = c.rulebook.find(Armour, sort), weapons_by_item(c.rulebook).get(sort, ())
    return max(0, armour.price if armour else rows[0].price)


def _many(c: Reading) -> Counter[str]:
    """How many things of each sort are paid for."""
    found: Counter[str] = Counter()
    for thing in c.memo(carried):
        if thing.cost:
            found[thing.sort] += thing.quantity
    return found


def given_up(c: Reading) -> tuple[Thing, ...]:
    """Everything whose APs come back if it is left behind: what was paid for since the approval (2.7, A-76)."""
    return tuple(thing for thing in c.memo(carried) if thing.cost <= spare(c, thing))


def spare(c: Reading, thing: Thing) -> int:
    """APs that went into things of its sort since the approval; below nothing where some of them are missing."""
    return c.memo(_paid)[thing.sort] - (c.approved.memo(_paid)[thing.sort] if c.approved else 0)


def listed_still(c: Reading, thing: Thing) -> int:
    """How many of its sort are on the list though they were lost."""
    gone = c.memo(lost).get(thing.sort)
    return gone.here if gone else 0


def all_lost(c: Reading, thing: Thing) -> bool:
    """Whether the ledger says already that everything of its sort on the list was lost."""
    return c.memo(_many)[thing.sort] <= listed_still(c, thing)


def _put_back(c: Reading, old: Reading, sort: str) -> tuple[Fix, ...]:
    """A line of this sort as approved: for one that became less or is marked as found since, else at the end."""
    then, now = ([thing for thing in one.memo(carried) if thing.sort == sort] for one in (old, c))
    missing = [thing for thing in then if thing.cost and not _matched(now, thing)]
    found = Counter(thing.quantity for thing in then if not thing.cost)
    marked = [thing for thing in now if not thing.cost and not _taken(found, thing.quantity)]
    less = next((thing for thing in (*(one for one in now if one.cost), *marked)), None)
    at = less.path if less else f"entries.{EQUIPMENT}.{len(c.memo(carried))}"
    line = missing[0]
    return (Fix(f"Restore {line.name}", at, written(old.build.entries[EQUIPMENT][line.place])),)


def _matched(now: list[Thing], thing: Thing) -> bool:
    """Whether so many of it are on the list, which are taken off these."""
    same = next((one for one in now if one.cost and one.quantity == thing.quantity), None)
    if same:
        now.remove(same)
    return same is not None


def _taken(found: Counter[int], quantity: int) -> bool:
    there = found[quantity] > 0
    found[quantity] -= there
    return there


def _paid(c: Reading) -> Counter[str]:
    """APs by the sort of thing they went into."""
    found: Counter[str] = Counter()
    for thing in c.memo(carried):
        found[thing.sort] += thing.cost
    return found


def _carried(c: Reading, thing: Thing) -> Iterable[Finding]:
    remove = Fix(f"Remove {thing.name}", thing.path, None)
    if thing.item and not thing.weapon and not thing.armour:
        likely = nearest(thing.item, [*weapons_by_item(c.rulebook), *c.rulebook.all(Armour)])
        yield Finding(
            "equipment-unknown", Level.ERROR, f"{join_words([thing.item])} isn't in the book.", cite("9.2", 80),
            hint=f"Did you mean “{likely}”?" if likely else "Choose another item, or only give it a nickname.",
            at=f"{thing.path}.picks.item",
            fixes=(*instead("the item", likely, f"{thing.path}.picks.item"), remove),
        )  # fmt: skip
    entry = c.build.entries[EQUIPMENT][thing.place]
    if not thing.item and not entry.name.strip():
        yield Finding(
            "equipment-nameless", Level.TODO, f"Item {thing.place + 1} of your gear is empty.", cite("2.7", 15),
            hint="Choose an item, name it or remove it.", at=f"{thing.path}.picks.item",
            fixes=(Fix("Remove it", thing.path, None),),
        )  # fmt: skip
    if entry.scores.get("quantity", 1) < 1:
        yield Finding(
            "equipment-none", Level.ERROR,
            f"Quantity of {thing.name} is {minus(entry.scores['quantity'])}; the minimum is 1.", cite("2.7", 15),
            hint="Set a quantity of at least 1, or remove it.",
            at=f"{thing.path}.scores.quantity",
            fixes=(Fix("Set quantity to 1", f"{thing.path}.scores.quantity", 1), remove),
        )  # fmt: skip
    weapon, grip = thing.weapon, entry.pick("grip")
    if not weapon:
        return
    hands = {row.hands for row in weapons_by_item(c.rulebook)[thing.item]}
    if grip and GRIPS.get(grip) not in hands:
        yield Finding(
            "grip-unknown", Level.NOTE, f"{weapon.name} can't be held {join_words([grip])}.", cite("9.2.1", 80),
            hint=f"It counts as held in {amount(weapon.hands, 'hand')}.",
            at=f"{thing.path}.picks.grip", fixes=(Fix("Clear the grip", f"{thing.path}.picks.grip", None),),
        )  # fmt: skip
    if not weapon.for_sale and c.table.stage == "creation" and not finds(c):
        yield Finding(
            "not-for-sale", Level.ERROR, f"{weapon.name} isn't for sale.", cite("2.7", 16, "A-11"),
            hint="You can't buy it at creation. Ask your GM.", at=thing.path,
            fixes=(remove,),
        )  # fmt: skip
    if weapon.vigour > c["vigour"] and thing.wielded:
        yield Finding(
            "too-heavy", Level.ERROR,
            f"{weapon.name} requires Vigour {weapon.vigour} (you have {c['vigour']}).",
            cite("9.2", 80, "A-19"), hint="Wield something lighter.", at=thing.path,
            fixes=(Fix(f"Put {weapon.name} away", f"{thing.path}.picks.wielded", None),),
            values=MappingProxyType({"needs": weapon.vigour, "has": c["vigour"]}),
        )  # fmt: skip
