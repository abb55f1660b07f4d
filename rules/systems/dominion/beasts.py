"""Beasts in a fight: they roll like characters, by the stats of their entry, each from its range (13.5, A-71)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from rules.kernel import Check, Cite, Fact, Live, PlayFacts, Reading, Rulebook, Sheet, System, Term, Tracker
from rules.kernel.pages import BEAST, BeastRange, Bestiary, FightCard, facts_told, fight_rolls, first_sentences, rated
from rules.kernel.reading import Formula, Rule
from rules.kernel.rolls import standing
from rules.systems.dominion.entries import KINDS, Attribute, Beast, Composite, Skill, Stat
from rules.systems.dominion.fares import TIMING, fares
from rules.systems.dominion.game import DEATH, cite, dominion
from rules.systems.dominion.performing import LEAST, RATE, roll, scored, spared, spared_words
from rules.systems.dominion.reference import named_stat, stat_name
from rules.systems.dominion.surroundings import (
    CONDITIONS,
    SURROUNDINGS,
    surrounded,
    surrounded_told,
    surrounding,
    surroundings,
)


class BeastRules(System):
    """The rules of beasts, which are held to the same readings of the book as people."""

    def house_rules(self, given: Mapping[str, Any]) -> Mapping[str, int | bool | str]:
        return dominion.house_rules(given)


beasts = BeastRules(
    key=dominion.key,
    name=dominion.name,
    tagline=dominion.tagline,
    folder=dominion.folder,
    kinds=KINDS,
    short=dominion.short,
)

WHERE = cite("13.5", 211)
WITHSTAND = "withstand-injury"
FIVE = (TIMING, "dodge", WITHSTAND, "withstand-magic", RATE, "combat", "vigour", "agility", "stamina", "magic")
"""What others need of a beast, the first five that it has."""
ASKED = (TIMING, WITHSTAND, "withstand-magic")
"""What others make it roll (4.8, 4.9, 6.4)."""
RETREAT, MOST_ROLLS = "Retreat", 7
"""A dragon has six ways to strike, and can Retreat."""
SHORT = {WITHSTAND: "Withstand Injury", "withstand-magic": "Withstand Magic"}
LOST = "Lost while the Injury Penalty is this high."
WHOLESALE = ("skills", "attributes")
"""How the keys end that rate many stats at once."""
FIGHTING, LIMIT = "combat-skills", "limit"
PEACEFUL = ("magic", "knitting", "papier-mache")
"""Stats that no skill of the book is, with which it doesn't fight."""


def ranges(beast: Beast, rulebook: Rulebook) -> tuple[BeastRange, ...]:
    """Its stats as printed; one that can be trained begins at its lowest (4.7), and none is below one (A-09)."""
    return tuple(_range(stat, named_stat(stat, rulebook)) for stat in beast.stats)


def _range(stat: Stat, label: str) -> BeastRange:
    if stat.note and not stat.high:
        return BeastRange(stat.stat, label, note=stat.note)
    if stat.kind == LIMIT:
        return BeastRange(stat.key, label, max(LEAST, stat.low), stat.high, f"At most {stat.high}")
    if stat.kind == "maximum":
        return BeastRange(stat.stat, label, stat.low, stat.low, f"Trained up to {stat.high}")
    return BeastRange(stat.stat, label, stat.low, stat.high, stat.note)


def line(beast: Beast) -> str:
    """What it is: "Mythical beast", "Summoned helper"."""
    if beast.family == "helper":
        return "Summoned helper"
    return f"{beast.nature} beast".strip().capitalize()


def _entry(c: Reading | Sheet) -> Beast | None:
    return c.rulebook.find(Beast, c.build.pick(BEAST))


@beasts.family
def stats(c: Reading) -> Mapping[str, Formula]:
    """Each stat as it was chosen, in the order of the book; those of a beast that left it stay."""
    entry = _entry(c)
    printed = {stat.stat: named_stat(stat, c.rulebook) for stat in entry.stats} if entry else {}
    keys = dict.fromkeys((*printed, *sorted(c.build.scores)))
    where = entry.cite if entry else WHERE
    return {
        key: Formula(key, printed.get(key) or stat_name(key, c.rulebook), where, _chosen(key, where))
        for key in keys
        if key in c.build.scores
    }


