"""Who acts when in a fight: rolled as the game says, or typed, and gone with the end of the fight."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from campaigns import actions as sitting
from campaigns.chronicle import scenes
from campaigns.chronicle.scenes import SceneDraft
from campaigns.demo.demo import RAVEN
from campaigns.models import Beast, Turn
from campaigns.review import decisions
from campaigns.tables import beasts, fight_cards, turns
from campaigns.tables.frays import frays, stamp
from characters import actions
from characters.models import Character
from rules.kernel import LedgerEntry
from rules.refusals import Refused
from rules.systems import get
from tests.campaigns.test_fight_cards import SCRIPT
from tests.cast import Cast, book, cast
from tests.characters.posting import words
from tests.marking import mark

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db


def seated(cast: Cast) -> tuple[Character, Character, Beast]:
    gm, owner = cast.users["gm"], cast.users["owner"]
    raven = actions.create_character(system="dominion", by=owner, name="Raven", build=RAVEN, campaign=cast.table)
    guard = actions.create_character(system="dominion", by=gm, name="Guard", build=RAVEN, campaign=cast.table, npc=True)
    (troll,) = beasts.bring_in(campaign=cast.table, by=gm, system="dominion", key="troll", count=1)
    return raven, guard, troll


def post(cast: Cast, who: str = "gm", **sent: Any) -> Any:
    return cast[who].post(reverse("turns", args=[cast.table.pk]), sent)


def prep(cast: Cast) -> str:
    return words(cast["gm"].get(reverse("prep", args=[cast.table.pk])))


def test_a_fight_begins_goes_on_and_ends(cast: Cast) -> None:
    raven, guard, troll = seated(cast)
    assert "No one fights." in prep(cast)
    answer = post(cast, deed="begin", character=[raven.pk, guard.pk, cast.jane.pk], beast=[troll.pk])
    assert answer["Location"] == f"{reverse('prep', args=[cast.table.pk])}#turns"
    held = {str(one): one for one in turns.in_order(cast.table)}
    assert set(held) == {"Raven", "Guard", str(troll), "Jane Alderwick"}
    assert held["Jane Alderwick"].score is None, "her game rolls nothing"
    fast = [one for one in held.values() if one.score is not None]
    assert len(fast) == 3
    assert [one.score for one in fast if not one.last] == sorted(
        (one.score for one in fast if one.score is not None and not one.last), reverse=True
    )
    page = prep(cast)
    assert all(told in page for told in ("Timing Order", "4 in the fight", "no number yet"))
    assert "Harry Potter RPG</h3>" in page
    jane = held["Jane Alderwick"]
    post(cast, deed="say", **{f"score:{jane.pk}": "−3", f"was:score:{jane.pk}": "", "score:x": "4"})
    jane.refresh_from_db()
    assert (jane.score, jane.story, jane.by) == (-3, "typed", cast.users["gm"])
    before = Turn.objects.get(pk=held["Raven"].pk)
    post(cast, deed=begins(cast, 1), sure="1")
    jane.refresh_from_db()
    after = Turn.objects.get(pk=held["Raven"].pk)
    assert (jane.score, after.at > before.at) == (-3, True), "what was typed stays, what is rolled is rolled anew"
    post(cast, deed=f"leave:{jane.pk}")
    assert "3 in the fight" in prep(cast)
    assert "End the fight?" in words(post(cast, deed="end"))
    assert Turn.objects.count() == 3, "asked first"
    post(cast, deed="end", sure="1")
    assert not Turn.objects.exists()


def begins(cast: Cast, shown: int, acts: Turn | None = None) -> str:
    """What the button sends that begins the round after the one that is shown."""
    turn = acts or turns.in_order(cast.table)[0]
    return f"round:{turn.system}:{shown}-{turn.pk}"


def put(cast: Cast, turn: Turn, text: str) -> None:
    turns.say(campaign=cast.table, by=cast.users["gm"], typed={turn.pk: (text, turns.written(turn))})


def typed(texts: dict[Turn, str]) -> dict[str, str]:
    """The fields of a form on which these were typed over what stood there."""
    return {
        **{f"score:{turn.pk}": text for turn, text in texts.items()},
        **{f"was:score:{turn.pk}": turns.written(turn) for turn in texts},
    }


def field_of(page: str, turn: Turn) -> str:
    (found,) = re.findall(rf'<input class="num" id="score-{turn.pk}"[^>]*>', page)
    return str(found)


def paired(cast: Cast) -> list[Turn]:
    """Two who fight, whose numbers nothing rolls."""
    other = actions.create_character(system="hprpg", by=cast.users["owner"], name="Wren", campaign=cast.table)
    who = [str(cast.jane.pk), str(other.pk)]
    turns.begin(campaign=cast.table, by=cast.users["gm"], characters=who, animals=[])
    return turns.in_order(cast.table)


def test_a_number_that_cannot_be_read_is_marked_and_the_others_stay_as_typed(cast: Cast) -> None:
    one, other = paired(cast)
    answer = post(cast, deed="say", **typed({one: "12th", other: "17"}))
    page = words(answer)
    assert (answer.status_code, f"“{one}”: enter a whole number" in page) == (422, True)
    wrong, right = field_of(page, one), field_of(page, other)
    assert all(part in wrong for part in ('value="12th"', 'aria-invalid="true"', f'describedby="score-{one.pk}-error"'))
    assert f'id="score-{one.pk}-error">Enter a whole number' in page
    assert ('value="17"' in right, "aria-invalid" in right) == (True, False)
    assert {turn.score for turn in turns.in_order(cast.table)} == {None}


def test_two_who_put_somebody_elsewhere_are_told(cast: Cast) -> None:
    one, other = paired(cast)
    sent = typed({one: "12", other: "17"})
    put(cast, one, "5")
    answer = post(cast, deed="say", **sent)
    page = words(answer)
    assert (answer.status_code, "Someone else edited this too." in page) == (422, True)
    assert ('value="12"' in field_of(page, one), 'value="17"' in field_of(page, other)) == (True, True)
    assert 'Saved by someone else:</p><div class="prose"><p>5</p>' in page
    assert {turn.score for turn in turns.in_order(cast.table)} == {5, None}
    again = {**sent, f"was:score:{one.pk}": "5"}
    assert f'name="was:score:{one.pk}" value="5"' in page, "saved again it is kept"
    assert post(cast, deed="say", **again).status_code == 302
    assert [turn.score for turn in turns.in_order(cast.table)] == [17, 12]


def test_numbers_for_a_fight_that_has_ended_are_refused(cast: Cast) -> None:
    one, other = paired(cast)
    sent = typed({one: "12", other: "17"})
    turns.leave(campaign=cast.table, by=cast.users["gm"], turn=one.pk)
    page = words(post(cast, deed="say", **sent))
    assert ("Someone has left the fight." in page, 'value="17"' in field_of(page, other)) == (True, True)
    turns.end(campaign=cast.table, by=cast.users["gm"])
    for deed in ("say", "round:hprpg:1", "next:hprpg:1", f"leave:{other.pk}"):
        assert "This fight has ended." in words(post(cast, deed=deed, **sent)), deed


@pytest.mark.parametrize("deed", ["round", "next", "back"])
def test_an_old_page_of_an_ended_fight_moves_nothing_in_the_next(cast: Cast, deed: str) -> None:
    one, _ = paired(cast)
    sent = begins(cast, 1, one) if deed == "round" else f"{deed}:hprpg:{one.pk}"
    turns.end(campaign=cast.table, by=cast.users["gm"])
    paired(cast)
    before = stamp(frays(cast.table, turns.in_order(cast.table)))
    answer = post(cast, deed=sent, sure="1")
    assert (answer.status_code, turns.MOVED_ON in words(answer)) == (422, True)
    assert stamp(frays(cast.table, turns.in_order(cast.table))) == before


def test_a_new_round_and_a_leave_keep_what_was_typed_elsewhere(cast: Cast) -> None:
    one, other = paired(cast)
    post(cast, deed=begins(cast, 1), sure="1", **typed({one: "12", other: ""}))
    one, other = turns.in_order(cast.table)
    assert (one.score, other.score) == (12, None)
    post(cast, deed=f"leave:{one.pk}", **typed({one: "what", other: "8"}))
    assert [(turn.pk, turn.score) for turn in turns.in_order(cast.table)] == [(other.pk, 8)]


def test_the_dead_are_marked_and_neither_rolled_nor_offered(cast: Cast) -> None:
    raven, guard, troll = seated(cast)
    post(cast, deed="begin", character=[raven.pk, guard.pk])
    page = prep(cast)
    assert f'name="beast" value="{troll.pk}"' in page
    for one in (raven, guard):
        actions.enter(character=one, entry=LedgerEntry("died", note="The river"), by=cast.users["gm"], role="gm")
    post(cast, deed=begins(cast, 1), sure="1")
    page = prep(cast).partition('id="turns"')[2].partition("</section>")[0]
    assert page.count('</a><span class="chip">Dead</span>') == 2
    assert page.count("not rolled: dead") == 2
    turns.end(campaign=cast.table, by=cast.users["gm"])
    page = prep(cast)
    assert f'name="character" value="{cast.jane.pk}"' in page
    assert not any(f'name="character" value="{one.pk}"' in page for one in (raven, guard))
    assert "Can’t fight: Raven (dead), Guard (dead)." in " ".join(page.split())


def test_what_was_not_typed_over_stays_as_somebody_else_has_put_it(cast: Cast) -> None:
    raven, guard, _ = seated(cast)
    turns.begin(campaign=cast.table, by=cast.users["gm"], characters=[str(raven.pk), str(guard.pk)], animals=[])
    one, other = turns.in_order(cast.table)
    put(cast, one, "20")
    shown = {
        f"score:{one.pk}": "5",
        f"was:score:{one.pk}": "5",
        f"score:{other.pk}": "30",
        f"was:score:{other.pk}": turns.written(other),
    }
    post(cast, deed="say", **shown)
    assert [turn.score for turn in turns.in_order(cast.table)] == [30, 20]


def test_nobody_fights_twice_and_no_more_than_have_room(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    raven, guard, troll = seated(cast)
    start = {"campaign": cast.table, "by": cast.users["gm"]}
    turns.begin(**start, characters=[str(raven.pk)], animals=[])
    for chosen in ([str(raven.pk)], [], ["x"], ["0"]):
        with pytest.raises(Refused, match="Choose who fights"):
            turns.begin(**start, characters=chosen, animals=[])
    monkeypatch.setattr(turns, "MOST", 2)
    with pytest.raises(Refused, match="At most 2 fight"):
        turns.begin(**start, characters=[str(guard.pk)], animals=[str(troll.pk)])
    assert Turn.objects.count() == 1


def test_what_makes_no_sense_is_refused_in_words(cast: Cast) -> None:
    raven, *_ = seated(cast)
    turns.begin(campaign=cast.table, by=cast.users["gm"], characters=[str(raven.pk)], animals=[])
    (turn,) = turns.in_order(cast.table)
    for sent, sentence in (
        ({"deed": "dance"}, "Choose what to do with the fight."),
        ({"deed": "begin"}, "Choose who fights."),
        ({"deed": "say", f"score:{turn.pk}": "soon"}, "“Raven”: enter a whole number, −999 to 999."),
        ({"deed": begins(cast, 1), f"score:{turn.pk}": "5000"}, "“Raven”: enter a whole number, −999 to 999."),
    ):
        answer = post(cast, **sent)
        assert (answer.status_code, sentence in words(answer)) == (422, True), sent
    sitting.archive(campaign=cast.table)
    for deed in (begins(cast, 1), "next:dominion:1", "say", "end", f"leave:{turn.pk}"):
        assert "This campaign is archived" in words(post(cast, deed=deed, sure="1"))
    assert Turn.objects.count() == 1
    assert 'value="end"' not in prep(cast)


def fought(cast: Cast) -> set[str]:
    return {str(one) for one in turns.in_order(cast.table)}


@pytest.mark.parametrize("way", ["left", "moved", "binned", "removed", "uninstalled"])
def test_who_is_gone_is_neither_shown_nor_rolled(cast: Cast, way: str) -> None:
    raven, guard, troll = seated(cast)
    post(cast, deed="begin", character=[raven.pk, guard.pk], beast=[troll.pk])
    if way == "left":
        decisions.seat(character=raven, campaign=None, by=raven.owner)
    elif way == "moved":
        other = sitting.create_campaign(name="Elsewhere", by=cast.users["owner"])
        decisions.seat(character=raven, campaign=other, by=raven.owner)
    elif way == "binned":
        actions.bin_character(character=raven, by=raven.owner)
    elif way == "removed":
        turns.remove_beast(beast=troll, by=cast.users["gm"])
    else:
        Character.objects.filter(pk=raven.pk).update(system="forgotten")
    Character.objects.filter(pk=raven.pk).update(name="Secret")
    left = {"Guard", "Secret"} if way == "removed" else {"Guard", str(troll)}
    assert fought(cast) == left
    page = prep(cast)
    assert ("2 in the fight" in page, "Secret" in page) == (True, way == "removed")
    before = {one.pk: one.at for one in Turn.objects.all()}
    post(cast, deed=begins(cast, 1), sure="1")
    rolled = [one for one in Turn.objects.all() if one.at > before[one.pk]]
    assert {str(one) for one in rolled} == left
    assert Turn.objects.count() == 2, "a deed forgets who is gone"


def test_every_game_says_how_its_order_is_found() -> None:
    for key in ("hprpg", "dominion", "duality", "rough-magic", "forge"):
        assert get(key).turns.says
        assert bool(get(key).turns.rolls) == (key == "dominion")
        assert bool(get(key).turns.cite) == (key in ("dominion", "duality")), "where its book says how"
        assert "no order" not in get(key).turns.says


def test_a_number_is_called_as_its_game_calls_it(cast: Cast) -> None:
    raven, *_ = seated(cast)
    sora = actions.create_character(system="duality", by=cast.users["owner"], name="Sora", campaign=cast.table)
    post(cast, deed="begin", character=[raven.pk, sora.pk])
    page = prep(cast)
    assert ">Timing Order: Raven</label>" in page
    assert ">Alternating turns: Sora</label>" in page


def acts(cast: Cast, system: str = "dominion") -> tuple[int, str]:
    """Which round the page says it is, and whose turn."""
    (found,) = re.findall(r"<b>Round (\d+)</b> <span>(.*?)’s turn</span>", prep(cast))
    return int(found[0]), found[1]


def three(cast: Cast) -> list[Turn]:
    """Three who fight, in the order in which they act."""
    raven, guard, troll = seated(cast)
    post(cast, deed="begin", character=[raven.pk, guard.pk], beast=[troll.pk])
    found = {str(one): one for one in turns.in_order(cast.table)}
    for name, score in (("Raven", "30"), ("Guard", "20"), (str(troll), "10")):
        put(cast, found[name], score)
    return turns.in_order(cast.table)


def test_a_turn_goes_on_and_back_and_a_round_begins_after_the_last(cast: Cast) -> None:
    raven, guard, troll = three(cast)
    assert acts(cast) == (1, "Raven")
    page = prep(cast)
    assert (f'value="next:dominion:{raven.pk}">Next: Guard<' in page, 'value="back:' in page) == (True, False)
    post(cast, deed=f"next:dominion:{raven.pk}")
    post(cast, deed=f"next:dominion:{raven.pk}")
    assert acts(cast) == (1, "Guard"), "pressed twice on one page it is one step"
    post(cast, deed=f"back:dominion:{guard.pk}")
    assert acts(cast) == (1, "Raven")
    post(cast, deed=f"back:dominion:{raven.pk}")
    assert acts(cast) == (1, "Raven"), "nobody is before the first"
    for turn in (raven, guard):
        post(cast, deed=f"next:dominion:{turn.pk}")
    assert acts(cast) == (1, str(troll))
    assert 'value="next:' not in prep(cast)
    post(cast, deed=f"next:dominion:{troll.pk}")
    assert acts(cast) == (2, str(turns.in_order(cast.table)[0])), "with new rolls"
    post(cast, deed=begins(cast, 1), sure="1")
    assert acts(cast)[0] == 2, "somebody else has begun it already"
    post(cast, deed=begins(cast, 2), sure="1")
    assert acts(cast)[0] == 3
    post(cast, deed="end", sure="1")
    post(cast, deed="begin", character=[raven.character_id])
    assert acts(cast) == (1, "Raven")


def test_what_is_pressed_reads_each_of_those_who_fight_once(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    raven, guard, troll = three(cast)
    read: list[str] = []
    unjudged, of_beast = Character.unjudged, beasts.read
    monkeypatch.setattr(Character, "unjudged", lambda one: (read.append(str(one)), unjudged(one))[1])
    monkeypatch.setattr(beasts, "read", lambda one, house: (read.append(str(one)), of_beast(one, house))[1])
    everybody = sorted(("Raven", "Guard", str(troll)))
    for deed in (f"next:dominion:{raven.pk}", f"next:dominion:{guard.pk}", f"next:dominion:{troll.pk}"):
        read.clear()
        post(cast, deed=deed)
        assert sorted(read) == everybody, deed
    assert acts(cast)[0] == 2
    read.clear()
    post(cast, deed=begins(cast, 2), sure="1")
    assert sorted(read) == everybody
    read.clear()
    post(cast, deed=f"leave:{turns.in_order(cast.table)[0].pk}")
    assert len(read) == len({*read}), "also where whoever comes next has to be able to act"


def ways(cast: Cast) -> list[str]:
    """The buttons below whose turn it is, the first that stands first."""
    row = prep(cast).partition('class="whose"')[2].partition("</p>")[2].partition("</p>")[0]
    return re.findall(r'value="(next|round|back):', row)


def test_the_way_on_is_the_first_button_at_every_turn(cast: Cast) -> None:
    raven, guard, _ = three(cast)
    assert ways(cast) == ["next", "round"]
    post(cast, deed=f"next:dominion:{raven.pk}")
    assert ways(cast) == ["next", "back", "round"]
    post(cast, deed=f"next:dominion:{guard.pk}")
    assert ways(cast) == ["round", "back"]


def test_a_new_round_in_the_middle_of_one_is_asked_about_and_keeps_what_is_typed(cast: Cast) -> None:
    raven, guard, troll = three(cast)
    sent = {"deed": begins(cast, 1), **typed({troll: "12th"})}
    asked = words(post(cast, **sent))
    assert "Begin round 2 now?" in asked
    assert f"Still to act: “Guard”, “{troll}”. Everyone who has a roll for it rolls again." in asked
    assert ('name="unsure" value="1" formaction="#turns"' in asked, acts(cast)) == (True, (1, "Raven"))
    kept = words(post(cast, **sent, unsure="1"))
    assert ('value="12th"' in field_of(kept, troll), acts(cast)) == (True, (1, "Raven"))
    assert "End the fight?" in words(post(cast, deed="end", **typed({troll: "7"})))
    kept = words(post(cast, deed="end", unsure="1", **typed({troll: "7"})))
    assert ('value="7"' in field_of(kept, troll), Turn.objects.count()) == (True, 3)
    for turn in (raven, guard):
        post(cast, deed=f"next:dominion:{turn.pk}")
    assert post(cast, deed=begins(cast, 1)).status_code == 302, "nobody is left to act"
    assert acts(cast)[0] == 2
    assert post(cast, deed=begins(cast, 1)).status_code == 302, "somebody else has begun it already"
    assert acts(cast)[0] == 2


def test_what_is_typed_goes_with_the_next_turn_and_moves_nobody_out_of_theirs(cast: Cast) -> None:
    raven, _, troll = three(cast)
    post(cast, deed=f"next:dominion:{raven.pk}", **typed({troll: "40"}))
    assert acts(cast) == (1, "Guard")
    assert fought_in_order(cast) == [str(troll), "Raven", "Guard"]
    post(cast, deed="begin", character=[cast.jane.pk])
    assert re.findall(r"<b>Round (\d+)</b> <span>(.*?)’s turn", prep(cast)) == [("1", "Guard"), ("1", "Jane Alderwick")]


def fought_in_order(cast: Cast) -> list[str]:
    return [str(one) for one in turns.in_order(cast.table)]


def test_whose_turn_it_is_may_leave(cast: Cast) -> None:
    raven, guard, troll = three(cast)
    post(cast, deed=f"next:dominion:{raven.pk}")
    post(cast, deed=f"leave:{guard.pk}")
    assert acts(cast) == (1, str(troll)), "the next one's"
    post(cast, deed=f"leave:{troll.pk}")
    assert acts(cast) == (1, "Raven"), "nobody comes after"
    post(cast, deed=f"leave:{raven.pk}")
    assert "No one fights." in prep(cast)


@pytest.mark.parametrize("way", ["binned", "removed", "left"])
def test_the_turn_of_whoever_is_gone_goes_on_and_not_back(cast: Cast, way: str) -> None:
    raven, guard, troll = three(cast)
    post(cast, deed=f"next:dominion:{raven.pk}")
    if way == "binned":
        actions.bin_character(character=guard.character, by=cast.users["gm"])
    elif way == "left":
        post(cast, deed=f"leave:{guard.pk}")
    else:
        post(cast, deed=f"next:dominion:{guard.pk}")
        turns.remove_beast(beast=troll.beast, by=cast.users["gm"])
    left = "Guard" if way == "removed" else str(troll)
    assert acts(cast) == (1, left)
    post(cast, deed="say")
    assert acts(cast) == (1, left), "and when they are no longer kept"


@pytest.mark.parametrize("way", ["left", "binned"])
@pytest.mark.parametrize("acting", [0, 1], ids=["first", "later"])
def test_the_turn_of_whoever_is_gone_goes_to_nobody_who_is_out(cast: Cast, acting: int, way: str) -> None:
    raven, guard, troll = three(cast)
    if acting:
        put(cast, troll, "40")
        post(cast, deed=f"next:dominion:{troll.pk}")
    last = next(one for one in guard.character.read().trackers if one.defeat)
    actions.change_play(character=guard.character, key=last.key, change=last.defeat, by=cast.users["gm"])
    if way == "left":
        decisions.seat(character=raven.character, campaign=None, by=raven.character.owner)
    else:
        actions.bin_character(character=raven.character, by=raven.character.owner)
    assert acts(cast) == (1, str(troll))
    post(cast, deed="say")
    assert acts(cast) == (1, str(troll)), "and when they are no longer kept"


def test_a_turn_that_is_left_goes_to_whoever_can_act(cast: Cast) -> None:
    raven, guard, troll = three(cast)
    last = next(one for one in guard.character.read().trackers if one.defeat)
    actions.change_play(character=guard.character, key=last.key, change=last.defeat, by=cast.users["gm"])
    post(cast, deed=f"leave:{raven.pk}")
    assert acts(cast) == (1, str(troll))


def test_who_is_out_is_said_so_passed_over_and_not_offered(cast: Cast) -> None:
    raven, guard, troll = three(cast)
    for who in (raven.character, guard.character):
        last = next(one for one in who.read().trackers if one.defeat)
        actions.change_play(character=who, key=last.key, change=last.defeat, by=cast.users["gm"])
    page = prep(cast)
    assert page.count('<span class="chip">Out</span>') == 4, "beside the name and on the card"
    assert f'value="next:dominion:{raven.pk}">Next: {troll}<' in page
    post(cast, deed=f"next:dominion:{raven.pk}")
    assert acts(cast) == (1, str(troll))
    post(cast, deed=begins(cast, 1), sure="1")
    assert acts(cast) == (2, str(troll)), "whoever of the others is first"
    turns.end(campaign=cast.table, by=cast.users["gm"])
    page = prep(cast)
    assert f'name="beast" value="{troll.beast_id}"' in page
    assert not any(f'name="character" value="{one.character_id}"' in page for one in (raven, guard))
    assert "Can’t fight: Raven (out), Guard (out)." in " ".join(page.split())


def test_the_cards_of_a_fight_stand_in_its_order_and_nowhere_else(cast: Cast) -> None:
    raven, guard, troll = three(cast)
    fray, rest = prep(cast).split('<section id="npcs">')
    cards = re.findall(r'<article class="fightcard" id="([a-z]+-\d+)"', fray)
    assert cards == [f"player-{raven.character_id}", f"npc-{guard.character_id}", f"beast-{troll.beast_id}"]
    assert 'class="fightcard"' not in rest
    assert rest.count("All of them are in the fight.") == 2, "of the NPCs and of the beasts"
    opened = [
        part for part in fray.split('<li class="turn-row')[1:] if re.search('<details class="npcrow"[^>]* open>', part)
    ]
    assert ["Raven" in part for part in opened] == [True], "the card of whose turn it is"


def hurt(page: str, place: str) -> str:
    """How hurt somebody is by their line."""
    (found,) = re.findall(rf"{place}\".*?<b>(.*?)</b>", page, re.DOTALL)
    return str(found)


def test_a_line_says_how_hurt_somebody_is_and_reads_nothing_more_for_it(cast: Cast) -> None:
    raven, guard, troll = three(cast)
    actions.change_play(character=guard.character, key="injury", change=4, by=cast.users["gm"])
    page = prep(cast)
    assert hurt(page, f'id="hurt-npc-{guard.character_id}') == "4 of 16"
    assert hurt(page, f'id="hurt-player-{raven.character_id}') == "0 of 16"
    assert re.search(rf'id="hurt-beast-{troll.beast_id}"><svg class="wound".*?<b>0 of \d+</b> Injury taken', page)
    shown = {"has": f"npc-{guard.character_id}:0.0"}
    drawn = cast["gm"].get(reverse("fighters_now", args=[cast.table.pk]), shown).json()["drawn"]
    assert hurt(drawn, f"#hurt-npc-{guard.character_id}") == "4 of 16"


def test_a_longer_fight_takes_no_further_queries(cast: Cast) -> None:
    three(cast)
    prep(cast)
    with CaptureQueriesContext(connection) as few:
        prep(cast)
    more = [
        actions.create_character(system="dominion", by=cast.users["gm"], name=name, build=RAVEN, campaign=cast.table)
        for name in ("Wren", "Sable", "Otto")
    ]
    post(cast, deed="begin", character=[one.pk for one in more])
    prep(cast)
    with CaptureQueriesContext(connection) as many:
        prep(cast)
    assert len(many) == len(few)


def test_a_players_character_is_stepped_from_its_card_while_it_fights(cast: Cast) -> None:
    raven, *_ = three(cast)
    who = raven.character
    address = reverse("fighter", args=[cast.table.pk, who.pk])
    step = {"tracker": "injury", "change": "2", "since": "0", "uid": str(uuid4())}
    here = {"Accept": "application/json", "Referer": reverse("prep", args=[cast.table.pk])}
    drawn = cast["gm"].post(address, step, headers=here).json()["drawn"]
    assert (f"#player-{who.pk}" in drawn, f"#turn-player-{who.pk}" in drawn, "2 of" in drawn) == (True, True, True)
    assert hurt(drawn, f"#hurt-player-{who.pk}") == "2 of 16"
    news = reverse("fighters_now", args=[cast.table.pk])
    shown = {"has": f"player-{who.pk}:0.0"}
    assert f"#player-{who.pk}" in cast["gm"].get(news, shown).json()["drawn"]
    assert cast["spectator"].get(news, shown).status_code == 204
    turns.end(campaign=cast.table, by=cast.users["gm"])
    assert cast["gm"].get(news, shown).status_code == 204
    assert cast["gm"].post(address, {**step, "uid": str(uuid4())}, headers=here).status_code == 404


def test_an_open_prep_is_told_of_another_order_and_of_nothing_else(cast: Cast) -> None:
    raven, guard, _ = three(cast)
    news = reverse("fighters_now", args=[cast.table.pk])

    def shown() -> dict[str, str]:
        page = prep(cast)
        (stamp,) = re.findall(r'data-turns="(\w+)"', page)
        return {"turns": stamp, "has": ",".join(re.findall(r'data-now="([^"]+)"', page))}

    had = shown()
    unchanged = cast["gm"].get(news, had)
    assert (unchanged.status_code, unchanged.content) == (204, b"")
    for deed in (
        {"deed": f"next:dominion:{raven.pk}"},
        {"deed": "say", **typed({guard: "50"})},
        {"deed": "begin", "character": [cast.jane.pk]},
        {"deed": f"leave:{guard.pk}"},
        {"deed": begins(cast, 1), "sure": "1"},
        {"deed": "end", "sure": "1"},
    ):
        post(cast, **deed)
        again = cast["gm"].get(news, had).json()["again"]
        had = shown()
        assert f'data-turns="{had["turns"]}"' in again["turns"], deed
        assert cast["gm"].get(news, had).status_code == 204, deed
        if deed["deed"] == f"leave:{guard.pk}":
            assert f'id="npc-{guard.character_id}"' in again["npc-cards"]
    assert "No one fights." in again["turns"]
    assert cast["spectator"].get(news, {"turns": "x"}).status_code == 204
    assert cast["gm"].get(news).status_code == 204, "a page without an order"


def test_of_a_long_fight_that_moves_an_open_prep_is_sent_what_moved(cast: Cast) -> None:
    gm = cast.users["gm"]
    for _ in range(4):
        beasts.bring_in(campaign=cast.table, by=gm, system="dominion", key="troll", count=10)
    guard = actions.create_character(system="dominion", by=gm, name="Guard", build=RAVEN, campaign=cast.table, npc=True)
    turns.begin(campaign=cast.table, by=gm, characters=[], animals=[str(one.pk) for one in Beast.objects.all()])
    news, page = reverse("fighters_now", args=[cast.table.pk]), prep(cast)
    had = {
        "turns": re.findall(r'data-turns="(\w+)"', page)[0],
        "has": ",".join(re.findall(r'data-now="([^"]+)"', page)),
    }
    order = turns.in_order(cast.table)
    post(cast, deed=f"next:dominion:{order[0].pk}")
    beasts.step(beast=order[7].beast, key="injury", change=3, uid=uuid4(), since=0, by=gm)
    answer = cast["gm"].get(news, had)
    again = answer.json()["again"]
    assert list(again) == ["turns"], "whoever doesn’t fight is as they were"
    lines = [order.index(turn) for turn in order if f'id="line-{turn.pk}" data-now' in again["turns"]]
    assert lines == [0, 1, 7], "whose turn it was, whose it is, and whoever was hurt"
    cards = [n for n, turn in enumerate(order) if re.search(rf'id="beast-{turn.beast_id}" data-sys', again["turns"])]
    assert cards == [7]
    assert again["turns"].count("data-kept") == 37 + 2 + 1, "all else stays: lines, cards, and who may come"
    whole = len(cast["gm"].get(news, {**had, "has": ""}).content)
    assert len(answer.content) < 25_000 < whole / 12
    turns.leave(campaign=cast.table, by=gm, turn=order[3].pk)
    turns.begin(campaign=cast.table, by=gm, characters=[str(guard.pk)], animals=[])
    again = cast["gm"].get(news, had).json()["again"]
    assert f'id="npc-{guard.pk}" data-kept' in again["turns"], "a card goes along with whose it is"
    assert f'id="beast-{order[3].beast_id}" data-kept' in again["beast-cards"]
    assert "All of them are in the fight." in again["npc-cards"]


def test_who_does_not_fight_is_read_for_being_out_alone_and_only_where_marked(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    raven, guard, _ = seated(cast)
    others = [
        actions.create_character(system="dominion", by=cast.users["owner"], name=name, build=RAVEN, campaign=cast.table)
        for name in ("Otto", "Sable", "Wren")
    ]
    down = next(one for one in raven.read().trackers if one.defeat)
    actions.change_play(character=others[0], key=down.key, change=1, by=cast.users["gm"])
    actions.change_play(character=raven, key=down.key, change=down.defeat, by=cast.users["gm"])
    read: list[int] = []
    really = Character.unjudged
    monkeypatch.setattr(Character, "unjudged", lambda one: read.append(one.pk) or really(one))
    carded: list[int] = []
    whole = fight_cards.of_character
    monkeypatch.setattr(
        fight_cards, "of_character", lambda *given, **how: carded.append(given[1].pk) or whole(*given, **how)
    )
    page = prep(cast)
    assert carded == [guard.pk], "an NPC has a card, whoever plays without fighting has none"
    assert sorted(read) == sorted([guard.pk, raven.pk, others[0].pk])
    assert "Can’t fight: Raven (out)." in " ".join(page.split())
    assert all(f'name="character" value="{one.pk}"' in page for one in others)


def test_the_fight_of_one_game_ends_alone(cast: Cast) -> None:
    raven, *_ = seated(cast)
    sora = actions.create_character(system="duality", by=cast.users["owner"], name="Sora", campaign=cast.table)
    post(cast, deed="begin", character=[raven.pk, sora.pk])
    page = prep(cast)
    assert ('value="end:dominion"' in page, 'value="end:duality"' in page, 'value="end"' in page) == (True, True, False)
    assert f"End the fight of {get('dominion').name}?" in words(post(cast, deed="end:dominion"))
    post(cast, deed="end:dominion", sure="1")
    assert fought(cast) == {"Sora"}
    assert 'value="end"' in prep(cast)


def test_those_without_a_name_are_told_apart_wherever_prep_names_them(cast: Cast) -> None:
    """By whose they are and since when, NPCs by that alone: in the order, on the buttons, on cards and where chosen."""
    made = [
        actions.create_character(system="dominion", by=cast.users[who], build=RAVEN, campaign=cast.table, npc=npc)
        for who, npc in (("owner", False), ("owner", False), ("companion", False), ("gm", True), ("gm", True))
    ]
    day = timezone.localtime().replace(month=3, day=1, hour=20)
    for n, one in enumerate(made):
        Character.objects.filter(pk=one.pk).update(name="", created_at=day.replace(minute=n))
    whose = ("owner, ", "owner, ", "companion, ", "", "")
    called = [f"Unnamed ({who}1 March 20:0{n})" for n, who in enumerate(whose)]
    page = prep(cast)
    assert all(f"<span>{name}</span>" in page for name in called), "who fights"
    assert all(f'aria-label="{name}"' in page for name in called[3:]), "cards"
    new = words(cast["gm"].get(reverse("scene_new", args=[cast.table.pk])))
    assert all(f"<span>{name}</span>" in new for name in called[3:]), "who is in a scene"
    post(cast, deed="begin", character=[one.pk for one in made])
    assert fought(cast) == set(called)
    order, page = fought_in_order(cast), prep(cast)
    assert f">Next: {order[1]}<" in page
    assert f"<span>{order[0]}’s turn</span>" in page
    assert all(page.count(f">{name}</a>") == 2 for name in called), "the line and the card"


def test_characters_of_one_name_are_told_apart_wherever_a_game_master_looks(cast: Cast) -> None:
    """By whose they are and since when; an NPC of that name isn't any player's."""
    made = [
        actions.create_character(
            system="dominion", by=cast.users[who], name="Kenelm", build=RAVEN, campaign=cast.table, npc=who == "gm"
        )
        for who in ("owner", "companion", "gm")
    ]
    day = timezone.localtime().replace(month=3, day=1, hour=20, minute=0)
    Character.objects.filter(pk__in=[one.pk for one in made]).update(created_at=day)
    called = [f"Kenelm ({who}, 1 March 20:00)" for who in ("owner", "companion")]
    page = prep(cast)
    assert all(f"<span>{name}</span>" in page for name in (*called, "Kenelm")), "who fights"
    odds = words(cast["gm"].get(reverse("coverage", args=[cast.table.pk])))
    assert all(name in odds for name in called), "party odds"
    scene = scenes.write(campaign=cast.table, draft=SceneDraft("The gate", asks=["Lie Detection, in secret"]))
    address = reverse("scene", args=[cast.table.pk, scene.pk])
    mark(made[0], "injury", 99)
    sent = {"press": uuid4(), "secret": "Lie Detection"}
    rolled = words(cast["gm"].post(address, sent, follow=True)).partition('id="rolled"')[2]
    assert f">{called[1]}</a>:" in rolled, "rolled in secret"
    assert f"Not rolled: Jane Alderwick, {called[0]}." in " ".join(rolled.split())
    mark(made[0], "injury", 0)
    post(cast, deed="begin", character=[one.pk for one in made])
    assert fought(cast) == {*called, "Kenelm"}
    page = prep(cast)
    assert all(page.count(f">{name}</a>") == 2 for name in called), "the line and the card"
    step = {"tracker": "injury", "change": "2", "since": "2", "uid": str(uuid4())}
    drawn = cast["gm"].post(reverse("fighter", args=[cast.table.pk, made[0].pk]), step, headers=SCRIPT)
    assert called[0] in words(drawn), "a card that is drawn again"
