"""Asking for any roll: the form, and the command line with its sentences."""

from fractions import Fraction as F
from typing import Any

import pytest

from rules.kernel import Build
from rules.systems.rough_magic import system
from rules.systems.rough_magic.opposed_sums import FAILURES
from rules.systems.rough_magic.questions import ROLLS
from tests.rules.rough_magic.cast import mage, thug

MAGE = ["--agility", "3", "--brawn", "2", "--presence", "4", "--reason", "5", "--power-level", "4"]


def odds(text: str, *more: str) -> dict[str, Any]:
    return system.odds([*text.split(), *more])


def success(text: str, *more: str) -> F:
    return F(odds(text, *more)["success"]["exact"])


@pytest.mark.parametrize(
    ("text", "chance"),
    [
        ("--av 7 --dv 5", F(493, 648)),
        ("--av 3 --dv 6 --expertise", F(125, 288)),
        ("--av 3 --dv 6 --expertise reroll_1s", F(29, 90)),
        ("--av 0 --dv 0 --dice 0", F(0)),
        ("--av 0 --dv 0 --dice -4", F(0)),
        ("--av 6 --dv 6 --dice 3", F(1099, 1296)),
    ],
)
def test_plain_odds(text: str, chance: F) -> None:
    assert success(text) == chance


def test_keeping_two_on_the_command_line() -> None:
    assert f"{odds('--av 0 --dv 0 --dice 3 --bonus-dice keep2')['success']['float']:.2%}" == "72.42%"


@pytest.mark.parametrize(
    ("text", "av", "dv", "dice", "chance"),
    [
        ("--spell attack --defence 3 --armour 2", 7, 5, 2, F(493, 648)),
        ("--spell attacks --defence 3 --armour 2 --duration 3-rounds --ritual day", 7, 5, 2, F(493, 648)),
        ("--spell illusion --size house --specialty illusion", 9, 6, 2, F(545, 648)),
        ("--spell illusion --size 10 --specialty conjuration --ritual hour", 9, 6, 1, F(1, 2)),
        ("--spell creation --mass 1.5t --value villa --ritual day", 9, 6, 2, F(545, 648)),
        ("--spell transportation --range continent --ritual day", 9, 6, 1, F(1, 2)),
        ("--spell scrying --range continent --familiarity immediate-family --other-time --shielded --defence 2 "
         "--ritual hour --sympathetic", 9, 11, 3, F(1801, 2592)),
        ("--spell transmutation --person --defence 3 --armour 1 --transmute-unwilling table", 8, 4, 2, F(65, 72)),
        ("--spell creation --general-av spell", 4, 6, 2, F(145, 432)),
        ("--spell healing --consequence severe", 4, 6, 2, F(145, 432)),
        ("--spell creation --subtle --expertise none --avenue general", 9, 6, 1, F(1, 2)),
    ],
)  # fmt: skip
def test_a_spell_on_the_command_line(text: str, av: int, dv: int, dice: int, chance: F) -> None:
    told = odds(text, *MAGE)
    assert (told["av"], told["dv"], told["dice"], F(told["success"]["exact"])) == (av, dv, dice, chance)
    assert {*FAILURES, "mean-lost"} <= told.keys()


def test_what_cannot_be_cast_says_so_on_the_command_line() -> None:
    told = odds("--spell creation --range world", *MAGE)
    assert told["refused"].startswith("No dice left")
    assert (told["dice"], told["success"]["exact"], told["failure"]["exact"]) == (0, "0", "1")
    assert "Power Level above 0" in odds("--spell creation --reason 5")["refused"]
    assert odds("--spell mage-hand", *MAGE)["success"]["exact"] == "1"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Give --av and --dv"),
        ("--av 7", "Give --av and --dv"),
        ("--av x --dv 5", "invalid int"),
        ("--av 7 --dv 5 --dice 99", "at most 40 dice"),
        ("--av 9999 --dv 5", "are between"),
        ("--spell ilusion", "Did you mean illusion"),
        ("--spell qqq", "There are attack, unusual-attack"),
        ("--spell creation --range moon", "There is no range “moon”"),
        ("--spell creation --mass 9000t", "the maximum is 8,000 t."),
        ("--spell creation --reason 12", "Reason is 12; it has to be between 0 and 10."),
        ("--spell attack --armour 99", "Target's armour is 99; it has to be between 0 and 12."),
        ("--spell attack --avenue x", "There is no avenue “x”."),
        ("--spell attack --specialty x", "There is no avenue “x”."),
    ],
)
def test_a_mistake_is_a_sentence(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words.replace("(", r"\(")):
        odds(text)


@pytest.mark.parametrize("roll", ROLLS)
def test_every_roll_can_be_asked_for(roll: str) -> None:
    asked = system.ask(mage(), {"roll": roll, "more": "1", "tools": "2", "subtle": "yes"})
    assert asked.check.dice
    assert asked.fields[0].path == "roll"


def test_the_sheets_own_checks_come_out_of_the_form_again() -> None:
    sheet = mage(entries={"skills": [{"name": "Thaumaturgy"}, {"name": "Perception"}, {"name": "Night Fishing"}, {}]})
    for check in sheet.checks:
        again = system.ask(sheet, dict(check.answers)).check
        assert (again.label.lower(), again.pool.value) == (check.label.lower(), check.pool.value)
        assert str(again.dice) == str(check.dice)


def test_answers_that_make_no_sense_fall_back() -> None:
    plain = system.ask(thug(), {})
    assert system.ask(thug(), {"roll": "x", "attribute": "luck", "skill": "?", "against": "many"}) == plain
    assert plain.check.label == "Another (Reason)"


def test_too_many_penalty_dice_leave_no_roll() -> None:
    assert system.ask(mage(), {"roll": "break-free", "more": "-2"}).check.dice is None


@pytest.mark.parametrize(("roll", "defence", "heading"), [
    ("see-through", "presence", "Illusions"), ("break-free", "presence", "Phantasms"),
    ("break-free", "presence+power", "Telepathy"), ("break-free", "agility", "Transmutation"),
    ("skill", "presence", "Casting Spells"),
])  # fmt: skip
def test_what_a_roll_goes_against_names_its_own_heading(roll: str, defence: str, heading: str) -> None:
    asked = system.ask(mage(), {"roll": roll, "defence": defence})
    (against,) = (field for field in asked.fields if field.path == "against")
    assert against.figure.cite.section == heading  # type: ignore[union-attr]
    if roll != "skill":
        assert asked.check.cite.section == heading


def test_of_two_skills_of_a_name_the_one_with_expertise_is_rolled_once() -> None:
    plain, expert = {"name": "Lore"}, {"name": "lore ", "picks": {"expertise": True}}
    for skills in ([plain, expert], [expert, plain]):
        sheet = system.read(Build.parse({"scores": {"reason": 3}, "entries": {"skills": skills}}))
        (made,) = (check for check in sheet.checks if check.key.startswith("skill-"))
        one = system.read(Build.parse({"scores": {"reason": 3}, "entries": {"skills": [expert]}}))
        (alone,) = (check for check in one.checks if check.key.startswith("skill-"))
        assert made.dice == alone.dice
