"""The lines of a list that points buy, in a game that declares the purchases and nothing else of them."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.kernel import Build, Finding, KnownKeys, Purchase, PurchaseRule, Reading, RulesContext
from rules.kernel.documents import apply
from rules.kernel.pages import Game
from rules.kernel.plain_findings import given_back
from rules.kernel.purchase_findings import less
from rules.kernel.purchases import Keeps, flat
from tests.rules import toy

FRIEND = PurchaseRule("points", "point", flat(2), toy.PLACE, keeps=Keeps(given_back))
OWNED = replace(FRIEND, keeps=Keeps(given_back, lines=False))
DOG, CAT = ({"name": name, "scores": {"dots": dots}} for name, dots in (("Dog", 2), ("Cat", 1)))
WISH = {"name": "Wish"}
"""A line that has cost nothing yet."""


def kennel(folder: Path, rule: PurchaseRule, known: bool = True) -> Game:
    """Friends with names and dots; those that are not `known` by their names are known by nothing."""
    system = toy.game(toy.write(folder))
    system.names = lambda book: KnownKeys(entries=frozenset({"friends"}))

    @system.purchases
    def friends(c: Reading) -> Iterable[Purchase]:
        for place, one in enumerate(c.build.entries.get("friends", ())):
            path, dots = f"entries.friends.{place}.scores.dots", one.scores.get("dots", 0)
            yield Purchase(path, one.name, rule, f"friends-{place}", dots, one.name.casefold() if known else None)

    return system


def errors(system: Game, *now: dict[str, Any]) -> tuple[Finding, ...]:
    baseline = Build.parse({"entries": {"friends": [DOG, CAT, WISH]}})
    table = RulesContext(stage="advancement", baseline=baseline)
    return system.read(Build.parse({"entries": {"friends": list(now)}}), table=table).errors


@pytest.mark.parametrize(("known", "left", "name"), [(True, CAT, "Dog"), (False, DOG, "Cat")])
def test_a_line_that_is_gone_is_found_and_restored(tmp_path: Path, known: bool, left: Any, name: str) -> None:
    system = kennel(tmp_path, FRIEND, known)
    (gone,) = errors(system, left)
    assert (gone.code, gone.message) == ("bought-line-gone", f"{name} was approved and can't be removed.")
    (fix,) = gone.fixes
    assert fix.label == f"Restore {name}"
    assert errors(system, *apply({"entries": {"friends": [left]}}, fix.path, fix.value)["entries"]["friends"]) == ()


def test_another_name_is_another_line_and_any_order_the_same(tmp_path: Path) -> None:
    system = kennel(tmp_path, FRIEND)
    assert errors(system, WISH, CAT, DOG) == ()
    (gone,) = errors(system, DOG | {"name": "Wolf"}, CAT)
    (fix,) = gone.fixes
    assert (gone.code, fix.path) == ("bought-line-gone", "entries.friends.0")


def test_what_cost_nothing_may_go_and_less_is_told_as_less(tmp_path: Path) -> None:
    system = kennel(tmp_path, FRIEND)
    assert errors(system, DOG, CAT) == ()
    assert [finding.code for finding in errors(system, DOG, CAT | {"scores": {}})] == ["given-back"]


def test_a_game_may_judge_its_lines_itself(tmp_path: Path) -> None:
    assert errors(kennel(tmp_path, OWNED), WISH) == ()


@pytest.mark.parametrize(
    ("path", "left", "label"),
    [
        ("entries.friends.0", 0, "Remove Dog"),
        ("entries.friends.0.scores.dots", 0, "Remove 2 from Dog"),
        ("entries.friends.0.scores.dots", 1, "Remove 1 from Dog"),
    ],
)
def test_a_fix_that_removes_the_line_says_so(path: str, left: int, label: str) -> None:
    assert less(Purchase(path, "Dog", FRIEND, "dog", 2, "dog"), 2, left) == label
