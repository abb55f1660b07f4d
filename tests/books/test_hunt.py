"""Nothing that can be written in a book makes a page fall over: every kind of every game is published and played with.

`HUNT` is how many seeds are tried, of which the first is a small one; `make homebrew` sets it.
"""

import os
from collections.abc import Iterator
from random import Random

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from rules import systems
from rules.kernel import kind_of
from rules.kernel.pages import Game
from tests.books.hunt import Tally, Walk, play, publish, stored
from tests.books.writer import ALL, CHANCE, EXTREME, FEW, Writer

SEEDS = range(int(os.environ.get("HUNT", "1")))
FEW_EACH = 1
"""How many addresses of one name the first seed opens."""


@pytest.fixture(scope="session")
def breakdown() -> Iterator[Tally]:
    """What all hunts of a run come to, told at the end."""
    every = Tally()
    yield every
    print(f"\n{every}")


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("system", systems.every(), ids=systems.PACKAGES)
def test_no_page_falls_over(system: Game, seed: int, db: None, breakdown: Tally) -> None:
    by, client, found = get_user_model().objects.create(username="hunter"), Client(), Tally()
    client.force_login(by)
    writer, small = Writer(system, Random(seed)), not seed
    door = publish(client, by, writer, (FEW, ALL) if small else (FEW, EXTREME, CHANCE, CHANCE), found)
    kinds = {f"{system.key}/{kind_of(shape)}" for shape in system.homebrew}
    assert found.published.keys() >= kinds, "every kind is published with as little as its form insists on"
    world = play(by, [door, stored(by, writer, 2 if small else 6, found)], 1 if small else 3)
    walk = Walk(client, Random(seed), FEW_EACH if small else 0, found)
    walk.through(world, by, alike=system.key == next(iter(systems.PACKAGES)) or not small)
    walk.on_paper(world, laid_out=not small)
    breakdown.add(found)
    assert found.fallen == {}
