"""What a game master's word lets change after the approval, and what it reopens."""

import json

import pytest

from campaigns import actions as sitting
from campaigns.demo.demo import JANE
from campaigns.review import awards, decisions
from characters import actions
from characters.models import Character, ReviewStatus
from rules.kernel import LedgerEntry as Entry
from rules.refusals import Refused
from tests.cast import Cast
from tests.characters.entering import fresh, raven, reserve
from tests.characters.posting import at, words
from tests.characters.test_actions import change
from tests.granting import grant

__all__ = ["raven"]


def test_a_change_is_allowed_by_one_entry_and_by_no_other(cast: Cast) -> None:
    decisions.approve(character=cast.jane, by=cast.users["gm"], seen=cast.jane.version)
    change(fresh(cast.jane), "picks.species", "vampire")
    assert [finding.code for finding in fresh(cast.jane).read().errors] == ["species-changed"]
    url = at(cast.jane, "judge")
    assert "Allow this change" in words(cast["gm"].get(at(cast.jane, "review")))
    allow = {"deed": "allow", "subject": "picks.species", "to": '"vampire"', "reason": "Bitten"}
    for otherwise in ({"subject": "picks.archetype"}, {"to": '"veela"'}):
        gone = cast["gm"].post(url, {**allow, **otherwise})
        assert (gone.status_code, "nothing to allow" in words(gone)) == (422, True)
    assert "Enter a reason" in words(cast["gm"].post(url, {**allow, "reason": " "}))
    cast["gm"].post(url, allow)
    assert fresh(cast.jane).read().legal
    change(fresh(cast.jane), "picks.species", "veela")
    assert [finding.code for finding in fresh(cast.jane).read().errors] == ["species-changed"]


def test_what_was_allowed_holds_until_the_next_approval(cast: Cast) -> None:
    """What came before an approval explains nothing that changes after it, nor in the file that tells of both."""
    born = cast.jane.build["picks"]["species"]
    decisions.approve(character=cast.jane, by=cast.users["gm"], seen=cast.jane.version)
    for now in ("vampire", born):
        change(fresh(cast.jane), "picks.species", now)
        allow = {"deed": "allow", "subject": "picks.species", "to": json.dumps(now), "reason": "Bitten, and cured"}
        cast["gm"].post(at(cast.jane, "judge"), allow)
        decisions.approve(character=fresh(cast.jane), by=cast.users["gm"], seen=fresh(cast.jane).version)
    assert [entry.settled for entry in fresh(cast.jane).ledger] == [True, True]
    change(fresh(cast.jane), "picks.species", "vampire")
    assert [finding.code for finding in fresh(cast.jane).read().errors] == ["species-changed"]
    made = actions.create_character(system="hprpg", document=fresh(cast.jane).document())
    assert [entry.settled for entry in fresh(made).ledger] == [True, True]
    assert [finding.code for finding in fresh(made).read().errors] == ["species-changed"]


def test_creation_is_opened_again_and_what_was_awarded_stays(cast: Cast) -> None:
    gm = cast.users["gm"]
    with pytest.raises(Refused, match="isn’t approved"):
        decisions.reopen(character=cast.jane, by=gm, reason="x")
    decisions.approve(character=cast.jane, by=gm, seen=1)
    grant(cast.jane, 3)
    with pytest.raises(Refused, match="Enter a reason"):
        decisions.reopen(character=cast.jane, by=gm, reason=" ")
    page = words(cast["gm"].post(at(cast.jane, "judge"), {"deed": "reopen", "reason": "New player"}, follow=True))
    assert "Reopened creation of Jane Alderwick." in page
    held = fresh(cast.jane)
    assert (held.stage, held.standing, held.baseline, held.created) == ("creation", ReviewStatus.RETURNED, None, None)
    assert held.read().reading.approved is None
    decisions.approve(character=held, by=gm, seen=held.version)
    again = fresh(cast.jane)
    assert (again.stage, again.read().reading.approved is None, again.ledger.total("award")) == (
        "advancement",
        False,
        3,
    )


