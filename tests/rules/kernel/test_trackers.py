"""Where a tracker stands by the marks of play."""

from typing import Any

import pytest

from rules.kernel import Cite, Figure, Term, Tracker
from rules.kernel.rolls import standing
from rules.kernel.rolls.trackers import ENDLESS


@pytest.mark.parametrize(
    ("play", "stands"),
    [
        ({}, 0),
        ({"life": 3}, 3),
        ({"life": -3}, 0),
        ({"life": True}, 0),
        ({"life": "3"}, 0),
        ({"life": 10**6}, ENDLESS),
        ({"luck": 3}, 0),
    ],
)
def test_a_tracker_that_starts_at_nothing_and_has_no_end(play: Any, stands: int) -> None:
    assert standing(play, "life") == stands


@pytest.mark.parametrize(("play", "stands"), [({}, 4), ({"life": None}, 4), ({"life": 9}, 5), ({"life": 0}, 0)])
def test_a_tracker_with_a_start_and_an_end(play: Any, stands: int) -> None:
    assert standing(play, "life", 4, 5) == stands


@pytest.mark.parametrize(
    ("hit", "most", "ends"),
    [(1, None, ENDLESS), (1, 5, 5), (1, 0, 0), (1, -2, 0), (-1, None, 0), (-1, 5, 0)],
)
def test_no_hit_can_be_marked_where_a_tracker_ends(hit: int, most: int | None, ends: int) -> None:
    """Whether the book sets an end or not: the page of play and a fight card ask the same."""
    where = Cite("Toy", "1", 1)
    top = None if most is None else Figure.of("life", "Life", where, (Term(most, "base", where),))
    tracker = Tracker("life", "Life", where, top, hit=hit)
    assert [value for value in (0, 1, 5, ENDLESS) if tracker.spent(value)] == [ends]
