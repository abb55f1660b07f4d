"""The roster and the coverage of a table: what they show, in which order, what they cost, and when they stay silent."""

import csv
import io
import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.actions import set_house_rules
from campaigns.models import Campaign, Membership, Role
from characters import actions, coverage, demo, judging, ranking, roster
from characters.models import Character
from characters.ranking import Asked, Cell, arrange
from characters.roster import Row, Stamp, Verdict, Vital
from characters.told import told
from rules.kernel import Build, Change
from rules.systems import get
from tests.cast import Cast
from tests.characters.posting import HX, targets, words

pytestmark = pytest.mark.django_db
Inn = tuple[Campaign, Client]


@pytest.fixture
def inn(book: Any) -> Inn:
    """The demo's table where games meet, and its game master."""
    demo.load()
    client = Client()
    client.force_login(get_user_model().objects.get(username="rowena"))
    return Campaign.objects.get(name=demo.CROSSROADS), client


def at(table: Campaign, name: str = "roster", *rest: int, **asked: str) -> str:
    return reverse(name, args=[table.pk, *rest], query=asked)


def names(page: Any) -> list[str]:
    """Who stands in a roster, from top to bottom."""
    return re.findall(r'<th scope="row"><a [^>]*>([^<]+)</a>', words(page))


def line(page: Any, name: str) -> str:
    """One row of a roster."""
    rows: list[str] = re.findall(r'<tr id="row-.*?</tr>', words(page), re.S)
    return next(row for row in rows if f">{name}</a>" in row)


def made(pk: int, name: str = "", system: str = "hprpg", **values: int) -> Row:
    stamp = Stamp(pk, 1, system, name, "creation", "draft", 0, None, 1, 1, "{}", "{}", 1, "mira", "{}")
    vitals = tuple(Vital(key, key.title(), value) for key, value in values.items())
    return Row(stamp, Verdict("legal", 0, 0, False, (), vitals, ()))


def marks(*rows: Row) -> dict[int, list[str]]:
    _, lines = arrange(rows, Asked())
    return {line.row.pk: [cell.mark for cell in line.cells] for line in lines}


# What a row says


def test_a_row_says_how_far_a_character_has_come(inn: Inn) -> None:
    table, rowena = inn
    page = rowena.get(at(table))
    said = {name: re.sub(r"<[^>]+>", " ", line(page, name)) for name in names(page)}
    assert list(said) == sorted(said)
    assert len(said) == 8
    for name, *expected in (
        ("Barnaby Quill", "tom", "Harry Potter", "Draft", "2 to mend", "1 waived"),
        ("Old Hesper", "tom", "Dominion", "Submitted", "Legal"),
        ("Twitch", "Returned", "4 to mend"),
        ("Maren", "mira", "Duality", "Approved", "Legal", "nothing", "Life lost 6 of 24"),
        ("Sable", "Drifted", "1 changed", "Dodge from 2 to 3"),
    ):
        assert [word for word in expected if word not in said[name]] == []


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
    rows = {row.name: row for row in roster.rows(table, roster.stamps(table))}
    for character in Character.objects.filter(campaign=table):
        sheet, row = character.read(), rows[character.name]
        assert {vital.key: vital.value for vital in row.verdict.vitals}.items() <= {
            key: figure.value for key, figure in sheet.figures.items()
        }.items()
        assert row.verdict.errors == len(sheet.errors)
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
        assert names(page) == ["Nameless"]
        assert cast["gm"].get(at(cast.table, "coverage")).status_code == 200


def test_nobody_yet(cast: Cast) -> None:
    actions.bin_character(character=cast.jane)
    assert "Nobody sits here yet" in words(cast["gm"].get(at(cast.table)))
    assert "Nobody sits here yet" in words(cast["gm"].get(at(cast.table, "coverage")))


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
    _, lines = arrange(rows, Asked(q="cid"))
    assert [(one.row.name, one.cells) for one in lines] == [("Cid", (Cell(6),))]


# Order, filters, search


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ("name", "Barnaby Corvin Ida Maren Odile Old Sable Twitch"),
        ("player", "Ida Maren Odile Sable Barnaby Corvin Old Twitch"),
        ("standing", "Barnaby Corvin Ida Old Twitch Maren Odile Sable"),
        ("legality", "Twitch Corvin Barnaby Odile Ida Maren Old Sable"),
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
    held = {row.name: ranking.numbers(row).get("dominion.combat") for row in roster.rows(table, roster.stamps(table))}
    values = [held[name] or 0 for name in up[:3]]
    assert values == sorted(values)
    assert [held[name] for name in down[:3]] == values[::-1]


def test_a_head_sorts_and_then_turns() -> None:
    assert Asked().by("name").query == "sort=name&dir=desc"
    assert Asked().by("player").query == "sort=player&dir=asc"
    assert Asked(q="a").by("hprpg.charm").query == "q=a&sort=hprpg.charm&dir=desc"
    assert Asked().by("hprpg.charm").by("hprpg.charm").dir == "asc"


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
        assert ("Nobody by that description" in words(page)) is (not found)


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
        assert str(finding.cite) in words(part)
    assert "Injury taken 0 of" in words(part)
    page = rowena.get(address)
    assert "<h2" in words(page)
    assert "Roster of The Crossroads Inn" in words(page)


