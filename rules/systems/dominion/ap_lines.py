"""The two budgets: Attribute Points, and every Advancement Point that comes in and goes out (2.3, 2.6, 2.7, 5.2)."""

from collections.abc import Iterable

from rules.kernel import Budget, Origin, Reading, Term, paid_out, received
from rules.kernel.purchases import spent
from rules.systems.dominion.armoury import carried
from rules.systems.dominion.creation import attribute_dice, perks, points, remainder
from rules.systems.dominion.equipment_rules import lost
from rules.systems.dominion.game import cite, dominion


@dominion.budget
def attribute_points(c: Reading) -> Iterable[Budget]:
    """What the dice give, and where it went (2.3)."""
    dice = c.memo(attribute_dice)
    rolled = f"average of {dice[0]}, {dice[1]} and {dice[2]}" if dice else "no dice rolled yet"
    yield Budget.of(
        "attribute-points",
        "Attribute Points",
        cite("2.3", 11),
        allowed=[Term(c.memo(points), rolled, cite("2.3", 11), path="rolls.attribute-dice")],
        spent=spent(c, "attribute-points"),
        unit="point",
    )


@dominion.budget
def advancement_points(c: Reading) -> Iterable[Budget]:
    """Every AP that came in and went out (2.6)."""
    yield c.memo(ledger)


def ledger(c: Reading) -> Budget:
    """The ledger: what one starts with and every addition; skills, arms, Lucky Breaks (2.6, 2.7, 3.9.1, 5.2)."""
    where = c.source("starting_aps", cite("2.6", 14))
    allowed = [Term(c.number("starting_aps"), "starting APs", where)]
    if left := c.memo(remainder):
        allowed.append(Term(left, "remainder of the attribute dice", cite("2.6", 14), path="rolls.attribute-dice"))
    for perk in c.memo(perks):
        if perk.row.aps:
            allowed.append(Term(perk.row.aps, perk.row.name, perk.row.cite, path="rolls.table"))
    allowed.extend(received(c, "aps"))
    bought = [*spent(c, "aps"), *paid_out(c, "aps")]
    for thing in c.memo(carried):
        if thing.cost:
            words = thing.name if thing.quantity == 1 else f"{thing.name} × {thing.quantity}"
            bought.append(Term(thing.cost, words, cite("2.7", 15), Origin.BOUGHT, path=thing.path))
    for gone in c.memo(lost).values():
        if gone.aps:
            bought.append(Term(gone.aps, f"{gone.name}, lost", cite("2.7", 15, "A-83")))
    return Budget.of("aps", "Advancement Points", where, allowed=allowed, spent=bought, unit="AP")


@dominion.figure("aps", "APs in reserve", cite("5.2", 36))
def reserve(c: Reading) -> Iterable[Term]:
    """What is left of the ledger; a Lucky Break takes one (5.2.2)."""
    aps = c.memo(ledger)
    yield Term(c.effects.added(aps.allowed, c).value, "received", cite("2.6", 14))
    yield Term(-aps.spent.value, "spent", cite("5.2", 36))


dominion.spends = ("aps",)
