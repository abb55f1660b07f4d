"""What may happen to an approved character: the worked cases of the rulings, and an account that always balances."""

from random import Random
from typing import Any

import pytest

from rules.kernel import Build, LedgerEntry, RulesContext, Sheet
from rules.kernel.documents import Ledger, apply
from rules.kernel.pages import ask, rate
from rules.kernel.purchases import purchases_of
from tests.rules.dominion.growing import BASE, errors, judged, priest, system


def breaks(many: int) -> dict[str, Any]:
    return {"kind": "lucky-break", "amount": -many, "on": "2026-11-20", "by": "player"}


DODGE = BASE["scores"].get("dodge", 0)


def dodge(build: Any, more: int) -> Any:
    return apply(build, "scores.dodge", DODGE + more)


def price(more: int) -> int:
    stat = system.read(Build.parse(BASE))["dodge"]
    return sum(stat + n for n in range(more))


def test_attributes_race_and_table_are_settled() -> None:
    up = apply(BASE, "scores.agility", BASE["scores"].get("agility", 0) + 1)
    assert "attribute-changed" in errors(judged(BASE, up))
    assert "creation-changed" in errors(judged(BASE, apply(BASE, "picks.race", "elf")))


def test_steps_are_paid_by_what_came_in_and_never_given_back() -> None:
    two = price(2)
    rich = judged(BASE, dodge(BASE, 2), awards=two + 1)
    assert (errors(rich), rich.budgets["aps"].remaining) == ([], 1)
    assert errors(judged(BASE, dodge(BASE, 3), awards=two + 1)) == ["aps-overspent"]
    assert errors(judged(dodge(BASE, 2), dodge(BASE, 1), awards=two + 1)) == ["step-given-back"]


def test_what_play_has_spent_is_not_sold_again() -> None:
    two = price(2)
    once = judged(BASE, BASE, breaks(3), awards=two + 2)
    assert (errors(once), once.budgets["aps"].remaining, once["aps"]) == ([], two - 1, two - 1)
    assert errors(judged(BASE, dodge(BASE, 2), breaks(3), awards=two + 2)) == ["aps-overspent"]


def test_lucky_breaks_are_entered_and_not_bought() -> None:
    before = BASE["scores"]["lucky-breaks"]
    assert errors(judged(BASE, apply(BASE, "scores.lucky-breaks", before + 1), awards=9)) == ["lucky-break-bought"]
    (told,) = judged(apply(BASE, "scores.lucky-breaks", 1), apply(BASE, "scores.lucky-breaks", 2), awards=9).errors
    assert told.message == "Lucky Breaks: 1 bought when approved, 2 now."
    assert errors(judged(BASE, apply(BASE, "scores.lucky-breaks", before - 1), awards=9)) == ["step-given-back"]


def test_a_deduction_takes_what_is_unspent() -> None:
    taken = judged(BASE, BASE, {"kind": "deduction", "amount": -2}, awards=9)
    assert taken.budgets["aps"].remaining == 7


@pytest.mark.parametrize("subject", ["heal", "Heal", "scores.heal"])
def test_a_god_bars_a_skill_by_any_of_its_words(subject: str) -> None:
    forsaken, forgiven = {"kind": "forsaken", "subject": subject}, {"kind": "forgiven", "subject": "heal"}
    barred = judged(priest(), priest(), forsaken).live({})
    assert "Forsaken" in ask(barred, {"skill": "heal-1"}).check.note
    assert [fact.value for fact in barred.facts if fact.label == "Forsaken"] == ["Heal"]
    for entries in ((forsaken, forgiven), (forsaken, {"kind": "forgiven"})):
        assert "Forsaken" not in ask(judged(priest(), priest(), *entries).live({}), {"skill": "heal-1"}).check.note


@pytest.mark.parametrize("subject", ["", "priestcraft", "All Priestcraft"])
def test_a_god_bars_everything_by_any_of_its_words(subject: str) -> None:
    entries = ({"kind": "forsaken", "subject": subject}, {"kind": "forgiven", "subject": "Bless"})
    barred = judged(priest(), priest(), *entries).live({})
    assert "Forsaken" in ask(barred, {"skill": "bless"}).check.note
    assert [fact.value for fact in barred.facts if fact.label == "Forsaken"] == ["All Priestcraft"]


def test_words_that_no_skill_has_bar_none() -> None:
    barred = judged(priest(), priest(), {"kind": "forsaken", "subject": "Sausages"}).live({})
    assert "Forsaken" not in ask(barred, {"skill": "bless"}).check.note
    assert [fact.value for fact in barred.facts if fact.label == "Forsaken"] == ["Sausages"]


def test_what_lasts_is_told_and_ends() -> None:
    told = [
        {"kind": "infirmity", "subject": "left arm", "note": "The cellar door."},
        {"kind": "disease", "subject": "Ague", "initial": "3", "spreading": "2", "period": "day", "note": "The well"},
        {"kind": "forsaken", "subject": "priestcraft"},
        {"kind": "died", "on": "2026-11-20"},
    ]
    facts = {fact.label: fact.text for fact in judged(priest(), priest(), *told).live({}).facts}
    assert {"Infirmity", "Disease", "Forsaken", "Dead"} <= facts.keys()
    assert facts["Infirmity"] == "The cellar door. Rest doesn't end it."
    assert facts["Disease"] == "The well. 3 at once, 2 each time it spreads, day."
    over = ({"kind": "resurrected"}, {"kind": "healed", "subject": "ague "}, {"kind": "forgiven"})
    after = judged(priest(), priest(), *told, *over).live({})
    assert not {"Infirmity", "Disease", "Forsaken", "Dead"} & {fact.label for fact in after.facts}
    barred = judged(priest(), priest(), {"kind": "forsaken", "subject": "bless"}).live({})
    assert "Forsaken" in ask(barred, {"skill": "bless"}).check.note
    assert "Forsaken" not in ask(barred, {"skill": "curse"}).check.note
    assert "Dead" in ask(judged(priest(), priest(), {"kind": "died"}).live({}), {"skill": "strike"}).check.note


