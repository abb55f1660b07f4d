"""Points of Channel that are lost, and the steps that a loss stands on."""

from typing import Any

import pytest

from rules.kernel import Build, LedgerEntry, Sheet
from rules.kernel.documents import apply
from rules.kernel.pages import ask, rate
from rules.kernel.purchases import purchases_of
from tests.rules.dominion.growing import errors, judged, priest, system


def lost(fell_from: int | None = None) -> dict[str, Any]:
    at = {} if fell_from is None else {"from": fell_from}
    return {"kind": "loss", "subject": "channel", "amount": -1, "on": "2026-11-21", "note": "Resurrect", **at}


def channel(sheet: Sheet) -> tuple[int, int]:
    spent = sum(term.amount for term in sheet.budgets["aps"].spent.terms if term.label.startswith("Channel"))
    return sheet["channel"], spent


def test_a_point_of_channel_is_lost_and_bought_back() -> None:
    start = system.read(Build.parse(priest(0)))["channel"]
    assert channel(judged(priest(3), priest(3))) == (start + 3, 3 * start + 3)
    fell = judged(priest(3), priest(3), lost(start + 3))
    assert channel(fell) == (start + 2, 3 * start + 3), "the point stays paid for"
    assert "lost, 21 November 2026, Resurrect" in [term.label for term in fell.figures["channel"].terms]
    back = judged(priest(3), priest(4), lost(start + 3), awards=90)
    assert channel(back) == (start + 3, 3 * start + 3 + start + 2), "the step back costs the stat after the loss"
    more = judged(priest(3), priest(5), lost(start + 3), awards=90)
    assert channel(more)[1] - channel(back)[1] == start + 3
    assert errors(back) == []
    typed = judged(priest(3), priest(2))
    assert errors(typed) == ["step-given-back"]
    assert "in the ledger" in typed.errors[0].hint


def test_no_step_that_a_loss_stands_on_goes_back() -> None:
    start = system.read(Build.parse(priest(0)))["channel"]
    sheet = judged(priest(0), priest(3), lost(start + 2), awards=90)
    field = rate(sheet, next(one for one in purchases_of(sheet.reading) if one.key == "channel"))
    assert field.low == 2


def test_a_step_under_a_loss_that_is_taken_back_is_an_error() -> None:
    start = system.read(Build.parse(priest(0)))["channel"]
    for steps in (3, 5, 7):
        (found,) = judged(priest(3), priest(steps), lost(start + 8), awards=90).errors
        assert (found.code, found.at, found.fixes[0].value) == ("step-given-back", "scores.channel", 8)
    none = apply(priest(0), "scores.channel", None)
    assert errors(judged(priest(0), none, lost(start + 1))) == ["step-given-back"]
    assert errors(judged(priest(3), priest(8), lost(start + 8), awards=90)) == []
    approved = {**lost(start + 8), "settled": True}
    assert errors(judged(priest(3), priest(3), approved)) == [], "what was approved isn't asked again"
    (less,) = judged(priest(3), priest(2), approved).errors
    assert less.fixes[0].value == 3


def test_a_loss_after_one_that_was_cancelled_still_stands_on_the_steps_between() -> None:
    start = system.read(Build.parse(priest(0)))["channel"]
    first, second = {**lost(start + 3), "id": "first"}, lost(start + 3)
    void = {"kind": "void", "subject": "first"}
    whole = judged(priest(3), priest(4), lost(start + 4), awards=90)
    assert channel(judged(priest(3), priest(4), first, second, void, awards=90)) == channel(whole)
    known = judged(priest(3), priest(4), first, void, lost(start + 4), awards=90)
    assert channel(known) == channel(whole), "a loss that was cancelled before says nothing of a later one"


