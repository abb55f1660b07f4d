"""Coverage: exact chances of everybody and of anybody, and where nobody is any good."""

import csv
import io
import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.tables import coverage
from characters.models import Character
from rules.catalogue.rulebook import core_of, rulebook_of
from rules.kernel import Build
from rules.systems import get
from rules.systems.dominion.entries import Spell
from tests.cast import Cast
from tests.characters.posting import HX, targets, words
from tests.characters.seated import Inn, at, crossroads, inn

__all__ = ["crossroads", "inn"]

pytestmark = pytest.mark.django_db


def test_somebody_is_one_without_all_who_miss() -> None:
    assert coverage.someone([]) == 0
    assert coverage.someone([None, Fraction(0)]) == 0
    assert coverage.someone([Fraction(1, 2), None, Fraction(1, 3)]) == Fraction(2, 3)
    assert coverage.someone([Fraction(1), Fraction(1, 5)]) == 1


def test_who_can_pick_a_lock(inn: Inn) -> None:
    table, rowena = inn
    answer = rowena.get(at(table, "coverage_csv", q="pick lock"))
    lines = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    # Pick Locks starts at Agility: 2, 3 and, with three steps, 5 of 12; light armour takes two of those (4.2, 9.7.2).
    assert {(one["Character"], one["Chance (exact)"]) for one in lines} == {
        ("Old Hesper", "1/6"),
        ("Sable", "1/4"),
        ("Twitch", "1/4"),
    }
    assert {one["Anyone (exact)"] for one in lines} == {str(1 - Fraction(10 * 9 * 9, 12**3))}
    page = words(rowena.get(at(table, "coverage", q="pick lock")))
    assert len(re.findall(r'<td class="num"><a [^>]*>25%', page)) == 2, "two tie, so nobody is the best"


def test_whom_to_send_is_told_by_what_people_speak_of(inn: Inn) -> None:
    table, rowena = inn
    page = words(rowena.get(at(table, "coverage", game="dominion")))
    assert re.search(r"<dt>Picking locks</dt>\s*<dd>\s*<b>Sable</b>\s*25%,\s*then Twitch\s*25%", page)
    assert "Who should try?" not in words(rowena.get(at(table, "coverage", q="pick lock")))
    nobody = coverage.Covered(coverage.CoverageRoll("Stealth", (), "stealth"), {1: None})
    assert coverage.who_should_try(get("dominion").wishes, [nobody])[0] == (("Sneaking",), ())
    assert coverage.who_should_try(None, [nobody]) == []


def test_a_sum_that_nobody_succeeds_at_is_no_gap_in_the_party(inn: Inn) -> None:
    table, rowena = inn
    page = words(rowena.get(at(table, "coverage")))
    assert ("Timing Score" in page, "Pick Locks" in page) == (False, True)


def test_the_dead_are_counted_nowhere(inn: Inn) -> None:
    table, rowena = inn
    sable = Character.objects.get(campaign=table, name="Sable")
    sable.ledger_entries.create(kind="died", role="gm", campaign=table)
    answer = rowena.get(at(table, "coverage_csv", q="pick lock"))
    lines = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert {one["Character"] for one in lines} == {"Old Hesper", "Twitch"}
    assert {one["Anyone (exact)"] for one in lines} == {str(1 - Fraction(10 * 9, 12**2))}
    page = words(rowena.get(at(table, "coverage", q="pick lock")))
    assert "(without dead characters: Sable)" in page
    assert ">Sable<" not in page


def tried(system: str, has: dict[str, Any], has_not: dict[str, Any], label: str) -> tuple[Any, Any]:
    """The chances at a check of somebody who has got it, and of somebody who hasn't."""
    sheets = [get(system).read(Build.parse(build)) for build in (has, has_not)]
    checks, _ = coverage.cover({n: coverage.PartyMember.of(sheet) for n, sheet in enumerate(sheets)})
    (one,) = (one for one in checks if one.roll.label == label)
    return one.chances[0], one.chances[1]


def test_who_has_not_honed_a_skill_tries_with_the_attribute() -> None:
    """Dominion 4.4; and who wears nothing withstands without it (9.7.1)."""
    juggling = {"name": "Juggling", "picks": {"attribute": "agility"}, "scores": {"steps": 4}}
    juggler = {"entries": {"skills": [juggling]}}
    assert tried("dominion", juggler, {"scores": {"agility": 2}}, "Juggling") == (Fraction(5, 12), Fraction(3, 12))
    mail = get("dominion").read(Build.parse({"entries": {"equipment": [WORN]}}))
    label = next(check.label for check in mail.checks if check.key == "within-torso")
    worn, bare = tried("dominion", {"entries": {"equipment": [WORN]}}, {}, label)
    assert worn > bare == Fraction(1, 12)


