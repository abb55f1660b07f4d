"""Fight cards: what a game master needs of each NPC, on the page to prepare a session."""

import re
from uuid import uuid4

import pytest
from django.urls import reverse

from campaigns.actions import archive
from campaigns.tables import beasts, fight_cards, npcs
from campaigns.tables.fight_cards import MOST
from characters.glances import for_list, rows
from characters.models import Character
from rules.kernel.pages.fight_cards import FIGURES, ROLLS
from rules.systems import PACKAGES, get
from tests.by_game import FIGHTING, TRADING
from tests.cast import Cast, book, cast
from tests.characters.posting import words
from tests.marking import mark

__all__ = ["book", "cast"]

SCRIPT = {"Accept": "application/json"}

pytestmark = pytest.mark.django_db


def prep(cast: Cast, who: str = "gm") -> str:
    return words(cast[who].get(reverse("prep", args=[cast.table.pk])))


def people(cast: Cast, system: str, count: int = 1, trade: str = "", kind: str = "") -> list[Character]:
    return npcs.create_npcs(
        campaign=cast.table, by=cast.users["gm"], system=system, name="Guard", count=count, trade=trade, kind=kind,
        seed=7,
    )  # fmt: skip


@pytest.mark.parametrize("system", [key for key in FIGHTING if key in TRADING])
def test_every_trade_has_five_figures_and_something_to_roll(cast: Cast, system: str) -> None:
    asked = {choice.key: options for choice, options in npcs.choices_of(cast.table, get(system))}
    for option in asked["trade"]:
        (guard,) = people(cast, system, trade=option.key)
        card = fight_cards.read(cast.table.pk, [guard.pk])[guard.pk]
        assert len(card.card.figures) == FIGURES, option
        assert 0 < len(card.card.rolls) <= ROLLS, option
        assert any(roll.chance for roll in card.card.rolls), f"{option} can’t fight"
        assert all(roll.chance != "0%" for roll in card.card.rolls), f"{option} is shown what can’t succeed"
        assert card.trackers, option
        assert card.face in ("G", str(guard).removeprefix("Guard "))


def test_a_roll_of_a_card_is_the_roll_its_address_asks_for(cast: Cast) -> None:
    for system in PACKAGES:
        (guard,) = people(cast, system)
        for roll, query, _ in fight_cards.read(cast.table.pk, [guard.pk])[guard.pk].rolls:
            if query:
                page = words(cast["gm"].get(f"{reverse('odds', args=[guard.pk])}?{query}"))
                assert roll.label in page, (system, roll)


def test_soldiers_are_told_with_what_they_need_in_a_fight(cast: Cast) -> None:
    first, second = people(cast, "dominion", 2, trade="soldier", kind="dwarf")
    mark(first, "injury", 3)
    page = prep(cast)
    assert "Dwarf · Soldier" in page
    assert re.search(r"Strike with [\w ]+<.*?</span>\d+ or less</button>", page)
    assert re.search(r"3 of \d+ Injury taken · penalties from \d", page)
    assert re.search(r"0 of \d+ Injury taken", page)
    assert re.search(r"<b>\d+ or less</b>", prep(cast, "spectator")), "who looks on has no buttons"
    assert "</button>" not in prep(cast, "spectator").partition('id="fighters"')[2].partition("fight-said")[0]
    assert reverse("play", args=[second.pk]) in page
    assert reverse("play", args=[second.pk]) not in prep(cast, "spectator")


def test_a_bar_on_a_card_is_that_of_a_list(cast: Cast) -> None:
    """What is used up in a turn is harm on neither."""
    for system in PACKAGES:
        (guard,) = people(cast, system)
        for tracker in guard.read().trackers:
            if tracker.top and not tracker.entry:
                mark(guard, tracker.key, 0 if tracker.start else tracker.top)
        card = {one.tracker.label: one.bar for one in fight_cards.read(cast.table.pk, [guard.pk])[guard.pk].trackers}
        (row,) = rows(for_list(Character.objects.filter(pk=guard.pk)))
        listed = {bar.label: bar for bar in row.glance.bars if bar.label in card}
        assert listed, system
        assert listed == {label: card[label] for label in listed}


