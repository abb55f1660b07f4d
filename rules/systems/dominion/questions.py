"""Asking for any roll: as a form on the sheet, and as exact odds on the command line."""

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from rules.kernel import Check, Cite, Live, Reading, Sheet, Term
from rules.kernel.basics import shorten
from rules.kernel.pages import ChoiceField, Option, Parser, Question, chance, counter, tick, whole
from rules.systems.dominion import called_shots, effects, ranges
from rules.systems.dominion.armoury import shielded, shields
from rules.systems.dominion.creation import own_skills
from rules.systems.dominion.entries import Attribute, Skill, Spell
from rules.systems.dominion.game import ATTRIBUTES, DEATH, cite, dominion
from rules.systems.dominion.injury import MOST_BREAKS, barred, channelled, costs_of, tops
from rules.systems.dominion.performing import (
    BARE_HANDS,
    DIFFICULTY,
    FROM_GM,
    NEVER_ROLLED,
    RATE,
    TIMING,
    USUAL,
    castings,
    known_spells,
    of_target,
    roll,
    scored,
    skill_checks,
    skill_die,
    spared,
    spared_words,
    timing_score,
    too_great,
    way_of,
    weaponless,
    with_aids,
)
from rules.systems.dominion.surroundings import SURROUNDINGS, surrounded

NUMBERS = (
    ("modifier", "Modifier", -20, 20, "from the GM", ("4.2", 22)),
    ("actions", "Other actions this round", 0, 10, "Action Penalty", ("4.3", 23)),
    ("injury", "Injury Penalty", 0, 12, "Injury Penalty", ("8.4.1", 68)),
    ("fervour", "Fervour Penalty", 0, 12, "Fervour Penalty", ("10.5.4", 92)),
    ("breaks", "Lucky Breaks", 0, MOST_BREAKS, "Lucky Breaks", ("3.9.1", 20)),
)
HELP = {
    "modifier": FROM_GM,
    "fervour": "How far Fervour is below 0. It lowers Priestcraft skills.",
}
UNHONED = "Unhoned: no skill fits, so you roll the attribute itself. Your GM says which."
UNKNOWN = "No roll is called “{}”. Choose one from the list."
REACTIONS = ("grip", "withstand-injury", "withstand-magic", "alertness")
"""Rolled because of what others do, so never declared and free of the Action Penalty (A-25)."""


class RollRequest(NamedTuple):
    """What is rolled: its lines before anything modifies it, and which penalties it is spared."""

    key: str
    label: str
    cite: Cite
    terms: tuple[Term, ...]
    spell: Spell | None = None
    uninjured: bool = False
    reaction: bool = False
    skill: str = ""
    base: str = ""

    @property
    def stat(self) -> int:
        """The stat itself: of a Difficulty Penalty and of bare hands it knows nothing."""
        return sum(term.amount for term in self.terms if term.label not in (DIFFICULTY, BARE_HANDS))


def ask(sheet: Sheet, answers: Mapping[str, str]) -> Question:
    """Any stat with what changes it this round. Answers that make no sense fall back to the usual ones."""
    options = sheet.reading.memo(_options)
    keys = {option.key for option in options}
    wanted = answers.get("skill", "").removesuffix("-as-worn")
    known, said = wanted in keys, _said(answers)
    asked = _asked(sheet, wanted if known else USUAL[0])
    check = _rolled(sheet, asked, said)
    notes = (check.note, *_notes(sheet, asked, said.numbers, said.aim, check.pool.value))
    made = replace(check, note=" ".join(note for note in notes if note))
    if wanted and not known:
        made = roll(wanted, "No such roll", cite("4.2", 22), (), UNKNOWN.format(shorten(wanted)))
        made = replace(made, dice=None)
    way = way_of(sheet.rulebook, asked.key)
    takes = () if too_great(way, asked.stat) else channelled(way, asked.base)
    made = replace(made, costs=(*costs_of(said.numbers["breaks"]), *takes))
    return Question(
        (
            ChoiceField(
                "skill",
                "Roll",
                options,
                (asked.key,) if known or not wanted else (),
                style="select",
                summary=UNHONED if asked.key in ATTRIBUTES else "",
            ),
            *((called_shots.field(said.aim),) if called_shots.may_aim(asked.key) else ()),
            *((ranges.field(said.distance),) if ranges.is_missile(asked.key) else ()),
            *(
                counter(name, words, cite(*place), said.numbers[name], low, high, HELP.get(name, ""))
                for name, words, low, high, _, place in NUMBERS
                if name != "fervour" or _priestly(sheet, asked.key)
            ),
            *((tick("blocked", "Blocked this round", said.blocked),) if shields(sheet.reading) else ()),
        ),
        made,
        varies=True,
    )


def rolled_now(sheet: Sheet, answers: Mapping[str, str]) -> Check:
    """What `ask` makes of the answers of a check, without its form: a list asks for a hundred of them."""
    return _rolled(sheet, _asked(sheet, answers["skill"]), _said(answers))


