"""The roster of a table: what its rows say, in which order, who is best, and its file."""

import csv
import io
import re

import pytest
from django.urls import reverse

from campaigns.tables import roster, roster_table
from campaigns.tables.roster import RosterRow, RowFingerprint, Verdict, Vital
from campaigns.tables.roster_table import RosterCell, RosterQuery, arrange
from characters import actions, glances
from characters.models import Character
from rules.kernel.status import Status
from rules.templatetags.cites import where
from tests.cast import Cast
from tests.characters.posting import HX, targets, words
from tests.characters.seated import Inn, at, crossroads, inn, line, names
from tests.marking import mark

__all__ = ["crossroads", "inn"]

pytestmark = pytest.mark.django_db


def made(pk: int, name: str = "", system: str = "hprpg", **values: int) -> RosterRow:
    told = ("creation", "draft", 0, None, 1, 1, "{}", "{}", "{}", 1, "mira", "{}", "{}")
    vitals = tuple(Vital(key, key.title(), value) for key, value in values.items())
    return RosterRow(RowFingerprint(pk, 1, system, name, *told), Verdict(Status(), 0, False, (), vitals, ()))


def marks(*rows: RosterRow) -> dict[int, list[str]]:
    _, lines = arrange(rows, RosterQuery())
    return {line.row.pk: [cell.mark for cell in line.cells] for line in lines}


# What a row says


def test_a_row_says_how_far_a_character_has_come(inn: Inn) -> None:
    table, rowena = inn
    page = rowena.get(at(table))
    said = {name: re.sub(r"<[^>]+>", " ", line(page, name)) for name in names(page)}
    assert list(said) == sorted(said)
    assert len(said) == 8
    for name, *expected in (
        ("Barnaby Quill", "tom", "Harry Potter", "Draft", "2 errors", "1 exception"),
        ("Old Hesper", "tom", "Dominion", "Submitted", "Complete"),
        ("Twitch", "Sent back", "4 errors"),
        ("Maren", "mira", "Duality", "Approved", "Complete", "no changes", "Life lost 6 of 24"),
        ("Sable", "Changed since approval", "1 changed", "Dodge 4 → 5"),
    ):
        assert [word for word in expected if word not in said[name]] == []


def test_whoever_dies_of_the_trackers_is_dead_on_every_list_of_the_campaign(inn: Inn) -> None:
    table, rowena = inn
    hesper = Character.objects.get(campaign=table, name="Old Hesper")
    pages = (at(table), at(table, "roster_panel", hesper.pk), reverse("review", args=[hesper.pk]))
    dead = '<span class="chip">Dead</span>'
    assert not [page for page in pages if dead in words(rowena.get(page))]
    mark(hesper, "injury", to=next(t.top or 0 for t in hesper.read().trackers if t.key == "injury"))
    assert dead in line(rowena.get(pages[0]), "Old Hesper")
    assert [page for page in pages if dead in words(rowena.get(page))] == [*pages]
    file = csv.DictReader(io.StringIO(rowena.get(at(table, "roster_csv")).content.decode("utf-8-sig")))
    assert [one["Character"] for one in file if one["Trackers"].startswith("Dead;")] == ["Old Hesper"]
    row = next(row for row in glances.rows(glances.for_list(Character.objects.filter(pk=hesper.pk))))
    assert row.glance.dead


def test_games_meet_and_each_has_its_own_columns(inn: Inn) -> None:
    table, rowena = inn
    page = words(rowena.get(at(table)))
    groups = dict(re.findall(r'data-system="(\w+)" colspan="(\d+)"', page))
    assert list(groups) == ["hprpg", "dominion", "duality"]
    heads = re.findall(r"sort=([\w.-]+)", page)
    assert {"hprpg.passive-perception", "dominion.combat", "duality.life", "hprpg.charm"} <= {*heads}
    without = line(rowena.get(at(table)), "Sable").count('<span class="sr">none</span>')
    assert without == int(groups["hprpg"]) + int(groups["duality"]) + 1  # she never studied Witchcraft
    alone = words(rowena.get(at(table, game="duality")))
    assert re.findall(r'data-system="(\w+)" colspan', alone) == ["duality"]