def test_the_panel_tells_what_was_waived_and_what_was_changed(inn: Inn) -> None:
    table, rowena = inn
    barnaby, sable = (Character.objects.get(name=name) for name in ("Barnaby Quill", "Sable"))
    assert "Waived: He has earned it. (rowena)" in words(rowena.get(at(table, "roster_panel", barnaby.pk)))
    assert "Dodge from 2 to 3" in words(rowena.get(at(table, "roster_panel", sable.pk)))


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
    assert lines[0][:8] == [*ranking.HEADS.values(), "Waived", "In play"]
    assert [one[0] for one in lines[1:]] == ["Sable", "Old Hesper", "Twitch"]
    sable = dict(zip(lines[0], lines[1], strict=True))
    assert (sable["Standing"], sable["Since approval"], sable["Combat Composite"]) == (
        "Drifted",
        "Dodge from 2 to 3",
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
    assert ranking.written([["-1", -1, "fine", None]]) == "'-1,-1,fine,\r\n"


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
    with django_assert_num_queries(4):  # session, user, seat, stamps
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
    judging.seat(character=cast.guests_own, campaign=cast.table)


MOVES = {
    "a tracker": lambda cast: actions.change_play(character=cast.jane, key="health", value=3),
    "a choice": _edit,
    "a name": lambda cast: actions.change_build(character=cast.jane, changes={"name": "Jean"}, drawn=cast.jane.version),
    "a standing": lambda cast: judging.submit(character=cast.jane),
    "an approval": lambda cast: judging.approve(character=cast.jane, by=cast.users["gm"], seen=cast.jane.version),
    "an award": lambda cast: judging.award(
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
    given = judging.waive(
        character=twitch,
        by=get_user_model().objects.get(username="rowena"),
        code=worst.code,
        at=worst.at,
        reason="Yes.",
    )
    answer = poll(rowena, at(table), tag)
    assert "3 to mend" in line(answer, "Twitch")
    judging.unwaive(waiver=given)
    back = poll(rowena, at(table), tag_of(answer))
    assert "4 to mend" in line(back, "Twitch")


def test_a_row_is_read_anew_when_a_house_rule_changes_its_verdict(cast: Cast) -> None:
    assert "to mend" not in line(cast["gm"].get(at(cast.table)), "Jane Alderwick")
    set_house_rules(campaign=cast.table, system="hprpg", values={"rating_limit": 3})
    assert "to mend" in line(cast["gm"].get(at(cast.table)), "Jane Alderwick")


# Cost


def crowd(cast: Cast, count: int) -> Campaign:
    """A table of the cast's game master with so many characters of every game."""
    table = Campaign.objects.create(name=f"{count} at a table")
    Membership.objects.create(campaign=table, user=cast.users["gm"], role=Role.GM)
    builds = (("hprpg", demo.JANE), ("dominion", demo.RAVEN), ("duality", demo.ISHKA))
    first = {
        system: actions.create_character(system=system, by=cast.users["owner"], build=build) for system, build in builds
    }
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


# Words for changes


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (Change("scores.charm", None, 2), "Charm from 0 to 2"),
        (Change("name", "Jane", "Jean"), "Name from “Jane” to “Jean”"),
        (Change("picks.archetype", "auror", None), "Archetype from Auror to nothing"),
        (Change("picks.odd", ["a"], 3), "Odd from a list to 3"),
        (Change("picks.spells.lumos", False, True), "Spells: Lumos taken"),
        (Change("picks.spells.lumos", True, False), "Spells: Lumos given up"),
        (Change("ranks.aspects", [], ["mental"]), "Aspects put in another order"),
        (Change("notes.=My%20vows", "", "x"), "My vows written anew"),
        (Change("rolls.table", [1], [2]), "Table rolled anew"),
        (Change("entries.gear.1", {"name": "Rope"}, None), "Gear: “Rope” given up"),
        (Change("entries.gear.0", None, {"picks": {"item": "lumos"}}), "Gear: Lumos added"),
        (Change("entries.gear.0", None, {"picks": 3}), "Gear: something without a name added"),
        (Change("entries.gear.0.name", "Rope", "Chain"), "Gear 1: name from “Rope” to “Chain”"),
        (Change("entries.items.1.entries.features.0.scores.amount", 1, 2), "Items 2: features 1: amount from 1 to 2"),
    ],
)
def test_a_change_in_words(change: Change, said: str) -> None:
    game = get("hprpg")
    assert (
        told(change, game.read(Build.parse({}), game.rulebook)).casefold()
        == said.replace("“Rope” g", "Rope g").casefold()
    )


# Coverage


def test_somebody_is_one_without_all_who_miss() -> None:
    assert coverage.someone([]) == 0
    assert coverage.someone([None, Fraction(0)]) == 0
    assert coverage.someone([Fraction(1, 2), None, Fraction(1, 3)]) == Fraction(2, 3)
    assert coverage.someone([Fraction(1), Fraction(1, 5)]) == 1


def test_who_can_pick_a_lock(inn: Inn) -> None:
    table, rowena = inn
    answer = rowena.get(at(table, "coverage_csv", q="pick lock"))
    lines = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    # Pick Locks starts at Agility: 2, 3 and, with three steps, 5 of 12 (Dominion 4.2).
    assert {(one["Who"], one["Exactly"]) for one in lines} == {
        ("Old Hesper", "1/6"),
        ("Sable", "1/4"),
        ("Twitch", "5/12"),
    }
    assert {one["Anybody, exactly"] for one in lines} == {str(1 - Fraction(10 * 9 * 7, 12**3))}
    page = words(rowena.get(at(table, "coverage", q="pick lock")))
    assert re.search(r'<td class="num best"><a [^>]*>42 %', page)


def test_a_check_that_no_sheet_lists_is_found_by_its_name(inn: Inn) -> None:
    table, rowena = inn
    plain = words(rowena.get(at(table, "coverage", game="dominion")))
    assert "Horsemanship" not in plain
    assert "Horsemanship" in words(rowena.get(at(table, "coverage", q="horseman")))


def test_every_chance_is_that_of_the_sheet(inn: Inn) -> None:
    table, _ = inn
    for system in ("hprpg", "dominion", "duality"):
        here = Character.objects.filter(campaign=table, system=system)
        people = {character.pk: coverage.Person(character.read()) for character in here}
        checks, cut = coverage.cover(people)
        by_label = {one.roll.label: one for one in checks}
        assert not cut
        for character in here:
            for check in character.read().checks:
                expected = check.dice.odds().success if check.dice else None
                assert by_label[check.label].chances[character.pk] == expected


def test_a_weapon_is_only_for_who_carries_it(inn: Inn) -> None:
    table, _ = inn
    people = {
        character.name: coverage.Person(character.read())
        for character in Character.objects.filter(campaign=table, system="dominion")
    }
    checks, _ = coverage.cover({n: people[name] for n, name in enumerate(people)}, "strike with longsword")
    who = dict(zip(people, checks[0].chances.values(), strict=True))
    assert who["Sable"] == Fraction(8, 12)
    assert [who["Old Hesper"], who["Twitch"]] == [None, None]


def test_gaps_are_marked_in_words(inn: Inn) -> None:
    table, rowena = inn
    page = words(rowena.get(at(table, "coverage", game="dominion")))
    assert "nobody can</small>" in page
    assert ">gap</small>" in page
    none = words(rowena.get(at(table, "coverage", game="duality", gap="0", only="gaps")))
    assert "No gap below 0 %." in none
    every = words(rowena.get(at(table, "coverage", game="duality", gap="100")))
    assert re.search(r"(\d+) checks, \1 gaps", every)
    assert "50" in re.findall(r'name="gap"[^>]*value="(\d+)"', words(rowena.get(at(table, "coverage", gap="x"))))


def test_a_gap_is_below_the_least_chance_and_not_at_it() -> None:
    half = coverage.Covered(coverage.Roll("Climb", ()), {1: Fraction(1, 2), 2: None})
    assert half.gap(Fraction(1, 2)) == ""
    assert half.gap(Fraction(51, 100)) == coverage.WEAK
    assert half.best == (1,)
    never = replace(half, chances={1: Fraction(0), 2: None})
    assert never.gap(Fraction(0)) == coverage.NOBODY
    assert never.best == ()


def checks_of(page: Any) -> list[str]:
    return re.findall(r'<th scope="row">([^<]+)</th>', words(page))


def test_coverage_is_sorted_by_name_by_anybody_and_by_one(inn: Inn) -> None:
    table, rowena = inn
    by_name = checks_of(rowena.get(at(table, "coverage", game="duality", sort="check")))
    assert by_name == sorted(by_name, key=str.casefold)
    turned = checks_of(rowena.get(at(table, "coverage", game="duality", sort="check", dir="desc")))
    assert turned == by_name[::-1]
    worst = checks_of(rowena.get(at(table, "coverage", game="duality")))
    assert worst[:1] != checks_of(rowena.get(at(table, "coverage", game="duality", dir="desc")))[:1]
    corvin = Character.objects.get(name="Corvin")
    own = checks_of(rowena.get(at(table, "coverage", game="duality", sort=str(corvin.pk), dir="desc")))
    assert own[0].startswith("Riposte")
    assert own[-1] == "Longbow: attack with Driftwood bow"


def test_coverage_answers_a_search_with_its_part_alone(inn: Inn) -> None:
    table, rowena = inn
    answer = rowena.get(at(table, "coverage", q="no such thing"), headers=HX)
    assert targets(answer) == ["coverage"]
    assert "No check of this game goes by those words" in words(answer)


def test_a_large_table_sees_fewer_checks_and_is_told_so(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coverage, "MOST_ASKED", 0)
    monkeypatch.setattr(coverage, "FEWEST", 2)
    page = cast["gm"].get(at(cast.table, "coverage"))
    assert "2 checks" in words(page)
    assert "Search for the one you need" in words(page)
