"""The two budgets: Attribute Points, and every Advancement Point that comes in and goes out (2.3, 2.6, 2.7, 5.2)."""

from collections.abc import Iterable
from math import isqrt
from typing import NamedTuple

from rules.kernel import Budget, Origin, Reading, Term
from rules.systems.dominion.armoury import carried
from rules.systems.dominion.creation import (
    attribute_dice,
    own_skills,
    perks,
    points,
    remainder,
    start_of,
)
from rules.systems.dominion.entries import Attribute, Skill
from rules.systems.dominion.game import START_APS, cite, dominion


def cost(start: int, steps: int) -> int:
    """What so many steps cost from a start: each costs the stat it starts from (5.2.1)."""
    return steps * start + steps * (steps - 1) // 2


def affordable(start: int, aps: int) -> int:
    """How many steps these APs buy from a start."""
    twice = 2 * start - 1
    return max(0, (isqrt(max(0, twice * twice + 8 * aps)) - twice) // 2) if aps >= start else 0


class Purchase(NamedTuple):
    """Steps of one skill: where they are kept, what it is called, where it starts, how many."""

    path: str
    name: str
    start: int
    steps: int

    @property
    def cost(self) -> int:
        return cost(self.start, self.steps)


def purchases(c: Reading) -> tuple[Purchase, ...]:
    """Every skill with steps bought, in the order of the book."""
    found = [
        Purchase(f"scores.{key}", skill.name, start_of(c, key), c.bought(key))
        for key, skill in c.rulebook.all(Skill).items()
        if c.bought(key)
    ]
    for own in c.once(own_skills):
        if own.steps and own.key in c:
            found.append(
                Purchase(f"{own.path}.scores.steps", own.name or "own skill", c[own.key] - own.steps, own.steps)
            )
    return tuple(found)


@dominion.budget
def attribute_points(c: Reading) -> Iterable[Budget]:
    """What the dice give, and where it went (2.3)."""
    dice = c.once(attribute_dice)
    rolled = f"average of {dice[0]}, {dice[1]} and {dice[2]}" if dice else "until the dice are rolled"
    yield Budget.of(
        "attribute-points",
        "Attribute Points",
        cite("2.3", 11),
        allowed=[Term(c.once(points), rolled, cite("2.3", 11), path="rolls.attribute-dice")],
        spent=[
            Term(c.bought(key), attribute.name, attribute.cite, Origin.BOUGHT, path=f"scores.{key}")
            for key, attribute in c.rulebook.all(Attribute).items()
            if c.bought(key)
        ],
        unit="point",
    )


@dominion.budget
def advancement_points(c: Reading) -> Iterable[Budget]:
    """Every AP that came in and went out (2.6)."""
    yield c.once(ledger)


def ledger(c: Reading) -> Budget:
    """The ledger: 45 to start with and every addition; skills, arms, Lucky Breaks (2.6, 2.7, 3.9.1, 5.2)."""
    allowed = [Term(START_APS, "every new character", cite("2.6", 14))]
    if left := c.once(remainder):
        allowed.append(Term(left, "remainder of the dice", cite("2.6", 14), path="rolls.attribute-dice"))
    for perk in c.once(perks):
        if perk.row.aps:
            allowed.append(Term(perk.row.aps, perk.row.name, perk.row.cite, path="rolls.table"))
    if c.table.awards:
        allowed.append(Term(c.table.awards, "awarded by the game master", cite("5.2", 36)))
    spent = [
        Term(p.cost, f"{p.name} {p.start} to {p.start + p.steps}", cite("5.2.1", 36), Origin.BOUGHT, path=p.path)
        for p in c.once(purchases)
    ]
    for thing in c.once(carried):
        if thing.cost:
            words = thing.name if thing.quantity == 1 else f"{thing.name} × {thing.quantity}"
            spent.append(Term(thing.cost, words, cite("2.7", 15), Origin.BOUGHT, path=thing.path))
    if breaks := c.bought("lucky-breaks"):
        spent.append(Term(breaks, "Lucky Breaks", cite("3.9.1", 20), Origin.BOUGHT, path="scores.lucky-breaks"))
    return Budget.of("aps", "Advancement Points", cite("2.6", 14), allowed=allowed, spent=spent, unit="AP")


@dominion.figure("aps", "APs in reserve", cite("5.2", 36))
def reserve(c: Reading) -> Iterable[Term]:
    """What is left of the ledger; a Lucky Break takes one (5.2.2)."""
    aps = c.once(ledger)
    yield Term(c.worn.added(aps.allowed, c).value, "received", cite("2.6", 14))
    yield Term(-aps.spent.value, "spent", cite("5.2", 36))
