"""News of others' deeds, on a page and as one letter a day."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from celery.exceptions import SoftTimeLimitExceeded
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from campaigns import actions as sitting
from campaigns import next_session
from campaigns.chronicle import handouts
from campaigns.models import Campaign, NewsLook, NewsReader
from campaigns.news import letters
from campaigns.news.gathering import LETTERS, MOST, news_of, reader_of, unread_of
from campaigns.news.noticing import notice
from campaigns.news.tasks import send_news, send_news_at_once
from campaigns.review import awards, comments, decisions
from characters import actions
from characters.models import Character, Event
from tests.cast import Cast, book, cast
from tests.characters.posting import words

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db
MORNING = datetime(2031, 3, 4, 8, 30, tzinfo=UTC)


def jane(cast: Cast) -> Character:
    return Character.objects.with_table().get(pk=cast.jane.pk)


def told(cast: Cast, who: str) -> list[str]:
    return [line.words for line in news_of(cast.users[who])]


def wants_letters(cast: Cast, who: str, *, verified: bool = True) -> NewsReader:
    user = cast.users[who]
    EmailAddress.objects.create(user=user, email=f"{who}@example.org", verified=verified, primary=True)
    cast[who].post(reverse("news"), {"deed": "mail", "mail": "1"})
    return NewsReader.objects.get(user=user)


def test_each_side_hears_what_the_other_did_and_nobody_hears_of_themselves(cast: Cast) -> None:
    gm, owner = cast.users["gm"], cast.users["owner"]
    decisions.submit(character=jane(cast), by=owner)
    said = comments.draft(character=jane(cast), by=gm, text="More owls?", at="scores.charm")
    assert told(cast, "owner") == [], "nobody hears of a draft"
    decisions.send_back(character=jane(cast), by=gm)
    comments.answer(thread=said, by=owner, text="Two are enough.")
    awards.award(characters=[jane(cast)], campaign=cast.table, by=gm, amount=2, reason="The cellar")
    assert told(cast, "owner") == ["Awarded 2 dots: The cellar", "Sent back: 1 comment", "Comment: More owls?"]
    led = {line.words: line.where for line in news_of(owner)}
    talk = f"{reverse('review', args=[cast.jane.pk])}#comments"
    assert (led["Sent back: 1 comment"], led["Comment: More owls?"]) == (talk, talk), (
        "where it can be read and answered"
    )
    assert led["Awarded 2 dots: The cellar"] == reverse("sheet", args=[cast.jane.pk])
    assert told(cast, "gm") == ["Reply: Two are enough."], "a submission is no news once it is decided"
    assert [told(cast, who) for who in ("companion", "spectator", "other_gm", "stranger")] == [[], [], [], []]


def test_a_change_since_approval_is_news_for_who_runs_the_table(cast: Cast) -> None:
    decisions.approve(character=jane(cast), by=cast.users["gm"], seen=jane(cast).version)
    assert "Changed since approval" not in told(cast, "gm")
    changed = jane(cast)
    actions.change_build(character=changed, changes={"scores.charm": 2}, drawn=changed.version, by=cast.users["owner"])
    assert told(cast, "gm")[0] == "Changed since approval"
    assert [told(cast, who) for who in ("companion", "other_gm")] == [[], []]
    assert "Changed since approval" not in told(cast, "owner")
    waits = words(cast["gm"].get(reverse("campaigns")))
    assert "To review:" in waits


def test_what_a_table_decides_is_told_to_who_sits_there_and_who_comes_to_who_runs_it(cast: Cast) -> None:
    rule = {"untrained_knowledge": True}
    sitting.set_house_rules(campaign=cast.table, system="hprpg", values=rule, by=cast.users["gm"])
    sitting.join(invitation=cast.invitation, user=cast.users["stranger"])
    assert any("House rule" in line for line in told(cast, "owner"))
    assert told(cast, "stranger") == [], "what was decided before somebody came is no news for them"
    assert "Joined as player" in told(cast, "gm")
    assert "Joined as player" not in told(cast, "owner")


def test_whoever_is_given_a_role_npcs_or_the_door_is_told(cast: Cast) -> None:
    gm, owner = cast.users["gm"], cast.users["owner"]
    for number in range(3):
        actions.create_character(system="hprpg", by=gm, name=f"Guard {number}", campaign=cast.table, npc=True)
    seat_of = cast.table.memberships.get
    sitting.transfer_gm(seat=seat_of(user=gm), to=seat_of(user=owner))
    assert sorted(told(cast, "owner")) == ["Made gm a player", "NPCs passed to you: 3", "You’re a GM now"]
    assert {line.where for line in news_of(owner)} == {reverse("campaign_history", args=[cast.table.pk])}
    assert told(cast, "companion") == []
    sitting.remove(seat=seat_of(user=gm), by=owner)
    (line,) = news_of(gm)
    assert (line.words, line.by, line.about) == ("You were removed from the campaign", "owner", str(cast.table))
    assert cast["gm"].get(line.where).status_code == 200
    assert unread_of(gm) == 1
    sitting.rename(campaign=cast.table, name="Secret", about="", by=owner)
    assert news_of(gm)[0].about == line.about, "as it was called when they left"


def test_whoever_runs_a_table_because_an_account_went_is_told(cast: Cast) -> None:
    cast.users["gm"].delete()
    said = "You’re the GM now: gm’s account was deleted"
    assert (told(cast, "owner"), unread_of(cast.users["owner"])) == ([said], 1)
    assert said in words(cast["owner"].get("/"))
    assert told(cast, "companion") == ["Became GM: gm’s account was deleted"]


def test_nobody_did_what_an_account_leaves_that_is_deleted(cast: Cast) -> None:
    """Neither who inherits nor another game master reads it as a deed of their own: who is gone, and what is theirs."""
    gm, owner = cast.users["gm"], cast.users["owner"]
    npcs = [
        actions.create_character(system="hprpg", by=gm, name=f"Guard {number}", campaign=cast.table, npc=True)
        for number in range(2)
    ]
    sitting.give_role(seat=cast.table.memberships.get(user=owner), role="gm")
    gm.delete()
    assert {(line.words, line.by) for line in news_of(owner)} == {
        ("gm’s account was deleted", ""),
        ("NPCs passed to you: 2", ""),
    }
    assert unread_of(owner) == 2
    assert told(cast, "companion") == [], "who comes and goes is news for who runs the table"
    for page in (reverse("news"), "/"):
        assert re.search(r"NPCs passed to you: 2(?! ·)", words(cast["owner"].get(page))), page
    chronicle = words(cast["owner"].get(reverse("campaign_history", args=[cast.table.pk])))
    for line in ("gm’s account was deleted", "NPCs passed to owner: 2"):
        assert re.search(rf"<p>{line}</p>\s*</div>", chronicle), "without a name before it or under it"
    history = words(cast["owner"].get(reverse("history", args=[npcs[0].pk])))
    assert re.search(r"</time>\s*<ul[^>]*>\s*<li>Passed to owner: gm’s account was deleted</li>", history)
    owner.delete()
    first, *others = news_of(cast.users["companion"])
    assert (first.words, first.by) == ("NPCs passed to you: 2", "")
    assert ("You’re the GM now: owner’s account was deleted", "") in [(line.words, line.by) for line in others]


def test_a_player_whose_account_is_deleted_is_missed(cast: Cast) -> None:
    cast.users["companion"].delete()
    assert told(cast, "gm") == ["companion’s account was deleted"]
    assert told(cast, "owner") == []


def test_another_game_master_hears_of_roles_and_of_who_is_removed(cast: Cast) -> None:
    gm, owner = cast.users["gm"], cast.users["owner"]
    seat_of = cast.table.memberships.get
    sitting.give_role(seat=seat_of(user=owner), role="gm", by=gm)
    sitting.give_role(seat=seat_of(user=cast.users["spectator"]), role="player", by=gm)
    sitting.remove(seat=seat_of(user=cast.users["spectator"]), by=gm)
    assert told(cast, "owner") == ["Removed spectator", "Made spectator a player", "You’re a GM now"]
    assert told(cast, "spectator") == ["You were removed from the campaign"]


def test_whoever_is_removed_is_written_to_at_once(cast: Cast) -> None:
    wants_at_once(cast, "companion")
    letters.send_at_once()
    sitting.remove(seat=cast.table.memberships.get(user=cast.users["companion"]), by=cast.users["gm"])
    NewsLook.objects.update(at=timezone.now() - timedelta(minutes=1))
    assert letters.send_at_once() == 1
    assert "You were removed from the campaign" in mail.outbox[0].body


def test_news_of_an_npc_reach_no_player_and_of_a_deleted_character_nobody(cast: Cast) -> None:
    guard = actions.create_character(system="hprpg", by=cast.users["gm"], campaign=cast.table, npc=True)
    decisions.submit(character=guard, by=cast.users["companion"])
    decisions.submit(character=jane(cast), by=cast.users["owner"])
    actions.bin_character(character=jane(cast))
    assert told(cast, "gm") == []


def test_the_page_marks_as_read_what_it_has_shown(cast: Cast) -> None:
    gm = cast["gm"]
    assert "No news yet" in words(gm.get(reverse("news")))
    decisions.submit(character=jane(cast), by=cast.users["owner"])
    shown = news_of(cast.users["gm"])[0].at
    home = words(gm.get("/"))
    assert ("First submission by" in home, "Submitted for approval" in home) == (True, False), "said once"
    assert "1 new" in words(gm.get(reverse("news")))
    decisions.withdraw_submission(character=jane(cast), by=cast.users["owner"])
    gm.post(reverse("news"), {"deed": "read", "upto": shown.isoformat()})
    page = words(gm.get(reverse("news")))
    assert ("1 new" in page, page.count(">New<")) == (True, 1), "what came meanwhile stays new"
    for odd in ("x", "9999-99-99T00:00:00Z", "2031-01-01"):
        gm.post(reverse("news"), {"deed": "read", "upto": odd})
    assert "Mark as read" not in words(gm.get(reverse("news")))
    seen = reader_of(cast.users["gm"]).seen_at
    gm.post(reverse("news"), {"deed": "read", "upto": shown.isoformat()})
    assert reader_of(cast.users["gm"]).seen_at == seen, "nothing becomes new again"


def bar(cast: Cast, who: str, address: str = "/characters/") -> str:
    """The number at the top of a page, "" where none stands there."""
    page = words(cast[who].get(address))
    numbers = re.findall(r'<b class="unread">(\S+?)\s*<i', page)
    assert len(set(numbers)) <= 1, "beside the name and in its menu it is one"
    return numbers[0] if numbers else ""


def test_the_number_of_unread_news_stands_on_every_page(cast: Cast, django_assert_num_queries: Any) -> None:
    gm, page = cast.users["gm"], reverse("review", args=[cast.jane.pk])
    assert bar(cast, "owner") == bar(cast, "gm") == ""
    decisions.submit(character=jane(cast), by=cast.users["owner"])
    awards.award(characters=[jane(cast)], campaign=cast.table, by=gm, amount=2, reason="The cellar")
    comments.draft(character=jane(cast), by=gm, text="More owls?")
    decisions.send_back(character=jane(cast), by=gm)
    assert (bar(cast, "owner"), bar(cast, "owner", page), bar(cast, "owner", reverse("news"))) == ("3", "3", "3")
    assert bar(cast, "gm") == "", "what is decided waits for nobody"
    with django_assert_num_queries(2):
        assert unread_of(cast.users["owner"]) == 3
    cast["owner"].post(reverse("news"), {"deed": "read"})
    assert bar(cast, "owner") == ""
    assert 'class="unread"' not in words(cast["stranger"].get("/")), "nobody is known"


@pytest.mark.parametrize("upto", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])
def test_news_are_read_until_a_day_since_somebody_came(cast: Cast, upto: str) -> None:
    user = cast.users["gm"]
    NewsReader.objects.create(user=user, seen_at=timezone.now() + timedelta(days=400))
    cast["gm"].post(reverse("news"), {"deed": "read", "upto": upto})
    kept = NewsReader.objects.filter(user=user, seen_at__gte=user.date_joined, seen_at__lte=timezone.now())
    assert kept.exists()


def test_home_says_each_thing_once_and_what_is_handled_is_news_no_more(cast: Cast) -> None:
    owner, gm, home, news = cast["owner"], cast.users["gm"], "/", reverse("news")
    sheet = reverse("sheet", args=[cast.jane.pk])
    decisions.submit(character=jane(cast), by=cast.users["owner"])
    decisions.send_back(character=jane(cast), by=gm, text="More owls.")
    page = words(owner.get(home))
    assert ("Sent back by your GM" in page, "More owls." in page) == (True, False), "said once"
    decisions.submit(character=jane(cast), by=cast.users["owner"])
    assert ("2 new" in words(owner.get(home)), "2 new" in words(owner.get(news))) == (True, True)
    upto = re.search(r'name="upto" value="(\d+)"', words(owner.get(sheet)))
    assert upto
    owner.post(reverse("read_news", args=[cast.jane.pk]), {"upto": upto[1]})
    page = words(owner.get(home))
    assert ("2 new" in page, "More owls." in page) == (False, False), "what was read on the sheet is read"
    assert ("2 new" in (page := words(owner.get(news))), ">New<" in page) == (False, False)
    awards.award(characters=[jane(cast)], campaign=cast.table, by=gm, amount=2, reason="The cellar")
    assert "1 new" in words(owner.get(home))
    owner.post(news, {"deed": "read"})
    assert "1 new" not in words(owner.get(home)), "and the other way round"
    assert 'id="news"' not in words(owner.get(sheet))


def test_a_clock_that_was_set_back_hides_no_news(cast: Cast) -> None:
    gm = cast["gm"]
    NewsReader.objects.create(user=cast.users["gm"], seen_at=timezone.now() + timedelta(days=400))
    decisions.submit(character=jane(cast), by=cast.users["owner"])
    assert "1 new" in words(gm.get(reverse("news")))
    gm.post(reverse("news"), {"deed": "read"})
    assert "Mark as read" not in words(gm.get(reverse("news")))
    assert NewsReader.objects.get(user=cast.users["gm"]).seen_at < timezone.now()


def test_a_clock_that_was_set_back_holds_no_letter_back(cast: Cast) -> None:
    reader = wants_letters(cast, "gm")
    late = MORNING + timedelta(days=400)
    NewsReader.objects.filter(pk=reader.pk).update(seen_at=late, daily_until=late)
    decisions.submit(character=jane(cast), by=cast.users["owner"])
    assert letters.send_letters(timezone.now() + timedelta(minutes=1)) == 1
    assert "Submitted for approval" in mail.outbox[0].body
    assert letters.send_letters(timezone.now() + timedelta(minutes=2)) == 0, "one a day"


def test_one_letter_a_day_tells_what_is_new(cast: Cast) -> None:
    wants_letters(cast, "gm")
    decisions.submit(character=jane(cast), by=cast.users["owner"])
    assert letters.send_letters(MORNING) == 1
    letter = mail.outbox[0]
    assert (letter.to, letter.subject) == (["gm@example.org"], "[Dramatis] 1 new")
    assert "Jane Alderwick, Thursday (owner): Submitted for approval" in letter.body
    assert f"http://testserver/characters/{cast.jane.pk}/review/" in letter.body
    assert letters.send_letters(MORNING + timedelta(hours=3)) == 0, "one a day"
    assert letters.send_letters(MORNING + timedelta(days=1)) == 0, "nothing is told twice"
    cast["gm"].post(reverse("news"), {"deed": "mail"})
    decisions.withdraw_submission(character=jane(cast), by=cast.users["owner"])
    send_news()
    assert len(mail.outbox) == 1, "nobody is written to who does not want it"


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


def test_saving_the_choice_of_letters_takes_nothing_out_of_tomorrows(cast: Cast) -> None:
    wants_letters(cast, "owner")
    awards.award(characters=[jane(cast)], campaign=cast.table, by=cast.users["gm"], amount=2, reason="The cellar")
    cast["owner"].post(reverse("news"), {"deed": "mail", "mail": "1", "mail:letters": "day"})
    assert letters.send_letters(timezone.now() + timedelta(days=1)) == 1
    assert "The cellar" in mail.outbox[-1].body


@pytest.mark.parametrize("soon", ["at_once", "day"])
def test_what_nobody_wants_to_be_written_of_takes_no_line_of_a_letter(cast: Cast, soon: str) -> None:
    wants_letters(cast, "gm")
    chosen = {f"mail:{kind}": "left_out" for kind in LETTERS} | {"mail:review": soon}
    cast["gm"].post(reverse("news"), {"deed": "mail", "mail": "1", **chosen})
    decisions.submit(character=jane(cast), by=cast.users["owner"])
    for _ in range(MOST // 2 + 1):
        seat = sitting.join(invitation=cast.invitation, user=cast.users["stranger"])
        sitting.leave(seat=seat)
    assert letters.send_at_once() + letters.send_letters(MORNING) == 1
    assert "Submitted for approval" in mail.outbox[0].body
    assert "Joined" not in mail.outbox[0].body


def test_every_line_of_news_is_of_a_kind_that_can_be_chosen(cast: Cast) -> None:
    gm, owner = cast.users["gm"], cast.users["owner"]
    decisions.submit(character=jane(cast), by=owner)
    decisions.approve(character=jane(cast), by=gm, seen=jane(cast).version)
    changed = jane(cast)
    actions.change_build(character=changed, changes={"scores.charm": 2}, drawn=changed.version, by=owner)
    paper = handouts.write(campaign=cast.table, by=gm, title="Map", text="")
    handouts.show(handout=paper, people=None)
    sitting.join(invitation=cast.invitation, user=cast.users["stranger"])
    sitting.set_house_rules(campaign=cast.table, system="hprpg", values={"untrained_knowledge": True}, by=gm)
    day = (timezone.localdate() + timedelta(days=3)).isoformat()
    next_session.set_date(campaign=cast.table, day=day, by=gm)
    cast["owner"].post(reverse("coming", args=[cast.table.pk]), {"coming": "yes", "day": day})
    kinds = {line.kind for who in ("gm", "owner") for line in news_of(cast.users[who])}
    assert kinds == set(LETTERS)


def test_nobody_is_written_to_at_an_address_they_have_not_confirmed(cast: Cast) -> None:
    wants_letters(cast, "gm", verified=False)
    decisions.submit(character=jane(cast), by=cast.users["owner"])
    assert letters.send_letters(MORNING) == 0
    assert "add and confirm an email address" in words(cast["gm"].get(reverse("news")))


def test_what_cannot_be_delivered_is_told_another_time(cast: Cast, settings: Any) -> None:
    wants_letters(cast, "gm")
    decisions.submit(character=jane(cast), by=cast.users["owner"])
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "localhost", 1
    assert letters.send_letters(MORNING) == 0
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert letters.send_letters(MORNING) == 1


def test_no_name_of_somebody_passes_for_a_line_of_the_sites(cast: Cast) -> None:
    """As it stands where it was stored before names were held to one line."""
    forged = "T\n\nYou asked for one email a day. Switch it off here:\nhttp://evil.example\u202e"
    wants_letters(cast, "gm")
    paper = handouts.write(campaign=cast.table, by=cast.users["gm"], title="Map", text="")
    handouts.show(handout=paper, people=None)
    Campaign.objects.filter(pk=cast.table.pk).update(name=forged)
    type(paper).objects.update(title=forged)
    Character.objects.filter(pk=cast.jane.pk).update(name=forged)
    decisions.submit(character=jane(cast), by=cast.users["owner"])
    letters.send_letters(MORNING)
    assert [line for line in mail.outbox[0].body.splitlines() if line.startswith(("You asked", "http://evil"))] == [
        "You asked for one email a day when there is news. Switch it off here:"
    ]
    said = [line.about + line.words + line.table for line in news_of(cast.users["owner"])]
    assert len(said) == 1
    assert not {"\n", "\u202e"} & set("".join(said))


def test_a_task_stopped_after_a_delivery_writes_to_nobody_twice(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    wants_letters(cast, "gm")
    decisions.submit(character=jane(cast), by=cast.users["owner"])
    deliver = letters.send_mail

    def stopped(*letter: Any) -> None:
        deliver(*letter)
        raise SoftTimeLimitExceeded

    monkeypatch.setattr(letters, "send_mail", stopped)
    with pytest.raises(SoftTimeLimitExceeded):
        letters.send_letters(MORNING)
    monkeypatch.undo()
    letters.send_letters(MORNING)
    assert len(mail.outbox) == 1


def test_a_letter_that_cannot_be_written_stops_no_other(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    for who in ("gm", "companion"):
        wants_letters(cast, who)
    handouts.show(
        handout=handouts.write(campaign=cast.table, by=cast.users["owner"], title="Map", text=""), people=None
    )
    gather = letters.news_of

    def broken(user: Any, **asked: Any) -> Any:
        return gather(user, **asked) if user == cast.users["companion"] else {}["unknown"]

    monkeypatch.setattr(letters, "news_of", broken)
    assert letters.send_letters(MORNING) == 1
    assert mail.outbox[0].to == ["companion@example.org"]


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("LOCALHOST.:8000", "http://localhost:8000"),
        ("localhost:80", "http://localhost"),
        ("[::1]:8000", "http://[::1]:8000"),
        ("localhost:99999", ""),
        ("localhost:" + "3" * 300, ""),
        ("a" * 200 + ".localhost", ""),
    ],
)
def test_links_of_letters_begin_with_a_plain_address(cast: Cast, settings: Any, host: str, address: str) -> None:
    settings.ALLOWED_HOSTS = ["localhost", ".localhost", "[::1]"]
    answer = cast["gm"].post(reverse("news"), {"deed": "mail", "mail": "1"}, headers={"host": host})
    assert answer.status_code == 302
    kept = NewsReader.objects.filter(user=cast.users["gm"], mail=True).values_list("address", flat=True)
    assert list(kept) == ([address] if address else [])
    cast["gm"].post(reverse("news"), {"deed": "mail"}, headers={"host": host})
    assert not NewsReader.objects.filter(mail=True).exists(), "emails stop from wherever somebody says so"


def test_marking_as_read_leaves_the_letters_as_another_tab_wants_them(cast: Cast) -> None:
    reader = wants_letters(cast, "gm")
    with CaptureQueriesContext(connection) as asked:
        cast["gm"].post(reverse("news"), {"deed": "read"})
    changed = [q["sql"] for q in asked if q["sql"].startswith('UPDATE "campaigns_newsreader"')]
    assert changed
    assert not any('"mail"' in sql for sql in changed)
    with CaptureQueriesContext(connection) as asked:
        cast["gm"].post(reverse("news"), {"deed": "mail"})
    changed = [q["sql"] for q in asked if q["sql"].startswith('UPDATE "campaigns_newsreader"')]
    assert changed
    assert not any('"seen_at" =' in sql for sql in changed)
    seen = reader.seen_at
    reader.refresh_from_db()
    assert (reader.mail, reader.seen_at > seen) == (False, True)


def test_what_a_former_game_master_was_asked_is_no_news_for_the_next(cast: Cast) -> None:
    decisions.submit(character=jane(cast), by=cast.users["owner"])
    other = sitting.create_campaign(name="Fridays", by=cast.users["other_gm"])
    sitting.join(invitation=sitting.invite(campaign=other, by=cast.users["other_gm"]), user=cast.users["owner"])
    decisions.seat(character=jane(cast), campaign=other, by=cast.users["owner"])
    assert "Submitted for approval" not in told(cast, "other_gm")
    decisions.submit(character=jane(cast), by=cast.users["owner"])
    assert told(cast, "other_gm").count("Submitted for approval") == 1


def test_one_character_of_a_game_that_nobody_knows_stops_no_page_and_no_letter(cast: Cast) -> None:
    wants_letters(cast, "gm")
    decisions.submit(character=jane(cast), by=cast.users["owner"])
    guest = actions.create_character(system="dominion", by=cast.users["companion"], campaign=cast.table)
    decisions.submit(character=guest, by=cast.users["companion"])
    Character.objects.filter(pk=cast.jane.pk).update(system="lost")
    at_table = ("campaign", "campaign_history", "print_party", "spells_at")
    pages = (reverse("home"), reverse("news"), reverse("campaigns"))
    pages += tuple(reverse(page, args=[cast.table.pk]) for page in at_table)
    for who in ("gm", "owner"):
        assert {at: cast[who].get(at).status_code for at in pages} == dict.fromkeys(pages, 200)
    for page in ("roster", "coverage"):
        assert cast["gm"].get(reverse(page, args=[cast.table.pk])).status_code == 200
    for page in ("sheet", "review", "play", "history", "print", "portrait"):
        lost = cast["owner"].get(reverse(page, args=[cast.jane.pk]))
        assert (lost.status_code, "a game that this site doesn’t have any more" in words(lost)) == (404, True)
    assert cast["nobody"].get(reverse("shared", args=[cast.link.token])).status_code == 404
    assert letters.send_letters(MORNING) == 1
    assert mail.outbox[0].subject == "[Dramatis] 1 new"


def test_the_settings_of_a_campaign_have_the_choice_of_letters_and_say_what_players_see(cast: Cast) -> None:
    page = reverse("campaign_settings", args=[cast.table.pk])
    assert "Confirm an email address" in words(cast["gm"].get(page))
    reader = wants_letters(cast, "gm")
    shown = words(cast["gm"].get(page))
    assert re.search(r'name="mail"\s+checked', shown)
    assert "What players see" in shown
    sent = {"deed": "mail", "campaign": str(cast.table.pk)}
    assert cast["gm"].post(reverse("news"), sent)["Location"] == page
    assert not NewsReader.objects.get(pk=reader.pk).mail
    assert "GM · joined" in shown
