"""The roll bench: everything that bears on a roll, what is refused, and the command line's own refusals."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel import Build, Sheet
from rules.kernel.pages import Question
from rules.systems.forge import system
from rules.systems.forge.dice_pools import CountAndSum
from tests.rules.strategies import anything_typed

WHOLE: dict[str, Any] = {
    "scores": {"agility": 3, "brawn": 2, "cunning": 3},
    "rolls": {"backgrounds": [3, 7, 11]},
    "picks": {"ancestry": "human"},
    "entries": {
        "values": [{"name": "Mercy", "scores": {"rating": 4}}, {"name": "Truth"}],
        "bonds": [{"name": "The sea"}, {"name": ""}],
    },
}


def sheet() -> Sheet:
    return system.read(Build.parse(WHOLE))


def ask(**answers: str) -> Question:
    return system.ask(sheet(), {name.replace("_", "-"): answer for name, answer in answers.items()})


def dice(**answers: str) -> tuple[int, int, int]:
    found = ask(**answers).check.dice
    assert isinstance(found, CountAndSum)
    return found.counted.dice, found.counted.passes.stop - 1, found.counted.faces


@pytest.mark.parametrize(
    ("answers", "rolled"),
    [
        ({}, (2, 3, 8)),
        ({"roll": "value-1"}, (2, 4, 8)),
        ({"roll": "value-2"}, (2, 3, 8)),
        ({"roll": "brawn", "difficulty": "legendary"}, (2, 2, 20)),
        ({"background_1": "yes", "background_3": "yes", "backgrounds": "1"}, (2, 9, 8)),
        ({"background_4": "yes"}, (2, 3, 8)),
        ({"tool": "bad"}, (2, 2, 8)),
        ({"tool": "bad", "other_tool": "suited"}, (2, 4, 8)),
        ({"bond_1": "yes", "bond_2": "yes", "boons": "1", "banes": "2"}, (3, 3, 8)),
        ({"banes": "2"}, (0, 3, 8)),
        ({"push": "yes"}, (3, 1, 8)),
        ({"safe": "yes"}, (1, 5, 8)),
        ({"push": "yes", "kind": "yield"}, (3, 1, 8)),
        ({"difficulty": "opponent", "against": "5"}, (2, 3, 12)),
        ({"difficulty": "opponent", "against": "30", "trained": "yes"}, (2, 1, 20)),
        ({"trained": "yes"}, (2, 3, 8)),
        ({"group": "helps", "ally_1": "5", "ally_4": "1"}, (2, 5, 8)),
        ({"group": "hinders", "ally_1": "5", "ally_4": "1"}, (2, 1, 8)),
        ({"group": "hinders"}, (2, 3, 8)),
        ({"ally_1": "5"}, (2, 3, 8)),
        ({"modifier": "-9"}, (2, -6, 8)),
        ({"roll": "poise", "difficulty": "silly", "tool": "x", "kind": "?", "boons": "many", "group": ""}, (2, 3, 8)),
    ],
)
def test_what_bears_on_a_roll(answers: dict[str, str], rolled: tuple[int, int, int]) -> None:
    assert dice(**answers) == rolled


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ({"difficulty": "trivial"}, "No roll needed"),
        ({"difficulty": "impossible"}, "can't be done"),
        ({"difficulty": "opponent", "against": "-2"}, "is −2; the minimum is 1"),
        ({"push": "yes", "kind": "attack"}, "push a yielded attack roll"),
        ({"safe": "yes", "kind": "attack"}, "play a yield roll safe"),
        ({"safe": "yes", "kind": "yield"}, "play a yield roll safe"),
        ({"push": "yes", "safe": "yes"}, "push your luck and play it safe together"),
    ],
)
def test_what_is_refused_says_why(answers: dict[str, str], said: str) -> None:
    check = ask(**answers).check
    assert check.dice is None
    assert said in check.note


def test_ways_that_are_refused_stand_beside_those_that_are_not() -> None:
    plain, pushed, safe = ask(kind="attack").ways
    assert (plain.check.dice is not None, pushed.check.dice, safe.check.dice) == (True, None, None)
    assert pushed.facts == (("Total", "–"), ("Effects", "–"))
    assert [way.facts[0][1] for way in ask(training="2", tool="right").ways] == [
        "9 to 23, mean 16", "10 to 31, mean 20.5", "8 to 15, mean 11.5",
    ]  # fmt: skip


def test_notes_tell_of_effects_humans_attacks_and_no_dice() -> None:
    assert "Critical effects: up to 1, mean 0.12" in ask(bond_1="yes", modifier="1").check.note
    assert "Total: 3." in ask(banes="2").check.note
    assert "leave no dice" in ask(banes="2").check.note
    assert "Humans get +1 to the target number" in ask(roll="cunning").check.note
    assert "humans" not in ask(roll="agility").check.note
    assert "defeats its enemy" in ask(kind="attack").check.note


def test_the_form_shows_what_was_answered() -> None:
    fields = {field.path: field for field in ask(background_2="yes", boons="3", group="helps").fields}
    assert fields["background-2"].value == ("yes",)
    assert fields["background-1"].value == ()
    assert (fields["boons"].value, fields["group"].value) == (3, ("helps",))
    assert fields["bond-2"].label == "Bond: Bond 2"


PASTS = ["cunning-1", "agility-2", "agility-3"]
"""The abilities with the backgrounds that help them."""


def test_checks_of_the_sheet_ask_for_themselves() -> None:
    checks = sheet().checks
    assert [check.key for check in checks] == ["agility", "brawn", "cunning", "value-1", *PASTS]
    for check in checks:
        assert system.ask(sheet(), dict(check.answers)).check.dice == check.dice


def test_only_what_bears_on_the_roll_is_asked() -> None:
    def asked(**answers: str) -> set[str]:
        return {field.path for field in system.ask(sheet(), answers).fields}

    alone = asked()
    assert alone.isdisjoint({"against", "trained", "ally-1"})
    assert asked(difficulty="opponent") - alone == {"against", "trained"}
    assert asked(group="helps") - alone == {f"ally-{n}" for n in range(1, 5)}


NAMES = ["roll", "difficulty", "against", "backgrounds", "tool", "boons", "banes", "push", "safe", "kind", "group",
         "ally-1", "modifier", "training", "bond-1", "trained"]  # fmt: skip


@given(st.dictionaries(st.sampled_from(NAMES), anything_typed | st.sampled_from(["opponent", "attack", "99999", "-7"])))
def test_any_answers_make_a_question(answers: dict[str, str]) -> None:
    question = system.ask(sheet(), answers)
    assert len(question.ways) == 3
    assert question.check.dice is not None or question.check.note


# The command line


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--die 8", "Give one value"),
        ("--value 3 --group 1,2 --helps --die 8", "Give one value"),
        ("--value 3", "Give a die"),
        ("--value 3 --die 8 --opponent 2", "Give a die"),
        ("--value 3 --opponent 0", "starts at 1"),
        ("--value 3 --die 8 --push --safe", "not allowed with"),
        ("--value 3 --die 7", "invalid choice"),
        ("--value 3 --die 8 --tool 3", "invalid choice"),
        ("--value 3 --die 8 --boons -1", "counted from 0"),
        ("--value 9999 --die 8", "small one"),
        ("--value 3 --die 8 --boons 99", "0 to 40 dice"),
        ("--value 3 --die 8 --push --attack", "push a yielded attack roll"),
        ("--value 3 --die 8 --safe --yield", "play a yield roll safe"),
        ("--value 3 --die 8 --safe --attack", "play a yield roll safe"),
        ("--group 1,x --helps --die 8", "whole numbers with commas"),
        ("--group 1,2 --die 8", "help or hinder"),
        ("--value three --die 8", "invalid int"),
    ],
)
def test_arguments_that_do_not_fit_are_refused_with_a_sentence(words: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        system.odds(words.split())


def test_a_trained_opponent_and_the_opponents_die() -> None:
    plain = system.odds(["--value", "3", "--die", "8"])
    assert system.odds(["--value", "5", "--opponent", "3", "--trained-opponent"]) == plain
    assert system.odds(["--value", "3", "--die", "8", "--tool", "-1", "--push", "--yield"])["failure"]["exact"] == "1"


def test_the_form_says_what_a_yield_roll_and_training_are() -> None:
    told = {field.path: field.summary for field in ask().fields}
    assert "can't be played safe" in told["kind"]
    assert told["training"] == "Added to the Total only."
