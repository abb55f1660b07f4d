"""Asking for any roll: as a form on the sheet, and as exact odds on the command line."""

import argparse
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules.dice import Under
from rules.kernel import Check, Option, Parser, Pick, Question, Rate, Sheet, Term, chance, whole
from rules.kernel.figures import Figure
from rules.systems.dominion.creation import own_skills
from rules.systems.dominion.entries import Attribute, Skill
from rules.systems.dominion.game import cite, dominion
from rules.systems.dominion.performing import NEVER_ROLLED, castings, known_spells, roll, skill_checks

NUMBERS = (
    ("modifier", "Modifier", -20, 20, "from the game master", ("4.2", 22)),
    ("actions", "Other actions this round", 0, 10, "Action Penalty", ("4.3", 23)),
    ("injury", "Injury Penalty", 0, 12, "Injury Penalty", ("8.4.1", 68)),
    ("fervour", "Fervour Penalty", 0, 12, "Fervour Penalty", ("10.5.4", 92)),
    ("breaks", "Lucky Breaks", 0, 10, "Lucky Breaks", ("3.9.1", 20)),
)
REACTIONS = ("grip", "withstand-injury", "withstand-magic", "alertness")
"""Rolled because of what others do, so never declared and free of the Action Penalty (A-25)."""


def ask(sheet: Sheet, answers: Mapping[str, str]) -> Question:
    """Any stat with what changes it this round. Answers that make no sense fall back to the usual ones."""
    options = tuple(_options(sheet))
    keys = {option.key for option in options}
    wanted = answers.get("skill", "")
    key = wanted if wanted in keys else "withstand-injury"
    numbers = {name: whole(answers.get(name), 0, low, high) for name, _, low, high, _, _ in NUMBERS}
    base, label, where, stamina = _asked(sheet, key)
    reaction = key in REACTIONS or key.startswith("within-")
    terms = [
        *base,
        *_modifiers(sheet, numbers, {"injury": stamina, "actions": reaction, "fervour": not _priestly(sheet, key)}),
    ]
    notes = ["No Stamina skill suffers an Injury Penalty."] if stamina and numbers["injury"] else []
    notes += ["A reaction suffers no Action Penalty (A-25)."] if reaction and numbers["actions"] else []
    note = " ".join(notes)
    return Question(
        (
            Pick("skill", "Roll", options, (key,), style="select"),
            *(
                Rate(name, words, Figure.of(name, words, cite(*place), ()), numbers[name], low, high, high,
                     unit="", style="stepper")
                for name, words, low, high, _, place in NUMBERS
            ),
        ),
        roll(key, label, where, terms, note),
    )  # fmt: skip


def _options(sheet: Sheet) -> Iterable[Option]:
    for key, skill in sheet.rulebook.all(Skill).items():
        for check in skill_checks(sheet, key) if key not in NEVER_ROLLED else ():
            yield Option(check.key, check.label, skill.summary, group=f"{skill.base.capitalize()} skills")
    for own in sheet.reading.once(own_skills):
        if own.key in sheet.figures:
            yield Option(own.key, own.name or "Own skill", group="Skills of your own")
    for key, figure in sheet.figures.items():
        if "-with-" in key or key.endswith("-as-worn") or key.startswith("within-"):
            yield Option(key, figure.label, group="As armed and as worn")
    for key, attribute in sheet.rulebook.all(Attribute).items():
        yield Option(key, f"Unhoned: {attribute.name}", group="Attributes")
    for spell in known_spells(sheet):
        for check in castings(sheet, spell):
            yield Option(check.key, check.label, group="Spells")


def _asked(sheet: Sheet, key: str) -> tuple[tuple[Term, ...], str, Any, bool]:
    cast = _casting(sheet, key) if key.startswith("cast-") else None
    if cast:
        return cast.pool.terms, cast.label, cast.cite, False
    base, _, _ = key.rpartition("-") if key not in sheet.figures else (key, "", "")
    skill = sheet.rulebook.find(Skill, base)
    own = next((own.attribute for own in sheet.reading.once(own_skills) if own.key == base), "")
    stamina = "stamina" in (base, own, skill.base if skill else "") or key.startswith("within-")
    made = next(check for check in skill_checks(sheet, base) if check.key == key)
    return made.pool.terms, made.label, cite("4.2", 22), stamina


def _casting(sheet: Sheet, key: str) -> Check | None:
    for spell in known_spells(sheet):
        for check in castings(sheet, spell):
            if check.key == key:
                return check
    return None


def _priestly(sheet: Sheet, key: str) -> bool:
    skill = sheet.rulebook.find(Skill, key) or sheet.rulebook.find(Skill, key.rpartition("-")[0])
    return skill is not None and skill.base == "priestcraft"


def _modifiers(sheet: Sheet, numbers: Mapping[str, int], spared: Mapping[str, bool]) -> Iterable[Term]:
    """What changes a roll this round, without the penalties it is spared."""
    for name, _, _, _, words, place in NUMBERS:
        amount = numbers[name]
        if name in spared:
            amount = 0 if spared[name] else -amount
        elif name == "breaks":
            amount *= sheet["luck"]
        if amount:
            yield Term(amount, words, cite(*place))


def odds(arguments: Sequence[str]) -> dict[str, Any]:
    """`--stat 7 [--modifier -2]`. Raises ValueError with a sentence for arguments that do not fit."""
    parser = Parser(prog="odds dominion", add_help=False)
    parser.add_argument("--stat", type=int, required=True, help="the stat that is rolled at or under")
    parser.add_argument("--modifier", type=int, default=0, help="everything added to it or taken away")
    given: argparse.Namespace = parser.parse_args(list(arguments))
    if abs(given.stat) > 1_000 or abs(given.modifier) > 1_000:
        raise ValueError("Stat and modifier are small whole numbers.")
    return {"success": chance(Under(given.stat + given.modifier).odds().success)}


dominion.ask = ask
dominion.odds = odds