class Said(NamedTuple):
    """What is said of one roll: numbers by name, the place aimed at, the band of the range."""

    numbers: Mapping[str, int]
    aim: str
    distance: str
    blocked: bool
    around: Mapping[str, int]


def _said(answers: Mapping[str, str]) -> Said:
    numbers = {name: whole(answers.get(name), 0, low, high) for name, _, low, high, _, _ in NUMBERS}
    aim, distance = called_shots.aimed(answers.get("aim", "")), ranges.band(answers.get("range", ""))
    around = {key: whole(answers.get(key), 0, 0, most) for key, (_, most) in SURROUNDINGS.items()}
    return Said(numbers, aim, distance, "blocked" in answers, around)


def _rolled(sheet: Sheet, asked: RollRequest, said: Said) -> Check:
    """The roll with everything that changes it this round."""
    behind = shielded(sheet.reading, asked.key) if said.blocked else ()
    fight = surrounded(said.around) if asked.base == "combat" else ()
    bands = ranges.terms(asked.key, said.distance)
    terms = [*asked.terms, *behind, *_modifiers(sheet, asked, said.numbers), *bands, *fight]
    why = barred(sheet, asked.skill, asked.base, said.numbers["injury"], said.numbers["fervour"])
    if why := why or too_great(way_of(sheet.rulebook, asked.key), asked.stat):
        return replace(roll(asked.key, asked.label, asked.cite, terms, why), dice=None)
    if asked.key == TIMING:
        made = timing_score(sheet)
        return replace(scored(terms), dice=None, note=made.note) if made.dice is None else scored(terms)
    if asked.spell:
        cast = roll(asked.key, asked.label, asked.cite, terms, of_target(asked.spell))
        return with_aids(asked.spell, cast, sum(term.amount for term in asked.terms))
    if not said.aim or not called_shots.may_aim(asked.key):
        return roll(asked.key, asked.label, asked.cite, terms)
    check = roll(asked.key, asked.label, asked.cite, (*terms, *called_shots.terms(sheet.reading, said.aim)))
    near = called_shots.nearly(sheet.reading, said.aim, asked.stat, check.pool.value, said.numbers["modifier"])
    return replace(check, dice=skill_die(check.pool.value, near))


def _notes(sheet: Sheet, asked: RollRequest, numbers: Mapping[str, int], aim: str, rolled: int) -> Iterable[str]:
    """What the roll is spared, what a success does, what a Called Shot comes to."""
    c = sheet.reading
    if asked.uninjured and numbers["injury"]:
        yield f"The Injury Penalty doesn't apply to {spared_words(c)}."
    if asked.reaction and numbers["actions"]:
        yield "Reactions ignore the Action Penalty."
    if asked.spell:
        yield from effects.of_spell(c, asked.spell, asked.stat, rolled)
    else:
        yield from ranges.told(c, asked.key)
        yield from effects.told(c, asked.key, asked.stat, rolled)
    if aim and called_shots.may_aim(asked.key):
        yield from called_shots.told(c, aim, asked.stat, rolled, numbers["modifier"])
    elif aim:
        yield "Only a Strike, a Missile Strike or Brawling can be a Called Shot."


def _options(c: Reading) -> tuple[Option, ...]:
    """Everything there is to roll, worked out once for however many rolls a page asks for."""
    return tuple(_rolls(c))


def _rolls(c: Reading) -> Iterator[Option]:
    figures = c.figures()
    yield Option(TIMING, "Timing Score", "How early you act this round.", group="Order of Play")
    for key, skill in c.rulebook.all(Skill).items():
        for check in skill_checks(c, key) if key not in NEVER_ROLLED else ():
            yield Option(check.key, check.label, skill.summary, group=f"{skill.base.capitalize()} skills")
    for own in c.memo(own_skills):
        if own.key in figures:
            yield Option(own.key, own.label, group="New Skills")
    for key, figure in figures.items():
        if "-with-" in key or key.startswith("within-"):
            yield Option(key, figure.label, group="With weapons and armour")
    for key, attribute in c.rulebook.all(Attribute).items():
        if key not in NEVER_ROLLED:
            yield Option(key, f"Unhoned: {attribute.name}", group="Attributes")
    for spell in known_spells(c):
        for check in castings(c, spell):
            yield Option(check.key, check.label, group="Spells")


