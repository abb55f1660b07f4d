"""Rolls that come to more than their outcome: help, groups, healing, triage, clinging to life."""

from fractions import Fraction
from typing import Any

import pytest

from rules.kernel import Build, Check
from rules.kernel.pages import Field, TextField, percent
from rules.systems.duality import system
from rules.systems.duality.asking import KINDS
from rules.systems.duality.groups import Collective, Cooperative
from rules.systems.duality.healing import survival
from rules.systems.duality.keep_two import KeepTwo
from rules.systems.duality.outcomes import OUTCOMES
from tests.rules.duality.test_questions import MARA, SHEET

HEALER = system.read(
    Build.parse(
        {
            "scores": {"knowledge": 2, "control-body": 2, "create-body": 1, "recovery": 11, "willpower": 1},
            "picks": {"tag-control-body": "superhuman", "tag-create-body": "simple-weak"},
            "entries": {
                "abilities": [
                    {"picks": {"ability": "powerful-healer"}, "scores": {"level": 2}},
                    {"picks": {"ability": "natural-healer"}, "scores": {"level": 1}},
                ],
                "items": [{"name": "Lamp", "picks": {"kind": "relic", "in-use": True}}],
            },
        }
    )
)


def asked(kind: str, sheet: Any = SHEET, **answers: str) -> Check:
    return system.ask(sheet, {"kind": kind, **{key.replace("_", "-"): value for key, value in answers.items()}}).check


def fields(kind: str, **answers: str) -> dict[str, Field]:
    return {field.path: field for field in system.ask(SHEET, {"kind": kind, **answers}).fields}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_roll_can_be_asked_for_again(kind: str) -> None:
    shown = fields(kind)
    assert next(iter(shown)) == "kind"
    assert shown["kind"].value == (kind,)  # type: ignore[union-attr]
    check = asked(kind, specialization="control-air")
    assert check.dice is not None
    assert sum(chance for _, chance in check.dice.odds().outcomes) == 1
    again = system.ask(SHEET, {"specialization": "control-air", **dict(check.answers)}).check
    assert (again.label, again.dice) == (check.label, check.dice)


def test_help_says_what_it_is_worth() -> None:
    check = asked("help", helped="1", helped_difficulty="hard")
    assert (check.label, check.dice, check.cite.section) == ("Help: Strength", KeepTwo(2, "medium"), "1.4")
    given, alone, helped = (roll.odds().success for roll in (KeepTwo(2), KeepTwo(1, "hard"), KeepTwo(1, "hard", 1)))
    assert f"to {percent(given * helped + (1 - given) * alone)}." in check.note
    assert alone < given * helped + (1 - given) * alone < helped


@pytest.mark.parametrize(
    ("answers", "dice"),
    [
        ({}, Collective((2,))),
        ({"others": "3, 2, 0", "difficulty": "easy", "magnitude": "10"}, Collective((2, 3, 2, 0), "easy", 10)),
        ({"others": "1", "rounds": "2", "increased": "1"}, Collective((2, 1, 2, 1), "medium", 1, 1)),
        ({"others": "x, −1; 4, 5 hard", "dangerous": "yes"}, Collective((2, 5), "medium", dangerous=True)),
        ({"others": "1, " * 30, "rounds": "9"}, Collective((2, *(1,) * 19))),
        ({"specialization": "know-arcana", "difficulty": "hard"}, Collective((3,), "hard")),
    ],
)
def test_a_collective_roll_adds_up_everybody_of_every_round(answers: dict[str, str], dice: Collective) -> None:
    check = asked("collective", **answers)
    assert (check.dice, check.cite.section) == (dice, "1.3.1")


@pytest.mark.parametrize(
    ("answers", "rest"),
    [
        ({}, ()),
        (
            {"others": "3, -1 hard, +2 Very Easy, 0 soon"},
            (KeepTwo(3), KeepTwo(-1, "hard"), KeepTwo(2, "very-easy"), KeepTwo(0)),
        ),
    ],
)
def test_a_cooperative_roll_may_be_harder_for_some(answers: dict[str, str], rest: tuple[KeepTwo, ...]) -> None:
    assert asked("cooperative", **answers).dice == Cooperative((KeepTwo(2), *rest))
    own = asked("cooperative", increased="1", specialization="control-air", difficulty="hard", **answers).dice
    assert isinstance(own, Cooperative)
    assert own.rolls[0] == KeepTwo(4, "medium", 1)


