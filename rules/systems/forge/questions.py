"""Any roll asked for by form, plain, pushed and safe side by side."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from rules.kernel import Check, Reading, Sheet
from rules.kernel.pages import Approach, Field, Question, counter, one_of, select, tick, whole
from rules.systems.forge.creation import ancestries, backgrounds, bonds, rollable
from rules.systems.forge.dice_pools import CountAndSum
from rules.systems.forge.game import ABILITIES, DICE, cite, forge
from rules.systems.forge.rolling import (
    ATTACK,
    HELPS,
    HINDERS,
    NO_TOOL,
    OPPONENT,
    TOOLS,
    YIELD,
    RollRequest,
    check_of,
    effect_words,
    total_words,
)

MOST_TICKS = 12
"""Backgrounds and bonds with a tick of their own; further ones are counted."""
DIFFICULTIES = {
    "trivial": "Trivial: no roll",
    **{key: f"{key.capitalize()}: d{faces}" for key, faces in DICE.items()},
    "impossible": "Impossible: no roll",
    OPPONENT: "Opposed",
}
KINDS = {"task": "Anything else", YIELD: "Yield roll", ATTACK: "Yielded attack roll"}
HELP = {
    "kind": "The Total is all dice added up, plus your ability and training. It says how far you get, or the "
            "damage of an attack's yield. A yield roll can't be played safe, and a yielded attack roll can't be pushed "
            "either.",
    "modifier": "Added to your TN.",
    "training": "Added to the Total only.",
}  # fmt: skip
GROUPS = {"alone": "One person", HELPS: "Group: more people help", HINDERS: "Group: more people hinder"}
ALLIES = 4
NUMBERS = (
    ("against", "Opponent's ability or value", 1, -5, 30, "Opposed Rolls"),
    ("backgrounds", "More backgrounds that help", 0, 0, 10, "Target Number"),
    ("boons", "Other boons: what helps (1 more die each)", 0, 0, 10, "Boons & Banes"),
    ("banes", "Banes: what hinders (1 less die each)", 0, 0, 10, "Boons & Banes"),
    ("modifier", "From your GM", 0, -10, 10, "Target Number"),
    ("training", "Training", 0, 0, 20, "Total"),
    *((f"ally-{n}", f"Ally {n}'s value (0 for none)", 0, 0, 30, "Group Rolls") for n in range(1, ALLIES + 1)),
)
WAYS = (("Plain", False, False), ("Push your luck", True, False), ("Play it safe", False, True))


def ask(sheet: Sheet, answers: Mapping[str, str]) -> Question:
    """Any ability or value with all that bears on it. Answers that make no sense fall back to the usual ones."""
    c = sheet.reading
    roll, numbers = _roll(c, answers), _numbers(answers)
    check = check_of(c, roll)
    ways = tuple(_way(c, roll, label, push=push, safe=safe) for label, push, safe in WAYS)
    return Question(tuple(_fields(c, roll, answers, numbers)), _noted(c, roll, check), ways=ways, varies=True)


def _numbers(answers: Mapping[str, str]) -> dict[str, int]:
    return {name: whole(answers.get(name), usual, low, high) for name, _, usual, low, high, _ in NUMBERS}


def _roll(c: Reading, answers: Mapping[str, str]) -> RollRequest:
    """What was asked for, in the game's own terms."""
    numbers = _numbers(answers)
    kind = one_of(answers.get("kind"), KINDS, "task")
    group = one_of(answers.get("group"), GROUPS, "alone")
    helping = tuple(name for key, name in _pasts(c) if key in answers)
    tools = (TOOLS[one_of(answers.get(name), TOOLS, NO_TOOL)][1] for name in ("tool", "other-tool"))
    allies = (numbers[f"ally-{n}"] for n in range(1, ALLIES + 1))
    return RollRequest(
        key=one_of(answers.get("roll"), rollable(c), ABILITIES[0]),
        difficulty=one_of(answers.get("difficulty"), DIFFICULTIES, "standard"),
        against=numbers["against"],
        trained="trained" in answers,
        backgrounds=helping + ("another background",) * numbers["backgrounds"],
        tools=tuple(tool for tool in tools if tool),
        bonds=tuple(name for key, name in _ties(c) if key in answers),
        boons=numbers["boons"],
        banes=numbers["banes"],
        push="push" in answers,
        safe="safe" in answers,
        kind="" if kind == "task" else kind,
        group="" if group == "alone" else group,
        others=tuple(ally for ally in allies if ally) if group != "alone" else (),
        training=numbers["training"],
        modifier=numbers["modifier"],
    )


