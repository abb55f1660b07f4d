"""Marks of play: a change of what stands, done once however often it is sent, told to whoever has the sheet open."""

import re
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone

from campaigns.demo.demo_cast import HALLA, RAVEN
from characters import actions
from characters.actions import play_log
from characters.models import Character, Mark
from characters.views.play_parts import even_row
from rules import systems
from rules.kernel.documents import PathError
from rules.kernel.pages import Vital
from rules.models import Book
from rules.systems.hprpg.performing import NO_RULES
from tests.by_game import largest
from tests.cast import Cast
from tests.characters.posting import HX, at, targets, words
from tests.granting import grant
from tests.marking import mark

SCRIPT = {"Accept": "application/json"}


def tapped(tracker: str = "heroism", change: int = 1, since: int = 0, **more: Any) -> dict[str, Any]:
    """What a page sends of a tap."""
    return {"tracker": tracker, "change": str(change), "since": str(since), "uid": str(uuid.uuid4()), **more}


def stored(cast: Cast) -> dict[str, Any]:
    play: dict[str, Any] = Character.objects.get(pk=cast.jane.pk).play
    return play


def test_two_who_mark_at_once_both_count(cast: Cast) -> None:
    """As it was seen: four marked, then two on a page that showed none, and two was stored."""
    url = at(cast.jane, "play")
    assert cast["gm"].post(url, tapped(change=4)).status_code == 302
    answer = cast["owner"].post(url, tapped(change=2), headers=SCRIPT)
    assert stored(cast) == {"heroism": 6}
    assert answer.json() | {"uid": ""} == {
        "uid": "", "tracker": "heroism", "asked": 2, "done": 2, "stands": 6, "number": 2, "says": "",
    }  # fmt: skip
    cast.jane.refresh_from_db()
    assert cast.jane.version == 1


def test_sent_again_it_is_answered_as_the_first_time_and_done_once(cast: Cast) -> None:
    url, tap = at(cast.jane, "play"), tapped("fortitude", -1)
    first = cast["owner"].post(url, tap, headers=SCRIPT)
    cast["gm"].post(url, tapped("fortitude", -1))
    assert cast["owner"].post(url, tap, headers=SCRIPT).json() == first.json()
    assert cast["owner"].post(url, tap).status_code == 302
    assert [mark.done for mark in cast.jane.mark_log.all()] == [-1, -1]


def test_at_its_end_it_says_what_it_did(cast: Cast) -> None:
    url, top = at(cast.jane, "play"), cast.jane.read()["fortitude"]
    taken = cast["owner"].post(url, tapped("fortitude", -top - 3), headers=SCRIPT).json()
    assert (taken["done"], taken["says"]) == (-top, f"{top} of {top + 3}: Fortitude is at 0.")
    back = cast["owner"].post(url, tapped("fortitude", top + 2), headers=SCRIPT).json()
    assert (back["done"], back["says"]) == (top, f"{top} of {top + 2}: Fortitude is at its maximum, {top}.")
    page = cast["owner"].post(url, tapped("fortitude", 1), follow=True)
    assert f"0 of 1: Fortitude is at its maximum, {top}." in words(page)
    assert stored(cast) == {"fortitude": top}


def test_what_could_not_be_done_is_not_done_later(cast: Cast) -> None:
    url, tap = at(cast.jane, "play"), tapped("fortitude", 1)
    cast["owner"].post(url, tap)
    cast["gm"].post(url, tapped("fortitude", -2))
    assert cast["owner"].post(url, tap, headers=SCRIPT).json()["done"] == 0
    assert stored(cast) == {"fortitude": cast.jane.read()["fortitude"] - 2}


def test_a_tracker_with_no_end_in_the_book_has_one(cast: Cast) -> None:
    for change, stands in ((-5, 0), (999, 999), (1, 999)):
        assert actions.change_play(character=cast.jane, key="heroism", change=change).stands == stands


