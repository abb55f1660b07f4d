"""When a table meets next, as its game master says it and everybody reads it."""

from datetime import date, timedelta
from typing import Any

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from campaigns import coming
from campaigns.campaign_rows import campaign_rows, soonest
from campaigns.models import Campaign, GameSession, Membership
from campaigns.news.gathering import news_of
from campaigns.nights import this_evening
from campaigns.review import awards
from characters.models import LedgerEntry
from rules.refusals import Refused
from tests.cast import Cast, book, cast
from tests.characters.posting import HX, targets, words

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db


def save(cast: Cast, who: str, day: Any, hour: str = "") -> Any:
    return cast[who].post(reverse("campaign_settings", args=[cast.table.pk]), {"next_on": str(day), "next_at": hour})


def test_a_date_stands_on_home_and_party_and_is_news(cast: Cast) -> None:
    assert "No date yet" in words(cast["owner"].get("/"))
    day = this_evening() + timedelta(days=3)
    assert save(cast, "gm", day, "19:30").status_code == 302
    said = f"{day:%A} {day.day} {day:%B}"
    for page in ("/", cast.table.get_absolute_url()):
        shown = words(cast["owner"].get(page))
        assert (said in shown, "19:30" in shown) == (True, True)
    assert "Next session:" in words(cast["owner"].get("/"))
    assert f"Next session: {said}, 19:30" in words(cast["owner"].get(reverse("news")))
    Campaign.objects.filter(pk=cast.table.pk).update(next_on=this_evening() - timedelta(days=1))
    assert "No date yet" in words(cast["owner"].get(cast.table.get_absolute_url()))
    save(cast, "gm", "")
    assert Campaign.objects.get(pk=cast.table.pk).next_on is None


def test_what_is_no_day_or_is_over_is_refused_and_players_set_none(cast: Cast) -> None:
    for day, hour in (("soon", ""), ("2026-02-30", ""), (this_evening(), "late")):
        assert save(cast, "gm", day, hour).status_code == 422
    over = save(cast, "gm", this_evening() - timedelta(days=1))
    assert (over.status_code, "That day is over." in words(over)) == (422, True)
    assert save(cast, "companion", this_evening()).status_code in (403, 404)
    assert Campaign.objects.get(pk=cast.table.pk).next_on is None


@pytest.mark.parametrize(("moment", "still"), [("2026-11-28T04:30", True), ("2026-11-28T05:30", False)])
def test_a_session_is_over_at_the_end_of_its_night(cast: Cast, moment: str, still: bool) -> None:
    gm, evening = cast.users["gm"], date(2026, 11, 27)
    with time_machine.travel("2026-11-27T19:00:00+00:00", tick=False):
        save(cast, "gm", evening, "19:30")
        say(cast, "owner", "yes", evening)
    with time_machine.travel(f"{moment}:00+00:00", tick=False):
        cast.table.refresh_from_db()
        assert cast.table.next_day == (evening if still else None)
        assert ("No date yet" in words(cast["owner"].get("/"))) == (not still)
        rows = campaign_rows(list(soonest(Membership.objects.filter(user=gm).select_related("campaign"))))
        assert [row.coming for row in rows] == [[("Coming", ["owner"]), ("No answer", ["companion"])] if still else []]
        assert ("Coming on Friday 27 November" in heard(cast, "gm")) == still
        assert save(cast, "gm", evening, "21:00").status_code == (302 if still else 422)
        awards.award(characters=[cast.jane], campaign=cast.table, by=gm, amount=1, reason="The cellar")
        assert LedgerEntry.objects.get(kind="award").on == (evening if still else date(2026, 11, 28))


def say(cast: Cast, who: str, answer: str, day: Any, **more: str) -> Any:
    sent = {"coming": answer, "day": str(day), **more}
    return cast[who].post(reverse("coming", args=[cast.table.pk]), sent)


def heard(cast: Cast, who: str) -> list[str]:
    said = [line.words for line in news_of(cast.users[who])]
    return [words for words in said if not words.startswith("Next session")]


