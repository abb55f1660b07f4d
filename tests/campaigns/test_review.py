"""What passes between a player and a game master: approval, waivers, awards."""

import re

import pytest
from django.urls import reverse

from campaigns import actions as sitting
from campaigns.models import Campaign
from campaigns.review import awards, decisions
from campaigns.review.judging_form import ABOUT, ALONG
from campaigns.views.deeds import DEEDS
from characters import actions
from characters.models import Character, ReviewStatus
from rules.kernel import LedgerEntry as Entry
from rules.kernel.basics.wording import counted
from rules.refusals import Refused
from tests.campaigns.reviewing import change, jane, judge
from tests.cast import Cast, book, cast
from tests.characters.posting import words

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db


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


def test_nobody_judges_at_an_archived_table(cast: Cast) -> None:
    sitting.archive(campaign=cast.table)
    assert "is archived" in judge(cast, "award", amount="4", reason="The cellar")
    assert not cast.jane.ledger_entries.exists()
    submitted = cast["owner"].post(f"/characters/{cast.jane.pk}/submit/", follow=True)
    assert "is archived" in words(submitted)
    assert jane(cast).standing == ReviewStatus.DRAFT


def test_a_character_changed_since_its_approval_can_be_sent_back(cast: Cast) -> None:
    url, button = reverse("review", args=[cast.jane.pk]), 'value="return">Send back'
    decisions.approve(character=jane(cast), by=cast.users["gm"], seen=jane(cast).version)
    assert button not in words(cast["gm"].get(url))
    change(cast, "scores.charm", 3)
    assert button in words(cast["gm"].get(url))
    assert "back to the player with your comments" in judge(cast, "return", text="Why?")
    assert (jane(cast).standing, jane(cast).stage) == (ReviewStatus.RETURNED, "advancement")
    assert "Resubmit" in words(cast["owner"].get(url))


def test_what_was_approved_and_left_alone_is_not_approved_again(cast: Cast) -> None:
    url, button = reverse("review", args=[cast.jane.pk]), 'value="approve">Approve'
    assert button in words(cast["gm"].get(url))
    decisions.approve(character=jane(cast), by=cast.users["gm"], seen=jane(cast).version)
    page = words(cast["gm"].get(url))
    assert (button in page, "Approved</span>by gm on" in page) == (False, True)
    judge(cast, "award", amount="4", reason="The cellar")
    assert button in words(cast["gm"].get(url))
