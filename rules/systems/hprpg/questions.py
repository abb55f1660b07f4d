"""Asking for any check: as a form on the sheet, and as exact odds on the command line."""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.dice import BetterRoll, CountDice, Odds
from rules.kernel import Check, Sheet
from rules.kernel.pages import ChoiceField, Option, Parser, Question, chance, counter, tick, whole
from rules.systems.hprpg.creation import NO_MAGIC, forbidden
from rules.systems.hprpg.dice_pools import dice_pool
from rules.systems.hprpg.entries import Trait
from rules.systems.hprpg.game import cite, hprpg
from rules.systems.hprpg.helping import help_with, helpful
from rules.systems.hprpg.magic import NEEDED, Casting
from rules.systems.hprpg.performing import MOST_SUSTAINED, STANDARD_DV, Circumstances, catastrophe_of, check_of


def ask(sheet: Sheet, answers: Mapping[str, str]) -> Question:
    """Any aspect with any ability or affinity. Answers that make no sense fall back to the usual ones."""
    found = {key: trait for key, trait in sheet.rulebook.all(Trait).items() if key in sheet.figures}
    aspects = {key: trait for key, trait in found.items() if trait.category == "aspect"}
    others = {key: trait for key, trait in found.items() if trait.category != "aspect"}
    aspect = aspects.get(answers.get("aspect", ""), aspects["perception"])
    other = None if answers.get("ability") == "none" else others.get(answers.get("ability", ""), others["alertness"])
    casts = other is not None and other.category == "affinity"
    usual = {"catastrophe": catastrophe_of(answers, casts=casts)}
    numbers = {
        name: whole(answers.get(name), usual.get(name, default), low, high) for name, default, low, high, *_ in NUMBERS
    }
    house = sheet.table.settings
    feats = help_with(sheet, other, answers, casts=casts)
    at = Circumstances(
        dv=numbers["dv"] + feats.dv,
        catastrophe=numbers["catastrophe"],
        intractability=numbers["intractability"],
        extra=numbers["extra"],
        allowed="allowed" in answers
        or bool(hprpg.settings["untrained_knowledge"].coerce(house.get("untrained_knowledge"))),
        harder=int(hprpg.settings["untrained_practical_dv"].coerce(house.get("untrained_practical_dv"))),
        sustained=whole(answers.get("sustained"), 0, 0, MOST_SUSTAINED) if casts else 0,
        feats=feats.terms,
        automatic=feats.successes,
    )
    check = check_of(sheet, aspect, others.get(feats.in_place, other), at)
    if feats.twice and isinstance(check.dice, CountDice):
        check = replace(check, dice=BetterRoll(check.dice))
    check = replace(check, costs=feats.costs)
    if casts and sheet.reading.memo(forbidden):
        check = replace(check, dice=None, note=NO_MAGIC)
    return Question(
        (
            ChoiceField("aspect", "Aspect", _options(aspects), (aspect.key,), style="select"),
            ChoiceField(
                "ability",
                "Ability or affinity",
                (Option("none", "None (aspect only)"), *_options(others)),
                (other.key if other else "none",),
                style="select",
            ),
            *(
                counter(name, label, where, numbers[name], low, high, summary=told)
                for name, _, low, high, label, where, told in NUMBERS
            ),
            tick("allowed", "GM allows an untrained attempt", "allowed" in answers),
            *feats.ticks,
        ),
        check,
        varies=bool(helpful(sheet)),
    )


def rolled_now(sheet: Sheet, answers: Mapping[str, str]) -> Check:
    """The roll alone: a list asks for a dozen of them."""
    return ask(sheet, answers).check


NUMBERS = (
    ("dv", STANDARD_DV, 2, 30, "Difficulty Value (DV)", cite("6.3", 25),
     "A die succeeds on this or higher. With more dice than the DV, your GM may skip the roll outside a fight."),
    ("extra", 0, -20, 20, "Extra dice", cite("6.1", 24), "Dice your GM adds or takes away."),
    ("catastrophe", 1, 1, 11, "Catastrophe on 1 to", cite("6.4", 26),
     "Each die up to this cancels a success. It’s 1 unless an effect, such as a broken wand, raises it."),
    ("intractability", 0, 0, 20, "Intractability", cite("6.3", 25),
     "A nearly impossible task cancels this many successes."),
)  # fmt: skip


def _options(found: Mapping[str, Trait]) -> tuple[Option, ...]:
    return tuple(Option(t.key, t.name, t.summary, t.cite, group=_group(t)) for t in found.values())


def _group(trait: Trait) -> str:
    if trait.category in ("aspect", "affinity"):
        return trait.type.capitalize() if trait.type else "Affinities"
    return "Archetype" if trait.category == "archetype-ability" else trait.type.capitalize()


def odds(arguments: Sequence[str]) -> dict[str, Any]:
    """`--pool 7 --dv 8`, or `--spell 3 --affinity 3 --aspect 4 --range ranged --targets 1`.

    Raises ValueError with a sentence for arguments that do not fit.
    """
    parser = Parser(prog="odds hprpg", add_help=False)
    parser.add_argument("--pool", type=int, help="number of dice; 0 rolls two and keeps the lower")
    parser.add_argument("--dv", type=int, help=f"difficulty value, {STANDARD_DV} if not given")
    parser.add_argument("--catastrophe", type=int, default=1, help="top of the catastrophe range")
    parser.add_argument("--intractability", type=int, help="successes absorbed first")
    parser.add_argument("--spell", type=int, help="power level of a spell, 0 to 7")
    parser.add_argument("--affinity", type=int)
    parser.add_argument("--aspect", type=int)
    parser.add_argument("--range", choices=tuple(NEEDED))
    parser.add_argument("--targets", type=int)
    parser.add_argument("--sustained", type=int, help="sustained spells, one die less each")
    given = parser.parse_args(list(arguments))
    if given.catastrophe < 1:
        raise ValueError("A 1 is always a catastrophe: --catastrophe is 1 to 11.")
    if given.spell is not None:
        _refuse(given, ("pool", "dv", "intractability"), "--spell: level and affinity make the difficulty of a spell")
        return _casting(given)
    if given.pool is None:
        raise ValueError("Give the number of dice with --pool, or a spell's level with --spell.")
    _refuse(given, ("affinity", "aspect", "range", "targets", "sustained"), "--pool: it is for a spell")
    dv = STANDARD_DV if given.dv is None else given.dv
    return _answer(dice_pool(given.pool, dv, given.catastrophe, given.intractability or 0).odds())


def _refuse(given: argparse.Namespace, names: Sequence[str], why: str) -> None:
    """Say so where a number was given that would count for nothing."""
    for name in names:
        if getattr(given, name) is not None:
            raise ValueError(f"--{name} does not go with {why}.")


def _casting(given: argparse.Namespace) -> dict[str, Any]:
    casting = Casting(
        given.spell,
        given.affinity or 0,
        given.aspect or 0,
        given.range or "self",
        1 if given.targets is None else given.targets,
        given.sustained or 0,
        given.catastrophe,
    )
    return {
        "dv": casting.dv,
        "pool": casting.pool.dice,
        "required": casting.required,
        "needs-fortitude": casting.needs_fortitude,
        "most-on-one-effect": casting.spend_limit,
        "takes-hold": chance(casting.takes_hold),
        **_answer(casting.pool.odds()),
    }


def _answer(odds: Odds) -> dict[str, Any]:
    return {name: chance(value) for name, value in odds.outcomes}


hprpg.ask = ask
hprpg.rolled_now = rolled_now
hprpg.odds = odds