WORN = {"picks": {"item": "light-armour", "worn": True}}


def test_who_has_not_learned_a_skill_tries_without_the_attribute() -> None:
    """Rough Magic R-05."""
    sneak = {"scores": {"agility": 4}, "entries": {"skills": [{"name": "Stealth"}]}}
    skilled, untrained = tried("rough-magic", sneak, {"scores": {"agility": 4}}, "Stealth (Agility)")
    assert skilled > untrained > 0


def test_a_check_that_no_sheet_lists_is_found_by_its_name(inn: Inn) -> None:
    table, rowena = inn
    plain = words(rowena.get(at(table, "coverage", game="dominion")))
    assert "Horsemanship" not in plain
    assert "Horsemanship" in words(rowena.get(at(table, "coverage", q="horseman")))


def test_whatever_else_a_sheet_rolls_is_found_by_what_it_is_called(inn: Inn) -> None:
    """A scene asks by the words that the sheet and the fight card print."""
    table, _ = inn
    for character in Character.objects.filter(campaign=table):
        sheet = character.read()
        others = {check.label: check for _, check in character.game.further(sheet) if not check.total}
        for label in others:
            checks, _ = coverage.cover({character.pk: coverage.PartyMember.of(sheet)}, label)
            (found,) = [one for one in checks if one.roll.label == label]
            dice = others[label].dice
            assert found.chances == {character.pk: dice.odds().success if dice else None}, label


def test_what_a_fight_card_calls_by_another_name_is_found_by_it() -> None:
    """Nobody wears anything: the card says where a blow lands all the same."""
    for build in ({}, {"entries": {"equipment": [WORN]}}):
        sheet = get("dominion").read(Build.parse(build))
        for figure in get("dominion").fight(sheet.live({})).figures:
            if figure.asks:
                checks, _ = coverage.cover({1: coverage.PartyMember.of(sheet)}, figure.label)
                assert figure.asks in [one.roll.answers for one in checks], figure.label
    bare = coverage.PartyMember.of(get("dominion").read(Build.parse({})))
    ((one,), _) = coverage.cover({1: bare}, "withstand head")
    assert (one.roll.label, one.chances) == ("Withstand Injury", {1: Fraction(1, 12)})
    gone = coverage.PartyMember("gone", lambda: None)
    assert coverage.cover({1: gone}, "withstand head") == ([], False)


def test_a_check_of_two_things_that_no_sheet_lists_is_found_by_both(inn: Inn) -> None:
    table, rowena = inn
    label = "Vitality (Brawl)"
    for asked in (label, "brawl vitality"):
        page = words(rowena.get(at(table, "coverage", game="hprpg", q=asked)))
        assert re.findall(r'<th scope="row">([^<]+)</th>', page) == [label]
    ida = Character.objects.get(campaign=table, name="Ida Thornquill")
    sheet = ida.read()
    ((one,), _) = coverage.cover({1: coverage.PartyMember.of(sheet)}, label)
    check = ida.game.ask(sheet, {"aspect": "vitality", "ability": "brawl"}).check
    assert check.dice
    assert one.chances == {1: check.dice.odds().success}


def test_who_searches_reads_no_sheet_again_for_what_else_it_rolls(cast: Cast) -> None:
    sheet, read = cast.jane.read(), []

    def member(mark: str) -> coverage.PartyMember:
        return coverage.PartyMember(mark, lambda: read.append(mark) or coverage.Seen(mark, sheet, {}))

    coverage.cover({1: member("one"), 2: member("two")})
    assert sorted(set(read)) == ["one", "two"]
    read.clear()
    coverage.cover({1: member("one"), 2: member("two")}, "no such check")
    assert set(read) <= {"one"}, "of the first alone, whose question is asked"


def test_every_chance_is_that_of_the_sheet(inn: Inn) -> None:
    table, _ = inn
    for system in ("hprpg", "dominion", "duality"):
        here = Character.objects.filter(campaign=table, system=system)
        here.update(play={"injury": 9, "life": 3})
        people = {character.pk: coverage.PartyMember.of(character.read(), character.marks) for character in here}
        checks, cut = coverage.cover(people)
        by_label = {one.roll.label: one for one in checks}
        assert not cut
        for character in here:
            for check in (one for one in character.read().live(character.marks).checks if not one.total):
                expected = check.dice.odds().success if check.dice else None
                assert by_label[check.label].chances[character.pk] == expected


