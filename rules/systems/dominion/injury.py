"""Chapters 8 and 10: what wounds and weariness do just now."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules.kernel import Cost, Fact, Figure, LedgerEntry, PlayFacts, Reading, Sheet, Term, Tracker, amount
from rules.kernel.rolls import standing
from rules.systems.dominion.ailments import diseases, infirmities
from rules.systems.dominion.armoury import no_block
from rules.systems.dominion.creation import is_of_skill, own_skills, studied
from rules.systems.dominion.entries import Skill, Variant
from rules.systems.dominion.game import DEATH, FLOOR, cite, dominion
from rules.systems.dominion.mounts import trained
from rules.systems.dominion.performing import (
    NEVER,
    NEVER_ROLLED,
    RATE,
    RUN,
    best_of,
    spared,
    spared_words,
)
from rules.systems.dominion.surroundings import surrounded_told, surrounding

MOST_BREAKS = 10
CHANNEL = "channel"
EVERY, ALL = "priestcraft", "All Priestcraft"
SIDES = (("combat", "8.5.2", 71), ("priestcraft", "8.6", 72), ("witchcraft", "8.6", 72))


def now(sheet: Sheet, play: Mapping[str, Any]) -> PlayFacts:
    """Penalties, lost skills, Defeat and death, from the points taken and the Channelling done (8.4, 8.8, 10.5.4)."""
    taken = standing(play, "injury")
    injury = max(0, taken - sheet["injury"])
    weary = max(0, standing(play, "fervour") - sheet["fervour"])
    breaks, blocked = min(standing(play, "lucky-break"), MOST_BREAKS), standing(play, "blocked")
    around = surrounding(play)
    facts = (
        *_lucky(sheet, breaks), *_injured(sheet, injury), *_resting(sheet, taken, injury),
        *_weary(sheet, injury, weary), *surrounded_told(around), *_lasting(sheet),
    )  # fmt: skip
    # Beyond twelve there is nothing worse, and a form asks for no more.
    answers = (
        ("injury", str(min(injury, -DEATH))),
        ("fervour", str(min(weary, -DEATH))),
        *((("breaks", str(breaks)),) if breaks else ()),
        *((("blocked", "on"),) if blocked else ()),
        *((key, str(many)) for key, many in around.items()),
    )  # fmt: skip
    bars = sheet["channel"] <= 0 or bool(sheet.reading.memo(forsaken))
    return PlayFacts(facts, answers, bars=bars, dead=injury >= -DEATH)


def barred(sheet: Sheet, skill: str, base: str, injury: int, weary: int) -> str:
    """Why nothing can be rolled, whatever the die shows; "" where it can be tried.

    `skill` is the figure that the roll stands on, "" for a spell's, `base` what it starts from (7.3.10, 8.4.2, 8.8,
    10.2, 10.5.4, 11.2, A-33, A-44).

    A Lucky Break doesn't count here. It raises the stat of what is rolled (3.9.1), and what a penalty has taken away is
    not rolled at all until one heals or rests: a passage that names the only way back (8.8, 10.5.4).
    """
    c = sheet.reading
    if base in NEVER and not studied(c, base):
        return NEVER[base]
    if injury >= -DEATH:
        return "Dead: the Injury stat is at −12."
    if skill == "block" and (why := no_block(c)):
        return why
    if base == "priestcraft" and (why := _barred_by_god(sheet, skill)):
        return why
    best = c.memo(tops)
    if base == "priestcraft" and (weary >= -DEATH or (weary and weary + injury >= best[base])):
        return "No Channelling until you Rest."
    if base == "priestcraft" and weary and skill in sheet.figures and weary + injury >= sheet[skill]:
        return f"{sheet.figures[skill].label} is lost until you Rest."
    if not injury or spared(c, skill, base):
        return ""
    if injury >= best[""]:
        return "Totally incapacitated: all affected skills are lost."
    if base in best and injury >= best[base]:
        return f"Defeated in {base}: the Injury Penalty has reached your best {base.capitalize()} skill."
    if skill in sheet.figures and injury > sheet[skill] - _equal(sheet):
        gone = f"{RUN} are" if skill == RATE else f"{sheet.figures[skill].label} is"
        return f"{gone} lost while the Injury Penalty is −{injury}."
    return ""


def _barred_by_god(sheet: Sheet, skill: str) -> str:
    """Why no god answers: the Channel stat is lost, or the priest is forsaken (10.5.6, 10.7, A-86, A-90)."""
    if sheet["channel"] <= 0:
        return "No Channelling with a Channel stat of 0."
    barred = {EVERY, skill} & sheet.reading.memo(forsaken).keys()
    return "Forsaken: the god doesn't answer." if barred else ""


def forsaken(c: Reading) -> Mapping[str, LedgerEntry]:
    """What the god bars just now, and the entry that says so: a skill by its key, or all of Priestcraft (A-90)."""
    found: dict[str, LedgerEntry] = {}
    for entry in c.table.ledger.of("forsaken", "forgiven"):
        what = craft_of(c, entry)
        if entry.kind == "forsaken":
            found[what] = entry
        elif entry.subject:
            found.pop(what, None)
        else:
            found.clear()
    return found


def craft_of(c: Reading, entry: LedgerEntry) -> str:
    """The key of the skill that an entry is about; words that no skill has stand as they are."""
    if entry.means("", EVERY, ALL):
        return EVERY
    return next((key for key in c.rulebook.all(Skill) if is_of_skill(c.rulebook, entry, key)), entry.subject)


def tops(c: Reading) -> Mapping[str, int]:
    """The highest stat of each composite, weapons aside; "" has that of everything an injury lowers (A-33)."""
    found = {side: max(0, best_of(c, side)) for side, _, _ in SIDES}
    found[""] = max((stat for _, stat in _stats(c)), default=0)
    return found


def _injured(sheet: Sheet, injury: int) -> Iterable[Fact]:
    if injury >= -DEATH:
        yield Fact("Dead", "", "The Injury stat is at −12.", cite("8.4.2", 69), lasts=True, death=True)
        return
    if injury:
        words = f"On all skills except {spared_words(sheet.reading)}."
        yield Fact("Injury Penalty", f"−{injury}", words, cite("8.4.1", 68, "A-34"))
        stats = list(_stats(sheet.reading))
        if stats and all(stat <= injury for _, stat in stats):
            yield Fact("Totally incapacitated", "", "All affected skills are lost.", cite("8.8", 74, "A-33"))
            return
        for side, section, page in SIDES:
            if (side == "combat" or studied(sheet.reading, side)) and injury >= sheet.reading.memo(tops)[side]:
                words = f"The penalty has reached your best {side.capitalize()} skill."
                yield Fact(f"Defeated in {side}", "", words, cite(section, page, "A-33"))
        lost = [name for name, stat in stats if injury > stat - _equal(sheet)]
        if lost:
            yield Fact("Lost for now", "", f"{', '.join(lost)}.", cite("8.8", 74, "A-33"))


def marks_along(settings: Mapping[str, Any]) -> Mapping[str, str]:
    """A step in the stat that wounds or weariness are counted from leaves them as deep as they are (A-84)."""
    house = dominion.settings["bought_while_down"]
    frozen = house.coerce(settings.get(house.key, house.default)) == "frozen"
    return {"scores.withstand-injury": "injury", "scores.channel": "fervour"} if frozen else {}


def costs_of(breaks: int) -> tuple[Cost, ...]:
    """An AP for each Lucky Break that a roll counts on (3.9.1)."""
    return (Cost(("aps",), -breaks),) if breaks else ()


def channelled(way: Variant, base: str) -> tuple[Cost, ...]:
    """A point of Fervour for each success of a Priestcraft skill, and for some ways a point of Channel, whether they
    succeed or not (10.5.4, 10.5.6, 10.5.8, 10.5.13).

    Fervour comes first: where it stands as high as Channel, it would fall along with that and then once more (A-45).
    """
    lost = (Cost((CHANNEL,), -1, behind="fervour"),) if way.channel else ()
    return (Cost(("fervour",), 1, "success"), *lost) if base == "priestcraft" else ()


@dominion.in_ledger
def channel(c: Reading) -> Iterable[Tracker]:
    """The Channel stat of a priest: each point lost of it is an entry (10.5.6, A-86)."""
    if studied(c, "priestcraft"):
        stat, where = c.figure(CHANNEL), cite("10.5.6", 96, "A-86")
        lost = sum(is_of_skill(c.rulebook, entry, CHANNEL) for entry in c.table.ledger.of("loss"))
        most = Figure.of(
            CHANNEL, stat.label, where, (Term(max(0, stat.value), stat.label, where), Term(lost, "lost", where))
        )
        yield Tracker(CHANNEL, stat.label, where, most, max(0, stat.value), entry="loss", about=CHANNEL)


def _lucky(sheet: Sheet, breaks: int) -> Iterable[Fact]:
    if breaks:
        words = "On all skills until the end of the round."
        yield Fact("Lucky Break", f"+{breaks * sheet['luck']}", words, cite("3.9.1", 20))


def _lasting(sheet: Sheet) -> Iterable[Fact]:
    """Infirmities, diseases and a god's anger, by the ledger (8.9, 8.10, 10.7, A-90, A-91)."""
    ledger = sheet.table.ledger
    for entry in infirmities(ledger):
        words = _noted(entry, "Rest doesn't end it.")
        yield Fact("Infirmity", entry.subject, words, cite("8.10", 76, "A-91"), lasts=True)
    for entry in diseases(ledger):
        told = (("initial", "at once"), ("spreading", "each time it spreads"), ("period", ""))
        words = ", ".join(f"{entry.more[key]} {words}".strip() for key, words in told if entry.more.get(key))
        words = _noted(entry, f"{words}." if words else "")
        yield Fact("Disease", entry.subject, words, cite("8.9", 74, "A-91"), lasts=True)
    for mount in trained(sheet.reading).values():
        yield Fact("Mount", mount.name, f"{mount.stat} {mount.to}", cite("4.7", 27, "A-88"), lasts=True)
    for key, entry in sheet.reading.memo(forsaken).items():
        skill = sheet.rulebook.find(Skill, key)
        words = ALL if key == EVERY else skill.name if skill else key
        yield Fact("Forsaken", words, entry.note, cite("10.7", 108, "A-90"), lasts=True)


