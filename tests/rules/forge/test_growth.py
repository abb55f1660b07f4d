"""What may happen to a character after the approval: the cases of the rulings, and lives by chance (F-15 to F-18)."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rules import systems
from rules.kernel import LedgerEntry, Sheet
from rules.kernel.documents import apply
from rules.kernel.pages import ChoiceField, RatingField
from tests.rules import lives
from tests.rules.lives import award, change, changed, entry, errors

SYSTEM = systems.get("forge")
BIRKE: dict[str, Any] = {
    "scores": {"agility": 3, "brawn": 2, "cunning": 3},
    "rolls": {"backgrounds": [3, 4, 7]},
    "picks": {"ancestry": "mixed", "ancestry-first": "elf", "ancestry-second": "orc", "archetype": "rogues"},
    "entries": {
        "values": [{"name": "Honour", "scores": {"rating": 2}}, {"name": "Mercy", "scores": {"rating": 1}}],
        "bonds": [{"name": "The ferryman"}, {"name": "Nela"}],
        "classes": [{"name": "Scout"}],
        "skills": [{"name": "Hide", "picks": {"type": "action"}}],
        "possessions": [{"name": "Rope"}, {"name": "Lamp"}],
    },
}


def grown(document: Any, *entries: LedgerEntry, approved: Any = BIRKE, **more: Any) -> Sheet:
    return lives.grown(SYSTEM, document, approved, *entries, **more)


def codes(sheet: Sheet) -> set[str]:
    return {finding.code for finding in sheet.findings}


def field(sheet: Sheet, path: str) -> Any:
    (found,) = [one for step in SYSTEM.steps(sheet) for one in lives.fields(step.fields) if one.path == path]
    return found


# Abilities and ancestry


def test_abilities_never_change_unless_a_table_lets_them() -> None:
    now = changed(BIRKE, scores__agility=2, scores__brawn=3)
    word = change("scores.brawn", 2, 3)
    assert errors(grown(now)) == errors(grown(now, word)) == ["ability-changed"] * 2
    brawn = changed(BIRKE, scores__brawn=3)
    grows = grown(brawn, word, ability_growth="gm_word")
    assert (errors(grows), grows["brawn"], grows.budgets["ability-points"].spent.value) == ([], 3, 8)
    (finding, *_) = [f for f in grown(now, ability_growth="gm_word").errors if f.at == "scores.brawn"]
    assert (finding.code, finding.gm_word and (finding.gm_word.subject, finding.gm_word.was, finding.gm_word.now)) == (
        "ability-changed", ("scores.brawn", 2, 3),
    )  # fmt: skip
    low = changed(BIRKE, scores__brawn=1)
    less = grown(low, change("scores.brawn", 2, 1), ability_growth="gm_word")
    assert (errors(less), less.budgets["ability-points"].remaining) == ([], 0)
    again = grown(brawn, word, approved=brawn, created=BIRKE, ability_growth="gm_word")
    assert (errors(again), again.budgets["ability-points"].remaining) == ([], 0)
    six = changed(BIRKE, scores__brawn=6)
    assert "ability-out-of-range" in errors(grown(six, change("scores.brawn", 2, 6), ability_growth="gm_word"))


def test_the_field_of_an_ability_keeps_what_the_word_has_made_of_it() -> None:
    growing = {"ability_growth": "gm_word"}
    before, after = (
        grown(BIRKE, **growing),
        grown(changed(BIRKE, scores__brawn=3), change("scores.brawn", 2, 3), **growing),
    )
    rates = [field(sheet, "scores.brawn") for sheet in (before, after)]
    assert all(isinstance(rate, RatingField) for rate in rates)
    assert [(rate.low, rate.limit) for rate in rates] == [(2, 2), (3, 3)]
    assert rates[0].reason == "after approval only your GM can allow a change"
    fresh = SYSTEM.read(after.build, table=lives.RulesContext(growing))
    assert "ability-points-overspent" in errors(fresh)


def test_the_halves_of_an_ancestry_have_no_order_and_say_that_they_stay() -> None:
    assert errors(grown(changed(BIRKE, picks__ancestry="dwarf"))) == ["ancestry-changed"]
    turned = changed(BIRKE, picks__ancestry_first="orc", picks__ancestry_second="elf")
    assert errors(grown(turned)) == []
    half = field(grown(BIRKE), "picks.ancestry-first")
    assert isinstance(half, ChoiceField)
    assert {option.key for option in half.options if not option.reason} == {"elf", "orc"}


def test_a_half_stays_where_the_other_was_open() -> None:
    was = changed(BIRKE, picks__ancestry_second=None)
    now = changed(BIRKE, picks__ancestry_first="orc", picks__ancestry_second="dwarf")
    (finding,) = grown(now, approved=was).errors
    assert (finding.code, finding.at, finding.fixes[0].value) == ("ancestry-changed", "picks.ancestry-first", "elf")
    for first, second in (("elf", "dwarf"), ("dwarf", "elf"), (None, "elf"), ("elf", None)):
        made = changed(BIRKE, picks__ancestry_first=first, picks__ancestry_second=second)
        assert errors(grown(made, approved=was)) == []
    assert errors(grown(changed(was, picks__ancestry_first=None), approved=was)) == ["ancestry-changed"]
    assert [f.at for f in grown(now).errors] == ["picks.ancestry-second"]
    sheet = grown(was, approved=was)
    free = [[one.key for one in field(sheet, f"picks.ancestry-{half}").options if not one.reason]
            for half in ("first", "second")]  # fmt: skip
    assert (free[0], len(free[1])) == (["elf"], 6)


# Backgrounds, values, bonds


def with_past(place: int, row: str, **more: Any) -> Any:
    """Birke with another background in a place, which the list has from there on."""
    past = [{}] * place + [{"picks": {"row": row}}]
    return {**BIRKE, "entries": {**BIRKE["entries"], "backgrounds": past}, **more}


def test_a_background_stays_unless_the_game_master_says_so() -> None:
    now = with_past(1, "healer")
    (finding,) = grown(now).errors
    assert (finding.code, finding.gm_word) == ("background-gone", lives.GmWord("Guard", "Guard", "Healer"))
    assert errors(grown(now, change("Guard", "Guard", "Healer"))) == []
    assert errors(grown(now, change("Guard", "Guard", "Hunter"))) == ["background-gone"]
    assert errors(grown(now, values_change="free")) == []


def test_a_further_background_takes_the_word() -> None:
    now = with_past(3, "merchant")
    (finding,) = grown(now).errors
    assert (finding.code, finding.gm_word) == ("backgrounds-too-many", lives.GmWord("Merchant", None, "Merchant"))
    assert errors(grown(now, change("Merchant", None, "Merchant"))) == []


def test_a_further_background_may_have_any_name_it_was_allowed_on_the_way() -> None:
    now, said = with_past(3, "merchant"), lives.settled(change("Merchant", None, "Merchant"))
    words = change("Merchant", "Merchant", "Healer"), change("Healer", "Healer", "Nomad")
    for row in ("merchant", "healer", "nomad"):
        assert errors(grown(with_past(3, row), *said, *words, approved=now)) == [], row


def test_dice_that_are_all_there_say_the_same_in_any_order() -> None:
    """0.4: a background is known by its name, wherever it stands."""
    assert codes(grown(changed(BIRKE, rolls__backgrounds=[7, 3, 4]))) == codes(grown(BIRKE))
    other = grown(changed(BIRKE, rolls__backgrounds=[7, 3, 5]))
    assert "backgrounds-rolled-again" in errors(other)
    two = changed(BIRKE, rolls__backgrounds=[7, 3])
    assert "backgrounds-rolled-again" not in errors(grown(changed(two, rolls__backgrounds=[7, 3, 2]), approved=two))


def test_a_word_for_a_further_background_is_no_word_for_a_later_one() -> None:
    """What was approved with it stays, under its later name, too; what was not done by then takes another word."""
    now, said = with_past(3, "merchant"), change("Merchant", None, "Merchant")
    old = lives.settled(said)
    assert errors(grown(now, *old)) == ["backgrounds-too-many"]
    assert errors(grown(now, *old, said)) == []
    assert errors(grown(now, *old, approved=now)) == []
    words = change("Merchant", "Merchant", "Healer")
    healer = with_past(3, "healer")
    assert errors(grown(healer, *old, words, approved=now)) == []
    assert errors(grown(healer, *old, *lives.settled(words), approved=healer)) == []


def test_the_table_of_backgrounds_says_what_another_takes() -> None:
    word = "after approval only your GM can allow a change"
    allowed = change("Guard", "Guard", "Healer")
    rows = field(grown(BIRKE, allowed), "entries.backgrounds.1.picks.row").options
    row = {option.key: option.reason for option in rows}
    assert (row["guard"], row["healer"], row["hunter"]) == ("", "", word)
    free = field(grown(BIRKE, values_change="free"), "entries.backgrounds.1.picks.row")
    assert not any(option.reason for option in free.options)


def test_a_value_changes_its_number_and_its_name_by_the_word() -> None:
    three = apply(BIRKE, "entries.values.0.scores.rating", 3)
    (finding,) = grown(three).errors
    assert (finding.code, finding.gm_word) == ("value-changed", lives.GmWord("Honour", 2, 3))
    assert errors(grown(three, change("honour", 2, 3))) == []
    assert errors(grown(three, change("entries.values.0.scores.rating", 2, 3))) == []
    assert errors(grown(three, change("Honour", 2, 4))) == ["value-changed"]
    pride = apply(BIRKE, "entries.values.0.name", "Pride")
    renamed = change("Honour", "Honour", "Pride")
    assert [f.gm_word for f in grown(pride).errors] == [lives.GmWord("Honour", "Honour", "Pride")]
    (back,) = grown(pride).errors[0].fixes
    restored = apply(pride, back.path, back.value)
    assert errors(grown(restored)) == [], "it takes the place of the new one, and is not a further one"
    assert errors(grown(pride, renamed)) == []
    higher = apply(pride, "entries.values.0.scores.rating", 5)
    assert errors(grown(higher, renamed)) == ["value-changed"]
    assert errors(grown(higher, renamed, change("Pride", 2, 5))) == []
    assert errors(grown(higher, values_change="free")) == []


def test_a_value_that_is_let_go_leaves_its_place_empty() -> None:
    now = apply(BIRKE, "entries.values.1", None)
    (finding,) = grown(now).errors
    assert (finding.code, finding.gm_word) == ("value-changed", lives.GmWord("Mercy", "Mercy", None))
    assert errors(grown(now, change("Mercy", "Mercy", None))) == []


def valued(*held: tuple[str, int | None]) -> Any:
    """Birke with these values."""
    made = [{"name": name} | ({} if number is None else {"scores": {"rating": number}}) for name, number in held]
    return {**BIRKE, "entries": {**BIRKE["entries"], "values": made}}


SIX = (("Honour", 3), ("Love", 3), ("Truth", 2), ("Power", 2), ("Faith", 1), ("Glory", 1))


def judged(was: Any, now: Any, *entries: LedgerEntry, **more: Any) -> list[tuple[str, str]]:
    sheet = grown(valued(*now), *entries, approved=valued(*was), **more)
    return [(finding.code, finding.at.removeprefix("entries.values")) for finding in sheet.errors]


def test_a_number_without_a_name_stays_and_may_get_one() -> None:
    was = (("", 3), *SIX[1:])
    assert judged(was, was) == judged(was, was[::-1]) == judged(was, (("Honour", 3), *SIX[1:])) == []
    assert judged(was, (("", 5), *SIX[1:])) == [("value-changed", ".0.scores.rating")]
    assert judged(was, (("Honour", 5), *SIX[1:])) == [("value-changed", ".0.scores.rating")]
    assert judged(was, (("Honour", 5), *SIX[1:]), change("Honour", 3, 5)) == []
    assert judged(was, (("", 5), *SIX[1:]), change("entries.values.0.scores.rating", 3, 5)) == []
    (finding,) = grown(valued(*SIX[1:]), approved=valued(*was)).errors
    assert (finding.code, finding.gm_word) == ("value-changed", lives.GmWord("Value 1", "Value 1", None))
    (fix,) = finding.fixes
    assert errors(grown(apply(valued(*SIX[1:]), fix.path, fix.value), approved=valued(*was))) == []
    assert judged(was, SIX[1:], change("Value 1", "Value 1", None)) == []
    assert judged(was, SIX[1:], values_change="free") == []


def test_what_was_blank_may_be_filled_in() -> None:
    was = (("Honour", None), ("", None), *SIX[2:])
    assert judged(was, (("Honour", 4), ("Love", 2), *SIX[2:])) == []
    assert judged(was, (("Honour", None), ("", 5), *SIX[2:])) == []
    assert judged(was, (("Honour", None), *SIX[2:])) == []
    assert judged(SIX, (("Honour", None), *SIX[1:])) == [("value-changed", ".0.scores.rating")]


def test_of_values_of_one_name_each_keeps_its_number() -> None:
    was = (("Honour", 3), ("Honour", 1), *SIX[2:])
    assert judged(was, was) == judged(was, was[::-1]) == []
    assert judged(was, (("Honour", 3), ("Honour", 3), *SIX[2:])) == [("value-changed", ".1.scores.rating")]
    word, four = change("Honour", 3, 4), (("Honour", 4), ("Honour", 4), *SIX[2:])
    assert judged(was, (("Honour", 4), ("Honour", 1), *SIX[2:]), word) == []
    assert judged(was, four, word) == [("value-changed", ".1.scores.rating")]
    alike = (("Honour", 3), ("Honour", 3), *SIX[2:])
    assert judged(alike, four, word) == [("value-changed", ".1.scores.rating")]
    assert judged(alike, four, word, word) == []
    assert judged(alike, (("Honour", 5), *alike[1:]), word, change("Honour", 4, 5)) == []
    renamed = judged(was, (("Pride", 3), *was[1:]), change("Honour", "Honour", "Pride"))
    assert not [at for _, at in renamed if at.endswith("rating")]


def test_a_value_beyond_six_takes_the_word() -> None:
    seven = (*SIX, ("Zeal", 3))
    (finding,) = grown(valued(*seven), approved=valued(*SIX)).errors
    assert (finding.code, finding.at, finding.gm_word) == (
        "value-without-word", "entries.values.6", lives.GmWord("Zeal", None, "Zeal"),
    )  # fmt: skip
    (fix,) = finding.fixes
    assert errors(grown(apply(valued(*seven), fix.path, fix.value), approved=valued(*SIX))) == []
    word = change("Zeal", None, "Zeal")
    assert judged(SIX, seven, word) == judged(seven, seven) == judged(SIX, seven, values_change="free") == []
    assert judged(SIX, (*seven, ("Zeal", 3)), word) == [("value-without-word", ".7")]
    assert judged(seven, (*seven, ("Thrift", None)), word) == [("value-without-word", ".7")]
    assert judged(SIX, (*SIX, ("", None))) == [("value-without-word", ".6")]
    assert judged(SIX[:5], SIX) == []
    assert judged(SIX, (*SIX[:5], ("Zeal", 1))) == [("value-changed", "")]
    let_go = change("Glory", "Glory", None)
    assert judged(SIX, (*SIX[:5], ("Zeal", 1)), let_go) == [("value-without-word", ".5")]


def test_bonds_skills_and_possessions_come_and_go() -> None:
    now = apply(apply(BIRKE, "entries.bonds.0", None), "entries.bonds.1", {"name": "The tide"})
    now = apply(now, "entries.skills.0", None)
    now = {**now, "entries": {**now["entries"], "possessions": BIRKE["entries"]["possessions"][::-1]}}
    assert codes(grown(now)) == codes(grown(BIRKE))


def test_a_further_class_and_a_new_skill_are_worth_a_look() -> None:
    now = apply(BIRKE, "entries.classes.1", {"name": "Duelist"})
    assert codes(grown(now)) - codes(grown(BIRKE)) == {"class-new"}
    now = apply(now, "entries.classes.2", {"name": "Sage"})
    now = apply(now, "entries.skills.1", {"name": "Read", "picks": {"type": "other"}})
    told = {f.code: f.message for f in grown(now).findings}
    assert told["class-new"] == "2 classes added after approval."
    assert told["skill-new"] == "1 skill added after approval."
    assert errors(grown(apply(BIRKE, "entries.classes.0", None))) == ["class-gone"]


def test_nobody_dead_gains_a_class_or_a_skill() -> None:
    death = SYSTEM.ledger_kinds["died"].fill(grown(BIRKE), entry("died"))
    assert death.more.keys() == {"held", "paid"}
    assert codes(grown(BIRKE, death)) == codes(grown(BIRKE))
    now = apply(BIRKE, "entries.classes.1", {"name": "Duelist"})
    now = apply(apply(now, "entries.skills.0.name", " hide"), "entries.skills.1", {"name": "Read"})
    found = [(one.code, one.at, one.fixes[0].path) for one in grown(now, death).findings if one.at in (
        "entries.classes.1", "entries.skills.1",
    )]  # fmt: skip
    assert found == [("bought-after-death", at, at) for at in ("entries.classes.1", "entries.skills.1")]
    assert "class-new" in codes(grown(now, entry("died"))), "an entry that doesn't say what there was"
    assert errors(grown(now, entry("died", classes=[{}], skills=None))) == ["bought-after-death"] * 2


# Legends, fate and stress


LEGEND = {"major": "Doors open", "minor": "Dogs hush", "symbol": "A key", "inscription": "I was let in."}


def test_a_legend_has_five_details_or_is_refused() -> None:
    kind = SYSTEM.ledger_kinds["legend"]
    whole, bare = entry("legend", subject="The Open Gate", **LEGEND), entry("legend", symbol=" ", major="Doors open")
    sheet = grown(BIRKE, whole, bare)
    assert kind.refuse(grown(BIRKE), whole) == ""
    assert kind.refuse(sheet, replace(whole, subject="the open gate ")) == "You already have a legend with this name."
    assert kind.refuse(sheet, bare) == ("Add the missing details: name, minor effect, symbol, inscription.")
    (fact,) = [fact for fact in SYSTEM.facts(sheet) if fact.label == "Legend"]
    assert (fact.value, fact.text) == (
        "The Open Gate",
        "Major effect: Doors open. Minor effect: Dogs hush. Symbol: A key. Inscription: I was let in.",
    )
    assert sheet.figures == grown(BIRKE).figures
    nameless = entry("legend", subject="The Shut Gate", **{**LEGEND, "symbol": ""})
    told = [f.message for f in grown(BIRKE, whole, bare, nameless).findings if f.code == "legend-incomplete"]
    assert told == [
        "A legend in the ledger lacks details: name, minor effect, symbol, inscription.",
        "The legend “The Shut Gate” in the ledger lacks details: symbol.",
    ]
    assert "legend-incomplete" not in codes(grown(BIRKE, whole))


def test_fate_and_stress_are_marks_of_play() -> None:
    sheet = grown(BIRKE)
    fate = next(tracker for tracker in sheet.trackers if tracker.key == "fate")
    assert (fate.top, fate.stands({"fate": 4})) == (3, 3)
    assert SYSTEM.now(sheet, {"stress": 9}).facts[0].value == "0"
    assert SYSTEM.now(sheet, {"stress": 14}).facts[0].value == "1"
    entered = grown(BIRKE, entry("fate", 1), entry("stress", 5))
    assert [f.code for f in entered.findings].count("unknown-entry") == 2


# Lives


def honours(sheet: Sheet, document: Any, rng: Random) -> tuple[Any, LedgerEntry | None]:
    """A value gets another number."""
    held = [(n, one) for n, one in enumerate(document.get("entries", {}).get("values", [])) if one.get("scores")]
    if not held:
        return document, None
    place, value = rng.choice(held)
    was, now = value["scores"]["rating"], rng.randint(1, 6)
    return apply(document, f"entries.values.{place}.scores.rating", now), change(value["name"], was, now)


def grows(sheet: Sheet, document: Any, rng: Random) -> tuple[Any, LedgerEntry | None]:
    """An ability does."""
    key, now = rng.choice(("agility", "brawn", "cunning")), rng.randint(1, 5)
    was = document.get("scores", {}).get(key, 1)
    return apply(document, f"scores.{key}", now), change(f"scores.{key}", was, now)


@pytest.mark.parametrize("seed", range(12))
def test_through_any_life_the_account_holds(seed: int) -> None:
    for sheet in lives.life(SYSTEM, Random(seed), (honours, grows), ability_growth="gm_word"):
        budget = sheet.budgets["ability-points"]
        assert budget.allowed.value - budget.spent.value == budget.remaining >= 0
        assert not [f.message for f in sheet.errors if f.code != "overburdened"]


def test_experience_is_counted_and_buys_nothing() -> None:
    told = {fact.label: fact.value for fact in SYSTEM.facts(grown(BIRKE, award(5), entry("deduction", -2)))}
    assert told["Experience"] == "3"
