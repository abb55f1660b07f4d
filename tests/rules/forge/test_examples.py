"""The worked examples: rolls with exact chances, groups, totals, critical effects, afflictions, the 18 spreads."""

import csv
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from rules.kernel import Build, Sheet
from rules.kernel.documents import read_document
from rules.kernel.pages.schema import json_schema
from rules.systems.forge import system
from rules.systems.forge.dice_pools import CountAndSum, dice_pool, effects_of
from rules.systems.forge.generate import spreads
from rules.systems.forge.rolling import die_against
from tests.rules.cases import case, files

with (Path(__file__).parent / "rolls.csv").open(encoding="utf-8") as _table:
    ROLLS = list(csv.DictReader(_table))
NAMES = ("failure", "mixed", "success", "critical")
FILES = files("forge")


def sheet(agility: int = 3, brawn: int = 2, cunning: int = 3, **more: Any) -> Sheet:
    return system.read(Build.parse({"scores": {"agility": agility, "brawn": brawn, "cunning": cunning}, **more}))


@pytest.mark.parametrize("row", ROLLS, ids=lambda row: "-".join(filter(None, list(row.values())[:7])))
def test_a_roll_has_these_chances_on_the_command_line(row: dict[str, str]) -> None:
    words = [f"--{row['way']}"] if row["way"] else []
    for name in ("value", "die", "backgrounds", "tool", "boons", "banes"):
        words += [f"--{name}", row[name]]
    found = system.odds(words)
    assert {name: Fraction(found[name]["exact"]) for name in NAMES} == {name: Fraction(row[name]) for name in NAMES}
    assert all(found[name]["float"] == float(Fraction(row[name])) for name in NAMES)


@pytest.mark.parametrize("row", ROLLS, ids=lambda row: "-".join(filter(None, list(row.values())[:7])))
def test_the_bench_says_the_same_of_a_character(row: dict[str, str]) -> None:
    tools = {"0": "none", "1": "suited", "2": "right", "-1": "bad"}
    sizes = {"4": "easy", "6": "simple", "8": "standard", "10": "difficult", "12": "incredible", "20": "legendary"}
    answers = {"roll": "brawn", "difficulty": sizes[row["die"]], "tool": tools[row["tool"]]}
    answers |= {name: row[name] for name in ("backgrounds", "boons", "banes")}
    question = system.ask(sheet(brawn=int(row["value"])), answers | ({row["way"]: "yes"} if row["way"] else {}))
    dice = question.check.dice
    assert isinstance(dice, CountAndSum)
    counted = dice.counted
    assert counted.passes == range(1, int(row["tn"]) + 1)
    assert (counted.dice, counted.faces) == (int(row["dice"]), int(row["die"]))
    assert {name: dice.odds().chance(name) for name in NAMES} == {name: Fraction(row[name]) for name in NAMES}
    chosen = {"": "Plain", "push": "Push your luck", "safe": "Play it safe"}[row["way"]]
    assert next(way.check.dice for way in question.ways if way.label == chosen) == dice


def test_critical_effects_begin_with_the_third_success() -> None:
    assert [effects_of(successes) for successes in range(6)] == [0, 0, 0, 1, 2, 3]


def test_a_total_of_two_d8_with_a_value_of_five() -> None:
    roll = CountAndSum(dice_pool(2, 5, 8), 5)
    totals = roll.totals()
    assert (min(totals), max(totals), roll.mean(), totals[14]) == (7, 21, 14, Fraction(1, 8))
    question = system.ask(sheet(brawn=5, agility=1, cunning=2), {"roll": "brawn"})
    assert "Total: 7 to 21, mean 14." in question.check.note


