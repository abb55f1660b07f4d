"""Any check, asked for: on the sheet as a form, on the command line as exact odds."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dice import BetterRoll, CountDice
from rules.kernel import Build, Rulebook, Sheet
from rules.systems.hprpg import system
from rules.systems.hprpg.dice_pools import dice_pool
from rules.systems.hprpg.entries import Feature, Spell
from tests.rules.hprpg.test_rulings import build, read
from tests.rules.strategies import anything_typed

JANE = system.read(build("jane-the-auror"))
ANSWERS = ("aspect", "ability", "dv", "extra", "catastrophe", "intractability", "allowed")


def asked(**answers: str) -> Any:
    return system.ask(JANE, answers).check


def test_with_no_answers_it_asks_for_perception_and_alertness() -> None:
    check = asked()
    assert (check.label, check.pool.value, check.dice) == ("Perception (Alertness)", 7, dice_pool(7, 8))


@pytest.mark.parametrize(
    ("answers", "label", "dice"),
    [
        ({"aspect": "willpower", "ability": "elemental"}, "Willpower (Elemental)", dice_pool(7, 8)),
        ({"aspect": "fitness", "ability": "none"}, "Fitness", dice_pool(3, 8)),
        ({"aspect": "insight", "ability": "tracking", "dv": "10"}, "Insight (Tracking)", dice_pool(6, 10)),
        ({"extra": "-3", "catastrophe": "3", "intractability": "2"}, "Perception (Alertness)", dice_pool(4, 8, 3, 2)),
        ({"extra": "--3", "dv": "soon"}, "Perception (Alertness)", dice_pool(7, 8)),
        ({"extra": "99", "dv": "999999"}, "Perception (Alertness)", dice_pool(27, 8)),
        ({"aspect": "intelligence", "ability": "science"}, "Intelligence (Science)", None),
        ({"aspect": "intelligence", "ability": "science", "allowed": "yes"}, "Intelligence (Science)", dice_pool(3, 8)),
        ({"aspect": "rage", "ability": "rage"}, "Perception (Alertness)", dice_pool(7, 8)),
    ],
)
def test_an_answer_makes_the_check(answers: dict[str, str], label: str, dice: CountDice | None) -> None:
    check = asked(**answers)
    assert (check.label, check.dice) == (label, dice)


@given(st.dictionaries(st.sampled_from(ANSWERS), anything_typed | st.sampled_from(["charm", "hexes", "-9", "30"])))
def test_any_answers_make_some_check(answers: dict[str, str]) -> None:
    question = system.ask(JANE, answers)
    assert question.check.pool.value >= 0
    assert {field.path for field in question.fields} == set(ANSWERS)


def test_a_check_of_a_character_with_a_million_dots_is_still_a_check() -> None:
    sheet = system.read(Build.parse({"scores": {"perception": 10**6, "alertness": 10**6}}))
    assert sum(chance for _, chance in system.ask(sheet, {"extra": "20"}).check.dice.odds().outcomes) == 1  # type: ignore[union-attr]  # innate


def test_odds_of_a_pool_are_exact() -> None:
    odds = system.odds(["--pool", "1", "--dv", "12"])
    assert odds["1"] == {"exact": "1/12", "float": float(Fraction(1, 12))}
    assert list(odds) == ["catastrophe", "failure", "1", "2", "3", "4", "5", "6", "7+"]
    assert sum(Fraction(chance["exact"]) for chance in odds.values()) == 1


def test_odds_of_a_spell_say_what_it_takes() -> None:
    odds = system.odds(["--spell", "3", "--affinity", "3", "--aspect", "4", "--range", "ranged", "--targets", "1"])
    assert {key: odds[key] for key in ("dv", "pool", "required", "needs-fortitude")} == {
        "dv": 8,
        "pool": 7,
        "required": 2,
        "needs-fortitude": False,
    }
    assert Fraction(odds["takes-hold"]["exact"]) == dice_pool(7, 8).at_least(2)


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--pool", "many"],
        ["--pool", "-1"],
        ["--pool", "1000"],
        ["--spell", "9"],
        ["--range", "moon"],
        ["--luck", "1"],
    ],
)
def test_odds_that_cannot_be_are_refused_with_a_reason(arguments: list[str]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        system.odds(arguments)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("--pool 7 --spell 3", "--pool does not go with --spell: level and affinity make the difficulty of a spell."),
        ("--spell 3 --dv 6", "--dv does not go with --spell: level and affinity make the difficulty of a spell."),
        ("--pool 7 --affinity 0", "--affinity does not go with --pool: it is for a spell."),
        ("--pool 7 --catastrophe 0", "A 1 is always a catastrophe: --catastrophe is 1 to 11."),
        ("--pool 7 --range mass", "--range does not go with --pool: it is for a spell."),
    ],
)
def test_a_number_that_would_count_for_nothing_is_refused(arguments: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        system.odds(arguments.split())


def test_every_number_of_a_form_cites_its_own_rule() -> None:
    fields = {field.path: str(field.figure.cite) for field in system.ask(JANE, {}).fields if field.kind == "rate"}
    assert fields == {
        "dv": "Handbook 6.3, p. 25",
        "extra": "Handbook 6.1, p. 24",
        "catastrophe": "Handbook 6.4, p. 26",
        "intractability": "Handbook 6.3, p. 25",
    }


@pytest.mark.parametrize(
    ("name", "labels"),
    [
        ("olympia-the-warrior", ["Fitness (Rage)", "Insight (Command)", "Intelligence (Tactics)"]),
        ("jane-the-auror", ["Insight (Intuition)", "Charm (Interrogate)", "Intelligence (Tracking)"]),
        ("dung-the-outlaw", ["Insight (Savvy)", "Precision (Pickpocket)", "Intelligence (Underworld)"]),
    ],
)
def test_an_ability_of_the_archetype_stands_beside_an_aspect_it_goes_with(name: str, labels: list[str]) -> None:
    assert [check.label for check in read(build(name)).checks][8:11] == labels


RAGING = "feat-furious-spellcaster"
EVERY_FEAT = tuple(system.rulebook.all(Feature))
HELPERS = {
    "ambush": dice_pool(9, 8),
    "familiar-terrain": dice_pool(8, 8),
    "asterias-eyes": dice_pool(8, 8),
    "burn-book": dice_pool(9, 8),
    "bloodlust": dice_pool(5, 8),
    "duelist": dice_pool(7, 8, automatic=1),
    "student-of-war": dice_pool(7, 7),
    "rapid-reflexes": BetterRoll(dice_pool(7, 8)),
}
CAST_WITH = {*HELPERS, "satyr-spirit"} - {"asterias-eyes", "burn-book", "rapid-reflexes"}


def feats_offered(**answers: str) -> set[str]:
    sheet = read(build("jane-the-auror", picks={"feats": list(EVERY_FEAT)}))
    fields = system.ask(sheet, answers).fields
    return {field.path.removeprefix("feat-") for field in fields if field.path.startswith("feat-")}


def test_a_feat_that_helps_a_roll_is_chosen_before_it() -> None:
    """Chapter 4: each by itself, and named among the dice."""
    sheet = read(build("jane-the-auror", picks={"feats": list(EVERY_FEAT)}))
    assert feats_offered() == HELPERS.keys()
    for key, dice in HELPERS.items():
        check = system.ask(sheet, {f"feat-{key}": "yes"}).check
        assert check.dice == dice, key
        named = system.rulebook.all(Feature)[key]
        assert [term.amount for term in check.pool.terms if term.label == named.name] == [named.dice] * bool(named.dice)
    both = system.ask(sheet, {"feat-ambush": "yes", "feat-duelist": "yes", "extra": "1"}).check
    assert both.dice == dice_pool(10, 8, automatic=1)
    assert str(both.dice).endswith(", 1 automatic success")


def test_a_feat_is_offered_where_it_can_apply() -> None:
    assert feats_offered(aspect="intelligence", ability="science") == {*HELPERS, "cold-cases"}
    assert feats_offered(aspect="precision", ability="covert") == {*HELPERS, "natures-cloak"}
    assert feats_offered(aspect="willpower", ability="elemental") == CAST_WITH
    assert feats_offered(ability="none") == HELPERS.keys()
    assert system.ask(JANE, {"feat-ambush": "yes"}).check.dice == dice_pool(7, 8), "only those somebody has"


def test_a_feat_helps_a_casting_too() -> None:
    known = build("jane-the-auror", picks={"feats": list(EVERY_FEAT), "spells": ["lumos"]})
    sheet, lumos = read(known), system.rulebook.all(Spell)["lumos"]
    plain = system.desk(sheet, lumos, {})
    helped = system.desk(sheet, lumos, {"feat-satyr-spirit": "yes", "feat-ambush": "yes", "feat-student-of-war": "yes"})
    assert {field.path for field in plain.fields if field.path.startswith("feat-")} == {
        f"feat-{key}" for key in CAST_WITH
    }
    before, after = plain.check.dice.cast, helped.check.dice.cast
    assert (after.pool.dice - before.pool.dice, after.dv - before.dv, after.pool.automatic) == (2, -1, 1)
    assert [term.label for term in helped.check.pool.terms][2:] == ["Ambush"]
    assert helped.check.dice.breakdown([[8] * after.pool.dice]).lines[1] == ("Automatic successes", "1")


@pytest.mark.parametrize("each", [{"dv": 10}, {"dv": -10}, {"dice": 10}, {"dice": -10}, {"successes": 10}])
def test_however_many_feats_of_homebrew_help_it_is_still_a_roll(each: dict[str, int]) -> None:
    shelf = system.rulebook.entries["feature"]
    own = {f"own-{n}": replace(shelf["ambush"], key=f"own-{n}", **{"dice": 0, **each}) for n in range(120)}
    brewed = Rulebook(system.rulebook.books, {**system.rulebook.entries, "feature": {**shelf, **own}})
    sheet = system.read(build("jane-the-auror", picks={"feats": list(own)}), brewed)
    check = system.ask(sheet, {f"feat-{key}": "yes" for key in own}).check
    assert sum(chance for _, chance in check.dice.odds().outcomes) == 1  # type: ignore[union-attr]  # one may attempt it


def warrior(**scores: int) -> Sheet:
    known = {"archetype": "warrior", "feats": ["furious-spellcaster"], "spells": ["lumos"]}
    return read(Build.parse({"picks": known, "scores": {"willpower": 2, "elemental": 1, "rage": 3, **scores}}))


def test_rage_is_rolled_in_place_of_the_affinity_which_limits_the_level_still() -> None:
    """Furious Spellcaster (chapter 4): dice and difficulty are those of Rage, the Fortitude that of the affinity."""
    sheet, lumos = warrior(), system.rulebook.all(Spell)["lumos"]
    calm, angry = (
        system.desk(sheet, lumos, answers).check for answers in ({"level": "2"}, {"level": "2", RAGING: "yes"})
    )
    willpower, rage, affinity = sheet["willpower"], sheet["rage"], sheet["elemental"]
    assert affinity < 2 < rage
    assert calm.dice.cast.pool == dice_pool(willpower + affinity, 10 - affinity)
    assert angry.dice.cast.pool == dice_pool(willpower + rage, 10 - rage)
    assert [(term.amount, term.label) for term in angry.pool.terms] == [(willpower, "Willpower"), (rage, "Rage")]
    assert f"8 + level 2 − Rage {rage} = {10 - rage}" in angry.note
    assert "Costs 1 Fortitude" in angry.note
    fortitude = [cost for cost in angry.costs if "fortitude" in cost.trackers]
    assert fortitude
    check = system.ask(sheet, {"aspect": "willpower", "ability": "elemental", RAGING: "yes"}).check
    assert check.dice == dice_pool(willpower + rage, 8)


def test_nobody_without_rage_is_asked_whether_it_stands_in() -> None:
    known = {"archetype": "auror", "feats": ["furious-spellcaster"], "spells": ["lumos"]}
    sheet, lumos = read(Build.parse({"picks": known})), system.rulebook.all(Spell)["lumos"]
    assert "rage" not in sheet.figures
    question = system.desk(sheet, lumos, {RAGING: "yes"})
    assert RAGING not in {field.path for field in question.fields}
    assert not [cost for cost in question.check.costs if "used-furious-spellcaster" in cost.trackers]
    assert RAGING in {field.path for field in system.desk(warrior(), lumos, {}).fields}


def test_a_casting_with_rage_is_one_of_three_a_day() -> None:
    sheet, lumos = warrior(), system.rulebook.all(Spell)["lumos"]
    check = system.desk(sheet, lumos, {RAGING: "yes"}).check
    mark = "used-furious-spellcaster"
    assert [(due.tracker.key, due.change) for due in sheet.live({mark: 2}).dues(check)] == [(mark, 1)]
    spent = dict(sheet.live({mark: 3}).answers)
    question = system.desk(sheet, lumos, {RAGING: "yes", **spent})
    assert RAGING not in {field.path for field in question.fields}
    assert question.check.dice == system.desk(sheet, lumos, {}).check.dice
    assert system.desk(sheet, lumos, {RAGING: "yes", **dict(sheet.live({mark: 2}).answers)}).check.dice == check.dice
