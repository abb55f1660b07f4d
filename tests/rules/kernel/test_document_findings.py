"""Findings of every game: unreadable choices, unknown keys, house rules that do not fit."""

from pathlib import Path
from typing import Any

import pytest

from rules.kernel import Build, Finding, Fix, Level, RulesContext, Setting
from rules.kernel.document_findings import MOST
from rules.kernel.documents import apply
from rules.kernel.pages import Game
from tests.rules import toy


@pytest.fixture
def system(tmp_path: Path) -> Game:
    system = toy.game(toy.write(tmp_path))
    system.setting(Setting("luck", "Luck at the start", 3, toy.PLACE, "."))
    return system


def findings(system: Game, document: Any, **settings: Any) -> tuple[Finding, ...]:
    return system.read(Build.parse(document), table=RulesContext(settings=settings)).findings


def test_an_unreadable_choice_is_an_error_on_its_place(system: Game) -> None:
    (finding,) = findings(system, {"scores": {"luck": "much"}})
    assert (finding.code, finding.level, finding.at) == ("unreadable-choice", Level.ERROR, "scores.luck")
    assert finding.message == "“scores.luck” is not a whole number, so it's ignored."
    assert finding.fixes == (Fix("Clear luck", "scores.luck", None),)


@pytest.mark.parametrize("key", ["two words", "\ud800", "a.b"])
@pytest.mark.parametrize("mapping", ["scores", "entries"])
def test_what_no_path_leads_to_is_not_cleared(system: Game, mapping: str, key: str) -> None:
    (finding,) = findings(system, {mapping: {key: "much"}})
    assert finding.fixes == ()


def test_a_list_that_is_none_has_no_path_and_is_not_cleared(system: Game) -> None:
    assert [found.fixes for found in findings(system, {"entries": {"0": None}})] == [()]


def test_a_build_that_is_no_mapping_is_one_error(system: Game) -> None:
    (finding,) = findings(system, [])
    assert finding.message == "“The build” is not a mapping of choices, so it's ignored."


def test_many_unreadable_choices_are_summed_up(system: Game) -> None:
    found = findings(system, {"scores": {f"x{n}": None for n in range(MOST + 5)}})
    assert len(found) == MOST + 1
    assert [f.message for f in found if f.code == "unreadable-choices"] == [
        "5 more choices can't be read and are ignored."
    ]


@pytest.mark.parametrize(
    ("document", "code", "message"),
    [
        ({"scores": {"xyz": 1}}, "unknown-scores", "This game has no score “xyz”."),
        ({"picks": {"b": "x", "a": "y"}}, "unknown-picks", "This game has no pick “a”, “b”."),
        ({"ranks": {"xyz": []}}, "unknown-ranks", "This game has no rank “xyz”."),
        ({"rolls": {"xyz": []}}, "unknown-rolls", "This game has no roll “xyz”."),
        ({"entries": {"xyz": []}}, "unknown-entries", "This game has no list “xyz”."),
        ({"level": 3}, "unknown-keys", "This file contains data we don't recognise: “level”."),
    ],
)
def test_a_key_nobody_knows_is_a_note(system: Game, document: Any, code: str, message: str) -> None:
    (finding,) = findings(system, document)
    assert (finding.code, finding.level, finding.message) == (code, Level.NOTE, message)


def test_notes_may_have_any_key(system: Game) -> None:
    assert findings(system, {"notes": {"anything": "goes"}}) == ()


def test_a_mistyped_score_offers_the_right_one(system: Game) -> None:
    (finding,) = findings(system, {"scores": {"lcuk": 2}})
    assert finding.hint == "It's kept but not used. Did you mean “luck”?"
    (fix,) = finding.fixes
    assert (fix, fix.changes) == (
        Fix("Change to “luck”", "scores.luck", 2, "scores.lcuk"),
        {"scores.luck": 2, "scores.lcuk": None},
    )


def test_the_right_score_takes_the_place_of_the_mistyped_one(system: Game) -> None:
    for mistyped in ("lcuk", "Luck", "luck."):
        document: dict[str, Any] = {"scores": {mistyped: 2}}
        (finding,) = findings(system, document)
        (fix,) = finding.fixes
        for path, value in fix.changes.items():
            document = apply(document, path, value)
        assert (document, findings(system, document)) == ({"scores": {"luck": 2}}, ())


def test_a_mistyped_score_is_not_offered_over_one_that_is_set(system: Game) -> None:
    (finding,) = findings(system, {"scores": {"lcuk": 2, "luck": 1}})
    assert finding.fixes == ()


def test_a_house_rule_beyond_its_bounds_is_told_with_what_is_used_instead(system: Game) -> None:
    (found,) = findings(system, {}, luck=107)
    assert found.message == "The house rule “Luck at the start” can't be 107. Using 100 instead."


def test_a_house_rule_nobody_knows_or_that_does_not_fit_is_a_note(system: Game) -> None:
    found = findings(system, {}, lcuk=1, luck=[[["much"]]])
    assert [(f.code, f.level, f.message) for f in found] == [
        ("unknown-settings", Level.NOTE, "This game has no house rule “lcuk”."),
        (
            "unreadable-setting",
            Level.NOTE,
            "The house rule “Luck at the start” can't be a list. Using 3 instead.",
        ),
    ]
