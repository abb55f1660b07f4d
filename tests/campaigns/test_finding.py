"""One of many is found: among those who may fight, and among the cards of a party."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.tables import beasts, turns
from campaigns.views.page import MOST_CARDS
from characters import actions
from characters.models import Character
from tests.cast import Cast, book, cast
from tests.characters.posting import words

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db


def crowd(cast: Cast, many: int, who: str = "companion", **more: Any) -> list[Character]:
    """So many of somebody's, by names that no number ends."""
    return [
        actions.create_character(
            system="hprpg", by=cast.users[who], name=f"Ann {n}th", build={}, campaign=cast.table, **more
        )
        for n in range(many)
    ]


def prep(cast: Cast, query: str = "") -> str:
    return words(cast["gm"].get(f"{reverse('prep', args=[cast.table.pk])}{query}"))


def offered(page: str) -> list[str]:
    return re.findall(r'id="come-([a-z]+-\d+)"', page)


def ticked(page: str) -> set[str]:
    return set(re.findall(r'id="come-([a-z]+-\d+)"[^>]* checked>', page))


def test_who_fights_says_how_many_more_there_are_and_finds_them(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "MOST", 5)
    anns = crowd(cast, 8)
    crowd(cast, 7, "gm", npc=True)
    (troll,) = beasts.bring_in(campaign=cast.table, by=cast.users["gm"], system="dominion", key="troll", count=1)
    page = prep(cast)
    assert len(offered(page)) == 5 + 5 + 1
    assert f"{9 - 5 + 7 - 5} more: search for them." in page, "of nine players’ and seven NPCs"
    assert f"beast-{troll.pk}" in offered(page)
    late = anns[-1]
    assert f"character-{late.pk}" not in offered(page)
    sent = {"deed": "find", "who": "ANN 7TH comp", "character": [cast.jane.pk], "beast": [troll.pk]}
    leads = cast["gm"].post(reverse("turns", args=[cast.table.pk]), sent)["Location"]
    found = prep(cast, f"?{leads.partition('#')[0].partition('?')[2]}")
    assert offered(found) == [f"character-{cast.jane.pk}", f"character-{late.pk}", f"beast-{troll.pk}"]
    assert ticked(found) == {f"character-{cast.jane.pk}", f"beast-{troll.pk}"}, "who was ticked stays, and nobody else"
    assert all(part in found for part in ('id="others" open', 'value="ANN 7TH comp"'))
    assert "more: search for them." not in found
    nobody = prep(cast, "?who=Zed&ticked=")
    assert ("No one else matches." in nobody, offered(nobody)) == (True, [])
    turns.begin(campaign=cast.table, by=cast.users["gm"], characters=[str(late.pk)], animals=[])
    assert f"{8 - 5 + 7 - 5} more: search for them." in prep(cast), "whoever fights is none of them"


def test_a_scene_offers_those_in_it_wherever_they_stand(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "MOST", 3)
    last = crowd(cast, 6, "gm", npc=True)[-1]
    scene = cast.table.scenes.create(place=9, title="The gate")
    scene.npcs.set([last])
    page = prep(cast, f"?scene={scene.pk}")
    assert f"character-{last.pk}" in ticked(page)
    assert len(offered(page)) == 3 + 1, "three NPCs, and Jane"


def test_a_party_of_few_has_no_search(cast: Cast) -> None:
    assert 'role="search"' not in words(cast["gm"].get(cast.table.get_absolute_url()))


def test_a_large_party_is_searched_by_name_and_player(cast: Cast) -> None:
    crowd(cast, MOST_CARDS)
    address = cast.table.get_absolute_url()

    def cards(query: str = "", who: str = "gm") -> tuple[int, str]:
        page = words(cast[who].get(f"{address}{query}"))
        return page.count('<li class="card'), page

    assert cards()[0] == MOST_CARDS + 1
    assert 'role="search"' in cards()[1]
    for find, count in (("ann 17th", 1), ("companion", MOST_CARDS), ("jane owner", 1), ("Zed", 0)):
        assert cards(f"?q={find}")[0] == count, find
        assert cards(f"?q={find}", "companion")[0] == count, find
    assert "No one matches “Zed”" in cards("?q=Zed")[1]
    assert "Ann 17th</span>" in cards("?q=Zed")[1], "awards still go to everybody"
    with CaptureQueriesContext(connection) as all_of_them:
        cards()
    with CaptureQueriesContext(connection) as one:
        cards("?q=jane")
    assert len(one) <= len(all_of_them)
