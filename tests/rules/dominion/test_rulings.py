"""Each ruling that is a setting changes what is said of some character."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from campaigns.demo.demo import URSULA
from rules.kernel import Build, Figure, LedgerEntry, Level, Origin, PlayFacts, RulesContext, Sheet
from rules.kernel.documents.ledger import Ledger
from rules.systems.dominion import system
from rules.systems.dominion.called_shots import PLACES, field, may_aim
from rules.systems.dominion.creation import start_of, unbound

TOUGH: dict[str, Any] = {"scores": {"stamina": 5}, "rolls": {"attribute-dice": [5, 5, 5], "table": [7]}}
TWICE: dict[str, Any] = {"rolls": {"attribute-dice": [4, 4, 4], "table": [7, 8]}}
WEIGHTY = {"A-06", "A-12", "A-13", "A-14", "A-18", "A-22", "A-23", "A-24", "A-25", "A-31", "A-33", "A-34", "A-42",
           "A-51", "A-54", "A-80", "A-82", "A-84"}  # fmt: skip

WRATH = "The number rolled comes off the target's Withstand Injury. Failing it costs"
MUSKET = "Short 3 to 40 m, medium 41 to 100 m, long 101 to 160 m."


def read(build: Any, **settings: object) -> Sheet:
    return system.read(Build.parse(build), table=RulesContext(settings=settings))


def made(**scores: int) -> dict[str, Any]:
    """Somebody with these steps, and one in every attribute."""
    return {"scores": scores}


def holding(item: str, grip: str = "", **scores: int) -> dict[str, Any]:
    picks = {"item": item, "wielded": True} | ({"grip": grip} if grip else {})
    return {"scores": scores, "entries": {"equipment": [{"name": "", "picks": picks}]}}


def casting(*spells: str) -> dict[str, Any]:
    return {"scores": {"enchantment": 4, "hex": 4, "illusion": 9}, "picks": {"spells": list(spells)}}


Look = Callable[[Sheet], object]


def stat(key: str) -> Look:
    return lambda sheet: sheet[key]


def rolled(skill: str, **answers: str) -> Look:
    """The number at or under which a roll succeeds."""
    return lambda sheet: system.ask(sheet, {"skill": skill, **answers}).check.pool.value


def note(skill: str, **answers: str) -> Look:
    return lambda sheet: system.ask(sheet, {"skill": skill, **answers}).check.note


def facts(taken: int) -> Look:
    return lambda sheet: [fact.label for fact in system.now(sheet, {"injury": taken}).facts][:3]


@pytest.mark.parametrize(
    ("build", "look", "without", "settings", "with_it"),
    [
        pytest.param(TOUGH, stat("withstand-injury"), 6, {"table_start": "as-rolled"}, 5, id="A-06 a better start"),
        pytest.param(TWICE, stat("withstand-injury"), 5, {"table_start": "as-rolled"}, 4, id="A-06 two rows"),
        pytest.param(
            holding("flail"), stat("disarm-with-flail"), 2, {"unsigned_figures": "penalty"}, 0, id="A-12 flail"
        ),
        pytest.param(
            holding("morning-star", "2h"),
            stat("strike-with-morning-star"),
            2,
            {"unsigned_figures": "penalty"},
            0,
            id="A-12 morning star",
        ),
        pytest.param(
            holding("maul"),
            note("strike-with-maul"),
            "The target rolls Withstand Injury at −3. Armour protects 3 less against it.",
            {"maul_armour_penalty": 4},
            "The target rolls Withstand Injury at −3. Armour protects 4 less against it.",
            id="A-13",
        ),
        pytest.param(
            holding("musket"),
            note("missile-strike-with-musket"),
            f"{MUSKET} The target rolls Withstand Injury at −1. Armour protects 2 less against it.",
            {"musket_wip": "bonus"},
            f"{MUSKET} The target rolls Withstand Injury at +1. Armour protects 2 less against it.",
            id="A-14",
        ),
        pytest.param(holding("maul", timing=3), stat("timing-with-maul"), 4, {"forfeit": "stat"}, 0, id="A-18 stat"),
        pytest.param(
            holding("maul", timing=3),
            note("timing-with-maul"),
            "Forfeit: in a fight, you don't roll for Timing: this stat is the score.",
            {"forfeit": "stat"},
            "Forfeit: in a fight, you lose the Timing stat: the number rolled is the score.",
            id="A-18 told",
        ),
        pytest.param(
            made(swimming=5),
            note("swimming", injury="1"),
            "A success moves you 6 m. The unmodified stat counts.",
            {"stat_effects": "modified"},
            "A success moves you 5 m. The modified stat counts.",
            id="A-22, line 1091",
        ),
        pytest.param(
            holding("longsword", feint=3),
            note("feint", actions="1"),
            "On a success, one Strike gets a bonus of 4. The unmodified stat counts.",
            {"stat_effects": "modified"},
            "On a success, one Strike gets a bonus of 3. The modified stat counts.",
            id="A-22, line 1811",
        ),
        pytest.param(
            made(wrath=3, luck=2),
            note("wrath", breaks="2"),
            f"{WRATH} 4 points of Injury. The unmodified stat counts.",
            {"stat_effects": "modified"},
            f"{WRATH} 6 points of Injury. The modified stat counts.",
            id="A-22, line 3249",
        ),
        pytest.param(
            made(strike=8),
            rolled("strike", aim="head", modifier="-3"),
            2,
            {"called_shot_action": False},
            3,
            id="A-23, line 2357",
        ),
        pytest.param(
            made(strike=2),
            rolled("strike", aim="mark", modifier="-18", injury="2"),
            3 - 21,
            {"called_shot_action": False},
            3 - 20,
            id="A-23, line 3305",
        ),
        pytest.param(
            made(strike=4),
            note("strike", aim="head"),
            "A roll of 2 to 4 misses the head and hits the torso. A hit on the head does 3 more points of Injury.",
            {"near_miss": "unmodified"},
            "A roll of 2 to 5 misses the head and hits the torso. A hit on the head does 3 more points of Injury.",
            id="A-24, line 1789",
        ),
        pytest.param(
            made(grip=6), rolled("grip", actions="1"), 7, {"reactions_spared": False}, 6, id="A-25, line 1867"
        ),
        pytest.param(
            casting("conceal-magic"),
            note("cast-conceal-magic"),
            "Roll it in the Modifier Stage (before attacks).",
            {"spell_stage": "resolution"},
            "Roll it in the Resolution Stage (with attacks).",
            id="A-31",
        ),
        pytest.param(
            made(stealth=2),
            facts(2),
            ["Injury Penalty", "Defeated in combat", "Lost for now"],
            {"lost_skills": "greater"},
            ["Injury Penalty", "Defeated in combat", "Days of bed rest"],
            id="A-33",
        ),
        pytest.param(
            made(), rolled("withstand-magic", injury="1"), 1, {"stamina_spared": "withstand-injury"}, 0, id="A-34 roll"
        ),
        pytest.param(
            made(**{"withstand-magic": 3}),
            facts(2),
            ["Injury Penalty", "Totally incapacitated", "Days of bed rest"],
            {"stamina_spared": "withstand-injury"},
            ["Injury Penalty", "Defeated in combat", "Lost for now"],
            id="A-34 what is left",
        ),
        pytest.param(
            made(),
            lambda sheet: sheet.trackers[0].summary,
            "No penalty for the first point. After that, −1 each to all skills except Stamina skills. Death at 13.",
            {"stamina_spared": "withstand-injury"},
            "No penalty for the first point. After that, −1 each to all skills except Withstand Injury. Death at 13.",
            id="A-34 told",
        ),
        pytest.param(
            made(bless=1),
            note("consecrate-1"),
            "The bonus is the number rolled + 2.",
            {"two_more": "neither"},
            "The bonus is the number rolled.",
            id="A-42 Consecrate",
        ),
        pytest.param(
            made(bless=1),
            note("defile-1"),
            "The penalty is the number rolled.",
            {"two_more": "both"},
            "The penalty is the number rolled + 2.",
            id="A-42 Defile",
        ),
        pytest.param(
            casting("enchant-armour"),
            note("cast-enchant-armour", injury="2"),
            "Roll it in the Modifier Stage (before attacks). The Armour Bonus is the number rolled.",
            {"armour_spells": "stat"},
            "Roll it in the Modifier Stage (before attacks). The Armour Bonus is 5 (the stat).",
            id="A-51 Enchant Armour",
        ),
        pytest.param(
            casting("hex-armour"),
            note("cast-hex-armour"),
            "Roll it in the Modifier Stage (before attacks). The Armour Penalty is the number rolled.",
            {"armour_spells": "stat"},
            "Roll it in the Modifier Stage (before attacks). The Armour Penalty is 5 (the stat).",
            id="A-51 Hex Armour",
        ),
        pytest.param(
            casting("phantom-wound"),
            note("cast-phantom-wound"),
            "Roll it in the Modifier Stage (before attacks). The victim's penalty is the number rolled.",
            {"phantom_wound": "stat"},
            "Roll it in the Modifier Stage (before attacks). The victim's penalty is 10 (the stat).",
            id="A-54",
        ),
    ],
)
def test_a_setting_changes_what_is_said(
    build: Any, look: Look, without: object, settings: dict[str, object], with_it: object
) -> None:
    assert (look(read(build)), look(read(build, **settings))) == (without, with_it)


def test_every_weighty_ruling_is_a_setting_and_no_other() -> None:
    assert {ruling.key for ruling in system.rulings if ruling.settings} == WEIGHTY
    assert {key for ruling in system.rulings for key in ruling.settings} == set(system.settings)


def test_a_start_that_does_not_count_stays_among_the_lines() -> None:
    for settings, lines in (({}, [5, None]), ({"table_start": "as-rolled"}, [None, 3])):
        figure: Figure = read(TWICE, **settings).figures["withstand-injury"]
        given = [term for term in figure.terms if term.path == "rolls.table"]
        assert [term.amount if term.counted else None for term in given] == [lines[0] and lines[0] - 1, lines[1]]


def test_the_price_of_a_step_begins_where_the_stat_does() -> None:
    """Whatever is only told, or cut off or lifted by a bound, has no part in it."""
    twice = {**TWICE["rolls"], "table": [4, 5]}, {"table-1": "channel", "table-2": "channel"}
    for scores in ({}, {"channel": 2}):
        build = Build.parse({"rolls": twice[0], "picks": twice[1], "scores": scores})
        for settings in ({}, {"table_start": "as-rolled"}):
            told = RulesContext(settings=settings)
            kept = system.reading(build, table=told)
            for key in ("channel", "withstand-injury"):
                assert start_of(kept, key) == kept[key] - kept.bought(key)
            lost = LedgerEntry("loss", -9, subject="channel", by="gm")
            less = system.reading(build, table=replace(told, ledger=Ledger((lost,))))
            assert (less["channel"], start_of(less, "channel")) == (0, start_of(kept, "channel"))


def test_a_bound_is_told_by_what_it_is_and_not_by_its_words() -> None:
    figure = read({"scores": {"vigour": 15}}).figures["vigour"]
    assert (figure.value, unbound(figure)) == (12, 16)
    assert [term.amount for term in figure.terms if term.origin is Origin.BOUND] == [-4]
    worded = figure._replace(terms=tuple(term._replace(label="so much and no more") for term in figure.terms))
    assert unbound(worded) == 16


def test_a_figure_without_a_sign_names_its_ruling() -> None:
    terms = read(holding("flail")).figures["disarm-with-flail"].terms
    assert [term.cite.ruling for term in terms] == ["", "A-12"]


# Called Shots (7.3.5, 8.5.1)


@pytest.mark.parametrize(
    ("line", "build", "answers", "hits", "told"),
    [
        pytest.param(
            1779, made(**{"missile-strike": 9}), {"skill": "missile-strike", "aim": "mark", "modifier": "-7"}, 2,
            "A roll of 3 to 9 misses the mark and hits what is around it.", id="geoffreys-bullseye",
        ),
        pytest.param(
            1789, made(strike=4), {"skill": "strike", "aim": "head"}, 1,
            "A roll of 2 to 4 misses the head and hits the torso. "
            "A hit on the head does 3 more points of Injury.", id="raven-at-dereks-head",
        ),
        pytest.param(
            2357, made(strike=8), {"skill": "strike", "aim": "head", "modifier": "-3"}, 2,
            "A roll of 3 to 5 misses the head and hits the torso. "
            "A hit on the head does 3 more points of Injury.", id="derek-at-ottos-head",
        ),
        pytest.param(
            1757, made(strike=4), {"skill": "strike", "aim": "limbs", "actions": "1"}, 2,
            "A roll of 3 misses the limb and hits the torso.", id="two-strikes-one-of-them-called",
        ),
        pytest.param(
            2349, made(brawling=6), {"skill": "brawling", "aim": "eyes"}, 1,
            "A roll of 2 to 6 misses the eyes and hits the torso. "
            "A hit on the eyes does 5 more points of Injury.", id="brawling-may-aim-too",
        ),
        pytest.param(
            1755, made(strike=2), {"skill": "strike", "aim": "mark", "modifier": "-20"}, -18,
            "A roll of 1 to 2 misses the mark and hits what is around it.", id="out-of-reach",
        ),
        pytest.param(
            1755, made(strike=30), {"skill": "strike", "aim": "hands"}, 28, "", id="too-good-to-miss",
        ),
    ],
)  # fmt: skip
def test_a_called_shot_costs_an_action_and_its_modifier(
    line: int, build: Any, answers: dict[str, str], hits: int, told: str
) -> None:
    check = system.ask(read(build), answers).check
    assert line > 0
    assert (check.pool.value, check.note) == (hits, told)


def test_a_called_shot_shows_its_lines() -> None:
    terms = system.ask(read(made(strike=8)), {"skill": "strike", "aim": "neck"}).check.pool.terms
    assert [(term.amount, term.label, term.cite.section, term.cite.ruling) for term in terms[1:]] == [
        (-1, "Action Penalty of the Called Shot", "7.3.5", "A-23"),
        (-4, "Called Shot Modifier: neck", "7.3.5", ""),
    ]


@pytest.mark.parametrize("skill", ["parry", "feint", "disarm", "withstand-injury"])
def test_only_a_blow_can_be_called(skill: str) -> None:
    sheet = read(made(strike=4))
    check = system.ask(sheet, {"skill": skill, "aim": "head"}).check
    assert check.pool.value == sheet.live({}).figure(skill).value
    assert check.note.endswith("Only a Strike, a Missile Strike or Brawling can be a Called Shot.")


@pytest.mark.parametrize("aim", ["", "none", "heart", "eyes "])
def test_an_aim_at_nothing_is_no_called_shot(aim: str) -> None:
    question = system.ask(read(made(strike=4)), {"skill": "strike", "aim": aim})
    assert (question.check.pool.value, question.check.note) == (5, "")
    assert [f.value for f in question.fields if f.path == "aim"] == [("none",)]


def test_every_place_can_be_picked() -> None:
    assert [option.key for option in field("eyes").options] == ["none", *PLACES, "mark"]
    assert field("eyes").value == ("eyes",)


def test_a_weapon_may_be_aimed() -> None:
    assert all(map(may_aim, ("strike-with-longsword", "missile-strike-with-sling", "brawling")))
    assert not any(map(may_aim, ("parry-with-longsword", "disarm-with-dagger", "timing")))
    sheet = read(holding("longsword", strike=4))
    aimed = system.ask(sheet, {"skill": "strike-with-longsword", "aim": "feet"}).check.pool.value
    assert aimed == sheet["strike-with-longsword"] - 1 - 2


# A skill of one's choice (2.4, A-08)


@pytest.mark.parametrize(
    ("skill", "stage", "found"),
    [
        ("bless", "creation", [("picks.table-1", "A-08")]),
        ("arcana", "creation", [("picks.table-1", "A-08")]),
        ("strike", "creation", []),
        ("bless", "advancement", []),
    ],
)
def test_a_table_that_gives_a_craft_is_worth_a_word(skill: str, stage: str, found: list[Any]) -> None:
    build = {"rolls": {"attribute-dice": [5, 5, 5], "table": [4]}, "picks": {"race": "human", "table-1": skill}}
    sheet = system.read(Build.parse(build), table=RulesContext(stage=stage))
    notes = [finding for finding in sheet.findings if finding.code == "table-choice-of-a-craft"]
    assert [(finding.at, finding.cite.ruling) for finding in notes] == found
    assert all(finding.level is Level.NOTE and finding.hint for finding in notes)


# Rest and healing (8.11, 8.12)


def rest(build: Any, taken: int) -> list[tuple[str, str]]:
    moment: PlayFacts = system.now(read(build), {"injury": taken})
    return [(fact.value, fact.text) for fact in moment.facts if fact.label == "Days of bed rest"]


BED = "Bed rest heals 1 point a day, unless a Disease spreads. "


def test_otto_needs_ten_days_and_five_more() -> None:  # lines 2519 to 2521
    otto = made(**{"withstand-injury": 4})
    assert rest(otto, 5 + 10) == [
        (
            "15",
            f"{BED}The penalty ends after 10 days. "
            "Once a day, someone else can roll Medical Lore at −10 (your penalty) to heal the number rolled.",
        )
    ]


def test_without_a_penalty_a_healer_suffers_none() -> None:  # line 2533
    gavin = made(**{"withstand-injury": 4})
    plain = f"{BED}Once a day, someone else can roll Medical Lore to heal the number rolled."
    assert rest(gavin, 4) == [("4", plain)]


@pytest.mark.parametrize("taken", [0, 5 + 12])
def test_neither_the_unhurt_nor_the_dead_need_rest(taken: int) -> None:
    assert rest(made(**{"withstand-injury": 4}), taken) == []


def test_the_witch_of_the_demo_hears_the_stage_of_her_spells() -> None:
    assert note("cast-slumber")(read(URSULA)) == "Roll it in the Modifier Stage (before attacks)."


def test_the_stage_of_a_spell_is_the_same_wherever_it_is_told() -> None:
    """And the number that a fact tells is that of somebody unhurt (A-31)."""
    for setting, stage in (("entry", "Modifier"), ("resolution", "Resolution")):
        sheet = read(URSULA, spell_stage=setting)
        (told,) = (fact.text for fact in system.facts(sheet) if fact.value == "Slumber")
        assert f"or less when unhurt, {stage} Stage" in told
        (spell,) = (one for one in sheet.spells if one.key == "slumber")
        assert f"{stage} Stage" in system.spell_facts(spell, sheet.rulebook).one_liner


ARCHER = {"entries": {"equipment": [{"name": "", "picks": {"item": "longbow", "wielded": True}}]}}


def test_distance_takes_from_a_missile_strike_alone() -> None:
    """Line 1735: ten, less three for the range and one for the other shot, is six."""
    sheet = read(made(**{"missile-strike": 9}))
    found = system.ask(sheet, {"skill": "missile-strike", "range": "medium", "actions": "1"}).check
    assert ("Range Penalty: medium", -3) in [(term.label, term.amount) for term in found.pool.terms]
    assert found.pool.value == 6
    near = system.ask(sheet, {"skill": "missile-strike", "range": "nearby", "actions": "1"}).check
    assert near.pool.value == 9
    assert system.ask(sheet, {"skill": "strike", "range": "long"}).check.pool.value == sheet["strike"]


def test_a_bow_says_how_far_it_carries() -> None:
    sheet = system.read(Build.parse(ARCHER))
    note = system.ask(sheet, {"skill": "missile-strike-with-longbow"}).check.note
    assert "Short 3 to 30 m, medium 31 to 80 m, long 81 to 130 m." in note
    ((title, gear), *_) = system.lists(sheet)
    assert title == "Equipment"
    assert "long 81 to 130 m" in gear[0].text
