"""What a field promises holds: between its least and its limit nothing breaks, and one beyond is an error."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import pytest

from rules import systems
from rules.kernel import Build, RulesContext
from rules.kernel.documents import apply, awarded
from rules.kernel.pages import Field, Game, ListField, RatingField

BUILDS = int(os.environ.get("BUILDS", "12"))
"""Random characters a game, each once at creation and once in growth; a hundred show it for good."""
FIELDS = 25
ENDLESS = {"quantity", "endurance"}
"""Fields whose limit is that of the widget: no rule forbids more."""


def rates(fields: Iterable[Field]) -> Iterator[RatingField]:
    for field in fields:
        if isinstance(field, RatingField):
            yield field
        elif isinstance(field, ListField):
            for item in field.items:
                yield from rates(item)


def half_spent(system: Game, rng: Random) -> Any:
    """Somebody at random, of whose scores a third are still to be bought."""
    document = system.random({}, rng, system.rulebook, RulesContext())
    for key in list(document.get("scores", {})):
        if rng.random() < 0.3:
            document = apply(document, f"scores.{key}", None)
    return document


def errors(system: Game, document: Any, table: RulesContext) -> Counter[str]:
    return Counter(finding.code for finding in system.read(Build.parse(document), table=table).errors)


@pytest.mark.parametrize("growth", [False, True], ids=["creation", "growth"])
@pytest.mark.parametrize("system", systems.every(), ids=systems.PACKAGES)
def test_every_field_keeps_its_promise(system: Game, growth: bool) -> None:
    rng, broken, tried = Random(18), [], 0
    for _ in range(BUILDS):
        document, table = half_spent(system, rng), RulesContext()
        if growth:
            table = RulesContext(
                stage="advancement", ledger=awarded(rng.randint(0, 12)), baseline=Build.parse(document)
            )
        sheet, was = system.read(Build.parse(document), table=table), errors(system, document, table)
        found = [rate for step in system.steps(sheet) for rate in rates(step.fields)]
        for rate in rng.sample(found, min(FIELDS, len(found))):
            tried += 1
            for to in {rate.low, rate.limit} if rate.low <= rate.limit else ():
                if new := errors(system, apply(document, rate.path, to), table) - was:
                    broken.append((rate.path, to, dict(new)))
            beyond = errors(system, apply(document, rate.path, rate.limit + 1), table) - was
            if not beyond and not was and rate.path.rpartition(".")[2] not in ENDLESS:
                broken.append((rate.path, rate.limit + 1, {}))
    assert tried >= BUILDS or not system.purchase_families
    assert not broken, broken[:20]


def test_a_promise_that_does_not_hold_is_noticed() -> None:
    dominion = systems.get("dominion")
    document = dominion.random({}, Random(1), dominion.rulebook, RulesContext())
    assert errors(dominion, apply(document, "scores.strike", 20), RulesContext()) == Counter({"aps-overspent": 1})
