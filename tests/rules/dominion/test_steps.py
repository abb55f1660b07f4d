"""The builder's pages, the sheet's panels, the printed record and the questions of this game."""

from typing import Any

import pytest

from campaigns.demo.demo import RAVEN, URSULA
from rules.kernel import Build, RulesContext, Sheet
from rules.kernel.documents import apply, awarded
from rules.kernel.pages import RollField
from rules.kernel.pages.play_blocks import RollTable, ValueColumns
from rules.kernel.pages.print_blocks import Cards
from rules.systems.dominion import system
from rules.systems.dominion.entries import TableRow
from tests.rules.listed_blocks import printed, titles


def read(build: Any, **table: Any) -> Sheet:
    return system.read(Build.parse(build), table=RulesContext(**table))


def fields(sheet: Sheet) -> dict[str, Any]:
    return {field.path: field for step in system.steps(sheet) for field in step.fields}


def values(sheet: Sheet, *keys: str) -> dict[str, int]:
    return {key: sheet[key] for key in keys}


def test_the_empty_record_can_be_drawn_everywhere() -> None:
    sheet = read({})
    assert sheet.legal
    assert len(system.steps(sheet)) == 9
    assert [panel.key for panel in system.panels(sheet)] == ["attributes", "skills", "body", "vitals"]
    assert system.facts(sheet) == ()
    assert [row.name for row in printed(system.layout(sheet), RollTable, "In hand").rows] == [
        "Bare hands (Brawling)",
        "",
        "",
    ]
    assert [tracker.key for tracker in sheet.trackers] == ["injury", "aps"]


def test_raven_is_made_as_the_book_makes_her() -> None:
    sheet = read(RAVEN)
    assert sheet.legal
    assert values(sheet, "vigour", "agility", "intuition", "stamina", "intellect", "luck", "combat") == {
        "vigour": 2, "agility": 3, "intuition": 2, "stamina": 2, "intellect": 2, "luck": 2, "combat": 2,
    }  # fmt: skip
    assert sheet.budgets["attribute-points"].allowed.value == 7
    assert sheet.budgets["aps"].allowed.value == 57
    assert values(sheet, "strike", "strike-with-longsword", "parry-with-longsword", "timing-with-longsword") == {
        "strike": 6, "strike-with-longsword": 8, "parry-with-longsword": 5, "timing-with-longsword": 1,
    }  # fmt: skip
    assert values(sheet, "dodge-as-worn", "movement-as-worn", "within-torso", "within-feet") == {
        "dodge-as-worn": 3, "movement-as-worn": 1, "within-torso": 6, "within-feet": 5,
    }  # fmt: skip


def test_the_ledger_has_a_line_for_everything() -> None:
    lines = {term.label: term.amount for term in read(RAVEN).budgets["aps"].spent.terms}
    assert lines["Strike 2 to 6"] == 2 + 3 + 4 + 5
    assert lines["Longsword"] == 3
    assert lines["Road boots"] == 1
    assert lines["Haggling 2 to 3"] == 2


def test_a_step_says_what_it_costs_and_what_stands_in_the_way() -> None:
    found = fields(read(RAVEN))
    assert found["scores.strike"].reason == "+1: 6 APs, not enough left"
    assert found["scores.strike"].limit == 4
    rich = fields(read(RAVEN, stage="advancement", ledger=awarded(20)))
    assert rich["scores.strike"].price == "+1: 6 APs"
    assert rich["scores.strike"].limit == 4 + 3  # 6, 7 and 8 of the 21
    based = fields(read(RAVEN, stage="advancement", baseline=Build.parse(RAVEN)))
    assert based["scores.strike"].low == 4


def test_what_is_carried_has_its_own_fields() -> None:
    paths = fields(read(RAVEN))["entries.equipment"]
    kinds = [[field.path.rpartition(".")[2] for field in item] for item in paths.items]
    assert kinds == [
        ["item", "name", "wielded"],
        ["item", "name", "worn"],
        ["item", "name", "worn"],
    ]
    assert paths.removes == ("Sell back · 3 APs", "Sell back · 2 APs", "Sell back · 1 AP")
    assert (
        fields(read(RAVEN, stage="advancement", baseline=Build.parse(RAVEN)))["entries.equipment"].removes == ("",) * 3
    )
    spears = apply(RAVEN, "entries.equipment.0.picks.item", "spear")
    assert fields(read(spears))["entries.equipment"].items[0][2].path.endswith("quantity")
    both = apply(RAVEN, "entries.equipment.0", {"name": "", "picks": {"item": "bastardsword", "grip": "2h"}})
    sheet = read(both)
    assert [f.path.rpartition(".")[2] for f in fields(sheet)["entries.equipment"].items[0]][-1] == "grip"
    assert sheet["strike-with-bastardsword"] == 6 + 3
    assert read(apply(both, "entries.equipment.0.picks.grip", "1h"))["strike-with-bastardsword"] == 6 + 2


