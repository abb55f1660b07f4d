"""What breaks a rule of Duality, what is open, and what is only worth knowing."""

from typing import Any

import pytest

from rules.kernel import Build, Finding, RulesContext, Sheet
from rules.kernel.documents import apply
from rules.kernel.settled import WORD
from rules.systems.duality import system
from rules.systems.duality.game import STATISTICS
from tests.rules.duality.test_pricing import feature, fighter, item, style


def read(build: Any, stage: str = "creation", **more: Any) -> Sheet:
    return system.read(Build.parse(build), table=RulesContext(settings={"starting_xp": 300}, stage=stage, **more))


def errors(build: Any, stage: str = "creation") -> list[tuple[str, str]]:
    return [(finding.code, finding.at) for finding in read(build, stage).errors]


def found(build: Any, code: str) -> Finding:
    return next(finding for finding in read(build).findings if finding.code == code)


@pytest.mark.parametrize(("key", "creation", "later"), [
    *((key, (-1, 2), (-1, 3)) for key in STATISTICS),
    ("life", (1, 40), (1, 900)), ("recovery", (1, 20), (1, 500)), ("block", (0, 2), (0, 5)),
    ("know-mind", (0, 2), (0, 4)), ("control-air", (0, 2), (0, 4)),
])  # fmt: skip
def test_every_score_has_its_limits(key: str, creation: tuple[int, int], later: tuple[int, int]) -> None:
    for stage, (low, high) in (("creation", creation), ("advancement", later)):
        for value in (low, high):
            assert [code for code, _ in errors({"scores": {key: value}}, stage) if code == "beyond-limit"] == []
        assert ("beyond-limit", f"scores.{key}") in errors({"scores": {key: low - 1}}, stage)
        if high < 500:
            assert ("beyond-limit", f"scores.{key}") in errors({"scores": {key: high + 1}}, stage)


@pytest.mark.parametrize(("build", "code", "at"), [
    ({"picks": {"speed": "fsat"}}, "unknown-choice", "picks.speed"),
    ({"picks": {"fly": "soaring"}}, "unknown-choice", "picks.fly"),
    ({"picks": {"wealth": "filthy"}}, "unknown-choice", "picks.wealth"),
    ({"picks": {"tag-know-mind": "superhumna"}}, "unknown-choice", "picks.tag-know-mind"),
    ({"entries": {"experiences": [{"name": "x", "scores": {"bonus": 3}}]}}, "beyond-limit",
     "entries.experiences.0.scores.bonus"),
    ({"entries": {"experiences": [{"name": "x", "scores": {"bonus": 0}}]}}, "beyond-limit",
     "entries.experiences.0.scores.bonus"),
    ({"entries": {"abilities": [{"picks": {"ability": "flight"}}]}}, "unknown-choice",
     "entries.abilities.0.picks.ability"),
    ({"entries": {"abilities": [{"picks": {"ability": "tank"}, "scores": {"level": 0}}]}}, "beyond-limit",
     "entries.abilities.0.scores.level"),
    ({"entries": {"abilities": [{"picks": {"ability": "tank"}}, {"picks": {"ability": "tank"}}]}}, "ability-twice",
     "entries.abilities.1"),
    (fighter(style("mele", "strength")), "unknown-choice", "entries.styles.0.picks.style"),
    (fighter(style("melee", "charm")), "unknown-choice", "entries.styles.0.picks.statistic"),
    (fighter(style("melee", "strength", bonus=3)), "beyond-limit", "entries.styles.0.scores.bonus"),
    (fighter(style("armored", "strength", bonus=3)), "beyond-limit", "entries.styles.0.scores.bonus"),
    (fighter(style("riposte", "strength", dice=3)), "beyond-limit", "entries.styles.0.scores.dice"),
    (fighter(style("melee", "strength", dice=-1)), "beyond-limit", "entries.styles.0.scores.dice"),
    (fighter(style("complex-powerful", "willpower")), "specialization-missing",
     "entries.styles.0.picks.specialization"),
    (fighter(style("melee", "strength"), items=[item("weapon", "4")]), "weapon-without-style",
     "entries.items.0.picks.style"),
    ({"entries": {"items": [item("gadget")]}}, "unknown-choice", "entries.items.0.picks.kind"),
    ({"entries": {"items": [item("relic", "", feature("die"))]}}, "feature-for-weapons",
     "entries.items.0.entries.features.0"),
    (fighter(style("melee", "strength"), items=[item("weapon", "0", feature("die", 3))]), "feature-beyond-limit",
     "entries.items.0.entries.features.0.scores.amount"),
    (fighter(style("melee", "strength"), items=[item("weapon", "0", feature("attack", 2))]), "feature-beyond-limit",
     "entries.items.0.entries.features.0.scores.amount"),
    (fighter(style("melee", "strength"), items=[item("weapon", "0", feature("defend"))]), "feature-of-another-side",
     "entries.items.0.entries.features.0"),
    (fighter(style("melee", "strength"), items=[item("weapon", "0", feature("life", 0))]), "feature-of-nothing",
     "entries.items.0.entries.features.0.scores.amount"),
    (fighter(style("melee", "strength"), items=[item("weapon", "0", feature("life", 11))]), "feature-beyond-limit",
     "entries.items.0.entries.features.0.scores.amount"),
    (fighter(style("melee", "strength"), items=[item("weapon", "0", feature("teeth"))]), "unknown-choice",
     "entries.items.0.entries.features.0.picks.feature"),
    (fighter(style("melee", "strength"), items=[item("weapon", "0", feature("style", 1, style="7"))]),
     "unknown-choice", "entries.items.0.entries.features.0.picks.style"),
])  # fmt: skip
def test_what_cannot_be_is_said_with_its_section(build: Any, code: str, at: str) -> None:
    assert (code, at) in errors(build)
    finding = next(f for f in read(build).errors if (f.code, f.at) == (code, at))
    assert read(build).rulebook.resolves(finding.cite)
    assert finding.hint
    for fix in finding.fixes:
        mended = apply(build, fix.path, fix.value)
        assert (code, at) not in errors(mended), fix


