"""Each ruling that is a setting changes what is said of some character."""

import copy
from collections import Counter
from dataclasses import replace
from itertools import product
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel import Book, Build, Effect, Fix, Grant, Item, Rulebook, RulesContext, Sheet
from rules.kernel.documents import Change, Exemption, awarded, replay
from rules.kernel.pages.print_blocks import Cards
from rules.systems.hprpg import performing, system
from rules.systems.hprpg.creation import resolve
from rules.systems.hprpg.entries import Archetype, Feature, Personality, Species, Trait
from rules.systems.hprpg.game import ASPECT_DOTS, CAP, TYPES
from rules.systems.hprpg.rulings import ASPECTS
from tests.rules.cases import case
from tests.rules.hprpg.test_cases import FILES
from tests.rules.listed_blocks import printed

SCORES = sorted(system.rulebook.all(Trait))
CASES = {file.stem: case(file)["document"] for file in FILES}


def build(name: str, **mappings: dict[str, Any]) -> Build:
    """A character of the cases with some choices changed; None takes one back."""
    document = copy.deepcopy(CASES[name]["build"])
    for mapping, changes in mappings.items():
        held = {**document.get(mapping, {}), **changes}
        document[mapping] = {key: value for key, value in held.items() if value is not None}
    return Build.parse(document)


def read(made: Build, **settings: object) -> Sheet:
    return system.read(made, table=RulesContext(settings=settings))


def codes(made: Build, **settings: object) -> list[str]:
    return [finding.code for finding in read(made, **settings).findings]


JANE = build("jane-the-auror")


@pytest.mark.parametrize(
    ("made", "without", "settings", "with_them"),
    [
        pytest.param(JANE, [], {"archetype_ability_dots": 5}, ["archetype-abilities-unspent"], id="H-01"),
        pytest.param(JANE, [], {"affinity_dots": 0}, ["affinities-overspent"], id="H-02 dots"),
        pytest.param(JANE, [], {"affinity_cap": 2}, ["affinity-cap"], id="H-02 cap"),
        pytest.param(
            build("aspects-over-budget"),
            ["aspects-physical-overspent"],
            {"species_pool": 1},
            [],
            id="H-03",
        ),
        pytest.param(JANE, [], {"rating_limit": 3}, [*["rating-too-high"] * 4, "house-rules-clash"], id="H-09"),
        pytest.param(
            build("jane-the-auror", picks={"feats": ["ambush"]}),
            ["feats-too-many"],
            {"starting_feats": 1},
            [],
            id="H-13",
        ),
        pytest.param(
            build("percival-the-geek", picks={"personality": "prodigy", "personality-dot": "muggle"}),
            [],
            {"free_fields": "suggested"},
            ["personality-dot-not-offered"],
            id="H-14",
        ),
        pytest.param(build("rows-alike"), ["archetype-rows-alike"], {"rows_may_repeat": True}, [], id="H-15"),
        pytest.param(
            build("jane-the-auror", scores={"curses": None, "hexes": 1}),
            ["spell-without-affinity"],
            {"known_spells_need_affinity": False},
            [],
            id="H-17",
        ),
    ],
)
def test_a_setting_changes_the_verdict(
    made: Build, without: list[str], settings: dict[str, object], with_them: list[str]
) -> None:
    assert (codes(made), codes(made, **settings)) == (without, with_them)


def test_without_a_dot_fortitude_still_opens_a_higher_level() -> None:
    """8.1."""
    jane = build("jane-the-auror", scores={"curses": None, "hexes": 1})
    (note,) = (one for one in read(jane).findings if one.code == "spell-without-affinity")
    assert note.hint.startswith("You can cast it at Nihil, or higher for Fortitude.")


