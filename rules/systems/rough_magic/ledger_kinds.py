"""What a character's ledger may say: points, objects, what failed magic took and what came back (R-21 to R-25)."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from rules.kernel import LedgerEntry, LedgerKind, Reading, Sheet, amount, common_kinds
from rules.kernel.basics.wording import counted
from rules.kernel.ledger_kinds import still_open
from rules.systems.rough_magic.backlash import ROLLED, suffered
from rules.systems.rough_magic.creation import Empowered, empowered
from rules.systems.rough_magic.entries import Consequence
from rules.systems.rough_magic.falls import (
    FALLEN,
    disfigured,
    endurance_lost,
    fallen,
    holding,
    made_permanent,
    power,
    stopped,
    word,
)
from rules.systems.rough_magic.game import POWER, cite, rough_magic

OBJECTS = cite("Empowering Objects", "R-24")
FAILED, REST = cite("Unintended Consequences", "R-25"), cite("Recovering From Magical Consequences", "R-25")
WORST = 4
"""Maximum Endurance that one failure takes at most."""


def things(sheet: Sheet, permanent: bool) -> dict[str, Empowered]:
    """Named objects for good, or those that are temporary and still hold."""
    gone = sheet.reading.memo(stopped) | sheet.reading.memo(made_permanent)
    found = (thing for thing in sheet.reading.memo(empowered) if thing.permanent is permanent)
    return {key: thing for thing in found if (key := word(thing.entry.name)) and (permanent or key not in gone)}


def lasting(sheet: Sheet) -> Iterable[tuple[str, str]]:
    for thing in things(sheet, True).values():
        yield thing.entry.name, f"{thing.entry.name}, {amount(thing.rating, 'point')}"


def temporary(sheet: Sheet) -> Iterable[tuple[str, str]]:
    return ((thing.entry.name, thing.entry.name) for thing in things(sheet, False).values())


def as_paid(sheet: Sheet, entry: LedgerEntry) -> LedgerEntry:
    """The points that stay spent are those it took (R-24)."""
    thing = things(sheet, True).get(word(entry.subject))
    return replace(entry, amount=-thing.rating) if thing else entry


def off_the_list(sheet: Sheet, entry: LedgerEntry) -> Mapping[str, Any]:
    """Its line goes with it (R-24)."""
    thing = things(sheet, True).get(word(entry.subject))
    return {thing.path: None} if thing else {}


def not_destroyed(sheet: Sheet, entry: LedgerEntry) -> str:
    here = word(entry.subject) in things(sheet, True)
    return "" if here else "Choose a permanent object."


def loose(sheet: Sheet) -> dict[str, str]:
    """Temporary objects of the builder, whether they hold or not."""
    found = (thing.entry.name for thing in sheet.reading.memo(empowered) if not thing.permanent)
    return {word(name): name for name in found if word(name)}


def to_be_empowered(sheet: Sheet) -> Iterable[tuple[str, str]]:
    """Those that stopped come first: they are what is empowered again."""
    left = (name for key, name in loose(sheet).items() if key not in sheet.reading.memo(holding))
    names = sorted(left, key=lambda name: word(name) not in sheet.reading.memo(stopped))
    return ((name, name) for name in names)


def not_empowered(sheet: Sheet, entry: LedgerEntry) -> str:
    """As many temporary objects as Power Level (Empowering Objects)."""
    most, others = sheet[POWER], [key for key in things(sheet, False) if key != word(entry.subject)]
    if word(entry.subject) not in loose(sheet):
        return "Choose a temporary object, or add it in the builder first."
    if word(entry.subject) in sheet.reading.memo(holding):
        return "It's already in the ledger and still holds. Enter first that it stopped."
    if len(others) < most:
        return ""
    return f"Power Level {most} holds {amount(most, 'object')}. Enter first which one stops."


def not_expired(sheet: Sheet, entry: LedgerEntry) -> str:
    return "" if word(entry.subject) in things(sheet, False) else "Choose a temporary object that still holds."


def not_permanent(sheet: Sheet, entry: LedgerEntry) -> str:
    """Judged by the Power Level of that day (R-24)."""
    thing, most = things(sheet, False).get(word(entry.subject)), sheet[POWER]
    left = max(0, sheet.budgets["character-points"].remaining)
    if thing is None:
        return "Choose a temporary object that still holds."
    if thing.rating > most:
        return f"It is rated {thing.rating}; the maximum is {most}, your Power Level."
    return "" if thing.rating <= left else f"It costs {counted(thing.rating, 'point')}; {left} left."


def fallible(sheet: Sheet) -> Iterable[tuple[str, str]]:
    return ((POWER, "Power Level"),) if power(sheet.reading) > FALLEN else ()


def restorable(sheet: Sheet) -> Iterable[tuple[str, str]]:
    return ((POWER, "Power Level"),) if fallen(sheet.reading) else ()


def fell(sheet: Sheet, entry: LedgerEntry) -> LedgerEntry:
    level = power(sheet.reading)
    return replace(entry, subject=POWER, amount=FALLEN - level, more={"from": level, "to": FALLEN})


def returned(sheet: Sheet, entry: LedgerEntry) -> LedgerEntry:
    return replace(entry, subject=POWER, more={"from": power(sheet.reading)})


def not_lost(sheet: Sheet, entry: LedgerEntry) -> str:
    """A polymorph leaves a Power Level of 1 (R-22)."""
    level = power(sheet.reading)
    return f"Power Level is {level} already." if level <= FALLEN else ""


def not_restored(sheet: Sheet, entry: LedgerEntry) -> str:
    return "" if fallen(sheet.reading) else "No Power Level is lost."


def taken(sheet: Sheet, entry: LedgerEntry) -> LedgerEntry:
    return replace(entry, amount=-abs(entry.amount))


def not_taken(sheet: Sheet, entry: LedgerEntry) -> str:
    """One to four by how badly it failed, and never more than there is (Unintended Consequences)."""
    left = max(0, sheet["endurance"])
    if not -WORST <= entry.amount <= -1:
        return f"A failure takes 1 to {WORST} points."
    return "" if -entry.amount <= left else f"Maximum Endurance left: {left}."


def not_returned(sheet: Sheet, entry: LedgerEntry) -> str:
    return "" if sheet.reading.memo(endurance_lost) else "No maximum Endurance is lost."


def changes(sheet: Sheet) -> Iterable[tuple[str, str]]:
    rows = sheet.rulebook.all(Consequence).values()
    return ((row.name, row.name) for row in rows if row.name not in disfigured(sheet.reading))


def not_healed(sheet: Sheet, entry: LedgerEntry) -> str:
    here = {word(name) for name in disfigured(sheet.reading)}
    return "" if word(entry.subject) in here else "Choose a permanent disfigurement."


def rolled(sheet: Sheet) -> Iterable[tuple[str, str]]:
    found = suffered(sheet.reading)
    return ((found.name, found.name),) if found else ()


def not_suffered(sheet: Sheet, entry: LedgerEntry) -> str:
    here = {word(name) for name, _ in rolled(sheet)}
    return "" if word(entry.subject) in here else "Choose the consequence that was rolled."


def no_longer_rolled(sheet: Sheet, entry: LedgerEntry) -> Mapping[str, Any]:
    """The builder forgets it."""
    return dict.fromkeys(ROLLED)


def not_named(sheet: Sheet, entry: LedgerEntry) -> str:
    return "" if word(entry.subject) else "Enter what it is."


def object_named(c: Reading, entry: LedgerEntry) -> str:
    return word(entry.subject)


def of_power(c: Reading, entry: LedgerEntry) -> str:
    return POWER


rough_magic.enters(
    *common_kinds("character-points", cite("Dramatis rulings", "R-21"), "Awarded", unit="character point"),
    LedgerKind(
        "empowered", "Object empowered", OBJECTS, "play", summary="It holds for about a week.", asks=("subject",),
        about="Which object", subjects=to_be_empowered, refuse=not_empowered, told="Empowered {subject}",
        once=True, names=object_named,
    ),
    LedgerKind(
        "expired", "Object that stopped", OBJECTS, "play", summary="It no longer counts against Power Level.",
        asks=("subject",), about="Which object", subjects=temporary, refuse=not_expired,
        told="The magic of {subject} ended", ends=("empowered",), caused=False, names=object_named,
    ),
    LedgerKind(
        "made-permanent", "Object made permanent", OBJECTS, "change",
        summary="Tick Permanent in the builder, too: that pays for it. Losing Power Level later doesn't undo it.",
        asks=("subject",), about="Which object", subjects=temporary, refuse=not_permanent,
        told="Made {subject} permanent", ends=("empowered",), caused=False, names=object_named,
    ),
    LedgerKind(
        "destroyed", "Object destroyed", OBJECTS, "play", "character-points", -1, "Destroyed",
        "Its points stay spent.", ("subject",), "Which object",
        subjects=lasting, fill=as_paid, refuse=not_destroyed, edits=off_the_list,
        ends=("empowered",), caused=False, names=object_named,
        told="Destroyed {subject}[, and {amount} stay spent]", unit="character point",
    ),
    LedgerKind(
        "loss", "Power Level lost", cite("Unintended Consequences", "R-22"), "play",
        summary="It falls to 1. The points stay spent, and it returns when the consequence ends.",
        asks=("subject",), subjects=fallible, fill=fell, refuse=not_lost, told="{subject} fell[ from {from}] to 1",
        names=of_power,
    ),
    LedgerKind(
        "restored", "Power Level returned", cite("Unintended Consequences", "R-22"), "play",
        asks=("subject",), subjects=restorable, fill=returned, refuse=not_restored, told="{subject} returned",
        ends=("loss",), names=of_power,
    ),
    LedgerKind(
        "endurance", "Maximum Endurance lost to magic", FAILED, "play",
        summary="1 to 4 points, by how badly a casting failed.", asks=("amount",), fill=taken, refuse=not_taken,
        told="Magic took {amount} of maximum Endurance",
    ),
    LedgerKind(
        "endurance-returned", "Maximum Endurance returned", REST, "play", amount=1,
        summary="1 point after half an hour without magic, then 1 per full day without. Rests on the play page enter "
                "it for you.", refuse=not_returned, ends=("endurance",),
        told="{amount} of maximum Endurance returned",
    ),
    LedgerKind(
        "disfigured", "Permanent disfigurement", REST, "play",
        summary="A morning roll of 2 made it permanent. Healing or a polymorph ends it.",
        asks=("subject",), about="Disfigurement", subjects=changes, refuse=not_named, once=True, names=object_named,
        told="Permanently disfigured: {subject}",
    ),
    LedgerKind(
        "recovered", "Consequence over", REST, "play",
        summary="After 24 hours without magic, or by a healing spell. Rests on the play page enter it for you.",
        asks=("subject",), about="Consequence", subjects=rolled, refuse=not_suffered, edits=no_longer_rolled,
        told="Recovered: {subject}", names=object_named,
    ),
    LedgerKind(
        "healed", "Healed", REST, "play", asks=("subject",), about="Disfigurement",
        subjects=still_open("disfigured", "healed"), refuse=not_healed, told="Healed: {subject}",
        ends=("disfigured",), names=object_named,
    ),
)  # fmt: skip
