"""A question on a page: its form, its odds, and the roll that was asked for."""

from typing import Any
from uuid import uuid4

from django.http import HttpRequest

from characters.sheet.charts import chart, side_by_side
from characters.sheet.throwing import throw
from rules.kernel.pages import Question

THROW = "throw"
"""What the button that rolls sends; no field of any game has this name."""
ALONE = "alone"
"""What the buttons of a sheet send by that name: there is neither form nor odds beside the roll."""

AT = "at"
AT_PLAY, AT_SHEET = "play", "sheet"
"""What the page to play from and the sheet send as `at`; no field of any game has that name either."""
SECRET = "secret"
"""What a form says that asks for a roll which game masters alone see."""
OURS = {THROW, AT, SECRET, "csrfmiddlewaretoken", "deed", "person", "since"}
"""What a form sends besides the answers; no field of any game has these names."""


def answers(request: HttpRequest) -> dict[str, str]:
    """What the form says, without the button, the page it is on and the name of a roll."""
    return {name: value for name, value in request.GET.dict().items() if name not in OURS}


def wants_throw(request: HttpRequest) -> bool:
    return THROW in request.GET


def stands_alone(request: HttpRequest) -> bool:
    return request.GET.get(THROW) == ALONE


def asked_at_play(request: HttpRequest) -> bool:
    """Whether the page to play from asks."""
    return request.GET.get(AT) == AT_PLAY


def moved(request: HttpRequest) -> list[str]:
    """The parts of the page that an answer moves: a roll leaves the odds alone, other odds make a roll an old one."""
    return ["rolled"] if wants_throw(request) else ["result", "rolled"]


def asked_context(
    request: HttpRequest, question: Question, *, plays: bool = False, may_hide: bool = False
) -> dict[str, Any]:
    """What the templates of a question need. Who `plays` rolls it into the log, who `may_hide` it in secret as well; of
    what others roll nothing is kept: asked again, the dice fall again."""
    return {
        "plays": plays,
        "may_hide": may_hide,
        "uid": uuid4(),
        "asked": [*answers(request).items()],
        "question": question,
        "chart": chart(question.check),
        "beside": side_by_side(question.ways),
        "here": request.path,
        "wants_throw": wants_throw(request),
        "thrown": throw(question.check) if wants_throw(request) else None,
    }
