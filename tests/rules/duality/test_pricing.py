"""Every price of Duality: from every state to every neighbour, whatever the order, and back again (3.4 to 3.6, 5)."""

import copy
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel import Build, RulesContext, Sheet
from rules.kernel.documents import apply, awarded
from rules.systems.duality import system
from rules.systems.duality.game import NOUNS, STATISTICS, VERBS
from rules.systems.duality.pricing import life_price, recovery_price
from rules.systems.duality.xp_lines import PARTS

SETTINGS = {"starting_xp": 300}


def read(build: Any, stage: str = "creation") -> Sheet:
    return system.read(Build.parse(build), table=RulesContext(settings=SETTINGS, stage=stage))


def spent(build: Any) -> int:
    return read(build).budgets["xp"].spent.value


def lines(build: Any) -> list[tuple[str, int]]:
    return [(term.label, term.amount) for term in read(build).budgets["xp"].spent.terms]


def scores(**given: int) -> dict[str, Any]:
    return {"scores": {key.replace("_", "-"): value for key, value in given.items()}}


# Every step (3.6)


@pytest.mark.parametrize("key", STATISTICS)
@pytest.mark.parametrize(("score", "cost"), [(-1, -3), (0, 0), (1, 3), (2, 9), (3, 18)])
def test_a_statistic_costs_three_times_each_new_score(key: str, score: int, cost: int) -> None:
    assert spent(scores(**{key: score})) == cost


@pytest.mark.parametrize(("points", "cost"), [
    (1, -28), (2, -26), (9, -12), (10, -10), (11, -9), (19, -1), (20, 0), (21, 1), (30, 10), (31, 12), (40, 30),
    (41, 33), (50, 60), (51, 64), (60, 100), (61, 105),
])  # fmt: skip
def test_life_is_dearer_with_every_ten_points(points: int, cost: int) -> None:
    assert spent(scores(life=points)) == life_price(points) == cost


@pytest.mark.parametrize(("points", "cost"), [
    (1, -26), (2, -22), (4, -14), (5, -10), (6, -8), (9, -2), (10, 0), (11, 2), (15, 10), (16, 14), (20, 30),
    (21, 36), (25, 60), (26, 68), (30, 100),
])  # fmt: skip
def test_recovery_is_dearer_with_every_five_points(points: int, cost: int) -> None:
    assert spent(scores(recovery=points)) == recovery_price(points) == cost


