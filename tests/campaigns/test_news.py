"""News of others' deeds, on a page and as one letter a day."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns import actions as sitting
from campaigns.models import NewsReader
from campaigns.news.gathering import news_of, reader_of, unread_of
from campaigns.review import awards, comments, decisions
from characters import actions
from tests.campaigns.reviewing import jane
from tests.campaigns.told import told, wants_letters
from tests.cast import Cast, book, cast
from tests.characters.posting import words

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db


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


def test_what_a_former_game_master_was_asked_is_no_news_for_the_next(cast: Cast) -> None:
    decisions.submit(character=jane(cast), by=cast.users["owner"])
    other = sitting.create_campaign(name="Fridays", by=cast.users["other_gm"])
    sitting.join(invitation=sitting.invite(campaign=other, by=cast.users["other_gm"]), user=cast.users["owner"])
    decisions.seat(character=jane(cast), campaign=other, by=cast.users["owner"])
    assert "Submitted for approval" not in told(cast, "other_gm")
    decisions.submit(character=jane(cast), by=cast.users["owner"])
    assert told(cast, "other_gm").count("Submitted for approval") == 1


def test_the_settings_of_a_campaign_have_the_choice_of_letters_and_say_what_players_see(cast: Cast) -> None:
    page = reverse("campaign_settings", args=[cast.table.pk])
    assert "Confirm an email address" in words(cast["gm"].get(page))
    reader = wants_letters(cast, "gm")
    shown = words(cast["gm"].get(page))
    assert re.search(r'name="mail"\s+checked', shown)
    seen = shown.partition("What players see")[2]
    assert "and the shared stash. Everyone puts in, takes out and edits there, spectators too." in seen
    sent = {"deed": "mail", "campaign": str(cast.table.pk)}
    assert cast["gm"].post(reverse("news"), sent)["Location"] == page
    assert not NewsReader.objects.get(pk=reader.pk).mail
    assert "GM · joined" in shown
