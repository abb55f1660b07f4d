"""What breaks a rule, what is open, what is worth knowing; and that no build is too strange to be read."""

from typing import Any

import pytest

from rules.kernel import Build, Finding, Level, RulesContext, Sheet
from rules.kernel.documents import apply, awarded
from rules.systems.rough_magic import system
from tests.rules.rough_magic.cast import MAGE, THUG, mage


def read(build: Any, settings: dict[str, Any] | None = None, **more: Any) -> Sheet:
    return system.read(Build.parse(build), table=RulesContext(settings=settings or {}, **more))


ADVICE = ("expertise-rates-one", "many-gifts", "avenue-unrecognised", "avenue-prohibited")
"""Notes that are asked for here."""


def codes(sheet: Sheet) -> list[str]:
    return [finding.code for finding in sheet.findings if finding.level is not Level.NOTE or finding.code in ADVICE]


def found(sheet: Sheet, code: str) -> Finding:
    return next(finding for finding in sheet.findings if finding.code == code)


def objects(*ratings: int, power: int = 4, **picks: Any) -> dict[str, Any]:
    things = [{"name": f"Thing {n}", "scores": {"rating": rating}, "picks": picks} for n, rating in enumerate(ratings)]
    return {"scores": {**MAGE, "power-level": power},
            "entries": {"skills": [{"name": "Thaumaturgy"}], "empowered": things}}  # fmt: skip


@pytest.mark.parametrize(
    ("build", "expected"),
    [
        ({"scores": {**THUG, "agility": 11}}, ["attribute-beyond-limit"]),
        ({"scores": {**THUG, "agility": 0}}, ["attribute-beyond-limit"]),
        ({"scores": {**THUG, "power-level": -1}}, ["attribute-beyond-limit"]),
        ({"scores": {"power-level": 0}}, ["attribute-missing"] * 4),
        ({"scores": THUG, "entries": {"gifts": [{"name": ""}]}}, ["gift-nameless"]),
        ({"scores": THUG, "entries": {"traits": [{"name": "Gills"}, {"name": "GILLS"}]}}, ["trait-twice"]),
        ({"scores": THUG, "entries": {"skills": [{"name": "Thaumaturgy"}]}}, ["thaumaturgy-unused"]),
        ({"scores": {**THUG, "power-level": 1}, "entries": {"traits": [{"name": "Gills"}]}}, []),
        ({"scores": THUG, "picks": {"avenue": "zzz"}}, ["avenue-unknown"]),
        (objects(1, 1, 1, 1), []),
        (objects(1, 1, 1, 1, 1), ["too-many-objects"]),
        (objects(0), ["rating-beyond-power"]),
        (objects(-2, power=0), ["rating-beyond-power", "thaumaturgy-unused"]),
        (objects(5), ["rating-beyond-power"]),
        (objects(7, power=7), ["rating-beyond-table"]),
        (objects(2, effect="expertise"), ["expertise-rates-one"]),
        (objects(1, effect="flight"), ["effect-unknown"]),
        ({"scores": MAGE, "entries": {"skills": [{"name": "Thaumaturgy"}], "empowered": [{}]}},
         ["object-nameless", "rating-missing"]),
        ({"scores": THUG, "picks": {"consequence": "dire"}}, ["consequence-unknown"]),
        ({"scores": THUG, "picks": {"consequence": "minor"}, "rolls": {"consequence": [0, 7]}}, ["consequence-dice"]),
        ({"scores": THUG, "rolls": {"consequence": [1, 6]}}, ["consequence-level"]),
        ({"scores": THUG, "picks": {"consequence": "minor"}, "rolls": {"consequence": [1, 6]}}, []),
    ],
)  # fmt: skip
def test_a_build_and_what_is_said_of_it(build: dict[str, Any], expected: list[str]) -> None:
    assert codes(read(build)) == expected