def test_what_a_feat_or_rage_takes_at_play_is_at_hand() -> None:
    """Chapter 4: Organic Repose, Rage."""
    druid = build("jane-the-auror", picks={"feats": ["organic-repose"]})
    (fortitude,) = (one for one in read(druid).trackers if one.key == "fortitude")
    assert fortitude.help == "Organic Repose: Once per day, spend 1 Fortitude to recover 3 levels of Health."
    feats = system.rulebook.all(Feature).values()
    assert {one.key: one.fortitude for one in feats if one.fortitude or "Fortitude" in one.effect} == {
        "organic-repose": 1, "unwavering-focus": 1,
    }  # fmt: skip
    quiet = replace(system.rulebook.all(Feature)["organic-repose"], effect="You mend.")
    features = {**system.core.entries["feature"], quiet.key: quiet}
    other = Rulebook.of([replace(system.core, entries={**system.core.entries, "feature": features})])
    (fortitude,) = (one for one in system.read(druid, other).trackers if one.key == "fortitude")
    assert fortitude.help == "Organic Repose: You mend."
    marks = [{one.key for one in read(build(name)).conditions} for name in ("olympia-the-warrior", "jane-the-auror")]
    assert ["rage-turns" in keys for keys in marks] == [True, False]
    (raging,) = read(build("olympia-the-warrior")).live({"rage-turns": 2}).facts
    assert (raging.label, raging.value) == ("Rage", "−2")
    assert not read(build("jane-the-auror")).live({"rage-turns": 2}).facts


FEATS = {
    "unwavering-focus": {"fortitude": -1, "used-unwavering-focus": 1},
    "organic-repose": {"fortitude": -1, "health": 3, "used-organic-repose": 1},
}


def test_a_feat_that_costs_or_gives_something_has_a_button() -> None:
    """Chapter 4: offered while its price is there, it was not used today, and there is something to give back."""
    every = [key for key, feat in system.rulebook.all(Feature).items()]
    sheet = read(build("jane-the-auror", picks={"feats": every}))

    def offered(**marks: int) -> dict[str, dict[str, int]]:
        rests = sheet.live(marks).rests.items()
        return {
            rest.key.removeprefix("feat-"): {step.tracker.key: step.after - step.before for step in steps}
            for rest, steps in rests if rest.key.startswith("feat-")
        }  # fmt: skip

    assert offered(health=1) == FEATS
    assert offered(health=7).keys() == {"unwavering-focus"}, "nobody pays for Health that is whole"
    assert offered(health=1, fortitude=0) == {}
    assert offered(health=1, **{"used-organic-repose": 1}).keys() == {"unwavering-focus"}
    daily = {one.key: one.top for one in sheet.conditions if one.key.startswith("used-")}
    assert daily == {
        f"used-{key}": feat.per_day for key in every if (feat := system.rulebook.all(Feature)[key]).per_day
    }
    assert daily["used-furious-spellcaster"] == 3
    (steps,) = (steps for rest, steps in sheet.live(dict.fromkeys(daily, 1)).rests.items() if rest.key == "day")
    assert {step.tracker.key: step.after for step in steps} == dict.fromkeys(daily, 0)


def test_feats_of_long_keys_are_counted_apart() -> None:
    feat = system.rulebook.all(Feature)["organic-repose"]
    keys = [performing.used_today(replace(feat, key=f"{'very-' * 20}{end}")) for end in ("calm", "calmer")]
    assert (len({*keys}), [len(key) for key in keys]) == (2, [performing.KEY] * 2)


def test_a_new_day_cites_a_feat_that_can_be_used_again() -> None:
    feats = system.rulebook.all(Feature)
    others, daily = ([key for key in feats if bool(feats[key].per_day) is again] for again in (False, True))
    both = next((a, b) for a in others for b in daily if a < b and feats[a].cite.page != feats[b].cite.page)
    (day,) = (rest for rest in read(build("jane-the-auror", picks={"feats": [*both]})).rests if rest.key == "day")
    assert day.cite == feats[both[1]].cite


def test_the_best_checks_stand_among_the_usual_ones() -> None:
    jane = build("jane-the-auror", scores={"skirmish": 5, "marksmanship": 4})
    usual = [check.key for check in read(jane).checks]
    assert {"fitness-skirmish", "precision-marksmanship"} <= set(usual)
    assert len(usual) == len(set(usual))


