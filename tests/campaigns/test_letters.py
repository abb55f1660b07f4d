"""Emails of news: who gets them, what they say, and nothing twice."""

from datetime import timedelta
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from campaigns import actions as sitting
from campaigns import next_session
from campaigns.chronicle import handouts
from campaigns.models import Campaign, NewsReader
from campaigns.news import letters
from campaigns.news.gathering import LETTERS, MOST, news_of
from campaigns.news.tasks import send_news
from campaigns.review import awards, decisions
from characters import actions
from characters.models import Character
from tests.campaigns.reviewing import jane
from tests.campaigns.told import MORNING, wants_letters
from tests.cast import Cast, book, cast
from tests.characters.posting import words

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db


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