def test_boxes_that_count_down_say_what_they_leave(cast: Cast) -> None:
    """Those that cost nothing are only dashed; under the others stands the penalty, down to death."""
    raven = actions.create_character(system="dominion", by=cast.users["owner"], build=RAVEN)
    page = cast["owner"].get(at(raven, "sheet")).content.decode()
    boxes = re.findall(r'class="box([^"]*)"\s+id="box-injury-\d+".*?</button>', page, re.DOTALL)
    assert boxes == [" free"] * raven.read()["injury"] + [""] * 12
    assert re.findall(r"<small>([^<]+)</small>\s*</button>", page) == [*(f"−{n}" for n in range(1, 12)), "dead"]


def test_where_its_most_came_down_it_goes_on_from_there(cast: Cast) -> None:
    Character.objects.filter(pk=cast.jane.pk).update(play={"fortitude": 99})
    top = cast.jane.read()["fortitude"]
    mark = actions.change_play(character=cast.jane, key="fortitude", change=-1, by=cast.users["owner"])
    assert (mark.done, mark.stands) == (-1, top - 1)
    assert cast.jane.events.get().data == {"key": "fortitude", "label": "Fortitude", "before": top, "after": top - 1}


@pytest.mark.parametrize("system", systems.PACKAGES)
def test_every_tracker_of_every_game_goes_by_changes(book: Book, system: str) -> None:
    who = actions.create_character(system=system, build=largest(system))
    for tracker in who.read().trackers:
        change = 1 if tracker.stands({}) == 0 else -1
        marks = [actions.change_play(character=who, key=tracker.key, change=by) for by in (change, -change)]
        assert [mark.stands for mark in marks] == [tracker.start + change, tracker.start], tracker.key


@pytest.mark.parametrize(
    "data",
    [
        {},
        tapped("no"),
        tapped(change=0),
        tapped(change=1000),
        tapped() | {"change": "٣"},
        tapped() | {"since": "-1"},
        tapped() | {"uid": "me"},
        tapped("\x00"),
        {"tracker": "fortitude", "value": "1"},
        tapped("health") | {"change": "-"},
        tapped("health") | {"change": "-", "other": "-2"},
    ],
)
def test_what_no_page_sends_is_refused_with_a_sentence(cast: Cast, data: dict[str, str]) -> None:
    answer = cast["owner"].post(at(cast.jane, "play"), data)
    assert answer.status_code == 422
    assert "Nothing was changed." in words(answer)
    scripted = cast["owner"].post(at(cast.jane, "play"), data, headers=SCRIPT)
    assert (scripted.status_code, scripted.json()["says"][-1]) == (422, ".")
    assert (stored(cast), Mark.objects.count()) == ({}, 0)


def test_a_page_that_does_not_say_what_it_has_seen_is_told_so(cast: Cast) -> None:
    answer = cast["owner"].post(at(cast.jane, "play"), tapped() | {"since": "-1"}, headers=SCRIPT)
    assert answer.json()["says"] == "This page is out of date. Reload it."


def test_a_name_is_for_one_change(cast: Cast) -> None:
    tap = tapped()
    cast["owner"].post(at(cast.jane, "play"), tap)
    other = cast["owner"].post(at(cast.jane, "play"), tap | {"change": "2"}, headers=SCRIPT)
    assert (other.status_code, stored(cast)) == (422, {"heroism": 1})


def test_only_the_newest_are_kept_and_what_is_older_is_refused_rather_than_done_twice(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play_log, "LOG_ENTRIES", 3)
    tap = uuid.uuid4()
    marks = [actions.change_play(character=cast.jane, key="heroism", change=1, uid=tap, since=0)]
    marks += [actions.change_play(character=cast.jane, key="heroism", change=1) for _ in range(3)]
    assert list(cast.jane.mark_log.values_list("number", flat=True)) == [4, 3, 2]
    with pytest.raises(PathError, match="Too much has changed since"):
        actions.change_play(character=cast.jane, key="heroism", change=1, uid=tap, since=0)
    assert actions.change_play(character=cast.jane, key="heroism", change=1, uid=uuid.uuid4(), since=1).stands == 5


