"""What a page of the builder shows after a change is what it shows when it is loaded again, findings and all."""

from collections.abc import Iterator
from random import Random

import pytest

from characters import actions
from characters.models import Character
from rules.kernel.pages import ListField, Step
from rules.systems import PACKAGES
from tests.cast import Cast, book, cast
from tests.characters.patching import Patched

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db


def lists(character: Character) -> Iterator[tuple[Step, ListField]]:
    for step in character.game.steps(character.read()):
        for field in step.fields:
            if isinstance(field, ListField):
                yield step, field


@pytest.mark.parametrize("system", PACKAGES)
def test_findings_beside_a_list_are_those_of_the_rail(cast: Cast, system: str) -> None:
    pip = actions.create_character(system=system, by=cast.users["owner"], name="Pip")
    for step, field in lists(pip):
        page = Patched(cast["owner"], pip, step.key)
        for way in ways(field.path):
            page.do(*way)
            assert page.stale() == [], way


CHANGES = 12
"""So many changes a game; each is a click and a page. Thousands of them found what this walk now keeps an eye on."""


@pytest.mark.parametrize("system", PACKAGES)
def test_a_patched_page_is_the_page_that_is_loaded_again(cast: Cast, system: str) -> None:
    rng = Random(system)
    pip = actions.create_character(system=system, by=cast.users["owner"], name="Pip")
    steps = pip.game.steps(pip.read())
    for _ in range(CHANGES // 6):
        page = Patched(cast["owner"], pip, rng.choice(steps).key)
        for _ in range(6):
            way = rng.choice(page.ways(rng) or [("press", "onward", "")])  # a step may wait for another one
            page.do(*way)
            assert page.stale() == [], (page.address, way)


def ways(path: str) -> Iterator[tuple[str, str, str]]:
    """Two entries are added, named alike, told apart, and one is taken away again."""
    yield "press", "add", path
    yield "press", "add", path
    for place, name in ((0, "Rope"), (1, "Rope"), (1, "Lamp")):
        yield "set", f"{path}.{place}.name", name
    yield "press", "remove", f"{path}.0"
