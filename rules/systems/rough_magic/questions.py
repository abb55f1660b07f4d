"""Asking for any roll: as a form on the sheet, and as exact odds on the command line."""

import argparse
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules.kernel import Build, Check, Reading, RulesContext, Sheet, join_words
from rules.kernel.basics import nearest
from rules.kernel.pages import Field, Parser, Question, chance, counter, one_of, select, tick, whole
from rules.systems.rough_magic.afflicted import answered
from rules.systems.rough_magic.casting_dice import FLAGS, KINDS, NUMBERS, WORDS, Bench, expert_die, read, rerolled
from rules.systems.rough_magic.creation import skill_named, skills
from rules.systems.rough_magic.entries import Attribute, Avenue, Spell
from rules.systems.rough_magic.game import ATTRIBUTES, DICE, HIGHEST, REMARKABLE, cite, rough_magic
from rules.systems.rough_magic.opposed_sums import LEVELS, OpposedSums
from rules.systems.rough_magic.performing import (
    ARTS,
    BROKEN,
    DEFENCES,
    Circumstances,
    art_check,
    break_free,
    skill_check,
)

NONE = "none"
MOST_AGAINST = 60
ROLLS = {"skill": "A skill", **{art.key: art.label for art in ARTS}, "break-free": "Break free of a spell"}


def ask(sheet: Sheet, answers: Mapping[str, str]) -> Question:
    """Any roll besides casting. Answers that make no sense fall back to the usual ones."""
    c = sheet.reading
    roll = one_of(answers.get("roll"), ROLLS, "skill")
    usual = next((art.dv for art in ARTS if art.key == roll), 8 if roll == "break-free" else REMARKABLE)
    around = Circumstances(
        whole(answers.get("against"), usual, 0, MOST_AGAINST),
        whole(answers.get("tools"), 0, 0, 12),
        whole(answers.get("more"), 0, -6, 6),
        "subtle" in answers,
        answered(c, answers),
    )
    attribute = one_of(answers.get("attribute"), ATTRIBUTES, "reason")
    words = tuple(dict.fromkeys(skill.word for skill in c.memo(skills) if skill.word))
    skill = one_of(answers.get("skill"), (*words, "another"), words[0] if words else "another")
    defence = one_of(answers.get("defence"), DEFENCES, "presence")
    made = _check(c, roll, attribute, skill, defence, around)
    return Question(tuple(_fields(sheet, roll, attribute, skill, defence, words, around)), made)


def rolled_now(sheet: Sheet, answers: Mapping[str, str]) -> Check:
    """The roll alone."""
    return ask(sheet, answers).check


def _check(c: Reading, roll: str, attribute: str, skill: str, defence: str, around: Circumstances) -> Check:
    if roll == "break-free":
        return break_free(c, defence, around.dv, around.more, around.spelled)
    art = next((art for art in ARTS if art.key == roll), None)
    if art:
        subtle = around.subtle and roll.startswith("identify")
        return art_check(c, art, around._replace(subtle=subtle, tools=0))
    known = skill_named(c, skill)
    label = f"{known.name if known else skill.capitalize()} ({c.figure(attribute).label})"
    return skill_check(c, skill, attribute, around._replace(subtle=False), "skill", label, cite("Skills"))


def _fields(
    sheet: Sheet, roll: str, attribute: str, skill: str, defence: str, words: tuple[str, ...], around: Circumstances
) -> Iterable[Field]:
    yield select("roll", "What to roll", ROLLS, roll)
    if roll == "skill":
        names = {word: word.capitalize() for word in words} | {"another": "Untrained skill"}
        yield select("skill", "Skill", names, skill)
        named = {key: entry.name for key, entry in sheet.rulebook.all(Attribute).items()}
        yield select("attribute", "Attribute", named, attribute)
        yield counter("tools", "Rating of your tools", cite("Equipment 6954"), around.tools, 0, 12)
    if roll == "break-free":
        yield select("defence", "Resisted by", DEFENCES, defence)
    label = (
        "Caster's AV (action value)"
        if roll in ("break-free", "see-through")
        else "DV (difficulty value), or opponent's AV"
    )
    art = next((art.section for art in ARTS if art.key == roll), "Casting Spells")
    where = cite(BROKEN[defence] if roll == "break-free" else art)
    yield counter("against", label, where, around.dv, 0, MOST_AGAINST)
    if roll.startswith("identify"):
        yield tick("subtle", "Cast subtly", around.subtle)
    yield counter("more", NUMBERS["more"][0], cite("Complexities", "R-01"), around.more, -6, 6)


# The command line


def odds(arguments: Sequence[str]) -> dict[str, Any]:
    """`--av 7 --dv 5 [--dice 2] [--expertise]`, or `--spell creation --reason 5 --power-level 4 --mass 1500 …`.

    Raises ValueError with a sentence for arguments that do not fit.
    """
    given = _parser().parse_args(list(arguments))
    if given.spell is not None:
        return _spell(given)
    if given.av is None or given.dv is None:
        raise ValueError("Give --av and --dv, or a kind of spell with --spell.")
    expertise = KINDS[given.expertise] if given.expertise else "none"
    dice = given.dice + sum(term.amount for term in expert_die(expertise))
    made = OpposedSums(dice, given.av, given.dv, rerolled(expertise), given.bonus_dice == "keep2")
    return {"dice": made.thrown, **_answer(made)}


