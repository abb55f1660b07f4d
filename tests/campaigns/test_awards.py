"""Awards that a game master gives, and what a player is told of."""

import re

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.demo.demo import RAVEN
from campaigns.review import awards, decisions
from characters import actions, ledger, news
from characters.models import Character
from rules.kernel import LedgerEntry as Entry
from rules.kernel.documents import awarded
from rules.models import Book
from rules.refusals import Refused
from tests.campaigns.reviewing import jane, judge
from tests.cast import Cast, book, cast
from tests.characters.posting import words

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db


def test_a_list_of_awards_calls_its_points_as_the_game_does(cast: Cast) -> None:
    raven = actions.create_character(
        system="dominion", by=cast.users["owner"], name="Raven", build=RAVEN, campaign=cast.table
    )
    awards.award(characters=[raven], campaign=cast.table, by=cast.users["gm"], amount=2, reason="The owl")
    page = words(cast["gm"].get(reverse("review", args=[raven.pk])))
    assert '<th scope="col" class="num">APs</th>' in page


def test_awards_are_a_ledger(cast: Cast) -> None:
    gm, table = cast.users["gm"], cast.table
    give = {"characters": [jane(cast)], "campaign": table, "by": gm}
    for wrong, sentence in (
        ({"amount": 0, "reason": "x"}, "1 to 1,000"),
        ({"amount": 2, "reason": " "}, "Enter a reason"),
        ({"amount": 2, "reason": "x", "characters": []}, "at least one"),
    ):
        with pytest.raises(Refused, match=sentence):
            awards.award(**{**give, **wrong})
    assert awards.award(**give, amount=3, reason="The owl") == 1
    awards.award(**give, amount=2, reason="The cellar")
    assert jane(cast).ledger.total("award") == 5
    line = cast.jane.ledger_entries.get(note="The owl")
    assert str(line) == f"award +3 of {cast.jane.pk}: The owl"
    with pytest.raises(Refused, match="Enter a reason"):
        actions.void(row=line, by=gm, reason="")
    actions.void(row=line, by=gm, reason="It was a pigeon.", role="gm")
    actions.void(row=line, by=gm, reason="Twice.", role="gm")
    shown = next(one for one in ledger.lines(cast.jane, jane(cast).read()) if one.row == line)
    assert (jane(cast).ledger.total("award"), shown.void and shown.void.note) == (2, "It was a pigeon.")


def test_an_award_that_was_sent_twice_is_given_once(cast: Cast) -> None:
    gm = cast["gm"]
    pages = ((cast.table.get_absolute_url(), reverse("award", args=[cast.table.pk])), *(2 * [
        (reverse("review", args=[cast.jane.pk]), reverse("judge", args=[cast.jane.pk])),
    ]))  # fmt: skip
    for count, (page, url) in enumerate(pages, 1):
        uid = re.search(r'name="uid" value="([^"]+)"', words(gm.get(page)))
        assert uid is not None
        sent = {
            "uid": uid[1],
            "deed": "award",
            "system": "hprpg",
            "character": cast.jane.pk,
            "amount": "2",
            "reason": "The owl",
        }
        answers = [words(gm.post(url, sent, follow=True)) for _ in range(2)]
        assert all("Awarded 2 " in answer for answer in answers)
        assert jane(cast).ledger.total("award") == 2 * count
        assert cast.jane.events.filter(kind="awarded").count() == count


@time_machine.travel("2026-11-28T04:18:00+00:00", tick=False)
def test_an_award_after_midnight_has_the_day_of_its_evening_on_every_page(cast: Cast) -> None:
    gm = cast.users["gm"]
    awards.award(characters=[jane(cast)], campaign=cast.table, by=gm, amount=2, reason="The cellar")
    told = words(cast["gm"].get(reverse("review", args=[cast.jane.pk])))
    assert re.findall(r'<td class="day">(.*?)</td>', told) == ["27 November 2026"]
    assert str(jane(cast).ledger.of("award")[0].on) == "2026-11-27", "as the ledger says"


