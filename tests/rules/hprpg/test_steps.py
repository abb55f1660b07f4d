"""The builder's pages: what they offer breaks nothing, and what they grey out would."""

from typing import Any

import pytest

from characters.builder.dots import note
from rules.kernel import Build, RulesContext, Sheet
from rules.kernel.documents import apply, awarded
from rules.kernel.pages import ChoiceField, RatingField
from rules.systems.hprpg import system
from rules.systems.hprpg.entries import Trait
from tests.rules.hprpg.test_generate import character
from tests.rules.hprpg.test_rulings import CASES, build

TABLES = {
    "creation": RulesContext(),
    "species' pool": RulesContext(settings={"species_pool": 2}),
    "loose": RulesContext(settings={"rows_may_repeat": True, "affinity_cap": 4, "starting_feats": 2}),
    "narrow": RulesContext(settings={"free_fields": "suggested", "rating_limit": 4}),
    "advancement": RulesContext(stage="advancement", ledger=awarded(3)),
    "new to it": RulesContext(stage="advancement"),
    "approved": RulesContext(
        stage="advancement", ledger=awarded(2), baseline=Build.parse(CASES["jane-the-auror"]["build"])
    ),
}
DOCUMENTS: dict[str, Any] = {
    "nothing": {},
    **{name: CASES[name]["build"] for name in ("jane-the-auror", "percival-the-geek", "lucretia-the-sophisticate")},
    "half-done": {
        "picks": {"archetype": "warrior", "personality": "aspirant", "archetype-dot-1": "brawl"},
        "ranks": {"aspects": ["social"]},
        "scores": {"charm": 3, "rage": 3, "hexes": 2},
    },
}


def errors(document: Any, table: RulesContext) -> set[tuple[str, str, str]]:
    """What is wrong, and of budgets by how much."""
    sheet = system.read(Build.parse(document), table=table)
    return {
        (finding.code, finding.at, finding.message if finding.code.endswith("-overspent") else "")
        for finding in sheet.errors
    }


def fields(sheet: Sheet, kind: str) -> list[Any]:
    return [field for step in system.steps(sheet) for field in step.fields if field.kind == kind]


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
@pytest.mark.parametrize("document", DOCUMENTS.values(), ids=DOCUMENTS)
def test_dots_up_to_the_limit_break_nothing_and_the_next_one_does(document: Any, table: RulesContext) -> None:
    sheet = system.read(Build.parse(document), table=table)
    before = errors(document, table)
    rates: list[RatingField] = fields(sheet, "rate")
    assert len(rates) >= 53
    for rate in rates:
        assert 0 <= rate.limit <= rate.high
        if rate.limit >= rate.value:
            assert (rate.path, errors(apply(document, rate.path, rate.limit), table) - before) == (rate.path, set())
        if rate.value <= rate.limit < rate.high:
            assert errors(apply(document, rate.path, rate.limit + 1), table) - before != set(), rate.path
            assert rate.reason


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
@pytest.mark.parametrize("document", DOCUMENTS.values(), ids=DOCUMENTS)
def test_a_dot_that_breaks_nothing_says_what_it_is_taken_from(document: Any, table: RulesContext) -> None:
    """As it was seen: "One more would go over" while awarded dots were free, or the dot of a budget that stays."""
    sheet = system.read(Build.parse(document), table=table)
    for rate in fields(sheet, "rate"):
        if not 0 <= rate.value < rate.limit:
            continue
        after = system.read(Build.parse(apply(document, rate.path, rate.value + 1)), table=table)
        payers = [one for key, one in sheet.budgets.items() if after.budgets[key].remaining < one.remaining]
        assert not note(rate).full
        told = {f"+1: 1 {one.one}{'' if one.key == rate.budget else f', from {one.label}'}" for one in payers}
        assert (rate.path, rate.price in told) == (rate.path, True), (rate.price, told)


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
@pytest.mark.parametrize("document", DOCUMENTS.values(), ids=DOCUMENTS)
def test_an_option_has_a_reason_if_and_only_if_it_breaks_something(document: Any, table: RulesContext) -> None:
    sheet = system.read(Build.parse(document), table=table)
    picks: list[ChoiceField] = [field for field in fields(sheet, "pick") if "dot" in field.path]
    for pick in picks:
        cleared = errors(apply(document, pick.path, None), table)
        for option in pick.options:
            after = errors(apply(document, pick.path, option.key), table) - cleared
            # A rating can grow too high whichever dot comes last: that is the matter of those bought.
            grown = {"rating-too-high", "archetype-ability-cap", "awarded-dots-overspent"}
            broken = {code for code, _, _ in after} - grown
            assert (pick.path, option.key, bool(option.reason)) == (pick.path, option.key, bool(broken))