@pytest.mark.parametrize(("ability", "aspect"), [("pilot", "perception"), ("imbue", "precision")])
def test_what_is_learned_is_rolled_with_the_aspect_that_the_handbook_names(ability: str, aspect: str) -> None:
    """5.2, 6.7, 6.8."""
    usual = [check.key for check in read(build("jane-the-auror", scores={ability: 5})).checks]
    assert [key for key in usual if key.endswith(ability)] == [f"{aspect}-{ability}"]
    wanted = {wish.wants for wish in system.wishes.good_at} if system.wishes else set()
    assert (aspect, ability) in wanted


def test_health_and_fortitude_follow_their_settings() -> None:
    plain, house = read(JANE), read(JANE, health_levels=9, fortitude_bonus=2)
    assert [(s["health"], s["fortitude"]) for s in (plain, house)] == [(7, 4), (9, 6)]
    assert [(t.key, t.start, t.maximum.value if t.maximum else None) for t in house.trackers] == [
        ("health", 9, 9),
        ("fortitude", 6, 6),
        ("heroism", 0, None),
        ("villainy", 0, None),
    ]


def test_on_paper_nourishment_gives_fortitude_back_and_no_number_that_the_book_does_not_say() -> None:
    cards = printed(system.layout(read(JANE)), Cards, "Personality").deck.cards
    assert [card.kind for card in cards if card.title == "Nourishment"] == ["Restores Fortitude"]


def test_untrained_checks_follow_their_settings() -> None:
    ignorant = build("jane-the-auror", scores={"covert": None})
    usual, house = ({c.key: c for c in read(ignorant, **s).checks} for s in ({}, {"untrained_practical_dv": 4}))
    assert (str(usual["precision-covert"].dice), str(house["precision-covert"].dice)) == (
        "3d12 vs DV 10",
        "3d12 vs DV 12",
    )
    study = build("dung-the-outlaw", scores={"investigation": None})
    checks = [{c.key: c for c in read(study, untrained_knowledge=leave).checks} for leave in (False, True)]
    assert [c["intelligence-investigation"].dice is None for c in checks] == [True, False]


def test_the_free_dots_of_a_new_character_are_as_the_book_says() -> None:
    budgets = read(build("jane-the-auror", ranks={"aspects": None, "abilities": None})).budgets
    assert {key: b.allowed.value for key, b in budgets.items()} == {
        "aspects-physical": 3,
        "aspects-social": 3,
        "aspects-mental": 3,
        "abilities-innate": 4,
        "abilities-practical": 4,
        "abilities-knowledge": 4,
        "archetype-abilities": 3,
        "affinities": 6,
    }
    assert [b.allowed.value for b in read(JANE).budgets.values()] == [7, 3, 5, 12, 8, 4, 3, 6]


def test_a_pool_of_the_species_is_a_budget_of_its_own() -> None:
    sheet = read(build("aspects-over-budget"), species_pool=2)
    pool = sheet.budgets["species-pool"]
    assert (pool.allowed.value, pool.spent.value, [f.code for f in sheet.findings]) == (
        2,
        1,
        ["species-pool-unspent"],
    )
    assert [(t.amount, t.label) for t in sheet.budgets["aspects-physical"].spent.terms][-1] == (
        -1,
        "paid from the species' pool",
    )


