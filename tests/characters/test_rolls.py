"""Rolls of play: entered in the log once however often they are sent, and there after a reload."""

import re
import uuid
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.demo.demo_cast import ISHKA
from characters import actions
from characters.actions import play_log
from characters.models import Roll
from rules.kernel import capitalise
from rules.kernel.documents import PathError
from tests.cast import Cast
from tests.characters.entering import fresh
from tests.characters.posting import HX, SCRIPT, at, targets, words
from tests.characters.test_roll_requests import somebody

pytestmark = pytest.mark.django_db


def pressed(since: int = 0, **answers: str) -> dict[str, str]:
    """What a page sends of a press on a check."""
    return {"dv": "9", **answers, "throw": "alone", "since": str(since), "deed": uuid.uuid4().hex}


def test_without_scripts_a_roll_comes_back_to_the_log(cast: Cast) -> None:
    owner, page = cast["owner"], at(cast.jane, "play")
    actions.change_play(character=cast.jane, key="heroism", change=2)
    assert f'method="post" action="{at(cast.jane, "roll")}"' in words(owner.get(page))
    assert owner.post(at(cast.jane, "roll"), pressed(since=1))["Location"] == f"{page}#log"
    roll = cast.jane.roll_log.get()
    assert (roll.number, roll.by) == (2, cast.users["owner"])
    assert "d12 vs DV 9" in roll.dice
    read = words(owner.get(page))
    assert f"{roll.dice}: {', '.join(str(die[0]) for _, dice in roll.hands for die in dice)}" in read
    assert read.index(f">{capitalise(roll.words)}</b>") < read.index("<b>0 → 2</b>")


def test_own_dice_fall_on_the_server_and_are_in_the_log(cast: Cast) -> None:
    owner, url = cast["owner"], at(cast.jane, "roll")
    assert 'name="own" value="1d12"' in words(owner.get(at(cast.jane, "play"))), "the die of the game first"
    owner.post(url, pressed(own=" 2d6 + 1"))
    roll = cast.jane.roll_log.get()
    ((_, dice),) = roll.hands
    assert (roll.label, roll.dice, len(dice)) == ("Own dice", "2d6 + 1", 2)
    assert roll.words == str(sum(die[0] for die in dice) + 1)
    owner.post(url, pressed(own="d4−9"))
    assert cast.jane.roll_log.first().dice == "1d4 − 9"


@pytest.mark.parametrize("text", ["", "99d6", "0d6", "2d1", "2d101", "2d6+1000", "six", "1d6; drop", "١d٦", "9" * 500])
def test_dice_beyond_the_bounds_are_refused_with_a_sentence(cast: Cast, text: str) -> None:
    answer = cast["owner"].post(at(cast.jane, "roll"), pressed(own=text), headers=SCRIPT)
    told = (422, "Write dice like 2d6+1: 1 to 10 dice with 2 to 100 sides.")
    assert (answer.status_code, answer.json()["says"]) == told
    assert not cast.jane.roll_log.exists()


def test_sent_twice_it_is_rolled_once(cast: Cast) -> None:
    url, press = at(cast.jane, "roll"), pressed(extra="9")
    owner = cast["owner"]

    def sent() -> Any:
        answer = owner.post(url, press, headers=SCRIPT).json()
        return answer | {"drawn": re.sub(r'(csrfmiddlewaretoken" value="|data-left=")\w*', r"\1", answer["drawn"])}

    first = sent()
    assert first["uid"] == str(uuid.UUID(press["deed"]))
    assert re.findall(r'hx-swap-oob="innerHTML:#(\w+)"', first["drawn"]) == ["rolled", "log"]
    assert sent() == first
    assert owner.post(url, press).status_code == 302
    cast["gm"].post(url, pressed(extra="9"))
    assert [roll.by for roll in cast.jane.roll_log.all()] == [cast.users["gm"], cast.users["owner"]]