@pytest.mark.parametrize(
    ("time", "steps", "dice"),
    [
        ("240", "0", KeepTwo(2, "very-easy")),
        ("60", "0", KeepTwo(2, "easy")),
        ("30", "0", KeepTwo(2, "medium")),
        ("10", "0", KeepTwo(2, "hard")),
        ("1", "0", KeepTwo(2, "very-hard")),
        ("1", "-1", KeepTwo(2, "hard")),
        ("60", "2", KeepTwo(2, "hard")),
        ("fight", "0", KeepTwo(2, "very-hard", 0, 1)),
        ("soon", "0", KeepTwo(2, "hard")),
    ],
)
def test_healing_is_harder_the_less_time_it_takes(time: str, steps: str, dice: KeepTwo) -> None:
    check = asked("healing", time=time, steps=steps)
    assert (check.dice, check.cite.section) == (dice, "4.2")


def test_healing_says_how_much_life_it_gives_back() -> None:
    check = asked("healing", HEALER, statistic="knowledge", time="30")
    assert check.dice is not None
    odds = dict(check.dice.odds().outcomes)
    mean = 5 * odds["mixed"] + 11 * (odds["good"] + odds["very good"])
    assert "Good or better restores 11 Life, mixed 5" in check.note
    assert "Bad restores nothing and does no harm" in check.note
    assert f": {float(mean):.1f} on average." in check.note
    told = [check.consequence(outcome) for outcome in odds]
    assert told == ["No Life back", "No Life back", "5 Life back", "11 Life back", "11 Life back"]


def test_it_is_the_targets_recovery_that_healing_gives_back() -> None:
    """4.2: the healer's own counts only for themselves."""
    for answers, life, labels in (
        ({}, 11, []),
        ({"recovery": "7"}, 11, []),
        ({"target": "other"}, 10, ["Target's Recovery"]),
        ({"target": "other", "recovery": "7"}, 7, ["Target's Recovery"]),
    ):
        question = system.ask(HEALER, {"kind": "healing", **answers})
        assert f"Good or better restores {life} Life, mixed {life // 2}" in question.check.note
        assert [field.label for field in question.fields if "Recovery" in field.label] == labels


def test_triage_says_what_each_outcome_comes_to() -> None:
    check = asked("triage", HEALER, specialization="know-body", extra="1")
    assert check.dice is not None
    life = check.note.partition("restores ")[2].partition(" ")[0]
    assert (check.consequence("bad"), check.consequence("mixed")) == ("No Life back", f"{life} Life back")
    assert asked("statistic", HEALER).consequence("good") == ""


def test_triage_takes_a_specialization_and_costs_more_each_time() -> None:
    assert asked("triage", HEALER).dice is None
    assert "Choose a specialization that can heal." in asked("triage", HEALER).note
    first = asked("triage", HEALER, statistic="knowledge", specialization="control-body")
    assert first.dice == KeepTwo(4, "easy")
    assert "costs 1 Advantage; mixed or better restores 2 Life and more for Advantage." in first.note
    assert "Natural Healer spares you the first Advantage, up to 1 per session." in first.note
    third = asked("triage", HEALER, specialization="control-body", times="2", extra="2")
    assert "costs 3 Advantage; mixed or better restores 8 Life for 2 Advantage more." in third.note
    assert "only if your GM agreed" in asked("triage", HEALER, specialization="create-body").note
    assert "Natural Healer" not in asked("triage", specialization="control-air").note


def test_an_unstable_creature_knows_how_long_it_may_last() -> None:
    check = asked("unstable", HEALER)
    assert (check.dice, check.label) == (KeepTwo(1, "very-easy"), "Unstable: Willpower")
    assert f": {percent(survival(1, 3))}." in check.note
    later = asked("unstable", HEALER, made="2", rolls="1", increased="1")
    assert later.dice == KeepTwo(1, "medium", 1)
    assert f": {percent(KeepTwo(1, 'medium', 1).odds().success)}." in later.note
    lucky = asked("unstable", HEALER, increased="1", rolls="2")
    assert f": {percent(KeepTwo(1, 'very-easy', 1).odds().success * survival(1, 1, 1))}." in lucky.note
    assert Fraction(0) < survival(1, 3) < 1


