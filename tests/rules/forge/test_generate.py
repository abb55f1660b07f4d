"""A legal character at random, at any table."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel import Build, Effect, Rulebook, RulesContext, Sheet
from rules.kernel.pages import ChoiceField, ListField, RollField
from rules.systems.forge import system
from rules.systems.forge.creation import backgrounds
from rules.systems.forge.entries import Ancestry, Background
from tests.rules.forge.test_examples import SPREADS

SETTINGS = st.fixed_dictionaries(
    {},
    optional={
        "ability_points": st.integers(3, 15),
        "source_only": st.booleans(),
        "bond_limit": st.integers(0, 3),
        "momentum_focus": st.sampled_from(["unknown", "same_as_poise"]),
        "unlisted_backgrounds": st.sampled_from(["warning", "error", "welcome"]),
    },
)


def character(seed: int, start: dict[str, Any] | None = None, **settings: Any) -> tuple[dict[str, Any], Sheet]:
    table = RulesContext(settings=settings)
    made = system.random(start or {}, Random(seed), system.rulebook, table)
    return made, system.read(Build.parse(made), table=table)


def test_five_hundred_characters_are_legal_and_finished_and_of_every_spread() -> None:
    spreads = set()
    for seed in range(500):
        made, sheet = character(seed)
        assert (seed, [f.code for f in sheet.errors], sheet.unfinished) == (seed, [], False)
        assert len(set(made["rolls"]["backgrounds"])) == 3
        spreads.add(tuple(made["scores"][key] for key in ("agility", "brawn", "cunning")))
    assert spreads == set(SPREADS)


@given(st.integers(0, 10**6), SETTINGS)
def test_every_seed_at_every_table_is_legal_and_finished(seed: int, settings: dict[str, Any]) -> None:
    _, sheet = character(seed, **settings)
    assert ([f.code for f in sheet.errors], sheet.unfinished) == ([], False)


def test_a_seed_gives_the_same_again_and_keeps_what_is_chosen() -> None:
    start = {
        "scores": {"brawn": 4},
        "rolls": {"backgrounds": [3, 15, 20]},
        "picks": {"ancestry": "mixed", "ancestry-second": "orc"},
        "entries": {"bonds": [{"name": "The sea"}], "backgrounds": [{}, {"name": "Diver"}]},
    }
    made, sheet = character(3, start)
    assert made == character(3, start)[0] != character(4, start)[0]
    assert (made["scores"]["brawn"], made["rolls"], made["entries"]["bonds"]) == (
        4,
        start["rolls"],
        [{"name": "The sea"}],
    )
    assert made["entries"]["backgrounds"][1] == {"name": "Diver"}
    assert made["entries"]["backgrounds"][2]["picks"]["row"] in system.rulebook.all(Background)
    assert made["picks"]["ancestry-first"] not in ("orc", "mixed")
    assert (sheet.legal, sheet.unfinished) == (True, False)


@pytest.mark.parametrize("written", [[{"name": "Diver"}], [{}, {}], [{"name": "Guard"}, {"picks": {"row": "healer"}}]])
def test_backgrounds_that_are_missing_are_taken_from_the_table(written: list[dict[str, Any]]) -> None:
    made, sheet = character(5, {"entries": {"backgrounds": written}})
    assert (len(made["entries"]["backgrounds"]), sheet.legal) == (3, True)
    assert [f.code for f in sheet.findings if f.code in ("backgrounds-missing", "background-blank")] == []


def test_what_cannot_be_mended_stays() -> None:
    made, sheet = character(6, {"scores": {"agility": 9}})
    assert (made["scores"]["agility"], sheet.legal) == (9, False)


# With a player's book

TABLE = RulesContext()


def shelf(*written: Background, **ancestries: Ancestry) -> Rulebook:
    rows = {"background": {row.key: row for row in written}, "ancestry": ancestries}
    book = replace(system.core, cover=replace(system.core.cover, key="own"), entries=rows)
    return Rulebook.of([system.core, book])


def background(key: str, roll: int, *, retired: bool = False) -> Background:
    return Background(key=key, name=key, section="personality.html", page=0, summary="", roll=roll, retired=retired)


def made_with(rulebook: Rulebook, document: dict[str, Any], table: RulesContext = TABLE) -> Sheet:
    return system.read(Build.parse(document), rulebook, table)


def test_no_die_finds_a_row_beyond_its_faces() -> None:
    book = shelf(background("far", 25), background("none", 0))
    for seed in range(60):
        assert max(system.random({}, Random(seed), book, TABLE)["rolls"]["backgrounds"]) <= 12
    held = made_with(book, {"entries": {"backgrounds": [{"picks": {"row": "far"}}]}})
    assert held.reading.memo(backgrounds)[0].name == "far"


def test_a_row_in_the_place_of_another_leaves_that_to_be_picked() -> None:
    book = shelf(background("own", 1))
    sheet = made_with(book, {"rolls": {"backgrounds": [1]}, "entries": {"backgrounds": [{}, {}]}})
    assert sheet.reading.memo(backgrounds)[0].name == "own"
    found = system.steps(sheet)[0].fields[1]
    assert isinstance(found, ListField)
    (pick,) = [one for one in found.items[0] if isinstance(one, ChoiceField)]
    offered = [option.key for option in pick.options if option.label.startswith("1 ")]
    assert offered == ["artisan", "own"]


def test_a_row_that_has_left_its_book_hides_no_other_and_is_told_to_whoever_has_it() -> None:
    book = shelf(background("old", 1, retired=True), background("gone", 14, retired=True))
    sheet = made_with(book, {"rolls": {"backgrounds": [1, 14]}})
    assert [past.row.key for past in sheet.reading.memo(backgrounds) if past.row] == ["artisan", "gone"]
    assert [f.message for f in sheet.findings if f.code == "entry-retired"] == ["gone was removed from the book."]


def test_the_page_says_which_rows_are_open_with_these_books() -> None:
    several = shelf(background("a", 13), background("b", 15))
    full = shelf(*(background(f"r{number}", number) for number in range(13, 21)))
    told = []
    for book in (shelf(), several, full):
        field = system.steps(made_with(book, {}))[0].fields[0]
        assert isinstance(field, RollField)
        told.append(field.summary)
    assert told == [
        "Reroll duplicates. On 13–20, ask your GM.",
        "Reroll duplicates. On 14, 16–20, ask your GM.",
        "Reroll duplicates.",
    ]


@pytest.mark.parametrize("more", [-9, 4, 40])
def test_points_that_a_book_adds_are_placed(more: int) -> None:
    effect = Effect(to="ability-points-allowed", amount=more)
    tall = Ancestry(key="tall", name="Tall", section="ancestry.html", page=0, summary="", effects=(effect,))
    book = shelf(tall=tall)
    document = system.random({"picks": {"ancestry": "tall"}}, Random(1), book, TABLE)
    assert sum(document["scores"].values()) == min(max(8 + more, 3), 15)