def test_a_weapon_is_only_for_who_carries_it(inn: Inn) -> None:
    table, _ = inn
    people = {
        character.name: coverage.PartyMember.of(character.read())
        for character in Character.objects.filter(campaign=table, system="dominion")
    }
    checks, _ = coverage.cover({n: people[name] for n, name in enumerate(people)}, "strike with longsword")
    who = dict(zip(people, checks[0].chances.values(), strict=True))
    assert who["Sable"] == Fraction(8, 12)
    assert [who["Old Hesper"], who["Twitch"]] == [None, None]


def test_gaps_are_marked_in_words(inn: Inn) -> None:
    table, rowena = inn
    page = words(rowena.get(at(table, "coverage", game="dominion")))
    assert "no one can</small>" in page
    assert ">gap</small>" in page
    none = words(rowena.get(at(table, "coverage", game="duality", gap="0", only="gaps")))
    assert "Nothing below 0%." in none
    every = words(rowena.get(at(table, "coverage", game="duality", gap="100")))
    assert re.search(r"(\d+) checks, \1 gaps", every)
    assert "50" in re.findall(r'name="gap"[^>]*value="(\d+)"', words(rowena.get(at(table, "coverage", gap="x"))))


def test_a_gap_is_below_the_least_chance_and_not_at_it() -> None:
    half = coverage.Covered(coverage.CoverageRoll("Climb", ()), {1: Fraction(1, 2), 2: None})
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
    fights = [check for check in own if ":" in check]
    assert fights.index("The Voice: attack") == 0, "he hits on a mixed result, and is missed only on a good one"
    assert any(check.startswith("Riposte: defend") for check in fights)
    assert own[-1] == "Longbow: attack with Driftwood bow"


def test_coverage_answers_a_search_with_its_part_alone(inn: Inn) -> None:
    table, rowena = inn
    answer = rowena.get(at(table, "coverage", q="no such thing"), headers=HX)
    assert targets(answer) == ["coverage"]
    assert "No matching checks" in words(answer)


def test_a_large_table_sees_fewer_checks_and_is_told_so(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coverage, "MOST_ROLLS", 0)
    monkeypatch.setattr(coverage, "FEWEST", 2)
    page = cast["gm"].get(at(cast.table, "coverage"))
    assert "2 checks" in words(page)
    assert "Search for the one you need" in words(page)


def fill(cast: Cast, count: int) -> None:
    """Seat so many hurt characters of Dominion, each with as many rolls as one may have."""
    core = core_of("dominion")
    spells = list(rulebook_of((core,)).all(Spell))
    own = [{"name": f"Craft {n}", "picks": {"attribute": "agility"}} for n in range(100)]
    Character.objects.bulk_create(
        Character(
            owner=cast.users["owner"], book=core, system="dominion", name=f"Number {n}", campaign=cast.table,
            play={"injury": 8}, build={"picks": {"spells": spells}, "entries": {"skills": own}, "notes": {"n": str(n)}},
        )
        for n in range(count)
    )  # fmt: skip


def test_a_crowd_of_the_richest_is_worked_out_within_bounds_and_once(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    many, rolled, dominion = 100, [], get("dominion")
    really = dominion.rolled_now
    monkeypatch.setattr(dominion, "rolled_now", lambda sheet, answers: rolled.append(1) or really(sheet, answers))
    fill(cast, many)
    url = at(cast.table, "coverage", game="dominion")
    first = words(cast["gm"].get(url, headers=HX))
    assert f"{coverage.MOST_ROLLS // many} checks" in first
    assert "Search for the one you need" in first
    assert len(rolled) <= coverage.MOST_ROLLS
    rolled.clear()
    with CaptureQueriesContext(connection) as asked:
        again = words(cast["gm"].get(url, headers=HX))
    assert again == first
    assert (rolled, [one for one in asked.captured_queries if '"build"' in one["sql"]]) == ([], [])


def test_who_moved_or_left_while_the_page_was_made_is_shown_as_now_and_not_remembered_as_before(cast: Cast) -> None:
    sheet = cast.jane.read()
    roll = coverage.CoverageRoll(sheet.checks[0].label, sheet.checks[0].answers)
    gone = coverage.PartyMember("a", lambda: None)
    assert (gone.listed, gone.chances([roll])) == ({}, [None])
    moved = coverage.PartyMember("a", lambda: coverage.Seen("b", sheet, {}))
    assert moved.chances([roll]) != [None]
    assert coverage.PartyMember("a", lambda: None).chances([roll]) == [None]
    assert coverage.PartyMember("b", lambda: None).chances([roll]) == moved.chances([roll])
    assert (gone.further, coverage.cover({1: gone}, "brawl")) == ({}, ([], False))