# Rules without a setting


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        pytest.param(
            Build.parse({}),
            {
                "species-missing",
                "personality-missing",
                "archetype-missing",
                "aspects-unranked",
                "abilities-unranked",
                "aspects-physical-unspent",
                "aspects-social-unspent",
                "aspects-mental-unspent",
                "abilities-innate-unspent",
                "abilities-practical-unspent",
                "abilities-knowledge-unspent",
                "affinities-unspent",
            },
            id="an empty build has all to choose",
        ),
        pytest.param(
            build("jane-the-auror", picks={"archetype-dot-3": None}),
            {"archetype-dot-3-missing"},
            id="a row not placed yet",
        ),
        pytest.param(
            build("jane-the-auror", picks={"archetype-dot-3": "charm"}),
            {"archetype-dot-3-not-offered"},
            id="a row on what it does not offer",
        ),
        pytest.param(
            build("jane-the-auror", picks={"personality-dot": "charm"}),
            {"personality-dot-on-nothing"},
            id="a personality without a free dot",
        ),
        pytest.param(
            build("jane-the-auror", picks={"archetype-dot-1": "brawl"}),
            {"archetype-dot-on-nothing"},
            id="a row of another archetype",
        ),
        pytest.param(
            build("percival-the-geek", picks={"archetype-dot-3": "investigation"}),
            {"archetype-rows-alike", "rating-too-high"},
            id="a row on a capability the table gives anyway",
        ),
        pytest.param(
            build("jane-the-auror", ranks={"aspects": ["physical", "mental", "mental"]}),
            {"aspects-rank-wrong"},
            id="a rank twice",
        ),
        pytest.param(
            build("jane-the-auror", ranks={"aspects": ["physical", "mental", "magical"]}),
            {"aspects-rank-wrong"},
            id="a rank there is none of",
        ),
        pytest.param(
            build("jane-the-auror", scores={"intuition": 3, "interrogate": None, "tracking": None}),
            set(),
            id="four dots in an archetype ability",
        ),
        pytest.param(
            build("jane-the-auror", scores={"intuition": 4, "interrogate": None, "tracking": None}),
            {"archetype-ability-cap", "archetype-abilities-overspent"},
            id="five dots in an archetype ability",
        ),
        pytest.param(
            build("jane-the-auror", scores={"rage": 1}),
            {"ability-of-another-archetype"},
            id="an ability of the Warrior's",
        ),
        pytest.param(
            build("jane-the-auror", picks={"spells": ["accio", "incendio"]}),
            {"spells-unknown"},
            id="a spell nobody knows",
        ),
        pytest.param(
            build("jane-the-auror", picks={"feats": ["flight"]}),
            {"feats-unknown", "feats-too-many"},
            id="a feat nobody knows",
        ),
        pytest.param(
            build("jane-the-auror", picks={"species": ["human-muggle", "goblin"]}),
            {"species-unknown"},
            id="two species",
        ),
        pytest.param(
            build("jane-the-auror", scores={"strength": 9}),
            {"ability-cap", "abilities-innate-overspent", "rating-too-high"},
            id="nine dots bought",
        ),
    ],
)
def test_a_character_gets_these_findings(made: Build, expected: set[str]) -> None:
    assert set(codes(made)) == expected


def test_a_name_of_old_still_finds_its_archetype() -> None:
    assert (
        read(build("lucretia-the-sophisticate")).choice("archetype")
        == system.rulebook.all(
            type(read(JANE).choice("archetype"))  # type: ignore[arg-type]  # an Archetype
        )["sophisticate"]
    )


def test_a_misspelt_species_is_recognised() -> None:
    (finding,) = read(build("jane-the-auror", picks={"species": "human-halfbloood"})).findings
    assert (finding.hint, [fix.value for fix in finding.fixes]) == (
        "Did you mean Halfblood?",
        ["human-halfblood", None],
    )


@pytest.mark.parametrize(
    ("picked", "message", "hint"),
    [
        (["human-muggle", "goblin"], "You can have 1 species.", "Choose one of “goblin”, “human-muggle”."),
        (["goblin"], "Species: “goblin” isn't in the book.", "Did you mean Goblin?"),
    ],
)
def test_a_list_of_species_is_told_in_words(picked: list[str], message: str, hint: str) -> None:
    (finding,) = read(build("jane-the-auror", picks={"species": picked})).findings
    assert (finding.message, finding.hint) == (message, hint)


def test_the_fourteen_disciplines_hold_three_dots_each() -> None:
    conflict = "house-rules-clash"
    assert conflict not in codes(JANE, affinity_dots=42)
    assert conflict in codes(JANE, affinity_dots=29, affinity_cap=2)
    assert conflict not in codes(JANE, affinity_dots=28, affinity_cap=2)


def test_a_limit_of_three_leaves_no_room_for_the_aspects_ranked_first() -> None:
    (conflict,) = system.conflicts({"rating_limit": 3})
    assert conflict.message.endswith("3 aspects up to 3 hold 6.")
    assert system.conflicts({"rating_limit": 4}) == ()
    aspects = [trait for trait in system.rulebook.all(Trait).values() if trait.category == "aspect"]
    assert len(aspects) == ASPECTS


