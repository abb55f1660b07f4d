"""A legal character at random for any starting XP: what is already chosen stays, the rest is filled in."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from rules.kernel import Build, Rulebook, RulesContext
from rules.kernel.documents import apply
from rules.systems.duality.entries import Ability, Style
from rules.systems.duality.game import NOUNS, START_LIFE, START_RECOVERY, STATISTICS, VERBS, duality
from rules.systems.duality.pricing import LIFE_TIER, RECOVERY_TIER, ability_price, life_price, recovery_price

EXPERIENCES = (
    "Raised by smugglers", "Read every book in the cellar", "Once a queen's cook", "Survived the flood",
    "Apprentice to a clockmaker", "Knows every alley", "Sang for coins", "Three winters at sea",
)  # fmt: skip
TRINKETS = ("Lantern of the drowned", "Grandmother's compass", "A key without a door", "Bell that will not ring")
PLENTY = 60
"""Purchases after which a random character is content."""

Move = tuple[str, Any, int]
"""A path, what to put there, and what that costs."""


def generate(document: Mapping[str, Any], rng: Random, rulebook: Rulebook, table: RulesContext) -> dict[str, Any]:
    """A build document with a style of each side, an item, and most XP spent.

    `rng` decides, so that a seed gives the same character again.
    """
    made: dict[str, Any] = dict(document)
    made = _styles(made, rng, rulebook)
    made = _belongings(made, rng)
    left = duality.reading(Build.parse(made), rulebook, table)["xp"]
    for _ in range(PLENTY):
        moves = [move for move in _moves(Build.parse(made), rng, rulebook, table) if move[2] <= left]
        if not moves:
            break
        path, value, cost = rng.choice(moves)
        made, left = apply(made, path, value), left - cost
    return made


def _styles(made: dict[str, Any], rng: Random, rulebook: Rulebook) -> dict[str, Any]:
    """A plain offensive and a defensive style, on statistics that nothing stands on yet."""
    for offensive in (True, False):
        held = Build.parse(made).entries.get("styles", ())
        known = [rulebook.find(Style, entry.pick("style")) for entry in held]
        if any(style and style.offensive is offensive for style in known):
            continue
        taken = {entry.pick("statistic") for entry in held}
        fit = [
            s.key for s in rulebook.all(Style).values() if s.offensive is offensive and not s.needs and not s.retired
        ]
        if not fit:
            continue
        free = [key for key in STATISTICS if key not in taken] or list(STATISTICS)
        entry = {"name": "", "picks": {"style": rng.choice(fit), "statistic": rng.choice(free)}}
        made = apply(made, f"entries.styles.{len(held)}", entry)
    return made


def _belongings(made: dict[str, Any], rng: Random) -> dict[str, Any]:
    """The item that everybody starts with (3.6)."""
    if Build.parse(made).entries.get("items"):
        return made
    if rng.random() < 0.5 and Build.parse(made).entries.get("styles"):
        item = {"name": "Trusted weapon", "picks": {"kind": "weapon", "style": "0", "in-use": True}}
    else:
        item = {"name": rng.choice(TRINKETS), "picks": {"kind": "relic", "in-use": True}}
    return apply(made, "entries.items.0", item)


def _moves(build: Build, rng: Random, rulebook: Rulebook, table: RulesContext) -> Iterator[Move]:
    """Single purchases that stay within the limits of creation, a few of each kind."""
    scores = build.scores
    for key in STATISTICS:
        score = scores.get(key, 0)
        if score < 2:
            yield f"scores.{key}", score + 1 or None, 3 * max(1, score + 1)
    life, recovery = scores.get("life", START_LIFE), scores.get("recovery", START_RECOVERY)
    block = scores.get("block", 0)
    if START_LIFE <= life < START_LIFE + LIFE_TIER:
        yield "scores.life", life + 1, life_price(life + 1) - life_price(life)
    if START_RECOVERY <= recovery < START_RECOVERY + RECOVERY_TIER:
        yield "scores.recovery", recovery + 1, recovery_price(recovery + 1) - recovery_price(recovery)
    if 0 <= block < 2:
        yield "scores.block", block + 1, 3 * (block + 1)
    for _ in range(6):
        key = f"{rng.choice(VERBS)}-{rng.choice(NOUNS)}"
        if 0 <= scores.get(key, 0) < 2:
            yield f"scores.{key}", scores.get(key, 0) + 1, scores.get(key, 0) + 1
        if not build.pick(f"tag-{key}"):
            yield f"picks.tag-{key}", "simple-weak", 2
    yield from _words(build, rng)
    held = [entry.pick("ability") for entry in build.entries.get("abilities", ())]
    free = [ability for ability in rulebook.all(Ability).values() if ability.key not in held and not ability.retired]
    if free:
        ability = rng.choice(free)
        entry = {"name": "", "picks": {"ability": ability.key}, "scores": {"level": 1}}
        yield f"entries.abilities.{len(held)}", entry, ability_price(ability, 1)
    if not build.pick("wealth"):
        yield "picks.wealth", "modest", 2
    if not build.pick("speed"):
        yield "picks.speed", "fast", 1


def _words(build: Build, rng: Random) -> Iterator[Move]:
    """An experience more, or one made better."""
    held = build.entries.get("experiences", ())
    told = {entry.name for entry in held}
    fresh = [words for words in EXPERIENCES if words not in told]
    if fresh:
        entry = {"name": rng.choice(fresh), "scores": {"bonus": 1}}
        yield f"entries.experiences.{len(held)}", entry, 1
    for place, past in enumerate(held):
        if past.scores.get("bonus", 1) == 1:
            yield f"entries.experiences.{place}.scores.bonus", 2, 2


duality.random = generate
