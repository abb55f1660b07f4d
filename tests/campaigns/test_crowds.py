"""NPCs of one name in one row, which unfolds."""

import re
from dataclasses import replace
from typing import Any

import pytest
from django.urls import reverse

from campaigns.tables import beasts, fight_cards, npcs, roster
from campaigns.tables.crowds import gathered
from characters import actions
from characters.models import Character
from rules.catalogue.rulebook import core_of
from rules.kernel import LedgerEntry
from tests.cast import Cast, book, cast
from tests.characters.posting import words

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db


def guards(cast: Cast, count: int, name: str = "Guard") -> list[Any]:
    made = npcs.create_npcs(
        campaign=cast.table, by=cast.users["gm"], system="dominion", name=name, count=count, kind="dwarf",
        trade="soldier", seed=7,
    )  # fmt: skip
    read = fight_cards.read(cast.table.pk, [one.pk for one in made])
    return [read[one.pk] for one in made]


def test_a_crowd_is_one_row_with_the_least_and_most_of_its_figures(cast: Cast) -> None:
    shown = guards(cast, 11)
    (crowd,) = gathered(shown)
    assert (crowd.many, crowd.name, crowd.line, crowd.dead) == (True, "Guard 1–11", shown[0].line, 0)
    assert [one.name for one in crowd.fighters] == [f"Guard {number}" for number in range(1, 12)], "2 before 10"
    timings = [int(one.brief[0].value.replace("−", "-")) for one in shown]
    least, most = (str(one).replace("-", "−") for one in (min(timings), max(timings)))
    between = " to " if min(timings) < 0 else "–"
    assert crowd.ranges[0] == (shown[0].brief[0].label, f"{least}{between}{most}" if least != most else least)


def test_whoever_has_no_number_or_another_name_or_game_stands_alone(cast: Cast) -> None:
    first, second = guards(cast, 2)
    named = [replace(first, name="Guard"), replace(second, name="guard 7"), replace(first, name="Guard 3", pk=3)]
    rows = list(gathered([*named, replace(second, name="Clerk 1", line="A clerk"), replace(second, dead=True)]))
    assert [row.name for row in rows] == ["Clerk 1", "Guard", "Guard 2–7"]
    assert [row.many for row in rows] == [False, False, True]
    assert (rows[2].dead, rows[0].line) == (1, "A clerk")


def test_prep_unfolds_a_crowd_and_opens_all_cards_without_one(cast: Cast) -> None:
    guards(cast, 3)
    beasts.bring_in(campaign=cast.table, by=cast.users["gm"], system="dominion", key="troll", count=2, seed=7)
    page = reverse("prep", args=[cast.table.pk])
    shown = words(cast["gm"].get(page))
    assert shown.count('<details class="npcrow of-many"') == 2
    assert shown.count('<article class="fightcard"') == 5
    for name in ("Guard 1–3", "Troll 1–2"):
        assert name in shown
    assert "of-many" not in words(cast["gm"].get(page, {"cards": "all"}))


def test_a_crowd_comes_into_a_fight_by_one_tick_and_says_who_is_there(cast: Cast) -> None:
    crowd = guards(cast, 11)
    beasts.bring_in(campaign=cast.table, by=cast.users["gm"], system="dominion", key="troll", count=2, seed=7)
    fell = LedgerEntry("died", note="The ford")
    actions.enter(character=Character.objects.get(name="Guard 4"), entry=fell, by=cast.users["gm"], role="gm")
    prep, fight = (reverse(name, args=[cast.table.pk]) for name in ("prep", "turns"))

    def ticks() -> dict[str, str]:
        page = words(cast["gm"].get(prep)).partition('id="others"')[2].partition("</form>")[0]
        shown = re.findall(r'name="(?:character|beast)" value="([\d ]+)"[^>]*><span>(.*?)</span>', page)
        return {name: value for value, name in shown}

    may_come = ticks()
    every = [one.pk for one in crowd if one.name != "Guard 4"]
    assert may_come["Guard 1–11 (all 10)"] == " ".join(map(str, sorted(every)))
    assert "Troll 1–2 (all 2)" in may_come
    assert "Guard 4" not in may_come
    cast["gm"].post(fight, {"deed": "begin", "character": [may_come["Guard 7"], may_come["Guard 8"]]})
    shown = " ".join(re.sub(r"<[^>]+>", " ", words(cast["gm"].get(prep))).split())
    assert "Guard 1–11 1 dead 9 here, 2 in the fight ·" in shown
    assert "Can’t fight: Guard 4 (dead)." in shown
    cast["gm"].post(fight, {"deed": "begin", "character": ticks()["Guard 1–11 (all 8)"]})
    assert cast.table.turns.count() == 10
    assert not any("Guard" in name for name in ticks())