def test_channel_falls_to_nothing_and_no_further() -> None:
    start = system.read(Build.parse(priest(0)))["channel"]
    gone = [lost(start - n) for n in range(start)]
    empty = judged(priest(0), priest(0), *gone)
    assert channel(empty) == (0, 0)
    served = {**priest(0), "scores": {**priest(0)["scores"], "bless": 1}}
    empty = judged(served, served, *gone)
    assert "Channel stat of 0" in ask(empty.live({}), {"skill": "bless"}).check.note
    assert channel(judged(priest(0), priest(1), *gone, awards=9)) == (1, 1), "a step from nothing costs one"
    assert judged(priest(0), priest(0), *gone, lost(0), lost())["channel"] == 0


@pytest.mark.parametrize("subject", ["channel", "Channel", "scores.channel"])
def test_a_loss_is_of_channel_by_any_of_its_words(subject: str) -> None:
    start = system.read(Build.parse(priest(0)))["channel"]
    entry = {**lost(start + 3), "subject": subject}
    assert channel(judged(priest(3), priest(3), entry)) == (start + 2, 3 * start + 3)
    kind = system.ledger_kinds["loss"]
    assert kind.refuse(judged(priest(3), priest(3)), LedgerEntry("loss", -1, subject=subject)) == ""


def test_a_loss_never_makes_a_step_cheaper() -> None:
    start = system.read(Build.parse(priest(0)))["channel"]
    paid = 3 * start + 3
    assert channel(judged(priest(3), priest(3), lost())) == (start + 2, paid)
    assert channel(judged(priest(3), priest(3), lost(), lost(start + 2))) == (start + 1, paid)
    # From where it fell nobody has said, so a further step costs what it would without the loss.
    assert channel(judged(priest(3), priest(4), lost(), awards=90)) == (start + 3, paid + start + 3)
    low = judged(priest(0), priest(3), lost(), awards=90)
    assert rate(low, next(one for one in purchases_of(low.reading) if one.key == "channel")).low == 0


def test_a_loss_falls_from_no_less_than_was_approved() -> None:
    """What a document says is told beside what was approved, and the steps after it cost what they would (A-86)."""
    start = system.read(Build.parse(priest(0)))["channel"]
    for steps in (3, 5):
        true, low = (judged(priest(3), priest(steps), lost(start + told), awards=90) for told in (3, 0))
        assert channel(low) == channel(true)
        assert [f.code for f in true.findings if f.code == "loss-below-approved"] == []
        (finding,) = [f for f in low.findings if f.code == "loss-below-approved"]
        assert finding.message == f"The ledger says Channel fell from {start}, but it was {start + 3}."
    twice = judged(priest(3), priest(4), lost(start + 3), lost(start + 3), awards=90)
    assert channel(twice) == (start + 2, 3 * start + 3 + start + 2)
    assert not [f for f in twice.findings if f.code == "loss-below-approved"]
    high = judged(priest(3), priest(3), lost(99))
    assert rate(high, next(one for one in purchases_of(high.reading) if one.key == "channel")).low == 3


def test_a_loss_takes_as_many_points_as_it_says() -> None:
    start = system.read(Build.parse(priest(0)))["channel"]
    two = {**lost(start + 3), "amount": -2}
    assert channel(judged(priest(3), priest(3), two)) == (start + 1, 3 * start + 3)
    back = judged(priest(3), priest(4), two, awards=90)
    assert channel(back) == (start + 2, 3 * start + 3 + start + 1)
    assert f"Channel {start} to {start + 4}, 2 lost" in [term.label for term in back.budgets["aps"].spent.terms]
    plain = {"kind": "loss", "subject": "channel", "from": start + 3}
    assert channel(judged(priest(3), priest(3), plain)) == (start + 2, 3 * start + 3)


def test_every_step_from_nothing_costs_one() -> None:
    """Also one that was lost again since (A-86)."""
    start = system.read(Build.parse(priest(0)))["channel"]
    gone = [lost(start - n) for n in range(start)]
    assert channel(judged(priest(0), priest(2), *gone, lost(1), awards=9)) == (1, 2)
