"""Where a tracker stands by the marks of play."""

from typing import Any

import pytest

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