def test_jazz_sorcery_and_the_dark_arts_are_warned_of() -> None:
    told = [codes(mage(picks={"avenue": key})) for key in ("jazz-sorcery", "diabolism", "illusion")]
    assert told == [["avenue-unrecognised"], ["avenue-prohibited"], []]


def test_every_fix_of_an_error_mends_it() -> None:
    broken = {"scores": {**MAGE, "agility": 10}, "entries": {"skills": [{"name": "Thaumaturgy"}, {"name": "Brewing"}],
              "gifts": [{"name": "Famous"}], "empowered": [{"name": "Ring", "scores": {"rating": 1},
                                                            "picks": {"permanent": True}}]}}  # fmt: skip
    sheet = read(broken, {"character_points": 44})
    over = found(sheet, "character-points-overspent")
    labels = [fix.label for fix in over.fixes]
    assert labels == ["Set Agility to 9", "Remove Thaumaturgy", "Set Brawn to 1", "Remove Brewing",
                      "Set Presence to 3", "Remove Famous", "Set Reason to 4", "Make Ring temporary",
                      "Set Power Level to 3"]  # fmt: skip
    for fix in over.fixes:
        mended = apply(broken, fix.path, fix.value)
        assert "character-points-overspent" not in codes(read(mended, {"character_points": 44})), fix.label


def test_fixes_of_other_errors_mend_them_too() -> None:
    for build in (
        {"scores": {**THUG, "brawn": 12}},
        {"scores": THUG, "entries": {"gifts": [{"name": "Famous"}, {"name": "famous "}]}},
        {"scores": THUG, "picks": {"avenue": "illusion"}},
        {"scores": MAGE, "picks": {"avenue": "ilusion"}, "entries": {"skills": [{"name": "Thaumaturgy"}]}},
        objects(5),
        objects(0),
        objects(7, power=7),
        objects(1, 1, power=1),
        objects(1, effect="flight"),
        {"scores": THUG, "picks": {"consequence": "dire"}},
        {"scores": THUG, "picks": {"consequence": "minor"}, "rolls": {"consequence": [9, 9]}},
    ):
        error = read(build).errors[0]
        assert error.fixes, error.message
        for fix in error.fixes:
            assert read(apply(build, fix.path, fix.value)).legal, fix.label


def test_advice_is_a_note_and_never_more() -> None:
    skills = [{"name": f"Trade {n}", "picks": {"expertise": True}} for n in range(6)]
    sheet = read({"scores": {**MAGE, "power-level": 8, "reason": 6}, "entries": {"skills": skills}})
    told = {finding.code: dict(finding.values) for finding in sheet.findings if finding.code.endswith("-advice")}
    assert told == {"attributes-beyond-advice": {"spent": 34, "suggested": 25},
                    "skills-beyond-advice": {"spent": 12, "suggested": 10}}  # fmt: skip


def test_more_points_change_the_total_and_none_ends_the_counting() -> None:
    dear = {"scores": {**MAGE, "agility": 10}}
    spent = read(dear).budgets["character-points"].spent.value
    for value, legal in ((40, False), (41, True), (0, True), (None, True)):
        sheet = read(dear, {"character_points": value})
        assert sheet.legal is legal, value
        assert sheet.budgets["character-points"].spent.value == spent == 41
    assert read(dear, {"character_points": 40}, stage="advancement", ledger=awarded(1)).legal