def test_ones_own_last_entry_can_be_undone_once_for_ten_minutes_and_stays_in_the_log(cast: Cast) -> None:
    owner, gm, page = cast["owner"], cast["gm"], at(cast.jane, "play")
    mark = actions.change_play(character=cast.jane, key="heroism", change=4, by=cast.users["owner"])
    roll = actions.roll(character=cast.jane, answers={}, by=cast.users["owner"])
    actions.change_play(character=cast.jane, key="heroism", change=-1, by=cast.users["gm"])
    first, second = (at(cast.jane, "undo_play", entry.number) for entry in (mark, roll))
    assert (f'action="{second}"' in words(owner.get(page)), f'action="{second}"' in words(gm.get(page))) == (
        True,
        False,
    )
    refused = "You can undo only your own last entry, within ten minutes."
    for client, url in ((owner, first), (gm, second), (owner, at(cast.jane, "undo_play", 99))):
        assert client.post(url, {"deed": "a"}, headers=SCRIPT).json() == {"says": refused}
    assert owner.post(second, {"person": "someone"}).status_code == 403
    assert owner.post(second)["Location"] == f"{page}#log"
    assert roll.outcome in words(owner.get(page)).partition("Undone")[0].rpartition("<s>")[2]
    for says in ("3 of 4 undone: Heroism is at 0.", ""):  # the other one was the GM's
        told = owner.post(first, {"deed": "a"}, headers=SCRIPT).json()
        assert (told["uid"], told["says"], told["drawn"].count("Undone")) == ("a", says, 2)
    cast.jane.refresh_from_db()
    assert (cast.jane.play, cast.jane.marked) == ({"heroism": 0}, 5)
    old = actions.change_play(character=cast.jane, key="heroism", change=2, by=cast.users["owner"])
    cast.jane.mark_log.filter(pk=old.pk).update(at=old.at - play_log.UNDONE_WITHIN)
    assert owner.post(at(cast.jane, "undo_play", old.number)).status_code == 422
    for change, says in ((3, ""), (-9, "")):
        last = actions.change_play(character=cast.jane, key="heroism", change=change, by=cast.users["owner"])
        assert actions.undo_play(character=cast.jane, number=last.number, by=cast.users["owner"]) == says
    cast.jane.refresh_from_db()
    assert cast.jane.play == {"heroism": 2}


@pytest.mark.parametrize(("system", "total"), [("forge", True), ("duality", True), ("dominion", False)])
def test_the_log_tells_what_dice_add_up_to_where_that_counts(cast: Cast, system: str, total: bool) -> None:
    """The Total of Forge says how far one gets, whatever the successes."""
    who = somebody(cast, system)
    made = actions.roll(character=who, answers={}, by=cast.users["owner"])
    told = re.search(r" · Total (.+)$", made.story)
    assert (told is not None) == total
    if told:
        assert dict(made.lines)["Total"] == told[1]
        assert made.story in words(cast["owner"].get(at(who, "play")))


def test_the_log_tells_the_sums_of_both_sides_and_the_margin(cast: Cast) -> None:
    made = actions.roll(character=somebody(cast, "rough-magic"), answers={}, by=cast.users["owner"])
    own, other, margin = (dict(made.lines)[label] for label in ("You", "Opponent", "Margin"))
    assert made.story.endswith(f" · {own.rpartition('= ')[2]} vs {other.rpartition('= ')[2]} · Margin {margin}")


def test_the_log_tells_both_rolls_of_which_one_counts(cast: Cast) -> None:
    """Rapid Reflexes (Handbook, chapter 4)."""
    quick = {"picks": {"archetype": "auror", "feats": ["rapid-reflexes"]}, "scores": {"perception": 1}}
    one = actions.create_character(system="hprpg", by=cast.users["owner"], build=quick)
    made = actions.roll(character=one, answers={"feat-rapid-reflexes": "yes"}, by=cast.users["owner"])
    first, _, second = made.story.partition(": ")[2].partition(" or ")
    assert len(first.split(", ")) == len(second.split(", ")) == one.read()["perception"] + one.read()["alertness"]
    assert dict(made.lines)["Kept"] in ("First roll", "Second roll")


