"""Dots beside a stepper: what a number starts from, and what is bought."""

from typing import Any

from campaigns.demo.demo import RAVEN
from characters.builder.dots import Pips, pips
from rules import systems
from rules.kernel import Build
from rules.kernel.pages import RatingField


def steppers(system: str, build: Any) -> dict[str, RatingField]:
    game = systems.get(system)
    fields = (field for step in game.steps(game.read(Build.parse(build))) for field in step.fields)
    return {field.path: field for field in fields if isinstance(field, RatingField)}


def test_what_is_bought_follows_what_it_starts_from() -> None:
    found = steppers("dominion", RAVEN)
    assert pips(found["scores.stealth"]) == Pips(3, 2, 7)
    assert pips(found["scores.climbing"]) == Pips(2, 0, 7)


def test_no_dots_where_nothing_is_there_to_start_from() -> None:
    """Nor for more than a row has, nor of a number that has dots to choose from."""
    assert pips(steppers("dominion", RAVEN)["scores.lucky-breaks"]) is None
    assert pips(steppers("duality", {})["scores.finesse"]) is None
    assert pips(steppers("hprpg", {})["scores.charm"]) is None
    much = {**RAVEN, "scores": {**RAVEN["scores"], "stealth": 10}}
    assert pips(steppers("dominion", much)["scores.stealth"]) is None
    less = {**RAVEN, "scores": {**RAVEN["scores"], "stealth": -1}}
    assert pips(steppers("dominion", less)["scores.stealth"]) is None
