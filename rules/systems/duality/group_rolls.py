"""Rolls that come to more than their outcome: helping, groups, healing, clinging to life (1.3, 1.4, 4.2, 4.3)."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from rules.kernel import Check, Cite, Reading, amount
from rules.kernel.pages import Field, Option, Question, TextField, counter, one_of, percent, whole
from rules.systems.duality.asking import difficulty, fields, select
from rules.systems.duality.figures import tag_of
from rules.systems.duality.game import START_RECOVERY, cite
from rules.systems.duality.gear import HEALER, level_of
from rules.systems.duality.groups import MOST_MAGNITUDE, MOST_ROLLS, Collective, Cooperative
from rules.systems.duality.healing import RESTS, healed, healing_difficulty, survival, triaged, unstable_difficulty
from rules.systems.duality.keep_two import MOST_BONUS, MOST_INCREASES, KeepTwo
from rules.systems.duality.outcomes import DIFFICULTIES, harder
from rules.systems.duality.rolling import RollRequest, asked_of, check_of

MEMBER = re.compile(r"([+−-]?[0-9]{1,3}) *([a-z -]*)")
"""A bonus, and a difficulty of its own: “2”, “−1 very hard”."""
MOST_ROUNDS, MOST_TIMES = 10, 20
TARGETS = {"self": "Yourself", "other": "Someone else"}
FIGHT = "fight"
"""Healing as an action in a fight, which is likely Very Hard and Decreased (4.2)."""


def _asked(c: Reading, answers: Mapping[str, str]) -> RollRequest:
    """The character's own part of the roll, against a difficulty and without a style."""
    return asked_of(c, answers)._replace(style="", opposed=False)


def _answered(check: Check, kind: str, where: Cite, note: str, label: str = "") -> Check:
    """A roll as the answer to a kind of question: its own note follows those of the roll."""
    words = " ".join(word for word in (check.note, note) if word)
    return replace(check, cite=where, note=words, label=label or check.label, answers=(("kind", kind), *check.answers))


def _number(answers: Mapping[str, str], name: str, label: str, where: Cite, usual: int, low: int, high: int) -> Field:
    return counter(name, label, where, whole(answers.get(name), usual, low, high), low, high)


# Helping and groups


def helping(c: Reading, answers: Mapping[str, str]) -> Question:
    """Help: mixed or better gives an Advantage, which may increase the other's roll (1.4)."""
    asked, where = _asked(c, answers), cite("1.4", 3)
    bonus = whole(answers.get("helped"), 0, -10, 30)
    against = one_of(answers.get("helped-difficulty"), DIFFICULTIES, "medium")
    check = check_of(c, asked)
    assert check.dice is not None
    given = check.dice.odds().success
    alone, helped = (KeepTwo(bonus, against, times).odds().success for times in (0, 1))
    together = given * helped + (1 - given) * alone
    note = (
        "Mixed or better gives your ally an Advantage. Spent on an increase, it raises their chance from "
        f"{percent(alone)} to {percent(helped)}; counting your roll, to {percent(together)}."
    )
    more = (
        _number(answers, "helped", "Ally's bonus", where, 0, -10, 30),
        difficulty("helped-difficulty", "Ally's difficulty", against),
    )
    return Question(fields(c, asked, "help", more), _answered(check, "help", where, note, f"Help: {check.label}"))


def members(text: str, usual: str) -> tuple[tuple[int, str], ...]:
    """The others of a group as they are typed: bonuses with commas between, each with a difficulty if it has one."""
    found = []
    for part in text.lower().split(","):
        fit = MEMBER.fullmatch(part.strip())
        if fit:
            key = "-".join(fit[2].replace("-", " ").split())
            found.append((int(fit[1].replace("−", "-")), key if key in DIFFICULTIES else usual))
    return tuple(found[: MOST_ROLLS - 1])


def _others(answers: Mapping[str, str], summary: str) -> TextField:
    return TextField("others", "Bonuses of the others", answers.get("others", "")[:200], 1, summary, limit=200)


def _bounded(bonus: int) -> int:
    return min(max(bonus, -MOST_BONUS), MOST_BONUS)


