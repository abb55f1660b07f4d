"""Days that a game master asks about: proposed, answered by players, and one of them taken."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from campaigns import calendars, next_session, proposed_dates
from campaigns.models import Campaign, DateAnswer, Membership, ProposedDate
from campaigns.news import noticing
from campaigns.news.gathering import count_of, news_of, unread_of
from campaigns.nights import this_evening
from rules.refusals import Refused
from tests.cast import Cast, book, cast
from tests.characters.posting import HX, targets, words

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db


def ahead(days: int) -> date:
    return this_evening() + timedelta(days=days)


def told(day: date) -> str:
    return f"{day:%A} {day.day} {day:%B}"


def ask(cast: Cast, *days: Any, hour: str = "19:00", who: str = "gm") -> Any:
    sent = {"on": [str(day) for day in days], "at": [hour] * len(days), "was:at": "19:00"}
    return cast[who].post(reverse("dates", args=[cast.table.pk]), sent)


def dates(cast: Cast) -> list[ProposedDate]:
    return list(ProposedDate.objects.filter(campaign=cast.table))


def can(cast: Cast, who: str, one: ProposedDate, said: str, **more: Any) -> Any:
    return cast[who].post(reverse("date_answer", args=[cast.table.pk, one.pk]), {"can": said}, **more)


def press(cast: Cast, deed: str, one: ProposedDate, **more: str) -> Any:
    return cast["gm"].post(reverse("dates", args=[cast.table.pk]), {deed: one.pk, **more})


def party(cast: Cast, who: str) -> str:
    return words(cast[who].get(cast.table.get_absolute_url()))


def heard(cast: Cast, who: str) -> list[str]:
    return [line.words for line in news_of(cast.users[who])]


def test_players_are_asked_at_home_and_there_and_the_gm_sees_who_can_when(cast: Cast) -> None:
    assert ask(cast, ahead(3), ahead(5), "")["Location"] == f"{cast.table.get_absolute_url()}#next"
    first, second = dates(cast)
    assert (first.on, first.at, str(first)) == (ahead(3), time(19), f"{told(ahead(3))}, 19:00")
    for page in ("/", cast.table.get_absolute_url()):
        shown = words(cast["owner"].get(page))
        assert "Which of these can you make?" in shown
        assert (f'id="date-{first.pk}-yes"' in shown, f'id="date-{second.pk}-no"' in shown) == (True, True)
    assert "Which of these" not in words(cast["gm"].get("/"))
    can(cast, "owner", first, "yes")
    can(cast, "companion", first, "maybe")
    can(cast, "companion", second, "no")
    shown = party(cast, "gm")
    assert (shown.count("Best"), shown.index("Best") < shown.index(told(ahead(5)))) == (1, True)
    assert ("Yes: owner" in shown, "Maybe: companion" in shown) == (True, True)
    assert ("No: companion" in shown, "No answer: owner" in shown) == (True, True)
    for who in ("owner", "companion", "spectator"):
        assert "Yes: owner" not in party(cast, who), "others are not told"
    seen = party(cast, "spectator")
    assert (told(ahead(3)) in seen, 'name="can"' in seen, "Take this date" in seen) == (True, False, False)
    row = words(cast["gm"].get(reverse("campaigns")))
    assert "2 dates asked about" in row
    assert "2 players answered" in row
    assert "you answered 1" in words(cast["owner"].get("/"))
    can(cast, "owner", second, "no")
    assert "Which of these" not in words(cast["owner"].get("/")), "who has answered all is asked no more"
    assert 'value="" aria-pressed="true"' in party(cast, "owner"), "and changes it there"


def test_the_one_that_is_taken_is_the_next_session_and_who_could_comes(cast: Cast) -> None:
    ask(cast, ahead(3), ahead(5))
    first, second = dates(cast)
    for who, said in (("owner", "yes"), ("companion", "no")):
        can(cast, who, second, said)
        can(cast, who, first, "maybe")
    link = calendars.make(who=cast.users["owner"], zone="UTC")
    file = reverse("calendar_file", args=[link.token])
    assert b"BEGIN:VEVENT" not in cast["nobody"].get(file).content, "what is asked about is no session yet"
    assert f"Next session: {told(ahead(5))}, 19:00." in words(cast["gm"].get(press(cast, "take", second)["Location"]))
    held = Campaign.objects.get(pk=cast.table.pk)
    assert (held.next_on, held.next_at, dates(cast), DateAnswer.objects.count()) == (ahead(5), time(19), [], 0)
    answers = {str(seat.user): seat.answer for seat in Membership.objects.filter(campaign=held, role="player")}
    assert answers == {"owner": "yes", "companion": "no"}
    read = cast["nobody"].get(file).content.decode()
    assert f"DTSTART:{ahead(5):%Y%m%d}T190000Z" in read
    assert f"Next session: {told(ahead(5))}, 19:00" in heard(cast, "owner")
    assert "Coming: owner" in party(cast, "gm")
    gone = press(cast, "take", first)
    assert (gone.status_code, proposed_dates.GONE in words(gone)) == (422, True)
    late = can(cast, "owner", first, "yes")
    assert (late.status_code, proposed_dates.GONE in words(late)) == (422, True)


def test_a_date_that_is_set_is_replaced_only_once_that_is_sure(cast: Cast) -> None:
    next_session.set_date(campaign=cast.table, day=str(ahead(2)), hour="18:00")
    ask(cast, ahead(3))
    (one,) = dates(cast)
    asked = words(press(cast, "take", one))
    assert (f"It replaces {told(ahead(2))}, 18:00." in asked, len(dates(cast))) == (True, 1)
    press(cast, "take", one, sure="1")
    assert Campaign.objects.get(pk=cast.table.pk).next_on == ahead(3)
    ask(cast, ahead(3), ahead(5))
    can(cast, "owner", dates(cast)[0], "yes")
    assert press(cast, "take", dates(cast)[0]).status_code == 302, "the same day and time replaces nothing"
    assert (dates(cast), "Coming: owner" in party(cast, "gm")) == ([], True)
    ask(cast, ahead(3), hour="20:00")
    assert "instead?" in words(press(cast, "take", dates(cast)[0]))


def test_a_date_set_by_hand_ends_the_asking_and_one_saved_as_it_was_does_not(cast: Cast) -> None:
    next_session.set_date(campaign=cast.table, day=str(ahead(2)), hour="18:00")
    ask(cast, ahead(3))
    next_session.set_date(campaign=cast.table, day=str(ahead(2)), hour="18:00")
    next_session.set_date(campaign=cast.table, day="")
    assert len(dates(cast)) == 1
    assert "With a new date, the dates you ask about go." in party(cast, "gm")
    can(cast, "owner", dates(cast)[0], "yes")
    next_session.set_date(campaign=cast.table, day=str(ahead(3)), hour="20:00")
    assert dates(cast) == []
    seat = Membership.objects.get(campaign=cast.table, user=cast.users["owner"])
    assert seat.answer == "", "of another hour they have said nothing"


def test_what_is_no_day_is_over_or_too_many_is_refused_and_what_was_typed_stays(cast: Cast) -> None:
    assert "Enter at least one day." in words(ask(cast, "", ""))
    for day, hour in (("soon", ""), ("2026-02-30", ""), (ahead(1), "late"), (ahead(1), "19:00+02")):
        assert ask(cast, day, hour=hour).status_code == 422
    over = ask(cast, ahead(3), ahead(-1))
    assert (proposed_dates.OVER in words(over), f'value="{ahead(3)}"' in words(over)) == (True, True)
    assert ask(cast, *map(ahead, range(7))).status_code == 422
    assert dates(cast) == []
    ask(cast, *map(ahead, range(6)))
    more = ask(cast, ahead(9))
    assert ("You can ask about 6 dates at a time." in words(more), len(dates(cast))) == (True, 6)
    assert 'id="on-1"' not in party(cast, "gm"), "no row for one more"
    assert "You ask about these dates already." in words(cast["gm"].get(ask(cast, ahead(2))["Location"]))
    assert len(dates(cast)) == 6


def test_a_time_without_its_day_is_not_dropped_unheard_and_what_is_wrong_is_marked(cast: Cast) -> None:
    def sent(*rows: tuple[Any, str]) -> Any:
        given = {"on": [str(day) for day, _ in rows], "at": [hour for _, hour in rows], "was:at": "19:00"}
        return cast["gm"].post(reverse("dates", args=[cast.table.pk]), given)

    empty, blank = ("", "19:00"), ("", "")
    for fault, row in (
        (proposed_dates.NO_DAY, ("", "20:00")),
        (proposed_dates.OVER, (ahead(-1), "19:00")),
        ("Enter a day, and a time such as 19:00.", ("2026-13-45", "19:00")),
    ):
        for n in (2, 4):
            rows = [(ahead(3), "19:00"), *[blank] * (n - 2), row]
            answer = sent(*rows)
            shown = answer.content.decode()
            assert (answer.status_code, dates(cast)) == (422, [])
            assert f'aria-invalid="true" aria-describedby="on-{n}-error"' in shown
            assert f'<p class="errors" id="on-{n}-error">{fault}</p>' in shown
            assert shown.count('class="errors"') == 1
            more = shown.partition("<summary>More dates")[0].rpartition("<details")[2]
            assert ("open" in more) == (n == 4), "what is wrong is in no closed fold"
    assert 'name="was:at" value=""' in party(cast, "gm")
    assert sent((ahead(3), "19:00"), empty, blank).status_code == 302, "the time that was offered asks for nothing"
    assert len(dates(cast)) == 1
    assert 'name="was:at" value="19:00"' in party(cast, "gm")


def test_a_day_is_asked_about_once_with_and_once_without_an_hour(cast: Cast) -> None:
    for hour in ("", "19:00", "19:00:30", ""):
        ask(cast, ahead(2), ahead(2), hour=hour)
    assert [one.at for one in dates(cast)] == [time(19), None]


def test_the_form_begins_with_the_hour_they_last_met_or_are_asked_about(cast: Cast) -> None:
    assert 'id="at-1" name="at" value=""' in party(cast, "gm")
    next_session.set_date(campaign=cast.table, day=str(ahead(2)), hour="18:00")
    assert 'id="at-1" name="at" value="18:00"' in party(cast, "gm")
    ask(cast, ahead(3))
    assert 'id="at-1" name="at" value="19:00"' in party(cast, "gm")


def test_players_and_others_ask_about_nothing_and_game_masters_answer_nothing(cast: Cast) -> None:
    assert ask(cast, ahead(3), who="owner").status_code == 404
    ask(cast, ahead(3))
    (one,) = dates(cast)
    assert {can(cast, who, one, "yes").status_code for who in ("gm", "spectator", "stranger")} == {404}
    seat = Membership.objects.select_related("campaign").get(campaign=cast.table, user=cast.users["owner"])
    Membership.objects.filter(pk=seat.pk).update(role="spectator")
    with pytest.raises(Refused, match="Only players"):
        proposed_dates.answer(seat=seat, key=one.pk, can="yes")
    Membership.objects.filter(pk=seat.pk).update(role="player")
    can(cast, "owner", one, "yes")
    Membership.objects.filter(pk=seat.pk).update(role="spectator")
    assert "Yes: " not in party(cast, "gm"), "who only looks on doesn't count"
    Membership.objects.filter(pk=seat.pk).delete()
    assert DateAnswer.objects.count() == 0


def test_another_tables_dates_are_none_of_ones_own(cast: Cast) -> None:
    other = Campaign.objects.get(name="Elsewhere")
    (theirs,) = proposed_dates.propose(campaign=other, moments=[(str(ahead(3)), "")], by=cast.users["other_gm"])
    assert can(cast, "owner", theirs, "yes").status_code == 422
    assert press(cast, "take", theirs).status_code == 422
    press(cast, "remove", theirs)
    assert (DateAnswer.objects.count(), ProposedDate.objects.count()) == (0, 1)


def test_an_answer_is_changed_taken_back_and_drawn_where_it_was_given(cast: Cast) -> None:
    ask(cast, ahead(3))
    (one,) = dates(cast)
    here = can(cast, "owner", one, "maybe", headers=HX)
    assert targets(here) == [f"date-{one.pk}"]
    assert f'id="date-{one.pk}-maybe" name="can" value="" aria-pressed="true"' in words(here)
    where = reverse("date_answer", args=[cast.table.pk, one.pk])
    home = cast["owner"].post(where, {"can": "yes", "from_home": "1"}, headers=HX)
    assert targets(home) == [f"date-{one.pk}", f"answer-{cast.table.pk}"]
    assert ("you answered 1" in words(home), "19:00: yes." in words(home)) == (True, True)
    assert DateAnswer.objects.get().can == "yes"
    undone = cast["owner"].post(where, {"can": "", "from_home": "1"})
    assert (undone["Location"], DateAnswer.objects.count()) == ("/#dates", 0)
    assert "Choose Yes, Maybe or No." in words(can(cast, "owner", one, "soon"))
    ProposedDate.objects.all().delete()
    refused = can(cast, "owner", one, "yes", headers=HX)
    assert (refused.status_code, refused["HX-Redirect"]) == (422, cast.table.get_absolute_url())


def test_one_that_was_answered_is_removed_only_once_that_is_sure(cast: Cast) -> None:
    ask(cast, ahead(3), ahead(5))
    first, second = dates(cast)
    can(cast, "owner", first, "yes")
    assert "goes too" in words(press(cast, "remove", first))
    press(cast, "remove", second)
    assert dates(cast) == [first]
    press(cast, "remove", first, sure="1")
    assert (dates(cast), "removed already" in words(cast["gm"].get(press(cast, "remove", first)["Location"]))) == (
        [],
        True,
    )


def test_evenings_that_are_over_are_asked_about_no_more(cast: Cast) -> None:
    with time_machine.travel("2026-11-27T19:00:00+00:00", tick=False):
        ask(cast, date(2026, 11, 27), date(2026, 11, 30))
        first, second = dates(cast)
        can(cast, "owner", first, "yes")
        can(cast, "companion", second, "yes")
        assert (len(heard(cast, "gm")), "27 November" in party(cast, "gm")) == (2, True)
    with time_machine.travel("2026-11-28T06:00:00+00:00", tick=False):
        assert ("27 November" in party(cast, "gm"), can(cast, "owner", first, "no").status_code) == (False, 422)
        assert heard(cast, "gm") == ["Yes to Monday 30 November, 19:00"]
        assert press(cast, "take", first).status_code == 422
        ask(cast, *(date(2026, 12, day) for day in range(1, 6)))
        assert first not in dates(cast), "and take no room"
        assert len(dates(cast)) == 6


def test_in_an_archived_campaign_nobody_asks_answers_or_takes(cast: Cast) -> None:
    ask(cast, ahead(3))
    (one,) = dates(cast)
    Campaign.objects.filter(pk=cast.table.pk).update(archived_at=timezone.now())
    answers = [ask(cast, ahead(4)), can(cast, "owner", one, "yes"), press(cast, "take", one)]
    assert [answer.status_code for answer in [*answers, press(cast, "remove", one)]] == [422] * 4
    assert (len(dates(cast)), DateAnswer.objects.count()) == (1, 0)
    for who in ("owner", "gm"):
        assert [sign for sign in ('name="can"', "Take this date", 'name="on"') if sign in party(cast, who)] == []
    assert told(ahead(3)) in party(cast, "owner")
    assert "Which of these" not in words(cast["owner"].get("/"))


def test_none_is_the_best_where_all_suit_alike(cast: Cast) -> None:
    ask(cast, ahead(3), ahead(5), ahead(7))
    people = list(Membership.objects.filter(campaign=cast.table).select_related("user"))

    def best() -> list[bool]:
        return [one.best for one in proposed_dates.counted(cast.table, people)]

    first, second, third = dates(cast)
    assert best() == [False] * 3
    for one in (first, second, third):
        can(cast, "owner", one, "yes")
    assert best() == [False] * 3
    can(cast, "companion", second, "maybe")
    assert best() == [False, True, False]
    can(cast, "companion", first, "yes")
    can(cast, "companion", third, "yes")
    assert best() == [True, False, True]


def test_asking_and_answers_are_news_for_whom_they_concern(cast: Cast) -> None:
    ask(cast, ahead(3), ahead(5))
    first, second = dates(cast)
    said = f"Asked who can when: {first}; {second}"
    assert [heard(cast, who) for who in ("owner", "spectator", "gm", "stranger")] == [[said], [said], [], []]
    assert news_of(cast.users["owner"])[0].where == f"{cast.table.get_absolute_url()}#next"
    noticing.notice(timezone.now())
    can(cast, "owner", second, "no")
    can(cast, "owner", first, "yes")
    (line,) = news_of(cast.users["gm"])
    assert (line.words, line.by, line.kind) == (f"Yes to {first}; No to {second}", "owner", "people")
    assert [heard(cast, who) for who in ("owner", "companion", "other_gm")] == [[said], [said], []]
    assert (count_of(cast.users["gm"]), unread_of(cast.users["gm"])) == (1, 1)
    with time_machine.travel(datetime.now(UTC) + timedelta(days=4), tick=False):
        assert heard(cast, "gm") == [f"No to {second}"]
        assert unread_of(cast.users["gm"]) == 1
        Campaign.objects.filter(pk=cast.table.pk).update(archived_at=timezone.now())
        assert unread_of(cast.users["gm"]) == 0


def test_many_dates_and_answers_cost_home_as_many_queries_as_one(cast: Cast) -> None:
    def cost(who: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            cast[who].get("/")
        return len(queries)

    ask(cast, ahead(3))
    can(cast, "companion", dates(cast)[0], "yes")
    cost("owner"), cost("gm")
    few = cost("owner"), cost("gm")
    ask(cast, *(ahead(day) for day in (4, 5, 6, 7)))
    for one in dates(cast):
        can(cast, "companion", one, "no")
    can(cast, "owner", dates(cast)[0], "no")
    assert (cost("owner"), cost("gm")) == few