def test_stabilizing_is_a_medium_roll() -> None:
    assert (asked("stabilize").dice, asked("stabilize").cite.section) == (KeepTwo(2, "medium"), "4.3")


def test_the_experience_of_a_relic_can_be_paid_for_by_the_relic() -> None:
    check = asked("unopposed", HEALER, experience="item-1-experience")
    assert "that of Lamp will do" in check.note


@pytest.mark.parametrize(
    ("styles", "note"),
    [
        ([{"picks": {"style": "melee", "statistic": "strength"}, "scores": {"dice": 2}}], "A hit deals 2d8 +1, 10 on"),
        (
            [{"picks": {"style": "melee", "statistic": "presence"}}],
            "A hit deals no damage, with an Advantage 1d8 −1, before Block.",
        ),
        (
            [{"picks": {"style": "riposte", "statistic": "strength"}}],
            "1d6 +1, 4.5 on average, before Block. An attack misses on good or better; on mixed it hits.",
        ),
        (
            [
                {
                    "picks": {
                        "style": "complex-powerful",
                        "statistic": "strength",
                        "specialization": "control-fire",
                    },
                    "scores": {"dice": 1},
                }
            ],
            "Its tag changes nothing here. From afar: −1. A hit deals 1d10 +1, 6.5",
        ),
    ],
)
def test_an_attack_says_what_it_does(styles: list[dict[str, Any]], note: str) -> None:
    build = {"scores": {"strength": 1, "presence": -1}, "entries": {"styles": styles}}
    check = system.ask(system.read(Build.parse(build)), {"style": "style-1"}).check
    assert note in check.note


def test_each_outcome_of_a_fight_says_what_it_comes_to() -> None:
    """Damage on mixed or better, an answer on mixed or worse, an Advantage for the very good (4.1)."""
    styles = [
        {"picks": {"style": "melee", "statistic": "strength"}, "scores": {"dice": 2}},
        {"picks": {"style": "armored", "statistic": "strength"}},
    ]
    sheet = system.read(Build.parse({"scores": {"strength": 1}, "entries": {"styles": styles}}))
    attack, defence = (dict(system.ask(sheet, {"style": key}).check.consequences) for key in ("style-1", "style-2"))
    assert attack == {
        "very bad": "The target can strike back or take 2 Advantage.",
        "bad": "The target can strike back or take 1 Advantage.",
        "mixed": "A hit deals 2d8 +1, less Block. The target can strike back or take 1 Advantage.",
        "good": "A hit deals 2d8 +1, less Block.",
        "very good": "A hit deals 2d8 +1, less Block. You gain 1 Advantage: keep it, or add a damage die.",
    }
    assert defence == {
        "very bad": "Damage less your Block 1. The attacker gains 1 Advantage.",
        "bad": "Damage less your Block 1.",
        "mixed": "Damage less your Block 1. You can strike back or take 1 Advantage.",
        "good": "No damage. You can strike back or take 1 Advantage.",
        "very good": "No damage. You can strike back or take 2 Advantage.",
    }
    assert system.ask(sheet, {"statistic": "strength"}).check.consequences == ()


@pytest.mark.parametrize(
    ("upgrades", "takes"),
    [
        ([], "an Advantage takes 2 off the damage"),
        (["two-advantages"], "each Advantage, up to 2, takes 2 off the damage"),
    ],
)
def test_a_shield_says_what_an_advantage_takes_off_a_hit(upgrades: list[str], takes: str) -> None:
    """Shielded: where it is rolled, and on each outcome that hits (3.5.2)."""
    shield = {"picks": {"style": "shielded", "statistic": "strength", "upgrades": upgrades}}
    sheet = system.read(Build.parse({"scores": {"strength": 2}, "entries": {"styles": [shield]}}))
    check = system.ask(sheet, {"style": "style-1"}).check
    assert f"When you’re hit, {takes}." in check.note
    told = dict(check.consequences)
    assert [takes in told[outcome] for outcome in OUTCOMES] == [True, True, True, False, False]


def test_what_was_typed_stays_in_the_form() -> None:
    shown = fields("cooperative", others="3, 2 hard")
    assert isinstance(shown["others"], TextField)
    assert shown["others"].value == "3, 2 hard"
    assert MARA["scores"]["strength"] == 2