def test_numbers_are_those_of_the_sheet(inn: Inn) -> None:
    table, _ = inn
    rows = {row.name: row for row in roster.rows(table, roster.fingerprints(table))}
    for character in Character.objects.filter(campaign=table):
        sheet, row = character.read(), rows[character.name]
        assert {vital.key: vital.value for vital in row.verdict.vitals}.items() <= {
            key: figure.value for key, figure in sheet.figures.items()
        }.items()
        assert row.verdict.status == sheet.status
        assert row.verdict.drifted is character.drifted


def test_whatever_was_written_into_the_trackers(cast: Cast) -> None:
    for play, said in (
        ([], "Health 7 of 7"),
        ({"health": "x"}, "Health 7 of 7"),
        ({"health": -3}, "Health 0 of 7"),
        ({"health": 99}, "Health 7 of 7"),
        ({"health": True}, "Health 7 of 7"),
        ({"heroism": 2}, "Heroism 2"),
    ):
        Character.objects.filter(pk=cast.jane.pk).update(play=play)
        assert said in line(cast["gm"].get(at(cast.table)), "Jane Alderwick")


def test_any_document_has_a_row(cast: Cast) -> None:
    for build in ({}, [], {"scores": 3, "entries": {"gear": [7]}}, {"picks": {"species": ["a", "b"]}}):
        Character.objects.filter(pk=cast.jane.pk).update(build=build, name="", version=cast.jane.version + 1)
        cast.jane.version += 1
        page = cast["gm"].get(at(cast.table))
        assert names(page) == ["Unnamed character"]
        assert cast["gm"].get(at(cast.table, "coverage")).status_code == 200


def test_nobody_yet(cast: Cast) -> None:
    actions.bin_character(character=cast.jane)
    assert "No characters yet" in words(cast["gm"].get(at(cast.table)))
    assert "No characters yet" in words(cast["gm"].get(at(cast.table, "coverage")))


# Best and worst


def test_the_best_and_the_worst_are_marked() -> None:
    assert marks(made(1, health=7), made(2, health=5), made(3, health=6)) == {1: ["best"], 2: ["worst"], 3: [""]}


def test_ties_and_columns_of_one_value_have_neither() -> None:
    assert marks(made(1, health=7), made(2, health=7), made(3, health=5)) == {1: [""], 2: [""], 3: ["worst"]}
    assert marks(made(1, health=7), made(2, health=7)) == {1: [""], 2: [""]}
    assert marks(made(1, health=7)) == {1: [""]}
    assert marks(made(1, life=7), made(2, system="duality", life=5)) == {1: ["", ""], 2: ["", ""]}


def test_a_mark_is_a_word_and_weight(inn: Inn) -> None:
    table, rowena = inn
    page = words(rowena.get(at(table)))
    assert re.search(r'<td class="num best">\d+ <small>best</small>', page)
    assert re.search(r'<td class="num worst">-?\d+ <small>worst</small>', page)


def test_the_best_of_the_table_stays_so_when_others_are_filtered_away() -> None:
    rows = [made(1, "Ann", health=7), made(2, "Bob", health=5), made(3, "Cid", health=6)]
    _, lines = arrange(rows, RosterQuery(q="cid"))
    assert [(one.row.name, one.cells) for one in lines] == [("Cid", (RosterCell(6),))]


# Order, filters, search


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ("name", "Barnaby Corvin Ida Maren Odile Old Sable Twitch"),
        ("player", "Ida Maren Odile Sable Barnaby Corvin Old Twitch"),
        ("standing", "Barnaby Corvin Ida Old Twitch Maren Odile Sable"),
        ("legality", "Twitch Corvin Barnaby Ida Maren Odile Old Sable"),
        ("changed", "Barnaby Corvin Ida Old Twitch Maren Odile Sable"),
        ("nonsense", "Barnaby Corvin Ida Maren Odile Old Sable Twitch"),
    ],
)
def test_sorting(inn: Inn, sort: str, order: str) -> None:
    table, rowena = inn
    assert [name.split()[0] for name in names(rowena.get(at(table, sort=sort)))] == order.split()


def test_sorting_by_a_number_puts_those_without_it_last(inn: Inn) -> None:
    table, rowena = inn
    down = names(rowena.get(at(table, sort="dominion.combat", dir="desc")))
    up = names(rowena.get(at(table, sort="dominion.combat", dir="asc")))
    assert {*down[:3]} == {*up[:3]} == {"Sable", "Old Hesper", "Twitch"}
    held = {
        row.name: roster_table.numbers(row).get("dominion.combat")
        for row in roster.rows(table, roster.fingerprints(table))
    }
    values = [held[name] or 0 for name in up[:3]]
    assert values == sorted(values)
    assert [held[name] for name in down[:3]] == values[::-1]