def test_a_purchase_is_a_line_with_its_price() -> None:
    build = {"scores": {"agility": 4, "power-level": 11}, "entries": {
        "skills": [{"name": "Brewing", "picks": {"expertise": True}}], "traits": [{"name": "Gills"}],
        "empowered": [{"name": "Ring", "scores": {"rating": 2}, "picks": {"permanent": True}}]}}  # fmt: skip
    lines = read(build).budgets["character-points"].spent.terms
    told = [(term.label, term.amount, term.path) for term in lines]
    assert told[:4] == [(f"Agility {n} → {n + 1}", cost, "scores.agility") for n, cost in enumerate((1, 1, 1, 2))]
    assert told[13:] == [
        ("Power Level 9 → 10", 4, "scores.power-level"),
        ("Power Level 10 → 11", 4, "scores.power-level"),
        ("Brewing", 1, "entries.skills.0"),
        ("Brewing: expertise", 1, "entries.skills.0.picks.expertise"),
        ("Gills", 1, "entries.traits.0"),
        ("Ring, permanent", 2, "entries.empowered.0.picks.permanent"),
    ]
    assert {term.cite.origin for term in lines} == {"public", "source"}


@pytest.mark.parametrize(
    ("way", "scores", "value"),
    [("max_brawn_presence", {}, 4), ("sum", {}, 6), ("by_hand", {"endurance": 9}, 9), ("by_hand", {}, 0)],
)
def test_endurance_by_each_reading(way: str, scores: dict[str, int], value: int) -> None:
    sheet = mage({"endurance": way}, scores=scores)
    assert sheet["endurance"] == value
    assert ("endurance-missing" in codes(sheet)) is (way == "by_hand" and not scores)


def test_endurance_by_hand_is_never_below_nothing() -> None:
    assert "endurance-beyond-limit" in codes(mage({"endurance": "by_hand"}, scores={"endurance": -1}))


def test_a_polymorph_leaves_a_power_level_of_one_and_asks_which_objects_stop() -> None:
    animal = {"picks": {"consequence": "critical"}, "rolls": {"consequence": [2, 6]}}
    sheet = read({**objects(1, 1, 1), **animal})
    assert (sheet["power-level"], sheet["av-curse"], sheet.legal) == (1, 1, True)
    stopping = found(sheet, "objects-stopping")
    assert len(stopping.fixes) == 3
    assert read(objects(1, 1, 1))["power-level"] == 4
    high = read({**objects(3), **animal})
    assert (high.legal, len(found(high, "objects-stopping").fixes)) == (True, 1)
    assert "objects-stopping" not in codes(read({**objects(1), **animal}))
    assert "objects-stopping" not in codes(read(objects(3)))


def test_every_number_has_an_origin() -> None:
    sheet = mage(picks={"avenue": "illusion"})
    cites = {cite for figure in sheet.figures.values() for cite in (figure.cite, *(t.cite for t in figure.terms))}
    cites |= {cite for check in sheet.checks for figure in (check.pool, *check.others) for cite in
              (figure.cite, *(term.cite for term in figure.terms))}  # fmt: skip
    cites |= {setting.cite for setting in system.settings.values()} | {ruling.cite for ruling in system.rulings}
    cites |= {entry.cite for kind in system.rulebook.entries.values() for entry in kind.values()}
    assert {cite.origin for cite in cites} == {"source", "public", "ruling"}
    assert all(cite.url for cite in cites if cite.origin != "ruling")


def test_of_a_skill_listed_twice_the_one_with_expertise_stays() -> None:
    skills = [{"name": "Stealth"}, {"name": "stealth", "picks": {"expertise": True}}]
    build = {"scores": THUG, "entries": {"skills": skills}}
    (fix,) = found(read(build), "skill-twice").fixes
    assert (fix.label, fix.path) == ("Remove the first", "entries.skills.0")
    assert read(apply(build, fix.path, fix.value)).legal


def test_a_number_below_nothing_has_a_minus_sign() -> None:
    assert found(read({"scores": {**THUG, "agility": -2}}), "attribute-beyond-limit").message.startswith(
        "Agility is −2;"
    )


def test_points_that_do_not_pay_for_the_least_attributes_clash() -> None:
    said = {points: system.conflicts({"character_points": points}) for points in (0, 3, 4)}
    assert (said[0], said[4]) == ((), ())
    (conflict,) = said[3]
    assert conflict.message.startswith("3 points aren't enough")
    assert conflict.message.endswith("which costs 4.")