def turn(cast: Cast, who: Character) -> str:
    return reverse("fighter", args=[cast.table.pk, who.pk])


def test_a_step_from_a_card_is_a_mark_and_counts_once(cast: Cast) -> None:
    (guard,) = people(cast, "dominion")
    sent = {"tracker": "injury", "change": "2", "since": "0", "uid": str(uuid4())}
    for _ in range(2):
        assert cast["gm"].post(turn(cast, guard), sent).url == f"{reverse('prep', args=[cast.table.pk])}#npc-{guard.pk}"
    told = cast["gm"].post(turn(cast, guard), sent | {"uid": str(uuid4()), "change": "-9"}, headers=SCRIPT).json()
    assert told["says"].startswith("2 of 9: Injury taken is at 0")
    assert "0 of" in told["drawn"]
    assert [mark.done for mark in guard.mark_log.order_by("number")] == [2, -2]
    refused = cast["gm"].post(turn(cast, guard), sent | {"uid": str(uuid4()), "tracker": "luck"}, headers=SCRIPT)
    assert (refused.status_code, refused.json()["says"]) == (422, "This character has no such tracker.")
    page = words(cast["gm"].post(turn(cast, guard), sent | {"change": "0"}, follow=True))
    assert "Enter a whole number other than 0." in page


def test_several_are_marked_with_one_press_on_a_card_and_on_a_beasts(cast: Cast) -> None:
    gm = cast.users["gm"]
    (guard,) = people(cast, "dominion")
    (troll,) = beasts.bring_in(campaign=cast.table, by=gm, system="dominion", key="troll", count=1)
    for key, address, stands in (
        (
            f"npc-{guard.pk}",
            reverse("fighter", args=[cast.table.pk, guard.pk]),
            lambda: guard.mark_log.latest("number"),
        ),
        (f"beast-{troll.pk}", troll.get_absolute_url(), lambda: troll.log.latest("number")),
    ):
        page = prep(cast)
        form = f'form="steps-{key}-injury"'
        took = re.findall(rf'{form} name="change" value="(\S+?)"', " ".join(page.split()))
        assert took == ["1", "2", "3", "5", "+"]
        sent = {"tracker": "injury", "uid": uuid4(), "since": 0}
        cast["gm"].post(address, {**sent, "change": "5"})
        assert stands().stands == 5
        cast["gm"].post(address, {**sent, "uid": uuid4(), "change": "+", "other": "4"})
        assert stands().stands == 9
    assert f'form="steps-beast-{troll.pk}-injury"' in words(cast["gm"].get(troll.get_absolute_url()))
    assert 'class="took"' not in prep(cast, "spectator")


def test_a_card_sets_what_surrounds_somebody_as_their_page_of_play_does(cast: Cast) -> None:
    (guard,) = people(cast, "dominion", trade="soldier")
    (troll,) = beasts.bring_in(campaign=cast.table, by=cast.users["gm"], system="dominion", key="troll", count=1)
    for key, address, read in (
        (f"npc-{guard.pk}", turn(cast, guard), lambda: fight_cards.read(cast.table.pk, [guard.pk])[guard.pk]),
        (f"beast-{troll.pk}", troll.get_absolute_url(), lambda: beasts.fighters([troll], cast.table)[0]),
    ):
        before = read()
        page = prep(cast)
        assert f'id="more-darkness-{key}"' in page
        sent = {"uid": uuid4(), "since": 0, "change": "darkness:2"}
        drawn = cast["gm"].post(address, sent, headers=SCRIPT).json()["drawn"]
        assert cast["gm"].post(address, sent, headers=SCRIPT).status_code == 200
        assert "<b>Darkness 2</b>" in " ".join(drawn.split()), "twice sent it is once marked"
        troll.refresh_from_db()
        after = read()
        assert after.lasting == "Darkness 2"
        strikes = [
            [int(roll.need.split()[0]) for roll in one.card.rolls if "trike" in roll.label] for one in (before, after)
        ]
        assert strikes[0], key
        assert strikes[1] == [need - 2 for need in strikes[0]], "every strike needs that much less"
        assert "Combat conditions −2" in after.card.state
        assert prep(cast, "spectator").count('<p class="soft">Darkness 2</p>') == 1
        cast["gm"].post(address, {**sent, "uid": uuid4(), "change": "darkness:-2"})
        troll.refresh_from_db()
        assert read().card.rolls == before.card.rolls
    page = words(cast["gm"].get(reverse("play", args=[guard.pk])))
    assert all(f'data-label="{one.label}"' in page for one in guard.read().conditions), "one declaration"


