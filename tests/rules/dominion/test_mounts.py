"""Mounts that are trained."""

from typing import Any

import pytest

from rules.kernel import Build, LedgerEntry
from rules.kernel.documents import apply
from tests.rules.dominion.growing import BASE, errors, judged, system


def mount(price: int, to: int) -> dict[str, Any]:
    more = {"name": "Sleipnir", "beast": "Noble War Horse", "from": price, "to": to}
    return {"kind": "mount", "subject": "timing", "amount": -price, **more}


def rider(stat: int) -> Any:
    start = system.read(Build.parse(BASE))["horsemanship"]
    return apply(BASE, "scores.horsemanship", stat - start)


@pytest.mark.parametrize(("horsemanship", "to", "codes"), [(4, 6, ["mount-beyond-rider"]), (6, 6, []), (6, 7, 1)])
def test_a_mount_learns_no_more_than_its_rider_knows(horsemanship: int, to: int, codes: Any) -> None:
    sheet = judged(rider(horsemanship), rider(horsemanship), mount(5, to), awards=90)
    assert errors(sheet) == (["mount-beyond-rider"] if codes else [])
    before = judged(rider(horsemanship), rider(horsemanship), awards=90).budgets["aps"].remaining
    assert before - sheet.budgets["aps"].remaining == 5


WAR_HORSE = {"name": "Sleipnir", "beast": "Noble War Horse"}
ONLY = "You can only train a Noble War Horse or a Light War Horse."


@pytest.mark.parametrize(
    ("subject", "stat", "more", "why"),
    [
        ("timing", 5, WAR_HORSE, ""),
        ("Timing", 4, {"name": " sleipnir", "beast": "noble-war-horse"}, ""),
        ("Withstand Injury", 5, WAR_HORSE, ""),
        ("levade", 5, {"name": "Bay", "beast": "Light War Horse"}, ""),
        ("timing", 3, WAR_HORSE, "Timing of Sleipnir is 3; the minimum of a Noble War Horse is 4."),
        ("timing", 0, WAR_HORSE, "Timing of Sleipnir is 0; the minimum of a Noble War Horse is 4."),
        ("timing", 7, WAR_HORSE, "Timing of Sleipnir would be 8; the maximum of a Noble War Horse is 7."),
        (
            "withstand-injury",
            9,
            WAR_HORSE,
            "Withstand Injury of Sleipnir would be 10; the maximum is your Horsemanship, 9.",
        ),
        ("levade", 5, WAR_HORSE, "You can't train Levade of a Noble War Horse."),
        ("kick", 7, WAR_HORSE, "You can't train Kick of a Noble War Horse."),
        ("luck", 3, WAR_HORSE, "You can't train Luck of a Noble War Horse."),
        ("timing", 5, {"name": "Bay", "beast": "Pack Horse"}, ONLY),
        ("timing", 5, {"beast": "Dragon of nowhere"}, ONLY),
        ("timing", 5, {"name": 7}, ONLY),
    ],
)
def test_training_improves_what_the_bestiary_says(subject: str, stat: int, more: Any, why: str) -> None:
    kind, sheet = system.ledger_kinds["mount"], judged(rider(9), rider(9), awards=90)
    filled = kind.fill(sheet, LedgerEntry("mount", -stat, subject=subject, more=more))
    # What came with a file is judged like what is entered; of the beast, the form itself takes those it offers.
    assert kind.refuse(sheet, filled) == ("" if why == ONLY else why)
    entry = {"kind": "mount", "subject": subject, "amount": -stat, **filled.more}
    assert [finding.message for finding in judged(rider(9), rider(9), entry, awards=90).errors] == [why] * bool(why)


@pytest.mark.parametrize(
    ("subject", "stat", "more", "why"),
    [
        ("timing", 6, WAR_HORSE, ""),
        ("movement", 12, WAR_HORSE, "Movement of Sleipnir would be 13"),
        ("withstand-injury", 5, WAR_HORSE, ""),
        ("timing", 5, WAR_HORSE, "The ledger says Timing of Sleipnir is 6."),
        ("timing", 5, {**WAR_HORSE, "name": "Bay"}, ""),
        (
            "levade",
            5,
            {"name": "Sleipnir", "beast": "Light War Horse"},
            "The ledger says Sleipnir is a Noble War Horse.",
        ),
    ],
)
def test_a_mount_goes_on_from_where_it_stands(subject: str, stat: int, more: Any, why: str) -> None:
    kind, sheet = system.ledger_kinds["mount"], judged(rider(9), rider(9), mount(5, 6), awards=90)
    said = kind.refuse(sheet, kind.fill(sheet, LedgerEntry("mount", -stat, subject=subject, more=more)))
    assert said.startswith(why) if why else said == ""


