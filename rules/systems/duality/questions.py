"""Asking for any roll of a character: the form, and what it comes to (1, 4)."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from rules.kernel import Reading, Sheet
from rules.kernel.pages import Question
from rules.systems.duality import group_rolls
from rules.systems.duality.asking import KINDS, fields
from rules.systems.duality.game import duality
from rules.systems.duality.rolling import asked_of, check_of

Situation = Callable[[Reading, Mapping[str, str]], Question]
SITUATIONS: dict[str, Situation] = {
    "help": group_rolls.helping,
    "collective": group_rolls.collective,
    "cooperative": group_rolls.cooperative,
    "healing": group_rolls.healing,
    "triage": group_rolls.triage,
    "unstable": group_rolls.unstable,
    "stabilize": group_rolls.stabilizing,
}
assert KINDS.keys() == {"unopposed", "opposed", *SITUATIONS}


def ask(sheet: Sheet, answers: Mapping[str, str]) -> Question:
    """Any roll the book knows. Answers that make no sense fall back to the usual ones."""
    c = sheet.reading
    situation = SITUATIONS.get(answers.get("kind", ""), _plain)
    return replace(situation(c, answers), varies=True)


def _plain(c: Reading, answers: Mapping[str, str]) -> Question:
    """A roll against a difficulty or against somebody (1.1, 1.2)."""
    asked = asked_of(c, answers)
    return Question(fields(c, asked, "opposed" if asked.opposed else "unopposed"), check_of(c, asked))


duality.ask = ask