def test_nobody_sends_what_somebody_else_marked_in_this_browser(cast: Cast) -> None:
    people = {who: cast[who].get(at(cast.jane, "sheet")).context["person"] for who in ("owner", "gm")}
    assert people["owner"] != people["gm"]
    answer = cast["gm"].post(at(cast.jane, "play"), tapped(person=people["owner"]), headers=SCRIPT)
    assert (answer.status_code, stored(cast)) == (403, {})
    assert cast["gm"].post(at(cast.jane, "play"), tapped(person=people["gm"])).status_code == 302


def test_the_history_tells_who_brought_it_from_where_to_where(cast: Cast) -> None:
    owner, gm = cast.users["owner"], cast.users["gm"]
    for change, by in ((1, owner), (2, owner), (1, gm), (-2, owner)):
        actions.change_play(character=cast.jane, key="heroism", change=change, by=by)
    told = [(event.by, event.data["before"], event.data["after"]) for event in cast.jane.events.order_by("pk")]
    assert told == [(owner, 0, 3), (gm, 3, 4), (owner, 4, 2)]
    assert [mark.by for mark in cast.jane.mark_log.all()] == [owner, gm, owner, owner]


# Looking


def test_a_page_that_shows_it_as_it_stands_is_told_nothing(cast: Cast, django_assert_num_queries: Any) -> None:
    url, tag = at(cast.jane, "marks"), cast["owner"].get(at(cast.jane, "sheet")).context["tag"]
    with django_assert_num_queries(3):  # session, user, character
        quiet = cast["owner"].get(url, headers={**HX, "If-None-Match": tag})
    assert (quiet.status_code, quiet.content) == (304, b"")
    actions.change_play(character=cast.jane, key="heroism", change=3)
    with django_assert_num_queries(3):
        told = cast["owner"].get(url, headers={**HX, "If-None-Match": tag})
    assert (told.status_code, targets(told)) == (200, ["gone", "trackers", "now", "checks-now", "vitals"])
    assert "Heroism 3: now 3" in words(told)
    assert cast["gm"].get(url, headers={**HX, "If-None-Match": told["ETag"]}).status_code == 304


@pytest.mark.parametrize(("said", "status"), [("W/{}", 304), ('"x", W/{}', 304), ("*", 304), ('"x"', 200), ("", 200)])
def test_marks_are_compared_as_http_says(cast: Cast, said: str, status: int) -> None:
    tag = cast["owner"].get(at(cast.jane, "sheet")).context["tag"]
    answer = cast["owner"].get(at(cast.jane, "marks"), headers={**HX, "If-None-Match": said.format(tag)})
    assert (answer.status_code, answer["ETag"]) == (status, tag)


@pytest.mark.parametrize(
    "move",
    [
        lambda cast: actions.change_build(character=cast.jane, changes={"scores.resolve": 1}, drawn=1),
        lambda cast: actions.change_settings(character=cast.jane, values={"fortitude_bonus": 2}),
        lambda cast: type(cast.table).objects.update(settings={"hprpg": {"fortitude_bonus": 2}}),
        lambda cast: Character.objects.update(name="Jane of the Lake"),
    ],
)
def test_whatever_moves_a_tracker_is_told(cast: Cast, move: Callable[[Cast], Any]) -> None:
    url, tag = at(cast.jane, "marks"), cast["owner"].get(at(cast.jane, "sheet")).context["tag"]
    move(cast)
    assert cast["owner"].get(url, headers={"If-None-Match": tag}).status_code == 200


def test_a_mark_costs_the_same_however_many_there_were(cast: Cast, django_assert_num_queries: Any) -> None:
    url = at(cast.jane, "play")
    cast["owner"].post(url, tapped())
    # session, user, character; locked, read, known?, changed, the line of the history asked for and written, kept
    with django_assert_num_queries(12):  # and a savepoint, in a test
        cast["owner"].post(url, tapped())
    repeated = tapped()
    cast["owner"].post(url, repeated)
    with django_assert_num_queries(8):
        cast["owner"].post(url, repeated)


def test_a_tracker_without_rules_says_whom_to_ask(cast: Cast) -> None:
    for page in ("sheet", "play"):
        assert words(cast["owner"].get(at(cast.jane, page))).count(NO_RULES) == 2


