"""What a character's ledger may say: APs in and out, losses, wounds that stay, a god's favour (5.2, 8 to 10)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from rules.kernel import LedgerEntry, LedgerKind, Reading, Sheet, common_kinds
from rules.kernel.documents.ledger import same_name
from rules.kernel.ledger_kinds import alive, by_nothing, open_already, still_open
from rules.kernel.rolls import standing
from rules.systems.dominion.ailments import ailments, diseases, infirmities
from rules.systems.dominion.armoury import carried
from rules.systems.dominion.creation import is_of_skill, studied
from rules.systems.dominion.entries import Skill
from rules.systems.dominion.equipment_rules import all_lost, line_meant
from rules.systems.dominion.game import cite, dominion
from rules.systems.dominion.injury import ALL, EVERY, craft_of, forsaken
from rules.systems.dominion.mounts import ENTRIES, GONE, NO_BEAST, TRAINED, trainable, trained, training, untrainable
from rules.systems.dominion.reference import stat_name


def _channels(sheet: Sheet) -> Iterable[tuple[str, str]]:
    return (("channel", "Channel"),) if studied(sheet.reading, "priestcraft") and sheet["channel"] > 0 else ()


def _fell_from(sheet: Sheet, entry: LedgerEntry) -> LedgerEntry:
    return replace(entry, more={"from": sheet["channel"]})


def _fervour_stays(sheet: Sheet, entry: LedgerEntry, play: Mapping[str, Any]) -> Mapping[str, int]:
    """Channel falls and Fervour does not, unless it stood as high as Channel did (10.5.6, 10.5.13, A-45)."""
    return {"fervour": standing(play, "fervour") - 1}


def _at_injury_nought(sheet: Sheet, entry: LedgerEntry, play: Mapping[str, Any]) -> Mapping[str, int]:
    """Who is resurrected has an Injury stat of 0 (10.5.13, A-92)."""
    return {"injury": sheet["injury"]}


def _no_channel(sheet: Sheet, entry: LedgerEntry) -> str:
    if not is_of_skill(sheet.rulebook, entry, "channel"):
        return "Only Channel can be lost this way."
    return "" if sheet["channel"] > 0 else "Channel is already 0."


def _things(sheet: Sheet) -> Iterator[tuple[str, str]]:
    for thing in sheet.reading.memo(carried):
        if thing.cost and not all_lost(sheet.reading, thing):
            yield (thing.item, thing.name)


def _of_nobody(sheet: Sheet, entry: LedgerEntry) -> str:
    thing = line_meant(sheet.reading, entry)
    if thing is None:
        return "You didn't buy that with APs."
    return "Already entered." if all_lost(sheet.reading, thing) else ""


def _laid_down(sheet: Sheet, entry: LedgerEntry) -> Mapping[str, Any]:
    """One of the thing leaves its line (A-83)."""
    thing = line_meant(sheet.reading, entry)
    if thing is None:
        return {}
    return {f"{thing.path}.scores.quantity": thing.quantity - 1} if thing.quantity > 1 else {thing.path: None}


def _on_horse(sheet: Sheet, entry: LedgerEntry) -> str:
    """Why a mount's stat can't be raised (4.7, A-88); which beast it is, the form offers and asks for."""
    code, why = untrainable(sheet.reading, entry, sheet.table.ledger.of(*ENTRIES))
    return "" if code == NO_BEAST else why


def _trainable(sheet: Sheet) -> Iterable[tuple[str, str]]:
    keys = dict.fromkeys(key for stats in trainable(sheet.rulebook).values() for key in stats)
    return ((key, stat_name(key, sheet.rulebook)) for key in keys)


def _mounts(sheet: Sheet) -> Iterable[tuple[str, str]]:
    """Each mount that was trained and is not gone."""
    return dict.fromkeys((one.name, one.name) for one in trained(sheet.reading).values())


def _trained(sheet: Sheet, entry: LedgerEntry) -> LedgerEntry:
    """A step costs the stat it starts from (5.2.1, A-21)."""
    at = abs(entry.amount)
    return replace(entry, amount=-at, more={**entry.more, "from": at, "to": at + 1})


def _priestly(sheet: Sheet) -> Iterable[tuple[str, str]]:
    """What a god can bar still: to a priest alone, and nothing more where all is barred (10.7, A-90)."""
    barred = sheet.reading.memo(forsaken)
    if not studied(sheet.reading, EVERY) or EVERY in barred:
        return
    yield (EVERY, ALL)
    for key, skill in sheet.rulebook.all(Skill).items():
        if skill.base == EVERY and key not in barred:
            yield (key, skill.name)


def _forgiven(c: Reading, entry: LedgerEntry) -> str:
    """What is forgiven: everything, where it isn't said."""
    return craft_of(c, entry) if entry.subject else ""


