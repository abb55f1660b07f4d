"""Words that a newcomer meets: each says what it means to the one who reads it."""

import pytest

from characters import crowds
from rules.systems import get
from tests.cast import Cast
from tests.characters.posting import at, words

pytestmark = pytest.mark.django_db


def test_a_budget_stands_under_what_it_counts(cast: Cast) -> None:
    """“3 of 7” is what is spent: it cannot stand under a title that speaks of what is left."""
    page = words(cast["owner"].get(at(cast.jane, "build", "aspects")))
    assert "<h2>Spent so far</h2>" in page
    assert "Left to spend" not in page


def test_a_player_is_spoken_to_and_not_about(cast: Cast) -> None:
    page = {who: words(cast[who].get(at(cast.jane, "review"))) for who in ("owner", "gm")}
    assert "You have not submitted it yet" in page["owner"]
    assert "Its player has not submitted it yet" in page["gm"]


def test_where_a_game_has_no_kinds_of_people_none_are_offered() -> None:
    """The first choice of this game is a speed with its price: no guard is “Fast (1 XP)”."""
    assert crowds.kind_of(get("duality"), get("duality").rulebook) is None