def test_without_scripts_each_box_changes_the_tracker(cast: Cast) -> None:
    page = words(cast["owner"].get(at(cast.jane, "sheet")))
    assert 'id="box-heroism-2" name="change" value="2"' in page
    actions.change_play(character=cast.jane, key="heroism", change=2)
    page = words(cast["owner"].get(at(cast.jane, "sheet")))
    assert 'id="box-heroism-2" name="change" value="-1"' in page
    assert 'id="box-heroism-1" name="change" value="-1"' in page
    assert 'name="since" value="1"' in page


# Many hands


@pytest.mark.django_db(transaction=True)
def test_eight_hands_lose_nothing_and_eight_of_the_same_count_once(cast: Cast) -> None:
    url, pocket, tap = at(cast.jane, "play"), cast["owner"].cookies, tapped("villainy", 2)

    def send(_: int) -> list[Any]:
        client = Client()
        client.cookies = pocket
        try:
            for _ in range(5):
                client.post(url, tapped(change=1))
            return [client.post(url, tap, headers=SCRIPT).json()]
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        answers = [answer for told in pool.map(send, range(8)) for answer in told]
    assert stored(cast) == {"heroism": 40, "villainy": 2}
    assert answers == [answers[0]] * 8
    numbers = cast.jane.mark_log.order_by("number").values_list("number", flat=True)
    assert list(numbers) == list(range(1, 42))


@pytest.mark.django_db(transaction=True)
def test_eight_hands_spend_no_more_than_there_is(cast: Cast) -> None:
    """Whoever waited for another sees what the other has entered."""
    raven = actions.create_character(
        system="dominion", build=RAVEN, by=cast.users["owner"], campaign=cast.table, name="Raven"
    )
    grant(raven, 20)
    had = Character.objects.get(pk=raven.pk).read()["aps"]

    def send(change: int) -> list[int]:
        try:
            held = Character.objects.get(pk=raven.pk)
            return [actions.change_play(character=held, key="aps", change=change).done for _ in range(3)]
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        done = [one for told in pool.map(send, (-2, -2, -2, -2, 1, 1, -5, -5)) for one in told]
    left = Character.objects.get(pk=raven.pk).read().budgets["aps"].remaining
    assert left == had + sum(done) >= 0
    voided = [row.subject for row in raven.ledger_entries.filter(kind="void")]
    assert len(voided) == len(set(voided))


def test_the_page_to_play_from_takes_a_mark_and_lists_it(cast: Cast) -> None:
    """Without scripts: the plain form comes back to the page, and the mark is in its log."""
    page, url = cast["owner"], at(cast.jane, "play")
    assert "No marks or rolls yet." in words(page.get(url))
    answer = page.post(url, tapped(change=1, at="play"))
    assert answer["Location"] == f"{url}#trackers"
    assert "<b>0 → 1</b>" in words(page.get(url))
    assert page.post(url, tapped(change=1))["Location"] == f"{cast.jane.get_absolute_url()}#trackers"


@pytest.mark.parametrize(("many", "most", "row"), [
    (16, 10, 8), (16, 7, 6), (9, 7, 5), (24, 10, 8), (24, 7, 6), (20, 10, 10), (13, 10, 7), (7, 10, 7), (5, 7, 5),
    (1, 7, 1), (0, 10, 1),
])  # fmt: skip
def test_boxes_lie_in_even_rows(many: int, most: int, row: int) -> None:
    assert even_row(many, most) == row


def test_what_a_hit_took_is_marked_in_one_press(cast: Cast) -> None:
    """Without scripts: a button for what a hit often takes, and a field for any other number."""
    page, url = cast["owner"], at(cast.jane, "play")
    whole = cast.jane.read()["health"]
    offered = re.findall(r'value="(-?\d+)"\s*><span class="sr">Took', page.get(url).content.decode())
    assert offered == ["-1", "-2", "-3", "-5"]
    page.post(url, tapped("health", -3, at="play"))
    page.post(url, tapped("health", at="play") | {"change": "-", "other": "2"})
    assert stored(cast) == {"health": whole - 5}