def test_players_say_whether_they_come_and_game_masters_count(cast: Cast) -> None:
    day = this_evening() + timedelta(days=3)
    save(cast, "gm", day)
    party = cast.table.get_absolute_url()
    assert 'value="maybe"' in words(cast["owner"].get(party))
    assert 'value="maybe"' not in words(cast["gm"].get(party)) + words(cast["spectator"].get(party))
    assert say(cast, "owner", "yes", day)["Location"] == f"{party}#next"
    assert say(cast, "companion", "no", day, from_home="1")["Location"] == "/"
    names = {who: str(cast.users[who]) for who in ("owner", "companion")}
    for page in ("/", party):
        shown = words(cast["gm"].get(page))
        assert f"Coming: {names['owner']}" in shown, page
        assert f"Not coming: {names['companion']}" in shown, page
        for who in ("owner", "companion", "spectator"):
            assert "Coming: " not in words(cast[who].get(page)), "others are not told"
    assert "1 coming, 1 not coming" in words(cast["gm"].get(reverse("campaigns")))
    assert 'value="" aria-pressed="true">Coming' in words(cast["owner"].get("/"))
    said = f"{day:%A} {day.day} {day:%B}"
    assert heard(cast, "gm") == [f"Not coming on {said}", f"Coming on {said}"]
    assert [heard(cast, who) for who in ("owner", "companion", "spectator", "stranger")] == [[], [], [], []]


def test_an_answer_is_taken_back_and_holds_for_its_day_alone(cast: Cast) -> None:
    day = this_evening() + timedelta(days=3)
    assert "no date yet" in words(say(cast, "owner", "yes", day))
    save(cast, "gm", day)
    assert "Choose Coming" in words(say(cast, "owner", "soon", day))
    say(cast, "owner", "maybe", day)
    assert "Maybe: " in words(cast["gm"].get("/"))
    say(cast, "owner", "", day)
    assert (heard(cast, "gm"), "Maybe: " in words(cast["gm"].get("/"))) == ([], False)
    say(cast, "owner", "yes", day)
    save(cast, "gm", day + timedelta(days=1))
    assert "Coming: " not in words(cast["gm"].get("/")), "that was another day"
    assert heard(cast, "gm") == []
    late = say(cast, "owner", "yes", day)
    assert (late.status_code, "The date has changed" in words(late)) == (422, True)
    assert Membership.objects.get(campaign=cast.table, user=cast.users["owner"]).answer == ""
    Campaign.objects.filter(pk=cast.table.pk).update(archived_at=timezone.now())
    assert say(cast, "owner", "yes", day + timedelta(days=1)).status_code == 422


def test_a_script_has_the_answer_drawn_where_it_was_given(cast: Cast) -> None:
    day = this_evening() + timedelta(days=3)
    save(cast, "gm", day)
    where = reverse("coming", args=[cast.table.pk])

    def answered(answer: str, **more: str) -> Any:
        return cast["owner"].post(where, {"coming": answer, "day": str(day), **more}, headers=HX)

    here = answered("maybe")
    assert targets(here) == ["coming"]
    assert 'id="coming-maybe" name="coming" value="" aria-pressed="true"' in words(here)
    home = answered("yes", from_home="1")
    assert targets(home) == ["coming", f"answer-{cast.table.pk}"]
    assert "You: coming" in words(home)
    GameSession.objects.create(campaign=cast.table, held_on=date(2026, 11, 3))
    undone = words(answered("", from_home="1"))
    assert ("answer undone" in undone, "last played 3 November" in undone) == (True, True)
    row = words(cast["owner"].get("/")).partition(f'id="answer-{cast.table.pk}"')[2].partition("</small>")[0]
    assert "last played 3 November" in row, "the row says the same when it is loaded anew"
    save(cast, "gm", day + timedelta(days=1))
    refused = answered("yes")
    assert (refused.status_code, refused["HX-Redirect"]) == (422, cast.table.get_absolute_url())
    assert "The date has changed" in words(cast["owner"].get(cast.table.get_absolute_url()))


def test_whoever_left_or_only_watches_meanwhile_says_nothing(cast: Cast) -> None:
    day = this_evening() + timedelta(days=3)
    save(cast, "gm", day)
    seat = Membership.objects.select_related("campaign").get(campaign=cast.table, user=cast.users["owner"])
    Membership.objects.filter(pk=seat.pk).update(role="spectator")
    with pytest.raises(Refused, match="Only players"):
        coming.say(seat=seat, answer="yes", day=str(day))
    assert Membership.objects.get(pk=seat.pk).coming == ""
    Membership.objects.filter(pk=seat.pk).delete()
    with pytest.raises(Refused, match="Only players"):
        coming.say(seat=seat, answer="yes", day=str(day))


def test_home_lists_campaigns_by_their_next_session_with_games_and_faces(cast: Cast) -> None:
    shown = words(cast["owner"].get("/"))
    assert "Jane Alderwick" in shown
    assert ("Harry Potter RPG" in shown, "No date yet" in shown, "never played" in shown) == (True, True, True)
    day = this_evening()
    met = cast.evening.held_on
    assert f"last played {met.day} {met:%B}" in words(cast["owner"].get("/"))
    save(cast, "gm", day)
    assert f"<dt>Last time</dt><dd>{cast.evening}</dd>" in words(cast["gm"].get("/"))