def test_a_feat_that_may_not_be_had_says_why() -> None:
    reasons = {
        option.key: option.reason
        for table in (RulesContext(),)
        for pick in fields(system.read(build("jane-the-auror"), table=table), "pick")
        if pick.path == "picks.feats"
        for option in pick.options
    }
    assert (reasons["duelist"], reasons["ambush"]) == ("only for the Warrior", "your GM must allow feats")
    grown = system.read(build("jane-the-auror"), table=TABLES["advancement"])
    (pick,) = (field for field in fields(grown, "pick") if field.path == "picks.feats")
    assert [option.key for option in pick.options if not option.reason] == [
        "ambush",
        "cold-cases",
        "familiar-terrain",
        "lie-detector",
        "rapid-reflexes",
        "unwavering-focus",
    ]


@pytest.mark.parametrize(("wanted", "reason"), [(True, "no affinity for Hexes"), (False, "")])
def test_a_spell_without_an_affinity_says_so_where_the_table_wants_one(wanted: bool, reason: str) -> None:
    warding = build("jane-the-auror", picks={"archetype-dot-3": "warding", "archetype-dot-6": None})
    sheet = system.read(warding, table=RulesContext(settings={"known_spells_need_affinity": wanted}))
    (pick,) = (field for field in fields(sheet, "pick") if field.path == "picks.spells")
    assert {option.key: option.reason for option in pick.options} == {
        "incendio": "",
        "aguamente": "",
        "lumos": "",
        "stupefy": "",
        "reducto": reason,
    }


@pytest.mark.parametrize("document", DOCUMENTS.values(), ids=DOCUMENTS)
def test_an_option_tells_the_ratings_that_choosing_it_gives(document: Any) -> None:
    sheet = system.read(Build.parse(document))
    names = {trait.name: key for key, trait in sheet.rulebook.all(Trait).items()}
    picks = {field.path: field for field in fields(sheet, "pick") if field.style == "cards"}
    for path in ("picks.personality", "picks.archetype"):
        for option in picks[path].options:
            then = system.read(Build.parse(apply(document, path, option.key)))
            told = {names[figure.label]: figure.value for figure in option.figures}
            assert told == {key: str(then[key]) for key in told}, option.label
    assert sum(len(option.figures) for option in picks["picks.personality"].options) > 30


def test_the_steps_follow_the_book() -> None:
    steps = system.steps(system.read(Build.parse({})))
    chapters = [float(step.cite.section) for step in steps[:-1]]
    assert chapters == sorted(chapters)
    assert len({step.key for step in steps}) == len(steps)


def test_every_choice_of_a_character_belongs_to_one_step() -> None:
    for seed in range(20):
        document = character(seed)
        steps = system.steps(system.read(Build.parse(document)))
        for mapping in ("scores", "picks", "ranks"):
            for key in document[mapping]:
                owners = [step.key for step in steps if step.owns(f"{mapping}.{key}")]
                assert (key, len(owners)) == (key, 1)


def test_a_free_dot_of_a_personality_is_said_in_one_phrase() -> None:
    (pick,) = (f for f in fields(system.read(Build.parse({})), "pick") if f.path == "picks.personality")
    dots = [option.gives for option in pick.options]
    assert sum("+1 to any aspect, ability or affinity" in told for told in dots) == 3
    assert sum("+1 to any knowledge ability" in told for told in dots) == 1


def test_where_no_spell_fits_the_way_to_the_affinities_is_told() -> None:
    def told(document: Any, **settings: Any) -> bool:
        made = fields(system.read(Build.parse(document), table=RulesContext(settings=settings)), "pick")
        return any(field.path == "picks.spells" and field.unfit for field in made)

    assert told({})
    assert not told({"picks": {"species": "human-muggle"}}, muggle_magic="forbidden")


def test_the_dice_of_a_check_are_explained_once() -> None:
    """Beside each step with ratings stands how to roll."""
    (aspects,) = (step for step in system.steps(system.read(Build.parse({}))) if step.key == "aspects")
    assert "d12" in system.how_to_roll
    assert "success" not in aspects.intro