@pytest.mark.parametrize(
    ("roll", "kind"), [(1, "cards"), (4, "select"), (7, "")], ids=["any attribute", "any skill", "no choice"]
)
def test_a_roll_that_leaves_a_choice_asks_for_it(roll: int, kind: str) -> None:
    sheet = read(apply(RAVEN, "rolls.table", [roll]))
    field = fields(sheet).get("picks.table-1")
    assert (field.style if field else "") == kind


def test_a_start_from_the_table_counts_once_and_never_lowers() -> None:
    poor = apply(apply(RAVEN, "rolls.attribute-dice", [4, 4, 4]), "rolls.table", [8, 7])
    figure = read(poor).figures["withstand-injury"]
    assert [(term.amount, term.counted) for term in figure.terms[:3]] == [(2, True), (4, False), (3, True)]
    strong = apply(apply(poor, "scores.stamina", 7), "rolls.table", [8, 7])
    assert [t.counted for t in read(strong).figures["withstand-injury"].terms[:3]] == [True, False, False]


def test_a_table_choice_lands_where_it_is_put() -> None:
    gifted = apply(apply(RAVEN, "rolls.table", [1]), "picks.table-1", "luck")
    sheet = read(gifted)
    assert (sheet["luck"], sheet["combat"]) == (5, 3), "Luck from the table brings Favourable Rounding"
    talented = apply(apply(RAVEN, "rolls.table", [4]), "picks.table-1", "disarm")
    assert read(talented)["disarm"] == 6


def test_twelve_is_the_most_an_attribute_can_be() -> None:
    sheet = read({"rolls": {"attribute-dice": [12, 12, 12], "table": [1]}, "picks": {"table-1": "vigour"},
                  "scores": {"vigour": 12}})  # fmt: skip
    assert sheet["vigour"] == 12
    (finding,) = sheet.errors
    assert (finding.code, finding.fixes[0].value) == ("attribute-above-twelve", 8)


def test_ursula_casts_with_the_average_of_two() -> None:
    sheet = read(URSULA)
    assert sheet.legal
    assert (sheet["witchcraft"], sheet["enchantment"]) == (3, 6)
    told = {check.key: check.pool.value for check in sheet.checks if check.key.startswith("cast-")}
    assert told["cast-slumber"] == 6
    assert told["cast-transmute-object-1"] == sheet["alchemy"] - 2
    assert told["cast-transmute-object-2"] == sheet["alchemy"] - 4
    facts = {fact.value: fact.text for fact in system.facts(sheet)}
    assert facts["Slumber"].startswith("Roll 6 or less when unhurt, Modifier Stage.")


def test_a_spell_says_what_to_roll_or_how_hard_it_is() -> None:
    for scores, labels in (
        ({}, {"Difficulty Penalty"}),
        ({"witchcraft": 1, "arcana": 1}, {"to roll", "to roll: no chance"}),
    ):
        spells = fields(read({**URSULA, "scores": scores}))["picks.spells"]
        told = [figure for option in spells.options for figure in option.figures]
        assert {figure.label for figure in told} == labels
        assert all((figure.value == "0") == figure.label.endswith("no chance") for figure in told)


def test_slumber_after_two_resistances() -> None:
    asked = system.ask(read(URSULA), {"skill": "cast-slumber", "modifier": "-2"})
    assert asked.check.pool.value == 4
    assert asked.check.dice
    assert str(asked.check.dice.odds().success) == "1/3"


@pytest.mark.parametrize(
    ("answers", "number"),
    [
        ({"skill": "strike"}, 6),
        ({"skill": "strike", "actions": "1", "injury": "3", "breaks": "2"}, 6 - 1 - 3 + 4),
        ({"skill": "withstand-injury", "injury": "3"}, 4),
        ({"skill": "within-torso", "injury": "3"}, 6),
        ({"skill": "stamina", "injury": "3"}, 2),
        ({"skill": "own-skill-1"}, 3),
        ({"skill": "strike-with-longsword", "modifier": "x"}, 8),
    ],
)
def test_any_roll_can_be_asked_for(answers: dict[str, str], number: int) -> None:
    asked = system.ask(read(RAVEN), answers)
    assert asked.check.pool.value == number
    assert asked.check.pool.value == sum(term.amount for term in asked.check.pool.terms)


