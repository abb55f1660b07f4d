"""A legal character at random: what is already chosen stays, the rest is filled in."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from rules.kernel import Build, Rulebook, RulesContext
from rules.kernel.documents import apply
from rules.systems.rough_magic.creation import PRICES, THAUMATURGY, skill_named
from rules.systems.rough_magic.entries import Attribute, Avenue, Gift, Skill
from rules.systems.rough_magic.game import MOST_RATING, POWER, SUGGESTED_GIFTS, rough_magic

PLENTY = 60
"""Purchases after which a random character is content."""
USUAL_RANK = 6
"""As far as most people's attributes go."""
FREE = 40
"""What a random character spends where the table only counts."""
OBJECTS = ("Ring of the river", "Stoppered whisper", "Coat with one button", "Lamp oil that sulks", "Paper knife")
Move = tuple[str, Any, int]
"""A path, what to put there, and what that costs."""


def generate(document: Mapping[str, Any], rng: Random, rulebook: Rulebook, table: RulesContext) -> dict[str, Any]:
    """A build document with every attribute, some skills and gifts, and most points spent.

    `rng` decides, so that a seed gives the same character again.
    """
    made = dict(document)
    for key, entry in rulebook.all(Attribute).items():
        build = Build.parse(made)
        if entry.lowest and key not in build.scores and _left(build, rulebook, table) > 0:
            made = apply(made, f"scores.{key}", entry.lowest)
    made = _calling(made, rng, rulebook, table)
    for _ in range(PLENTY):
        build = Build.parse(made)
        left = _left(build, rulebook, table)
        moves = [move for move in _moves(build, rng, rulebook) if move[2] <= left]
        if not moves:
            break
        path, value, _ = rng.choice(moves)
        made = apply(made, path, value)
    return _charm(_endurance(made, rulebook, table), rng)


def _endurance(made: dict[str, Any], rulebook: Rulebook, table: RulesContext) -> dict[str, Any]:
    """Where a table has it by hand, what it would be at most others (R-06)."""
    c = rough_magic.reading(Build.parse(made), rulebook, table)
    if c.setting("endurance") != "by_hand" or "endurance" in c.build.scores:
        return made
    return apply(made, "scores.endurance", max(c["brawn"], c["presence"]))


def _left(build: Build, rulebook: Rulebook, table: RulesContext) -> int:
    budget = rough_magic.budgets(rough_magic.reading(build, rulebook, table))["character-points"]
    total = rough_magic.settings["character_points"].coerce(table.settings.get("character_points", FREE))
    return budget.remaining if total else FREE - budget.spent.value


def _calling(made: dict[str, Any], rng: Random, rulebook: Rulebook, table: RulesContext) -> dict[str, Any]:
    """Two in three are magicians: Power Level and Thaumaturgy go together."""
    c = rough_magic.reading(Build.parse(made), rulebook, table)
    power, learned = c.bought(POWER), skill_named(c, THAUMATURGY) is not None
    wants = power or learned or (POWER not in c.build.scores and rng.random() < 0.67)
    left = _left(c.build, rulebook, table)
    if not wants or left < 2:
        return made
    if not power:
        made = apply(made, f"scores.{POWER}", 1)
    if not learned and not c.build.entries.get("traits"):
        made = apply(made, f"entries.skills.{len(c.build.entries.get('skills', ()))}", {"name": "Thaumaturgy"})
    build = Build.parse(made)
    if not build.pick("avenue") and skill_named(rough_magic.reading(build, rulebook, table), THAUMATURGY):
        approved = [a.key for a in rulebook.all(Avenue).values() if a.standing == "approved" and not a.retired]
        picked = rng.choice(["", *approved])
        made = apply(made, "picks.avenue", picked) if picked else made
    return made


def _moves(build: Build, rng: Random, rulebook: Rulebook) -> Iterator[Move]:
    """Single purchases that keep to the rules, a few of each kind."""
    for key, entry in rulebook.all(Attribute).items():
        rank = build.scores.get(key, 0)
        if max(1, entry.lowest) <= rank < USUAL_RANK:
            yield f"scores.{key}", rank + 1, PRICES[rank]
    yield from _named(
        build, rng, "skills", [s.name for s in rulebook.all(Skill).values() if s.name != "Thaumaturgy"], 8
    )
    count = len(build.entries.get("gifts", ())) + len(build.entries.get("traits", ()))
    yield from _named(build, rng, "gifts", [g.name for g in rulebook.all(Gift).values()], SUGGESTED_GIFTS - count)
    for place, skill in enumerate(build.entries.get("skills", ())):
        if skill.name.strip() and skill.picks.get("expertise") is not True:
            yield f"entries.skills.{place}.picks.expertise", True, 1


def _named(build: Build, rng: Random, kind: str, known: list[str], most: int) -> Iterator[Move]:
    held = build.entries.get(kind, ())
    taken = {" ".join(entry.name.casefold().split()) for entry in held}
    fresh = [name for name in known if name.casefold() not in taken]
    room = len(held) < most if kind == "skills" else most > 0
    if fresh and room:
        yield f"entries.{kind}.{len(held)}", {"name": rng.choice(fresh)}, 1


def _charm(made: dict[str, Any], rng: Random) -> dict[str, Any]:
    """A temporary object now and then: it costs nothing."""
    build = Build.parse(made)
    power = min(build.scores.get(POWER, 0), MOST_RATING)
    if power > 0 and not build.entries.get("empowered") and rng.random() < 0.5:
        thing = {
            "name": rng.choice(OBJECTS),
            "scores": {"rating": rng.randint(1, power)},
            "picks": {"effect": "armour"},
        }
        made = apply(made, "entries.empowered.0", thing)
    return made


rough_magic.random = generate
