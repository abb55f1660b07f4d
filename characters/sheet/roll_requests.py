"""A question on a page: its form, its odds, and the roll that was asked for."""

from dataclasses import dataclass
from random import SystemRandom
from typing import Any

from django.http import HttpRequest

from characters.sheet.charts import chart, finer_percent, side_by_side
from rules.kernel.pages import Question
from rules.kernel.rolls import RollResult, roll_check

THROW = "throw"
"""What the button that rolls sends; no field of any game has this name."""
ALONE = "alone"
"""What the buttons of a sheet send by that name: there is neither form nor odds beside the roll."""


def answers(request: HttpRequest) -> dict[str, str]:
    """What the form says, without the button."""
    return {name: value for name, value in request.GET.dict().items() if name != THROW}


def wants_throw(request: HttpRequest) -> bool:
    return THROW in request.GET


def stands_alone(request: HttpRequest) -> bool:
    return request.GET.get(THROW) == ALONE


def moved(request: HttpRequest) -> list[str]:
    """The parts of the page that an answer moves: a roll leaves the odds alone, other odds make a roll an old one."""
    return ["rolled"] if wants_throw(request) else ["result", "rolled"]


@dataclass(frozen=True)
class Thrown:
    """A throw as pages show it: each chance is its outcome, in per cent and exactly; what it comes to, if known."""

    result: RollResult
    chances: tuple[tuple[str, str, str], ...]
    comes_to: str


def asked_context(request: HttpRequest, question: Question) -> dict[str, Any]:
    """What the templates of a question need. Nothing of a roll is kept: asked again, the dice fall again."""
    return {
        "question": question,
        "chart": chart(question.check),
        "beside": side_by_side(question.ways),
        "here": request.path,
        "wants_throw": wants_throw(request),
        "thrown": thrown(question) if wants_throw(request) else None,
    }


def thrown(question: Question) -> Thrown | None:
    """The check of a question rolled with real dice; None where it may not be tried."""
    dice = question.check.dice
    if dice is None:
        return None
    made = roll_check(dice, SystemRandom())
    chances = [(made.breakdown.outcome, made.chance)]
    if made.chance < made.or_better < 1:
        chances.append((f"{made.breakdown.outcome} or better", made.or_better))
    told = tuple((words, finer_percent(chance), str(chance)) for words, chance in chances)
    return Thrown(made, told, question.check.consequence(made.breakdown.outcome))
