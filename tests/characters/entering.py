"""Somebody whose ledger is written in: Raven of Dominion, with points to spend."""

import pytest

from campaigns.demo.demo import RAVEN
from campaigns.review import decisions
from characters import actions
from characters.models import Character
from tests.cast import Cast
from tests.granting import grant


def fresh(character: Character) -> Character:
    return Character.objects.with_table().get(pk=character.pk)


@pytest.fixture
def raven(cast: Cast) -> Character:
    """Of Dominion, at the table, approved, with nine APs to spend."""
    made = actions.create_character(
        system="dominion", by=cast.users["owner"], name="Raven", build=RAVEN, campaign=cast.table
    )
    decisions.approve(character=made, by=cast.users["gm"], seen=1)
    grant(made, 9 - fresh(made).read()["aps"])
    return fresh(made)


def reserve(character: Character) -> int:
    return fresh(character).read().budgets["aps"].remaining
