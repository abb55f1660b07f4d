"""Rolls besides casting, and the marks of play: knowing magic, seeing it, breaking free of it, and plain skills."""

from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256
from typing import NamedTuple

from rules.kernel import EMPTIED, FILLED, Check, Cite, Figure, Live, Reading, Rest, Sheet, Term, Tracker
from rules.systems.rough_magic.afflicted import CHANGED, NOTHING, PAIN, Spelled, answered, endurance_by
from rules.systems.rough_magic.backlash import POLYMORPH, RESTED, endurance, stays, suffered
from rules.systems.rough_magic.casting_dice import barred, expert_die, expertise, rerolled
from rules.systems.rough_magic.creation import THAUMATURGY, attribute_of, skill_named, skills
from rules.systems.rough_magic.entries import Consequence, Spell
from rules.systems.rough_magic.falls import (
    disfigured,
    endurance_lost,
    endurance_taken,
    fallen,
    whole_endurance,
    word,
)
from rules.systems.rough_magic.game import ATTRIBUTES, DICE, MODERATE, POWER, REMARKABLE, cite, rough_magic
from rules.systems.rough_magic.opposed_sums import MOST_VALUE, OpposedSums

PERCEPTION = "perception"
MENTAL_AV = 8
HALF_HOUR = "Half hour without magic"


class Art(NamedTuple):
    """A roll the chapter names: skill with attribute against a difficulty, and what it takes to try."""

    key: str
    label: str
    skill: str
    attribute: str
    dv: int
    section: str
    magical: bool = True


ARTS = (
    Art("identify", "Identify a spell's avenue", THAUMATURGY, "reason", MODERATE, "Identifying Spells"),
    Art("identify-detail", "Identify a spell in detail", THAUMATURGY, "reason", REMARKABLE, "Identifying Spells"),
    Art("mage-sight", "Sense magic", PERCEPTION, POWER, MODERATE, "Mage Sight"),
    Art("watched", "Notice scrying", PERCEPTION, POWER, MODERATE, "Mage Sight"),
    Art("watched-when", "Tell past, present or future", PERCEPTION, POWER, REMARKABLE, "Mage Sight"),
    Art("see-through", "See through an illusion", PERCEPTION, "reason", REMARKABLE, "Illusions", magical=False),
)
BROKEN = {"presence": "Phantasms", "presence+power": "Telepathy", "agility": "Transmutation"}
"""Where it is written how one breaks free, by what resisted the spell."""
DEFENCES = {"presence": "Presence", "presence+power": "Presence and Power Level", "agility": "Agility"}


USUAL = {
    "stealth": "agility", "hand-to-hand combat": "brawn", "ranged combat": "agility", "deception": "presence",
    "investigation": "reason", "perception": "reason", "medicine": "reason", "piloting": "agility",
    "performance": "presence", "engineering": "reason", "athletics": "agility", "computing": "reason",
    "culture": "reason", "diplomacy": "presence", "finesse": "agility", "gambling": "reason",
    "manipulation": "presence", "mental combat": "presence", "science": "reason", "survival": "reason",
    "tradesman": "reason", "warfare": "reason",
}  # fmt: skip
"""The attribute a skill is mostly rolled with, where that goes without saying."""


class Circumstances(NamedTuple):
    """What surrounds a roll: difficulty or the other side's value, tools, other dice, the spells on whoever rolls."""

    dv: int
    tools: int = 0
    more: int = 0
    subtle: bool = False
    spelled: Spelled = NOTHING


def art_check(c: Reading, art: Art, around: Circumstances | None = None) -> Check:
    """One of the arts; identifying wants Thaumaturgy, mage sight a Power Level."""
    around = around or Circumstances(art.dv)
    made = skill_check(c, art.skill, art.attribute, around, art.key, art.label, cite(art.section))
    if art.skill == THAUMATURGY and skill_named(c, THAUMATURGY) is None:
        return replace(made, dice=None, note="You need Thaumaturgy to identify a spell.")
    if art.magical and art.skill == PERCEPTION and c[POWER] <= 0:
        return replace(made, dice=None, note="Mage sight requires a Power Level above 0.")
    return made


def skill_check(
    c: Reading, word: str, attribute: str, around: Circumstances, key: str, label: str, where: Cite
) -> Check:
    """Skill with attribute and tools. Without the skill, tools alone or one die (R-05)."""
    trained = not word or skill_named(c, word) is not None
    barred = not trained and c.setting("untrained") == "no_attribute"
    figure = c.figure(attribute)
    terms = [Term(figure.value, figure.label, where, counted=not barred)]
    if not barred:
        terms.extend(around.spelled.terms(attribute))
    if around.tools:
        terms.append(Term(around.tools, "tools", cite("Equipment 6954")))
    dice = [Term(DICE, "base dice", cite("Casting Spells"))]
    if not trained and not barred:
        dice.append(Term(-1, "untrained", cite("Skills of a related game", "R-05")))
    if around.subtle:
        dice.append(Term(-1, "cast subtly", cite("Identifying Spells")))
    if around.more:
        dice.append(Term(around.more, "other modifier", cite("Complexities", "R-01")))
    dice.extend(around.spelled.dice())
    dice.extend(expert_die(expertise(c, word)))
    note = "" if trained else "Untrained: " + ("attribute not added." if barred else "only 1 die.")
    return rolled(c, key, label, where, terms, dice, around.dv, rerolled(expertise(c, word)), note)


