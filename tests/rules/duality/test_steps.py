"""The builder's pages: every price before the click, and the sixty specializations in a table."""

import sys
from random import Random
from typing import Any

import pytest

from rules.kernel import Build, RulesContext, Sheet
from rules.kernel.documents import apply
from rules.kernel.pages import ChoiceField, Field, ListField, RatingField, success_chance
from rules.systems.duality import system
from rules.systems.duality.game import NOUNS, VERBS
from tests.rules.duality.test_pricing import feature, fighter, item, style

RICH: dict[str, Any] = {"starting_xp": 300}


def read(build: Any, **settings: Any) -> Sheet:
    return system.read(Build.parse(build), table=RulesContext(settings={**RICH, **settings}))


def page(build: Any, key: str, **settings: Any) -> tuple[Field, ...]:
    return next(step for step in system.steps(read(build, **settings)) if step.key == key).fields


def flat(fields: Any) -> dict[str, Field]:
    found = {}
    for field in fields:
        found[field.path] = field
        if isinstance(field, ListField):
            found |= {path: inner for entry in field.items for path, inner in flat(entry).items()}
    return found


def labels(field: Field) -> list[str]:
    assert isinstance(field, ChoiceField)
    return [option.label for option in field.options]


def spent(build: Any, **settings: Any) -> int:
    return read(build, **settings).budgets["xp"].spent.value


def all_fields(build: Any, **settings: Any) -> list[Field]:
    return [field for step in system.steps(read(build, **settings)) for field in step.fields]


def test_the_grid_has_a_verb_a_row_and_a_noun_a_column_with_bonus_and_tag() -> None:
    fields = page({"scores": {"know-mind": 1}, "picks": {"tag-know-mind": "superhuman"}}, "specializations")
    places = [field.place for field in fields if isinstance(field, RatingField | ChoiceField)]
    assert len(fields) == len(places) == 120
    assert places[::2] == places[1::2]
    assert len(set(places)) == 60
    (step,) = (step for step in system.steps(read({})) if step.key == "specializations")
    assert step.grid is not None
    assert places[::2] == [(row, column) for row, _ in step.grid.rows.heads for column, _ in step.grid.columns.heads]
    assert step.grid.rows.heads[1] == ("create", "Create")
    assert set(flat(fields)) == {
        f"{kind}{verb}-{noun}" for kind in ("scores.", "picks.tag-") for verb in VERBS for noun in NOUNS
    }


def test_tags_and_abilities_are_explained_before_they_are_chosen() -> None:
    (step,) = (step for step in system.steps(read({})) if step.key == "specializations")
    assert step.grid is not None
    assert [(tag.key, tag.price) for tag in step.grid.tags[:2]] == [("", "free"), ("superhuman", "3 XP")]
    assert all(tag.summary for tag in step.grid.tags)
    offered = flat(page({"entries": {"abilities": [{}]}}, "abilities"))["entries.abilities.0.picks.ability"].options  # type: ignore[union-attr]
    assert ("Take the Advantage", "2 XP") in {(option.label, option.price) for option in offered}
    assert all(option.summary for option in offered)


def test_a_cell_says_the_price_of_the_next_bonus_and_of_each_tag() -> None:
    cells = flat(page({"scores": {"know-mind": 1}, "picks": {"tag-know-mind": "superhuman"}}, "specializations"))
    bonus, tag = cells["scores.know-mind"], cells["picks.tag-know-mind"]
    assert isinstance(bonus, RatingField)
    assert (bonus.price, bonus.value) == ("+1: 2 XP", 1)
    assert labels(tag) == ["Superhuman", "Simple & Weak (2 XP)", "Complex & Powerful (2 XP)"]
    assert labels(cells["picks.tag-know-air"])[0] == "Superhuman (3 XP)"
    assert "Human" in labels(flat(page({"picks": {"tag-know-air": "human"}}, "specializations"))["picks.tag-know-air"])


BUILDS: list[Any] = [
    {},
    fighter(
        style("melee", "finesse"), style("evasive", "finesse"), style("riposte", "strength"),
        items=[item("weapon", "0", feature("attack"), feature("die"), feature("life", 3), feature("recovery")),
               item("relic", "", feature("experience"), feature("strength", 2), feature("strength"), feature("block"),
                    feature("ability", 2, ability="take-the-advantage"), feature("ability", ability="tank"),
                    feature("life", 2), feature("finesse"),
                    feature("specialization", specialization="know-mind", tag="superhuman"))],
        experiences=[{"name": "x"}], abilities=[{"picks": {"ability": "tank"}, "scores": {"level": 2}}],
    ),
    system.random({}, Random(8), system.rulebook, RulesContext(settings=RICH)),
]  # fmt: skip