def _noted(entry: LedgerEntry, words: str) -> str:
    """What is told of something that goes on, after what was noted with it."""
    note = entry.note.strip().rstrip(".")
    return " ".join(part for part in (f"{note}." if note else "", words) if part)


def _equal(sheet: Sheet) -> int:
    """1 where a penalty as high as a stat takes the skill away, 0 where only a higher one does (A-33)."""
    return int(sheet.reading.setting("lost_skills") == "equal")


def _resting(sheet: Sheet, taken: int, injury: int) -> Iterable[Fact]:
    """How long bed rest takes to heal everything, and what a healer adds (8.11, 8.12, 10.5.9, A-40, A-41)."""
    if taken and injury < -DEATH:
        free = f"The penalty ends after {amount(injury, 'day')}. " if injury else ""
        at = f" at −{injury} (your penalty)" if injury else ""
        bed = f"Bed rest heals 1 point a day, unless a Disease spreads. {free}"
        ill = "Bed rest heals nothing until your Disease is healed. " if diseases(sheet.table.ledger) else ""
        words = f"{ill or bed}Once a day, someone else can roll Medical Lore{at} to heal the number rolled."
        yield Fact(
            "Bed rest" if ill else "Days of bed rest", "" if ill else str(taken), words, cite("8.11", 76, "A-40")
        )