def _mount_named(c: Reading, entry: LedgerEntry) -> str:
    """The mount that an entry is about, all of them where one that is gone has no name."""
    return same_name(entry.subject if entry.kind == GONE else training(c.rulebook, entry).name)


def _barred_already(sheet: Sheet, entry: LedgerEntry) -> str:
    """Why a god doesn't bar that: to nobody but a priest, and nothing twice (10.7, A-90)."""
    if not studied(sheet.reading, EVERY):
        return "Only characters with a Priestcraft skill can be forsaken."
    return open_already(lambda ledger: ledger.open("forsaken", "forgiven"))(sheet, entry)


dominion.enters(
    *common_kinds("aps", cite("5.2", 36), "Awarded", cite("8.4.2", 69, "A-92"), "AP"),
    LedgerKind(
        "lucky-break", "Lucky Break", cite("5.2.2", 37), "play", "aps", -1, "Lucky Breaks in play",
        "Each AP adds your Luck to every skill roll for the rest of the round.", ("amount",),
        told="Spent {amount} on Lucky Breaks", unit="AP",
    ),
    LedgerKind(
        "loss", "Point of Channel lost", cite("10.5.6", 96, "A-86"), "play", amount=-1, asks=("subject",),
        summary="For an attempted Resurrection or a permanent Consecration. Its APs stay spent.",
        subjects=_channels, fill=_fell_from, refuse=_no_channel, marks=_fervour_stays,
        told="Lost a point of {subject}[, which was {from}]",
    ),
    LedgerKind(
        "lost", "Item lost", cite("2.7", 15, "A-83"), "play", asks=("subject",), about="Which item",
        summary="Broken, stolen or given away: its APs stay spent.",
        subjects=_things, refuse=_of_nobody, edits=_laid_down, told="Lost {subject}",
    ),
    LedgerKind(
        TRAINED, "Mount trained", cite("4.7", 27, "A-88"), "change", "aps", -1, "Mounts",
        "Raising a mount's stat by 1 costs its current value. It's lost with the mount.",
        ("subject", "amount"), "Stat", {"beast": "Kind of mount", "name": "Mount's name"},
        counts="Current value", subjects=_trainable, offers={"beast": lambda sheet: trainable(sheet.rulebook)},
        fill=_trained, refuse=_on_horse, unit="AP", names=_mount_named,
        told="Trained {subject}[ of {name}][ ({beast})][ from {from}][ to {to}] for {amount}",
    ),
    LedgerKind(
        GONE, "Mount lost", cite("4.7", 27, "A-88"), "play", asks=("subject",), about="Which mount",
        summary="It died, was sold or ran away: its APs stay spent.", subjects=_mounts, told="No longer has {subject}",
        ends=(TRAINED,), names=_mount_named,
    ),
    LedgerKind(
        "infirmity", "Infirmity", cite("8.10", 76, "A-91"), "play", asks=("subject",), about="Which infirmity",
        summary="Only a priest can heal it; rest doesn't.", told="Infirmity: {subject}",
        refuse=open_already(infirmities), once=True,
    ),
    LedgerKind(
        "disease", "Disease", cite("8.9", 74, "A-91"), "play", asks=("subject",), about="Which disease",
        more={"initial": "Points lost at once", "spreading": "Points lost each time it spreads", "period": "How often"},
        summary="Mark the points under Injury as they are lost.", numbers={"initial": "point", "spreading": "point"},
        refuse=open_already(diseases), once=True,
        told="Caught {subject}[, with {initial} lost at once][, with {spreading} each time it spreads][, {period}]",
    ),
    LedgerKind(
        "healed", "Healed", cite("8.10", 76, "A-91"), "play", asks=("subject",), about="What is healed",
        subjects=lambda sheet: dict.fromkeys((one.subject, one.subject) for one in ailments(sheet.table.ledger)),
        told="Healed: {subject}", ends=("infirmity", "disease"),
    ),
    LedgerKind(
        "forsaken", "Forsaken by the god", cite("10.7", 108, "A-90"), "judge", asks=("subject",),
        about="Which skill", subjects=_priestly, refuse=_barred_already, once=True, names=craft_of,
        summary="The stats stay; the skills can't be rolled until the god forgives.", told="The god bars {subject}",
    ),
    LedgerKind(
        "forgiven", "Forgiven", cite("10.7", 108, "A-90"), "judge", asks=("subject",), about="What is forgiven",
        subjects=still_open("forsaken", "forgiven"), told="The god allows {subject} again",
        ends=("forsaken",), names=_forgiven,
    ),
    LedgerKind(
        "resurrected", "Resurrected", cite("10.5.13", 104, "A-92"), "judge",
        summary="All infirmities end, and the Injury stat is 0: the points of Injury are marked with it.",
        told="Resurrected", refuse=alive, marks=_at_injury_nought, raises=True, ends=("infirmity",), names=by_nothing,
    ),
)  # fmt: skip