def test_odds_on_the_command_line() -> None:
    assert system.odds(["--stat", "7", "--modifier", "-2"]) == {"success": {"exact": "5/12", "float": 5 / 12}}
    assert system.odds(["--stat", "30"])["success"]["exact"] == "11/12"
    assert system.odds(["--stat", "-3"])["success"]["exact"] == "0"
    for wrong in ([], ["--stat", "x"], ["--stat", "5000"]):
        with pytest.raises(ValueError, match=r"."):
            system.odds(wrong)


def test_a_priest_counts_channellings() -> None:
    sheet = read({"scores": {"channel": 2, "bless": 1}})
    assert [(t.key, t.maximum.value) for t in sheet.trackers if t.key == "fervour" and t.maximum] == [("fervour", 15)]
    assert "crafts" in [panel.key for panel in system.panels(sheet)]
    assert titles(system.layout(sheet))[-3:] == ["Priestcraft", "Fervour", "Equipment"]


def test_the_printed_record_has_numbers_to_roll() -> None:
    layout = system.layout(read(URSULA))
    told = {card.title: (card.number, card.told) for card in printed(layout, Cards, "Spells").deck.cards}
    assert told["Slumber"] == ("6", "or less · 50%")
    assert told["Transmute Object: Radical"] == ("0", "or less · 0%")
    assert titles(layout)[-3:] == ["Witchcraft", "Spells", "Equipment"]
    raven = system.layout(read(RAVEN))
    assert [(skill.title, skill.kind) for skill in printed(raven, Cards, "New Skills").deck.cards] == [
        ("Haggling", "Intuition")
    ]
    assert [(card.title, card.number) for card in printed(raven, Cards, "Equipment").deck.cards] == [
        ("Longsword", "8"),
        ("Light armour", ""),
        ("Road boots", ""),
    ]
    assert [title for title, _ in system.lists(read(RAVEN))] == ["Equipment", "New Skills"]
    stranger = read({"picks": {"race": "selkie", "style": "poet"}})
    assert system.layout(stranger).line == "Selkie, Poet"
    assert [fact.value for fact in system.facts(stranger)] == ["Selkie"]


def test_a_skill_without_an_attribute_has_no_price_yet() -> None:
    """Not “0 APs”: what a step costs is what the skill stands at, and it stands at nothing."""
    own = fields(read({"entries": {"skills": [{"name": "Juggling"}]}}))["entries.skills"]
    steps = next(field for field in own.items[0] if field.kind == "rate")
    assert steps.price == "Choose its attribute first"


def test_a_skill_of_ones_own_is_printed_however_little_is_said_of_it() -> None:
    entry = {"name": "Whittling", "scores": {"steps": 1}}
    bare = system.layout(read(RAVEN | {"entries": {"skills": [entry]}}))
    own = printed(bare, Cards, "New Skills").deck.cards
    assert [(skill.title, skill.text) for skill in own] == [("Whittling", "No attribute yet.")]
    placed = system.layout(read(RAVEN | {"entries": {"skills": [entry | {"picks": {"attribute": "agility"}}]}}))
    assert "New Skills (4.12)" not in titles(placed)
    columns = printed(placed, ValueColumns, "Skills").groups
    assert "Whittling" in [line.label for column in columns for line in column.lines]


def test_a_roll_on_the_table_says_what_it_gave() -> None:
    roll = fields(read(apply(RAVEN, "rolls.table", [7])))["rolls.table"]
    assert isinstance(roll, RollField)
    (said,) = roll.gave
    assert said.startswith("7: ")
    row = next(row for row in read(RAVEN).rulebook.all(TableRow).values() if (row.race, row.roll) == ("human", 7))
    assert said == f"7: {row.name}. {row.summary}"


def test_the_whole_table_is_shown_with_what_was_rolled() -> None:
    dwarf = apply(apply(RAVEN, "picks.race", "dwarf"), "rolls.table", [6])
    roll = fields(read(dwarf))["rolls.table"]
    assert [row.on for row in roll.table] == [str(number) for number in range(1, 13)]
    assert [row.words for row in roll.table if row.fell] == ["Fit. Your Climbing starts at 5."]
    assert not any(row.fell for row in fields(read(apply(dwarf, "rolls.table", None)))["rolls.table"].table)