def test_what_a_hit_leaves_over_is_said_beside_the_pool_it_struck(cast: Cast) -> None:
    """With what to do next; until something else is marked, or it is old."""
    halla = actions.create_character(system="forge", build=HALLA, by=cast.users["owner"])
    page, url, over = cast["owner"], at(halla, "play"), re.compile(r'left-over" role="status">(.*?)</p>')
    told = page.post(url, tapped("poise", -23, at="play"), follow=True)
    says = "20 of 23 marked: Poise is at 0. 3 left over: mark them on the pool your GM names next."
    assert told.redirect_chain == [(f"{url}#tracker-poise", 302)]
    assert over.findall(words(told)) == [says, "", ""], "beside poise, and not beside the other pools"
    assert says not in words(told).partition('id="trackers"')[0], "nor at the head of the page"
    assert over.findall(words(page.get(at(halla, "marks"), {"at": "play"}, headers=HX))) == [says, "", ""]
    pressed = re.search(r'id="took-poise".*?</div>', words(told), re.S)
    assert pressed
    assert len(re.findall(r"<(?:button|input)[^>]*?(disabled)?>", pressed[0])) == pressed[0].count("disabled") == 6
    page.post(url, tapped("momentum", -3, at="play"))
    assert over.findall(words(page.get(url))) == ["", "", ""]
    page.post(url, tapped("momentum", -30, at="play"))
    assert len(set(over.findall(words(page.get(url))))) == 2
    halla.mark_log.update(at=timezone.now() - play_log.UNDONE_WITHIN)
    assert over.findall(words(page.get(url))) == ["", "", ""]


def test_a_rest_says_what_it_changes_and_is_taken_once(cast: Cast) -> None:
    who = actions.create_character(system="dominion", build=RAVEN, by=cast.users["owner"])
    owner, page, url = cast["owner"], at(who, "play"), at(who, "rest")
    assert "A day in bed" not in words(owner.get(page)), "nothing is healed that is not hurt"
    mark(who, "injury", 7)
    assert re.search(r"<b>A day in bed</b>\s*<small>Injury taken 7 → 6</small>", words(owner.get(page)))
    press = {"rest": "bed", "since": "1", "deed": str(uuid.uuid4())}
    for _ in range(2):
        told = owner.post(url, press, headers=SCRIPT).json()
        assert (told["uid"], told["drawn"].count("A day in bed: Injury taken")) == (press["deed"], 3), "with its Undo"
    assert owner.post(url, press)["Location"] == f"{page}#log"
    assert Character.objects.get(pk=who.pk).play == {"injury": 6}
    mark(who, "injury", 0)
    nothing = owner.post(url, press | {"deed": str(uuid.uuid4())}, headers=SCRIPT)
    assert (nothing.status_code, nothing.json()["says"]) == (422, "That changes nothing now.")
    assert owner.post(url, press | {"person": "someone"}).status_code == 403
    mark(who, "injury", 99)
    assert Character.objects.with_table().get(pk=who.pk).read().live({"injury": 99}).rests == {}


def test_a_condition_changes_the_checks_and_says_why_until_it_is_undone(cast: Cast) -> None:
    """It is a mark like any other: in the log, and gone with all it did once it is undone."""
    by = cast.users["owner"]
    who = actions.create_character(system="dominion", build=RAVEN, by=by)
    owner, page = cast["owner"], at(who, "play")
    assert "On you now" in words(owner.get(page))
    assert "On you now" not in words(owner.get(who.get_absolute_url())), "it is set at play"
    assert "Darkness −3" not in words(owner.get(page))
    owner.post(page, tapped("darkness", 3, at="play"))
    shown = words(owner.get(page))
    assert re.search(r'Darkness −3\.</span>.*?<s><span class="sr">Normally </span>\d+</s>', shown, re.DOTALL)
    assert "<b>0 → 3</b>" in shown
    assert actions.undo_play(character=who, number=1, by=by) == ""
    assert "Darkness −3" not in words(owner.get(page))


def test_what_faded_with_the_round_is_back_when_that_is_undone(cast: Cast) -> None:
    who, by = actions.create_character(system="dominion", build=RAVEN, by=cast.users["owner"]), cast.users["owner"]
    mark(who, "aps", 0, by=by)
    (over,) = actions.rest(character=who, key="round", by=by)
    assert (over.label, over.outcome) == ("End of the round: Lucky Breaks this round", "1 → 0")
    assert actions.undo_play(character=who, number=over.number, by=by) == ""
    assert Character.objects.get(pk=who.pk).play["lucky-break"] == 1