def collective(c: Reading, answers: Mapping[str, str]) -> Question:
    """A group's rolls, of all rounds so far, divided by the magnitude (1.3.1)."""
    asked, where = _asked(c, answers), cite("1.3.1", 2)
    rounds = whole(answers.get("rounds"), 1, 1, MOST_ROUNDS)
    magnitude = whole(answers.get("magnitude"), 1, 1, MOST_MAGNITUDE)
    check = check_of(c, asked._replace(difficulty="medium"))
    each = (_bounded(check.pool.value), *(bonus for bonus, _ in members(answers.get("others", ""), "")))
    rolls = (each * rounds)[:MOST_ROLLS]
    dice = Collective(rolls, asked.difficulty, magnitude, asked.increased, asked.decreased, asked.dangerous)
    note = f"{amount(len(rolls), 'roll')} total, all increased or decreased the same number of times. "
    note += "The group shares one difficulty. Tags don't change it."
    more = (
        _others(answers, "Separate with commas: 3, 2, 0."),
        _number(answers, "magnitude", "Magnitude", where, 1, 1, MOST_MAGNITUDE),
        _number(answers, "rounds", "Rounds so far", where, 1, 1, MOST_ROUNDS),
    )
    check = replace(check, dice=dice, note="")
    label = f"Collective: {check.label}"
    return Question(fields(c, asked, "collective", more), _answered(check, "collective", where, note, label))


def cooperative(c: Reading, answers: Mapping[str, str]) -> Question:
    """A group's outcomes added up, each against a difficulty of its own (1.3.2)."""
    asked, where = _asked(c, answers), cite("1.3.2", 3)
    check = check_of(c, asked)
    assert isinstance(check.dice, KeepTwo)
    rest = (KeepTwo(bonus, against) for bonus, against in members(answers.get("others", ""), asked.difficulty))
    dice = Cooperative((check.dice, *rest))
    note = (
        "Very good counts +2, good +1, bad −1, very bad −2. Increased, decreased and dangerous apply only to your roll."
    )
    more = (_others(answers, "Separate with commas; add a difficulty where it differs: 3, 2 hard, 0."),)
    label = f"Cooperative: {check.label}"
    return Question(
        fields(c, asked, "cooperative", more), _answered(replace(check, dice=dice), "cooperative", where, note, label)
    )


# Healing


def healing(c: Reading, answers: Mapping[str, str]) -> Question:
    """Healing by time: the longer the rest, the easier the roll. The target regains its own Recovery (4.2)."""
    where = cite("4.2", 10)
    times = {FIGHT: "very-hard", **{str(minutes): key for minutes, key in RESTS}}
    time = one_of(answers.get("time"), times, "10")
    steps = whole(answers.get("steps"), 0, -4, 4)
    asked = _asked(c, answers)
    against = harder("very-hard" if time == FIGHT else healing_difficulty(int(time)), steps)
    rolled = asked._replace(difficulty=against)
    if time == FIGHT:
        rolled = rolled._replace(decreased=min(asked.decreased + 1, MOST_INCREASES))
    target = one_of(answers.get("target"), TARGETS, "self")
    recovery, more = max(c["recovery"], 0), list[Field]()
    if target == "other":
        recovery = whole(answers.get("recovery"), START_RECOVERY, 0, 999)
        more = [counter("recovery", "Target's Recovery", where, recovery, 0, 999)]
    check = check_of(c, rolled)
    assert check.dice is not None
    mean = sum((chance * healed(name, recovery) for name, chance in check.dice.odds().outcomes), Fraction(0))
    note = (
        f"Good or better restores {recovery} Life, mixed {healed('mixed', recovery)}: "
        f"{float(mean):.1f} on average. Bad restores nothing and does no harm. "
        "A night's rest needs no roll. You can use each once a day."
    )
    options = [Option(key, _rested(key, times[key])) for key in times]
    more = [
        select("time", "Time", options, time),
        select("target", "Target", [Option(key, words) for key, words in TARGETS.items()], target),
        *more,
        _number(answers, "steps", "Difficulty steps (+ harder, − easier)", where, 0, -4, 4),
    ]
    check = replace(check, consequences=_life((name, healed(name, recovery)) for name, _ in check.dice.odds().outcomes))
    label = f"Healing: {check.label}"
    return Question(fields(c, asked, "healing", more), _answered(check, "healing", where, note, label))