def _pasts(c: Reading) -> list[tuple[str, str]]:
    """The backgrounds that have a name, with the name of their tick."""
    named = [past for past in c.memo(backgrounds) if past.name]
    return [(f"background-{past.place + 1}", past.name) for past in named[:MOST_TICKS]]


def _ties(c: Reading) -> list[tuple[str, str]]:
    return [(f"bond-{n}", name) for n, name in enumerate(c.memo(bonds)[:MOST_TICKS], 1)]


def _way(c: Reading, roll: RollRequest, label: str, *, push: bool, safe: bool) -> Approach:
    """The same roll, plain, pushed or safe, with its Total and its critical effects."""
    tried = roll._replace(push=push, safe=safe)
    check = check_of(c, tried)
    total, effects = "–", "–"
    if isinstance(check.dice, CountAndSum):
        total, effects = total_words(check.dice), effect_words(check.dice)
    return Approach(label, check, (("Total", total), ("Effects", effects)))


def _noted(c: Reading, roll: RollRequest, check: Check) -> Check:
    """The check with what else there is to know of it."""
    if check.dice is None:
        return check
    return Check(
        check.key, check.label, check.cite, check.pool, check.dice, " ".join(_notes(c, roll, check)), check.answers
    )


def _notes(c: Reading, roll: RollRequest, check: Check) -> Iterable[str]:
    assert isinstance(check.dice, CountAndSum)
    yield f"Total: {total_words(check.dice)}."
    yield f"Critical effects: {effect_words(check.dice)}."
    if not check.dice.counted.dice:
        yield "Banes leave no dice: automatic failure."
    if roll.kind == ATTACK:
        yield "A blow that defeats its enemy has an effect for every die it didn't need, whatever that die shows."
    if roll.key == "cunning" and any(found.key == "human" for found in c.memo(ancestries)):
        yield "Humans get +1 to the target number for cunning actions (unfinished rule): enter it under “From your GM”."
    yield "A failure or a mixed result brings a setback."


def _fields(c: Reading, roll: RollRequest, answers: Mapping[str, str], numbers: Mapping[str, int]) -> Iterable[Field]:
    yield select("roll", "Ability or value", {key: _rated(c, key) for key in rollable(c)}, roll.key)
    yield select("difficulty", "Difficulty", DIFFICULTIES, roll.difficulty)
    if roll.difficulty == OPPONENT:
        yield _number("against", numbers)
        yield tick("trained", "Trained opponent", roll.trained)
    for key, name in _pasts(c):
        yield tick(key, f"Background: {name}", key in answers)
    yield _number("backgrounds", numbers)
    tools = {key: words for key, (words, _) in TOOLS.items()}
    yield select("tool", "Tool", tools, one_of(answers.get("tool"), TOOLS, NO_TOOL))
    yield select("other-tool", "Second tool", tools, one_of(answers.get("other-tool"), TOOLS, NO_TOOL))
    for key, name in _ties(c):
        yield tick(key, f"Bond: {name}", key in answers)
    yield _number("boons", numbers)
    yield _number("banes", numbers)
    yield tick("push", "Push your luck (1 more die, TN −2)", roll.push)
    yield tick("safe", "Play it safe (1 less die, TN +2)", roll.safe)
    yield replace(select("kind", "Type of roll", KINDS, roll.kind or "task"), summary=HELP["kind"])
    yield select("group", "Who rolls", GROUPS, roll.group or "alone")
    for n in range(1, ALLIES + 1) if roll.group else ():
        yield _number(f"ally-{n}", numbers)
    yield _number("modifier", numbers)
    yield _number("training", numbers)


def _number(name: str, numbers: Mapping[str, int]) -> Field:
    _, label, _, low, high, section = next(row for row in NUMBERS if row[0] == name)
    return counter(name, label, cite(section), numbers[name], low, high, HELP.get(name, ""))


def _rated(c: Reading, key: str) -> str:
    figure = c.figure(key)
    return f"{figure.label} {figure.value}"


forge.ask = ask
