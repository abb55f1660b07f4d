"""Emails of news that come at once, or ten minutes after others."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from campaigns import actions as sitting
from campaigns import next_session
from campaigns.chronicle import handouts
from campaigns.models import NewsLook, NewsReader
from campaigns.news import letters
from campaigns.news.gathering import LETTERS, MOST
from campaigns.news.noticing import notice
from campaigns.news.tasks import send_news_at_once
from campaigns.review import awards, decisions
from characters import actions
from characters.models import Event
from tests.campaigns.reviewing import jane
from tests.campaigns.told import MORNING, wants_letters
from tests.cast import Cast, book, cast
from tests.characters.posting import words

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db


def test_whoever_is_removed_is_written_to_at_once(cast: Cast) -> None:
    wants_at_once(cast, "companion")
    letters.send_at_once()
    sitting.remove(seat=cast.table.memberships.get(user=cast.users["companion"]), by=cast.users["gm"])
    NewsLook.objects.update(at=timezone.now() - timedelta(minutes=1))
    assert letters.send_at_once() == 1
    assert "You were removed from the campaign" in mail.outbox[0].body


def test_each_kind_of_news_is_told_at_once_daily_or_not_at_all(cast: Cast) -> None:
    reader = wants_letters(cast, "gm")
    chosen = {f"mail:{kind}": "day" for kind in LETTERS} | {"mail:review": "at_once", "mail:people": "left_out"}
    answer = cast["gm"].post(reverse("news"), {"deed": "mail", "mail": "1", **chosen}, follow=True)
    told = "At once: Players’ characters. In the daily email: Your characters, Campaigns, Handouts shown to you."
    assert f"You get emails. {told} Not at all: Players." in words(answer)
    assert told in words(cast["gm"].get(reverse("campaign_settings", args=[cast.table.pk])))
    assert re.search(r'name="mail:review">.*?"at_once" selected>.*?</select>', words(answer))
    assert re.search(r'name="mail:people">.*?"left_out" selected>.*?</select>', words(answer))
    decisions.submit(character=jane(cast), by=cast.users["owner"])
    sitting.join(invitation=cast.invitation, user=cast.users["stranger"])
    rule = {"untrained_knowledge": True}
    sitting.set_house_rules(campaign=cast.table, system="hprpg", values=rule, by=cast.users["owner"])
    assert letters.send_at_once() == 1
    assert "Submitted for approval" in mail.outbox[0].subject
    assert "an email at once about this" in mail.outbox[0].body
    send_news_at_once()
    assert len(mail.outbox) == 1, "nothing is told twice"
    assert letters.send_letters(MORNING) == 1
    daily = mail.outbox[1].body
    assert ("House rule" in daily, "Submitted" in daily, "Joined" in daily) == (True, False, False)
    reader.refresh_from_db()
    assert (reader.at_once, reader.left_out) == (["review"], ["people"])
    cast["gm"].post(reverse("news"), {"deed": "mail", "mail": "1", "campaign": str(cast.table.pk)})
    reader.refresh_from_db()
    assert reader.at_once == ["review"], "where nothing was asked of kinds, they stay"
    cast["gm"].post(reverse("news"), {"deed": "mail"})
    decisions.withdraw_submission(character=jane(cast), by=cast.users["owner"])
    assert letters.send_at_once() == 0, "nobody is written to who does not want it"


def wants_at_once(cast: Cast, who: str) -> NewsReader:
    reader = wants_letters(cast, who)
    cast[who].post(reverse("news"), {"deed": "mail", "mail": "1", **{f"mail:{kind}": "at_once" for kind in LETTERS}})
    reader.refresh_from_db()
    return reader


def test_letters_at_once_are_gathered_for_ten_minutes(cast: Cast) -> None:
    wants_at_once(cast, "gm")
    rule, by, now = {"untrained_knowledge": True}, cast.users["owner"], timezone.now() + timedelta(seconds=1)
    decisions.submit(character=jane(cast), by=by)
    assert letters.send_at_once(now) == 1
    assert "new since" not in mail.outbox[0].body
    sitting.join(invitation=cast.invitation, user=cast.users["stranger"])
    sitting.set_house_rules(campaign=cast.table, system="hprpg", values=rule, by=by)
    NewsReader.objects.update(at_once_until=now - timedelta(minutes=1))  # as if what follows came after that letter
    Event.objects.filter(kind="submitted").update(at=now - timedelta(minutes=2))
    assert [letters.send_at_once(now + timedelta(minutes=one)) for one in (1, 5, 9)] == [0, 0, 0]
    assert letters.send_at_once(now + timedelta(minutes=10)) == 1
    assert mail.outbox[1].subject == "[Dramatis] 2 new"
    assert f"2 new since the email of {date_format(now, 'j F, H:i')}:" in mail.outbox[1].body
    assert letters.send_at_once(now + timedelta(minutes=30)) == 0, "nothing is told twice"


def test_a_minute_without_news_reads_and_writes_nobody(cast: Cast, django_assert_max_num_queries: Any) -> None:
    for who in ("gm", "companion", "spectator", "owner", "other_gm"):
        wants_at_once(cast, who)
    for minute in range(3):  # the first look is at everybody, and each reaches back to the one before it
        letters.send_at_once(timezone.now() + timedelta(minutes=minute))
    before = list(NewsReader.objects.values())
    with django_assert_max_num_queries(14):
        assert letters.send_at_once(timezone.now() + timedelta(minutes=4)) == 0
    assert list(NewsReader.objects.values()) == before
    decisions.submit(character=jane(cast), by=cast.users["owner"])
    notice(timezone.now() + timedelta(minutes=5))
    told = {cast.users[who].pk for who in ("gm", "companion", "spectator", "owner")}
    assert set(NewsReader.objects.filter(waits=True).values_list("pk", flat=True)) == told, "who sits there, no other"
    assert NewsLook.objects.count() == 2


@pytest.mark.parametrize("kind", ["handouts", "people", "review"])
def test_whatever_is_told_at_once_is_noticed(cast: Cast, kind: str) -> None:
    wants_at_once(cast, "gm")
    gm, owner, day = cast.users["gm"], cast.users["owner"], (timezone.localdate() + timedelta(days=3)).isoformat()
    decisions.submit(character=jane(cast), by=owner)
    decisions.approve(character=jane(cast), by=gm, seen=jane(cast).version)
    next_session.set_date(campaign=cast.table, day=day, by=gm)
    for minute in range(3):
        letters.send_at_once(timezone.now() + timedelta(minutes=minute))
    assert mail.outbox == []
    if kind == "handouts":
        paper = handouts.write(campaign=cast.table, by=owner, title="Map", text="")
        handouts.show(handout=paper, people=None)
    elif kind == "people":
        cast["owner"].post(reverse("coming", args=[cast.table.pk]), {"coming": "yes", "day": day})
    else:
        changed = jane(cast)
        actions.change_build(character=changed, changes={"scores.charm": 2}, drawn=changed.version, by=owner)
    NewsLook.objects.update(at=timezone.now() - timedelta(minutes=1))
    assert letters.send_at_once() == 1


def test_a_letter_says_how_many_it_leaves_out_and_where_they_are(cast: Cast) -> None:
    wants_letters(cast, "gm")
    for _ in range(MOST // 2 + 2):
        seat = sitting.join(invitation=cast.invitation, user=cast.users["stranger"])
        sitting.leave(seat=seat)
    assert letters.send_letters(MORNING) == 1
    letter = mail.outbox[0]
    assert (letter.subject, f"{MOST + 4} new, the latest {MOST} of them:" in letter.body) == ("[Dramatis] 54 new", True)
    assert letter.body.count(" (stranger): ") == MOST
    (rest,) = re.findall(r"4 more, to read here:\nhttp://testserver(\S+)", letter.body)
    page = words(cast["gm"].get(rest))
    assert page.count('class="entry"') == 4
    assert 'href="/news/">Latest news<' in page
    assert "Older news" in words(cast["gm"].get(reverse("news")))
    assert "No older news." in words(cast["gm"].get(reverse("news"), {"before": "2001-01-01T00:00:00+00:00"}))


def test_whoever_chooses_how_soon_and_gets_no_emails_is_told(cast: Cast) -> None:
    wants_letters(cast, "gm")
    chosen = {f"mail:{kind}": "day" for kind in LETTERS}

    def told(**sent: str) -> str:
        return words(cast["gm"].post(reverse("news"), {"deed": "mail", **sent}, follow=True))

    assert "Email me at gm@example.org" in told(mail="1", **chosen)
    assert "No more emails." in told(**chosen)
    assert "You get no emails." in told(**chosen)
    assert "Saved, but you get no emails: tick “Email me”" in told(**chosen | {"mail:review": "at_once"})
    assert "At once: Players’ characters." in told(mail="1")


def test_what_a_daily_letter_told_is_not_told_again_at_once(cast: Cast) -> None:
    wants_letters(cast, "owner")
    gm, tomorrow = cast.users["gm"], timezone.now() + timedelta(days=1)
    awards.award(characters=[jane(cast)], campaign=cast.table, by=gm, amount=2, reason="The cellar")
    assert letters.send_letters(tomorrow) == 1
    soon = {f"mail:{kind}": "at_once" for kind in LETTERS}
    cast["owner"].post(reverse("news"), {"deed": "mail", "mail": "1", **soon})
    NewsReader.objects.update(waits=True)
    assert letters.send_at_once(tomorrow + timedelta(minutes=1)) == 0


def test_what_a_letter_at_once_told_is_not_told_again_in_the_daily_one(cast: Cast) -> None:
    wants_at_once(cast, "owner")
    gm, now = cast.users["gm"], timezone.now()
    awards.award(characters=[jane(cast)], campaign=cast.table, by=gm, amount=2, reason="The cellar")
    assert letters.send_at_once() == 1
    rule = {"untrained_knowledge": True}
    sitting.set_house_rules(campaign=cast.table, system="hprpg", values=rule, by=gm)  # waits for its ten minutes
    awards.award(characters=[jane(cast)], campaign=cast.table, by=gm, amount=1, reason="The attic")
    daily = {f"mail:{kind}": "day" for kind in LETTERS} | {"mail:table": "at_once"}
    cast["owner"].post(reverse("news"), {"deed": "mail", "mail": "1", **daily})
    NewsReader.objects.update(daily_until=now - timedelta(days=1))
    assert letters.send_letters(now + timedelta(days=1)) == 1
    body = mail.outbox[-1].body
    assert ("The cellar" in body, "The attic" in body, "House rule" in body) == (False, True, False)
    assert mail.outbox[-1].subject == "[Dramatis] 1 new", "nor is it counted"
    assert letters.send_at_once(now + timedelta(days=1)) == 1
    assert "House rule" in mail.outbox[-1].body, "what still waited to be told at once is"
    NewsReader.objects.update(daily_until=now + timedelta(days=1), seen_at=now - timedelta(days=1))
    cast["owner"].post(reverse("news"), {"deed": "mail", "mail": "1", **daily, "mail:own": "at_once"})
    assert letters.send_at_once(now + timedelta(days=1, hours=1)) == 0, "nor what the daily one has told"


def test_what_comes_while_others_are_written_to_is_in_one_letter(cast: Cast) -> None:
    wants_letters(cast, "owner")
    began = timezone.now()
    awards.award(characters=[jane(cast)], campaign=cast.table, by=cast.users["gm"], amount=2, reason="The cellar")
    NewsReader.objects.update(daily_until=began - timedelta(days=2))
    assert letters.send_letters(began) == 0
    assert letters.send_letters(began + timedelta(days=1)) == 1
    assert "The cellar" in mail.outbox[-1].body


@pytest.mark.parametrize(
    "before", ["2026-11-28T01:00:00+23:59", "2026-11-28T01:00:00-16:00", "0001-01-01T00:00:00+23:59"]
)
def test_older_news_of_a_moment_that_no_database_knows_are_the_newest(cast: Cast, before: str) -> None:
    assert cast["owner"].get(reverse("news"), {"before": before}).status_code == 200
