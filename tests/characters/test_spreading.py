"""One button spreads what is left of a budget evenly over its ratings."""

import re
from typing import Any

import pytest

from characters.builder.editing import in_spread
from characters.builder.spreading import draw_spread, spread
from characters.builder.step_fields import drawn as draw_field
from characters.builder.step_fields import groups
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
    group = next(group for group in groups(drawn, sheet) if group.title == "Mental")
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
    assert "Willpower 3, Perception 3<" in button, "what each would be, with the dots it has already"
    assert mental({"intelligence": 3}, stage="advancement")[2] == ""


def test_one_dot_is_not_spread() -> None:
    fields, _, button = mental({"intelligence": 3, "perception": 2, "willpower": 1})
    assert button == ""
    assert draw_spread(HPRPG.read(Build.parse({})).budgets["aspects-mental"], fields[:0]) == ""


def offered(game: str, build: dict[str, Any], key: str) -> dict[str, str]:
    """The buttons of a step that spread a budget, by that budget."""
    sheet = get(game).read(Build.parse(build))
    step = next(step for step in get(game).steps(sheet) if step.key == key)
    made = groups([draw_field(field, sheet) for field in step.fields], sheet)
    return {group.pool.key: str(group.spread) for group in made if group.pool and group.spread}


@pytest.mark.parametrize(
    ("game", "build", "step", "budget", "told"),
    [
        ("forge", {}, "abilities", "ability-points", "Agility 3, Brawn 3, Cunning 2<"),
        (
            "dominion",
            {"rolls": {"attribute-dice": [10, 9, 8]}},
            "attributes",
            "attribute-points",
            "Vigour 3, Agility 3",
        ),
        ("hprpg", {}, "affinities", "affinities", "Elemental 1, Kinetic 1, Cerebral 1, Temporal 1 and 2 more<"),
    ],
)
def test_whatever_costs_a_point_each_can_be_spread(
    game: str, build: dict[str, Any], step: str, budget: str, told: str
) -> None:
    """Attributes, abilities and affinities, these over several groups under one button."""
    button = offered(game, build, step)[budget]
    assert told in button
    (value,) = re.findall(r'value="([^"]*)"', button)
    bought = {path.removeprefix("scores."): number for path, number in in_spread(value).items()}
    after = get(game).read(Build.parse({**build, "scores": bought}))
    assert after.budgets[budget].remaining == 0
    assert after.legal


@pytest.mark.parametrize("game", ["dominion", "rough-magic", "duality"])
def test_what_costs_more_the_more_there_is_cannot_be_spread(game: str) -> None:
    sheet = get(game).read(Build.parse({}))
    spent = [offered(game, {}, step.key) for step in get(game).steps(sheet)]
    assert all(set(one) <= {"attribute-points"} for one in spent)


@pytest.mark.parametrize("text", ["picks.species=1", "scores.charm=many", "scores.charm", "charm=3"])
def test_what_no_button_could_set_is_refused(text: str) -> None:
    with pytest.raises(PathError):
        in_spread(text)
