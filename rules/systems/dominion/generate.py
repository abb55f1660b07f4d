"""A legal character at random: what is already chosen stays, the rest is filled in."""

from collections.abc import Mapping
from random import Random
from typing import Any

from rules.kernel import Build, Reading, Rulebook, Table, apply
from rules.systems.dominion.armoury import EQUIPMENT, weapons_by_item
from rules.systems.dominion.creation import perks, points, rolls_due
from rules.systems.dominion.entries import Armour, Attribute, Race, Skill, Spell, Style
from rules.systems.dominion.game import ATTRIBUTES, FACES, dominion

KEPT = 3
"""APs a random character likes to keep for Lucky Breaks."""
ARMING = 12
PLENTY = 2_000
"""More steps than anybody's APs buy."""


def generate(document: Mapping[str, Any], rng: Random, rulebook: Rulebook, table: Table) -> dict[str, Any]:
    """A build document with dice rolled, points placed and most APs spent.

    `rng` decides, so that a seed gives the same character again.
    """
    made: dict[str, Any] = dict(document)
    start = Build.parse(document)
    for key, shape in (("race", Race), ("style", Style)):
        if not start.picks.get(key):
            offered = [key for key, entry in rulebook.all(shape).items() if not entry.retired]
            made = apply(made, f"picks.{key}", rng.choice(offered))
    if not start.rolls.get("attribute-dice"):
        made = apply(made, "rolls.attribute-dice", [rng.randint(1, FACES) for _ in range(3)])
    made = _roll_table(made, rng, rulebook, table)
    c = _read(made, rulebook, table)
    style = rulebook.find(Style, c.build.pick("style"))
    made = _place(made, rng, c, style)
    made = _points(made, rng, rulebook, table, style)
    if not start.entries.get(EQUIPMENT):
        made = _arm(made, rng, rulebook, table)
    made = _train(made, rng, rulebook, table, style)
    return made if start.picked("spells") else _learn(made, rng, rulebook)


def _read(document: dict[str, Any], rulebook: Rulebook, table: Table) -> Reading:
    return dominion.reading(Build.parse(document), rulebook, table)


def _roll_table(made: dict[str, Any], rng: Random, rulebook: Rulebook, table: Table) -> dict[str, Any]:
    c = _read(made, rulebook, table)
    due = c.once(rolls_due)
    rolled = list(c.build.rolls.get("table", ()))
    while len(rolled) < due:
        number = rng.randint(1, FACES)
        if number not in rolled:
            rolled.append(number)
    return apply(made, "rolls.table", rolled) if rolled else made


def _place(made: dict[str, Any], rng: Random, c: Reading, style: Style | None) -> dict[str, Any]:
    for perk in c.once(perks):
        if perk.pick and not c.build.picks.get(perk.pick):
            liked = (style.attributes if perk.row.attribute else style.skills) if style else ()
            offered = c.rulebook.all(Attribute) if perk.row.attribute else c.rulebook.all(Skill)
            made = apply(made, f"picks.{perk.pick}", rng.choice([k for k in liked if k in offered] or list(offered)))
    return made


def _points(made: dict[str, Any], rng: Random, rulebook: Rulebook, table: Table, style: Style | None) -> dict[str, Any]:
    c = _read(made, rulebook, table)
    left = min(c.once(points) - sum(map(c.bought, ATTRIBUTES)), FACES * len(ATTRIBUTES))
    values = {key: c[key] for key in ATTRIBUTES}
    bought = {key: max(0, c.build.scores.get(key, 0)) for key in ATTRIBUTES}
    liked = [*ATTRIBUTES, *(key for key in (style.attributes if style else ()) * 2 if key in values)]
    while left > 0 and any(values[key] < FACES for key in ATTRIBUTES):
        key = rng.choice(liked)
        if values[key] < FACES:
            bought[key], values[key], left = bought[key] + 1, values[key] + 1, left - 1
    for key, put in bought.items():
        made = apply(made, f"scores.{key}", put or None)
    return made


def _arm(made: dict[str, Any], rng: Random, rulebook: Rulebook, table: Table) -> dict[str, Any]:
    c = _read(made, rulebook, table)
    purse = min(ARMING, c["aps"])
    rows = [(item, rows[0]) for item, rows in weapons_by_item(rulebook).items()]
    fit = [
        (item, row) for item, row in rows if not row.retired and 0 <= row.price <= purse and row.vigour <= c["vigour"]
    ]
    things: list[dict[str, Any]] = []
    if fit:
        item, row = rng.choice(fit)
        purse -= row.price
        things.append({"name": "", "picks": {"item": item, "wielded": True}})
    suits = [a for a in rulebook.all(Armour).values() if a.slot == "suit" and not a.retired and 0 < a.price <= purse]
    if suits and rng.random() < 0.7:
        things.append({"name": "", "picks": {"item": rng.choice(suits).key, "worn": True}})
    for place, thing in enumerate(things):
        made = apply(made, f"entries.{EQUIPMENT}.{place}", thing)
    return made


def _train(made: dict[str, Any], rng: Random, rulebook: Rulebook, table: Table, style: Style | None) -> dict[str, Any]:
    c = _read(made, rulebook, table)
    left = c["aps"] - rng.randint(0, KEPT)
    stats = {key: c[key] for key in rulebook.all(Skill)}
    bought = {key: max(0, c.build.scores.get(key, 0)) for key in stats}
    plain = [key for key, skill in rulebook.all(Skill).items() if skill.base not in ("priestcraft", "witchcraft")]
    own = [key for key in (style.skills if style else ()) if key in stats]
    for _ in range(PLENTY):
        dear = [key for key in (*own * 3, *plain) if 0 <= stats[key] <= left]
        if not dear:
            break
        key = rng.choice(dear)
        left, stats[key], bought[key] = left - stats[key], stats[key] + 1, bought[key] + 1
    for key, steps in bought.items():
        if steps:
            made = apply(made, f"scores.{key}", steps)
    return made


def _learn(made: dict[str, Any], rng: Random, rulebook: Rulebook) -> dict[str, Any]:
    build = Build.parse(made)
    magic = [key for key, skill in rulebook.all(Skill).items() if skill.base == "witchcraft"]
    trained = {key for key in magic if build.scores.get(key, 0) > 0}
    known = [spell for spell in rulebook.all(Spell).values() if not spell.retired and trained.issuperset(spell.skills)]
    chosen = sorted(spell.key for spell in rng.sample(known, min(len(known), 5)))
    return apply(made, "picks.spells", chosen) if chosen else made


dominion.random = generate
