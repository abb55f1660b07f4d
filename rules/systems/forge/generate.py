"""A legal character at random: what is already chosen stays, the rest is filled in."""

from collections.abc import Mapping
from itertools import product
from random import Random
from typing import Any

from rules.kernel import Build, Rulebook, RulesContext
from rules.kernel.choices import choose_at_random
from rules.kernel.documents import apply
from rules.systems.forge.creation import HALVES, backgrounds, rows
from rules.systems.forge.entries import Ancestry
from rules.systems.forge.game import ABILITIES, LEAST, MOST, SLOTS, forge

BONDS = (
    "The ferryman who taught you to lie", "A sister who writes every month", "The town that hid you",
    "The owner of the map’s other half", "An oath to a dead captain", "The dog that found you",
    "A debt to the midwife", "The rival who let you win",
)  # fmt: skip


def generate(document: Mapping[str, Any], rng: Random, rulebook: Rulebook, table: RulesContext) -> dict[str, Any]:
    """A build document with backgrounds rolled, points placed, an ancestry, an archetype and a bond or two.

    `rng` decides, so that a seed gives the same character again. Values stay blank: no one knows their names.
    """
    made: dict[str, Any] = dict(document)
    made = _backgrounds(made, rng, rulebook, table)
    made = _abilities(made, rng, rulebook, table)
    made = _people(made, rng, rulebook)
    if not Build.parse(made).entries.get("bonds"):
        limit = forge.reading(Build.parse(made), rulebook, table).number("bond_limit")
        for place, name in enumerate(rng.sample(BONDS, min(rng.randint(1, 2), limit or 2))):
            made = apply(made, f"entries.bonds.{place}", {"name": name})
    return made


def spreads(points: int) -> list[tuple[int, int, int]]:
    """Every way to place so many points on three abilities, each within its range."""
    span = range(LEAST, MOST + 1)
    return [spread for spread in product(span, span, span) if sum(spread) == points]


def _abilities(made: dict[str, Any], rng: Random, rulebook: Rulebook, table: RulesContext) -> dict[str, Any]:
    build = Build.parse(made)
    held = build.scores
    c = forge.reading(build, rulebook, table)
    budget = forge.budgets(c).get("ability-points")
    points = budget.allowed.value if budget else c.number("ability_points")
    fit = [
        spread
        for spread in spreads(min(max(points, LEAST * len(ABILITIES)), MOST * len(ABILITIES)))
        if all(held.get(key, score) == score for key, score in zip(ABILITIES, spread, strict=True))
    ]
    for key, score in zip(ABILITIES, rng.choice(fit or [(LEAST,) * 3]), strict=True):
        if key not in held:
            made = apply(made, f"scores.{key}", score)
    return made


def _backgrounds(made: dict[str, Any], rng: Random, rulebook: Rulebook, table: RulesContext) -> dict[str, Any]:
    """Three dice, rolled again where they fall alike or on a row nobody knows; or names for what is blank."""
    held = forge.reading(Build.parse(made), rulebook, table).memo(backgrounds)
    known = {number: row for number, row in rows(rulebook).items() if not row.retired}
    if not held:
        return apply(made, "rolls.backgrounds", rng.sample(sorted(known), SLOTS))
    taken = {past.name for past in held}
    fresh = [row.key for row in known.values() if row.name not in taken]
    rng.shuffle(fresh)
    blank = {past.place for past in held if not past.name}
    written = len(Build.parse(made).entries.get("backgrounds", ()))
    for place in range(max(SLOTS, len(held))):
        open_ = place in blank or place >= len(held)
        if open_ and fresh:
            while written < place:
                made, written = apply(made, f"entries.backgrounds.{written}", {"name": ""}), written + 1
            made, written = apply(made, f"entries.backgrounds.{place}.picks.row", fresh.pop()), max(written, place + 1)
    return made


def _people(made: dict[str, Any], rng: Random, rulebook: Rulebook) -> dict[str, Any]:
    made = choose_at_random(forge, made, rng, rulebook)
    build = Build.parse(made)
    chosen = rulebook.find(Ancestry, build.pick("ancestry"))
    if chosen and chosen.mixed:
        others = [entry.key for entry in rulebook.all(Ancestry).values() if not (entry.mixed or entry.retired)]
        for key, other in zip(HALVES, HALVES[::-1], strict=True):
            if not Build.parse(made).picks.get(key):
                taken = Build.parse(made).pick(other)
                made = apply(made, f"picks.{key}", rng.choice([half for half in others if half != taken]))
    return made


forge.random = generate
