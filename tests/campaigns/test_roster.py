"""The roster of a table: what its rows say, in which order, who is best, and its file."""

import csv
import io
import re
import uuid

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from campaigns.actions import archive
from campaigns.party import party_summary
from campaigns.tables import roster, roster_table
from campaigns.tables.roster_row import BESIDE, RosterRow, RowFingerprint, TrackerStand, Verdict, Vital
from campaigns.tables.roster_table import PAGE, RosterCell, RosterGroup, RosterQuery, groups
from characters import actions, glances, versions
from characters.models import Character, Mark
from characters.templatetags.crests import initial
from rules.kernel.status import Status
from rules.templatetags.cites import where
from tests.cast import Cast
from tests.characters.posting import HX, targets, words
from tests.characters.seated import Inn, at, crossroads, inn, line, names
from tests.marking import mark

__all__ = ["crossroads", "inn"]

pytestmark = pytest.mark.django_db


def made(pk: int, name: str = "", system: str = "hprpg", *, read: bool = True, **values: int) -> RosterRow:
    told = ("creation", "draft", 0, None, 1, 1, "{}", "{}", "{}", 1, "mira", "{}", "{}")
    vitals = tuple(Vital(key, key.title(), value) for key, value in values.items())
    return RosterRow(RowFingerprint(pk, 1, system, name, *told), Verdict(Status(), 0, False, (), vitals, ()), read)


def marks(*rows: RosterRow) -> dict[int, list[str]]:
    return {
        line.row.pk: [cell.mark for cell in line.cells]
        for group in groups(rows, RosterQuery())
        for line in group.lines()[1]
    }


# What a row says


def test_a_verdict_depends_on_all_but_who_plays_and_what_is_offered() -> None:
    one = made(1, "Ann").fingerprint
    moved = {name for name in RowFingerprint._fields if one._replace(**{name: object()}).key != one.key}
    assert set(RowFingerprint._fields) - moved == BESIDE
    assert {"version", "marks_text", "house"} <= moved


