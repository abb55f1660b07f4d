"""What a player sees of the fight on the page to play from: which round it is, and whether their character acts."""

from random import Random

import pytest

from campaigns.demo.demo import RAVEN, URSULA
from campaigns.tables import turns
from characters import actions
from characters.models import Character
from tests.cast import Cast, book, cast
from tests.characters.posting import HX, at, targets, words

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db


def two(cast: Cast) -> tuple[Character, Character]:
    """Two who fight, whoever acts first first, and whose fight has begun."""
    made = [
        actions.create_character(
            system="dominion", by=cast.users["owner"], name=name, build=build, campaign=cast.table
        )
        for name, build in (("Raven", RAVEN), ("Ursula", URSULA))
    ]  # fmt: skip
    keys = [str(one.pk) for one in made]
    turns.begin(campaign=cast.table, by=cast.users["gm"], characters=keys, animals=[], rng=Random(2))
    first = turns.in_order(cast.table)[0].character_id
    return (made[0], made[1]) if made[0].pk == first else (made[1], made[0])


def told(cast: Cast, who: Character) -> str:
    return words(cast["owner"].get(at(who, "play"))).partition('id="fight" role="status">')[2].partition("<")[0]


def test_who_fights_sees_the_round_and_when_it_is_their_turn(cast: Cast) -> None:
    first, second = two(cast)
    assert (told(cast, first), told(cast, second)) == ("Round 1 · your turn", "Round 1")
    assert told(cast, cast.jane) == "", "she does not fight"
    acts = turns.in_order(cast.table)[0].pk
    turns.move_on(campaign=cast.table, by=cast.users["gm"], system="dominion", change=1, shown=acts)
    assert (told(cast, first), told(cast, second)) == ("Round 1", "Round 1 · your turn")
    turns.end(campaign=cast.table, by=cast.users["gm"])
    assert told(cast, first) == ""


def test_an_open_page_hears_that_it_is_its_turn(cast: Cast) -> None:
    _, second = two(cast)
    url = f"{at(second, 'marks')}?at=play"
    tag = cast["owner"].get(at(second, "play")).context["tag"]
    assert cast["owner"].get(url, headers={**HX, "If-None-Match": tag}).status_code == 304
    acts = turns.in_order(cast.table)[0].pk
    turns.move_on(campaign=cast.table, by=cast.users["gm"], system="dominion", change=1, shown=acts)
    answer = cast["owner"].get(url, headers={**HX, "If-None-Match": tag})
    assert (answer.status_code, "fight" in targets(answer)) == (200, True)
    assert "Round 1 · your turn" in words(answer)
    assert "fight" not in targets(cast["owner"].get(at(second, "marks"), headers=HX)), "the sheet has no place for it"