@pytest.mark.parametrize("system", PACKAGES)
def test_every_condition_of_a_game_is_set_on_a_card(cast: Cast, system: str) -> None:
    (guard,) = people(cast, system)
    for condition in guard.read().conditions:
        if condition.top:
            sent = {"uid": uuid4(), "since": 0, "change": f"{condition.key}:{condition.top}"}
            assert cast["gm"].post(turn(cast, guard), sent, headers=SCRIPT).status_code == 200, condition.key
            assert condition.label in fight_cards.read(cast.table.pk, [guard.pk])[guard.pk].lasting


def test_an_undo_takes_a_condition_off_a_beast(cast: Cast) -> None:
    (troll,) = beasts.bring_in(campaign=cast.table, by=cast.users["gm"], system="dominion", key="troll", count=1)
    cast["gm"].post(troll.get_absolute_url(), {"uid": uuid4(), "since": 0, "change": "mud:3"})
    cast["gm"].post(troll.get_absolute_url(), {"undo": troll.log.latest("number").number})
    troll.refresh_from_db()
    assert troll.marks["mud"] == 0


def test_nothing_is_done_from_a_card_at_a_closed_table(cast: Cast) -> None:
    (guard,) = people(cast, "dominion")
    (roll, _, _), *_ = fight_cards.read(cast.table.pk, [guard.pk])[guard.pk].rolls
    step = {"tracker": "injury", "change": "1", "since": "0", "uid": str(uuid4())}
    archive(campaign=cast.table)
    for sent in (step, {**dict(roll.asks), "deed": str(uuid4()), "since": "0"}):
        told = cast["gm"].post(turn(cast, guard), sent, headers=SCRIPT)
        assert (told.status_code, "archived" in told.json()["says"]) == (422, True)
    assert (guard.mark_log.exists(), guard.roll_log.exists()) == (False, False)


def test_every_roll_of_a_card_is_rolled_into_the_log_of_whom_it_is(cast: Cast) -> None:
    for system in FIGHTING:
        (guard,) = people(cast, system)
        rolls = [one for one in fight_cards.read(cast.table.pk, [guard.pk])[guard.pk].rolls if one[1]]
        assert rolls, system
        for roll, _, uid in rolls:
            sent = {**dict(roll.asks), "deed": str(uid), "since": "0"}
            told = cast["gm"].post(turn(cast, guard), sent, headers=SCRIPT)
            assert told.status_code == 200, (system, roll, told.content)
        last = guard.roll_log.latest("number")
        assert guard.roll_log.count() == len(rolls)
        assert last.outcome in words(cast["gm"].get(reverse("prep", args=[cast.table.pk])))


def test_nothing_is_done_from_a_card_for_who_is_not_there(cast: Cast) -> None:
    (guard,) = people(cast, "forge")
    sent = {"tracker": "poise", "change": "-1", "since": "0", "uid": str(uuid4())}
    assert cast["gm"].post(turn(cast, cast.jane), sent).status_code == 404, "a player's character is no NPC"
    assert cast["gm"].post(turn(cast, guard), sent | {"person": "another"}, headers=SCRIPT).status_code == 403
    assert not guard.mark_log.exists()


def test_a_page_reads_so_many_and_the_others_are_a_line(cast: Cast) -> None:
    for _ in range(3):
        people(cast, "forge", 12)
    page = prep(cast)
    assert page.count('class="fightcard"') == MOST
    assert page.partition('id="beasts"')[0].count('class="entry"') == 36 - MOST
    assert re.findall(r'<details class="fold">\s*<summary>\s*<b>(.*?)</b>', page)[:1] == [f"{36 - MOST} more"]


