"""A legal character at random, at any table."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel import Build, Sheet, Table
from rules.systems.forge import system
from rules.systems.forge.entries import Background
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
    table = Table(settings=settings)
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