@pytest.mark.parametrize("low", range(1, 99))
def test_each_point_of_health_costs_what_the_book_says_at_that_point(low: int) -> None:
    up = 1 if low < 30 else low // 10 - 1
    assert life_price(low + 1) - life_price(low) == (up if low >= 20 else 1 if low >= 10 else 2)
    up = 2 * (low // 5 - 1)
    assert recovery_price(low + 1) - recovery_price(low) == (up if low >= 10 else 2 if low >= 5 else 4)


@pytest.mark.parametrize(("block", "cost"), [(0, 0), (1, 3), (2, 9), (3, 18), (4, 30), (5, 45)])
def test_block_costs_three_times_each_new_score(block: int, cost: int) -> None:
    assert spent(scores(block=block)) == cost


@pytest.mark.parametrize(("picks", "cost"), [
    ({"speed": "slow"}, -1), ({"speed": "normal"}, 0), ({"speed": "fast"}, 1),
    ({"climb": "slow"}, 6), ({"climb": "normal"}, 7), ({"climb": "fast"}, 8), ({"swim": "fast"}, 8),
    ({"burrow": "slow"}, 10), ({"burrow": "fast"}, 12), ({"fly": "slow"}, 16), ({"fly": "normal"}, 17),
    ({"wealth": "none"}, -2), ({"wealth": "limited"}, 0), ({"wealth": "modest"}, 2), ({"wealth": "comfortable"}, 8),
    ({"wealth": "luxurious"}, 18), ({"wealth": "aristocratic"}, 43),
])  # fmt: skip
def test_speed_movement_and_wealth(picks: dict[str, str], cost: int) -> None:
    assert spent({"picks": picks}) == cost


@pytest.mark.parametrize("key", [f"{verb}-{noun}" for verb in VERBS for noun in NOUNS])
def test_each_of_the_sixty_specializations(key: str) -> None:
    for score, cost in ((0, 0), (1, 1), (2, 3), (3, 6), (4, 10)):
        assert spent({"scores": {key: score}}) == cost
    for tag, cost in (("human", 0), ("superhuman", 3), ("simple-weak", 2), ("complex-powerful", 2)):
        assert spent({"picks": {f"tag-{key}": tag}}) == cost


@pytest.mark.parametrize(("bonus", "cost"), [(1, 1), (2, 3), (3, 6)])
def test_an_experience(bonus: int, cost: int) -> None:
    assert spent({"entries": {"experiences": [{"name": "x", "scores": {"bonus": bonus}}]}}) == cost


@pytest.mark.parametrize(("ability", "prices"), [
    ("take-the-advantage", [2, 5, 9]), ("good-under-pressure", [1, 3, 6]), ("tank", [1, 3, 6]),
    ("natural-healer", [1, 3, 6]), ("powerful-healer", [1, 3, 6]), ("draw-blood", [1, 3, 6]),
])  # fmt: skip
def test_each_level_of_an_ability_is_bought_in_turn(ability: str, prices: list[int]) -> None:
    for level, cost in enumerate(prices, 1):
        entry = {"picks": {"ability": ability}, "scores": {"level": level}}
        assert spent({"entries": {"abilities": [entry]}}) == cost


# Combat styles (3.5)


def fighter(*styles: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"entries": {"styles": list(styles), **more}}


def style(kind: str, statistic: str = "", **scores: int) -> dict[str, Any]:
    return {"picks": {"style": kind, "statistic": statistic}, "scores": scores}


def test_the_finesse_styles_at_three_and_six() -> None:
    """3.5: a second on Finesse costs three more, a third six."""
    one, two = style("melee", "finesse"), style("evasive", "finesse")
    assert spent(fighter(one)) == 0
    assert spent(fighter(one, two)) == 3
    assert spent(fighter(one, two, style("ranged", "finesse"))) == 3 + 3 + 6


def test_a_style_beyond_the_two_free_ones_costs_three() -> None:
    held = fighter(style("melee", "strength"), style("evasive", "instinct"), style("ranged", "finesse"))
    assert lines(held) == [("Ranged: further style", 3)]
    table = RulesContext(settings={**SETTINGS, "third_style_free": True})
    assert system.read(Build.parse(held), table=table).budgets["xp"].spent.value == 0


def test_a_third_style_that_was_free_stays_free_in_play() -> None:
    third = fighter(style("melee", "strength"), style("evasive", "instinct"), style("ranged", "finesse"))
    house = {**SETTINGS, "third_style_free": True}
    for baseline, cost in ((third, 0), (fighter(*third["entries"]["styles"][:2]), 3)):
        table = RulesContext(settings=house, stage="advancement", baseline=Build.parse(baseline))
        assert system.read(Build.parse(third), table=table).budgets["xp"].spent.value == cost


@pytest.mark.parametrize(("kind", "key", "values"), [
    ("melee", "bonus", {1: 0, 2: 2, 3: 5, 4: 9}), ("ranged", "bonus", {2: 2}), ("evasive", "bonus", {2: 2, 4: 9}),
    ("armored", "bonus", {1: 0, 2: 6, 3: 15, 5: 42}),
    ("melee", "dice", {0: 0, 1: 5, 2: 15, 3: 30}), ("complex-powerful", "dice", {1: 5}),
    ("riposte", "dice", {1: 0, 2: 10, 3: 25}), ("shielded", "dice", {3: 0}), ("shielded", "bonus", {3: 0}),
])  # fmt: skip
def test_what_makes_a_style_better(kind: str, key: str, values: dict[int, int]) -> None:
    for value, cost in values.items():
        assert spent(fighter(style(kind, "", **{key: value}))) == cost


def test_upgrades_are_priced_as_listed() -> None:
    ranged = style("ranged")
    ranged["picks"]["upgrades"] = ["d8", "far"]
    assert spent(fighter(ranged)) == 7


# Items (5)


def item(kind: str = "weapon", used_with: str = "0", *features: dict[str, Any], **more: Any) -> dict[str, Any]:
    picks = {"kind": kind, "style": used_with, "in-use": True, **more}
    return {"name": "Thing", "picks": picks, "entries": {"features": list(features)}}


def feature(kind: str, amount: int = 1, /, **picks: str) -> dict[str, Any]:
    return {"picks": {"feature": kind, **picks}, "scores": {"amount": amount}}


def test_the_shield_that_costs_three_and_then_six() -> None:
    """5.1.3: defend +2 makes three in all; Strength then costs four, and two more."""
    shield = item("weapon", "0", feature("defend"), feature("strength"))
    assert [cost for _, cost in lines(fighter(style("evasive"), items=[shield]))] == [3, 6]


@pytest.mark.parametrize(("features", "cost"), [
    ([feature("attack")], 2), ([feature("attack", 2)], 5), ([feature("die")], 10), ([feature("die", 2)], 25),
    ([feature("block")], 4), ([feature("block", 2)], 2 + 2 + 3 + 4), ([feature("life", 10)], 20),
    ([feature("recovery", 5)], 20), ([feature("style", style="1")], 3), ([feature("experience")], 2),
    ([feature("specialization", specialization="know-mind")], 2),
    ([feature("specialization", specialization="know-mind", tag="superhuman")], 5),
    ([feature("ability", 2, ability="tank")], 3), ([feature("ability", 1, ability="take-the-advantage")], 2),
    ([feature("life", 5), feature("attack")], 10 + 2),
])  # fmt: skip
def test_what_an_attack_weapon_can_have(features: list[dict[str, Any]], cost: int) -> None:
    assert spent(fighter(style("melee"), items=[item("weapon", "0", *features)])) == cost


def test_life_may_count_towards_the_total() -> None:
    build = fighter(style("melee"), items=[item("weapon", "0", feature("life", 5), feature("attack"))])
    table = RulesContext(settings={**SETTINGS, "life_in_total": True})
    assert system.read(Build.parse(build), table=table).budgets["xp"].spent.value == 10 + 7


def test_a_relic_starts_at_one() -> None:
    assert spent({"entries": {"items": [item("relic", "", feature("experience"))]}}) == 2


def test_items_beyond_the_first_and_beyond_two_in_use() -> None:
    things = [item("relic", "") for _ in range(4)]
    assert spent({"entries": {"items": things}}) == 3 + 2
    things[0]["picks"].pop("in-use")
    assert spent({"entries": {"items": things}}) == 3 + 1


def test_selling_an_item_gives_back_all_that_went_into_it() -> None:
    build = fighter(style("melee"), items=[item(), item("weapon", "0", feature("attack"), feature("strength"))])
    sold = apply(build, "entries.items.1", None)
    assert spent(build) - spent(sold) == 1 + 2 + 5 + 1 - 1 == 8


# One line for each purchase


def told(**build: Any) -> list[str]:
    return [f"{label}: {cost}" for label, cost in lines(build)]


def test_every_step_is_a_line_in_the_reader_s_words() -> None:
    build = {"strength": 2, "presence": -1, "life": 34, "recovery": 4, "block": 1, "know-mind": 2}
    assert told(scores=build, picks={"tag-know-mind": "superhuman"}) == [
        "Strength +0 → +1: 3",
        "Strength +1 → +2: 6",
        "Life 20 → 30, 1 per point: 10",
        "Life 30 → 34, 2 per point: 8",
        "Block 0 → 1: 3",
        "Know Mind +0 → +1: 1",
        "Know Mind +1 → +2: 2",
        "Know Mind: Superhuman: 3",
        "Presence +0 → −1 refunded: -3",
        "Recovery 10 → 5, 2 per point refunded: -10",
        "Recovery 5 → 4 refunded: -4",
    ]


def test_each_step_of_speed_and_wealth_is_a_line() -> None:
    assert told(picks={"speed": "slow", "fly": "fast", "wealth": "luxurious"}) == [
        "Fly, Slow: 16",
        "Fly Slow → Normal: 1",
        "Fly Normal → Fast: 1",
        "Wealth Limited → Modest: 2",
        "Wealth Modest → Comfortable: 6",
        "Wealth Comfortable → Luxurious: 10",
        "Speed Normal → Slow refunded: -1",
    ]
    assert told(picks={"wealth": "none"}) == ["Wealth Limited → None refunded: -2"]


def test_each_step_of_a_feature_is_a_line_at_the_running_total() -> None:
    held = [feature("defend", 2), feature("strength", 2), feature("life", 3), feature("ability", 2, ability="tank"),
            feature("specialization", 1, specialization="know-mind", tag="superhuman"), feature("style", style="1"),
            feature("die", 2), feature("recovery")]  # fmt: skip
    shield = {**item("weapon", "0", *held), "name": "Shield"}
    assert told(**fighter(style("riposte", "finesse"), style("melee", "strength"), items=[shield])) == [
        "Shield: defend +1 → +2: 3",
        "Shield: defend +2 → +3: 4",
        "Shield: Strength +0 → +1: 7",
        "Shield: Strength +1 → +2: 10",
        "Shield: Life 0 → 3, 2 per point: 6",
        "Shield: Tank, level 1: 1",
        "Shield: Tank, level 2: 2",
        "Shield: Know Mind +0 → +1: 7",
        "Shield: Know Mind: Superhuman: 3",
        "Shield: also for Melee: 3",
        "Shield: damage dice 0 → 1: 5",
        "Shield: damage dice 1 → 2: 10",
        "Shield: Recovery 0 → 1: 4",
    ]


def test_an_ability_bought_by_two_features_is_bought_level_by_level() -> None:
    """3.4: each level costs what its number says, whichever line it is on."""
    relic = item("relic", "", feature("ability", 1, ability="tank"), feature("ability", 2, ability="tank"))
    assert told(entries={"items": [relic]}) == [f"Thing: Tank, level {n}: {n}" for n in (1, 2, 3)]


def test_less_than_nothing_of_a_feature_makes_nothing_cheaper() -> None:
    relic = item("relic", "", feature("experience", -5), feature("strength"))
    assert told(entries={"items": [relic]}) == ["Thing: Strength +0 → +1: 4"]


def test_steps_of_styles_and_levels_are_lines() -> None:
    held = style("melee", "strength", bonus=3, dice=2)
    armored = style("armored", "finesse", bonus=2)
    assert told(**fighter(held, armored)) == [
        "Melee: bonus +1 → +2: 2",
        "Melee: bonus +2 → +3: 3",
        "Melee: damage dice 0 → 1: 5",
        "Melee: damage dice 1 → 2: 10",
        "Armored: Block +1 → +2: 6",
    ]
    tank = {"picks": {"ability": "tank"}, "scores": {"level": 14}}
    assert told(entries={"abilities": [tank]})[-2:] == ["Tank, level 12: 12", "Tank, levels 13 to 14: 27"]


def test_the_ledger_stands_under_titles_and_says_what_came_in() -> None:
    build = {"scores": {"strength": 1, "finesse": -1, "life": 21}, "picks": {"wealth": "modest"}}
    budget = system.read(Build.parse(build), table=RulesContext(stage="advancement", ledger=awarded(7))).budgets["xp"]
    assert [(term.label, term.amount) for term in budget.allowed.terms] == [
        ("Starting XP", 30), ("Awarded", 7),
    ]  # fmt: skip
    assert [(group.label, group.value) for group in budget.spent.groups] == [
        ("Statistics", 3), ("Life, Recovery, Block", 1), ("Movement and wealth", 2), ("Refunded", -3),
    ]  # fmt: skip


def test_every_line_of_a_full_character_has_one_of_the_titles() -> None:
    build = system.random({}, Random(9), system.rulebook, RulesContext(settings=SETTINGS))
    budget = read(build).budgets["xp"]
    assert {term.group for term in budget.spent.terms} <= set(PARTS)
    assert sum(group.value for group in budget.spent.groups) == budget.spent.value


# Order and undoing


MOVES = st.lists(
    st.one_of(
        st.tuples(st.sampled_from([f"scores.{key}" for key in STATISTICS]), st.integers(-1, 3)),
        st.tuples(st.sampled_from(["scores.life", "scores.recovery"]), st.integers(1, 60)),
        st.tuples(st.sampled_from([f"scores.{verb}-fire" for verb in VERBS]), st.integers(0, 4)),
        st.tuples(st.sampled_from([f"picks.tag-{verb}-fire" for verb in VERBS]), st.sampled_from(["superhuman", None])),
        st.tuples(st.just("picks.wealth"), st.sampled_from(["none", "modest", "aristocratic"])),
    ),
    max_size=12,
    unique_by=lambda move: move[0],
)


@given(MOVES, st.randoms(use_true_random=False))
def test_the_order_of_purchases_makes_no_difference(moves: list[tuple[str, Any]], rng: Random) -> None:
    there: dict[str, Any] = {}
    for path, value in moves:
        there = apply(there, path, value)
    shuffled = copy.copy(moves)
    rng.shuffle(shuffled)
    other: dict[str, Any] = {}
    for path, value in shuffled:
        other = apply(other, path, value)
    assert read(other).budgets == read(there).budgets


@given(MOVES)
def test_undoing_a_purchase_restores_the_budget(moves: list[tuple[str, Any]]) -> None:
    build: dict[str, Any] = fighter(style("melee", "finesse"), style("evasive", "finesse"))
    before = read(build).budgets
    made = build
    for path, value in moves:
        made = apply(made, path, value)
    for path, _ in moves:
        made = apply(made, path, None)
    assert read(made).budgets == before


@given(st.permutations([feature("attack"), feature("strength"), feature("block"), feature("die"), feature("life", 3)]))
def test_the_order_of_features_makes_no_difference(features: list[dict[str, Any]]) -> None:
    assert spent(fighter(style("melee"), items=[item("weapon", "0", *features)])) == 2 + (3 + 2) + (4 + 2) + 10 + 6


def test_every_line_has_a_cite_and_the_lines_add_up() -> None:
    build = system.random({}, Random(1), system.rulebook, RulesContext(settings=SETTINGS))
    budget = read(build).budgets["xp"]
    assert sum(term.amount for term in budget.spent.terms) == budget.spent.value
    assert all(system.rulebook.resolves(term.cite) for term in budget.spent.terms)


def test_far_beyond_all_limits_is_summed_up_and_not_told_step_by_step() -> None:
    far = scores(strength=1_000, life=100_000, recovery=100_000, block=500, know_mind=900)
    assert len(read(far).budgets["xp"].spent.terms) < 100
    assert spent(scores(strength=1_000)) == 3 * 1_000 * 1_001 // 2
    assert spent({"entries": {"abilities": [{"picks": {"ability": "tank"}, "scores": {"level": 100}}]}}) == 5_050