def _weary(sheet: Sheet, injury: int, weary: int) -> Iterable[Fact]:
    if weary >= -DEATH:
        yield Fact("Exhausted", "", "No Channelling until you Rest.", cite("10.5.4", 92))
    elif weary:
        text = "Fervour is this far below 0, so Priestcraft skills are that much lower until you Rest (sleep and pray)."
        yield Fact("Fervour Penalty", f"−{weary}", text, cite("10.5.4", 92))
        if weary + injury >= sheet.reading.memo(tops)["priestcraft"]:
            yield Fact("No Priestcraft left", "", "Rest first.", cite("10.5.4", 92, "A-44"))
            return
        skills = sheet.rulebook.all(Skill).items()
        crafts = ((skill.name, sheet[key]) for key, skill in skills if skill.base == EVERY and key not in NEVER_ROLLED)
        if lost := [name for name, stat in crafts if weary + injury >= stat]:
            yield Fact("Lost until you Rest", "", f"{', '.join(lost)}.", cite("10.5.4", 92, "A-44"))


def _stats(c: Reading) -> Iterable[tuple[str, int]]:
    """Every skill that an injury lowers, with its stat; crafts only of those who practise them."""
    for key, skill in c.rulebook.all(Skill).items():
        practised = skill.base not in NEVER or studied(c, skill.base)
        if practised and key not in NEVER_ROLLED and not spared(c, key, skill.base):
            yield RUN if key == RATE else skill.name, c[key]
    for own in c.memo(own_skills):
        if own.key in c and not spared(c, own.key, own.attribute):
            yield own.label, c[own.key]


dominion.now = now
dominion.marks_along = marks_along
dominion.deadly = {"injury": FLOOR - DEATH}
"""The Injury stat is Withstand Injury, which starts from an attribute, and none is lower than that (3.1, 4.8, 8.4)."""