def rolled(
    c: Reading,
    key: str,
    label: str,
    where: Cite,
    terms: Iterable[Term],
    dice: Iterable[Term],
    dv: int,
    again: int = 0,
    note: str = "",
) -> Check:
    """A check from its lines; no dice where none are left."""
    pool = Figure.of(key, label, where, terms)
    thrown = Figure.of("dice", "Dice", cite("Complexities", "R-01"), dice)
    against = Figure.of("dv", "Difficulty value", where, (Term(dv, "difficulty", where),))
    others = (against, thrown)
    if thrown.value <= 0:
        told = "No dice left, so you can't try."
        return Check(key, label, where, pool, None, told, others=others)
    av = min(max(pool.value, -MOST_VALUE), MOST_VALUE)
    contest = OpposedSums(thrown.value, av, dv, again, c.setting("bonus_dice") == "keep2")
    return Check(key, label, where, pool, contest, f"{contest}. {note}".strip(), others=others)


def break_free(c: Reading, defence: str, against: int, more: int = 0, spelled: Spelled = NOTHING) -> Check:
    """Throwing off a spell: the same defence as at first, against the caster's value; a suggestion takes no die."""
    where = cite(BROKEN[defence])
    keys = {"presence": ("presence",), "presence+power": ("presence", POWER), "agility": ("agility",)}[defence]
    terms = [Term(c[key], c.figure(key).label, where) for key in keys]
    terms += (term for key in keys for term in spelled.terms(key))
    dice = [Term(DICE, "base dice", cite("Casting Spells"))]
    if more:
        dice.append(Term(more, "other modifier", cite("Complexities", "R-01")))
    return rolled(c, "break-free", "Break free of a spell", where, terms, dice, against)


@rough_magic.check
def arts(c: Reading) -> Iterable[Check]:
    """The rolls the chapter names, at their usual difficulty."""
    for art in ARTS:
        made = art_check(c, art)
        yield replace(made, answers=(("roll", art.key), ("against", str(art.dv))))
    made = break_free(c, "presence", MENTAL_AV)
    answers = (("roll", "break-free"), ("against", str(MENTAL_AV)))
    yield replace(made, answers=answers)


@rough_magic.check
def trades(c: Reading) -> Iterable[Check]:
    """Each other skill with its usual attribute, or the best one, against something remarkable."""
    best = max(ATTRIBUTES[:-1], key=lambda key: c[key])
    for skill in c.memo(skills):
        if not skill.word or skill.word == THAUMATURGY or skill is not skill_named(c, skill.word):
            continue
        key, attribute = f"skill-{skill.place + 1}", USUAL.get(skill.word, best)
        label = f"{skill.name} ({c.figure(attribute).label})"
        made = skill_check(c, skill.word, attribute, Circumstances(REMARKABLE), key, label, cite("Skills"))
        asked = tuple(
            (("roll", "skill"), ("skill", word), ("attribute", attribute), ("against", str(REMARKABLE)))
            for word in (skill.word, "another")
        )
        yield replace(made, answers=asked[0], instead=asked[1])


@rough_magic.modifier
def at_play(live: Live, key: str) -> Iterable[Term]:
    """Curses and blessings in an attribute, and in all that is reckoned from it: action values and Endurance, of which
    magic may have taken some."""
    c = live.sheet.reading
    spelled = answered(c, live.answers)
    spell = c.rulebook.find(Spell, key.removeprefix("av-")) if key.startswith("av-") else None
    yield from spelled.terms(attribute_of(c, spell)[0] if spell else key)
    if key == "endurance" and (change := endurance_by(c, spelled.by)):
        yield Term(change, "Brawn and Presence, by spells", cite("Endurance of a related game", "R-06"))
    if key == "endurance" and (gone := endurance(live.sheet, live.marks).marked(c.memo(endurance_taken))):
        yield Term(-gone, "lost to magic, as marked", cite("Unintended Consequences"))


def further(sheet: Sheet) -> Iterable[tuple[str, Check]]:
    """Each attribute by itself, for what nobody here has learned (R-05)."""
    c = sheet.reading
    for attribute in ATTRIBUTES[:-1]:
        label, where = c.figure(attribute).label, cite("Skills")
        made = skill_check(c, "another", attribute, Circumstances(REMARKABLE), f"skill-{attribute}", label, where)
        answers = (("roll", "skill"), ("skill", "another"), ("attribute", attribute), ("against", str(REMARKABLE)))
        yield "Untrained", replace(made, answers=answers)


rough_magic.further = further


