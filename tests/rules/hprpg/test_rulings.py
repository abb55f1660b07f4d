"""Each ruling that is a setting changes what is said of some character."""

import copy
from typing import Any

import pytest

from rules.kernel import Build, Sheet, Table
from rules.systems.hprpg import system
from tests.rules.cases import case
from tests.rules.hprpg.test_cases import FILES

CASES = {file.stem: case(file)["document"] for file in FILES}


def build(name: str, **mappings: dict[str, Any]) -> Build:
    """A character of the cases with some choices changed; None takes one back."""
    document = copy.deepcopy(CASES[name]["build"])
    for mapping, changes in mappings.items():
        held = {**document.get(mapping, {}), **changes}
        document[mapping] = {key: value for key, value in held.items() if value is not None}
    return Build.parse(document)


def read(made: Build, **settings: object) -> Sheet:
    return system.read(made, table=Table(settings=settings))


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
        pytest.param(JANE, [], {"rating_limit": 3}, ["rating-too-high"] * 4, id="H-09"),
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


def test_health_and_fortitude_follow_their_settings() -> None:
    plain, house = read(JANE), read(JANE, health_levels=9, fortitude_bonus=2)
    assert [(s["health"], s["fortitude"]) for s in (plain, house)] == [(7, 4), (9, 6)]
    assert [(t.key, t.start, t.maximum.value if t.maximum else None) for t in house.trackers] == [
        ("health", 9, 9),
        ("fortitude", 6, 6),
        ("heroism", 0, None),
        ("villainy", 0, None),
    ]


def test_untrained_checks_follow_their_settings() -> None:
    ignorant = build("jane-the-auror", scores={"covert": None})
    usual, house = ({c.key: c for c in read(ignorant, **s).checks} for s in ({}, {"untrained_practical_dv": 4}))
    assert (str(usual["precision-covert"].dice), str(house["precision-covert"].dice)) == (
        "3d12 against DV 10",
        "3d12 against DV 12",
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
            {"ability-cap", "abilities-innate-overspent"},
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
    assert (finding.hint, [fix.value for fix in finding.fixes]) == ("Did you mean Halfblood?", ["human-halfblood"])