def test_a_row_says_how_far_a_character_has_come(inn: Inn) -> None:
    table, rowena = inn
    page = rowena.get(at(table))
    said = {name: re.sub(r"<[^>]+>", " ", line(page, name)) for name in names(page)}
    assert " ".join(name.split()[0] for name in said) == "Barnaby Ida Odile Old Sable Twitch Corvin Maren"
    for name, *expected in (
        ("Barnaby Quill", "tom", "Draft", "2 to fix", "1 exception"),
        ("Old Hesper", "tom", "Submitted"),
        ("Twitch", "Sent back", "4 to fix"),
        ("Maren", "mira", "Approved", "Life lost", "6 of 24"),
        ("Sable", "Changed"),
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


def test_each_game_has_a_table_with_its_own_columns(inn: Inn) -> None:
    table, rowena = inn
    page = words(rowena.get(at(table)))
    tables = re.findall(r'<section data-system="(\w+)" class="rost".*?</section>', page, re.S)
    assert tables == ["hprpg", "dominion", "duality"]
    for part in re.findall(r'<section data-system="\w+" class="rost".*?</section>', page, re.S):
        system = re.findall(r'data-system="(\w+)"', part)[0]
        heads = re.findall(r"sort=(\w+)\.[\w-]+", part)
        assert {*heads} == {system}
        widths = {row.count("<td") + 1 for row in re.findall(r'<tr id="row-.*?</tr>', part, re.S)}
        assert widths == {part.count('<th scope="col"')}
    assert line(rowena.get(at(table)), "Sable").count('<td class="num"></td>') == 0
    assert re.search(
        r'<td class="num"[^>]*></td>', line(rowena.get(at(table)), "Sable")
    )  # she never studied Witchcraft


def test_a_wound_is_in_the_numbers_of_the_roster_and_not_in_those_of_its_paper(inn: Inn) -> None:
    """The roster has them as they stand, as the sheet does; a party's paper as they are, with what is worn."""
    table, _ = inn
    sable = Character.objects.get(name="Sable")
    Character.objects.filter(pk=sable.pk).update(play={"injury": 9})
    live = (now := Character.objects.with_table().get(pk=sable.pk)).read().live(now.marks)
    (row,) = (row for row in roster.rows(table, roster.fingerprints(table)) if row.name == "Sable")
    (paper,) = (one.row for one in party_summary.read(table, [sable.pk]))
    numbers = [{one.key: one.value for one in who.verdict.figures}["dodge"] for who in (row, paper)]
    assert numbers == [live.figure("dodge").value, live.sheet.live({}).figure("dodge").value]
    assert numbers[0] < numbers[1] < live.sheet["dodge"], "armour weighs on paper, too"
    assert row.trackers == paper.trackers


def test_numbers_are_those_of_the_sheet(inn: Inn) -> None:
    table, _ = inn
    rows = {row.name: row for row in roster.rows(table, roster.fingerprints(table))}
    for character in Character.objects.filter(campaign=table, npc=False):
        sheet, row = character.read(), rows[character.name]
        live = sheet.live(character.marks)
        assert row.verdict.figures
        assert all(vital.value == live.figure(vital.key).value for vital in row.verdict.figures)
        assert row.verdict.status == sheet.status
        assert row.verdict.drifted is character.drifted


def test_whatever_was_written_into_the_trackers(cast: Cast) -> None:
    for play, said in (
        ([], "7 of 7"),
        ({"health": "x"}, "7 of 7"),
        ({"health": -3}, "0 of 7"),
        ({"health": 99}, "7 of 7"),
        ({"health": True}, "7 of 7"),
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
    assert marks(made(1, life=7), made(2, system="duality", life=5)) == {1: [""], 2: [""]}


def test_ties_of_more_than_three_have_neither() -> None:
    tied = [made(pk, health=7 if pk <= 3 else 5 if pk <= 7 else 6) for pk in range(1, 10)]
    assert {pk: mark for pk, (mark,) in marks(*tied).items() if mark} == {1: "best", 2: "best", 3: "best"}


def test_nobody_is_best_as_long_as_a_sheet_of_the_game_was_not_read() -> None:
    assert marks(made(1, health=7), made(2, health=5), made(3, read=False)) == {1: [""], 2: [""], 3: [""]}


def test_a_mark_is_a_shape_and_spoken_as_a_word(inn: Inn) -> None:
    table, rowena = inn
    page = words(rowena.get(at(table)))
    for told, shape in (("best", "▲"), ("worst", "▼")):
        drawn = f'<i aria-hidden="true">{shape}</i><span class="sr">{told}</span> '
        assert re.search(rf'<td class="num {told}"[^>]*>{drawn}[-−]?\d+</td>', page)
        assert re.search(rf'<i aria-hidden="true">{shape}</i> {told}', page)


def test_the_best_of_the_table_stays_so_when_others_are_filtered_away() -> None:
    rows = [made(1, "Ann", health=7), made(2, "Bob", health=5), made(3, "Cid", health=6)]
    (group,) = groups(rows, RosterQuery(q="cid"))
    assert [(one.row.name, one.cells) for one in group.lines()[1]] == [("Cid", (RosterCell(6),))]


# Games and pages


def crowded(**counts: int) -> list[RosterRow]:
    return [made(n, f"{system} {n}", system) for system, count in counts.items() for n in range(1, count + 1)]


def opened(found: list[RosterGroup]) -> dict[str, int]:
    return {group.system: len(group.shown) for group in found}


def test_a_page_has_fifty_rows_and_games_without_room_are_a_line() -> None:
    crowd = crowded(hprpg=60, dominion=20, duality=30, forge=3)
    assert opened(groups(crowd, RosterQuery())) == {"hprpg": PAGE, "dominion": 0, "duality": 0, "forge": 0}
    assert opened(groups(crowd, RosterQuery(page="2", game="hprpg")))["hprpg"] == 10
    assert opened(groups(crowd, RosterQuery(game="duality"))) == {"hprpg": 0, "dominion": 20, "duality": 30, "forge": 0}
    small = crowded(hprpg=20, dominion=20, duality=20, forge=3)
    assert opened(groups(small, RosterQuery())) == {"hprpg": 20, "dominion": 20, "duality": 0, "forge": 3}


def test_the_pages_of_a_game_say_who_is_on_them() -> None:
    crowd = crowded(hprpg=101, dominion=PAGE)
    first, second = groups(crowd, RosterQuery())
    assert first.pages == [(1, "1–50"), (2, "51–100"), (3, "101–101")]
    assert second.pages == []
    for page, number in (("3", 3), ("99", 3), ("0", 1), ("x", 1), ("", 1)):
        assert groups(crowd, RosterQuery(game="hprpg", page=page))[0].page == number


def test_names_stand_as_people_count() -> None:
    told = ["Guard 10", "guard 2", "Guard 1", "Ann", "2nd Mate", "10th Mate"]
    (group,) = groups([made(n, name) for n, name in enumerate(told)], RosterQuery())
    assert [row.name for row in group.shown] == ["2nd Mate", "10th Mate", "Ann", "Guard 1", "guard 2", "Guard 10"]


def test_a_game_that_is_folded_says_what_there_is_to_do(inn: Inn) -> None:
    table, rowena = inn
    found = {group["system"]: group["told"] for group in rowena.get(at(table)).context["groups"]}
    assert found == {"hprpg": "1 to fix", "dominion": "1 submitted · 1 changed · 1 to fix", "duality": "1 to fix"}


def test_hurt_is_who_is_not_where_the_first_tracker_begins() -> None:
    health, lost = TrackerStand("Health", 7, 7, 7), TrackerStand("Lost", 0, 0, 9)
    for first, hurt in (
        (health, False),
        (health._replace(value=6), True),
        (lost, False),
        (lost._replace(value=2), True),
    ):
        row = made(1)
        row = RosterRow(row.fingerprint, row.verdict._replace(trackers=(first, lost._replace(value=3))))
        assert row.hurt is hurt
        assert [bar.spent for bar in row.bars] == [first.label == "Health", False]


def test_a_bar_is_harm_where_it_costs_something_and_says_what() -> None:
    turn = TrackerStand("APs", 1, 0, 2)
    told = {}
    for hurt in (0, 4, 5, 9):
        row, injury = made(1), TrackerStand("Injury", hurt, 0, 16, free=4, defeat=9)
        row = RosterRow(row.fingerprint, row.verdict._replace(trackers=(injury, turn)))
        told[hurt] = [(bar.hurts, bar.says) for bar in row.bars]
    spent = (False, "")
    assert told == {
        0: [(False, ""), spent],
        4: [(False, ""), spent],
        5: [(True, "penalties"), spent],
        9: [(True, "Defeated"), spent],
    }


RELIC = {"name": "Lamp", "picks": {"kind": "relic", "in-use": True}, "notes": {"experience": "Lit the way"},
         "entries": {"features": [{"picks": {"feature": "experience"}, "scores": {"level": 3}}]}}  # fmt: skip
SUBJECT = {"rough-magic": {"scores": {"brawn": 10, "power-level": 4}}, "duality": {"entries": {"items": [RELIC]}}}


@pytest.mark.parametrize(("system", "play", "said"), [
    ("rough-magic", {}, "Endurance lost 0 of 10"),
    ("rough-magic", {"maximum-lost": 4, "endurance-lost": 8}, "Endurance lost 6 of 6"),
    ("duality", {"life": 3}, "Life lost 3 of 20"),
])  # fmt: skip
def test_a_tracker_stands_and_ends_where_its_sheet_says(
    cast: Cast, system: str, play: dict[str, int], said: str
) -> None:
    """What magic took, attacks no longer can (Rough Magic)."""
    told = actions.create_character(system=system, by=cast.users["owner"], build=SUBJECT[system], campaign=cast.table)
    Character.objects.filter(pk=told.pk).update(play=play)
    (row,) = (row for row in roster.rows(cast.table, roster.fingerprints(cast.table)) if row.pk == told.pk)
    assert said in row.trackers
    live = Character.objects.get(pk=told.pk).read().live(play)
    stand = [(one.stands(play), one.top) for one in live.trackers]
    assert [(one.value, one.top) for one in row.verdict.trackers] == stand
    assert [(bar.value, bar.top) for bar in row.bars] == [(value, top) for value, top in stand if top][:2]


def test_what_a_bar_says_is_no_number_besides(inn: Inn) -> None:
    table, rowena = inn
    page = rowena.get(at(table))
    for group in page.context["groups"]:
        bars = [head["label"] for head in group["bars"]]
        assert not {head["label"] for head in group["numbers"]} & set(bars)
    first = page.context["groups"][0]
    assert "Health" in [head["label"] for head in first["bars"] if head.get("query")], "its maximum still sorts"


# Order, filters, search


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ("name", "Barnaby Ida Odile Old Sable Twitch Corvin Maren"),
        ("player", "Ida Odile Barnaby Sable Old Twitch Maren Corvin"),
        ("standing", "Barnaby Ida Odile Old Twitch Sable Corvin Maren"),
        ("nonsense", "Barnaby Ida Odile Old Sable Twitch Corvin Maren"),
    ],
)
def test_sorting(inn: Inn, sort: str, order: str) -> None:
    table, rowena = inn
    assert [name.split()[0] for name in names(rowena.get(at(table, sort=sort)))] == order.split()