def test_a_waived_cap_does_not_hide_that_nobody_keeps_more_than_five() -> None:
    # Archetype and House have given Intelligence three dots on top of the one everybody has.
    clever = build("percival-the-geek", scores={"intelligence": 4})
    sheet = system.read(
        clever, table=RulesContext(waivers=(Exemption("aspect-cap", "scores.intelligence", "clever", "GM"),))
    )
    (finding,) = [f for f in sheet.errors if f.at == "scores.intelligence" and "rating" in f.code]
    assert (finding.message, sheet["intelligence"]) == ("Intelligence is 8; the maximum is 5.", 8)
    assert finding.fixes == (Fix("Remove 3 from Intelligence", "scores.intelligence", 1),)


def test_a_rating_that_giving_back_cannot_mend_says_so() -> None:
    strict = read(build("percival-the-geek", scores={"intelligence": None}), rating_limit=2)
    (finding,) = [f for f in strict.errors if f.at == "scores.intelligence"]
    assert (finding.hint, finding.fixes) == (
        "Removing all bought dots isn't enough. Change one of your bonuses.",
        (),
    )


def selkies(*grants: Grant) -> Rulebook:
    """The core rulebook with a species that gives these dots."""
    core = system.core
    selkie = replace(system.rulebook.all(Species)["goblin"], key="selkie", grants=grants)
    kin = MappingProxyType({**core.entries["species"], "selkie": selkie})
    return Rulebook.of([Book(core.cover, core.sections, MappingProxyType({**core.entries, "species": kin}))])


def test_less_than_no_dots_are_as_untrained_as_none() -> None:
    takes = selkies(*(Grant((key,), -1) for key in ("covert", "investigation", "necromancy")))
    sheet = system.read(Build.parse({"picks": {"species": "selkie"}}), takes)
    checks = {check.key: check for check in sheet.checks}
    assert (sheet["covert"], sheet["investigation"], sheet["necromancy"]) == (-1, -1, -1)
    assert str(checks["precision-covert"].dice) == "the lower of 2d12 vs DV 10"
    assert checks["intelligence-investigation"].dice is None
    assert "willpower-necromancy" not in checks


def test_a_free_dot_that_nobody_gives_is_laid_to_the_right_door() -> None:
    nobody = build("jane-the-auror", picks={"personality": None, "personality-dot": "charm"})
    (finding,) = [f for f in read(nobody).findings if f.code == "personality-dot-on-nothing"]
    assert finding.message == "A bonus dot is on “Charm”, but you have no personality."
    left = build("jane-the-auror", picks={"selkie-1": "charm"})
    (finding,) = system.read(left, selkies(Grant(("charm", "insight"), 1, "selkie-1"))).findings
    assert (finding.code, str(finding.cite)) == ("species-dot-on-nothing", "Handbook, ch. 2, p. 6")


def test_an_ability_of_the_auror_wants_an_auror() -> None:
    sheet = read(build("lucretia-the-sophisticate", scores={"tracking": 1}))
    (finding,) = [f for f in sheet.errors if f.at == "scores.tracking"]
    assert finding.hint == "Remove the dots, or change your archetype to Auror."


@pytest.mark.parametrize(("charm", "hint"), [(3, "Remove 2 dots from Charm, or rank Social first."), (9, None)])
def test_another_ranking_is_advised_only_where_it_would_do(charm: int, hint: str | None) -> None:
    sheet = read(build("jane-the-auror", scores={"charm": charm}))
    (said,) = [f.hint for f in sheet.errors if f.code == "aspects-social-overspent"]
    assert said == (hint or "Remove 8 dots from Charm.")


def test_a_ranking_begun_is_told_from_none_at_all() -> None:
    begun = read(build("jane-the-auror", ranks={"aspects": ["physical"]}))
    said = [f.message for f in begun.findings if f.code == "aspects-unranked"]
    assert said == ["Rank all your aspects. Unranked ones get the fewest dots."]