def test_a_step_of_a_mount_is_one_and_has_its_price() -> None:
    for odd in ({**mount(5, 6), "amount": -1}, {**mount(4, 6), "amount": -4}, {**mount(5, 6), "from": True}):
        assert errors(judged(rider(9), rider(9), odd, awards=90)) == ["mount-out-of-step"]
    twice = judged(rider(9), rider(9), mount(5, 6), mount(5, 6), awards=90)
    assert errors(twice) == ["mount-out-of-step"]
    told = judged(rider(9), rider(9), mount(4, 5), mount(5, 6), awards=90).live({}).facts
    assert [fact.text for fact in told if fact.label == "Mount"] == ["Timing 6"]


def test_a_step_of_a_mount_needs_the_one_before_it() -> None:
    first, void = {**mount(5, 6), "id": "first"}, {"kind": "void", "subject": "first"}
    gone = {"kind": "mount-gone", "subject": "Sleipnir"}
    told = judged(rider(9), rider(9), first, mount(6, 7), void, awards=90)
    assert errors(told) == ["mount-out-of-step"]
    assert "Timing of Sleipnir is 5." in told.errors[0].message
    assert errors(judged(rider(9), rider(9), first, void, mount(6, 7), awards=90)) == [], "it was a mistake"
    assert errors(judged(rider(9), rider(9), first, gone, mount(6, 7), void, awards=90)) == [], "another of its name"


BARE = {"name": "", "beast": "Light War Horse"}
"""A mount without a name."""


def facts(*entries: dict[str, Any]) -> list[tuple[str, str]]:
    told = judged(rider(9), rider(9), *entries, awards=90).live({}).facts
    return [(fact.value, fact.text) for fact in told if fact.label == "Mount"]


def test_a_mount_that_is_gone_is_told_no_more_and_another_begins_afresh() -> None:
    gone = {"kind": "mount-gone", "subject": "sleipnir "}
    light = {**mount(6, 7), **BARE}
    assert facts(mount(5, 6), light) == [("Sleipnir", "Timing 6"), ("the Light War Horse", "Timing 7")]
    assert facts(mount(5, 6), light, gone) == [("the Light War Horse", "Timing 7")]
    again = judged(rider(9), rider(9), mount(5, 6), gone, mount(4, 5), awards=90)
    assert (errors(again), facts(mount(5, 6), gone, mount(4, 5))) == ([], [("Sleipnir", "Timing 5")])
    spent = [
        judged(rider(9), rider(9), *told, awards=90).budgets["aps"].remaining for told in ([], [mount(5, 6), gone])
    ]
    assert spent[0] - spent[1] == 5
    kind = system.ledger_kinds["mount-gone"]
    assert list(kind.subjects(again)) == [("Sleipnir", "Sleipnir")]
    assert facts(mount(5, 6), {"kind": "mount-gone"}) == []


def test_mounts_without_a_name_are_told_apart_by_what_they_are() -> None:
    other = {**mount(5, 6), "name": " ", "beast": "Noble War Horse"}
    assert errors(judged(rider(9), rider(9), {**mount(6, 7), **BARE}, other, awards=90)) == []
    two = judged(rider(9), rider(9), other, {**other, "from": 4, "to": 5, "amount": -4}, awards=90)
    assert [(one.message, one.hint) for one in two.errors] == [
        (
            "The ledger says Timing of the Noble War Horse is 6. Use a different name for another mount.",
            "Cancel the entry in the ledger.",
        )
    ]
    settled = judged(rider(9), rider(9), other, {**other, "from": 4, "amount": -4, "settled": True}, awards=90)
    assert [one.hint for one in settled.errors] == ["Ask your GM to cancel the entry."]


def test_a_form_offers_the_stats_that_training_improves() -> None:
    sheet = judged(rider(9), rider(9))
    kind = system.ledger_kinds["mount"]
    offered = dict(kind.subjects(sheet))
    assert list(kind.offers["beast"](sheet)) == ["Noble War Horse", "Light War Horse"]
    assert (offered["levade"], offered["withstand-injury"], "kick" in offered) == ("Levade", "Withstand Injury", False)
