"""Two who change one character at a time: what both keep, and where they are asked."""

import json

import pytest

from tests.cast import Cast
from tests.characters.clicking import MOVING, click
from tests.characters.posting import HX, targets, words

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("headers", [{}, HX], ids=["plain", "htmx"])
def test_two_hands_on_one_field_see_both_values(cast: Cast, headers: dict[str, str]) -> None:
    click(cast, "story", {"notes.wand": "oak", "tab": "two"})
    answer = click(cast, "story", {"notes.wand": "ash", "version": "1"}, **headers)
    assert answer.status_code == 409
    assert ">oak<" in words(answer)
    assert ">ash<" in words(answer)
    assert "HX-Request" in answer["Vary"]
    if headers:
        assert targets(answer) == [target for target in MOVING if target != "page-version"]
    kept = click(cast, "story", {"path": "notes.wand", "value": json.dumps("ash")})
    assert kept.status_code == 302
    cast.jane.refresh_from_db()
    assert cast.jane.build["notes"]["wand"] == "ash"


def test_two_hands_on_ticks_and_lists_read_as_words(cast: Cast) -> None:
    click(cast, "magic-and-gear", {"path": "picks.feats.ambush", "value": "true", "tab": "two"})
    answer = click(cast, "magic-and-gear", {"path": "picks.feats.ambush", "value": "false", "version": "1"})
    assert ">chosen<" in words(answer)
    assert ">nothing<" in words(answer)
    click(cast, "aspects", {"path": "ranks.aspects", "value": '["social","mental","physical"]', "tab": "two"})
    told = click(cast, "aspects", {"path": "ranks.aspects", "value": '["physical","mental","social"]', "version": "1"})
    assert "social, mental, physical" in words(told)


def test_a_conflict_saves_what_nobody_disputes(cast: Cast) -> None:
    click(cast, "story", {"notes.wand": "oak", "tab": "two"})
    both = {"notes.wand": "ash", "notes.goals": "fame", "version": "1"}
    assert click(cast, "story", both, **HX).status_code == 409
    cast.jane.refresh_from_db()
    assert (cast.jane.build["notes"]["wand"], cast.jane.build["notes"]["goals"]) == ("oak", "fame")


def test_a_conflict_beside_something_malformed_is_still_a_conflict(cast: Cast) -> None:
    click(cast, "story", {"notes.wand": "oak", "tab": "two"})
    both = {"notes.wand": "ash", "notes.goals": "x" * 20_001, "version": "1"}
    assert click(cast, "story", both, **HX).status_code == 409
    cast.jane.refresh_from_db()
    assert cast.jane.version == 2


def test_two_tabs_on_different_fields_merge_and_show_it(cast: Cast) -> None:
    click(cast, "story", {"notes.wand": "oak", "tab": "two"})
    answer = click(cast, "story", {"notes.goals": "fame", "version": "1"}, **HX)
    assert answer.status_code == 200
    cast.jane.refresh_from_db()
    assert (cast.jane.build["notes"]["wand"], cast.jane.build["notes"]["goals"]) == ("oak", "fame")
