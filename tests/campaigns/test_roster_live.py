"""What a roster costs: nothing while nothing moves, and as many queries for two hundred as for twenty."""

import re
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.actions import set_house_rules
from campaigns.demo import demo
from campaigns.models import Campaign, Membership
from campaigns.review import awards, decisions
from campaigns.tables import coverage
from characters import actions
from characters.models import Character
from characters.tables import TableRole
from tests.cast import Cast
from tests.characters.posting import HX, targets, words
from tests.characters.seated import Inn, at, crossroads, inn, line, names
from tests.marking import mark

__all__ = ["crossroads", "inn"]

pytestmark = pytest.mark.django_db


# Live


def poll(client: Client, address: str, tag: str = "") -> Any:
    return client.get(address, headers=HX | {"If-None-Match": tag})


def tag_of(page: Any) -> str:
    found = re.search(r"hx-headers='{&quot;If-None-Match&quot;: &quot;\\&quot;(\w+)\\&quot;", words(page))
    found = found or re.search(r'"If-None-Match": "\\"(\w+)', words(page).replace("&quot;", '"'))
    assert found
    return f'"{found[1]}"'


def test_a_table_at_which_nothing_moved_says_nothing(cast: Cast, django_assert_num_queries: Any) -> None:
    tag = tag_of(cast["gm"].get(at(cast.table)))
    with django_assert_num_queries(4):  # session, user, seat, fingerprints
        quiet = poll(cast["gm"], at(cast.table), tag)
    assert (quiet.status_code, quiet.content, quiet["ETag"]) == (304, b"", tag)
    assert cast["gm"].get(at(cast.table), headers={"If-None-Match": tag}).status_code == 200
    assert poll(cast["gm"], at(cast.table, q="jane"), tag).status_code == 200
    assert poll(cast["gm"], at(cast.table), '"other"').status_code == 200


def test_silence_reads_no_sheet(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    tag = tag_of(cast["gm"].get(at(cast.table)))
    monkeypatch.setattr(Character, "read", lambda character: pytest.fail("a sheet was read"))
    assert poll(cast["gm"], at(cast.table), tag).status_code == 304


def _edit(cast: Cast) -> None:
    actions.change_build(character=cast.jane, changes={"scores.charm": 2}, drawn=cast.jane.version)


def _house(cast: Cast) -> None:
    set_house_rules(campaign=cast.table, system="hprpg", values={"rating_limit": 4})


def _join(cast: Cast) -> None:
    decisions.seat(character=cast.guests_own, campaign=cast.table)


MOVES = {
    "a tracker": lambda cast: mark(cast.jane, "health", to=3),
    "a choice": _edit,
    "a name": lambda cast: actions.change_build(character=cast.jane, changes={"name": "Jean"}, drawn=cast.jane.version),
    "a standing": lambda cast: decisions.submit(character=cast.jane),
    "an approval": lambda cast: decisions.approve(character=cast.jane, by=cast.users["gm"], seen=cast.jane.version),
    "an award": lambda cast: awards.award(
        characters=[cast.jane], campaign=cast.table, by=cast.users["gm"], amount=2, reason="Bravery."
    ),
    "a house rule": _house,
    "a newcomer": _join,
    "the bin": lambda cast: actions.bin_character(character=cast.jane),
}


@pytest.mark.parametrize("move", MOVES)
def test_whatever_moves_is_sent(cast: Cast, move: str) -> None:
    tag = tag_of(cast["gm"].get(at(cast.table)))
    MOVES[move](cast)
    answer = poll(cast["gm"], at(cast.table), tag)
    assert answer.status_code == 200
    assert targets(answer) == ["roster"]
    assert tag_of(answer) != tag


def test_a_waiver_is_sent_and_counts_at_once(inn: Inn) -> None:
    table, rowena = inn
    twitch = Character.objects.get(name="Twitch")
    tag = tag_of(rowena.get(at(table)))
    worst = twitch.read().errors[0]
    given = decisions.waive(
        character=twitch,
        by=get_user_model().objects.get(username="rowena"),
        code=worst.code,
        at=worst.at,
        reason="Yes.",
    )
    answer = poll(rowena, at(table), tag)
    assert "3 errors" in line(answer, "Twitch")
    decisions.remove_exemption(waiver=given)
    back = poll(rowena, at(table), tag_of(answer))
    assert "4 errors" in line(back, "Twitch")


def test_a_row_is_read_anew_when_a_house_rule_changes_its_verdict(cast: Cast) -> None:
    assert "error" not in line(cast["gm"].get(at(cast.table)), "Jane Alderwick")
    set_house_rules(campaign=cast.table, system="hprpg", values={"archetype_ability_dots": 2})
    assert "error" in line(cast["gm"].get(at(cast.table)), "Jane Alderwick")


# Cost


def crowd(cast: Cast, count: int) -> Campaign:
    """A table of the cast's game master with so many characters of every game."""
    table = Campaign.objects.create(name=f"{count} at a table")
    Membership.objects.create(campaign=table, user=cast.users["gm"], role=TableRole.GM)
    builds = (("hprpg", demo.JANE), ("dominion", demo.RAVEN), ("duality", demo.ISHKA))
    first = {
        system: actions.create_character(system=system, by=cast.users["owner"], build=build) for system, build in builds
    }
    for one in first.values():
        assert one.rulebook  # loaded once a process, whoever asks first
    copies = [first[builds[number % 3][0]] for number in range(count)]
    Character.objects.bulk_create(
        Character(
            owner=one.owner, book=one.book, system=one.system, name=f"{one.system} {n}", build=one.build, campaign=table
        )
        for n, one in enumerate(copies)
    )
    return table


def asked_of_the_database(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


@pytest.mark.parametrize("name", ["roster", "roster_csv", "coverage"])
def test_twenty_and_two_hundred_cost_as_many_queries(cast: Cast, name: str) -> None:
    few, many = crowd(cast, 20), crowd(cast, 200)
    coverage._LISTED.clear()  # what other tests remembered might push somebody out
    counts = {table.name: asked_of_the_database(cast["gm"], at(table, name)) for table in (few, many)}
    assert len({*counts.values()}) == 1
    again = {table.name: asked_of_the_database(cast["gm"], at(table, name)) for table in (few, many)}
    assert len({*again.values()}) == 1


def test_all_two_hundred_stand_on_one_page_and_each_sheet_is_read_once(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = crowd(cast, 200)
    reads: list[int] = []
    read = Character.read
    monkeypatch.setattr(Character, "read", lambda character: reads.append(character.pk) or read(character))
    assert len(names(cast["gm"].get(at(table)))) == 200
    assert (len(reads), len({*reads})) == (200, 200)
    cast["gm"].get(at(table, sort="player"))
    assert len(reads) == 200