def test_the_log_goes_on_page_by_page_to_its_oldest_entry(cast: Cast) -> None:
    """Marks and rolls are counted together; what the page to play from lists is the first page, and the GM's secret
    rolls are on none."""
    by, pages = cast.users["owner"], at(cast.jane, "play_log")
    for _ in range(15):
        actions.change_play(character=cast.jane, key="heroism", change=1, by=by)
        actions.roll(character=cast.jane, answers={}, by=by)
    assert "Older entries" not in words(cast["owner"].get(at(cast.jane, "play")))
    for _ in range(35):
        actions.roll(character=cast.jane, answers={}, by=by)
    cast.jane.roll_log.filter(number=40).update(seen_by="run")

    def numbers(query: str) -> list[int]:
        with CaptureQueriesContext(connection) as asked:
            page = cast["owner"].get(pages + query)
        assert sum("_mark" in query["sql"] or "_roll" in query["sql"] for query in asked) == 4
        assert words(page).count("<li>") >= len(page.context["log"])
        return [entry.number for entry in page.context["log"]]

    assert f'href="{pages}?page=2"' in words(cast["owner"].get(at(cast.jane, "play")))
    assert [*numbers(""), *numbers("?page=2"), *numbers("?page=3")] == [n for n in range(65, 0, -1) if n != 40]
    assert numbers("?page=3") == numbers("?page=99") == [4, 3, 2, 1]
    assert numbers("?page=x") == numbers("")


@pytest.mark.parametrize(("held", "said"), [(0, True), (1, False)])
def test_what_a_roll_takes_and_nobody_has_is_said_and_rolled_all_the_same(cast: Cast, held: int, said: bool) -> None:
    owner, by = cast["owner"], cast.users["owner"]
    who = actions.create_character(system="duality", by=by, name="Ishka", build=ISHKA)
    if held:
        actions.change_play(character=who, key="advantage", change=held, by=by)
    asked = {"statistic": "finesse", "experience": "experience-1"}
    lacks = "Advantage is at 0: 1 missing. Ask your GM."
    before = words(owner.get(at(who, "odds"), {**asked, "at": "play"}))
    says = before.partition('id="before-says"')[2].partition("</p>")[0]
    assert (lacks in says, 'type="submit" class="primary"' in before) == (said, True)
    assert (lacks in words(owner.get(at(who, "odds"), asked))) == said
    told = owner.post(at(who, "roll"), {**pressed(since=held), **asked}, headers=SCRIPT).json()["drawn"]
    assert (lacks in told, "Costs Advantage −1" in told) == (said, True)
    assert lacks not in words(owner.get(at(who, "odds"), {"statistic": "finesse"}))


def test_what_may_not_be_rolled_is_said_where_the_button_is(cast: Cast) -> None:
    """A long question scrolls behind its foot: the reason stands there and is announced, and so does the button."""
    who = somebody(cast, "forge")
    here, asked = at(who, "odds"), {"at": "play", "push": "on", "safe": "on"}
    foot = words(cast["owner"].get(here, asked)).partition('class="form-actions"')[2]
    status, button = foot.partition("</p>")[::2]
    assert 'role="status"' in status
    assert "push your luck and play it safe together. Choose one." in unescape(status)
    assert 'aria-disabled="true" aria-describedby="before-says">Roll</button>' in button
    assert "submit" not in button
    foot = words(cast["owner"].get(here, {"at": "play", "push": "on"})).partition('class="form-actions"')[2]
    assert re.search(r'role="status"><span class="sr">\d+% success or better', foot)
    assert 'type="submit"' in foot


def test_an_undo_brings_back_the_mark_and_shows_what_there_is_room_for(cast: Cast) -> None:
    """What magic took of somebody meanwhile is not there to lose to attacks until it is back (Rough Magic)."""
    mage = {"scores": {"brawn": 10, "power-level": 4}, "entries": {"skills": [{"name": "Thaumaturgy"}]}}
    owner, gm = cast.users["owner"], cast.users["gm"]
    made = actions.create_character(system="rough-magic", by=owner, build=mage, campaign=cast.table)
    top = next(one.top or 0 for one in made.read().trackers if one.key == "endurance-lost")
    actions.change_play(character=made, key="endurance-lost", change=top, by=owner)
    healed = actions.change_play(character=made, key="endurance-lost", change=-top, by=owner)
    actions.change_play(character=made, key="maximum-lost", change=2, by=gm)
    assert actions.undo_play(character=made, number=healed.number, by=owner) == ""

    def lost() -> int:
        now = fresh(made)
        return next(one.stands(now.marks) for one in now.read().live(now.marks).trackers if one.key == "endurance-lost")

    assert lost() == top - 2
    actions.change_play(character=made, key="maximum-lost", change=-2, by=gm)
    assert lost() == top