def test_a_start_that_one_has_anyway_is_said_to_change_nothing() -> None:
    strong = apply(apply(RAVEN, "rolls.attribute-dice", [12, 12, 12]), "scores.stamina", 7)
    (told,) = fields(read(apply(strong, "rolls.table", [7])))["rolls.table"].gave
    assert told.endswith("Withstand Injury starts higher anyway: this changes nothing.")
    (counts,) = fields(read(apply(RAVEN, "rolls.table", [7])))["rolls.table"].gave
    assert "nothing" not in counts


def test_the_step_asks_for_no_roll_that_was_made() -> None:
    """Its first line stays as it is while dice fall, so it may not ask for any."""
    intros = {
        next(step.intro for step in system.steps(read(apply(RAVEN, "rolls.table", rolled))) if step.key == "table")
        for rolled in (None, [7])
    }
    assert len(intros) == 1
    assert not any(intro.startswith("Roll") for intro in intros)


@pytest.mark.parametrize(
    ("style", "scores", "past"),
    [
        ("merchant-adventurer", {}, ["crafts", "spells"]),
        ("witch", {}, ["spells"]),
        ("crusader", {}, ["spells"]),
        (None, {}, ["spells"]),
        ("soldier", {"arcana": 1}, []),
        ("soldier", {"heal": 1}, ["spells"]),
    ],
)
def test_the_way_leads_past_what_is_for_others(style: str | None, scores: dict[str, int], past: list[str]) -> None:
    build = apply(RAVEN, "picks.style", style)
    for key, steps in scores.items():
        build = apply(build, f"scores.{key}", steps)
    sheet = read(build)
    assert [step.key for step in system.steps(sheet) if not step.on_the_way(sheet.build)] == past
    known = read(apply(build, "picks.spells", ["magic-door"]))
    assert next(step for step in system.steps(known) if step.key == "spells").on_the_way(known.build)


def test_skills_are_found_by_what_is_usual_for_the_style() -> None:
    """Where a style names any that start there."""
    soldier = read(apply(RAVEN, "picks.style", "soldier"))
    chips = {step.key: [words for _, words in step.kinds] for step in system.steps(soldier) if step.kinds}
    every = ["Usual skills", "Raised", "Rollable untrained"]
    assert chips == {"skills": every, "combat": every, "crafts": every[1:]}
    usual = {path for path, field in fields(soldier).items() if "usual" in getattr(field, "kinds", ())}
    assert {"scores.horsemanship", "scores.heraldry", "scores.strike"} <= usual
    assert "scores.stealth" not in usual
    styleless = system.steps(read(apply(RAVEN, "picks.style", None)))
    assert not any(key == "usual" for step in styleless for key, _ in step.kinds)


def test_a_craft_is_rollable_untrained_by_who_knows_some_of_it() -> None:
    """And Channel never is (10.2, 10.5.4, 11.2)."""
    for scores, found in (({}, set()), ({"bless": 1}, {"heal", "curse"}), ({"illusion": 1}, {"summoning"})):
        shown = fields(read({"scores": scores}))
        rolled = {key for key in ("heal", "curse", "bless", "channel", "summoning", "illusion")
                  if "untrained" in shown[f"scores.{key}"].kinds}  # fmt: skip
        assert rolled == found
    (chips,) = (step.kinds for step in system.steps(read({"scores": {"bless": 1}})) if step.key == "crafts")
    assert ("untrained", "Rollable untrained") in chips


def test_who_was_approved_is_led_past_no_craft() -> None:
    approved = read(RAVEN, stage="advancement", baseline=Build.parse(RAVEN))
    assert next(step for step in system.steps(approved) if step.key == "crafts").on_the_way(approved.build)


def test_without_a_race_the_table_asks_for_one() -> None:
    intro = next(step.intro for step in system.steps(read(apply(RAVEN, "picks.race", None))) if step.key == "table")
    assert intro.startswith("Choose your race first.")