def test_a_style_stands_on_a_specialization_with_its_tag() -> None:
    wizard = style("complex-powerful", "willpower")
    wizard["picks"]["specialization"] = "control-fire"
    build = {**fighter(wizard), "scores": {"control-fire": 2, "willpower": 1}}
    (fix,) = found(build, "style-without-tag").fixes
    mended = apply(build, fix.path, fix.value)
    assert errors(mended) == []
    assert read(mended)["style-1"] == 3
    table = RulesContext(settings={"starting_xp": 300, "style_needs_tag": False})
    assert system.read(Build.parse(build), table=table).legal


@pytest.mark.parametrize(("build", "code"), [
    ({}, "style-missing"),
    ({"entries": {"experiences": [{}]}}, "experience-nameless"),
    ({"entries": {"abilities": [{}]}}, "ability-missing"),
    (fighter({}), "style-unchosen"),
    (fighter(style("melee")), "statistic-missing"),
    ({"entries": {"items": [{}]}}, "item-unchosen"),
    ({"entries": {"items": [item("relic", "", {})]}}, "feature-unchosen"),
    ({"entries": {"items": [item("relic", "", feature("ability"))]}}, "feature-of-what"),
])  # fmt: skip
def test_what_is_open_is_no_error(build: Any, code: str) -> None:
    assert str(found(build, code).level) == "warning"
    assert errors(build) == []


def test_an_upgrade_of_another_style_counts_for_nothing() -> None:
    held = style("melee", "strength")
    held["picks"]["upgrades"] = ["d8"]
    assert errors(fighter(held)) == [("upgrade-unknown", "entries.styles.0.picks.upgrades")]
    assert read(fighter(held)).budgets["xp"].spent.value == 0


def test_spending_too_much_says_what_would_mend_it() -> None:
    build = {"scores": {"strength": 2, "finesse": 2, "presence": 2, "knowledge": 1, "life": 31}}
    sheet = system.read(Build.parse(build))
    (error,) = sheet.errors
    assert (error.code, sheet["xp"]) == ("xp-overspent", -12)
    small = {"scores": {"strength": 2, "finesse": 2, "presence": 2, "knowledge": 2}}
    (error,) = system.read(Build.parse(small)).errors
    assert error.message.startswith("6 Experience Points over (36 of 30).")
    for fix in error.fixes:
        assert system.read(Build.parse(apply(small, fix.path, fix.value))).legal
    assert len(error.fixes) == 4


