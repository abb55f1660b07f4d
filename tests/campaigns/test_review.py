"""What passes between a player and a game master: approval, waivers, awards."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns import actions as sitting
from campaigns.demo.demo import MELISANDE, RAVEN
from campaigns.models import Campaign, Membership
from campaigns.review import awards, comments, decisions, queue
from campaigns.review.evidence import evidence
from campaigns.review.judging_form import ABOUT, ALONG
from campaigns.views.deeds import DEEDS
from characters import actions, ledger, news
from characters.models import Character, ReviewStatus
from rules.kernel import LedgerEntry as Entry
from rules.kernel.basics.wording import counted
from rules.kernel.documents import awarded
from rules.models import Book
from rules.refusals import Refused
from tests.cast import Cast, book, cast
from tests.characters.posting import words

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db


def jane(cast: Cast) -> Character:
    return Character.objects.with_table().get(pk=cast.jane.pk)


def change(cast: Cast, path: str, value: Any) -> Character:
    held = jane(cast)
    return actions.change_build(character=held, changes={path: value}, drawn=held.version).character


def judge(cast: Cast, deed: str, **data: Any) -> str:
    return words(cast["gm"].post(reverse("judge", args=[cast.jane.pk]), {"deed": deed, **data}, follow=True))


def test_what_is_the_players_own_in_play_asks_for_no_new_approval(cast: Cast) -> None:
    decisions.approve(character=jane(cast), by=cast.users["gm"], seen=jane(cast).version)
    for path, value in (("notes.goals", "An owl."), ("entries.gear.0.name", "Lamp"), ("scores.charm", 3)):
        change(cast, path, value)
        by_database = Character.objects.named().get(pk=cast.jane.pk)
        assert jane(cast).drifted is by_database.drifted is (path == "scores.charm"), path


def test_the_whole_way_from_draft_to_drifted(cast: Cast) -> None:
    gm = cast.users["gm"]
    assert jane(cast).standing == ReviewStatus.DRAFT
    with pytest.raises(Refused, match="isn’t waiting for review"):
        decisions.send_back(character=jane(cast), by=gm, text="More owls.")
    decisions.submit(character=jane(cast))
    decisions.send_back(character=jane(cast), by=gm, text="More owls.", at="scores.charm")
    assert jane(cast).standing == ReviewStatus.RETURNED
    decisions.submit(character=jane(cast))
    seen = jane(cast).version
    change(cast, "notes.goals", "An owl.")
    with pytest.raises(Refused, match="changed while you were reviewing"):
        decisions.approve(character=jane(cast), by=gm, seen=seen)
    approval = decisions.approve(character=jane(cast), by=gm, seen=seen + 1)
    held = jane(cast)
    assert (held.standing, held.stage, held.approval, held.drifted) == ("approved", "advancement", approval, False)
    assert str(approval) == f"{held.pk} v{held.version} approved"
    assert held.baseline is not None
    assert held.table.baseline == held.baseline
    assert held.comments.get().settled_at is not None
    with pytest.raises(Refused, match="already approved"):
        decisions.submit(character=held)
    bought = held.build["scores"]["charm"]
    change(cast, "scores.charm", bought - 1)
    held = jane(cast)
    assert held.drifted
    assert [f.code for f in held.read().errors] == ["below-baseline"]
    assert Character.objects.get(pk=held.pk).read().errors == held.read().errors
    decisions.submit(character=held)
    decisions.withdraw_submission(character=held)
    assert jane(cast).standing == ReviewStatus.APPROVED
    decisions.withdraw_submission(character=jane(cast))
    assert jane(cast).standing == ReviewStatus.APPROVED


def test_what_one_table_approved_is_a_draft_at_the_next(cast: Cast) -> None:
    decisions.approve(character=jane(cast), by=cast.users["gm"], seen=jane(cast).version)
    decisions.seat(character=jane(cast), campaign=None)
    decisions.seat(character=jane(cast), campaign=cast.table)
    assert jane(cast).standing == ReviewStatus.APPROVED
    decisions.submit(character=change(cast, "scores.charm", 2))
    decisions.withdraw_submission(character=jane(cast))
    assert jane(cast).standing == ReviewStatus.APPROVED
    decisions.seat(character=jane(cast), campaign=Campaign.objects.get(name="Elsewhere"))
    assert (jane(cast).standing, jane(cast).stage) == (ReviewStatus.DRAFT, "advancement")
    decisions.submit(character=jane(cast))
    decisions.withdraw_submission(character=jane(cast))
    assert jane(cast).standing == ReviewStatus.DRAFT


def test_whoever_decides_second_hears_who_decided_first(cast: Cast) -> None:
    gm, other = cast.users["gm"], cast.users["companion"]
    for decide, told in (
        (lambda: decisions.send_back(character=jane(cast), by=gm, text="More owls."), "gm sent it back on "),
        (lambda: decisions.approve(character=jane(cast), by=gm, seen=jane(cast).version), "gm approved it on "),
    ):
        decisions.submit(character=jane(cast))
        decide()
        with pytest.raises(Refused, match=f"isn’t waiting for review: {told}"):
            decisions.send_back(character=jane(cast), by=other, text="Fewer owls.")
    gm.delete()
    with pytest.raises(Refused, match="Someone approved it"):
        decisions.send_back(character=jane(cast), by=other, text="Fewer owls.")


def test_a_character_without_a_table_is_nobodys_to_approve(cast: Cast) -> None:
    decisions.submit(character=jane(cast))
    tried = cast.branch
    decisions.seat(character=jane(cast), campaign=None)
    tried.refresh_from_db()
    assert tried.campaign is None
    decisions.seat(character=jane(cast), campaign=None)
    assert (jane(cast).campaign, jane(cast).standing) == (None, ReviewStatus.DRAFT)
    with pytest.raises(Refused, match="to a campaign first"):
        decisions.submit(character=jane(cast))
    with pytest.raises(Refused, match="isn’t in a campaign"):
        DEEDS["award"].does(jane(cast), cast.users["gm"], {"amount": "1"})


def test_every_button_of_a_review_is_known_to_its_form() -> None:
    assert DEEDS.keys() == {*ABOUT, *ALONG["draft"]}


def test_a_waiver_stands_for_the_values_it_was_given_for(cast: Cast) -> None:
    gm = cast.users["gm"]
    change(cast, "scores.charm", 9)
    finding = jane(cast).read().errors[0]
    where = {"code": finding.code, "at": finding.at}
    with pytest.raises(Refused, match="Enter a reason"):
        decisions.waive(character=jane(cast), by=gm, reason=" ", **where)
    with pytest.raises(Refused, match="already fixed"):
        decisions.waive(character=jane(cast), by=gm, reason="Fine.", code="gravity", at="")
    decisions.waive(character=jane(cast), by=gm, reason="Her mother was a veela.", **where)
    given = decisions.waive(character=jane(cast), by=gm, reason="Her mother is a veela.", **where)
    waived = next(f for f in jane(cast).read().findings if (f.code, f.at) == (finding.code, finding.at))
    assert (waived.waived, waived.breaks) == ("Her mother is a veela. (gm)", False)
    assert decisions.lapsed(jane(cast), jane(cast).read().findings) == []
    assert str(given) == f"{finding.code} of {cast.jane.pk}: Her mother is a veela."
    change(cast, "scores.charm", 8)
    held = jane(cast)
    again = next(f for f in held.read().findings if (f.code, f.at) == (finding.code, finding.at))
    assert again.breaks
    assert decisions.lapsed(held, held.read().findings) == [given]
    for person in ("gm", "owner"):
        page = words(cast[person].get(reverse("review", args=[cast.jane.pk])))
        assert page.count('<span class="name">Her mother is a veela.</span>') == 1
        assert ("but the value has changed since" in page, "<h3>Exceptions" in page) == (True, False)
        assert ("Remove<span" in page) is (person == "gm")
    change(cast, "scores.charm", 9)
    assert decisions.lapsed(jane(cast), jane(cast).read().findings) == []
    decisions.remove_exemption(waiver=given)
    assert jane(cast).waived == ()
    assert Character.objects.get(pk=cast.jane.pk).waived == ()


def test_a_column_of_waivers_that_holds_something_else_waives_nothing(cast: Cast) -> None:
    for odd in (None, {}, 7, ["x", {}, {"code": "overspent"}]):
        assert Character(waivers_standing=odd).waived == ()


def test_house_rules_of_its_own_changed_after_the_approval_are_told_and_approved_anew(cast: Cast) -> None:
    gm, url = cast.users["gm"], reverse("review", args=[cast.jane.pk])
    decisions.approve(character=jane(cast), by=gm, seen=jane(cast).version)
    shown = words(cast["gm"].get(url))
    assert "This character’s house rules" not in shown
    rules = decisions.rules_seen(jane(cast))
    label = jane(cast).game.settings["untrained_knowledge"].label
    actions.change_settings(character=jane(cast), values={"untrained_knowledge": True}, by=cast.users["owner"])
    assert [one.drifted for one in (jane(cast), Character.objects.get(pk=cast.jane.pk))] == [True, True]
    assert [one.drifted for one in Character.objects.named().filter(pk=cast.jane.pk)] == [True]
    page = words(cast["gm"].get(url))
    told = f"House rule “{label}”: default (Off) → On"
    assert ("Last approved by gm on" in page, page.count(told)) == (True, 2)
    assert told in words(cast["gm"].get(reverse("roster_panel", args=[cast.table.pk, cast.jane.pk])))
    assert "changed while you were reviewing" in judge(cast, "approve", version=jane(cast).version, rules=rules)
    decisions.submit(character=jane(cast), by=cast.users["owner"])
    decisions.approve(character=jane(cast), by=gm, seen=jane(cast).version, rules=decisions.rules_seen(jane(cast)))
    page = words(cast["gm"].get(url))
    assert (jane(cast).drifted, "No changes." in page, "This character’s house rules" in page) == (False, True, True)


def test_what_the_table_decides_is_no_change_of_the_character(cast: Cast) -> None:
    decisions.approve(character=jane(cast), by=cast.users["gm"], seen=jane(cast).version)
    for decided, told in (({"untrained_knowledge": True}, "House rule “"), ({}, "No changes.")):
        Campaign.objects.filter(pk=cast.table.pk).update(settings={"hprpg": decided})
        assert told in words(cast["gm"].get(reverse("review", args=[cast.jane.pk])))
        assert not jane(cast).drifted


def test_who_was_withdrawn_meanwhile_is_not_approved(cast: Cast) -> None:
    url = reverse("review", args=[cast.jane.pk])
    decisions.submit(character=cast.jane)
    form = {"deed": "approve", "version": jane(cast).version, "standing": jane(cast).standing}
    assert f'name="standing" value="{form["standing"]}"' in words(cast["gm"].get(url))
    decisions.withdraw_submission(character=cast.jane)
    refused = cast["gm"].post(reverse("judge", args=[cast.jane.pk]), form)
    assert (refused.status_code, jane(cast).approval) == (422, None)
    assert "withdrew Jane Alderwick while you were reviewing" in words(refused)


def test_approving_says_how_many_rules_are_broken(cast: Cast) -> None:
    Character.objects.filter(pk=cast.jane.pk).update(build={"scores": {"charm": 9}})
    url, broken = reverse("judge", args=[cast.jane.pk]), len(jane(cast).read().errors)
    form = {"deed": "approve", "version": jane(cast).version}
    assert f"with {counted(broken, 'error')}?" in cast["gm"].post(url, form).content.decode()
    assert jane(cast).standing != "approved"
    page = cast["gm"].post(url, {**form, "sure": "yes"}, follow=True)
    assert broken
    assert f"Approved Jane Alderwick, with {counted(broken, 'error')}. Changes from now on" in words(page)


def test_an_approval_moves_on_with_the_ledger(cast: Cast) -> None:
    """Approved again after new entries it is another approval; approved twice at once it is the same."""
    gm = cast.users["gm"]
    decisions.approve(character=jane(cast), by=gm, seen=1)
    decisions.reopen(character=jane(cast), by=gm, reason="Anew")
    first = decisions.approve(character=jane(cast), by=gm, seen=1)
    assert decisions.approve(character=jane(cast), by=gm, seen=1) == first
    awards.award(characters=[cast.jane], campaign=cast.table, by=gm, amount=2, reason="The owl")
    assert not jane(cast).ledger.of("award")[0].settled
    assert decisions.approve(character=jane(cast), by=gm, seen=1) != first
    assert jane(cast).ledger.of("award")[0].settled


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


def test_a_gm_decides_of_nobody_who_has_left_meanwhile(cast: Cast) -> None:
    """The page was drawn before; whoever waits for the lock is told."""
    gm, jane = cast.users["gm"], Character.objects.select_related("campaign").get(pk=cast.jane.pk)
    give = {"characters": [jane], "campaign": cast.table, "by": gm, "amount": 2, "reason": "The owl"}
    awards.award(**give)
    decisions.seat(character=cast.jane, campaign=None)
    left = f"{jane} is no longer in {cast.table}, so nothing was entered. Reload the page."
    for decided in (
        lambda: awards.award(**give),
        lambda: actions.enter(character=jane, entry=Entry("deduction", -1), by=gm, role="gm"),
    ):
        with pytest.raises(Refused, match=re.escape(left)):
            decided()
    cancelled = left.replace("entered", "cancelled")
    with pytest.raises(Refused, match=re.escape(cancelled)):
        actions.void(row=jane.ledger_entries.get(), by=gm, reason="Not she", role="gm")
    assert jane.ledger_entries.count() == 1


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


def test_nobody_judges_at_an_archived_table(cast: Cast) -> None:
    sitting.archive(campaign=cast.table)
    assert "is archived" in judge(cast, "award", amount="4", reason="The cellar")
    assert not cast.jane.ledger_entries.exists()
    submitted = cast["owner"].post(f"/characters/{cast.jane.pk}/submit/", follow=True)
    assert "is archived" in words(submitted)
    assert jane(cast).standing == ReviewStatus.DRAFT


# The page


def test_each_sees_what_they_can_do_about_it(cast: Cast) -> None:
    url = reverse("review", args=[cast.jane.pk])
    assert "Submit for approval" in words(cast["owner"].get(url))
    assert "Submitted Jane Alderwick to your GM." in words(
        cast["owner"].post(f"/characters/{cast.jane.pk}/submit/", follow=True)
    )
    assert "Waiting for approval" in words(cast["gm"].get(cast.table.get_absolute_url()))
    assert "Submission withdrawn." in words(
        cast["owner"].post(f"/characters/{cast.jane.pk}/submit/", {"withdraw": ""}, follow=True)
    )
    cast["owner"].post(f"/characters/{cast.jane.pk}/submit/")
    assert "back to the player with your comments" in judge(cast, "return", text="More owls.", at="scores.charm")
    assert "More owls." in words(cast["owner"].get(url))
    assert "1 comment sent" in judge(cast, "remark", text="And cats.")
    assert "changed while you were reviewing" in judge(cast, "approve", version="x")
    assert "Approved Jane Alderwick." in judge(cast, "approve", version=jane(cast).version)
    assert "already approved" in words(cast["owner"].post(f"/characters/{cast.jane.pk}/submit/", follow=True))
    assert "No changes." in words(cast["gm"].get(url))
    assert "Awarded 4 dots to Jane Alderwick." in judge(cast, "award", amount="4", reason="The cellar")
    assert "Award cancelled" in judge(cast, "void", award=cast.jane.ledger_entries.get().pk, reason="Pigeons.")
    change(cast, "scores.charm", 9)
    since = words(cast["owner"].get(url))
    assert "Last approved by gm on" in since
    assert "Charm 2 → 10" in since
    seen = words(cast["gm"].get(url))
    assert f'<dd class="bad"><a href="#findings">{jane(cast).read().status}</a>' in seen, "the head leads to the errors"
    runs = re.findall(r'<div( class="same")?>\s*(?:<h4>[^<]*</h4>)?\s*<dl>(.*?)</dl>', seen, re.S)
    assert len({same for same, _ in runs}) == 2
    assert all(bool(same) is ('"moved' not in lines) for same, lines in runs), "a heading goes with its lines"
    broken = jane(cast).read().errors[0]
    given = judge(cast, "waive", code=broken.code, at=broken.at, reason="A veela.")
    assert "Exception added" in given
    assert f"For: {broken.message}" in given.partition("<h3>Exceptions</h3>")[2], "which error it is for"
    assert "A veela. (gm)" in words(cast["owner"].get(url))
    assert "It’s an error again." in judge(cast, "unwaive", waiver=cast.jane.waivers.get().pk)
    assert "Choose Approve, Send back or Comment" in judge(cast, "crown")
    decisions.seat(character=jane(cast), campaign=None)
    assert "Add to a campaign" in words(cast["owner"].get(url))


def test_the_page_lists_what_is_to_do(cast: Cast) -> None:
    change(cast, "scores.charm", 0)
    todo = [f for f in jane(cast).read().findings if f.word == "To do"]
    page = words(cast["gm"].get(reverse("review", args=[cast.jane.pk])))
    assert todo
    assert page.count('<p class="mark">To do</p>') == len(todo)
    assert all(f"<p>{f.message}" in page for f in todo)


def test_points_of_which_none_was_spent_are_listed_as_to_do(cast: Cast) -> None:
    blank = actions.create_character(system="duality", by=cast.users["owner"], campaign=cast.table)
    sheet = blank.read()
    assert sheet.untouched
    page = words(cast["gm"].get(reverse("review", args=[blank.pk])))
    assert page.count('<p class="mark">To do</p>') == sheet.status.todo


def test_a_character_changed_since_its_approval_can_be_sent_back(cast: Cast) -> None:
    url, button = reverse("review", args=[cast.jane.pk]), 'value="return">Send back'
    decisions.approve(character=jane(cast), by=cast.users["gm"], seen=jane(cast).version)
    assert button not in words(cast["gm"].get(url))
    change(cast, "scores.charm", 3)
    assert button in words(cast["gm"].get(url))
    assert "back to the player with your comments" in judge(cast, "return", text="Why?")
    assert (jane(cast).standing, jane(cast).stage) == (ReviewStatus.RETURNED, "advancement")
    assert "Resubmit" in words(cast["owner"].get(url))


def test_the_sheet_is_read_with_what_changed_since_it_was_sent_back(cast: Cast) -> None:
    gm, page = cast.users["gm"], reverse("review", args=[cast.jane.pk])
    decisions.submit(character=jane(cast), by=cast.users["owner"])
    assert "nothing is marked as changed" in cast["gm"].get(page).content.decode()
    decisions.send_back(character=jane(cast), by=gm, text="Braver, please.")
    change(cast, "scores.bravery", jane(cast).build["scores"].get("bravery", 0) + 1)
    change(cast, "notes.goals", "To be seen.")
    change(cast, "entries.gear.0", {"name": "Lamp", "notes": {"detail": "Lit"}})
    change(cast, "entries.gear.1", {"name": "Lamp", "scores": {"count": 2}})
    told = words(cast["gm"].get(f"{page}?about=scores.bravery"))
    assert "Since it was sent back</b> by gm on" in told
    assert re.search(
        r'class="moved"><dt>\s*<a href="[^"?]*[?]about=scores.bravery#new-comment"[^>]*>\s*Bravery</a>.*?<del>', told
    )
    assert '<ins><span class="sr">now </span>To be seen.</ins>' in told
    assert re.search(r"Lamp</a></dt>\s*<dd>.*?now </span>Lit\s+× 2</ins>", told, re.S), "both lamps are shown"
    assert '<option value="scores.bravery" selected>' in told


def test_a_house_rule_that_moved_a_number_since_is_told_with_it(cast: Cast) -> None:
    """Whoever decided saw the number by the rules of that day, and reads now by which it became another."""
    gm, page = cast.users["gm"], reverse("review", args=[cast.jane.pk])
    decisions.submit(character=jane(cast), by=cast.users["owner"])
    decisions.send_back(character=jane(cast), by=gm, text="Braver, please.")
    assert "no changes." in words(cast["gm"].get(page))
    sitting.set_house_rules(campaign=cast.table, system="hprpg", values={"health_levels": 9}, by=gm)
    told = words(cast["gm"].get(page)).split('id="findings"')[0]
    assert "House rule “" in told
    assert re.search(r"Health.{0,400}<del>.*?7</del>.*?9</ins>", told), "the number of that day and that of now"
    decisions.approve(character=jane(cast), by=gm, seen=jane(cast).version)
    sitting.set_house_rules(campaign=cast.table, system="hprpg", values={"health_levels": None}, by=gm)
    since = words(cast["gm"].get(page)).split('id="changes"')[1]
    assert re.search(r'Health[^<]*</a></th><td class="num">9</td><td class="num"><b>7</b>', since)


def test_home_says_what_waits_and_each_review_what_is_next(cast: Cast) -> None:
    gm = cast["gm"]
    assert "Waiting for you" not in words(gm.get("/"))
    decisions.submit(character=jane(cast), by=cast.users["owner"])
    other = actions.create_character(
        system="hprpg", by=cast.users["owner"], name="Wren", build={}, campaign=jane(cast).campaign
    )
    decisions.submit(character=other, by=cast.users["owner"])
    assert "First submission by owner" in words(gm.get("/"))
    first = words(gm.get(reverse("review", args=[cast.jane.pk])))
    assert ("1 of 2" in first, "Next: Wren" in first, "Previous:" in first) == (True, True, False)
    judge(cast, "return", text="Braver, please.")
    assert "Sent back by your GM" in words(cast["owner"].get("/"))
    alone = words(gm.get(reverse("review", args=[other.pk])))
    assert ("1 of 1" in alone, "Next:" in alone, "This is the last" in alone) == (True, False, True)


def test_a_queue_has_an_end_and_says_who_waits_elsewhere(cast: Cast) -> None:
    """After the last nobody comes again who was left for later; they and other tables are a link away."""
    gm, owner = cast.users["gm"], cast.users["owner"]
    inn = sitting.create_campaign(name="The Crossroads Inn", by=gm)
    Membership.objects.create(campaign=inn, user=owner, role="player")
    closed = sitting.create_campaign(name="The Closed Inn", by=gm)
    here, there, gone = (
        actions.create_character(system="hprpg", by=owner, name=name, build={}, campaign=table)
        for name, table in (("Wren", jane(cast).campaign), ("Ida", inn), ("Odile", closed))
    )
    for one in (jane(cast), here, there, gone):
        decisions.submit(character=one, by=owner)
    sitting.archive(campaign=closed, by=gm)
    last = words(cast["gm"].get(reverse("review", args=[here.pk])))
    assert ("2 of 2" in last, "Previous: Jane Alderwick" in last, "Next: Wren" in last) == (True, True, False)
    assert "This is the last" in last
    assert f'href="{reverse("review", args=[there.pk])}">Next: Ida in The Crossroads Inn<' in last
    assert f'{reverse("review", args=[there.pk])}">The Crossroads Inn (1)' in last
    assert "The Closed Inn" not in last
    sent = {"deed": "return", "text": "Braver, please."}
    decided = cast["gm"].post(reverse("judge", args=[here.pk]), sent)
    assert decided["Location"] == reverse("review", args=[there.pk]), "not round again, but on to where somebody waits"
    end = words(cast["gm"].get(reverse("reviewed", args=[here.campaign_id])))
    assert ("1 still waits" in end, ">The Crossroads Inn</a>" in end, "The Closed Inn" in end) == (True, True, False)
    assert "Next: Ida in The Crossroads Inn" in end
    back = words(cast["gm"].get(reverse("review", args=[here.pk])))
    assert ("1 waiting" in back, "Next: Jane Alderwick" in back, "Previous:" in back) == (True, True, False)


def test_the_review_goes_through_all_campaigns_before_nothing_more_waits(cast: Cast) -> None:
    """By name, and round once: whoever was passed over comes again after the last campaign."""
    gm, owner = cast.users["gm"], cast.users["owner"]
    tables = [cast.table, *(sitting.create_campaign(name=f"{cast.table.name} {n}", by=gm) for n in "BA")]
    made = []
    for table in tables:
        made.append(actions.create_character(system="hprpg", by=owner, name=f"Of {table}"))
        Character.objects.filter(pk=made[-1].pk).update(campaign=table, standing="submitted")
    here, b, a = made

    def decide(one: Character) -> str:
        sent = {"deed": "return", "text": "Braver, please."}
        return cast["gm"].post(reverse("judge", args=[one.pk]), sent)["Location"]

    assert f"Next: Of {tables[1]} in {tables[1]}" in words(cast["gm"].get(reverse("review", args=[a.pk])))
    assert decide(a) == reverse("review", args=[b.pk])
    assert decide(b) == reverse("review", args=[here.pk])
    end = words(cast["gm"].get(reverse("reviewed", args=[tables[1].pk])))
    assert ("Nothing more waits</h1>" in end, f"Next: {here} in {tables[0]}" in end) == (False, True)
    assert decide(here) == reverse("reviewed", args=[tables[0].pk])
    assert "Nothing more waits</h1>" in words(cast["gm"].get(reverse("reviewed", args=[tables[0].pk])))


def test_who_was_changed_since_approval_waits_in_the_same_queue(cast: Cast) -> None:
    gm, owner = cast["gm"], cast.users["owner"]
    other = actions.create_character(system="hprpg", by=owner, name="Wren", build={}, campaign=jane(cast).campaign)
    page = reverse("review", args=[other.pk])
    decisions.approve(character=jane(cast), by=cast.users["gm"], seen=jane(cast).version)
    assert "Next:" not in words(gm.get(page))
    held = jane(cast)
    actions.change_build(character=held, changes={"scores.charm": 2}, drawn=held.version, by=owner)
    assert "Next: Jane Alderwick" in words(gm.get(page))
    decisions.submit(character=other, by=owner)
    assert "Next:" in words(gm.get(page)), "who was submitted comes first, though made later"
    sent = {"deed": "return", "text": "Less charm, please."}
    assert gm.post(reverse("judge", args=[other.pk]), sent)["Location"] == reverse("review", args=[cast.jane.pk])


def test_the_queue_goes_by_who_has_waited_longest_whoever_was_made_first(cast: Cast) -> None:
    gm, owner = cast["gm"], cast.users["owner"]
    made = [jane(cast)]
    for name in ("Wren", "Ida"):
        made.append(
            actions.create_character(system="hprpg", by=owner, name=name, build={}, campaign=jane(cast).campaign)
        )
    for one in reversed(made):
        decisions.submit(character=one, by=owner)
    order = ["Ida", "Wren", "Jane Alderwick"]
    assert [one.name for one in queue.waiting_at(made[0].campaign_id)] == order
    for at in ("/", reverse("campaign", args=[made[0].campaign_id])):
        waiting = words(gm.get(at)).partition("Waiting for")[2].partition("</section>")[0]
        assert list(dict.fromkeys(re.findall("|".join(order), waiting))) == order, at
    first = gm.post(reverse("judge", args=[made[2].pk]), {"deed": "return", "text": "Braver."})["Location"]
    assert first == reverse("review", args=[made[1].pk])
    last = gm.post(reverse("judge", args=[made[0].pk]), {"deed": "return", "text": "Braver."})["Location"]
    assert last == reverse("reviewed", args=[made[0].campaign_id]), "after the last comes the end"
    assert "You left" not in words(gm.get(last)), "nobody was passed over"


def test_a_budget_is_told_in_its_own_unit(cast: Cast) -> None:
    made = actions.create_character(system="duality", by=cast.users["owner"], name="Ishka", campaign=cast.table)
    assert "0 of 30 XP<" in words(cast["gm"].get(reverse("review", args=[made.pk])))


def test_what_was_approved_and_left_alone_is_not_approved_again(cast: Cast) -> None:
    url, button = reverse("review", args=[cast.jane.pk]), 'value="approve">Approve'
    assert button in words(cast["gm"].get(url))
    decisions.approve(character=jane(cast), by=cast.users["gm"], seen=jane(cast).version)
    page = words(cast["gm"].get(url))
    assert (button in page, "Approved</span>by gm on" in page) == (False, True)
    judge(cast, "award", amount="4", reason="The cellar")
    assert button in words(cast["gm"].get(url))


def test_an_archived_campaign_offers_no_step_of_a_review(cast: Cast) -> None:
    url = reverse("review", args=[cast.jane.pk])
    assert "Submit for approval" in words(cast["owner"].get(url))
    sitting.archive(campaign=cast.table)
    assert "Submit for approval" not in words(cast["owner"].get(url))
    assert "Your decision" not in words(cast["gm"].get(url))


def test_a_reopened_creation_shows_its_reason(cast: Cast) -> None:
    gm = cast.users["gm"]
    decisions.approve(character=jane(cast), by=gm, seen=jane(cast).version)
    decisions.reopen(character=jane(cast), by=gm, reason="The owl ate the sheet.")
    page, word = reverse("review", args=[cast.jane.pk]), "Read your GM’s comments"
    for who, says in (
        ("owner", "Rebuild Jane Alderwick and resubmit."),
        ("gm", "The player can rebuild Jane Alderwick."),
    ):
        told = words(cast[who].get(page))
        assert f"{says} Reason: The owl ate the sheet." in told
        assert "Creation reopened</span>" in told
        assert word not in told
    decisions.submit(character=jane(cast))
    decisions.send_back(character=jane(cast), by=gm, text="More owls.")
    told = words(cast["owner"].get(page))
    assert (word in told, "Creation reopened" in told) == (True, False)


def test_what_was_approved_is_read_with_the_ledger_of_that_day(cast: Cast) -> None:
    """A loss since then moves the number of now, not the one that was approved."""
    made = actions.create_character(system="rough-magic", by=cast.users["owner"], build=MELISANDE, campaign=cast.table)
    decisions.approve(character=made, by=cast.users["gm"], seen=1)
    url = reverse("review", args=[made.pk])
    assert "No changes." in words(cast["gm"].get(url))
    before = Character.objects.with_table().get(pk=made.pk).read()["power-level"]
    assert before > 1
    actions.enter(character=made, entry=Entry("loss", subject="power-level"), by=cast.users["owner"])
    page = words(cast["gm"].get(url))
    row = re.search(r"Power Level</a></th><td class=\"num\">(\d+)</td><td class=\"num\"><b>(\d+)</b>", page)
    assert row is not None
    assert row.groups() == (str(before), "1")
    # A creation that was reopened ends with the approval.
    decisions.reopen(character=made, by=cast.users["gm"], reason="Anew")
    decisions.approve(character=made, by=cast.users["gm"], seen=1)
    assert [entry.kind for entry in Character.objects.with_table().get(pk=made.pk).ledger_approved.standing] == ["loss"]
    assert "No changes." in words(cast["gm"].get(url))


def test_what_was_entered_since_the_approval_is_told(cast: Cast) -> None:
    gm = cast.users["gm"]
    cast.jane.ledger_entries.create(kind="award", amount=2, note="An owl", role="gm")
    decisions.approve(character=jane(cast), by=gm, seen=jane(cast).version)
    url = reverse("review", args=[cast.jane.pk])
    assert "No changes." in words(cast["gm"].get(url))
    for note in ("A duel", "A pigeon"):
        actions.enter(character=jane(cast), entry=Entry("award", 3, note=note), by=gm, role="gm")
    for note in ("An owl", "A pigeon"):
        actions.void(row=cast.jane.ledger_entries.get(note=note), by=gm, reason="No", role="gm")
    page = words(cast["gm"].get(url))
    since = page[page.index('id="changes"') : page.index('id="awards"')]
    assert [note in since for note in ("A duel", "A pigeon", "An owl")] == [True, False, True]
    assert re.findall(r"<li>(\w+)", since) == ["Awarded", "Cancelled"]
    assert "No changes." not in since


def test_whoever_awards_or_reads_goes_on_where_they_were(cast: Cast) -> None:
    form = {"deed": "award", "amount": "2", "reason": "An owl"}
    answer = cast["gm"].post(reverse("judge", args=[cast.jane.pk]), form)
    assert answer.url == f"{reverse('review', args=[cast.jane.pk])}#awards"
    assert '<section id="awards" tabindex="-1">' in words(cast["gm"].get(answer.url))
    sheet = words(cast["owner"].get(reverse("sheet", args=[cast.jane.pk])))
    last = re.search(r'name="upto" value="(\d+)"', sheet)
    assert last is not None
    read = cast["owner"].post(reverse("read_news", args=[cast.jane.pk]), {"upto": last[1]})
    assert read.url == f"{reverse('sheet', args=[cast.jane.pk])}#who"
    assert '<div id="who" tabindex="-1">' in sheet


def test_approve_is_not_the_first_button_while_something_needs_fixing(cast: Cast) -> None:
    def shown() -> str:
        return words(cast["gm"].get(reverse("review", args=[cast.jane.pk])))

    primary = 'class="button primary" form="decision" name="deed" value="approve">'
    decisions.submit(character=jane(cast))
    assert jane(cast).read().legal
    assert primary in shown()
    decisions.send_back(character=jane(cast), by=cast.users["gm"], text="More owls.")
    assert primary not in shown()
    assert "hasn’t resubmitted it" in shown()
    decisions.submit(character=jane(cast))
    change(cast, "scores.charm", 9)
    (first, *others) = jane(cast).read().errors
    page = shown()
    assert primary not in page
    assert f"{counted(len(others) + 1, 'error')} need" in page
    assert 'aria-describedby="unapprovable"' in page
    for finding in (first, *others):
        judge(cast, "waive", code=finding.code, at=finding.at, reason="She is that charming.")
    assert primary in shown()


def test_a_review_begins_with_the_numbers_that_head_the_sheet(cast: Cast) -> None:
    raven = actions.create_character(system="dominion", by=cast.users["owner"], name="Raven", build=RAVEN)
    first, *_ = evidence(raven.read(), raven.read(), {}, {})
    heading = [one for one in raven.game.vitals(raven.read().live({})) if not one.counted]
    assert [(line.label, line.now) for _, lines in first.groups for line in lines] == [
        (one.label, one.value) for one in heading
    ]
    assert any(one.label == "Dodge in armour" for one in heading)
    assert not first.moved
    (changed, *_) = evidence(raven.read(), cast.jane.read(), {}, {})
    assert changed.moved == len(heading)


def test_a_number_that_is_at_several_places_is_read_once(cast: Cast) -> None:
    """Without armour every place of the body withstands alike."""
    bare = actions.create_character(system="dominion", by=cast.users["owner"], build={"scores": {"vigour": 2}})
    for part in evidence(bare.read(), None, {}, {}):
        labels = [line.label for _, lines in part.groups for line in lines]
        assert len(labels) == len(set(labels)), part.title


def test_whoever_allows_an_exception_stays_where_it_stands(cast: Cast) -> None:
    change(cast, "scores.charm", 9)
    page, address = reverse("review", args=[cast.jane.pk]), reverse("judge", args=[cast.jane.pk])
    shown = words(cast["gm"].get(page))
    ids = set(re.findall(r'<li class="finding error" id="(finding-\d+)">', shown))
    leads = re.findall(rf'value="waive:[^"]*"\s+formaction="{address}#(finding-\d+)"', shown)
    assert (ids, len(leads)) == (set(leads), len(ids))
    broken = jane(cast).read().errors[0]
    sent = {f"waive:{comments.about(broken)}": "A veela.", "deed": f"waive:{comments.about(broken)}"}
    told = cast["gm"].post(address, sent)
    assert told["Location"] == page, "no place of its own: a browser keeps that of the button"
    assert f'formaction="{address}#findings"' in words(cast["gm"].get(page))


def test_whoever_sends_back_without_a_word_is_led_to_the_field(cast: Cast) -> None:
    decisions.submit(character=jane(cast))
    for deed in ("return", "remark"):
        page = judge(cast, deed)
        (field,) = re.findall(r'<textarea id="text"[^>]*>', page)
        assert all(part in field for part in ("autofocus", 'aria-invalid="true"', 'aria-describedby="text-error"')), (
            deed
        )
        assert '<p class="errors" id="text-error">Enter a comment.</p>' in page
        assert '<a href="#text">Comment on the whole character</a>' in page
    assert 'id="text-error"' not in judge(cast, "award", amount="0")


def test_what_else_was_typed_outlasts_the_question_about_an_exception(cast: Cast) -> None:
    change(cast, "scores.charm", 9)
    broken = jane(cast).read().errors[0]
    decisions.waive(character=jane(cast), by=cast.users["gm"], code=broken.code, at=broken.at, reason="A veela.")
    address, typed = (
        reverse("judge", args=[cast.jane.pk]),
        {"text": "Very nearly.", "award:": "The cellar", "amount": "3"},
    )
    sent = {**typed, "deed": f"unwaive:{cast.jane.waivers.get().pk}"}
    asked = words(cast["gm"].post(address, sent))
    assert re.search(r'name="unsure" value="1" formaction="#findings">\s*Cancel<', asked)
    for answer, left in (("unsure", True), ("sure", False)):
        page = words(cast["gm"].post(address, {**sent, answer: "1"}))
        assert (">Very nearly.</textarea>" in page, 'value="The cellar"' in page) == (True, True), answer
        assert cast.jane.waivers.filter(withdrawn_at=None).exists() is left
    back = cast["gm"].post(address, {**sent, "unsure": "1", "kept": "1"})
    assert back["Location"] == f"{reverse('review', args=[cast.jane.pk])}#findings", "a browser that keeps it by itself"
    seen = str(jane(cast).version)
    change(cast, "scores.charm", 3)
    page = words(cast["gm"].post(address, {**sent, "unsure": "1", "version": seen}))
    assert "changed while you were reviewing it" in page, "the page that comes back stands for what was seen"
