"""Mounts that a rider trains: what the ledger has of each, and why a step can't be (4.7, 13.5, A-21, A-88)."""

from collections.abc import Iterable, Mapping
from itertools import takewhile
from typing import Any, NamedTuple

from rules.kernel import LedgerEntry, Reading, Rulebook, amount, derived
from rules.kernel.basics import shorten
from rules.kernel.documents.ledger import same_name
from rules.systems.dominion.entries import Beast, Stat
from rules.systems.dominion.game import MOUNT_LEAST
from rules.systems.dominion.reference import stat_name

NO_BEAST, UNKNOWN = "mount-unknown", "mount-untrainable"
TRAINED, GONE = ENTRIES = ("mount", "mount-gone")
"""Kinds of entry that mounts have."""
BEYOND, WRONG = "mount-beyond-rider", "mount-out-of-step"

OTHER = "Use a different name for another mount."


class Training(NamedTuple):
    """A step of a mount: its name, its beast ("" for none that learns), the stat's key and name, from where to where.

    `start` and `to` are -1 where the entry has no whole number.
    """

    name: str
    beast: str
    key: str
    stat: str
    start: int
    to: int
    paid: int


@derived
def trainable(rulebook: Rulebook) -> Mapping[str, Mapping[str, Stat]]:
    """The stats of each beast that training improves, by the beast's name (13.5)."""
    beasts = {
        beast.name: {stat.key: stat for stat in beast.stats if stat.kind == "maximum"}
        for beast in rulebook.all(Beast).values()
    }
    return {name: stats for name, stats in beasts.items() if stats}


def training(rulebook: Rulebook, entry: LedgerEntry) -> Training:
    """An entry as it is read: beast and stat by key or by name; a mount without a name is called by its beast."""
    known = trainable(rulebook)
    keys = dict.fromkeys(key for stats in known.values() for key in stats)
    key = next((key for key in keys if entry.means(key, f"scores.{key}", stat_name(key, rulebook))), entry.subject)
    word = same_name(_text(entry, "beast"))
    beast = next((one.name for one in rulebook.all(Beast).values() if word in (one.key, same_name(one.name))), "")
    named = _text(entry, "name").strip() or f"the {beast or 'mount'}"
    return Training(
        named, beast if beast in known else "", key, stat_name(key, rulebook),
        _number(entry, "from"), _number(entry, "to"), abs(entry.amount),
    )  # fmt: skip


def kept(rulebook: Rulebook, entries: Iterable[LedgerEntry]) -> list[Training]:
    """The steps of mounts that are not gone; one that goes without a name is every mount (A-88)."""
    found: list[Training] = []
    for entry in entries:
        if entry.kind == GONE:
            found = [one for one in found if entry.subject and not entry.means(one.name)]
        else:
            found.append(training(rulebook, entry))
    return found


def trained(c: Reading) -> Mapping[tuple[str, str], Training]:
    """How each mount stands, by its name without case and the stat that was raised last."""
    return {(same_name(one.name), one.key): one for one in kept(c.rulebook, c.table.ledger.of(*ENTRIES))}


def untrainable(c: Reading, entry: LedgerEntry, before: Iterable[LedgerEntry]) -> tuple[str, str]:
    """Why a mount's stat can't be raised so after these entries: a code and a sentence, both "" where it can."""
    rider, one = c["horsemanship"], training(c.rulebook, entry)
    stat = trainable(c.rulebook).get(one.beast, {}).get(one.key)
    if rider < MOUNT_LEAST:
        return BEYOND, f"Training a mount requires Horsemanship {MOUNT_LEAST} (you have {rider})."
    if not one.beast:
        return NO_BEAST, f"You can only train a {' or a '.join(trainable(c.rulebook))}."
    if stat is None:
        return UNKNOWN, f"You can't train {shorten(one.stat)} of a {one.beast}."
    if one.to > rider:
        return (
            BEYOND,
            f"{one.stat} of {shorten(one.name)} would be {one.to}; the maximum is your Horsemanship, {rider}.",
        )
    if one.to > stat.high:
        return (
            BEYOND,
            f"{one.stat} of {shorten(one.name)} would be {one.to}; the maximum of a {one.beast} is {stat.high}.",
        )
    if one.start < stat.low:
        return WRONG, f"{one.stat} of {shorten(one.name)} is {one.start}; the minimum of a {one.beast} is {stat.low}."
    if one.to != one.start + 1 or one.paid != one.start:
        return WRONG, f"Raising it from {one.start} to {one.start + 1} costs {amount(one.start, 'AP')}."
    return _otherwise(one, kept(c.rulebook, before), _cancelled(c, entry))


def _cancelled(c: Reading, entry: LedgerEntry) -> list[Training]:
    """The steps that stood when this one was made and were cancelled since, as far as their mounts were not gone."""
    cancelled = [old for old in c.table.ledger.cancelled_since(entry) if old.kind == TRAINED]
    if not cancelled:
        return []
    names = {id(old) for old in (*cancelled, *c.table.ledger.of(GONE))}
    then = takewhile(lambda old: old is not entry, c.table.ledger)
    return kept(c.rulebook, (old for old in then if id(old) in names))


def _otherwise(one: Training, before: Iterable[Training], cancelled: Iterable[Training]) -> tuple[str, str]:
    """What entries before this one say of the mount that doesn't go with it."""
    of_it = [old for old in before if old.beast and same_name(old.name) == same_name(one.name)]
    if of_it and of_it[-1].beast != one.beast:
        return WRONG, f"The ledger says {shorten(one.name)} is a {of_it[-1].beast}. {OTHER}"
    first = (old.start for old in cancelled if (same_name(old.name), old.key) == (same_name(one.name), one.key))
    stood = next((old.to for old in reversed(of_it) if old.key == one.key), next(first, one.start))
    if stood == one.start:
        return "", ""
    return WRONG, f"The ledger says {one.stat} of {shorten(one.name)} is {stood}. {OTHER}"


def _text(entry: LedgerEntry, key: str) -> str:
    value: Any = entry.more.get(key)
    return value if isinstance(value, str) else ""


def _number(entry: LedgerEntry, key: str) -> int:
    value: Any = entry.more.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else -1
