"""The columns of a roster: whose they are, how many there may be, and what a bar of a tracker shows."""

import re
from typing import Any

import pytest

from campaigns.models import RosterColumns
from campaigns.tables.roster_columns import MOST_COLUMNS
from characters.models import Character
from characters.tracker_bar import TrackerBar
from tests.cast import Cast, book, cast
from tests.characters.posting import words
from tests.characters.seated import Inn, at, crossroads, inn
from tests.marking import mark

__all__ = ["book", "cast", "crossroads", "inn"]


def heads(page: Any, system: str) -> list[str]:
    return re.findall(rf"sort={system}\.([\w-]+)", words(page))


def table_games(page: str) -> list[str]:
    return re.findall(r'name="system" value="([\w-]+)"', page)


@pytest.mark.django_db
def test_somebody_chooses_columns_for_a_game_on_all_their_rosters(inn: Inn) -> None:
    table, rowena = inn
    usual = rowena.get(at(table))
    page = rowena.post(
        at(table, "roster_columns"),
        {"system": "dominion", "column": ["dominion.dodge", "dominion.strike"]},
        follow=True,
    )
    assert "Columns of Dominion Rules saved." in words(page)
    assert heads(page, "dominion")[-2:] == ["strike", "dodge"]  # in the order of the sheet
    assert heads(page, "hprpg") == heads(usual, "hprpg")
    assert "Dodge" in words(rowena.get(at(table, "roster_csv"))).splitlines()[0]
    asked = words(rowena.get(at(table, "roster_columns")))
    assert "2 chosen · your own" in asked
    assert table_games(asked) == ["hprpg", "dominion", "duality"]
    assert len(re.findall("<legend>", asked)) > len(table_games(asked)), "each part of a sheet has its heading"
    assert re.search(r'value="dominion.strike"\s+checked', asked)
    assert not re.search(r'value="dominion.vigour"\s+checked', asked)
    rowena.post(at(table, "roster_columns"), {"system": "dominion", "usual": "dominion"})
    assert heads(rowena.get(at(table)), "dominion") == heads(usual, "dominion")


@pytest.mark.django_db
def test_columns_are_bounded_and_are_figures_that_are_there(inn: Inn) -> None:
    table, rowena = inn
    address = at(table, "roster_columns")
    offered = re.findall(r'name="column" value="(hprpg\.[\w-]+)"', words(rowena.get(address)))
    assert len(offered) > MOST_COLUMNS
    too_many = {"system": "hprpg", "column": offered[: MOST_COLUMNS + 1]}
    refused = rowena.post(address, too_many)
    assert (refused.status_code, f"You chose {MOST_COLUMNS + 1}." in words(refused)) == (422, True)
    for unknown in ({"system": "chess", "column": "chess.rook"}, {"system": "chess", "usual": "chess"}, {"system": ""}):
        refused = rowena.post(address, unknown)
        assert (refused.status_code, "No such game." in words(refused)) == (422, True), unknown
    assert not RosterColumns.objects.exists()
    rowena.post(address, {"system": "hprpg", "column": [offered[0], "hprpg.nothing-of-the-sort"]})
    assert RosterColumns.objects.get().keys == [offered[0].removeprefix("hprpg.")]


@pytest.mark.django_db
def test_what_is_ticked_in_two_games_is_saved_at_once_and_a_third_stays_the_usual(inn: Inn) -> None:
    table, rowena = inn
    address = at(table, "roster_columns")
    page = words(rowena.get(address))
    was = {f"was:{game}": re.findall(rf'name="was:{game}" value="([^"]*)"', page)[0] for game in table_games(page)}
    ticked = re.findall(r'value="([\w.-]+)"\s+checked', page)
    sent = {"system": table_games(page), **was, "column": [*ticked, "hprpg.covert", "dominion.dodge"]}
    assert "Columns of Harry Potter RPG, Dominion Rules saved." in words(rowena.post(address, sent, follow=True))
    assert [one.system for one in RosterColumns.objects.order_by("system")] == ["dominion", "hprpg"]
    unmoved = {"system": "duality", "was:duality": was["was:duality"], "column": ticked}
    assert "Nothing was changed." in words(rowena.post(address, unmoved, follow=True))


@pytest.mark.django_db
def test_columns_are_one_persons_and_a_page_that_asks_again_gets_them(cast: Cast) -> None:
    gm, spectator = cast["gm"], cast["spectator"]
    before = words(gm.get(at(cast.table)))
    spectator.post(at(cast.table, "roster_columns"), {"system": "hprpg", "column": "hprpg.covert"})
    assert "hprpg.covert" in words(spectator.get(at(cast.table)))
    assert heads(gm.get(at(cast.table)), "hprpg") == re.findall(r"sort=hprpg\.([\w-]+)", before)


@pytest.mark.django_db
def test_a_bar_has_a_mark_where_it_begins_to_cost_and_where_one_is_defeated(inn: Inn) -> None:
    table, rowena = inn
    sable = Character.objects.get(name="Sable")
    mark(sable, "injury", to=9)
    row = next(row for row in re.findall(r'<tr id="row-.*?</tr>', words(rowena.get(at(table))), re.S) if "Sable" in row)
    assert re.search(r'aria-label="penalties from \d+, Defeated at \d+"', row)
    assert ("path class=mark" in row.replace('"', ""), 'class="harm"' in row) == (True, True)


def test_what_is_marked_is_light_up_to_where_it_costs_and_harm_beyond() -> None:
    bar = TrackerBar("Injury", 10, 20, 0, free=5, defeat=15)
    assert (bar.light, bar.harm, bar.free_at, bar.defeat_at, bar.says) == (25, 25, 25, 75, "penalties")
    assert TrackerBar("Injury", 15, 20, 0, free=5, defeat=15).says == "Defeated"
    assert (TrackerBar("Health", 3, 4, 4).light, TrackerBar("Health", 3, 4, 4).harm) == (75, 0)
    unmarked = TrackerBar("Advantage", 1, 1, 0, counts=False)
    assert (unmarked.light, unmarked.harm, unmarked.thresholds) == (100, 0, "")