@pytest.mark.parametrize(("group", "target"), [("helps", 10), ("hinders", 7)])
def test_a_group_of_one_two_and_four(group: str, target: int) -> None:
    answers = {"roll": "brawn", "group": group, "ally-1": "1", "ally-2": "4", "backgrounds": "2",
               "tool": "suited", "other-tool": "right"}  # fmt: skip
    check = system.ask(sheet(), answers).check
    assert check.pool.value == target
    words = ["--group", "1,2,4", f"--{group}", "--die", "8", "--backgrounds", "2", "--tool", "2"]
    assert system.odds(words)["failure"]["exact"] == str(dice_pool(2, target, 8).odds().chance("failure"))


def test_the_die_against_an_opponent() -> None:
    assert [die_against(value) for value in (1, 2, 3, 4, 5, 6, 7, 400)] == [4, 6, 8, 10, 12, 20, 20, 20]


@pytest.mark.parametrize(
    ("stress", "afflictions", "told"),
    [(0, None, ""), (9, "0", "1 more stress brings one."), (10, "1", "10 more stress brings another."),
     (19, "1", "1 more stress brings another."), (20, "2", "There is no third."), (99, "2", "There is no third.")],
)  # fmt: skip
def test_stress_brings_an_affliction_at_ten_and_another_at_twenty(
    stress: int, afflictions: str | None, told: str
) -> None:
    facts = system.now(sheet(), {"stress": stress}).facts
    assert [(fact.value, fact.text) for fact in facts] == ([] if afflictions is None else [(afflictions, told)])


@pytest.mark.parametrize("mark", [True, "nine", -4, None, [1]])
def test_marks_that_are_no_number_are_none(mark: object) -> None:
    assert system.now(sheet(), {"stress": mark}).facts == ()


def test_capacity_and_jumps_by_brawn() -> None:
    found = [sheet(brawn=brawn) for brawn in range(1, 6)]
    assert [one["carrying-capacity"] for one in found] == [8, 11, 14, 17, 20]
    assert [one["encumbered-limit"] for one in found] == [16, 22, 28, 34, 40]
    assert [one["running-jump"] for one in found] == [2, 3, 4, 5, 6]
    assert [one["standing-jump"] for one in found] == [2, 3, 4, 5, 6]


SPREADS = [
    (1, 2, 5), (1, 3, 4), (1, 4, 3), (1, 5, 2), (2, 1, 5), (2, 2, 4), (2, 3, 3), (2, 4, 2), (2, 5, 1),
    (3, 1, 4), (3, 2, 3), (3, 3, 2), (3, 4, 1), (4, 1, 3), (4, 2, 2), (4, 3, 1), (5, 1, 2), (5, 2, 1),
]  # fmt: skip


def test_eighteen_spreads_of_eight_points_are_legal_and_finished() -> None:
    fit = []
    for spread in product(range(8), repeat=3):
        codes = {finding.code for finding in sheet(*spread).findings}
        if not codes & {"ability-out-of-range", "ability-points-overspent", "ability-points-unspent"}:
            fit.append(spread)
    assert fit == SPREADS == spreads(8)


# Cases


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_case_uses_only_keys_that_a_build_of_this_game_has(file: Path) -> None:
    document = read_document(case(file)["document"])
    found = system.read(document.parsed(), table=document.table)
    assert document.parsed().unknown == ()
    assert [f.code for f in found.findings if f.code.startswith(("unknown-s", "unknown-p", "unread"))] == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_illegal_case_breaks_one_rule_and_no_more(file: Path) -> None:
    expected = case(file)["expected"]
    errors = [f for f in expected["findings"] if f["level"] == "error"]
    assert len(errors) == (0 if expected["legal"] else 1)


@pytest.mark.parametrize("rolls", [7, {"backgrounds": 7}, {"backgrounds": ["four", 9, 10]}])
def test_dice_that_are_none_do_not_fit_the_schema(rolls: object) -> None:
    document = case(FILES[0])["document"]
    document["build"]["rolls"] = rolls
    assert not jsonschema.Draft202012Validator(json_schema(system)).is_valid(document)
