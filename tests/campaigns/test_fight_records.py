"""What a fight leaves in the chronicle once it is over, and who reads how much of it."""

from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from campaigns.models import Event, Fight, Turn
from campaigns.tables import beasts, turns
from campaigns.tables.fight_records import KIND
from characters import actions
from characters.models import Character
from tests.campaigns.test_turns import begins, post, seated
from tests.cast import Cast, book, cast
from tests.characters.posting import words

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db


def chronicle(cast: Cast, who: str, **asked: str) -> str:
    return " ".join(words(cast[who].get(reverse("campaign_history", args=[cast.table.pk]), asked)).split())


def hurt(character: Character, by_so_much: int, cast: Cast) -> None:
    actions.change_play(character=character, key="injury", change=by_so_much, by=cast.users["gm"])


def fighting(cast: Cast) -> tuple[Character, Character, Any]:
    """A player's character, an NPC that was hurt before they met, and a beast."""
    raven, guard, troll = seated(cast)
    hurt(guard, 1, cast)
    post(cast, deed="begin", character=[raven.pk, guard.pk], beast=[troll.pk])
    return raven, guard, troll


def test_a_fight_leaves_one_line_with_who_fought_how_long_and_what_was_lost(cast: Cast) -> None:
    raven, guard, troll = fighting(cast)
    hurt(raven, 4, cast)
    hurt(guard, 2, cast)
    (tracker,) = [one for one in beasts.read(troll, {}).trackers if one.defeat]
    beasts.step(beast=troll, key=tracker.key, change=tracker.defeat or 0, uid=uuid4(), since=9, by=cast.users["gm"])
    post(cast, deed=begins(cast, 1), sure="1")
    post(cast, deed="end", sure="1")
    assert Event.objects.filter(kind=KIND).count() == 1
    order = [one["name"] for one in Event.objects.get(kind=KIND).data["fought"]]
    assert set(order) == {"Raven", "Guard", str(troll)}
    told = chronicle(cast, "gm")
    assert f"A fight of 2 rounds: {order[0]}, {order[1]} and {order[2]}." in told
    assert f"Raven: {label(raven)} 0 → 4." in told
    assert f"Guard: {label(guard)} 1 → 3." in told, "what was lost before isn't told"
    assert f"{troll}: {tracker.label} 0 → {tracker.defeat}, out." in told
    assert "by gm" in told.partition("A fight of")[2][:400]


def label(character: Character) -> str:
    (found,) = [one.label for one in character.read().trackers if one.key == "injury"]
    return found


def test_players_read_who_of_the_party_fought_and_what_became_of_their_own(cast: Cast) -> None:
    raven, guard, troll = fighting(cast)
    hurt(raven, 4, cast)
    hurt(guard, 2, cast)
    post(cast, deed="end", sure="1")
    for who, told in (("owner", True), ("companion", False)):
        page = chronicle(cast, who)
        assert "A fight of 1 round: Raven and 2 others." in page, who
        assert ("Raven: " in page.partition("A fight of")[2], "Guard" in page, str(troll) in page) == (
            told,
            False,
            False,
        )
        assert "A fight of" not in chronicle(cast, who, q="Guard"), "nor is it found by what is not theirs to read"
    assert "Guard: " in chronicle(cast, "spectator"), "who watches reads all sheets"
    assert "A fight of" in chronicle(cast, "gm", q="Guard")


def test_who_left_before_the_end_is_told_too(cast: Cast) -> None:
    raven, guard, troll = fighting(cast)
    hurt(raven, 2, cast)
    for one in (raven, guard):
        post(cast, deed=f"leave:{Turn.objects.get(character=one).pk}")
        hurt(raven, 5, cast)
    assert not Event.objects.filter(kind=KIND).exists(), "the troll is there still"
    post(cast, deed=f"leave:{Turn.objects.get(beast=troll).pk}")
    page = chronicle(cast, "gm")
    assert f"A fight of 1 round: Raven, Guard and {troll}. " in page.replace("</p><p>", " ")
    assert f"Raven: {label(raven)} 0 → 2." in page, "as it was when she left"
    assert not Fight.objects.exists()


def test_the_next_fight_begins_with_nobody_of_the_last(cast: Cast) -> None:
    raven, guard, _ = fighting(cast)
    post(cast, deed=f"leave:{Turn.objects.get(character=raven).pk}")
    post(cast, deed="end", sure="1")
    post(cast, deed="begin", character=[guard.pk])
    post(cast, deed="end", sure="1")
    last = Event.objects.filter(kind=KIND).latest("pk")
    assert [one["name"] for one in last.data["fought"]] == ["Guard"]


def test_two_games_that_fought_leave_a_line_each(cast: Cast) -> None:
    raven, *_ = seated(cast)
    post(cast, deed="begin", character=[raven.pk, cast.jane.pk])
    post(cast, deed="end", sure="1")
    assert {one.data["system"] for one in Event.objects.filter(kind=KIND)} == {"dominion", "hprpg"}
    assert not turns.in_order(cast.table)


def test_whoever_comes_back_is_told_once_from_their_first_coming_to_their_last_going(cast: Cast) -> None:
    raven, _, troll = fighting(cast)
    for more in (1, 2, 1):
        hurt(raven, more, cast)
        post(cast, deed=f"leave:{Turn.objects.get(character=raven).pk}")
        post(cast, deed=f"leave:{Turn.objects.get(beast=troll).pk}")
        post(cast, deed="begin", character=[raven.pk], beast=[troll.pk])
    assert len(Fight.objects.get().left) == 2
    hurt(raven, 1, cast)
    post(cast, deed="end", sure="1")
    record = Event.objects.get(kind=KIND).data
    assert sorted(one["name"] for one in record["fought"]) == sorted(["Raven", "Guard", str(troll)])
    assert not any({"who", "came"} & one.keys() for one in record["fought"])
    assert "A fight of 1 round: Raven and 2 others." in chronicle(cast, "owner")
    assert f"Raven: {label(raven)} 0 → 5." in chronicle(cast, "gm")


def test_a_record_from_before_whoever_left_was_named_still_ends(cast: Cast) -> None:
    raven, *_ = fighting(cast)
    post(cast, deed=f"leave:{Turn.objects.get(character=raven).pk}")
    fight = Fight.objects.get()
    fight.left = [{key: value for key, value in one.items() if key not in ("who", "came")} for one in fight.left] * 2
    fight.save()
    post(cast, deed="begin", character=[raven.pk])
    post(cast, deed="end", sure="1")
    assert [one["name"] for one in Event.objects.get(kind=KIND).data["fought"]].count("Raven") == 3


@pytest.mark.parametrize("alone", [True, False], ids=["the last", "one of several"])
def test_whoever_is_deleted_for_good_stays_in_the_record(cast: Cast, alone: bool) -> None:
    raven, guard, _ = seated(cast)
    post(cast, deed="begin", character=[raven.pk] if alone else [raven.pk, guard.pk])
    hurt(raven, 2, cast)
    actions.bin_character(character=raven, by=raven.owner)
    cast["owner"].post(reverse("purge", args=[raven.pk]))
    assert not Character.objects.filter(pk=raven.pk).exists()
    if not alone:
        post(cast, deed="end", sure="1")
    (event,) = Event.objects.filter(kind=KIND)
    assert {one["name"] for one in event.data["fought"]} == ({"Raven"} if alone else {"Raven", "Guard"})
    assert not Fight.objects.exists()
    assert "Raven: " in chronicle(cast, "gm")
