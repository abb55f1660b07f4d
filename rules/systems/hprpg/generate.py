"""A legal character at random: what is already chosen stays, the rest is filled in."""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from rules.kernel import Build, Reading, Rulebook, RulesContext
from rules.kernel.choices import choose_at_random
from rules.kernel.documents import Change, apply, replay
from rules.systems.hprpg.budgets import purses
from rules.systems.hprpg.creation import archetype, forbidden, landed, muggle, options, personality, species
from rules.systems.hprpg.entries import Spell, Trait
from rules.systems.hprpg.game import NATURES, TYPES, hprpg
from rules.systems.hprpg.purchases import creation_cap

TRIES = 40
MOST = 24
"""Dots bought at random in one capability, however much a book takes from it."""


def generate(document: Mapping[str, Any], rng: Random, rulebook: Rulebook, table: RulesContext) -> dict[str, Any]:
    """A build document with every choice made and every budget spent.

    `rng` decides, so that a seed gives the same character again. A start that no legal character has
    (an illegal choice already made) is filled in as far as it goes.
    """
    best: dict[str, Any] = dict(document)
    for _ in range(TRIES):
        best = _learn(_identity(dict(document), rng, rulebook, table), rng, rulebook, table)
        best = _spend(best, rng, rulebook, table)
        sheet = hprpg.read(Build.parse(best), rulebook, table)
        if sheet.legal and not sheet.unfinished:
            break
    return best


def _identity(document: dict[str, Any], rng: Random, rulebook: Rulebook, table: RulesContext) -> dict[str, Any]:
    document = choose_at_random(hprpg, document, rng, rulebook)
    for rank, names in (("aspects", TYPES), ("abilities", NATURES)):
        first = Build.parse(document).ranks.get(rank, ())
        if len(first) < len(names):
            others = [name for name in names if name not in first]
            document = apply(document, f"ranks.{rank}", [*first, *rng.sample(others, len(others))])
    return _free_dots(document, rng, rulebook, table)


def _free_dots(document: dict[str, Any], rng: Random, rulebook: Rulebook, table: RulesContext) -> dict[str, Any]:
    c = Reading(Build.parse(document), rulebook, table, hprpg)
    for source in (species(c), personality(c), archetype(c)):
        for grant in source.grants if source else ():
            if not grant.pick or c.build.picks.get(grant.pick):
                continue
            taken = {landed(c, other) for other in source.grants if other is not grant} if source else set()
            free = [key for key in options(c, grant) if key not in taken]
            if free:
                document = apply(document, f"picks.{grant.pick}", rng.choice(free))
                c = Reading(Build.parse(document), rulebook, table, hprpg)
    return document


def _learn(document: dict[str, Any], rng: Random, rulebook: Rulebook, table: RulesContext) -> dict[str, Any]:
    """A spell of every witch and wizard, unless some are chosen, and a dot in the discipline of each.

    Where none of a discipline can be bought, only a spell is learned that somebody can cast as they are.
    """
    c = Reading(Build.parse(document), rulebook, table, hprpg)
    spells = {spell.key: spell for spell in rulebook.offered(Spell) if spell.discipline in c}
    for_sale = not forbidden(c) and c.number("affinity_cap") > 0
    if spells and not muggle(c) and not c.picked("spells"):
        trained = [key for key, spell in spells.items() if c[spell.discipline] > 0]
        learned = trained or ([rng.choice(list(spells))] if for_sale else [])
        document = apply(document, "picks.spells", learned) if learned else document
    for key in Build.parse(document).picked("spells"):
        if for_sale and key in spells and c[spells[key].discipline] < 1:
            document = apply(document, f"scores.{spells[key].discipline}", 1)
    return document


def _spend(document: dict[str, Any], rng: Random, rulebook: Rulebook, table: RulesContext) -> dict[str, Any]:
    build = Build.parse(document)
    c = hprpg.reading(build, rulebook, table)
    budgets = hprpg.budgets(c)
    bought: dict[str, int] = {}
    extra = budgets["species-pool"].remaining if "species-pool" in budgets else 0
    for purse in purses(c):
        rooms = [(t.key, _headroom(c, t, c.bought(t.key))) for t in purse.traits]
        left = budgets[purse.key].remaining
        if purse.key.startswith("aspects-"):
            more = max(0, min(extra, sum(room for _, room in rooms) - left))
            left, extra = left + more, extra - more
        for key, dots in _spread(rooms, left, rng).items():
            bought[key] = max(0, bought.get(key, build.scores.get(key, 0))) + dots
    return replay(document, [Change(f"scores.{key}", None, dots) for key, dots in bought.items()])


def _headroom(c: Reading, trait: Trait, bought: int) -> int:
    """Dots that may still be bought in one capability, budgets aside."""
    if trait.category == "affinity" and c.memo(forbidden):
        return 0
    most, _ = creation_cap(c, trait, bought)
    return max(0, min(most - bought, c.number("rating_limit") - c[trait.key], MOST))


def _spread(rooms: Sequence[tuple[str, int]], left: int, rng: Random) -> Counter[str]:
    """`left` dots at random over the room there is."""
    places = [key for key, room in rooms for _ in range(room)]
    return Counter(rng.sample(places, min(max(0, left), len(places))))


hprpg.random = generate