@pytest.mark.parametrize("build", BUILDS)
@pytest.mark.parametrize("counted", [False, True])
def test_every_stepper_names_the_price_that_the_ledger_then_asks(build: Any, counted: bool) -> None:
    before = spent(build, life_in_total=counted)
    for path, field in flat(all_fields(build, life_in_total=counted)).items():
        if isinstance(field, RatingField):
            price = field.price.rpartition("+1: ")[2]
            after = spent(apply(build, path, field.value + 1), life_in_total=counted)
            assert price == f"{after - before} XP", path


@pytest.mark.parametrize(("build", "summary"), [
    ({}, "Next style: free."),
    (fighter(style("melee")), "Next style: free if defensive, 3 XP if offensive."),
    (fighter(style("evasive")), "Next style: free if offensive, 3 XP if defensive."),
    (fighter(style("evasive"), style("melee")), "Next style: 3 XP."),
])  # fmt: skip
def test_the_next_style_has_its_price_before_it_is_added(build: Any, summary: str) -> None:
    (field,) = page(build, "styles")
    assert isinstance(field, ListField)
    assert field.summary.startswith(summary)


@pytest.mark.parametrize("third_free", [False, True])
@pytest.mark.parametrize("kind", ["ranged", "riposte"])
@pytest.mark.parametrize("statistic", ["finesse", "presence"])
def test_a_style_names_what_it_and_its_statistic_will_cost(third_free: bool, kind: str, statistic: str) -> None:
    build = fighter(style("melee", "finesse"), style("evasive", "finesse"), {})
    offers = flat(page(build, "styles", third_style_free=third_free))
    words = [
        option.price or option.label.partition("(")[2]
        for path, key in (("style", kind), ("statistic", statistic))
        for option in offers[f"entries.styles.2.picks.{path}"].options  # type: ignore[union-attr]
        if option.key == key
    ]
    taken = fighter(*build["entries"]["styles"][:2], style(kind, statistic))
    spent = [read(b, third_style_free=third_free).budgets["xp"].spent.value for b in (build, taken)]
    assert sum(int(part.replace("free", "").partition(" ")[0] or 0) for part in words) == spent[1] - spent[0]


@pytest.mark.parametrize("kind", ["attack", "strength", "block", "experience", "die", "life", "recovery", "style"])
def test_a_feature_names_its_price_before_it_is_taken(kind: str) -> None:
    sword = item("weapon", "0", feature("attack"), {})
    build = fighter(style("melee", "strength"), items=[sword])
    offers = flat(page(build, "items"))["entries.items.0.entries.features.1.picks.feature"]
    (label,) = (option.label for option in offers.options if option.key == kind)  # type: ignore[union-attr]
    taken = fighter(style("melee", "strength"), items=[item("weapon", "0", feature("attack"), feature(kind))])
    cost = read(taken).budgets["xp"].spent.value - read(build).budgets["xp"].spent.value
    assert label.endswith(f"({cost} XP)")


def test_a_style_tells_what_it_rolls_on_the_best_statistic() -> None:
    build = {**fighter({}), "scores": {"willpower": 3, "block": 2, "control-fire": 2},
             "picks": {"tag-control-fire": "complex-powerful"}}  # fmt: skip
    kinds = flat(page(build, "styles"))["entries.styles.0.picks.style"]
    assert isinstance(kinds, ChoiceField)
    told = {option.key: [one.value for one in option.figures] for option in kinds.options}
    assert (told["melee"], told["armored"]) == (["+4", "d8"], ["+3", "3"])
    assert (told["complex-powerful"], told["simple-weak"]) == (["+5", "d10"], ["+3", "d4"])


def test_a_style_names_no_statistic_while_several_are_as_good() -> None:
    for scores, how in (({}, "with a statistic of your choice"), ({"willpower": 1}, "with Willpower")):
        kinds = flat(page({**fighter({}), "scores": scores}, "styles"))["entries.styles.0.picks.style"]
        assert isinstance(kinds, ChoiceField)
        assert {one.how for option in kinds.options for one in option.figures if one.label.startswith("to ")} == {how}


def test_a_style_in_hand_is_compared_by_what_the_others_are_compared_by() -> None:
    held = flat(page({**fighter(style("melee", "strength")), "scores": {"finesse": 2}}, "styles"))
    kinds = held["entries.styles.0.picks.style"]
    assert isinstance(kinds, ChoiceField)
    told = {option.key: [(one.label, one.value, one.how) for one in option.figures] for option in kinds.options}
    assert told["melee"] == [("to attack", "+1", "with Strength"), ("damage die", "d8", "")]
    assert told["ranged"] == [("to attack", "+3", "with Finesse"), ("damage die", "d6", "")]


