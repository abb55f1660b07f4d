"""What happened at a table and beside its characters is told: in words, with who, in the right place."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from campaigns import actions
from campaigns.models import Membership
from campaigns.review import awards, decisions
from characters import actions as making
from characters.history.event_messages import lines
from characters.models import Character, Event
from characters.tables import TableRole
from rules.kernel import LedgerEntry as Entry
from rules.refusals import Refused
from tests.cast import Cast, book, cast
from tests.characters.posting import at, words
from tests.marking import mark

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db


def told(client: Client, url: str, **asked: Any) -> str:
    answer = client.get(url, asked)
    assert answer.status_code == 200
    return words(answer)


def table_history(cast: Cast) -> str:
    return reverse("campaign_history", args=[cast.table.pk])


# At the table


def test_who_came_and_went_and_what_was_decided(cast: Cast) -> None:
    gm = cast.users["gm"]
    actions.rename(campaign=cast.table, name="Fridays", about="", by=gm)
    actions.give_role(seat=cast.seat, role=TableRole.SPECTATOR, by=gm)
    actions.remove(seat=cast.seat, by=gm)
    actions.set_house_rules(campaign=cast.table, system="hprpg", values={"health_levels": 9}, by=gm)
    actions.set_house_rules(campaign=cast.table, system="hprpg", values={"health_levels": None}, by=gm)
    actions.archive(campaign=cast.table, by=gm)
    actions.reopen(campaign=cast.table, by=gm)
    actions.join(invitation=cast.invitation, user=cast.users["stranger"])
    actions.revoke(invitation=cast.invitation)
    page = told(cast["owner"], table_history(cast))
    for line in (
        "Renamed Thursday to Fridays",
        "Made companion a spectator",
        "Removed companion",
        "House rule “Health levels”: default (7) → 9",
        "House rule “Health levels”: 9 → default (7)",
        "Archived the campaign",
        "Reopened the campaign",
        "Revoked an invite link (player)",
        "Joined as player",
    ):
        assert line in page, line
    assert "Removed companion" in told(cast["gm"], table_history(cast), q="REMOVED")
    assert "Nothing found" in told(cast["gm"], table_history(cast), q="zebra")


def test_what_was_decided_on_characters_is_told_to_whoever_may_see_them(
    cast: Cast, django_assert_max_num_queries: Any
) -> None:
    gm, owner = cast.users["gm"], cast.users["owner"]
    awards.award(characters=[cast.jane], campaign=cast.table, by=gm, amount=2, reason="An owl")
    decisions.seat(character=cast.jane, campaign=None, by=owner)
    jane = making.create_character(system="hprpg", by=owner, name="Jane")
    decisions.seat(character=jane, campaign=cast.table, by=owner)
    making.enter(character=jane, entry=Entry("died", note="The lake"), by=gm, role="gm")
    making.void(row=jane.ledger_entries.get(kind="died"), by=gm, reason="She swam", role="gm")
    decisions.approve(character=jane, by=gm, seen=jane.version)
    lines = (
        "<b>Jane</b>: Approved as version 1",
        "<b>Jane</b>: Died: The lake.",
        "<b>Jane</b>: Cancelled: Died: The lake. Reason: She swam",
    )
    for who, sees in (("gm", True), ("owner", True), ("spectator", True), ("companion", False)):
        page = told(cast[who], table_history(cast))
        assert [line in page for line in lines] == [sees] * len(lines), who
        assert "An owl" not in page  # she left, and her past with her
    assert "The lake" in told(cast["gm"], table_history(cast), q="lake")
    decisions.seat(character=Character.objects.get(pk=cast.jane.pk), campaign=cast.table, by=owner)
    assert "An owl" not in told(cast["gm"], table_history(cast))  # decided before she came
    for _ in range(10):
        awards.award(characters=[cast.jane, jane], campaign=cast.table, by=gm, amount=2, reason="An owl")
    with django_assert_max_num_queries(10):
        assert (
            told(cast["gm"], table_history(cast)).count("<b>Jane and Jane Alderwick</b>: Awarded 2 dots: An owl") == 10
        )


def test_whose_character_came_and_went_is_told_to_everybody_there(cast: Cast) -> None:
    owner, url = cast["owner"], at(cast.jane, "take_away")
    asked = words(owner.post(url))
    assert f"Remove {cast.jane} from {cast.table}?" in asked
    assert Character.objects.get(pk=cast.jane.pk).campaign == cast.table
    assert owner.post(url, {"sure": "1"}).status_code == 302
    assert f"Removed the character {cast.jane}" in told(cast["companion"], table_history(cast))
    owner.post(reverse("bring", args=[cast.table.pk]), {"character": cast.jane.pk})
    decisions.submit(character=cast.jane, by=cast.users["owner"])
    decisions.withdraw_submission(character=cast.jane, by=cast.users["owner"])
    assert f"Added the character {cast.jane}" in told(cast["companion"], table_history(cast))
    page = told(cast["gm"], table_history(cast))
    assert f"<b>{cast.jane}</b>: Submitted for approval" in page
    assert f"<b>{cast.jane}</b>: Withdrew the submission" in page


def test_what_changes_nothing_is_not_told(cast: Cast) -> None:
    revoked, before = cast.revoked, cast.table.events.count()
    actions.rename(campaign=cast.table, name="Thursday", about=cast.table.about)
    actions.give_role(seat=cast.seat, role=cast.seat.role)
    actions.set_house_rules(campaign=cast.table, system="hprpg", values={"health_levels": None})
    actions.reopen(campaign=cast.table)
    actions.revoke(invitation=revoked)
    assert cast.table.events.count() == before


def test_an_empty_history_says_what_to_do(cast: Cast) -> None:
    cast.table.events.all().delete()
    assert "Invite your players" in told(cast["gm"], table_history(cast))


def test_a_long_history_has_pages(cast: Cast) -> None:
    for number in range(60):
        actions.note(cast.table, "renamed", None, before=f"Table {number}", after="Another")
    assert "Page 1 of 2" in told(cast["gm"], table_history(cast))
    assert "Renamed Table 0 to" in told(cast["gm"], table_history(cast), page=2)


def test_an_account_that_goes_leaves_its_table_to_the_longest_sitting_player(cast: Cast) -> None:
    cast.users["gm"].delete()
    assert Membership.objects.get(campaign=cast.table, role=TableRole.GM).user == cast.users["owner"]
    assert "Became GM: gm’s account was deleted" in told(cast["owner"], table_history(cast))
    cast.users["other_gm"].delete()  # a table without anybody else has nobody to go to


def test_an_account_with_another_game_master_beside_it_just_goes(cast: Cast) -> None:
    actions.give_role(seat=cast.seat, role=TableRole.GM)
    cast.users["gm"].delete()
    assert Membership.objects.get(campaign=cast.table, role=TableRole.GM).user == cast.users["companion"]


# House rules that cannot hold together


def test_house_rules_that_contradict_are_refused_and_found_again_in_the_form(cast: Cast) -> None:
    url = reverse("campaign_rules", args=[cast.table.pk, "hprpg"])
    sent = {"affinity_cap": "1", "affinity_dots": "21", "keep": ""}
    answer = cast["gm"].post(url, sent)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "21 dots for affinities are too many: 14 affinities of up to 1 hold 14." in page
    assert 'value="21"' in page
    cast.table.refresh_from_db()
    assert cast.table.house("hprpg") == {}


def test_a_preview_says_that_rules_contradict(cast: Cast) -> None:
    url = reverse("campaign_rules", args=[cast.table.pk, "forge"])
    page = words(cast["gm"].post(url, {"source_only": "yes", "ability_points": "9", "preview": ""}))
    assert "ignores the 9 ability points" in page
    with pytest.raises(Refused, match="ancestry bonuses, which are off"):
        actions.set_house_rules(
            campaign=cast.table,
            system="forge",
            values={"tolerance_shifts_thresholds": True, "ancestry_effects": False},
        )


def test_a_players_reading_against_the_tables_is_a_finding(cast: Cast) -> None:
    actions.set_house_rules(campaign=cast.table, system="hprpg", values={"affinity_cap": 1})
    cast.jane.campaign.refresh_from_db()
    cast.jane.settings = {"affinity_dots": 20}
    (finding,) = [f for f in cast.jane.read().findings if f.code == "house-rules-clash"]
    assert "20 dots for affinities are too many: 14 affinities of up to 1 hold 14." in finding.message
    assert not finding.breaks


# Beside a character


def test_what_happens_beside_the_build_stands_in_its_history(cast: Cast) -> None:
    owner, gm, jane = cast.users["owner"], cast.users["gm"], cast.jane
    decisions.submit(character=jane, by=owner)
    decisions.withdraw_submission(character=jane, by=owner)
    decisions.submit(character=jane, by=owner)
    decisions.send_back(character=jane, by=gm, text="Mind the feats.")
    decisions.submit(character=jane, by=owner)
    decisions.approve(character=jane, by=gm, seen=jane.version)
    awards.award(characters=[jane], campaign=cast.table, by=gm, amount=2, reason="The cellar")
    making.void(row=jane.ledger_entries.get(), by=gm, reason="Not hers", role="gm")
    making.bin_character(character=jane, by=owner)
    making.unbin_character(character=jane, by=owner)
    decisions.seat(character=jane, campaign=None, by=owner)
    page = told(cast["owner"], at(jane, "history"))
    for line in (
        "Submitted for approval",
        "Withdrew the submission",
        "Comment: Mind the feats.",
        "Sent back: 1 comment",
        f"Approved as version {jane.version}",
        "Awarded 2 dots: The cellar",
        "Cancelled: Awarded 2 dots: The cellar. Reason: Not hers",
        "Deleted",
        "Restored",
        "Left Thursday",
    ):
        assert line in page, line
    assert "Remark" not in told(cast["owner"], at(jane, "history"), query="cellar")
    assert "Submitted" not in told(cast["owner"], at(jane, "history"), by=gm.pk)


def test_clicks_of_a_moment_on_one_tracker_are_one_line(cast: Cast) -> None:
    jane, owner, gm = cast.jane, cast.users["owner"], cast.users["gm"]
    tracker = jane.read().trackers[0]
    for value in (1, 2, 3, 3):
        mark(jane, tracker.key, to=value, by=owner)
    mark(jane, tracker.key, to=1, by=gm)
    found = [lines(event, jane.game) for event in jane.events.filter(kind="tracker")]
    assert found == [(f"{tracker.label}: 3 → 1",), (f"{tracker.label}: {tracker.start} → 3",)]


def test_a_house_rule_that_moved_a_number_answers_why(cast: Cast) -> None:
    actions.set_house_rules(campaign=cast.table, system="hprpg", values={"fortitude_bonus": 2}, by=cast.users["gm"])
    making.change_settings(character=cast.jane, values={"affinity_dots": 7}, by=cast.users["owner"])
    page = told(cast["owner"], at(cast.jane, "history"), figure="fortitude")
    assert "House rule “Bonus Fortitude”: default (0) → 2" in page
    assert "affinities" not in page
    assert "Dots for affinities" in told(cast["owner"], at(cast.jane, "history"))


def test_an_event_nobody_can_tell_any_more_says_what_it_can(cast: Cast) -> None:
    torn = Event(kind="awarded", data={})
    assert lines(torn, cast.jane.game) == ("Awarded",)
    assert lines(Event(kind="tracker"), None) == ("tracker",)
    assert lines(Event(kind="forgotten"), None) == ()
    assert lines(Event(kind="settings", data={"before": 3}), cast.jane.game) == ()