def _chosen(key: str, where: Cite) -> Rule:
    def rule(c: Reading) -> Iterable[Term]:
        yield Term(c.build.scores[key], "chosen from its range", where)

    return rule


@beasts.family
def injury(c: Reading) -> Mapping[str, Formula]:
    """How many points it can suffer before its stat is at −12 (8.4.2)."""

    def points(c: Reading) -> Iterable[Term]:
        yield Term(c[WITHSTAND], "Withstand Injury", cite("8.4", 68))
        yield Term(-DEATH, "down to −12 (death)", cite("8.4.2", 69))

    known = WITHSTAND in c.build.scores
    return (
        {"injury-points": Formula("injury-points", "Injury Points until death", cite("8.4.2", 69), points)}
        if known
        else {}
    )


@beasts.tracker
def trackers(c: Reading) -> Iterable[Tracker]:
    """Injury, for every beast that withstands any (8.4)."""
    if WITHSTAND in c:
        stat, best = c[WITHSTAND], _best(c)
        words = f"−1 each beyond the first {max(0, stat)}, to all skills except {spared_words(c)}."
        yield Tracker(
            "injury", "Injury taken", cite("8.4", 68), c.figure("injury-points"), 0, words,
            counts=stat, defeat=max(0, stat + best), hit=1,
        )  # fmt: skip


def _fights(c: Reading) -> Iterator[str]:
    """What it does in a fight, in the order of its entry: attacks of its own and Combat Skills, defences, magic."""
    keys = [key for key in c.figures() if key != "injury-points"]
    skills = {key: c.rulebook.find(Skill, key) for key in keys}
    own = [key for key in keys if skills[key] is None and _own(c, key)]
    attacks = [key for key in keys if (skill := skills[key]) and skill.base == "combat" and skill.kind == "offensive"]
    defences = [key for key in keys if (skill := skills[key]) and skill.base == "combat" and skill.kind == "defensive"]
    magic = [key for key in keys if (skill := skills[key]) and skill.base == "witchcraft"]
    in_order = sorted((*own, *attacks), key=keys.index)
    yield from (*in_order, *defences, *magic)


def _best(c: Reading) -> int:
    return max((c[key] for key in _fights(c)), default=0)


def _own(c: Reading, key: str) -> bool:
    """Whether only its own entry has such a stat, or it stands for all Combat Skills, and it fights with it."""
    known = c.rulebook.find(Attribute, key) or c.rulebook.find(Composite, key)
    entry = _entry(c)
    # Where only a limit is printed, it is for whoever serves and never fights.
    limited = entry is not None and any(stat.key == key and stat.kind == LIMIT for stat in entry.stats)
    many = key.endswith(WHOLESALE) and (key != FIGHTING or limited)
    return not known and not many and key not in PEACEFUL


@beasts.condition
def conditions(c: Reading) -> Iterable[Tracker]:
    """What surrounds a fight, for whatever fights (7.5)."""
    if any(_in_combat(c, key) for key in _fights(c)):
        yield from surroundings()


def _in_combat(c: Reading, key: str) -> bool:
    """Whether it is a Combat Skill, or stands for one of its own."""
    skill = c.rulebook.find(Skill, key)
    return skill.base == "combat" if skill else _own(c, key)


@beasts.check
def checks(c: Reading) -> Iterable[Check]:
    """Everything it does in a fight, and what others make it roll (6.4, 7.3, 8.3, 13.4, 13.5)."""
    yield from (_check(c, key, 0, {}) for key in (*_does(c), *ASKED) if key in c and c[key] > 0)


def _does(c: Reading) -> Iterator[str]:
    """What it does in a fight, and at last that it gets away: nearly every beast can Retreat (13.4)."""
    yield from _fights(c)
    if RATE in c:
        yield RATE


def _check(c: Reading, key: str, penalty: int, around: Mapping[str, int]) -> Check:
    figure = c.figure(key)
    hurt = (*figure.terms, *_wounded(c, key, penalty, rolled=True))
    terms = (*hurt, *(surrounded(around) if _in_combat(c, key) else ()))
    if key == TIMING:
        return replace(scored(terms), key=key, answers=(("skill", key),))
    made = roll(key, RETREAT if key == RATE else figure.label, figure.cite, terms)
    return made if sum(term.amount for term in hurt) > 0 else replace(made, dice=None, note=LOST)


