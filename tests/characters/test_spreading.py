"""One button spreads what is left of a budget evenly over its ratings."""

import pytest

from characters.builder.editing import in_spread
from characters.builder.spreading import draw_spread, spread
from characters.builder.widgets import drawn as draw_field
from characters.builder.widgets import groups
from rules.kernel import Build, RulesContext
from rules.kernel.documents import PathError
from rules.kernel.pages import RatingField
from rules.systems import get

HPRPG = get("hprpg")


def mental(scores: dict[str, int], stage: str = "creation") -> tuple[list[RatingField], int, str]:
    """The mental aspects, how many of their dots are left, and the button that spreads them."""
    build = Build.parse({"ranks": {"aspects": ["mental", "social", "physical"]}, "scores": scores})
    sheet = HPRPG.read(build, table=RulesContext(stage=stage))
    step = next(step for step in HPRPG.steps(sheet) if step.key == "aspects")
    drawn = [draw_field(field, sheet) for field in step.fields]
    group = next(group for group in groups(drawn, sheet, step.evenly) if group.title == "Mental")
    assert group.budget
    fields = [one.field for one in group.fields if isinstance(one.field, RatingField)]
    return fields, group.budget.remaining, str(group.spread)


def test_the_lowest_get_a_dot_first_and_none_more_than_it_may() -> None:
    fields, left, _ = mental({"intelligence": 3})
    assert left == 4
    assert spread(fields, left) == {"scores.perception": 2, "scores.willpower": 2}
    assert spread(fields, 100) == {"scores.perception": 3, "scores.willpower": 3}
    assert spread(fields, 0) == spread([], 3) == {}


def test_what_is_spread_is_legal() -> None:
    fields, left, _ = mental({})
    bought = {path.removeprefix("scores."): number for path, number in spread(fields, left).items()}
    assert mental(bought)[1] == 0
    assert mental(bought)[2] == ""


def test_the_button_says_what_it_buys() -> None:
    _, _, button = mental({"intelligence": 3})
    assert all(score in button for score in ("scores.perception=2", "scores.willpower=2", "even"))
    assert mental({"intelligence": 3}, stage="advancement")[2] == "None"


def test_one_dot_is_not_spread() -> None:
    fields, _, button = mental({"intelligence": 3, "perception": 2, "willpower": 1})
    assert button == ""
    assert draw_spread("Mental", HPRPG.read(Build.parse({})).budgets["aspects-mental"], fields[:0]) == ""


@pytest.mark.parametrize("text", ["picks.species=1", "scores.charm=many", "scores.charm", "charm=3"])
def test_what_no_button_could_set_is_refused(text: str) -> None:
    with pytest.raises(PathError):
        in_spread(text)