def test_a_cancelled_award_says_what_it_leaves(cast: Cast) -> None:
    made = actions.create_character(system="dominion", by=cast.users["owner"], build=RAVEN, campaign=cast.table)
    decisions.approve(character=made, by=cast.users["gm"], seen=1)
    had = Character.objects.get(pk=made.pk).read().budgets["aps"].remaining
    awards.award(characters=[made], campaign=cast.table, by=cast.users["gm"], amount=9, reason="The owl")
    actions.enter(character=made, entry=Entry("lucky-break", -had - 2), by=cast.users["owner"])
    row = made.ledger_entries.get(kind="award")
    sent = {"deed": "void", "award": row.pk, "reason": "A pigeon."}
    page = words(cast["gm"].post(reverse("judge", args=[made.pk]), sent, follow=True))
    assert "It stays in the list. That leaves 2 APs overspent." in page
    news = words(cast["owner"].get(reverse("sheet", args=[made.pk])))
    assert "Cancelled: Awarded 9 APs: The owl. Reason: A pigeon. That leaves 2 APs overspent" in news


def test_of_much_news_ten_are_read_and_the_others_counted(cast: Cast) -> None:
    give = {"characters": [cast.jane], "campaign": cast.table, "by": cast.users["gm"], "reason": "The owl"}
    for amount in range(1, 13):
        awards.award(**give, amount=amount)
    jane = Character.objects.get(pk=cast.jane.pk)
    with CaptureQueriesContext(connection) as asked:
        found = news.news(jane)
    assert found is not None
    assert (len(found.told), found.more, found.last) == (10, 2, jane.events.latest("pk").pk)
    assert found.told[0][1].startswith("Awarded 12 dots")
    assert [one["sql"].endswith("LIMIT 10") for one in asked.captured_queries] == [True]


def test_a_player_is_told_what_is_new(cast: Cast) -> None:
    """What others did, until the player marks it as read; on the list and on the sheet."""
    owner, sheet, here = cast["owner"], reverse("sheet", args=[cast.jane.pk]), reverse("characters")
    read = reverse("read_news", args=[cast.jane.pk])
    decisions.submit(character=cast.jane, by=cast.users["owner"])
    assert "#news" not in words(owner.get(here))
    assert 'id="news"' not in words(owner.get(sheet))
    judge(cast, "award", amount=3, reason="The owl")
    judge(cast, "remark", text="More owls.")
    assert "2 new" in words(owner.get(here))
    page = words(owner.get(sheet))
    assert re.search(r"Comment: More owls\. <span class=\"soft\">gm, .*Awarded 3 dots: The owl", page)
    assert 'id="news"' not in words(cast["gm"].get(sheet))
    upto = re.search(r'name="upto" value="(\d+)"', page)
    assert upto is not None
    judge(cast, "award", amount=1, reason="Late")
    owner.post(read, {"upto": upto[1]})
    page = words(owner.get(sheet))
    assert "1 new" in words(owner.get(here))
    assert ("Late" in page, "More owls" in page) == (True, False)
    owner.post(read, {"upto": "999999999"})
    owner.post(read, {"upto": "1"})
    assert 'id="news"' not in words(owner.get(sheet))
    for number in range(12):
        judge(cast, "remark", text=f"Owl {number}")
    assert "2 more in the history." in words(owner.get(sheet))


def test_awards_that_pay_for_nothing_yet_say_so(cast: Cast) -> None:
    says = "In Harry Potter RPG, awards can be spent after the character is approved."
    assert says not in words(cast["owner"].get(reverse("review", args=[cast.jane.pk])))
    given = judge(cast, "award", amount=3, reason="The owl")
    assert says in given
    assert f"Awarded 3 dots to Jane Alderwick. {says}" in given
    assert says not in judge(cast, "approve", version=jane(cast).version)
    ledgered = Character(system="dominion", book=Book.objects.get(system="dominion", core=True), build={})
    vars(ledgered)["ledger_rows"] = [awarded(3)[0].as_json()]
    assert not awards.awards_wait(ledgered), "where they pay at once there is nothing to say"


@pytest.mark.parametrize(
    ("system", "says"),
    [
        ("dominion", "Awarded 2 APs to 1 character."),
        ("forge", "In Forge of Legends, awards can’t be spent; the ledger keeps them."),
    ],
)
def test_an_award_says_what_it_buys(cast: Cast, system: str, says: str) -> None:
    made = actions.create_character(system=system, by=cast.users["owner"], campaign=cast.table)
    sent = {"system": system, "character": made.pk, "amount": "2", "reason": "The owl"}
    page = words(cast["gm"].post(reverse("award", args=[cast.table.pk]), sent, follow=True))
    assert says in page
    assert "to spend" not in page