def test_sorting_by_a_number_puts_those_without_it_last(inn: Inn) -> None:
    table, rowena = inn
    down = names(rowena.get(at(table, sort="dominion.combat", dir="desc")))
    up = names(rowena.get(at(table, sort="dominion.combat", dir="asc")))
    down, up = down[3:6], up[3:6]
    assert {*down} == {*up} == {"Sable", "Old Hesper", "Twitch"}
    held = {
        row.name: roster_table.numbers(row).get("dominion.combat")
        for row in roster.rows(table, roster.fingerprints(table))
    }
    values = [held[name] or 0 for name in up]
    assert values == sorted(values)
    assert [held[name] for name in down] == values[::-1]


def test_a_head_sorts_and_then_turns() -> None:
    assert RosterQuery().by("name").query == "sort=name&dir=desc"
    assert RosterQuery().by("player").query == "sort=player&dir=asc"
    assert RosterQuery(q="a").by("hprpg.charm").query == "q=a&sort=hprpg.charm&dir=desc"
    assert RosterQuery().by("hprpg.charm").by("hprpg.charm").dir == "asc"


def test_filters_and_search(inn: Inn) -> None:
    table, rowena = inn
    for asked, found in (
        ({"show": "submitted"}, ["Old Hesper"]),
        ({"show": "changed"}, ["Sable"]),
        ({"show": "fix", "q": "tom"}, ["Barnaby Quill", "Twitch", "Corvin"]),
        ({"show": "hurt"}, ["Odile Marchbank", "Maren"]),
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
    assert f"{at(table, 'roster_csv')}?q=a&amp;sort=player&amp;dir=desc" in page
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
    assert re.search(r"0 of \d+ Injury taken", words(part))
    page = rowena.get(address)
    assert "<h2" in words(page)
    assert "Roster: The Crossroads Inn" in words(page)


def test_a_game_master_steps_a_tracker_beside_the_roster(inn: Inn) -> None:
    table, rowena = inn
    twitch = Character.objects.get(name="Twitch")
    address = at(table, "roster_panel", twitch.pk)
    step = {"tracker": "injury", "change": "1", "since": str(twitch.marked), "uid": str(uuid.uuid4())}
    part = rowena.post(address, step, headers=HX)
    assert targets(part) == ["panel"]
    assert re.search(r"1 of \d+ Injury taken", words(part))
    assert rowena.post(address, step)["Location"] == address, "sent twice it counts once"
    assert Character.objects.get(pk=twitch.pk).marks["injury"] == 1
    wrong = rowena.post(address, {**step, "tracker": "luck", "uid": str(uuid.uuid4())})
    assert (wrong.status_code, "no such tracker" in words(wrong)) == (422, True)
    assert rowena.post(at(table, "roster_panel", 999_999), step).status_code == 404


def test_nothing_is_stepped_at_a_closed_table_nor_of_what_it_does_not_list(inn: Inn) -> None:
    table, rowena = inn
    by = User.objects.get(username="rowena")
    own = actions.create_character(system="dominion", by=by, name="Own", campaign=table)
    tried = versions.what_if(character=own, by=by)
    step = {"tracker": tried.read().marked[0].key, "change": "1", "since": "0", "uid": str(uuid.uuid4())}
    assert rowena.post(at(table, "roster_panel", tried.pk), step).status_code == 404
    archive(campaign=table)
    shut = rowena.post(at(table, "roster_panel", own.pk), step)
    assert (shut.status_code, "This campaign is archived" in words(shut)) == (422, True)
    assert not Mark.objects.filter(character__in=(own, tried))


def test_what_closes_the_panel_stands_beside_the_table_alone(inn: Inn) -> None:
    table, rowena = inn
    who = table.characters.get(name="Sable")
    for address in (at(table, "roster_panel", who.pk), at(table, "roster_columns")):
        assert "data-close-panel" in words(rowena.get(address, headers=HX))
        assert "data-close-panel" not in words(rowena.get(address))


def test_the_panel_leads_to_review_award_and_print(inn: Inn) -> None:
    table, rowena = inn
    sable = Character.objects.get(name="Sable")
    shown = words(rowena.get(at(table, "roster_panel", sable.pk)))
    way = f"{table.get_absolute_url()}?award={sable.pk}"
    for address in (f"{way}#awards", reverse("review", args=[sable.pk]), reverse("print", args=[sable.pk])):
        assert f'href="{address}"' in shown
    ticked = re.findall(r'name="character" value="(\d+)"\s*checked', rowena.get(way).content.decode())
    mates = Character.objects.filter(campaign=table, system=sable.system).exclude(pk=sable.pk)
    assert str(sable.pk) in ticked
    assert not set(ticked) & {str(one.pk) for one in mates}, "she alone of her game"


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
    assert lines[0][:8] == [*roster_table.IN_FILE]
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


def test_those_of_a_crowd_have_their_number_for_a_face() -> None:
    drawn = {name: initial(name, 1, npc=npc) for name, npc in (("Guard 12", True), ("Hob", True), ("Otto 2", False))}
    assert drawn == {
        "Guard 12": '<i class="initial npc" aria-hidden="true">12</i>',
        "Hob": '<i class="initial npc" aria-hidden="true">H</i>',
        "Otto 2": '<i class="initial" aria-hidden="true">O</i>',
    }
