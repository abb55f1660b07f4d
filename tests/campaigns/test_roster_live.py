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
from campaigns.tables import coverage, roster
from campaigns.tables.roster_table import PAGE
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
    with django_assert_num_queries(5):  # session, user, seat, fingerprints, chosen columns
        quiet = poll(cast["gm"], at(cast.table), tag)
    assert (quiet.status_code, quiet.content, quiet["ETag"]) == (304, b"", tag)
    assert cast["gm"].get(at(cast.table), headers={"If-None-Match": tag}).status_code == 200
    assert poll(cast["gm"], at(cast.table, q="jane"), tag).status_code == 200
    assert poll(cast["gm"], at(cast.table), '"other"').status_code == 200


def test_a_page_that_asks_again_learns_of_other_columns(cast: Cast) -> None:
    tag = tag_of(cast["gm"].get(at(cast.table)))
    assert poll(cast["gm"], at(cast.table), tag).status_code == 304
    cast["gm"].post(at(cast.table, "roster_columns"), {"system": "hprpg", "column": "hprpg.covert"})
    again = poll(cast["gm"], at(cast.table), tag)
    assert (again.status_code, "hprpg.covert" in words(again)) == (200, True)


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
    assert targets(answer) == ["many", "csv", "chips", "roster"]
    assert tag_of(answer) != tag


# Only what changed


def asked_again(client: Client, address: str, page: Any) -> Any:
    """What the page itself asks for next."""
    held = re.search(r'"Roster-Rows": "([\w-]*)"', words(page).replace("&quot;", '"'))
    assert held
    return client.get(address, headers=HX | {"If-None-Match": tag_of(page), "Roster-Rows": held[1]})


def test_of_a_page_that_asks_again_the_row_that_moved_is_sent(inn: Inn) -> None:
    table, rowena = inn
    maren, address = Character.objects.get(name="Maren"), at(table)
    page = rowena.get(address)
    assert asked_again(rowena, address, page).status_code == 304
    mark(maren, "life", to=9)
    moved = asked_again(rowena, address, page)
    assert re.findall(r'innerHTML:#([\w-]+)"', words(moved)) == ["asking", f"row-{maren.pk}"]
    assert "9 of 24" in words(moved)
    assert asked_again(rowena, address, moved).status_code == 304


def test_counts_and_folded_games_are_sent_when_they_move(cast: Cast) -> None:
    table = crowd(cast, 90)
    address = at(table, every="1")
    page = cast["gm"].get(address)
    one = table.characters.filter(system="duality").first()
    assert one
    decisions.submit(character=one)
    moved = asked_again(cast["gm"], address, page)
    assert re.findall(r'innerHTML:#([\w-]+)"', words(moved)) == ["asking", "chips", "fold-duality"]
    assert "1 submitted" in words(moved)


@pytest.mark.parametrize("move", ["a newcomer", "the bin", "a name"])
def test_where_rows_come_go_or_change_places_the_page_is_sent(inn: Inn, move: str) -> None:
    table, rowena = inn
    page = rowena.get(at(table))
    sable = Character.objects.get(name="Sable")
    if move == "a newcomer":
        Character.objects.filter(name="Sable").update(campaign=None)
        page = rowena.get(at(table))
        Character.objects.filter(name="Sable").update(campaign=table)
    elif move == "the bin":
        actions.bin_character(character=sable)
    else:
        actions.change_build(character=sable, changes={"name": "Aldous"}, drawn=sable.version)
    assert targets(asked_again(rowena, at(table), page)) == ["many", "csv", "chips", "roster"]


@pytest.mark.parametrize("held", ["", "x", "é" * 9, "A" * 4_000])
def test_whatever_a_page_says_it_has(cast: Cast, held: str) -> None:
    answer = cast["gm"].get(at(cast.table), headers=HX | {"Roster-Rows": held})
    assert targets(answer) == ["many", "csv", "chips", "roster"]


# Read by and by


def test_a_page_reads_its_own_sheets_and_the_others_as_it_asks_again(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = crowd(cast, 200)
    reads: list[int] = []
    read = Character.read
    monkeypatch.setattr(Character, "read", lambda character: reads.append(character.pk) or read(character))
    page = cast["gm"].get(at(table))
    assert len(names(page)) == len(reads) == PAGE
    assert "load delay" in words(page)
    assert re.search(r"Hurt \d+\+", words(page))
    for step in (2, 3, 4):
        page = asked_again(cast["gm"], at(table), page)
        assert len(reads) == len({*reads}) == step * PAGE
    assert "load delay" not in words(page)
    assert not re.search(r"Hurt \d+\+", words(page))
    assert asked_again(cast["gm"], at(table), page).status_code == 304
    cast["gm"].get(at(table, sort="standing"))
    assert len(reads) == 200


def test_who_asks_for_what_sheets_alone_tell_has_all_of_them_read(cast: Cast) -> None:
    table = crowd(cast, 60)
    for asked in ({"show": "hurt"}, {"show": "fix"}, {"sort": "hprpg.charm"}, {"every": "1"}):
        roster._VERDICTS.clear()
        assert cast["gm"].get(at(table, **asked)).context["unread"] == 0
    roster._VERDICTS.clear()
    assert cast["gm"].get(at(table, q="duality")).context["unread"] == 40


def test_the_people_of_the_game_master_are_a_roster_of_their_own(cast: Cast) -> None:
    Character.objects.filter(pk=cast.jane.pk).update(npc=True)
    assert names(cast["gm"].get(at(cast.table))) == []
    page = cast["gm"].get(at(cast.table, show="npcs"))
    assert names(page) == ["Jane Alderwick"]
    assert 'class="initial npc"' in words(page)
    assert cast["gm"].get(at(cast.table, "roster_panel", cast.jane.pk)).status_code == 200
    assert "Jane" in cast["gm"].get(at(cast.table, "roster_csv", show="npcs")).content.decode()


# Weight


def test_two_hundred_weigh_little_and_a_change_next_to_nothing(cast: Cast) -> None:
    table = crowd(cast, 200)
    address = at(table, every="1")
    page = cast["gm"].get(address)
    assert len(page.content) <= 120_000
    mark(table.characters.filter(system="hprpg").order_by("pk")[0], "health", to=3)
    moved = asked_again(cast["gm"], address, page)
    assert "row-" in words(moved)
    assert len(moved.content) <= 3_000


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
    assert "3 to fix" in line(answer, "Twitch")
    decisions.remove_exemption(waiver=given)
    back = poll(rowena, at(table), tag_of(answer))
    assert "4 to fix" in line(back, "Twitch")


def test_a_row_is_read_anew_when_a_house_rule_changes_its_verdict(cast: Cast) -> None:
    assert "to fix" not in line(cast["gm"].get(at(cast.table)), "Jane Alderwick")
    set_house_rules(campaign=cast.table, system="hprpg", values={"archetype_ability_dots": 2})
    assert "to fix" in line(cast["gm"].get(at(cast.table)), "Jane Alderwick")


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