def _asked(sheet: Sheet, key: str) -> RollRequest:
    cast = _casting(sheet, key) if key.startswith("cast-") else None
    if cast:
        spell, check = cast
        return RollRequest(key, check.label, check.cite, check.pool.terms, spell, base="witchcraft")
    if key == TIMING:
        made = timing_score(sheet)
        base = _starts_from(sheet, "timing")
        return RollRequest(key, made.label, made.cite, made.pool.terms, skill="timing", base=base)
    figure, _, _ = key.rpartition("-") if key not in sheet.figures else (key, "", "")
    made = next(check for check in skill_checks(sheet, figure) if check.key == key)
    skill = "withstand-injury" if figure.startswith("within-") else figure.partition("-with-")[0]
    base = _starts_from(sheet, skill)
    return RollRequest(
        key,
        made.label,
        cite("4.2", 22),
        made.pool.terms,
        uninjured=spared(sheet.reading, skill, base),
        reaction=skill in REACTIONS and bool(sheet.reading.setting("reactions_spared")),
        skill=skill,
        base=base,
    )


def _starts_from(sheet: Sheet, key: str) -> str:
    """The attribute or composite of a skill; an attribute is its own."""
    skill = sheet.rulebook.find(Skill, key)
    own = next((own.attribute for own in sheet.reading.memo(own_skills) if own.key == key), key)
    return skill.base if skill else own


def lost(live: Live, key: str) -> str:
    """Why a skill of the panels can't be rolled as things stand, in what is worn or wielded or without (8.8, A-33)."""
    sheet, skill = live.sheet, "withstand-injury" if key.startswith("within-") else key.partition("-with-")[0]
    base = _starts_from(sheet, skill)
    if base == skill or skill in NEVER_ROLLED:
        return ""
    numbers = _said(live.answers).numbers
    if skill == RATE and numbers["injury"] < min(-DEATH, sheet.reading.memo(tops)[""]):
        return ""
    return barred(sheet, skill, base, numbers["injury"], numbers["fervour"])


def _casting(sheet: Sheet, key: str) -> tuple[Spell, Check] | None:
    named = key.removeprefix("cast-")
    for spell in sheet.reading.memo(known_spells):
        for check in castings(sheet, spell) if named.startswith(spell.key) else ():
            if check.key == key:
                return spell, check
    return None


def _priestly(sheet: Sheet, key: str) -> bool:
    skill = sheet.rulebook.find(Skill, key) or sheet.rulebook.find(Skill, key.rpartition("-")[0])
    return skill is not None and skill.base == "priestcraft"


def _modifiers(sheet: Sheet, asked: RollRequest, numbers: Mapping[str, int]) -> Iterable[Term]:
    """What changes a roll this round, without the penalties it is spared."""
    free = {"injury": asked.uninjured, "actions": asked.reaction, "fervour": not _priestly(sheet, asked.key)}
    for name, _, _, _, words, place in NUMBERS:
        amount = numbers[name]
        if name in free:
            amount = 0 if free[name] else -amount
        elif name == "breaks":
            amount *= sheet["luck"]
        if amount:
            yield Term(amount, words, cite(*place))


@dominion.modifier
def at_play(live: Live, key: str) -> Iterable[Term]:
    """What armour, bare hands, Injury and Fervour do to the stat of a skill (7.3.6, 7.3.7, 8.4.1, 9.7, 10.5.4)."""
    skill, sheet = key.partition("-with-")[0], live.sheet
    if skill in NEVER_ROLLED or not (skill in sheet.rulebook.all(Skill) or skill.startswith(("own-skill-", "within-"))):
        return
    if dressed := sheet.figures.get(f"{key}-as-worn"):
        yield from dressed.terms[1:]
    yield from weaponless(sheet.reading, key)
    if live.moved:
        base = _starts_from(sheet, "withstand-injury" if skill.startswith("within-") else skill)
        said = _said(live.answers)
        numbers = said.numbers
        if said.blocked:
            yield from shielded(sheet.reading, key)
        if skill != RATE and not spared(sheet.reading, skill, base) and numbers["injury"]:
            yield Term(-numbers["injury"], "Injury Penalty", cite("8.4.1", 68))
        if base == "combat" and skill != RATE:
            yield from surrounded(said.around)
        if base == "priestcraft" and numbers["fervour"]:
            yield Term(-numbers["fervour"], "Fervour Penalty", cite("10.5.4", 92))
        if numbers["breaks"] and skill != RATE:
            yield Term(numbers["breaks"] * sheet["luck"], "Lucky Breaks", cite("3.9.1", 20))


def odds(arguments: Sequence[str]) -> dict[str, Any]:
    """`--stat 7 [--modifier -2]`. Raises ValueError with a sentence for arguments that do not fit."""
    parser = Parser(prog="odds dominion", add_help=False)
    parser.add_argument("--stat", type=int, required=True, help="the stat to roll at or under")
    parser.add_argument("--modifier", type=int, default=0, help="total of all modifiers")
    given: argparse.Namespace = parser.parse_args(list(arguments))
    if abs(given.stat) > 1_000 or abs(given.modifier) > 1_000:
        raise ValueError("Stat and modifier must be between −1,000 and 1,000.")
    return {"success": chance(skill_die(given.stat + given.modifier).odds().success)}


dominion.ask = ask
dominion.rolled_now = rolled_now
dominion.barred = lost
dominion.odds = odds