def test_what_is_left_is_a_note() -> None:
    assert (found({}, "xp-left").level, found({}, "xp-left").message) == ("note", "300 XP left.")


def test_a_tag_stays_once_play_begins_unless_nothing_was_learnt_there() -> None:
    before = Build.parse({"picks": {"tag-know-mind": "superhuman"}, "scores": {"know-fire": 1}})
    now = {"picks": {"tag-know-mind": "simple-weak", "tag-know-fire": "superhuman", "tag-know-air": "superhuman"},
           "scores": {"know-fire": 1}}  # fmt: skip
    changed = read(now, "advancement", baseline=before).errors
    assert [(f.code, f.at) for f in changed] == [
        ("tag-changed", "picks.tag-know-fire"), ("tag-changed", "picks.tag-know-mind"),
    ]  # fmt: skip
    assert [f.code for f in read(now, "creation", baseline=before).errors] == []


@pytest.mark.parametrize(("before", "now", "at"), [
    ({"scores": {"strength": 2}}, {"scores": {"strength": 1}}, "scores.strength"),
    ({}, {"scores": {"presence": -1}}, "scores.presence"),
    ({}, {"scores": {"life": 19}}, "scores.life"),
    ({"scores": {"recovery": 12}}, {}, "scores.recovery"),
    ({"scores": {"block": 2}}, {"scores": {"block": 1}}, "scores.block"),
    ({"scores": {"know-mind": 1}}, {}, "scores.know-mind"),
    ({"entries": {"abilities": [{"picks": {"ability": "tank"}, "scores": {"level": 3}}]}},
     {"entries": {"abilities": [{"picks": {"ability": "tank"}, "scores": {"level": 2}}]}},
     "entries.abilities.0.scores.level"),
])  # fmt: skip
def test_nothing_approved_goes_back_for_its_points(before: Any, now: Any, at: str) -> None:
    baseline = Build.parse(before)
    (error,) = read(now, "advancement", baseline=baseline).errors
    assert (error.code, error.at, str(error.cite)) == ("below-baseline", at, "Duality 3.6, p. 9 (our ruling)")
    (fix,) = error.fixes
    assert read(apply(now, fix.path, fix.value), "advancement", baseline=baseline).legal
    assert [f.code for f in read(now, "creation", baseline=baseline).errors] == []


@pytest.mark.parametrize(("before", "now", "code", "at"), [
    ({"picks": {"wealth": "aristocratic"}}, {"picks": {"wealth": "modest"}}, "below-baseline", "picks.wealth"),
    ({}, {"picks": {"wealth": "none"}}, "below-baseline", "picks.wealth"),
    ({"picks": {"fly": "normal"}}, {"picks": {"fly": "slow"}}, "below-baseline", "picks.fly"),
    ({"picks": {"swim": "slow"}}, {}, "below-baseline", "picks.swim"),
    ({"picks": {"speed": "fast"}}, {}, "below-baseline", "picks.speed"),
    ({"entries": {"experiences": [{"name": "Saw the flood", "scores": {"bonus": 2}}]}},
     {"entries": {"experiences": [{"name": "Saw the sea", "scores": {"bonus": 1}}]}},
     "experience-gone", "entries.experiences"),
    ({"entries": {"abilities": [{"picks": {"ability": "tank"}, "scores": {"level": 3}}]}}, {},
     "below-baseline", "entries.abilities"),
    (fighter(style("melee", "strength", bonus=2), style("evasive", "finesse")),
     fighter(style("melee", "strength"), style("evasive", "finesse")), "below-baseline",
     "entries.styles.0.scores.bonus"),
    (fighter(style("melee", "strength"), style("evasive", "finesse"), style("ranged", "instinct")),
     fighter(style("melee", "strength"), style("evasive", "finesse")), "style-gone", "entries.styles"),
    (fighter(style("melee", "strength"), style("evasive", "finesse")),
     fighter(style("melee", "willpower"), style("evasive", "finesse")), "style-statistic-changed",
     "entries.styles.0.picks.statistic"),
])  # fmt: skip
def test_neither_does_what_stands_in_lists_and_picks(before: Any, now: Any, code: str, at: str) -> None:
    baseline = Build.parse(before)
    (error,) = read(now, "advancement", baseline=baseline).errors
    assert (error.code, error.at) == (code, at)
    assert read(before, "advancement", baseline=baseline).legal
    assert [f.code for f in read(now, "creation", baseline=baseline).errors] == []
    for fix in error.fixes:
        assert read(apply(now, fix.path, fix.value), "advancement", baseline=baseline).legal


