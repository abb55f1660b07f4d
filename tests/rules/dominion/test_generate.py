"""A legal character at random, and each made illegal by one step more than the ledger pays for."""

import os
from random import Random
from typing import Any

import pytest

from rules.homebrew.bookfile import COVER
from rules.kernel import Build, Rulebook, RulesContext, Sheet
from rules.kernel.books import make_book
from rules.kernel.documents import apply
from rules.kernel.pages import rate
from rules.systems.dominion import system
from rules.systems.dominion.entries import Race, Style
from rules.systems.dominion.game import ATTRIBUTES
from rules.systems.dominion.performing import known_spells
from rules.systems.dominion.purchases import listed

MANY = int(os.environ.get("CHARACTERS", "1000"))
"""How many are made; `make random` makes 5,000."""
PARTS = 5


def character(seed: int, start: dict[str, Any] | None = None) -> dict[str, Any]:
    return system.random(start or {}, Random(seed), system.rulebook, RulesContext())


def read(document: Any) -> Sheet:
    return system.read(Build.parse(document))


def errors(sheet: Sheet) -> list[str]:
    return [finding.code for finding in sheet.errors]


@pytest.mark.parametrize("part", range(PARTS))
def test_many_characters_are_legal_and_each_is_not_with_more_than_it_can_pay(part: int) -> None:
    rng = Random(MANY + part)
    skills = [one for one in listed(system.rulebook) if one.rule.unit == "step"]
    for seed in range(part, MANY, PARTS):
        document = character(seed)
        sheet = read(document)
        assert (seed, errors(sheet), sheet.unfinished) == (seed, [], False)
        worn = sheet.figures.get("movement-as-worn")
        assert worn is None or worn.value > 0, f"{seed} can't move in that armour"
        if rng.random() < 0.5:
            key = rng.choice([key for key in ATTRIBUTES if sheet[key] < 12])
            more = read(apply(document, f"scores.{key}", sheet.build.scores.get(key, 0) + 1))
            assert "attribute-points-overspent" in errors(more)
            assert set(errors(more)) <= {"attribute-points-overspent", "aps-overspent"}, "dearer skills may follow"
        else:
            skill = rng.choice(skills)
            more = read(apply(document, skill.path, rate(sheet, skill).limit + 1))
            assert (seed, errors(more)) == (seed, ["aps-overspent"])


@pytest.mark.parametrize("race", list(system.rulebook.all(Race)))
@pytest.mark.parametrize("style", list(system.rulebook.all(Style)))
def test_every_race_in_every_style(race: str, style: str) -> None:
    sheet = read(character(7, {"picks": {"race": race, "style": style}}))
    assert (sheet.legal, sheet.build.pick("race"), sheet.build.pick("style")) == (True, race, style)


class Tired(Random):
    """Chooses so often and no more."""

    left = 5_000

    def choice(self, seq: Any) -> Any:
        self.left -= 1
        assert self.left, "it goes on for ever"
        return super().choice(seq)


def test_what_no_dice_roll_and_no_book_should_say_is_filled_in_all_the_same() -> None:
    impossible = {"rolls": {"attribute-dice": [1_000_000] * 3}}
    assert system.random(impossible, Tired(1), system.rulebook, RulesContext())["scores"]["vigour"] <= 12
    for amount in (-10_000, 10_000):
        effects = [{"to": key, "amount": amount} for key in (*ATTRIBUTES, "aps-allowed")]
        curse = {"key": "far-off", "name": "Far", "section": "X", "page": 0, "summary": ".", "table": "human"}
        made = make_book(COVER, [], {"race": [{**curse, "effects": effects}]}, system.kinds)
        rulebook = Rulebook.of((system.core, made))
        document = system.random({"picks": {"race": "far-off"}}, Tired(1), rulebook, RulesContext())
        assert max(document.get("scores", {}).values(), default=0) < 5_000


def test_a_style_may_lean_on_what_is_not_there() -> None:
    astray = {"key": "far-off", "name": "Far", "section": "X", "page": 0, "summary": "."}
    made = make_book(COVER, [], {"style": [{**astray, "attributes": ["charm"], "skills": ["charm"]}]}, system.kinds)
    start = {"picks": {"style": "far-off"}}
    document = system.random(start, Random(3), Rulebook.of((system.core, made)), RulesContext())
    assert errors(read(document)) == []


def test_a_seed_gives_the_same_again_and_keeps_what_is_chosen() -> None:
    start = {
        "picks": {"race": "selkie", "spells": ["fly"]},
        "rolls": {"attribute-dice": [3, 3, 3], "table": [1]},
        "scores": {"luck": 1, "strike": 2},
        "entries": {"equipment": [{"name": "Rope"}]},
        "notes": {"goals": "the sea"},
    }
    made = character(3, start)
    assert made == character(3, start) != character(4, start)
    assert made["picks"]["race"] == "selkie"
    assert made["picks"]["spells"] == ["fly"]
    assert made["rolls"]["table"][0] == 1
    assert len(set(made["rolls"]["table"])) == 2
    assert made["scores"]["luck"] >= 1
    assert made["scores"]["strike"] >= 2
    assert made["entries"] == start["entries"]
    assert read(made).legal


@pytest.mark.parametrize("seed", range(12))
def test_a_strong_witch_knows_only_spells_that_can_be_cast(seed: int) -> None:
    """What was wished for may leave little for magic: no spell is learned that no rite or charm brings in reach."""
    strong = {
        "picks": {"style": "witch"},
        "scores": {"arcana": 1, "illusion": 1, "vigour": 2, "muscle": 1, "strike": 1},
    }
    sheet = read(character(seed, strong))
    known = known_spells(sheet)
    assert known
    assert [spell.key for spell in known if not system.casting(sheet, spell, {}).dice] == []
