"""News of others' deeds, on a page and as one letter a day."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.urls import reverse

from campaigns import actions as sitting
from campaigns.models import NewsReader
from campaigns.news import letters
from campaigns.news.gathering import news_of, reader_of
from campaigns.news.tasks import send_news
from campaigns.review import awards, comments, decisions
from characters import actions
from characters.models import Character
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
    assert told(cast, "owner") == ["Awarded 2 dots: The cellar", "Sent back", "Comment: More owls?"]
    assert told(cast, "gm") == ["Reply: Two are enough.", "Submitted for approval"]
    assert [told(cast, who) for who in ("companion", "spectator", "other_gm", "stranger")] == [[], [], [], []]


def test_what_a_table_decides_is_told_to_who_sits_there_and_who_comes_to_who_runs_it(cast: Cast) -> None:
    rule = {"untrained_knowledge": True}
    sitting.set_house_rules(campaign=cast.table, system="hprpg", values=rule, by=cast.users["gm"])
    sitting.join(invitation=cast.invitation, user=cast.users["stranger"])
    assert any("House rule" in line for line in told(cast, "owner"))
    assert told(cast, "stranger") == [], "what was decided before somebody came is no news for them"
    assert "Joined as player" in told(cast, "gm")
    assert "Joined as player" not in told(cast, "owner")


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
    assert "Submitted for approval" in words(gm.get("/"))
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