def _parser() -> Parser:
    parser = Parser(prog="odds rough-magic", add_help=False, allow_abbrev=False)
    parser.add_argument("--av", type=int, help="action value")
    parser.add_argument("--dv", type=int, help="difficulty value")
    parser.add_argument("--dice", type=int, default=DICE, help="dice thrown, bonus and penalty dice included")
    parser.add_argument("--expertise", nargs="?", const="reroll_1s_2s", choices=tuple(KINDS))
    parser.add_argument("--bonus-dice", choices=("sum", "keep2"), default="sum")
    parser.add_argument("--spell", help="a kind of spell")
    for key in ATTRIBUTES:
        parser.add_argument(f"--{key}", type=int, default=0, help="the caster's own")
    for word in WORDS:
        parser.add_argument(f"--{word}")
    for name in NUMBERS:
        parser.add_argument(f"--{name}", type=int)
    for flag in FLAGS:
        parser.add_argument(f"--{flag}", action="store_true")
    parser.add_argument("--specialty", help="the avenue the caster is specialised in")
    parser.add_argument("--avenue", help="the avenue of this casting, or general")
    parser.add_argument("--consequence", choices=LEVELS)
    for key in SETTINGS:
        parser.add_argument(f"--{key.replace('_', '-')}", choices=rough_magic.settings[key].choices)
    return parser


SETTINGS = ("general_av", "ward_and_move_av", "transmute_unwilling", "mental_defense")


def _spell(given: argparse.Namespace) -> dict[str, Any]:
    rulebook = rough_magic.rulebook
    spell = rulebook.find(Spell, given.spell.strip().lower().replace(" ", "-"))
    if spell is None:
        known = rulebook.all(Spell)
        likely = nearest(given.spell, known)
        told = f"Did you mean {likely}?" if likely else f"There are {', '.join(known)}."
        raise ValueError(f"There is no spell {join_words([given.spell])}. {told}")
    asked = read(rulebook, spell, _answers(given))
    if asked.wrong:
        raise ValueError(asked.wrong[0])
    return told_of(Bench(_reading(given), spell, asked))


def _answers(given: argparse.Namespace) -> dict[str, str]:
    """The options as a form would answer."""
    found = vars(given)
    for name, (label, _, low, high) in NUMBERS.items():
        value = found[name.replace("-", "_")]
        if value is not None and not low <= value <= high:
            words = label.format(opposed="defence")
            raise ValueError(f"{words} is {value}; it has to be between {low} and {high}.")
    if given.avenue not in (None, "general", *rough_magic.rulebook.all(Avenue)):
        raise ValueError(f"There is no avenue {join_words([given.avenue])}.")
    names = (*WORDS, *NUMBERS, "avenue", "consequence")
    answers = {name: str(value) for name in names if (value := found[name.replace("-", "_")]) is not None}
    return answers | {flag: "yes" for flag in FLAGS if found[flag.replace("-", "_")]}


def _reading(given: argparse.Namespace) -> Reading:
    """A thaumaturge of these scores."""
    scores = {key: vars(given)[key.replace("-", "_")] for key in ATTRIBUTES}
    for key, rank in scores.items():
        if not 0 <= rank <= HIGHEST:
            raise ValueError(f"{key.replace('-', ' ').capitalize()} is {rank}; it has to be between 0 and {HIGHEST}.")
    if given.specialty not in (None, *rough_magic.rulebook.all(Avenue)):
        raise ValueError(f"There is no avenue {join_words([given.specialty])}.")
    settings: dict[str, Any] = {"bonus_dice": given.bonus_dice}
    if given.expertise:
        settings["expertise"] = given.expertise
    settings |= {key: vars(given)[key] for key in SETTINGS if vars(given)[key]}
    skill = {"name": "Thaumaturgy", "picks": {"expertise": bool(given.expertise)}}
    picks = {"avenue": given.specialty} if given.specialty else {}
    build = Build.parse({"scores": scores, "picks": picks, "entries": {"skills": [skill]}})
    return rough_magic.reading(build, table=RulesContext(settings=settings))


def told_of(made: Bench) -> dict[str, Any]:
    """A casting in figures: values, dice, chances; `refused` says why there are none."""
    figures = {"av": made.av.value, "dv": made.dv.value, "dice": max(0, made.dice_figure.value)}
    if made.refusal:
        return {**figures, "refused": made.refusal, **_answer(OpposedSums(0, 0, 0))}
    dice = made.dice
    if isinstance(dice, OpposedSums):
        return {**figures, **_answer(dice), "mean-lost": chance(dice.lost)}
    return {**figures, "success": chance(made.dice.odds().success) if made.dice else None}


def _answer(made: OpposedSums) -> dict[str, Any]:
    return {name: chance(value) for name, value in made.odds().outcomes}


rough_magic.ask = ask
rough_magic.rolled_now = rolled_now
rough_magic.odds = odds