def test_an_undo_that_cannot_go_all_the_way_says_so_without_scripts(cast: Cast) -> None:
    mark, nothing = (
        actions.change_play(character=cast.jane, key=key, change=1, by=cast.users["owner"])
        for key in ("heroism", "fortitude")
    )
    assert nothing.done == 0
    assert actions.undo_play(character=cast.jane, number=nothing.number, by=cast.users["owner"]) == ""
    cast.jane.mark_log.filter(pk=mark.pk).update(done=2)
    told = cast["owner"].post(at(cast.jane, "undo_play", mark.number), follow=True)
    assert "1 of 2 undone: Heroism is at 0." in words(told)
    last = actions.change_play(character=cast.jane, key="heroism", change=1, by=cast.users["owner"])
    cast.jane.mark_log.filter(pk=last.pk).update(tracker="gone")
    with pytest.raises(PathError, match="no such tracker"):
        actions.undo_play(character=cast.jane, number=last.number, by=cast.users["owner"])


def test_only_the_newest_are_kept(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_log, "LOG_ENTRIES", 2)
    uid = uuid.uuid4()
    actions.roll(character=cast.jane, answers={}, uid=uid, since=0)
    for _ in range(3):
        actions.roll(character=cast.jane, answers={})
    assert list(cast.jane.roll_log.values_list("number", flat=True)) == [4, 3]
    with pytest.raises(PathError, match="Too much has changed since"):
        actions.roll(character=cast.jane, answers={}, uid=uid, since=0)


def test_what_cannot_be_rolled_is_refused_with_a_sentence(cast: Cast) -> None:
    who = somebody(cast, "forge")
    for sent, why in (
        (pressed(difficulty="impossible"), "You can’t attempt this roll."),
        (pressed() | {"deed": "me"}, "This page is out of date. Reload it."),
        (pressed() | {"since": ""}, "This page is out of date. Reload it."),
    ):
        plain = cast["owner"].post(at(who, "roll"), sent)
        assert (plain.status_code, why in words(plain)) == (422, True)
        scripted = cast["owner"].post(at(who, "roll"), sent, headers=SCRIPT)
        assert (scripted.status_code, scripted.json()) == (422, {"says": why})
    assert not Roll.objects.exists()


def test_a_roll_from_the_page_of_someone_else_is_turned_away(cast: Cast) -> None:
    url, press = at(cast.jane, "roll"), pressed()
    hers = words(cast["owner"].get(at(cast.jane, "play")))
    (person,) = re.findall(r'<body[^>]* data-person="(\w+)"', hers)
    assert cast["gm"].post(url, press | {"person": person}, headers=SCRIPT).status_code == 403
    assert not Roll.objects.exists()
    assert cast["owner"].post(url, press | {"person": person}, headers=SCRIPT).status_code == 200


def test_whoever_has_the_page_open_is_shown_the_log_but_not_who_only_looks(cast: Cast) -> None:
    url = f"{at(cast.jane, 'marks')}?at=play"
    roll = actions.roll(character=cast.jane, answers={}, by=cast.users["owner"])
    told = cast["gm"].get(url, headers=HX)
    redrawn = ["gone", "trackers", "now", "checks-now", "fight", "conditions", "rests"]
    redrawn += ["spells-now", "further-now", "log"]
    assert targets(told) == redrawn
    assert roll.story in words(told)
    looks = cast["spectator"].get(url, headers=HX)
    assert "log" not in targets(looks)
    assert 'method="post"' not in words(looks).partition("#checks-now")[2]


def test_a_roll_costs_the_same_however_many_there_were(cast: Cast, django_assert_num_queries: Any) -> None:
    url, press = at(cast.jane, "roll"), pressed()
    cast["owner"].post(url, press)
    # session, user, character; locked, read, known?, counted, kept; sees secrets?, both kinds of the log
    with django_assert_num_queries(13):  # and a savepoint, in a test
        cast["owner"].post(url, pressed(since=1), headers=SCRIPT)
    with django_assert_num_queries(11):
        cast["owner"].post(url, press, headers=SCRIPT)
