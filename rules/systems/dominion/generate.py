"""A legal character at random: what is already chosen stays, the rest is filled in."""

from collections.abc import Mapping
from random import Random
from typing import Any

from rules.kernel import Build, Reading, Rulebook, RulesContext
from rules.kernel.choices import choose_at_random
from rules.kernel.documents import apply
from rules.kernel.purchases import bought, purchases_of, spend_at_random
from rules.systems.dominion.armoury import EQUIPMENT, armed, weapons_by_item
from rules.systems.dominion.creation import perks, rolls_due
from rules.systems.dominion.entries import Armour, Attribute, Skill, Spell, Style, Weapon
from rules.systems.dominion.game import ATTRIBUTE_DICE, ATTRIBUTES, FACES, dominion
from rules.systems.dominion.performing import castable_way, castings
from rules.systems.dominion.purchases import ATTRIBUTE, SKILL

KEPT = 3
"""APs a random character likes to keep for Lucky Breaks."""
SPELLS = 5
"""Spells a random character knows at most."""
ARMING = 12
PLACINGS = 8
"""So many ways to place points are tried until a weapon can be paid for."""
GOOD = 8
"""A stat with which a blow lands twice in three."""


def generate(document: Mapping[str, Any], rng: Random, rulebook: Rulebook, table: RulesContext) -> dict[str, Any]:
    """A build document with dice rolled, points placed and most APs spent.

    `rng` decides, so that a seed gives the same character again.
    """
    start, made = Build.parse(document), choose_at_random(dominion, document, rng, rulebook)
    if not start.rolls.get("attribute-dice"):
        made = apply(made, "rolls.attribute-dice", [rng.randint(1, FACES) for _ in range(ATTRIBUTE_DICE)])
    made = _roll_table(made, rng, rulebook, table)
    c = _read(made, rulebook, table)
    style = rulebook.find(Style, c.build.pick("style"))
    made = _place(made, rng, c, style)
    made = _points_for_arms(made, start, rng, rulebook, table, style)
    if not start.entries.get(EQUIPMENT) or (
        _goes_unarmed(start, style) and not _read(made, rulebook, table).memo(armed)
    ):
        made = _arm(made, start, rng, rulebook, table)
    made = _practise(made, start, rulebook, table, style)
    made = _train(made, rng, rulebook, table, style)
    return made if start.picked("spells") else _learn(made, rng, rulebook, table)


def _read(document: dict[str, Any], rulebook: Rulebook, table: RulesContext) -> Reading:
    return dominion.reading(Build.parse(document), rulebook, table)


def _roll_table(made: dict[str, Any], rng: Random, rulebook: Rulebook, table: RulesContext) -> dict[str, Any]:
    c = _read(made, rulebook, table)
    due = c.memo(rolls_due)
    rolled = list(c.build.rolls.get("table", ()))
    while len(rolled) < due:
        number = rng.randint(1, FACES)
        if number not in rolled:
            rolled.append(number)
    return apply(made, "rolls.table", rolled) if rolled else made


def _place(made: dict[str, Any], rng: Random, c: Reading, style: Style | None) -> dict[str, Any]:
    for perk in c.memo(perks):
        if perk.pick and not c.build.picks.get(perk.pick):
            liked = (style.attributes if perk.row.attribute else style.skills) if style else ()
            offered = c.rulebook.all(Attribute) if perk.row.attribute else c.rulebook.all(Skill)
            made = apply(made, f"picks.{perk.pick}", rng.choice([k for k in liked if k in offered] or list(offered)))
    return made


def _points(
    made: dict[str, Any], rng: Random, rulebook: Rulebook, table: RulesContext, style: Style | None
) -> dict[str, Any]:
    c = _read(made, rulebook, table)
    left = min(dominion.budgets(c)["attribute-points"].remaining, FACES * len(ATTRIBUTES))
    attributes = [one for one in purchases_of(c) if one.rule is ATTRIBUTE]
    twice = [one for one in attributes if style and one.key in style.attributes] * 2
    return _bought(made, spend_at_random(c, left, attributes + twice, rng))


def _points_for_arms(
    made: dict[str, Any], start: Build, rng: Random, rulebook: Rulebook, table: RulesContext, style: Style | None
) -> dict[str, Any]:
    """Whoever lives by a weapon can pay for one: points that make what they began with dearer than that are placed
    another way."""
    for _ in range(PLACINGS):
        placed = _points(made, rng, rulebook, table, style)
        c = _read(placed, rulebook, table)
        if c["aps"] > 0 or c.memo(armed) or not _fights(start, style):
            break
    return placed


