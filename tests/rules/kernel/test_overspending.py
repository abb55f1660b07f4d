"""What to take back where a budget is overspent, in a game whose things cost two points each."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from rules.kernel import Budget, Build, Finding, KnownKeys, Reading, RulesContext, Term
from rules.kernel.pages import Game
from rules.kernel.plain_findings import given_back
from rules.kernel.purchase_findings import overspending
from rules.kernel.purchases import Keeps, Purchase, PurchaseRule, flat, spent
from tests.rules import toy

PLACE = toy.PLACE
CLOTH = PurchaseRule("cloth", "foot|feet", flat(2), PLACE, keeps=Keeps(given_back))
ALLOWED = 9


@pytest.fixture
def yard(tmp_path: Path) -> Game:
    """Sail and Dive cost two points a foot, of which there are nine."""
    system = toy.game(toy.write(tmp_path))
    system.names = lambda book: KnownKeys(scores=frozenset({"sail", "dive"}))
    system.family(lambda c: {})

    @system.purchases
    def cloth(c: Reading) -> Iterable[Purchase]:
        return Purchase("scores.sail", "Sail", CLOTH, "sail"), Purchase("scores.dive", "Dive", CLOTH, "dive")

    @system.budget
    def budget(c: Reading) -> Iterable[Budget]:
        allowed = [Term(ALLOWED, "everyone", PLACE)]
        yield Budget.of("cloth", "cloth", PLACE, allowed=allowed, spent=spent(c, "cloth"), unit="point")

    @system.rule
    def within(c: Reading, budgets: Mapping[str, Budget]) -> Iterable[Finding]:
        yield from overspending(c, budgets["cloth"])

    return system


def over(yard: Game, now: dict[str, int], then: dict[str, int] | None = None) -> tuple[str, list[Any]]:
    """The hint of the one error, and what each fix sets."""
    baseline = None if then is None else Build.parse({"scores": then})
    table = RulesContext(stage="creation" if then is None else "advancement", baseline=baseline)
    (finding,) = yard.read(Build.parse({"scores": now}), table=table).errors
    assert finding.code == "cloth-overspent"
    return finding.hint, [(fix.label, fix.value) for fix in finding.fixes]


def test_points_come_back_and_not_the_things_that_cost_two(yard: Game) -> None:
    assert over(yard, {"sail": 4, "dive": 4}) == (
        "Remove 7 points from Sail or Dive.",
        [("Remove 4 from Sail", None), ("Remove 4 from Dive", None)],
    )


def test_what_was_approved_is_not_named(yard: Game) -> None:
    assert over(yard, {"sail": 4, "dive": 2}, {"sail": 1, "dive": 2}) == (
        "Remove 3 points from Sail.", [("Remove 2 from Sail", 2)],
    )  # fmt: skip


def test_where_nothing_can_return_the_gm_is_asked(yard: Game) -> None:
    assert over(yard, {"sail": 4, "dive": 2}, {"sail": 4, "dive": 2}) == (
        "Everything was bought before approval. Ask your GM.", [],
    )  # fmt: skip


def test_what_pays_for_a_part_alone_is_said_to(yard: Game) -> None:
    hint, fixes = over(yard, {"sail": 6, "dive": 6}, {"sail": 3, "dive": 3})
    assert hint == "Remove 15 points, some of it from Sail or Dive."
    assert fixes == [("Remove 2 from Sail", 4), ("Remove 2 from Dive", 4)]