def test_a_lucky_break_is_in_every_number_of_the_round() -> None:
    sheet = judged(BASE, BASE, breaks(2), awards=9)
    luck, strike = sheet["luck"], sheet["strike"]
    live = sheet.live({"lucky-break": 2})
    assert live.figure("strike").value == ask(live, {"skill": "strike"}).check.pool.value == strike + 2 * luck
    assert next(one for one in live.checks if one.key == "withstand-injury").pool.value == (
        sheet["withstand-injury"] + 2 * luck
    )
    reserve = next(tracker for tracker in sheet.trackers if tracker.key == "aps")
    assert (reserve.stands({"aps": 1}), reserve.top) == (7, 9), "it stands in the ledger and not in the marks"


def test_a_shield_helps_once_it_has_blocked() -> None:
    shield = {"picks": {"item": "great-shield", "worn": True}}
    sheet = system.read(Build.parse({**BASE, "entries": {"equipment": [shield]}}))
    for key in ("withstand-injury", "within-torso"):
        bare, behind = (ask(sheet.live(marks), {"skill": key}).check.pool.value for marks in ({}, {"blocked": 1}))
        assert behind - bare == 2
    strike = [sheet.live(marks).figure("strike").value for marks in ({}, {"blocked": 1})]
    assert strike[0] == strike[1]


def test_the_account_balances_in_every_order() -> None:
    """In = steps + breaks + losses' steps + deductions + reserve, whatever comes after what; it is never below none."""
    for seed in range(200):
        rng = Random(seed)
        entries: list[LedgerEntry] = []
        start = build = priest(rng.randint(1, 3))
        for _ in range(12):
            table = RulesContext(stage="advancement", baseline=Build.parse(start), ledger=Ledger(entries))
            sheet = system.read(Build.parse(build), table=table)
            spare = sheet.budgets["aps"].remaining
            assert sheet.legal
            assert spare >= 0
            assert spare == sheet.budgets["aps"].allowed.value - sheet.budgets["aps"].spent.value == sheet["aps"]
            match rng.choice(("award", "break", "step", "loss", "deduction")):
                case "award":
                    entries.append(LedgerEntry("award", rng.randint(1, 9)))
                case "break" if spare:
                    entries.append(LedgerEntry("lucky-break", -rng.randint(1, spare)))
                case "deduction" if spare:
                    entries.append(LedgerEntry("deduction", -1))
                case "loss" if sheet["channel"]:
                    entries.append(LedgerEntry("loss", -1, subject="channel", more={"from": sheet["channel"]}))
                case "step":
                    key = rng.choice(("dodge", "channel", "strike"))
                    field = rate(sheet, next(one for one in purchases_of(sheet.reading) if one.key == key))
                    if field.limit > field.value:
                        build = apply(build, f"scores.{key}", rng.randint(field.value + 1, field.limit))


def test_only_the_dead_are_resurrected_and_once() -> None:
    kind, raised = system.ledger_kinds["resurrected"], LedgerEntry("resurrected", by="gm")
    died, back = {"kind": "died", "by": "gm"}, {"kind": "resurrected", "by": "gm"}
    alive = "No death is entered: enter “Death” first."
    for entries, why in (((), alive), ((died,), ""), ((died, back), alive), ((died, back, died), "")):
        assert kind.refuse(judged(BASE, BASE, *entries), raised) == why


def test_points_that_are_gone_are_told_by_what_took_them() -> None:
    """An award that is cancelled: what was approved can't return, so the GM is asked."""
    base = judged(BASE, BASE).budgets["aps"].spent.value
    deducted, broken = {"kind": "deduction", "amount": -2, "by": "gm"}, {"kind": "lucky-break", "amount": -1}
    sheet = judged(BASE, BASE, deducted, broken)
    (over,) = (one for one in sheet.errors if one.code == "aps-overspent")
    allowed = sheet.budgets["aps"].allowed.value
    assert over.message.endswith(f"({base + 3} of {allowed}; Deducted: 2; Lucky Breaks in play: 1).")
    words = "Cancel a ledger entry (Deducted, Lucky Breaks in play), or ask your GM."
    assert (over.fixes, over.hint) == ((), words)
    since = judged(BASE, dodge(BASE, 2), deducted, broken)
    (over,) = (one for one in since.errors if one.code == "aps-overspent")
    assert over.fixes
    assert over.hint == "Remove 12 APs, some of it from Dodge."


def test_a_god_forsakes_priests_alone_and_bars_nothing_twice() -> None:
    """10.7, A-90: whoever never served has no favour to lose."""
    kind, entry = system.ledger_kinds["forsaken"], LedgerEntry("forsaken", subject="heal")

    def offered(sheet: Sheet) -> list[str]:
        return [key for key, _ in kind.subjects(sheet)]

    heathen, served = judged(BASE, BASE), judged(priest(), priest())
    assert offered(heathen) == []
    assert kind.refuse(heathen, entry) == "Only characters with a Priestcraft skill can be forsaken."
    assert {"priestcraft", "heal", "bless"} <= set(offered(served))
    assert kind.refuse(served, entry) == ""
    assert "heal" not in offered(judged(priest(), priest(), {"kind": "forsaken", "subject": "Heal"}))
    assert offered(judged(priest(), priest(), {"kind": "forsaken", "subject": "priestcraft"})) == []