def test_the_first_approval_is_remembered(cast: Cast) -> None:
    gm = cast.users["gm"]
    decisions.approve(character=cast.jane, by=gm, seen=1)
    first = fresh(cast.jane)
    assert first.created is None, "it is the baseline"
    grant(cast.jane, 1)
    change(first, "scores.charm", 3)
    decisions.approve(character=first, by=gm, seen=fresh(first).version)
    for held in (fresh(cast.jane), Character.objects.get(pk=cast.jane.pk)):
        assert held.created is not None
        assert held.created.scores["charm"] == JANE["scores"]["charm"]
        assert held.baseline is not None
        assert held.baseline.scores["charm"] == 3
        assert held.read().reading.created is not held.read().reading.approved


def test_nobody_approves_a_ledger_they_have_not_seen(cast: Cast, raven: Character) -> None:
    decisions.reopen(character=raven, by=cast.users["gm"], reason="Anew")
    seen = decisions.last_entry_of(raven)
    actions.change_play(character=raven, key="aps", change=-1, by=cast.users["owner"])
    with pytest.raises(Refused, match="changed while you were reviewing"):
        decisions.approve(character=raven, by=cast.users["gm"], seen=fresh(raven).version, entry=seen)
    seen = decisions.last_entry_of(raven)
    assert decisions.approve(character=raven, by=cast.users["gm"], seen=fresh(raven).version, entry=seen)


def test_a_table_of_ones_own_launders_nothing(cast: Cast, raven: Character) -> None:
    """Approved at one table, judged at one's own and brought back: nobody has approved that."""
    owner, gm = cast.users["owner"], cast.users["gm"]
    actions.enter(character=raven, entry=Entry("died"), by=gm, role="gm")
    own = sitting.create_campaign(name="Mine", by=owner)
    decisions.seat(character=fresh(raven), campaign=own, by=owner)
    died = fresh(raven).ledger_entries.get(kind="died")
    with pytest.raises(Refused, match="Only a GM of the campaign where it was entered"):
        actions.void(row=died, by=owner, reason="Mine", role="gm")
    awards.award(characters=[fresh(raven)], campaign=own, by=owner, amount=1_000, reason="Me")
    decisions.seat(character=fresh(raven), campaign=cast.table, by=owner)
    assert fresh(raven).standing == ReviewStatus.DRAFT
    decisions.submit(character=fresh(raven), by=owner)
    decisions.withdraw_submission(character=fresh(raven), by=owner)
    assert fresh(raven).standing == ReviewStatus.DRAFT


def test_nobody_judges_the_ledger_of_an_archived_table(cast: Cast, raven: Character) -> None:
    award = raven.ledger_entries.get(kind="award")
    sitting.archive(campaign=cast.table)
    for url, data in (
        (at(raven, "enter"), {"kind": "deduction", "amount": "1"}),
        (at(raven, "void_entry", award.pk), {"note": "x"}),
    ):
        assert "is archived" in words(cast["gm"].post(url, data))
    assert reserve(raven) == 9


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"kind": "infirmity"}, "Enter what it’s about."),
        ({"kind": "healed"}, "Enter what it’s about."),
        ({"kind": "healed", "subject": "the moon"}, "Choose from the list."),
    ],
)
def test_an_entry_is_about_something_there_is(
    cast: Cast, raven: Character, data: dict[str, str], sentence: str
) -> None:
    assert sentence in words(cast["owner"].post(at(raven, "enter"), data))


def test_what_was_cancelled_stays_so(cast: Cast, raven: Character) -> None:
    actions.void(row=raven.ledger_entries.get(kind="award"), by=cast.users["gm"], reason="x", role="gm")
    with pytest.raises(Refused, match="Enter it again"):
        actions.void(row=raven.ledger_entries.get(kind="void"), by=cast.users["gm"], reason="x", role="gm")