def _life(back: Iterable[tuple[str, int]]) -> tuple[tuple[str, str], ...]:
    """The Life each outcome gives back, in words."""
    return tuple((outcome, f"{life} Life back" if life else "No Life back") for outcome, life in back)


def _rested(key: str, against: str) -> str:
    if key == FIGHT:
        return "An action in a fight: Very Hard, decreased"
    minutes = int(key)
    words = amount(minutes // 60, "hour") if minutes >= 60 else amount(minutes, "minute")
    return f"{words.capitalize()}: {DIFFICULTIES[against]}"


def triage(c: Reading, answers: Mapping[str, str]) -> Question:
    """Healing in the midst of a fight: a specialization, an Advantage, more Life for more Advantage (4.2.1)."""
    asked, where = _asked(c, answers), cite("4.2.1", 10)
    before, extra = (whole(answers.get(name), 0, 0, MOST_TIMES) for name in ("times", "extra"))
    check = check_of(c, asked)
    if asked.specialization:
        life = triaged(max(0, c[asked.specialization]), extra, level_of(c, "powerful-healer"))
        note = " ".join(_triaged(c, asked.specialization, before, extra, life))
        assert check.dice is not None
        odds = check.dice.odds()
        back = ((name, life if name in odds.successes else 0) for name, _ in odds.outcomes)
        check = replace(check, consequences=_life(back))
    else:
        check, note = replace(check, dice=None), "Choose a specialization that can heal."
    more = (
        _number(answers, "times", "Successful triages on this target", where, 0, 0, MOST_TIMES),
        _number(answers, "extra", "Advantage for more Life", where, 0, 0, MOST_TIMES),
    )
    label = f"Triage: {check.label}"
    return Question(fields(c, asked, "triage", more), _answered(check, "triage", where, note, label))


def _triaged(c: Reading, key: str, before: int, extra: int, life: int) -> Iterable[str]:
    cost = advantages(before + 1)
    yield f"The attempt costs {cost}; mixed or better restores {life} Life"
    yield f"for {advantages(extra)} more." if extra else "and more for Advantage."
    free = level_of(c, HEALER)
    if free:
        yield f"Natural Healer spares you the first Advantage, up to {free:,} per session."
    if tag_of(c, key).key == "simple-weak":
        yield "Simple & Weak can heal like this only if your GM agreed."


def advantages(number: int) -> str:
    """So many Advantage: the word has no plural."""
    return amount(number, "Advantage").removesuffix("s")


# Defeat


def unstable(c: Reading, answers: Mapping[str, str]) -> Question:
    """The roll of an unstable creature, and its chance to live through several (4.3)."""
    where = cite("4.3", 11)
    made, rolls = whole(answers.get("made"), 0, 0, MOST_TIMES), whole(answers.get("rolls"), 3, 1, MOST_TIMES)
    against = unstable_difficulty(made)
    asked = _asked(c, answers)._replace(statistic="willpower", specialization="", difficulty=against)
    check = check_of(c, asked)
    assert check.dice is not None
    alive = check.dice.odds().success * survival(_bounded(check.pool.value), rolls - 1, made + 1)
    note = (
        f"Mixed or better survives; the next roll is {DIFFICULTIES[unstable_difficulty(made + 1)]}. "
        f"Chance to survive {amount(rolls, 'roll')} with this bonus: {percent(alive)}."
    )
    more = (
        _number(answers, "made", "Rolls so far", where, 0, 0, MOST_TIMES),
        _number(answers, "rolls", "Rolls to survive", where, 3, 1, MOST_TIMES),
    )
    made_check = _answered(check, "unstable", where, note, "Unstable: Willpower")
    return Question(fields(c, asked, "unstable", more), made_check)


def stabilizing(c: Reading, answers: Mapping[str, str]) -> Question:
    """Bringing somebody who is unstable to rest: a medium roll (4.3)."""
    asked, where = _asked(c, answers), cite("4.3", 11)
    check = check_of(c, asked)
    note = "Mixed or better makes them unconscious, and safe until they're hit again."
    label = f"Stabilize: {check.label}"
    return Question(fields(c, asked, "stabilize"), _answered(check, "stabilize", where, note, label))