def test_a_feature_explains_its_price_line_by_line() -> None:
    shield = item("weapon", "0", feature("defend"), feature("strength"))
    fields = flat(page(fighter(style("evasive"), items=[shield]), "items"))
    notes = [field.price for path, field in fields.items() if isinstance(field, RatingField)]
    assert notes == ["Defend +1 → +2: 3 XP · +1: 5 XP", "Strength +0 → +1: 6 XP · +1: 9 XP"]
    values = [field.figure.value for field in fields.values() if isinstance(field, RatingField)]
    assert values == [2, 1]
    assert isinstance(held := fields["entries.items.0.entries.features"], ListField)
    assert held.summary == "Total bonus: +4. The next +1 costs 5 XP or more."


def test_an_item_says_what_it_comes_to_in_play_and_what_selling_it_refunds() -> None:
    """Of two weapons of a style the better one is in hand; what lies in the bag helps nobody."""
    blade, better = (item("weapon", "0", *more, feature("attack")) for more in ((), (feature("attack"),)))
    ring = {**item("relic", "", feature("life", 2)), "notes": {"experience": "Sailor"}}
    bag = {**ring, "picks": {**ring["picks"], "in-use": False}}
    things = [blade, better, ring, bag, ring]
    armoury = fighter(style("melee", "strength"), items=things)
    (held,) = page(armoury, "items")
    assert isinstance(held, ListField)
    assert held.worths == (
        "Attack +2, 1 damage die",
        "Melee +4 · 92%",
        "Its experience +1, Life +2",
        "Its experience +1, Life +2 when in use",
        "Its experience +1, Life +2",
    )
    assert [success_chance(check.dice) for check in read(armoury).checks if check.key == "style-1-armed"] == ["92%"]
    paid = [spent(armoury) - spent(fighter(style("melee", "strength"), items=things[:n] + things[n + 1 :]))
            for n in range(len(things))]  # fmt: skip
    assert held.removes == tuple(f"Sell · {many} XP" for many in paid)
    assert paid == [4, 7, 6, 5, 6]
    (only,) = page(fighter(style("melee", "strength"), items=[blade]), "items")
    assert isinstance(only, ListField)
    assert only.removes == ("Sell · 2 XP",)


def test_a_third_item_in_use_says_what_it_holds() -> None:
    things = [item("relic", "") for _ in range(3)]
    things[2]["picks"]["in-use"] = False
    flags = [field.label for path, field in flat(page({"entries": {"items": things}}, "items")).items()
             if path.endswith("in-use")]  # fmt: skip
    assert flags == ["In use", "In use", "In use (reserves 1 XP)"]
    assert flat(page({"entries": {"items": things}}, "items"))["entries.items"].summary == "Next item: 1 XP."  # type: ignore[union-attr]


def test_numbers_inside_lists_say_what_they_came_with() -> None:
    build = fighter(style("melee", "strength", bonus=2), abilities=[{"picks": {"ability": "tank"}}])
    fields = flat(all_fields(build))
    bonus, level = fields["entries.styles.0.scores.bonus"], fields["entries.abilities.0.scores.level"]
    assert isinstance(bonus, RatingField)
    assert isinstance(level, RatingField)
    assert [(term.amount, term.label) for term in bonus.figure.terms] == [(1, "base"), (1, "bought")]
    assert level.figure.value == 1


def calls(count: int) -> int:
    """How many functions are called to read so many styles with a weapon each, and to make their pages."""
    build = {"entries": {
        "styles": [{"picks": {"style": "melee", "statistic": "strength"}}] * count,
        "items": [{"picks": {"kind": "weapon", "style": str(n), "in-use": True}} for n in range(count)],
    }}  # fmt: skip
    met: list[str] = []
    before = sys.getprofile()
    sys.setprofile(lambda frame, event, _: met.append(event) if event == "call" else None)
    try:
        for step in system.steps(read(build)):
            assert step.fields is not None
    finally:
        sys.setprofile(before)
    return len(met)


def test_four_times_the_styles_and_weapons_cost_four_times_as_much() -> None:
    calls(1)  # what is made once
    assert calls(240) < 5 * calls(60)


def test_of_very_many_styles_an_item_offers_the_first_and_its_own() -> None:
    build = fighter(*[style("melee")] * 70, items=[item("weapon", "68")])
    offered = flat(page(build, "items"))["entries.items.0.picks.style"]
    assert isinstance(offered, ChoiceField)
    assert [option.key for option in offered.options] == [*map(str, range(60)), "68"]


def test_a_statistic_may_be_lowered_with_the_stepper_as_the_step_says() -> None:
    fields = flat(page({}, "statistics"))
    lows = {path: field.low for path, field in fields.items() if isinstance(field, RatingField)}
    assert lows["scores.knowledge"] == -1
    assert lows["scores.block"] == 0