@rough_magic.figure(RESTED, HALF_HOUR, cite("Recovering From Magical Consequences"))
def half_hours(c: Reading) -> Iterable[Term]:
    """How often half an hour gives something back before the next casting."""
    yield Term(1, "once after a casting", cite("Recovering From Magical Consequences"))


@rough_magic.tracker
def trackers(c: Reading) -> Iterable[Tracker]:
    """Endurance, the maximum that magic took, rest from magic, and plot points."""
    most, where = c.figure("endurance"), cite("Unintended Consequences")
    back = cite("Recovering From Magical Consequences")
    yield Tracker("endurance-lost", "Endurance lost", cite("Basics"), most, 0, "Lost to attacks.", hit=1)
    taken = c.memo(endurance_taken)
    known = f"The {taken} in the ledger are already subtracted." if taken else "Rests give them back."
    if not barred(c):
        yield Tracker("maximum-lost", "Max Endurance lost", where, most, 0,
                  f"Lose 1 to 4 for each failed casting. {known}")  # fmt: skip
        yield Tracker(RESTED, HALF_HOUR, back,
                      c.figure(RESTED), 0,
                      "Marked once its 1 Max Endurance is back. Clear it when you cast.")  # fmt: skip
    yield Tracker("plot-points", "Plot points", cite("Equipment 6954", "R-07"), None, 0,
                  "Your GM says how many you start with.")  # fmt: skip


MAXIMUM, POLYMORPHED, SCAR = "maximum-endurance", "polymorphed", "disfigured-"


@rough_magic.in_ledger
def in_ledger(c: Reading) -> Iterable[Tracker]:
    """What failed magic took by the ledger: maximum Endurance, Power Level, what disfigures for good (R-22, R-25)."""
    where, back = cite("Unintended Consequences", "R-25"), cite("Recovering From Magical Consequences", "R-25")
    whole = Figure.of(MAXIMUM, "Maximum Endurance", where, whole_endurance(c))
    yield Tracker(MAXIMUM, whole.label, where, whole, max(0, c["endurance"]), entry="endurance",
                  returns="endurance-returned")  # fmt: skip
    if c.table.ledger.of("loss"):
        once = Figure.of(POLYMORPHED, "Polymorph", back, (Term(1, "Power Level lost", back),))
        yield Tracker(POLYMORPHED, "Power Level lost", back, once, int(fallen(c)), entry="restored", about=POWER)
    now = suffered(c)
    for key, name in ordeals(c).items():
        once = Figure.of(key, name, back, (Term(1, "until it is over", back),))
        yield Tracker(key, name, back, once, int(now is not None and now.name == name), entry="recovered", about=name)
    for key, name in scars(c).items():
        once = Figure.of(key, name, back, (Term(1, "for good", back),))
        yield Tracker(key, name, back, once, int(name in disfigured(c)), entry="healed", about=name)


def ordeals(c: Reading) -> dict[str, str]:
    """The consequence that stands, and those that are over by the ledger, by key: what is over may be undone."""
    known = {word(row.name): row for row in c.rulebook.all(Consequence).values()}
    found = (*(known.get(word(one.subject)) for one in c.table.ledger.of("recovered")), suffered(c))
    return {f"consequence-{row.key}": row.name for row in found if row}


def scars(c: Reading) -> dict[str, str]:
    """All that ever disfigured for good, by a key of its name: what was healed may be undone, whatever comes or goes
    beside it."""
    names = {word(entry.subject): entry.subject for entry in c.table.ledger.of("disfigured")}
    return {f"{SCAR}{sha256(key.encode(errors='replace')).hexdigest()[:10]}": name for key, name in names.items()}


@rough_magic.rest
def rests(c: Reading) -> Iterable[Rest]:
    """What returns to somebody who casts no spell for a while, marked or entered, and what a healing spell does to
    anybody (Healing, Recovering From Magical Consequences)."""
    where, back = cite("Recovering From Magical Consequences"), (("maximum-lost", -1), (MAXIMUM, 1))
    if not barred(c) or c.memo(endurance_lost) or fallen(c) or suffered(c):
        words = "Once, after the last time you cast."
        # A body that a polymorph has for good takes more than a day.
        whole = () if stays(c) or POLYMORPH in map(word, disfigured(c)) else ((POLYMORPHED, EMPTIED),)
        whole = (*whole, *(() if stays(c) else ((key, EMPTIED) for key in ordeals(c))))
        yield Rest("half-hour", "Half an hour without magic", where, ((RESTED, 1),), words, RESTED, back)
        yield Rest("day", "A day without magic", where, whole, "For each full day after that.", first=back)
    lost = (
        "endurance-lost",
        "maximum-lost",
        PAIN,
        *(f"cursed-{key}" for key in CHANGED),
        POLYMORPHED,
        *ordeals(c),
        *scars(c),
    )
    ends = (*((mark, EMPTIED) for mark in lost), (MAXIMUM, FILLED))
    yield Rest("healed", "A healing spell that succeeds", cite("Healing"), ends, "It also lifts every curse.")