def test_a_page_is_told_of_the_cards_that_moved_and_of_nothing_else(cast: Cast) -> None:
    first, second = people(cast, "dominion", 2)
    has = re.findall(r'data-now="([^"]+)"', prep(cast))
    address = f"{reverse('fighters_now', args=[cast.table.pk])}?has={','.join(has)}"
    assert [one.partition(":")[0] for one in has if "-" in one] == [f"npc-{one.pk}" for one in (first, second)]
    assert (cast["gm"].get(address).status_code, cast["gm"].get(address).content) == (204, b"")
    mark(second, "injury", 3)
    told = cast["spectator"].get(address).json()["drawn"]
    assert (f"#npc-{second.pk}" in told, f"#npc-{first.pk}" in told, "<form" in told) == (True, False, False)


def test_a_refusal_and_an_undo_stay_on_the_page_they_came_from(cast: Cast) -> None:
    (guard,) = people(cast, "dominion")
    page = f"{reverse('prep', args=[cast.table.pk])}?cards=all"
    for came, leads in ((page, page), ("https://elsewhere.example/campaigns/", reverse("prep", args=[cast.table.pk]))):
        sent = {"tracker": "none", "change": "1", "since": "0", "uid": str(uuid4())}
        answer = cast["gm"].post(turn(cast, guard), sent, headers={"Referer": came})
        assert answer.headers["Location"] == f"{leads}#npc-{guard.pk}"


def test_a_roll_in_secret_of_a_players_character_is_seen_by_game_masters_alone(cast: Cast) -> None:
    gm, owner, jane = cast["gm"], cast["owner"], cast.jane
    gm.post(reverse("turns", args=[cast.table.pk]), {"deed": "begin", "character": [jane.pk]})
    address = reverse("fighter", args=[cast.table.pk, jane.pk])
    (roll, query, uid), *_ = fight_cards.read(cast.table.pk, [jane.pk])[jane.pk].rolls
    assert 'name="secret" value="1"' in prep(cast)
    asked = {"deed": uid, "since": jane.marked, **dict(roll.asks)}
    gm.post(address, {**asked, "secret": "1"})
    made = jane.roll_log.get()
    assert "in secret ·" in prep(cast)
    pages = [reverse(page, args=[jane.pk]) for page in ("play", "play_log")]
    for page in pages:
        assert made.story not in words(owner.get(page))
        assert (made.story in words(gm.get(page)), "In secret ·" in words(gm.get(page))) == (True, True)
    odds = f"{reverse('odds', args=[jane.pk])}?{query}"
    assert ("Roll in secret" in words(gm.get(odds)), "Roll in secret" in words(owner.get(odds))) == (True, False)
    rolled = reverse("roll", args=[jane.pk])
    again = {**asked, "deed": uuid4(), "secret": "1", "at": "odds"}
    assert owner.post(rolled, again).status_code == 404, "nobody but a game master"
    told = gm.post(rolled, again, headers={"Accept": "application/json"}).json()["drawn"]
    assert "for GMs alone" in told
    assert [one.secret for one in jane.roll_log.all()] == [True, True]
    cast["gm"].post(reverse("undo_play", args=[jane.pk, jane.roll_log.latest("number").number]))
    assert jane.roll_log.latest("number").undone


def test_whoever_watches_sees_no_roll_in_secret(cast: Cast) -> None:
    (guard,) = people(cast, "hprpg")
    roll, _, uid = next(one for one in fight_cards.read(cast.table.pk, [guard.pk])[guard.pk].rolls if one[1])
    sent = {"deed": uid, "since": guard.marked, **dict(roll.asks), "secret": "1"}
    cast["gm"].post(reverse("fighter", args=[cast.table.pk, guard.pk]), sent)
    story = guard.roll_log.get().story
    has = {"has": f"npc-{guard.pk}:0.0"}
    drawn = [
        cast[who].get(reverse("fighters_now", args=[cast.table.pk]), has).json()["drawn"] for who in ("gm", "spectator")
    ]
    assert [story in one for one in drawn] == [True, False]
