"""What may happen to a character after the approval: the cases of the rulings, and lives by chance (R-21 to R-25)."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rules import systems
from rules.kernel import Build, LedgerEntry, RulesContext, Sheet
from rules.kernel.documents import apply
from rules.kernel.pages import ChoiceField
from tests.rules import lives
from tests.rules.lives import award, change, changed, entry, errors, settled
from tests.rules.rough_magic.cast import ARTS, MAGE

SYSTEM = systems.get("rough-magic")
KINDS = SYSTEM.ledger_kinds
RING = {"name": "Ring", "scores": {"rating": 2}, "picks": {"permanent": True, "effect": "armour"}}
SKILLS = [{"name": "Thaumaturgy", "picks": {"expertise": True}}, {"name": "Perception"}]
WHOLE: dict[str, Any] = {
    "scores": MAGE, "picks": {"avenue": "illusion"},
    "entries": {"skills": SKILLS, "gifts": [{"name": "Elusive"}], "empowered": [RING]},
}  # fmt: skip
"""The mage of the rulings, who has spent 28 of 40 points."""


def grown(document: Any, approved: Any = None, *entries: LedgerEntry, **more: Any) -> Sheet:
    return lives.grown(SYSTEM, document, WHOLE if approved is None else approved, *entries, **more)


def codes(sheet: Sheet) -> set[str]:
    return {finding.code for finding in sheet.findings}


def left(sheet: Sheet) -> int:
    return sheet.budgets["character-points"].remaining


def with_things(*things: Any, power: int = 2) -> dict[str, Any]:
    return changed(WHOLE, scores__power_level=power) | {"entries": {"skills": list(ARTS), "empowered": list(things)}}


def charm(name: str, rating: int = 1, **picks: Any) -> dict[str, Any]:
    return {"name": name, "scores": {"rating": rating}, "picks": picks}


def told(kind: str, sheet: Sheet, *amounts: int, subject: str = "") -> str:
    return KINDS[kind].refuse(sheet, entry(kind, *amounts, subject=subject))


# Points


def test_points_from_the_game_master_buy_and_none_comes_back() -> None:
    house = {"character_points": 28}
    now = changed(WHOLE, scores__presence=5)
    sheet = grown(now, WHOLE, award(2), **house)
    assert (errors(sheet), left(sheet)) == ([], 0)
    expert = apply(now, "entries.skills.1.picks.expertise", True)
    assert left(grown(expert, WHOLE, award(3), **house)) == 0
    assert errors(grown(expert, WHOLE, award(2), **house)) == ["character-points-overspent"]
    assert errors(grown(WHOLE, now, award(2), **house)) == ["attribute-given-back"]


def test_a_gift_is_never_dropped_and_a_further_one_is_noted() -> None:
    famous = apply(WHOLE, "entries.gifts.0.name", "Famous")
    assert errors(grown(famous)) == ["gift-gone"]
    more = apply(WHOLE, "entries.gifts.1", {"name": "Famous"})
    assert "gifts-new" in codes(grown(more))
    assert not codes(grown(WHOLE)) & {"gifts-new", "traits-new", "specialty-new"}


# The specialty


def test_another_specialty_takes_the_word_and_a_first_one_a_look() -> None:
    now = changed(WHOLE, picks__avenue="conjuration")
    word = change("picks.avenue", "illusion", "conjuration")
    assert errors(grown(now)) == ["specialty-changed"]
    assert errors(grown(now, WHOLE, word)) == []
    assert errors(grown(now, WHOLE, word, specialty_change="never")) == ["specialty-changed"]
    assert errors(grown(now, WHOLE, specialty_change="free")) == []
    without = changed(WHOLE, picks__avenue=None)
    assert "specialty-new" in codes(grown(WHOLE, without))
    assert "specialty-new" not in codes(grown(WHOLE, without, specialty_change="free"))


def test_the_field_of_the_specialty_says_so_before() -> None:
    (field,) = [f for step in SYSTEM.steps(grown(WHOLE)) for f in step.fields if f.path == "picks.avenue"]
    assert isinstance(field, ChoiceField)
    assert all(option.reason for option in field.options if option.key != "illusion")


# Objects


def test_an_object_for_good_goes_only_where_it_was_destroyed_and_its_points_stay_spent() -> None:
    bare = changed(WHOLE, entries__empowered__0=None)
    gone = entry("destroyed", -2, "ring")
    assert errors(grown(bare)) == ["object-given-back"]
    assert left(grown(WHOLE)) == 12
    sheet = grown(bare, WHOLE, gone)
    assert (errors(sheet), left(sheet)) == ([], 12)
    assert errors(grown(bare, WHOLE, entry("destroyed", -1, "ring"))) == ["object-given-back"]
    still = grown(WHOLE, WHOLE, gone)
    assert (errors(still), left(still)) == (["object-destroyed"], 12), "nor is it made again before the approval"
    renamed = grown(changed(WHOLE, entries__empowered__0__name="Band"), WHOLE, gone)
    assert (errors(renamed), left(renamed)) == ([], 10)
    again = grown(WHOLE, bare, gone, created=WHOLE)
    assert (errors(again), left(again)) == ([], 10)


def rings(*ratings: int, name: str = "Ring") -> dict[str, Any]:
    """The mage with nothing but objects for good of one name."""
    return with_things(*(charm(name, rating, permanent=True) for rating in ratings))


def spent(sheet: Sheet) -> int:
    return sheet.budgets["character-points"].spent.value


def test_what_was_destroyed_stays_spent_when_another_of_its_name_is_made_and_approved() -> None:
    ring, none = rings(2), rings()
    gone, base = settled(entry("destroyed", -2, "Ring")), spent(grown(none, none))
    for approved, now, points in ((none, none, 2), (none, ring, 4), (ring, ring, 4)):
        sheet = grown(now, approved, *gone, created=ring)
        assert (errors(sheet), spent(sheet)) == ([], base + points)
        assert "object-destroyed" not in codes(sheet)
    assert errors(grown(none, ring, *gone, created=ring)) == ["object-given-back"]
    assert errors(grown(none, ring, *gone, entry("destroyed", -2, "Ring"), created=ring)) == []


@pytest.mark.parametrize(("had", "has", "told", "missing"), [
    ((1, 1), (), (1,), [1]),
    ((1, 1), (1,), (1,), []),
    ((1, 1), (), (1, 1), []),
    ((3, 1), (), (3,), [1]),
    ((1, 3), (), (3,), [1]),
    ((1, 3), (), (1,), [3]),
    ((1, 3), (), (3, 1), []),
    ((2,), (), (1, 1), [2]),
])  # fmt: skip
def test_one_entry_destroys_one_object(had: Any, has: Any, told: Any, missing: list[int]) -> None:
    """Whatever no entry is left for has to come back."""
    entries = [entry("destroyed", -rating, "Ring") for rating in told]
    sheet = grown(rings(*has), rings(*had), *entries)
    assert errors(sheet) == ["object-given-back"] * len(missing)
    assert [fix.value["scores"]["rating"] for finding in sheet.errors for fix in finding.fixes] == missing
    assert "object-destroyed" not in codes(sheet)


def test_what_is_still_written_down_is_the_one_that_was_destroyed() -> None:
    sheet = grown(rings(2, 1), rings(2, 1), entry("destroyed", -2, "Ring"))
    assert [f.at for f in sheet.findings if f.code == "object-destroyed"] == ["entries.empowered.0"]
    assert spent(sheet) == spent(grown(rings(2, 1), rings(2, 1)))


def test_an_object_without_a_name_is_named_later_and_neither_removed_nor_another() -> None:
    had = rings(2, name="")
    for now in (rings(), rings(1, name=""), rings(3, name=""), with_things(charm("", 2)), rings(1)):
        assert "object-given-back" in errors(grown(now, had, award(9)))
    named = grown(rings(2), had)
    assert (errors(named), spent(named)) == ([], spent(grown(had, had)))
    found = {one.path: one for step in SYSTEM.steps(named) for one in lives.fields(step.fields)}
    assert found["entries.empowered.0.scores.rating"].reason == "a permanent object's rating can't change"
    assert errors(grown(rings(2), rings(2, 2, name=""), award(9))) == ["object-given-back"]


def learned(kind: str, *lines: tuple[str, bool]) -> dict[str, Any]:
    made = [{"name": name, "picks": {"expertise": True} if expert else {}} for name, expert in lines]
    return {"scores": MAGE, "entries": {"skills": list(ARTS), kind: [*(ARTS if kind == "skills" else ()), *made]}}


@pytest.mark.parametrize(("kind", "code"), [("skills", "skill"), ("gifts", "gift"), ("traits", "trait")])
def test_a_line_without_a_name_is_named_later_and_not_removed(kind: str, code: str) -> None:
    had, bare = learned(kind, ("", False)), learned(kind)
    assert errors(grown(bare, had)) == [f"{code}-gone"]
    sheet = grown(learned(kind, ("Zork", False)), had)
    assert (errors(sheet), f"{kind}-new" in codes(sheet)) == ([], False)
    assert errors(grown(learned(kind, ("Zork", False)), learned(kind, ("Zork", False), ("", False)))) == [
        f"{code}-gone"
    ]
    over = grown(learned(kind, ("Zork", False)), had, character_points=1)
    assert not any(fix.label.startswith("Remove Zork") for finding in over.errors for fix in finding.fixes)


def test_expertise_stays_whatever_the_skill_is_called_and_wherever_it_stands() -> None:
    def judged(now: Any, *then: tuple[str, bool]) -> list[tuple[str, str]]:
        sheet = grown(learned("skills", *now), learned("skills", *then))
        return [(f.code, f.at) for f in sheet.errors if f.code == "expertise-given-back"]

    at = ("expertise-given-back", "entries.skills.{}.picks.expertise")
    assert judged([("Zork", False)], ("", True)) == [(at[0], at[1].format(2))]
    assert judged([("Zork", True)], ("", True)) == []
    assert judged([("Zork", False), ("Zork", True)], ("Zork", True), ("Zork", False)) == []
    assert judged([("Zork", True), ("Zork", False)], ("Zork", True), ("Zork", True)) == [(at[0], at[1].format(3))]


def test_an_object_for_good_says_that_it_keeps_what_it_is() -> None:
    arm = {**RING, "picks": {"permanent": True, "effect": "attribute", "attribute": "brawn"}}
    own = {**WHOLE, "entries": {**WHOLE["entries"], "empowered": [arm, charm("Loose", 1, effect="attribute")]}}
    found = {one.path: one for step in SYSTEM.steps(grown(own, own, award(9))) for one in lives.fields(step.fields)}
    rating = found["entries.empowered.0.scores.rating"]
    assert (rating.low, rating.limit, rating.reason) == (2, 2, "a permanent object's rating can't change")
    for pick in ("effect", "attribute"):
        kept, loose = (found[f"entries.empowered.{place}.picks.{pick}"] for place in (0, 1))
        assert [option.key for option in kept.options if not option.reason] == list(kept.value)
        assert not any(option.reason for option in loose.options)


def test_a_specialty_that_was_approved_is_not_to_be_given_up_for_a_skill() -> None:
    bare = {**WHOLE, "entries": {**WHOLE["entries"], "skills": SKILLS[1:]}}
    found = {f.code: f for f in grown(bare).errors}
    assert (set(found), found["avenue-without-thaumaturgy"].fixes) == (
        {"avenue-without-thaumaturgy", "skill-gone"}, (),
    )  # fmt: skip


def test_what_is_destroyed_stays_spent_as_it_was_paid() -> None:
    sheet = grown(WHOLE)
    assert list(KINDS["destroyed"].subjects(sheet)) == [("Ring", "Ring, 2 points")]
    assert KINDS["destroyed"].fill(sheet, entry("destroyed", subject="RING")).amount == -2
    assert KINDS["destroyed"].fill(sheet, entry("destroyed", subject="cap")).amount == 0
    assert told("destroyed", sheet, subject="RING") == ""
    assert told("destroyed", sheet, subject="cap") == "Choose a permanent object."


def test_a_charm_that_stopped_makes_room_for_another() -> None:
    two, three = (with_things(*map(charm, names)) for names in ("AB", "ABC"))
    stops = entry("expired", subject="a")
    assert errors(grown(three, two)) == ["too-many-objects"]
    assert errors(grown(three, two, stops)) == []
    assert errors(grown(three, two, stops, entry("empowered", subject="A"))) == ["too-many-objects"]
    ((_, things),) = SYSTEM.lists(grown(three, two, stops))
    assert [thing.text.endswith("its magic has ended") for thing in things] == [True, False, False]


def test_a_third_charm_is_entered_once_one_of_two_has_stopped() -> None:
    sheet = grown(two := with_things(*map(charm, "AB")), two)
    three = with_things(*map(charm, "ABC"))
    assert told("empowered", grown(three, two), subject="C").startswith("Power Level 2 holds 2 objects.")
    assert told("empowered", sheet, subject="A") == ""
    elsewhere = "Choose a temporary object, or add it in the builder first."
    assert [told("empowered", sheet, subject=name) for name in ("", "C", "Ring")] == [elsewhere] * 3
    assert [name for name, _ in KINDS["expired"].subjects(sheet)] == ["A", "B"]
    assert (told("expired", sheet, subject="b"), bool(told("expired", sheet, subject="C"))) == ("", True)
    over = grown(three, two, entry("expired", subject="A"))
    assert (told("empowered", over, subject="C"), bool(told("expired", over, subject="A"))) == ("", True)
    late = grown(three, two, entry("expired", subject="C"))
    assert [name for name, _ in KINDS["empowered"].subjects(late)] == ["C", "A", "B"]


def test_making_one_permanent_is_a_line_of_the_build() -> None:
    bare = changed(WHOLE, entries__empowered__0__picks__permanent=None)
    sheet = grown(WHOLE, bare, entry("made-permanent", subject="Ring"))
    assert (errors(sheet), sheet.budgets["character-points"].spent.value) == ([], 28)
    before = grown(bare, bare)
    assert before.budgets["character-points"].spent.value == 26
    assert (told("made-permanent", before, subject="ring"), bool(told("made-permanent", before))) == ("", True)
    made = entry("made-permanent", subject="Ring")
    open_ = grown(bare, bare, made)
    (found,) = open_.errors
    assert found.message == "Ring is temporary here, but permanent according to the ledger."
    assert found.hint == "Make it permanent for 2 points, or cancel the entry."
    paid = grown(apply(bare, found.fixes[0].path, found.fixes[0].value), bare, made)
    assert (errors(paid), paid.budgets["character-points"].spent.value) == ([], 28)
    assert told("made-permanent", open_, subject="ring") == "Choose a temporary object that still holds."
    assert errors(grown(bare, bare, made, entry("destroyed", -2, "ring"))) == [], "another of its name"
    poor = grown(bare, bare, entry("deduction", before.budgets["character-points"].remaining - 1))
    assert told("made-permanent", poor, subject="ring") == "It costs 2 points; 1 left."
    low = grown(bare, bare, entry("loss", -3))
    assert told("made-permanent", low, subject="ring") == "It is rated 2; the maximum is 1, your Power Level."


# Power Level


def test_a_lost_power_level_stays_paid_for_and_is_bought_again_from_where_it_stands() -> None:
    loss = entry("loss", subject="power-level", **{"from": 4, "to": 1})
    sheet = grown(WHOLE, WHOLE, loss)
    assert (errors(sheet), sheet["power-level"], left(sheet)) == ([], 1, 12)
    again = grown(five := changed(WHOLE, scores__power_level=5), WHOLE, loss)
    assert (errors(again), again["power-level"], left(again)) == ([], 2, 11)
    assert "Power Level 1 → 2" in [t.label for t in again.budgets["character-points"].spent.terms]
    back = entry("restored", subject="power-level", **{"from": 2})
    whole = grown(five, WHOLE, loss, back)
    assert (errors(whole), whole["power-level"], left(whole)) == ([], 4, 11)
    more = grown(changed(WHOLE, scores__power_level=6), WHOLE, loss, back)
    assert (more["power-level"], left(more)) == (5, 9)
    assert grown(WHOLE, WHOLE, entry("loss", -3), entry("restored"))["power-level"] == 4
    assert grown(WHOLE, WHOLE, entry("loss"))["power-level"] == 1
    assert grown(WHOLE, WHOLE, entry("restored"), entry("loss", subject="brawn"))["power-level"] == 4


def test_no_rank_that_a_fall_or_a_return_stands_on_is_taken_back() -> None:
    high = changed(WHOLE, scores__power_level=8)
    loss = KINDS["loss"].fill(grown(high), entry("loss"))
    back = KINDS["restored"].fill(grown(high, WHOLE, loss), entry("restored"))
    assert errors(grown(high, WHOLE, loss, back)) == []
    for told in ((loss,), (loss, back)):
        (found,) = grown(WHOLE, WHOLE, *told).errors
        assert (found.code, found.fixes[0].value) == ("attribute-given-back", 8)
    assert errors(grown(WHOLE, WHOLE, *settled(loss, back))) == [], "what was approved isn't asked again"
    again = changed(WHOLE, scores__power_level=5)
    first = entry("loss", **{"from": 4})
    second = KINDS["loss"].fill(grown(again, WHOLE, first), entry("loss"))
    assert errors(grown(again, WHOLE, first, second)) == []
    assert errors(grown(WHOLE, WHOLE, first, second, entry("restored", **{"from": 1}))) == ["attribute-given-back"]


def test_the_field_of_a_lost_power_level_goes_as_far_as_the_verdict() -> None:
    entries = (entry("loss", -3), award(40))
    sheet = grown(WHOLE, WHOLE, *entries)
    step = next(step for step in SYSTEM.steps(sheet) if step.key == "attributes")
    (rate,) = [rate for rate in lives.rates(step.fields) if rate.path == "scores.power-level"]
    assert (rate.low, rate.limit, rate.price) == (4, 13, "+1: 1 point")
    legal = [grown(apply(WHOLE, rate.path, to), WHOLE, *entries).legal for to in (13, 14)]
    assert legal == [True, False]


def test_what_was_empowered_before_the_fall_stays_and_what_comes_after_is_judged_anew() -> None:
    loss = entry("loss", -3)
    made = with_things(charm("Crown", 3, permanent=True), power=4)
    bare = with_things(charm("Crown", 3), power=4)
    assert errors(grown(made, made, loss)) == []
    assert errors(grown(made, bare, loss)) == ["rating-beyond-power"]
    assert errors(grown(made, bare, entry("made-permanent", subject="crown"), loss)) == []
    assert errors(grown(made, bare, loss, entry("made-permanent", subject="crown"))) == ["rating-beyond-power"]
    worn = grown(two := with_things(charm("A", 3), charm("B"), power=4), two, loss)
    assert (errors(worn), "objects-stopping" in codes(worn)) == ([], True)
    many = grown(two := with_things(*map(charm, "AB"), power=4), two, loss)
    assert (errors(many), "objects-stopping" in codes(many)) == ([], True)


def test_power_level_falls_to_one_and_returns_once() -> None:
    sheet = grown(WHOLE)
    loss = KINDS["loss"].fill(sheet, entry("loss"))
    assert (loss.subject, loss.amount, loss.more) == ("power-level", -3, {"from": 4, "to": 1})
    low = grown(WHOLE, WHOLE, loss)
    assert (told("loss", sheet), low["power-level"]) == ("", 1)
    offered = [[bool(list(KINDS[kind].subjects(one))) for kind in ("loss", "restored")] for one in (sheet, low)]
    assert offered == [[True, False], [False, True]]
    back = KINDS["restored"].fill(low, entry("restored"))
    assert (back.more, grown(WHOLE, WHOLE, loss, back)["power-level"]) == ({"from": 1}, 4)
    assert told("loss", low, -1) == "Power Level is 1 already."
    assert (told("restored", low), told("restored", sheet)) == ("", "No Power Level is lost.")


# Endurance and what stays


def test_endurance_that_has_returned_stays() -> None:
    lost = entry("endurance", -4)
    back = entry("endurance-returned", 1)
    sheet = grown(WHOLE, WHOLE, lost, back, entry("endurance", 1), back)
    facts = {fact.label: fact.value for fact in SYSTEM.now(sheet, {"rest": 0}).facts}
    assert (sheet["endurance"], facts["Maximum Endurance"]) == (3, "3 of 4")
    more = {fact.label: fact.value for fact in SYSTEM.now(sheet, {"maximum-lost": 2}).facts}
    assert more["Maximum Endurance"] == "1 of 4"


def test_maximum_endurance_that_was_taken_is_one_number_everywhere() -> None:
    sheet = grown(WHOLE, WHOLE, entry("endurance", -3))
    assert sheet["endurance"] == 1
    assert sheet.figures["endurance"].terms[-1].label == "taken by magic"
    tops = {one.key: one.top for one in sheet.trackers if one.key in ("endurance-lost", "maximum-lost")}
    assert tops == {"endurance-lost": 1, "maximum-lost": 1}
    told = {one.key: one.summary for one in sheet.trackers}["maximum-lost"]
    assert told.endswith("The 3 in the ledger are already subtracted.")
    assert {vital.label: vital.value for vital in SYSTEM.vitals(sheet.live({}))}["Endurance"] == "1"
    (back,) = (fact.text for fact in sheet.live({}).facts if fact.label == "Full recovery")
    assert back == "1 point after half an hour without magic, then 1 for each of 2 full days without."
    rests = {rest.key: steps for rest, steps in sheet.live({}).rests.items()}
    assert {key: (steps[0].before, steps[0].after) for key, steps in rests.items()} == {
        "half-hour": (1, 2), "day": (1, 2), "healed": (1, 4),
    }  # fmt: skip
    lasting = {fact.label: fact.value for fact in sheet.live({}).facts if fact.lasts}
    assert lasting == {"Maximum Endurance": "1 of 4"}
    hurt = {fact.label: fact.value for fact in SYSTEM.now(sheet, {"endurance-lost": 1}).facts}
    assert (hurt["Maximum Endurance"], hurt["Endurance"]) == ("1 of 4", "0 of 1")
    assert grown(WHOLE, WHOLE, entry("endurance", -4), entry("endurance", -4))["endurance"] == 0
    scar = grown(WHOLE, WHOLE, entry("disfigured", subject="Horns"))
    assert [fact.value for fact in scar.live({}).facts if fact.lasts] == ["Horns"]


def test_a_failure_takes_one_to_four_and_only_what_is_lost_returns() -> None:
    sheet, low = grown(WHOLE), grown(WHOLE, WHOLE, entry("endurance", -3))
    assert told("endurance", sheet, -4) == ""
    assert told("endurance", sheet, -5) == told("endurance", sheet, 1) == "A failure takes 1 to 4 points."
    assert told("endurance", low, -2) == "Maximum Endurance left: 1."
    assert told("endurance", grown(WHOLE, WHOLE, entry("endurance", -4)), -1) == "Maximum Endurance left: 0."
    assert (told("endurance-returned", low), told("endurance-returned", sheet)) == (
        "", "No maximum Endurance is lost.",
    )  # fmt: skip


def test_a_disfigurement_is_for_good_until_it_is_healed() -> None:
    tumours = entry("disfigured", subject="Tumours")
    sheet = grown(WHOLE, WHOLE, tumours)
    (fact,) = SYSTEM.now(sheet, {}).facts
    assert (fact.label, fact.value) == ("Permanent", "Tumours")
    offered = [name for name, _ in KINDS["disfigured"].subjects(sheet)]
    assert "Lame" in offered
    assert "Tumours" not in offered
    assert list(KINDS["healed"].subjects(sheet)) == [("Tumours", "Tumours")]
    assert [told("healed", sheet, subject=name) for name in ("tumours", "Lame")] == [
        "", "Choose a permanent disfigurement.",
    ]  # fmt: skip
    assert [told("disfigured", sheet, subject=name) for name in ("Lame", " ")] == ["", "Enter what it is."]
    assert SYSTEM.now(grown(WHOLE, WHOLE, tumours, entry("healed", subject="tumours")), {}).facts == ()


def test_a_fall_is_read_by_the_ranks_there_were_whatever_is_cancelled_since() -> None:
    """R-22: the second fell from 2 because of the first; without that it fell from 5."""
    four, five = (changed(WHOLE, scores__power_level=level) for level in (4, 5))
    first = replace(KINDS["loss"].fill(grown(four, four), entry("loss")), id="first")
    second = replace(KINDS["loss"].fill(grown(five, four, first), entry("loss")), id="second")
    assert (first.more["from"], second.more["from"]) == (4, 2)
    void, back = (entry("void", subject=key) for key in ("first", "second"))
    assert grown(five, four, first, second)["power-level"] == 1
    assert grown(five, four, first, second, void)["power-level"] == 1
    assert grown(changed(WHOLE, scores__power_level=6), four, first, second, void)["power-level"] == 2
    assert grown(five, four, first, second, void, entry("restored"))["power-level"] == 5
    assert grown(five, four, first, second, back)["power-level"] == 2
    assert grown(five, four, first, second, void, back)["power-level"] == 5
    third = entry("loss", **{"from": 1 + 1})
    six = changed(WHOLE, scores__power_level=6)
    assert grown(six, four, first, second, third, void, back)["power-level"] == 1


def test_an_object_that_holds_is_not_empowered_again() -> None:
    """R-24: it stops first, whether its week is over or another takes its place."""
    two = with_things(charm("A"), charm("B"))
    once, over = entry("empowered", subject="A"), entry("expired", subject="A")
    sheet = grown(two, two, once)
    assert [name for name, _ in KINDS["empowered"].subjects(sheet)] == ["B"]
    assert (
        told("empowered", sheet, subject=" a")
        == "It's already in the ledger and still holds. Enter first that it stopped."
    )
    assert told("expired", sheet, subject="A") == ""
    assert told("empowered", grown(two, two, once, over), subject="A") == ""


def test_what_lasts_of_a_consequence_is_told_as_the_book_has_it() -> None:
    """Rest or Healing gives Endurance back, and a polymorph ends what was for good (R-25)."""
    (ruling,) = [one for one in SYSTEM.rulings if one.key == "R-25"]
    assert "with rest or Healing" in ruling.text
    assert ruling.text.endswith("Healing or a polymorph ends it.")


ANIMAL = WHOLE | {
    "picks": {**WHOLE["picks"], "consequence": "critical"}, "rolls": {"consequence": [3, 5]},
}  # fmt: skip


def test_a_polymorph_takes_what_was_for_good_and_says_so() -> None:
    """Unintended Consequences: every other consequence goes, and the ledger is told by an entry."""
    tumours = entry("disfigured", subject="Tumours")
    words = {fact.value: fact.text for fact in SYSTEM.now(grown(ANIMAL, ANIMAL, tumours), {}).facts}
    assert words["Tumours"] == "The polymorph ends it. Enter “Healed” for it."
    words = {fact.value: fact.text for fact in SYSTEM.now(grown(WHOLE, WHOLE, tumours), {}).facts}
    assert words["Tumours"] == "Healing or a polymorph ends it."


def test_a_second_polymorph_leaves_a_power_level_of_one_whatever_came_back_before() -> None:
    fell, back = (KINDS[kind].fill(grown(WHOLE), entry(kind)) for kind in ("loss", "restored"))
    more = changed(ANIMAL, scores__power_level=6)
    entries = fell, entry("restored", **{"from": 5})
    assert grown(changed(WHOLE, scores__power_level=6), WHOLE, *entries)["power-level"] > 1
    assert grown(more, WHOLE, *entries)["power-level"] == 1
    assert grown(ANIMAL, ANIMAL)["power-level"] == grown(ANIMAL, ANIMAL, fell, back, fell)["power-level"] == 1


def test_what_the_ledger_took_too_much_is_told_with_what_to_do() -> None:
    (over,) = grown(WHOLE, WHOLE, entry("deduction", -40)).errors
    assert over.message == "28 character points over (68 of 40; Deducted: 40)."
    assert over.hint == "Cancel a ledger entry (Deducted), or ask your GM."


# Lives


def falls(sheet: Sheet, document: Any, rng: Random) -> tuple[Any, LedgerEntry | None]:
    level = sheet["power-level"]
    return document, entry("loss", 1 - level) if level > 1 else None


def returns(sheet: Sheet, document: Any, rng: Random) -> tuple[Any, LedgerEntry | None]:
    back = entry("restored", **{"from": sheet["power-level"]})
    return document, back if not KINDS["restored"].refuse(sheet, back) else None


def makes(sheet: Sheet, document: Any, rng: Random) -> tuple[Any, LedgerEntry | None]:
    """An object for good, where there are points for it."""
    rating, things = rng.randint(1, 3), document.get("entries", {}).get("empowered", [])
    if rating > min(sheet["power-level"], left(sheet)):
        return document, None
    thing = charm(f"Thing {rng.random()}", rating, permanent=True)
    return apply(document, f"entries.empowered.{len(things)}", thing), entry("made-permanent", subject=thing["name"])


def breaks(sheet: Sheet, document: Any, rng: Random) -> tuple[Any, LedgerEntry | None]:
    things = [(n, one) for n, one in enumerate(document.get("entries", {}).get("empowered", []))
              if one["picks"].get("permanent")]  # fmt: skip
    if not things:
        return document, None
    place, thing = rng.choice(things)
    return apply(document, f"entries.empowered.{place}", None), entry(
        "destroyed", -thing["scores"]["rating"], thing["name"]
    )


def suffers(sheet: Sheet, document: Any, rng: Random) -> tuple[Any, LedgerEntry | None]:
    lost = entry("endurance", -rng.randint(1, 4))
    return document, lost if not KINDS["endurance"].refuse(sheet, lost) else None


@pytest.mark.parametrize("seed", range(16))
def test_through_any_life_the_account_holds(seed: int) -> None:
    for sheet in lives.life(SYSTEM, Random(seed), (falls, returns, makes, breaks, suffers)):
        budget = sheet.budgets["character-points"]
        assert budget.allowed.value - budget.spent.value == budget.remaining >= 0
        assert budget.allowed.value == 40 + sheet.table.ledger.total("award")
        assert sheet.legal, [finding.message for finding in sheet.errors]


def test_an_object_destroyed_before_any_approval_is_no_longer_there() -> None:
    table = RulesContext(ledger=lives.Ledger((entry("destroyed", -2, "ring"),)))
    assert SYSTEM.read(Build.parse(WHOLE), table=table).budgets["character-points"].remaining == 10


def test_a_consequence_that_was_rolled_is_over_by_rest_or_healing() -> None:
    """Recovering From Magical Consequences: a day without magic, or for what is permanent a healing spell."""
    for morning, day in ([3, 3], True), ([1, 1], False):
        hurt = {**WHOLE, "picks": {**WHOLE["picks"], "consequence": "minor"},
                "rolls": {"consequence": [1, 1], "morning": morning}}  # fmt: skip
        sheet = grown(hurt)
        name = sheet.live({}).facts[-1].value
        assert list(KINDS["recovered"].subjects(sheet)) == [(name, name)]
        assert told("recovered", sheet, subject=name.upper()) == ""
        assert told("recovered", sheet, subject="Lame") == "Choose the consequence that was rolled."
        assert KINDS["recovered"].edits(sheet, entry("recovered", subject=name)) == {
            "picks.consequence": None, "rolls.consequence": None, "rolls.morning": None,
        }  # fmt: skip
        ends = {
            rest.key for rest, steps in sheet.live({}).rests.items() if any(name == one.tracker.label for one in steps)
        }
        assert ends == ({"day", "healed"} if day else {"healed"})
    assert told("recovered", grown(WHOLE), subject="Lame") == "Choose the consequence that was rolled."