@given(st.data())
def test_any_offered_fix_removes_its_finding_and_breaks_no_rule_of_its_own(data: st.DataObject) -> None:
    held = copy.deepcopy(data.draw(st.sampled_from(list(CASES.values())))["build"])
    changes = data.draw(st.dictionaries(st.sampled_from(SCORES), st.integers(-2, 9), max_size=5))
    held["scores"] = {**held.get("scores", {}), **changes}
    stage = data.draw(st.sampled_from(["creation", "advancement"]))
    baseline = data.draw(st.sampled_from([None, Build.parse(CASES["jane-the-auror"]["build"])]))
    table = RulesContext(stage=stage, ledger=awarded(data.draw(st.integers(0, 6))), baseline=baseline)
    sheet = system.read(Build.parse(held), table=table)
    for finding in sheet.findings:
        budget = sheet.budgets.get(finding.code.removesuffix("-overspent"))
        for fix in finding.fixes:
            after = replay(held, [Change(path, None, value) for path, value in fix.changes.items()])
            mended = system.read(Build.parse(after), table=table)
            if budget:
                assert mended.budgets[budget.key].over < budget.over
            else:
                assert (finding.code, finding.at) not in {(f.code, f.at) for f in mended.findings}
            if not finding.code.endswith(("-changed", "below-baseline", "feat-given-back")):
                assert {f.code for f in mended.errors} <= {f.code for f in sheet.errors}


# Effects on what a budget allows, and a player's own species, archetypes and abilities


def wearing(document: dict[str, Any], *effects: Effect, species: Species | None = None, **table: Any) -> Sheet:
    """A character with an item that has these effects."""
    thing = Item(key="own-thing", name="Thing", section="2", page=6, summary="", effects=effects)
    shelves = {**system.core.entries, "item": {thing.key: thing}}
    if species:
        shelves["species"] = {**system.core.entries["species"], species.key: species}
    made = {**document, "entries": {"gear": [{"name": "", "picks": {"item": thing.key}}]}}
    return system.read(Build.parse(made), Rulebook.of([replace(system.core, entries=shelves)]), RulesContext(**table))


def test_what_an_item_adds_to_a_budget_is_spent_before_the_pool() -> None:
    found = system.rulebook.all(Trait)
    by_type = {kind: [t.key for t in found.values() if (t.category, t.type) == ("aspect", kind)] for kind in TYPES}
    physical, social = by_type["physical"], by_type["social"]
    scores = {**dict.fromkeys(physical, 3), **dict(zip(social, (3, 3, 2), strict=True))}
    document = {"ranks": {"aspects": ["physical", "social", "mental"]}, "scores": scores}
    more = Effect(to="aspects-physical-allowed", amount=2)
    creation = wearing(document, more, settings={"species_pool": 3})
    assert [f.message for f in creation.findings if f.code.endswith("-overspent")] == []
    assert [budget.remaining for key, budget in creation.budgets.items() if key in (
        "aspects-physical", "aspects-social", "species-pool")] == [0, 0, 0]  # fmt: skip
    advancing = wearing(document, more, settings={"species_pool": 3}, stage="advancement")
    assert advancing.budgets["awarded-dots"].spent.value == 0
    known = [key for key, trait in found.items() if trait.category == "affinity"]
    learned = {"scores": dict.fromkeys(known[:3], 3)}
    affine = wearing(learned, Effect(to="affinities-allowed", amount=3), stage="advancement")
    assert (affine.budgets["awarded-dots"].spent.value, affine.budgets["affinities"].remaining) == (0, 0)
    pooled = wearing(document, more, Effect(to="species-pool-allowed", amount=2), settings={"species_pool": 1})
    assert pooled.budgets["species-pool"].spent.value == 3
    given = wearing(document, more, Effect(to="species-pool-allowed", amount=3))
    assert (given.budgets["species-pool"].allowed.value, given.budgets["species-pool"].spent.value) == (3, 3)
    assert [f.message for f in given.findings if f.code.endswith("-overspent")] == []
    lost = wearing(document, Effect(to="species-pool-allowed", amount=-5), settings={"species_pool": 1})
    assert [term.amount for term in lost.budgets["aspects-physical"].spent.terms if term.amount < 0] == []
    assert "species-pool" not in lost.budgets