def test_a_head_sorts_and_then_turns() -> None:
    assert RosterQuery().by("name").query == "sort=name&dir=desc"
    assert RosterQuery().by("player").query == "sort=player&dir=asc"
    assert RosterQuery(q="a").by("hprpg.charm").query == "q=a&sort=hprpg.charm&dir=desc"
    assert RosterQuery().by("hprpg.charm").by("hprpg.charm").dir == "asc"


def test_filters_and_search(inn: Inn) -> None:
    table, rowena = inn
    for asked, found in (
        ({"game": "duality"}, ["Corvin", "Maren"]),
        ({"standing": "drifted"}, ["Sable"]),
        ({"legality": "mend", "player": "tom"}, ["Barnaby Quill", "Corvin", "Twitch"]),
        ({"q": "MIRA sab"}, ["Sable"]),
        ({"q": "nobody at all"}, []),
    ):
        page = rowena.get(at(table, **asked))  # type: ignore[arg-type]  # each is a mapping of text
        assert names(page) == found
        assert ("No matching characters" in words(page)) is (not found)


def test_every_link_keeps_what_was_asked_for(inn: Inn) -> None:
    table, rowena = inn
    page = words(rowena.get(at(table, q="a", game="duality", sort="player", dir="desc")))
    assert "?q=a&amp;game=duality&amp;sort=player&amp;dir=asc" in page
    assert f"{at(table, 'roster_csv')}?q=a&amp;game=duality&amp;sort=player&amp;dir=desc" in page
    assert 'aria-sort="descending"' in page


# The panel


def test_the_panel_has_numbers_findings_with_their_cites_and_trackers(inn: Inn) -> None:
    table, rowena = inn
    twitch = Character.objects.get(name="Twitch")
    address = at(table, "roster_panel", twitch.pk)
    part = rowena.get(address, headers=HX)
    assert targets(part) == ["panel"]
    for finding in twitch.read().errors:
        assert where(finding.cite) in words(part)
    assert "Injury taken 0 of" in words(part)
    page = rowena.get(address)
    assert "<h2" in words(page)
    assert "Roster: The Crossroads Inn" in words(page)


def test_the_panel_tells_what_was_waived_and_what_was_changed(inn: Inn) -> None:
    table, rowena = inn
    barnaby, sable = (Character.objects.get(name=name) for name in ("Barnaby Quill", "Sable"))
    assert "Allowed: He has earned it. (rowena)" in words(rowena.get(at(table, "roster_panel", barnaby.pk)))
    assert "Dodge 4 → 5" in words(rowena.get(at(table, "roster_panel", sable.pk)))


def test_the_panel_is_for_this_table_alone(inn: Inn, cast: Cast) -> None:
    table, rowena = inn
    for pk in (cast.jane.pk, cast.binned.pk, 999_999):
        assert rowena.get(at(table, "roster_panel", pk)).status_code == 404


# A file


def test_the_file_says_what_the_page_says(inn: Inn) -> None:
    table, rowena = inn
    answer = rowena.get(at(table, "roster_csv", sort="player", game="dominion"))
    assert answer["Content-Disposition"] == 'attachment; filename="the-crossroads-inn-roster.csv"'
    lines = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert lines[0][:8] == [*roster_table.HEADS.values(), "Exceptions", "Trackers"]
    assert [one[0] for one in lines[1:]] == ["Sable", "Old Hesper", "Twitch"]
    sable = dict(zip(lines[0], lines[1], strict=True))
    assert (sable["Status"], sable["Since approval"], sable["Combat Composite"]) == (
        "Changed since approval",
        "Dodge 4 → 5",
        "2",
    )
    every = rowena.get(at(table, "roster_csv")).content.decode("utf-8-sig")
    assert "Combat Composite (Dominion Rules)" in every


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@sum", '=HYPERLINK("x")', "\t=1"])
def test_a_name_is_no_formula(cast: Cast, name: str) -> None:
    Character.objects.filter(pk=cast.jane.pk).update(name=name)
    answer = cast["gm"].get(at(cast.table, "roster_csv"))
    lines = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"), newline="")))
    assert lines[1][0] == f"'{name}"


def test_a_negative_number_stays_a_number() -> None:
    assert roster_table.written([["-1", -1, "fine", None]]) == "'-1,-1,fine,\r\n"