def rostered(cast: Cast, **asked: str) -> list[str]:
    """The lines of the roster of NPCs, each in words."""
    page = words(cast["gm"].get(reverse("roster", args=[cast.table.pk]), {"show": "npcs", **asked}))
    lines = re.findall(r'<tr id="row-\d+">(.*?)</tr>', page, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", line).split()) for line in lines]


def test_a_crowd_is_one_line_of_the_roster_with_its_count_and_ranges(cast: Cast) -> None:
    guards(cast, 11)
    guards(cast, 1, "Captain")
    first = Character.objects.get(name="Guard 1")
    actions.change_play(character=first, key="injury", change=2, by=cast.users["gm"])
    fell = LedgerEntry("died", note="The ford")
    actions.enter(character=Character.objects.get(name="Guard 2"), entry=fell, by=cast.users["gm"], role="gm")
    captain, crowd = rostered(cast)
    assert captain.startswith("C Captain")
    assert crowd.startswith("11 Guard 1–11 : show all 11 1 dead gm Draft")
    assert "1 of 11 hurt" in crowd
    held = [number.value for one in Character.objects.filter(name__startswith="Guard") for number in first_vitals(one)]
    assert f"{min(held)}–{max(held)}" in crowd
    page = words(cast["gm"].get(reverse("roster", args=[cast.table.pk]), {"show": "npcs"}))
    (leads,) = re.findall(r'href="\?([^"]*)">Guard 1–11<', page)
    assert leads == "q=Guard&amp;show=npcs"


def first_vitals(one: Character) -> list[Any]:
    return [roster.vitals(one.read())[0]]


def test_a_crowd_is_sorted_by_its_first_and_each_is_found_by_name(cast: Cast) -> None:
    guards(cast, 3)
    guards(cast, 1, "Captain")
    guards(cast, 1, "Zora")
    assert [line.split()[1] for line in rostered(cast)] == ["Captain", "Guard", "Zora"]
    assert [line.split()[1] for line in rostered(cast, dir="desc")] == ["Zora", "Guard", "Captain"]
    assert [line.split()[1:3] for line in rostered(cast, q="guard")] == [["Guard", "1"], ["Guard", "2"], ["Guard", "3"]]
    key = f"dominion.{first_vitals(Character.objects.get(name='Zora'))[0].key}"
    best = max(Character.objects.filter(npc=True), key=lambda one: first_vitals(one)[0].value)
    assert rostered(cast, sort=key, dir="desc")[0].split()[1] == best.name.split()[0]


def test_names_go_as_people_count_wherever_they_are_listed(cast: Cast) -> None:
    """2 before 10: under a fold, where who fights is chosen, in the party and the print room."""
    of = {"owner": cast.users["gm"], "book": core_of("dominion"), "system": "dominion", "campaign": cast.table}
    names = {stem: [f"{stem} {number}" for number in range(1, 31)] for stem in ("Mob", "Hero")}
    made = [Character(**of, name=name, npc=stem == "Mob") for stem in names for name in names[stem]]
    Character.objects.bulk_create(made)

    def listed(page: str, stem: str) -> list[str]:
        text = words(cast["gm"].get(reverse(page, args=[cast.table.pk])))
        return list(dict.fromkeys(re.findall(rf"\b{stem} \d+\b", text)))

    assert "Mob 25 to Mob 30" in words(cast["gm"].get(reverse("prep", args=[cast.table.pk])))
    assert [listed(page, "Hero") for page in ("prep", "campaign", "print_party")] == [names["Hero"]] * 3
    roster_of = words(cast["gm"].get(reverse("roster", args=[cast.table.pk])))
    assert re.search(r">\s*Party 3[01]</a>", roster_of), "without the NPCs, whom a chip of their own counts"
    assert re.search(r">\s*NPCs 30</a>", roster_of)