def test_resurrection_gives_no_experience_back_for_its_points() -> None:
    before = Build.parse({"entries": {"experiences": [{"name": "Saw the flood", "scores": {"bonus": 2}}]}})
    now = Build.parse({"entries": {"experiences": [{"name": "Saw the flood", "scores": {"bonus": 1}}]}})
    table = RulesContext(settings={"resurrection": True}, stage="advancement", baseline=before)
    assert [finding.code for finding in system.read(now, table=table).errors] == ["below-baseline"]


def test_of_an_ability_listed_twice_the_lower_goes() -> None:
    low, high = ({"picks": {"ability": "tank"}, "scores": {"level": level}} for level in (1, 3))
    before = Build.parse({"entries": {"abilities": [high]}})
    build = {"entries": {"abilities": [low, high]}}
    (error,) = read(build, "advancement", baseline=before).errors
    (fix,) = error.fixes
    assert (error.code, fix.label, fix.path) == ("ability-twice", "Remove the first", "entries.abilities.0")
    assert read(apply(build, fix.path, fix.value), "advancement", baseline=before).legal


def test_a_tag_that_is_settled_is_not_offered_to_a_style() -> None:
    wizard = style("complex-powerful", "willpower")
    wizard["picks"]["specialization"] = "control-fire"
    build = {**fighter(wizard), "scores": {"control-fire": 2}}
    before = Build.parse({"scores": {"control-fire": 2}})
    finding = next(f for f in read(build, "advancement", baseline=before).errors if f.code == "style-without-tag")
    assert (finding.fixes, finding.hint) == ((), "Choose another.")


def test_an_upgrade_of_any_name_can_be_left() -> None:
    held = style("evasive", "strength")
    held["picks"]["upgrades"] = ["Max Reach!"]
    build = fighter(held)
    (fix,) = found(build, "upgrade-unknown").fixes
    assert errors(apply(build, fix.path, fix.value)) == []


def test_the_tag_of_a_feature_is_one_of_the_book() -> None:
    lamp = item("relic", "", feature("specialization", 1, specialization="know-fire", tag="superhumna"))
    at = "entries.items.0.entries.features.0.picks.tag"
    build = {"entries": {"items": [lamp]}}
    assert errors(build) == [("unknown-choice", at)]
    take, leave = found(build, "unknown-choice").fixes
    assert [take.label, leave.label] == ["Change to “superhuman”", "Clear Tag of Thing"]
    assert errors(apply(build, take.path, take.value)) == errors(apply(build, leave.path, leave.value)) == []


def test_what_is_below_one_may_go_where_raising_it_is_too_dear() -> None:
    build = {"entries": {"experiences": [{"name": "Saw the flood", "scores": {"bonus": 0}}]}}
    assert [fix.label for fix in found(build, "beyond-limit").fixes] == ["Set Saw the flood to 1", "Remove the line"]


@pytest.mark.parametrize(("build", "stage", "page"), [
    ({"scores": {"strength": 3}}, "creation", 8), ({"scores": {"strength": 4}}, "advancement", 9),
    ({"scores": {"life": 41}}, "creation", 8), ({"scores": {"block": 3}}, "creation", 9),
])  # fmt: skip
def test_a_limit_is_cited_where_the_book_sets_it(build: Any, stage: str, page: int) -> None:
    """3.6 begins on page 8; Block and whatever comes later in play are on page 9."""
    (error,) = (f for f in read(build, stage).errors if f.code == "beyond-limit")
    assert (error.cite.section, error.cite.page) == ("3.6", page)