def test_a_pool_below_nothing_pays_nothing() -> None:
    own = replace(next(iter(system.rulebook.all(Species).values())), key="own", pool=-3)
    aspect = next(t.key for t in system.rulebook.all(Trait).values() if (t.category, t.type) == ("aspect", "physical"))
    sheet = wearing({"picks": {"species": "own"}, "scores": {aspect: 3}}, species=own)
    assert "species-pool" not in sheet.budgets
    assert [term.amount for term in sheet.budgets["aspects-physical"].spent.terms] == [3]


def test_an_archetype_without_abilities_leaves_none_to_be_bought() -> None:
    bare = replace(next(iter(system.rulebook.all(Archetype).values())), key="bare", abilities=())
    lost = replace(next(t for t in system.rulebook.all(Trait).values() if t.archetype), key="lost", archetype="")
    every = {**system.rulebook.all(Trait), "lost": lost}
    shelves = {**system.core.entries, "archetype": {"bare": bare}, "trait": every}
    sheet = system.read(
        Build.parse({"picks": {"archetype": "bare"}, "scores": {"lost": 1}}),
        Rulebook.of([replace(system.core, entries=shelves)]),
    )
    told = {finding.code: finding for finding in sheet.findings}
    assert "archetype-abilities-unspent" not in told
    foreign = told["ability-of-another-archetype"]
    assert (foreign.message, foreign.hint) == (f"{lost.name} belongs to no archetype.", "Remove the dots.")


# Room beside the gifts of the book


def room(limit: int) -> int:
    """Dots of aspects that every archetype with every personality can buy, whoever chooses best among their gifts."""
    book, found = system.rulebook, []
    aspects = [key for key, trait in book.all(Trait).items() if trait.category == "aspect"]
    for own, other in product(book.all(Archetype).values(), book.all(Personality).values()):
        offered = [
            [(key, grant.dots) for key in keys]
            for grant in (*own.grants, *other.grants)
            if set(keys := resolve(book, grant.options, own.abilities)) <= set(aspects)
        ]
        spread = []
        for picks in product(*offered):
            had = Counter[str]()
            for key, dots in picks:
                had[key] += dots
            spread.append(sum(min(CAP, max(0, limit - 1 - had[key])) for key in aspects))
        found.append(max(spread))
    return min(found)


def test_what_a_pool_may_hold_fits_beside_every_archetypes_gifts() -> None:
    spent = sum(ASPECT_DOTS)
    assert system.settings["species_pool"].high == room(5) - spent == 10
    most = room(4) - spent
    assert system.conflicts({"rating_limit": 4, "species_pool": most}) == ()
    (conflict,) = system.conflicts({"rating_limit": 4, "species_pool": most + 1})
    assert conflict.hint == f"Lower the dots to {most}, or raise the maximum rating to 5."


def test_affinities_that_stop_at_four_do_not_all_take_three_more() -> None:
    strict = {"rating_limit": 4, "affinity_dots": 42}
    (conflict,) = system.conflicts(strict)
    assert conflict.settings == ("affinity_dots", "rating_limit")
    assert system.conflicts(strict | {"affinity_cap": 4}) == system.conflicts(strict | {"affinity_dots": 41}) == ()


def test_at_no_health_it_is_said_what_is_known_of_that() -> None:
    """The chapter is empty: whoever is at the table decides, and whoever may not cast is told so, too (5.4, H-34)."""
    plain = system.read(Build.parse({}))
    muggle = read(Build.parse({"picks": {"species": "human-muggle"}}), muggle_magic="forbidden")
    for sheet in (plain, muggle):
        assert [fact.label for fact in sheet.live({"health": 1}).facts] == []
        (fact,) = sheet.live({"health": 0}).facts
        assert (fact.label, fact.cite and fact.cite.section) == ("Health 0", "9.1")
        assert "Ask your GM" in fact.text
        assert not sheet.live({"health": 0}).dead
    assert system.fight(plain.live({"health": 0})).state == "Health 0"
