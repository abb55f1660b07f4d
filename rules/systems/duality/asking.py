"""The form that asks for a roll: its fields, by the kind of roll (1, 4)."""

import re
from collections.abc import Iterable
from dataclasses import replace

from rules.kernel import Reading
from rules.kernel.pages import ChoiceField, Field, Option, counter, tick
from rules.systems.duality.entries import Statistic
from rules.systems.duality.figures import tag_of
from rules.systems.duality.game import STATISTICS, cite
from rules.systems.duality.outcomes import DIFFICULTIES
from rules.systems.duality.rolling import EXPERIENCE, NONE, NUMBERS, SPECIALIZATIONS, STYLE, RollRequest, keys, shifted

KINDS = {
    "unopposed": "Unopposed: vs a difficulty",
    "opposed": "Opposed: vs another roll",
    "help": "Help an ally",
    "collective": "Collective: add up a group's rolls",
    "cooperative": "Cooperative: add up a group's outcomes",
    "healing": "Healing, with time to rest",
    "triage": "Triage (during a fight)",
    "unstable": "Unstable: cling to life",
    "stabilize": "Stabilize someone",
}
ROLL = ("statistic", "specialization", "experience", "difficulty")
CHANGES = ("increased", "decreased", "modifier", "dangerous")
OF_A_STYLE = ("statistic", "specialization")
"""A style is rolled with its own."""
SHIFTS = {
    "increased": "Each rolls one die more. The highest two count.",
    "decreased": "Each rolls one die more. The lowest two count.",
}
PARTS = {
    "unopposed": (*ROLL, *CHANGES),
    "opposed": ("style", "statistic", "specialization", "experience", "against", *CHANGES),
    "unstable": ("experience", *CHANGES),
    "healing": ("statistic", "specialization", "experience", *CHANGES),
}
"""The fields of each kind of roll; those of a kind that is not here are as for an unopposed one."""


def fields(c: Reading, asked: RollRequest, kind: str, more: Iterable[Field] = ()) -> tuple[Field, ...]:
    """The form of one kind of roll, with what that kind asks for besides, and nothing that a style decides (4.1)."""
    kinds = [Option(key, label) for key, label in KINDS.items()]
    decided = OF_A_STYLE if asked.style else ()
    made = (_field(c, asked, name) for name in PARTS.get(kind, PARTS["unopposed"]) if name not in decided)
    return (select("kind", "Kind of roll", kinds, kind), *more, *made)


def _field(c: Reading, asked: RollRequest, name: str) -> Field:
    if name == "statistic":
        return select(name, "Statistic", _statistics(c), asked.statistic)
    if name == "specialization":
        return select(name, "Specialization", _specializations(c), asked.specialization or NONE)
    if name == "experience":
        return select(name, "Experience", _some(c, EXPERIENCE, "None"), asked.experience or NONE)
    if name == "style":
        return select(name, "Attack or defend", _some(c, STYLE, "Neither"), asked.style or NONE)
    if name == "difficulty":
        return replace(difficulty(name, "Difficulty", asked.difficulty), summary=shifted(c, asked))
    if name == "dangerous":
        return tick(name, "Dangerous: bad counts as very bad", asked.dangerous)
    label, low, high, place = next((label, low, high, place) for key, label, low, high, place in NUMBERS if key == name)
    return counter(name, label, cite(*place), getattr(asked, name), low, high, SHIFTS.get(name, ""))


def difficulty(name: str, label: str, value: str) -> ChoiceField:
    """One of the five difficulties."""
    return select(name, label, [Option(key, words) for key, words in DIFFICULTIES.items()], value)


def select(path: str, label: str, options: Iterable[Option], value: str) -> ChoiceField:
    """One of several answers."""
    return ChoiceField(path, label, tuple(options), (value,), style="select")


def _statistics(c: Reading) -> Iterable[Option]:
    found = c.rulebook.all(Statistic)
    for key in STATISTICS:
        yield Option(key, _rated(c, key), found[key].summary, found[key].cite)


def _specializations(c: Reading) -> Iterable[Option]:
    """All sixty, those of a verb together (3.2)."""
    yield Option(NONE, "None (statistic only)")
    for key in SPECIALIZATIONS:
        tag = tag_of(c, key)
        name = tag.name if tag.price else ""
        yield Option(key, _rated(c, key, name), group=key.partition("-")[0].capitalize())


def _some(c: Reading, wanted: re.Pattern[str], none: str) -> Iterable[Option]:
    yield Option(NONE, none)
    for key in keys(c, wanted):
        yield Option(key, _rated(c, key))


def _rated(c: Reading, key: str, more: str = "") -> str:
    """A figure by its name and bonus: “Control Air (+2, Superhuman)”."""
    figure = c.figure(key)
    bonus = f"{figure.value:+d}".replace("-", "−")
    return f"{figure.label} ({bonus}, {more})" if more else f"{figure.label} ({bonus})"