@pytest.mark.parametrize(
    ("system", "rests"),
    [
        ("dominion", {"A day in bed": ["3 → 2"]}),
        (
            "duality",
            {
                "A night's rest": ["3 → 0"],
                "Healing roll, good": ["3 → 0"],
                "Healing roll, mixed": ["3 → 0"],
                "Start of session": ["3 → 4", "0 → 1"],
            },
        ),
        ("hprpg", {"Nourishment": ["3 → 4"]}),
    ],
)
def test_a_rest_moves_the_trackers_of_its_game(book: Book, system: str, rests: dict[str, list[str]]) -> None:
    sheet = actions.create_character(system=system, build=largest(system)).read()
    live = sheet.live({tracker.key: 3 for tracker in sheet.trackers})
    assert {
        rest.label: [f"{step.before} → {step.after}" for step in steps] for rest, steps in live.rests.items()
    } == rests


@pytest.mark.parametrize("template", ["characters/vitals.html", "characters/sheet.html#vitals"])
def test_a_number_that_is_struck_out_says_so(template: str) -> None:
    shown = [Vital("Strike", "4", built="6"), Vital("Cast", "3", barred="Your hands are bound."), Vital("Luck", "2")]
    pairs = template.endswith("#vitals")
    html = render_to_string(template, {"vitals": [("/x/", one, None) for one in shown] if pairs else shown})
    spoken = " ".join(re.sub("<[^>]*>", "", html).split())
    assert "4 now, normally 6" in spoken
    assert "3 can’t be used. Your hands are bound." in spoken
    if pairs:
        dead = render_to_string(template, {"vitals": [("/x/", shown[1], None)], "dead": True})
        assert "3 can’t be used any more" in " ".join(re.sub("<[^>]*>", "", dead).split())


def test_a_session_starts_once_until_it_ends(book: Book) -> None:
    who = actions.create_character(system="duality", build=largest("duality"))

    def offered() -> list[str]:
        who.refresh_from_db()
        return [rest.key for rest in who.read().live(who.marks).rests if rest.key.startswith("session")]

    assert offered() == ["session"]
    actions.rest(character=who, key="session")
    assert offered() == ["session-end"]
    had = dict(who.marks)
    with pytest.raises(PathError, match="changes nothing now"):
        actions.rest(character=who, key="session")
    actions.rest(character=who, key="session-end")
    assert offered() == ["session"]
    assert who.marks == {**had, "session-begun": 0}, "what was gained stays"


def test_gear_is_drawn_put_away_and_worn_in_play(book: Book, client: Client) -> None:
    client.post("/characters/new/", {"system": "dominion"})
    knight = Character.objects.get()
    items = ("mace", "longbow", "shield", "heavy-armour")
    owned = [{"name": "", "picks": {"item": item}} for item in items]
    actions.change_build(
        character=knight, changes={f"entries.equipment.{n}": one for n, one in enumerate(owned)}, drawn=0
    )
    play, use = (at(knight, name) for name in ("play", "put_to_use"))
    told = ("use", "entries.equipment.0.picks.wielded"), ("use", "entries.equipment.2.picks.worn")

    def in_use() -> list[str]:
        knight.refresh_from_db()
        return [one["picks"]["item"] for one in knight.build["entries"]["equipment"] if len(one["picks"]) > 1]

    for deed, path in told:
        assert f'name="{deed}" value="{path}"' in client.get(play).content.decode()
        assert client.post(use, {deed: path}).headers["Location"] == f"{play}#in-use"
    assert in_use() == ["mace", "shield"]
    client.post(use, {"use": "entries.equipment.1.picks.wielded"})
    assert in_use() == ["longbow"], "a bow takes both hands"
    client.post(use, {"away": "entries.equipment.1.picks.wielded"})
    assert in_use() == []
    said = client.post(use, {"use": "entries.equipment.9.picks.wielded"}, follow=True)
    assert "not there any more" in said.content.decode()
    assert in_use() == []
