"""A legal character at random: what is already chosen stays, the rest is filled in."""

from collections.abc import Mapping
from itertools import product
from random import Random
from typing import Any

from rules.kernel import Build, Rulebook, Table, apply
from rules.systems.forge.game import ABILITIES, LEAST, MOST, forge


def generate(document: Mapping[str, Any], rng: Random, rulebook: Rulebook, table: Table) -> dict[str, Any]:
    """A build document with all points placed. `rng` decides, so that a seed gives the same character again."""
    made: dict[str, Any] = dict(document)
    return _abilities(made, rng, table)


def spreads(points: int) -> list[tuple[int, int, int]]:
    """Every way to place so many points, each ability within its range."""
    span = range(LEAST, MOST + 1)
    return [spread for spread in product(span, span, span) if sum(spread) == points]


def _abilities(made: dict[str, Any], rng: Random, table: Table) -> dict[str, Any]:
    build = Build.parse(made)
    points = forge.reading(build, table=table).number("ability_points")
    fit = [
        spread
        for spread in spreads(points)
        if all(build.scores.get(key, score) == score for key, score in zip(ABILITIES, spread, strict=True))
    ]
    for key, score in zip(ABILITIES, rng.choice(fit or [(LEAST,) * 3]), strict=True):
        if key not in build.scores:
            made = apply(made, f"scores.{key}", score)
    return made


forge.random = generate