def test_what_is_bought_after_approval_is_no_matter_of_the_baseline() -> None:
    tank = {"picks": {"ability": "tank"}, "scores": {"level": 1}}
    before: dict[str, Any] = {"entries": {"abilities": [tank], "items": [item("relic", "")]}}
    grown = {**before, "scores": {"strength": 3}}
    grown["entries"] = {**before["entries"], "abilities": [{**tank, "scores": {"level": 4}}]}
    assert read(grown, "advancement", baseline=Build.parse(before)).legal


def test_the_tag_that_is_settled_says_so_in_its_options() -> None:
    sheet = read({}, "advancement", baseline=Build.parse({"scores": {"know-fire": 1}}))
    (grid,) = (step for step in system.steps(sheet) if step.key == "specializations")
    reasons = {f.path: {o.reason for o in f.options} for f in grid.fields if f.kind == "pick"}
    assert reasons["picks.tag-know-fire"] == {WORD}
    assert reasons["picks.tag-know-air"] == {""}


def test_a_second_weapon_counts_by_its_own_side() -> None:
    parrying = item("weapon", "0", feature("style", 1, style="1"), feature("defend", 2))
    keen = item("weapon", "0", feature("attack"))
    sheet = read(fighter(style("melee", "strength"), style("evasive", "instinct"), items=[parrying, keen]))
    assert (sheet["style-1-armed"], sheet["style-2-armed"]) == (3, 3)


def test_experiences_of_items_are_numbers_of_their_own() -> None:
    lamp = {**item("relic", "", feature("experience")), "notes": {"experience": "Lit the way home"}}
    lamp["entries"] = {"features": [feature("experience"), {**feature("experience", 2), "name": "Saw the flood"}]}
    sword = item("weapon", "0", {**feature("experience"), "name": "Slew a king"})
    held = {**style("melee", "strength"), "notes": {"experience": "Taught by the master"}}
    sheet = read(fighter(held, items=[lamp, sword]))
    told = {key: (f.label, f.value) for key, f in sheet.figures.items() if "experience" in key}
    assert told == {
        "style-1-experience": ("Taught by the master (Melee)", 1),
        "item-1-experience": ("Lit the way home (Thing)", 2),
        "item-1-experience-1": ("Saw the flood (Thing)", 2),
        "item-2-experience-1": ("Slew a king (Thing)", 1),
    }


def test_two_items_on_one_statistic_count_once() -> None:
    build = {"entries": {"items": [item("relic", "", feature("strength")), item("relic", "", feature("strength", 2))]}}
    figure = read(build).figures["strength"]
    assert figure.value == 2
    assert [(term.amount, term.counted) for term in figure.terms] == [(1, False), (2, True)]


def test_a_weapon_helps_the_styles_it_is_made_for() -> None:
    sword = item("weapon", "0", feature("attack"), feature("style", 1, style="2"), feature("die"))
    build = fighter(
        style("melee", "strength", dice=1), style("evasive", "instinct"), style("ranged", "finesse"), items=[sword],
    )  # fmt: skip
    sheet = read({**build, "scores": {"strength": 2}})
    assert (sheet["style-1"], sheet["style-1-armed"], sheet["style-1-dice"]) == (3, 5, 3)
    assert (sheet["style-3"], sheet["style-3-armed"], sheet["style-3-dice"]) == (1, 3, 2)
    assert "style-2-armed" not in sheet.figures
    sword["picks"]["in-use"] = False
    assert "style-1-armed" not in read(build).figures


def test_a_range_is_one_or_the_other() -> None:
    held = style("simple-weak", "presence")
    held["picks"] |= {"specialization": "know-mind", "upgrades": ["far", "hand"]}
    build = {**fighter(held), "picks": {"tag-know-mind": "simple-weak"}}
    assert [code for code, _ in errors(build)] == ["upgrades-exclude-each-other"]
    fix = found(build, "upgrades-exclude-each-other").fixes[0]
    assert errors(apply(build, fix.path, fix.value)) == []


def test_a_feature_of_a_style_one_does_not_have() -> None:
    sword = item("weapon", "0", feature("style", 1, style="7"))
    at = "entries.items.0.entries.features.0.picks.style"
    assert ("unknown-choice", at) in errors(fighter(style("melee", "strength"), items=[sword]))