@pytest.mark.parametrize(
    ("item", "price", "figures", "reason"),
    [
        ("longsword", "3 APs", "Strike 8 +2, Parry 5 +1, Disarm 3 +1, Timing 1 −3, target withstands −1", ""),
        (
            "maul",
            "5 APs",
            "Strike 13 +7, Parry −1 −5, Disarm −3 −5, target withstands −3",
            "needs Vigour 3, yours is 2",
        ),
        ("scimitar", "", "Strike 4 −2, Parry 4 0, Disarm 4 +2, Timing 6 +2", "not for sale"),
        (
            "heavy-armour",
            "4 APs",
            "Withstand Injury 10 +6, to Agility −2, to Movement −2, to Parry −1, to Dodge −1",
            "",
        ),
        ("buckler", "1 AP", "", ""),
    ],
)
def test_an_item_shows_what_it_would_be_for_this_character(item: str, price: str, figures: str, reason: str) -> None:
    sheet = read(RAVEN | {"entries": {"equipment": [{}]}})
    field = fields(sheet)["entries.equipment"].items[0][0]
    option = next(option for option in field.options if option.key == item)
    told = ", ".join(" ".join(filter(None, figure[:3])) for figure in option.figures)
    assert (option.price, told, option.reason) == (price, figures, reason)


def test_the_shop_says_what_is_too_dear_before_it_is_bought() -> None:
    """Raven has 1 AP left. In the place of the Longsword she has its 3 too; after approval APs buy nothing."""
    gear = fields(read(RAVEN))["entries.equipment"]
    sold, instead = (
        {one.key for one in options if one.reason == "not enough APs left"}
        for options in (gear.offers.options, gear.items[0][0].options)
    )
    assert {"longsword", "light-armour"} <= sold
    assert not {"dagger", "buckler", "scimitar"} & sold
    assert ("longsword" in instead, "light-armour" in instead, "lance" in instead) == (False, False, False)
    assert "heavy-armour" not in instead
    approved = read(RAVEN, stage="advancement", baseline=Build.parse(RAVEN))
    found = fields(approved)["entries.equipment"].offers
    assert (found.title, found.verb, found.flags) == ("Found in play", "Add", ("found",))
    assert {(one.price, one.reason) for one in found.options} == {("", ""), ("", "needs Vigour 3, yours is 2")}
    assert fields(approved)["entries.equipment"].items[0][0].verb == "Take"
    priced = fields(
        read(RAVEN, stage="advancement", baseline=Build.parse(RAVEN), settings={"arms_in_play": "at_price"})
    )["entries.equipment"].offers
    assert (priced.title, priced.verb, priced.flags) == ("Arms and armour", "Buy", ())
    assert next(one.price for one in priced.options if one.key == "longsword") == "3 APs"


def test_what_nobody_sells_is_not_bought() -> None:
    verbs = {one.key: one.verb for one in fields(read(RAVEN))["entries.equipment"].offers.options}
    assert (verbs["scimitar"], verbs["longsword"]) == ("Add", "")


def test_an_overspent_purse_offers_to_sell_what_was_bought() -> None:
    """What was bought last is the first to go, and takes turns with what else was bought: a page shows four."""
    maul = apply(RAVEN, "entries.equipment.3", {"name": "", "picks": {"item": "shield"}})
    over = next(one for one in read(maul).errors if one.code == "aps-overspent")
    assert [fix.label for fix in over.fixes if fix.label.startswith("Sell")] == [
        "Sell back Shield", "Sell back Road boots", "Sell back Light armour", "Sell back Longsword",
    ]  # fmt: skip
    assert [fix.label.startswith("Sell") for fix in over.fixes[:4]] == [False, True, False, True]


def test_what_everybody_wears_anyway_is_not_for_sale() -> None:
    """It stays with whoever lists it already."""
    gear = fields(read({"entries": {"equipment": [{"picks": {"item": "no-armour"}}]}}))["entries.equipment"]
    sold, own = ({one.key for one in options} for options in (gear.offers.options, gear.items[0][0].options))
    assert ("no-armour" in sold, "light-armour" in sold, "no-armour" in own) == (False, True, True)


@pytest.mark.parametrize(
    ("item", "told"),
    [
        ("longsword",
         "1 hand, Strike +2, Parry +1, Disarm +1, Timing −3, the target’s Withstand Injury −1."),
        ("great-helm", "Withstand Injury +2 (head, eyes, neck), Agility −2."),
        ("shield", "Withstand Injury +1 (when you Block)."),
    ],
)  # fmt: skip
def test_a_chosen_item_shows_every_figure(item: str, told: str) -> None:
    sheet = read({"entries": {"equipment": [{"picks": {"item": item}}]}})
    assert fields(sheet)["entries.equipment"].items[0][0].summary == told
