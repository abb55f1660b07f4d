"""Who acts when in a fight: rolled as the game says, or typed, and gone with the end of the fight."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pytest
from django.urls import reverse

from campaigns import actions as sitting
from campaigns.demo.demo import RAVEN
from campaigns.models import Beast, Turn
from campaigns.review import decisions
from campaigns.tables import beasts, turns
from characters import actions
from characters.models import Character
from rules.kernel import Check, LedgerEntry, Term
from rules.refusals import Refused
from rules.systems import get
from rules.systems.dominion.game import cite
from rules.systems.dominion.performing import scored
from tests.cast import Cast, book, cast
from tests.characters.posting import words

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db


@dataclass
class Loaded(Random):
    """Dice that fall as they were told to."""

    faces: Iterable[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.left = list(self.faces)

    def randint(self, a: int, b: int) -> int:
        return self.left.pop(0)


def timing(*pools: int) -> dict[int, Check]:
    return {n: scored((Term(pool, "Timing", cite("6.4", 40)),)) for n, pool in enumerate(pools, 1)}


def rolled(pools: tuple[int, ...], *faces: int) -> dict[int, tuple[int, bool]]:
    dice = Loaded(faces=faces)
    found = turns.scored(timing(*pools), dice)
    assert dice.left == []
    return {key: (score.value, score.last) for key, score in found.items()}


def test_a_score_is_the_die_and_the_stat() -> None:
    """The example of section 6.4: 5 and 3, 5 and 4, 10 and 6."""
    assert rolled((3, 4, 6), 5, 5, 10) == {1: (8, False), 2: (9, False), 3: (16, False)}
    (one,) = turns.scored(timing(-2), Loaded(faces=[5])).values()
    assert one.story == "5 − 2"


def test_those_that_tie_roll_again_and_others_do_not() -> None:
    assert rolled((3, 4, 6), 5, 4, 10, 2, 9) == {1: (5, False), 2: (13, False), 3: (16, False)}
    first = turns.scored(timing(3, 4), Loaded(faces=[5, 4, 1, 2]))[1]
    assert first.story == "5 + 3, again 1 + 3"


def test_a_rolled_twelve_is_last_and_several_roll_again_among_themselves() -> None:
    assert rolled((3, 9), 5, 12) == {1: (8, False), 2: (9, True)}
    assert rolled((3, 9, 1), 12, 12, 2, 4, 1) == {1: (7, True), 2: (10, True), 3: (3, False)}
    assert rolled((3, 3), 5, 5, 12, 1) == {1: (3, True), 2: (4, False)}, "a tie that is broken by a 12"


def test_dice_that_always_tie_end() -> None:
    assert rolled((3, 3), *([5] * (2 + 2 * turns.AGAIN))) == {1: (8, False), 2: (8, False)}


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
    held = {str(one): one for one in turns.order(cast.table)}
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
    post(cast, deed="round")
    jane.refresh_from_db()
    after = Turn.objects.get(pk=held["Raven"].pk)
    assert (jane.score, after.at > before.at) == (-3, True), "what was typed stays, what is rolled is rolled anew"
    post(cast, deed=f"leave:{jane.pk}")
    assert "3 in the fight" in prep(cast)
    assert "End the fight?" in words(post(cast, deed="end"))
    assert Turn.objects.count() == 3, "asked first"
    post(cast, deed="end", sure="1")
    assert not Turn.objects.exists()


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
    return turns.order(cast.table)


def test_a_number_that_cannot_be_read_is_marked_and_the_others_stay_as_typed(cast: Cast) -> None:
    one, other = paired(cast)
    answer = post(cast, deed="say", **typed({one: "12th", other: "17"}))
    page = words(answer)
    assert (answer.status_code, f"“{one}”: enter a whole number" in page) == (422, True)
    wrong, right = field_of(page, one), field_of(page, other)
    assert all(part in wrong for part in ('value="12th"', 'aria-invalid="true"', f'describedby="score-{one.pk}-error"'))
    assert f'id="score-{one.pk}-error">Enter a whole number' in page
    assert ('value="17"' in right, "aria-invalid" in right) == (True, False)
    assert {turn.score for turn in turns.order(cast.table)} == {None}


def test_two_who_put_somebody_elsewhere_are_told(cast: Cast) -> None:
    one, other = paired(cast)
    sent = typed({one: "12", other: "17"})
    put(cast, one, "5")
    answer = post(cast, deed="say", **sent)
    page = words(answer)
    assert (answer.status_code, "Someone else edited this too." in page) == (422, True)
    assert ('value="12"' in field_of(page, one), 'value="17"' in field_of(page, other)) == (True, True)
    assert 'Saved by someone else:</p><div class="prose"><p>5</p>' in page
    assert {turn.score for turn in turns.order(cast.table)} == {5, None}
    again = {**sent, f"was:score:{one.pk}": "5"}
    assert f'name="was:score:{one.pk}" value="5"' in page, "saved again it is kept"
    assert post(cast, deed="say", **again).status_code == 302
    assert [turn.score for turn in turns.order(cast.table)] == [17, 12]


def test_numbers_for_a_fight_that_has_ended_are_refused(cast: Cast) -> None:
    one, other = paired(cast)
    sent = typed({one: "12", other: "17"})
    turns.leave(campaign=cast.table, by=cast.users["gm"], turn=one.pk)
    page = words(post(cast, deed="say", **sent))
    assert ("Someone has left the fight." in page, 'value="17"' in field_of(page, other)) == (True, True)
    turns.end(campaign=cast.table)
    for deed in ("say", "round", f"leave:{other.pk}"):
        assert "This fight has ended." in words(post(cast, deed=deed, **sent)), deed


def test_a_new_round_and_a_leave_keep_what_was_typed_elsewhere(cast: Cast) -> None:
    one, other = paired(cast)
    post(cast, deed="round", **typed({one: "12", other: ""}))
    one, other = turns.order(cast.table)
    assert (one.score, other.score) == (12, None)
    post(cast, deed=f"leave:{one.pk}", **typed({one: "what", other: "8"}))
    assert [(turn.pk, turn.score) for turn in turns.order(cast.table)] == [(other.pk, 8)]


def test_the_dead_are_marked_and_neither_rolled_nor_offered(cast: Cast) -> None:
    raven, guard, troll = seated(cast)
    post(cast, deed="begin", character=[raven.pk, guard.pk])
    page = prep(cast)
    assert f'name="beast" value="{troll.pk}"' in page
    for one in (raven, guard):
        actions.enter(character=one, entry=LedgerEntry("died", note="The river"), by=cast.users["gm"], role="gm")
    post(cast, deed="round")
    page = prep(cast).partition('id="turns"')[2].partition("</section>")[0]
    assert page.count('</a><span class="chip">Dead</span>') == 2
    assert page.count("not rolled: dead") == 2
    turns.end(campaign=cast.table)
    page = prep(cast)
    assert f'name="character" value="{cast.jane.pk}"' in page
    assert not any(f'name="character" value="{one.pk}"' in page for one in (raven, guard))


def test_what_was_not_typed_over_stays_as_somebody_else_has_put_it(cast: Cast) -> None:
    raven, guard, _ = seated(cast)
    turns.begin(campaign=cast.table, by=cast.users["gm"], characters=[str(raven.pk), str(guard.pk)], animals=[])
    one, other = turns.order(cast.table)
    put(cast, one, "20")
    shown = {
        f"score:{one.pk}": "5",
        f"was:score:{one.pk}": "5",
        f"score:{other.pk}": "30",
        f"was:score:{other.pk}": turns.written(other),
    }
    post(cast, deed="say", **shown)
    assert [turn.score for turn in turns.order(cast.table)] == [30, 20]


def test_a_weapon_without_a_timing_roll_has_the_stat_as_its_score() -> None:
    check = replace(scored((Term(4, "Timing", cite("6.4", 40)),)), dice=None)
    (found,) = turns.scored({1: replace(check, note="It is too slow.")}, Random()).values()
    assert (found.value, found.last, found.story) == (4, False, "not rolled (It is too slow)")
    assert turns.scored({1: replace(check, note="")}, Random())[1].story == "not rolled"


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
    (turn,) = turns.order(cast.table)
    for sent, sentence in (
        ({"deed": "dance"}, "Choose what to do with the fight."),
        ({"deed": "begin"}, "Choose who fights."),
        ({"deed": "say", f"score:{turn.pk}": "soon"}, "“Raven”: enter a whole number, −999 to 999."),
        ({"deed": "round", f"score:{turn.pk}": "5000"}, "“Raven”: enter a whole number, −999 to 999."),
    ):
        answer = post(cast, **sent)
        assert (answer.status_code, sentence in words(answer)) == (422, True), sent
    sitting.archive(campaign=cast.table)
    for deed in ("round", "say", "end", f"leave:{turn.pk}"):
        assert "This campaign is archived" in words(post(cast, deed=deed, sure="1"))
    assert Turn.objects.count() == 1
    assert 'value="end"' not in prep(cast)


def fought(cast: Cast) -> set[str]:
    return {str(one) for one in turns.order(cast.table)}


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
        beasts.remove(beast=troll)
    else:
        Character.objects.filter(pk=raven.pk).update(system="forgotten")
    Character.objects.filter(pk=raven.pk).update(name="Secret")
    left = {"Guard", "Secret"} if way == "removed" else {"Guard", str(troll)}
    assert fought(cast) == left
    page = prep(cast)
    assert ("2 in the fight" in page, "Secret" in page) == (True, way == "removed")
    before = {one.pk: one.at for one in Turn.objects.all()}
    post(cast, deed="round")
    rolled = [one for one in Turn.objects.all() if one.at > before[one.pk]]
    assert {str(one) for one in rolled} == left
    assert Turn.objects.count() == 2, "a deed forgets who is gone"


def test_a_score_too_great_to_be_kept_is_cut_in_words() -> None:
    high, low = turns.scored(timing(2_400_000_000, -2_400_000_000), Loaded(faces=[4, 4])).values()
    assert (high.value, low.value) == (turns.HIGHEST, -turns.HIGHEST)
    assert (high.story, low.story) == ("4 + 2400000000, cut to 999", "4 − 2400000000, cut to −999")


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
