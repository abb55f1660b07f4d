"""Every request has a price: the dearest that is accepted costs a bounded multiple of an ordinary one.

`make hunt` hunts through every address of every game; `PRICES=forge` through those of one.
"""

import os
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from rules import systems
from tests.books.hunt import ALIKE
from tests.by_game import largest
from tests.hunt import (
    CROWD,
    HEAD,
    MOST,
    SPENT,
    Hunt,
    as_served,
    dearest_people,
    imports,
    prices,
    with_queries,
)

ASKED = os.environ.get("PRICES") or "duality"
GAMES = [*systems.PACKAGES] if ASKED == "all" else ASKED.split(",")
WHOLE = "PRICES" in os.environ


def hunter(name: str) -> Hunt:
    by, client = get_user_model().objects.create(username=name), Client()
    client.force_login(by)
    return Hunt(client, by)


@pytest.mark.parametrize("key", GAMES)
def test_the_dearest_request_is_a_few_times_the_ordinary_one(key: str, db: None, settings: Any) -> None:
    settings.REQUEST_SECONDS = 600.0  # to know how dear it is
    usually, hunt, system = hunter("usual"), hunter("dear"), systems.get(key)
    few, spent = (3, SPENT) if WHOLE else (1, 0.1)
    with as_served():
        usual = [
            *usually.asks(usually.usual([key]), few),
            *imports(system, [("the demonstration", {"build": largest(system.key)})]),
        ]
        people = dearest_people(hunt.client, system, *((4, None) if WHOLE else (1, 3)))
        world = hunt.world([one.who for one in people], [hunt.book("dear", 300 if WHOLE else 4)])
        dear = list(hunt.asks(world, few, people))
        hunt.crowd(world.people, CROWD if WHOLE else 4)
        dear += imports(system, [(one.what, one.document) for one in people])
        if WHOLE:
            one_each = {ask.name: ask for ask in reversed(dear) if ask.form is None}
            dear += [more for ask in one_each.values() for more in with_queries(ask, hunt.client)]
        else:
            usual, dear = ([ask for ask in asks if not ask.name.startswith(ALIKE)] for asks in (usual, dear))
        found = prices(usually.client, usual, hunt.client, dear, spent)
    print(f"\n{key}\n{HEAD}", *found, sep="\n")
    assert [str(one) for one in found if one.ratio > MOST] == []
