"""What a character's ledger may say: awarded dots, feats, steps to another archetype (4.2, 4.3, H-12)."""

from collections.abc import Iterable
from dataclasses import replace

from rules.kernel import LedgerEntry, LedgerKind, Sheet, common_kinds
from rules.systems.hprpg.budgets import FEATS, feat_price, feats_gone, paid_at_creation
from rules.systems.hprpg.entries import Archetype, Feature, Trait
from rules.systems.hprpg.game import cite, hprpg
from rules.systems.hprpg.turning import ARROW, archetype_steps, chosen_key, own_abilities, step_of


def feats_left(sheet: Sheet) -> Iterable[tuple[str, str]]:
    """The feats of the archetype that are not there yet (4.2)."""
    own, has = chosen_key(sheet.reading), sheet.build.picked("feats")
    for key, feat in sheet.rulebook.all(Feature).items():
        if feat.archetype == own and key not in has and not feat.retired:
            yield key, feat.name


def no_feat(sheet: Sheet, entry: LedgerEntry) -> str:
    """Only one of the archetype that stands on the sheet (4.2, H-29)."""
    known = {word.casefold() for key, name in feats_left(sheet) for word in (key, name)}
    return "" if entry.subject.strip().casefold() in known else "Choose a new feat of the archetype."


def steps_left(sheet: Sheet) -> Iterable[tuple[str, str]]:
    """Each own ability with its like of another archetype; once begun, only of the one that was begun (4.3, H-25)."""
    found, own = sheet.rulebook.all(Trait), sheet.reading.memo(own_abilities)
    home = chosen_key(sheet.reading)
    begun = {found[key].archetype for key in own} - {home}
    archetypes = sheet.rulebook.all(Archetype)
    for lost in own:
        for trait in found.values():
            fits = trait.category == "archetype-ability" and trait.type == found[lost].type
            if fits and found[lost].archetype == home != trait.archetype and trait.archetype in (begun or archetypes):
                label = f"{found[lost].name}{ARROW}{trait.name}"
                yield label, f"{label} ({archetypes[trait.archetype].name})" if trait.archetype in archetypes else label


def by_keys(sheet: Sheet, entry: LedgerEntry) -> LedgerEntry:
    """A step as documents have it: from one key to another, with the awarded dots that are lost (4.3, H-25)."""
    lost, gained, _ = step_of(sheet.rulebook, entry)
    if not (lost and gained):
        return entry
    c, carried = sheet.reading, sheet.reading.setting("archetype_step_dots") == "carried"
    awarded = 0 if carried else c.bought(lost) - c.memo(paid_at_creation).get(f"scores.{lost}", c.bought(lost))
    return replace(entry, amount=-max(0, awarded), more={"from": lost, "to": gained})


def no_step(sheet: Sheet, entry: LedgerEntry) -> str:
    """Like for like, towards one archetype, and no two on a day (4.3, H-25)."""
    found = sheet.rulebook.all(Trait)
    lost, gained, _ = step_of(sheet.rulebook, entry)
    if lost not in sheet.reading.memo(own_abilities) or not gained:
        return "Choose one of your special abilities and the one that replaces it."
    if found[lost].type != found[gained].type:
        return "Swap innate for innate, practical for practical or knowledge for knowledge."
    if f"{found[lost].name}{ARROW}{found[gained].name}" not in dict(steps_left(sheet)):
        return "You've already started another archetype. Finish that first."
    if any(step.entry.on == entry.on for step in sheet.reading.memo(archetype_steps)):
        return "You can take 1 step a day. To change at once, allow it on the review page."
    return ""


def with_feats(sheet: Sheet, entry: LedgerEntry) -> LedgerEntry:
    """A change of the archetype at once, with the feats that were bought and go with it (4.3, H-26, H-29)."""
    c, left = sheet.reading, entry.more.get("from")
    if entry.subject != "picks.archetype" or not feat_price(c):
        return entry
    found = sheet.rulebook.all(Feature)
    gone = [key for key in feats_gone(c) if key in found and found[key].archetype == left]
    return replace(entry, more={**entry.more, FEATS: gone}) if gone else entry


COMMON = common_kinds("awarded-dots", cite("4", 12, "H-12"), "Awarded", cite("9.1", 40, "H-34"), "dot")


hprpg.enters(
    *(replace(kind, fill=with_feats) if kind.key == "change" else kind for kind in COMMON),
    LedgerKind(
        "feat", "Feat gained", cite("4.2", 12, "H-29"), "judge",
        summary="The player can then choose it in the builder.", asks=("subject",), about="Feat", subjects=feats_left,
        refuse=no_feat, told="Gained {subject}",
    ),
    LedgerKind(
        "archetype-step", "Step to another archetype", cite("4.3", 12, "H-25"), "judge",
        summary="Swaps one ability for one of the same kind. After three, the archetype changes.", asks=("subject",),
        about="Swap", subjects=steps_left, fill=by_keys, refuse=no_step, unit="dot",
        told="Exchanged {from} for {to}[, which loses {amount}]",
    ),
)  # fmt: skip