def _fights(start: Build, style: Style | None) -> bool:
    """Whether somebody lives by a weapon, as their style says or as they began."""
    return not {"strike", "missile-strike"}.isdisjoint({*start.scores, *(style.skills if style else ())})


def _bought(made: dict[str, Any], scores: Mapping[str, int]) -> dict[str, Any]:
    for path, score in scores.items():
        made = apply(made, path, score or None)
    return made


def _goes_unarmed(start: Build, style: Style | None) -> bool:
    """Whether somebody in armour lives by a weapon: without one they won't go."""
    return _fights(start, style) and any(thing.picks.get("worn") for thing in start.entries.get(EQUIPMENT, ()))


def _arm(made: dict[str, Any], start: Build, rng: Random, rulebook: Rulebook, table: RulesContext) -> dict[str, Any]:
    """A weapon, and beside it armour at times; to what is there already only the weapon."""
    c, has = _read(made, rulebook, table), len(start.entries.get(EQUIPMENT, ()))
    purse = min(ARMING, dominion.budgets(c)["aps"].remaining if has else c["aps"])
    rows = [(item, rows[0]) for item, rows in weapons_by_item(rulebook).items()]
    fit = [
        (item, row) for item, row in rows if not row.retired and 0 <= row.price <= purse and row.vigour <= c["vigour"]
    ]
    fit = [(item, row) for item, row in fit if _strikes(row) in start.scores] or fit
    things: list[dict[str, Any]] = []
    if fit:
        item, row = rng.choice(fit)
        purse -= row.price
        things.append({"name": "", "picks": {"item": item, "wielded": True}})
    suits = [
        a
        for a in rulebook.all(Armour).values()
        if a.slot == "suit" and not a.retired and 0 < a.price <= purse and c["movement"] + a.movement_penalty > 0
    ]
    if suits and not has and rng.random() < 0.7:
        things.append({"name": "", "picks": {"item": rng.choice(suits).key, "worn": True}})
    for place, thing in enumerate(things, has):
        made = apply(made, f"entries.{EQUIPMENT}.{place}", thing)
    return made


def _strikes(weapon: Weapon | None) -> str:
    return "missile-strike" if weapon and weapon.missile else "strike"


def _practise(
    made: dict[str, Any], start: Build, rulebook: Rulebook, table: RulesContext, style: Style | None
) -> dict[str, Any]:
    """The weapon in hand is mastered first, by whoever fights: as their style says, or as they began."""
    c = _read(made, rulebook, table)
    liked = {*start.scores, *(style.skills if style else ())}
    for thing in c.memo(armed):
        skill = _strikes(thing.weapon)
        if not thing.wielded or skill not in liked:
            continue
        (one,) = (one for one in purchases_of(c) if one.rule is SKILL and one.key == skill)
        price, have = one.rule.price(c, one), bought(c, one)
        missing = range(have + 1, have + 1 + max(0, GOOD - c[f"{skill}-with-{thing.item}"]))
        left = dominion.budgets(c)["aps"].remaining
        most = min((cap.most for cap in one.rule.caps(c, one)), default=missing.stop)
        steps = max((n for n in missing if n <= most and price(n) - price(have) <= left), default=have)
        made = _bought(made, {one.path: steps})
    return made


def _train(
    made: dict[str, Any], rng: Random, rulebook: Rulebook, table: RulesContext, style: Style | None
) -> dict[str, Any]:
    c, known = _read(made, rulebook, table), rulebook.all(Skill)
    skills = [one for one in purchases_of(c) if one.rule is SKILL]
    plain = [one for one in skills if known[one.key].base not in ("priestcraft", "witchcraft")]
    often = [one for one in skills if style and one.key in style.skills] * 3
    return _bought(made, spend_at_random(c, c["aps"] - rng.randint(0, KEPT), often + plain, rng))


def _learn(made: dict[str, Any], rng: Random, rulebook: Rulebook, table: RulesContext) -> dict[str, Any]:
    """Spells of the skills that were trained: those that can be cast, helped by rites and charms or not (12.0.13)."""
    build, c = Build.parse(made), _read(made, rulebook, table)
    magic = [key for key, skill in rulebook.all(Skill).items() if skill.base == "witchcraft"]
    trained = {key for key in magic if build.scores.get(key, 0) > 0}
    open_to = (s for s in rulebook.all(Spell).values() if not s.retired and trained.issuperset(s.skills))
    known = [spell for spell in open_to if any(castable_way(spell, way) for way in castings(c, spell))]
    chosen = sorted(spell.key for spell in rng.sample(known, min(len(known), SPELLS)))
    return apply(made, "picks.spells", chosen) if chosen else made


dominion.random = generate