def _wounded(c: Reading, key: str, penalty: int, *, rolled: bool = False) -> Iterator[Term]:
    """What wounds take; of Movement only when it is `rolled`."""
    skill = c.rulebook.find(Skill, key)
    attribute = c.rulebook.find(Attribute, key) or c.rulebook.find(Composite, key)
    rated_only = attribute or (key == RATE and not rolled)
    if penalty and not rated_only and not spared(c, key, skill.base if skill else ""):
        yield Term(-penalty, "Injury Penalty", cite("8.4.1", 68))


def _penalty(sheet: Sheet, play: Mapping[str, Any]) -> int:
    return max(0, standing(play, "injury") - sheet[WITHSTAND]) if WITHSTAND in sheet.figures else 0


def now(sheet: Sheet, play: Mapping[str, Any]) -> PlayFacts:
    """What its wounds cost and what surrounds it, and whether it is dead (7.5, 8.4.1, 8.4.2)."""
    penalty, around = _penalty(sheet, play), surrounding(play)
    facts = (*_hurt(sheet, penalty), *surrounded_told(around))
    answers = (("injury", str(penalty)), *((key, str(many)) for key, many in around.items()))
    return PlayFacts(facts, answers, dead=penalty >= -DEATH)


def _hurt(sheet: Sheet, penalty: int) -> Iterator[Fact]:
    """The penalty, and that it has reached the best of what it fights with (8.4.1, 8.5.2)."""
    if penalty:
        yield Fact("Injury Penalty", f"−{penalty}", "", cite("8.4.1", 68))
        if penalty >= _best(sheet.reading):
            yield Fact("Defeated in combat", "", "", cite("8.5.2", 71))


def rolled_now(sheet: Sheet, answers: Mapping[str, str]) -> Check:
    """The roll of a stat with the wounds of the moment and what surrounds it."""
    around = {key: int(answers[key]) for key in SURROUNDINGS if key in answers}
    return _check(sheet.reading, answers["skill"], int(answers["injury"]), around)


@beasts.modifier
def wounds(live: Live, key: str) -> Iterable[Term]:
    """The Injury Penalty on what it slows, and what surrounds it on all but plain Movement (7.3.12, 7.5, 8.4.1)."""
    c = live.sheet.reading
    yield from _wounded(c, key, _penalty(live.sheet, live.marks))
    if key != RATE and _in_combat(c, key):
        yield from surrounded(surrounding(live.marks))


beasts.now = now
beasts.rolled_now = rolled_now


def fight(live: Live) -> FightCard:
    """Timing, what keeps blows off and how far it gets; then its attacks, in the order of its entry."""
    rolls = {check.key: live.check(check) for check in live.sheet.checks if check.key in (*ASKED, "dodge")}
    figures = (
        replace(vital, asks=rolls[key].answers) if key in rolls and rolls[key].dice else vital
        for key in FIVE
        for vital in rated(live, key, SHORT.get(key, ""))
    )
    entry = _entry(live.sheet)
    return FightCard.of(
        figures,
        fight_rolls(live, _does(live.sheet.reading), dominion.usual_dice),
        _manner(live.sheet, entry) if entry else "",
        most=MOST_ROLLS,
        state=facts_told(live, "Injury Penalty", "Defeated", CONDITIONS),
        more=_more(entry) if entry else (),
    )


def _more(entry: Beast) -> Iterator[tuple[str, str]]:
    """What its entry says of it in whole, as that holds what makes it deadly (13.5)."""
    for label, text in (("Attacks", entry.attacks), ("Equipment", entry.equipment), ("Notes", entry.notes)):
        if text:
            yield label, text


def _manner(sheet: Sheet, entry: Beast) -> str:
    """How it fights, or else what its book leaves to the spell that called it, or what it is."""
    left = (f"{one.label}: {one.note}" for one in ranges(entry, sheet.rulebook) if one.key not in sheet.figures)
    return first_sentences(entry.attacks) or entry.equipment or "; ".join(left) or entry.summary


dominion.beasts = Bestiary(Beast, beasts, ranges, line, fight, fares)
