"""Any roll, asked for: on the sheet as a form, on the command line as exact odds."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel import Build, Check, RulesContext
from rules.systems.duality import system
from rules.systems.duality.asking import KINDS
from rules.systems.duality.groups import Collective, Cooperative
from rules.systems.duality.keep_two import Fight, KeepTwo, OpposedKeepTwo
from rules.systems.duality.outcomes import OUTCOMES
from rules.systems.duality.rolling import SPECIALIZATIONS
from tests.rules.strategies import anything_typed

MARA: dict[str, Any] = {
    "scores": {"strength": 2, "finesse": 1, "presence": -1, "control-air": 2, "know-arcana": 1, "perceive-mind": 1},
    "picks": {
        "tag-control-air": "superhuman",
        "tag-know-arcana": "complex-powerful",
        "tag-perceive-mind": "simple-weak",
    },
    "entries": {
        "experiences": [{"name": "Raised by smugglers", "scores": {"bonus": 2}}],
        "styles": [
            {"picks": {"style": "melee", "statistic": "strength"}, "scores": {"bonus": 2}},
            {"picks": {"style": "evasive", "statistic": "finesse"}},
        ],
        "items": [{"name": "Old sabre", "picks": {"kind": "weapon", "style": "0", "in-use": True}}],
    },
}
SHEET = system.read(Build.parse(MARA))
ROLL = ("kind", "statistic", "specialization", "experience", "difficulty")
CHANGES = ("increased", "decreased", "modifier", "dangerous")
FIELDS = (*ROLL, *CHANGES)


MORE = ("style", "against", "helped", "helped-difficulty", "others", "magnitude", "rounds", "time", "target",
        "recovery", "steps", "times", "extra", "made", "rolls")  # fmt: skip


def asked(**answers: str) -> Check:
    return system.ask(SHEET, answers).check


def lines(check: Check) -> list[tuple[int, str]]:
    return [(term.amount, term.label) for term in check.pool.terms]


def values(**answers: str) -> dict[str, Any]:
    return {field.path: field.value for field in system.ask(SHEET, answers).fields}  # type: ignore[union-attr]


def test_with_no_answers_it_asks_for_strength_against_medium() -> None:
    check = asked()
    assert (check.key, check.label, check.dice, check.note) == ("strength", "Strength", KeepTwo(2, "medium"), "")
    assert check.answers == (("statistic", "strength"), ("specialization", "none"))


@pytest.mark.parametrize(
    ("answers", "label", "dice"),
    [
        ({"statistic": "presence", "difficulty": "hard"}, "Presence", KeepTwo(-1, "hard")),
        ({"specialization": "create-fire"}, "Strength (Create Fire)", KeepTwo(2, "medium")),
        ({"experience": "experience-1", "modifier": "-3"}, "Strength", KeepTwo(1, "medium")),
        ({"increased": "2", "decreased": "1", "dangerous": "yes"}, "Strength", KeepTwo(2, "medium", 2, 1, True)),
        ({"kind": "opposed", "against": "4"}, "Strength", OpposedKeepTwo(2, 4)),
        (
            {"kind": "opposed", "increased": "1", "dangerous": "yes"},
            "Strength",
            OpposedKeepTwo(2, 0, 1, dangerous=True),
        ),
        ({"increased": "99", "difficulty": "soon", "modifier": "--3"}, "Strength", KeepTwo(2, "medium", 10)),
        ({"statistic": "luck", "style": "style-9", "specialization": "eat-air"}, "Strength", KeepTwo(2, "medium")),
    ],
)
def test_an_answer_makes_the_roll(answers: dict[str, str], label: str, dice: object) -> None:
    check = asked(**answers)
    assert (check.label, check.dice) == (label, dice)


def test_every_addend_is_a_line_with_its_cite() -> None:
    check = asked(statistic="finesse", specialization="control-air", experience="experience-1", modifier="1")
    assert lines(check) == [
        (1, "Finesse"),
        (2, "Control Air"),
        (2, "Raised by smugglers"),
        (1, "from your GM"),
    ]
    assert all(term.cite.section for term in check.pool.terms)
    assert check.answers == (
        ("statistic", "finesse"),
        ("specialization", "control-air"),
        ("experience", "experience-1"),
    )
    assert "The experience costs an Advantage." in check.note


@pytest.mark.parametrize(
    ("specialization", "difficulty", "counts", "note"),
    [
        ("control-air", "medium", "easy", "Superhuman: Medium counts as Easy for what people can do."),
        ("perceive-mind", "hard", "medium", "Simple & Weak: Hard counts as Medium for simple magic."),
        ("know-arcana", "medium", "hard", "Complex & Powerful: Medium counts as Hard for any magic."),
        ("control-air", "very-easy", "very-easy", "Superhuman: Very Easy stays; nothing is easier."),
        ("know-arcana", "very-hard", "very-hard", "Complex & Powerful: Very Hard stays; nothing is harder."),
        ("destroy-body", "hard", "hard", ""),
    ],
)
def test_a_tag_moves_the_difficulty_within_the_table(
    specialization: str, difficulty: str, counts: str, note: str
) -> None:
    check = asked(specialization=specialization, difficulty=difficulty)
    assert isinstance(check.dice, KeepTwo)
    assert (check.dice.difficulty, check.note) == (counts, note)
    form = system.ask(SHEET, {"specialization": specialization, "difficulty": difficulty}).fields
    assert [field.summary for field in form if field.path == "difficulty"] == [note], "beside the choice it changes"


@pytest.mark.parametrize(
    ("specialization", "tagged"),
    [
        ("control-air", [(3, "Superhuman, on an opposed roll")]),
        ("perceive-mind", [(3, "Simple & Weak, on an opposed roll")]),
        ("know-arcana", [(-3, "Complex & Powerful, on an opposed roll")]),
        ("destroy-body", []),
    ],
)
def test_on_an_opposed_roll_a_tag_is_a_bonus_instead(specialization: str, tagged: list[tuple[int, str]]) -> None:
    check = asked(specialization=specialization, kind="opposed")
    assert lines(check)[2:] == tagged
    assert check.note == ""
    assert check.dice == OpposedKeepTwo(2 + SHEET[specialization] + sum(amount for amount, _ in tagged))


def test_a_table_may_leave_tags_out_of_opposed_rolls() -> None:
    sheet = system.read(Build.parse(MARA), table=RulesContext(settings={"tags_on_opposed_rolls": False}))
    check = system.ask(sheet, {"specialization": "control-air", "kind": "opposed"}).check
    assert (lines(check), check.note) == (
        [(2, "Strength"), (2, "Control Air")],
        "Superhuman doesn't change opposed rolls in this campaign.",
    )


@pytest.mark.parametrize(
    ("style", "bonus", "side"), [("style-1", 4, "attack"), ("style-1-armed", 5, "attack"), ("style-2", 2, "defend")]
)
def test_a_style_is_an_opposed_roll_of_its_own(style: str, bonus: int, side: Fight) -> None:
    check = asked(style=style, statistic="presence", specialization="control-air", against="1")
    assert (check.key, check.dice) == (style, OpposedKeepTwo(bonus, 1, fight=side))
    assert lines(check) == [(bonus, SHEET.figures[style].label)]
    assert (check.answers, check.cite.section) == ((("style", style),), "4.1")
    assert not {"statistic", "specialization"} & values(style=style).keys(), "the style decides both"
    assert values(style=style)["kind"] == ("opposed",)
    assert asked(style=style, kind="unopposed").key == "strength"


def test_a_style_can_be_asked_for_with_its_experience() -> None:
    check = asked(style="style-1", experience="style-1-experience")
    assert (check.pool.value, check.answers) == (6, (("style", "style-1"), ("experience", "style-1-experience")))


def test_the_form_offers_what_the_character_has() -> None:
    fields: dict[str, Any] = {field.path: field for field in system.ask(SHEET, {}).fields}
    assert tuple(fields) == FIELDS
    assert [option.label for option in fields["statistic"].options][:3] == [
        "Strength (+2)",
        "Finesse (+1)",
        "Willpower (+0)",
    ]
    special = {option.key: option for option in fields["specialization"].options}
    assert tuple(special) == ("none", *SPECIALIZATIONS)
    assert (special["control-air"].label, special["control-air"].group) == ("Control Air (+2, Superhuman)", "Control")
    assert special["create-fire"].label == "Create Fire (+0)"
    assert [option.key for option in fields["experience"].options] == ["none", "experience-1", "style-1-experience"]
    fought = {field.path: field for field in system.ask(SHEET, {"kind": "opposed"}).fields}
    assert tuple(fought) == ("kind", "style", *ROLL[1:-1], "against", *CHANGES)
    assert [option.key for option in fought["style"].options] == ["none", "style-1", "style-1-armed", "style-2"]  # type: ignore[union-attr]
    assert [option.label for option in fields["difficulty"].options][::4] == ["Very Easy", "Very Hard"]


def test_the_form_shows_what_was_answered() -> None:
    shown = values(specialization="know-arcana", increased="2", dangerous="yes", difficulty="hard")
    assert shown == {
        "statistic": ("strength",),
        "specialization": ("know-arcana",),
        "experience": ("none",),
        "kind": ("unopposed",),
        "difficulty": ("hard",),
        "increased": 2,
        "decreased": 0,
        "modifier": 0,
        "dangerous": ("yes",),
    }


@given(
    st.dictionaries(
        st.sampled_from((*FIELDS, *MORE)),
        anything_typed | st.sampled_from([*KINDS, "style-1", "know-arcana", "-9", "30", "fight"]),
    )
)
def test_any_answers_make_some_roll(answers: dict[str, str]) -> None:
    check = system.ask(SHEET, answers).check
    assert check.dice is not None or answers["kind"] == "triage"
    assert check.dice is None or sum(chance for _, chance in check.dice.odds().outcomes) == 1


def test_a_character_with_a_million_of_everything_can_still_roll() -> None:
    sheet = system.read(Build.parse({"scores": {"strength": 10**6, "control-air": 10**6}}))
    assert system.ask(sheet, {"specialization": "control-air"}).check.dice == KeepTwo(1_000)


@pytest.mark.parametrize(
    ("arguments", "roll"),
    [
        ("--bonus 3 --difficulty medium", KeepTwo(3)),
        ("--bonus 3", KeepTwo(3)),
        ("--bonus -1 --difficulty very-easy --increased 1", KeepTwo(-1, "very-easy", 1)),
        ("--bonus 0 --difficulty Very_Hard --decreased 1 --dangerous", KeepTwo(0, "very-hard", 0, 1, True)),
        ("--opposed --bonus 3 --against 1", OpposedKeepTwo(3, 1)),
        ("--opposed --bonus 3 --increased 1 --against-decreased 2", OpposedKeepTwo(3, 0, 1, 0, 0, 2)),
        ("--collective 3,2,0 --magnitude 2 --difficulty easy", Collective((3, 2, 0), "easy", 2)),
        ("--collective=-1,2 --decreased 1", Collective((-1, 2), "medium", 1, 0, 1)),
        (
            "--cooperative 3,2,0 --difficulty hard",
            Cooperative(tuple(KeepTwo(bonus, "hard") for bonus in (3, 2, 0))),
        ),
        ("--cooperative 1 --dangerous", Cooperative((KeepTwo(1, dangerous=True),))),
    ],
)
def test_odds_on_the_command_line_are_exact(
    arguments: str, roll: KeepTwo | OpposedKeepTwo | Collective | Cooperative
) -> None:
    found = system.odds(arguments.split())
    assert tuple(found) == OUTCOMES
    assert found == {name: {"exact": str(chance), "float": float(chance)} for name, chance in roll.odds().outcomes}
    assert sum(Fraction(chance["exact"]) for chance in found.values()) == 1


def test_a_difficulty_may_be_typed_as_it_is_printed() -> None:
    assert system.odds(["--bonus", "1", "--difficulty", "Very Easy"]) == system.odds(
        ["--bonus", "1", "--difficulty", "very-easy"]
    )


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "--bonus many",
        "--bonus 1001",
        "--bonus 3 --difficulty soon",
        "--bonus 3 --increased 11",
        "--opposed",
        "--opposed --collective 3,2",
        "--collective 3,two",
        "--collective 3,,2",
        "--collective 3 --magnitude 0",
        f"--cooperative {','.join('0' * 21)}",
        "--luck 1",
    ],
)
def test_odds_that_cannot_be_are_refused_with_a_reason(arguments: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        system.odds(arguments.split())
