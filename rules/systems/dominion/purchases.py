"""What Attribute Points and Advancement Points buy: attributes, steps of skills, Lucky Breaks (2.3, 3.9.1, 5.2)."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from rules.kernel import (
    Cap,
    Cite,
    Finding,
    Fix,
    Footing,
    Keeps,
    Level,
    Purchase,
    PurchaseRule,
    Reading,
    Rulebook,
    amount,
    capitalise,
    derived,
)
from rules.kernel.basics import minus
from rules.kernel.purchases import Saying, bought, flat, scored
from rules.systems.dominion.armoury import carried
from rules.systems.dominion.creation import (
    MAY_BE_LOST,
    cancelled_losses,
    losses,
    lost_points,
    own_skills,
    points_of,
    start_of,
    unbound,
)
from rules.systems.dominion.entries import Attribute, Skill
from rules.systems.dominion.game import CEILING, cite, dominion
from rules.systems.dominion.learned import identity

STEPS = cite("5.2.1", 36)


def cost(start: int, steps: int) -> int:
    """What so many steps cost from a start: each costs the stat it starts from (5.2.1)."""
    return steps * start + steps * (steps - 1) // 2


def climbing(c: Reading, purchase: Purchase) -> Callable[[int], int]:
    """A step costs the stat it starts from (5.2.1); what has no stat yet has no price."""
    if purchase.key not in c:
        return flat(0)(c, purchase)
    gone = losses(c, purchase.key)
    if gone:
        return partial(cost_between, start_of(c, purchase.key), in_order(c, purchase.key))
    return partial(cost, c[purchase.key] - bought(c, purchase))


class Loss(NamedTuple):
    """Points lost at once, the steps bought since the loss before, and the stat it fell from.

    `steps` is None for one that doesn't say.
    """

    steps: int | None
    points: int
    stat: int = 0


def in_order(c: Reading, key: str) -> list[Loss]:
    """Each loss of a stat with the steps before it, for it says which stat it fell from (A-86).

    One since the approval stands on every step that was approved, whatever it says, and what it says counts losses
    that were cancelled after it. One that doesn't say stands on every step, so that a step is never cheaper for it;
    what comes after it is unknown.
    """
    found: list[Loss] = []
    stat, ahead = start_of(c, key), c.approved.bought(key) if c.approved else 0
    for entry in losses(c, key):
        fell, points = entry.more.get("from"), points_of(entry)
        if not isinstance(fell, int):
            return [*found, Loss(None, points)]
        fell += sum(points_of(one) for one in cancelled_losses(c, entry, key))
        steps = max(0, fell - stat, 0 if entry.settled else ahead)
        found.append(Loss(steps, points, stat + steps))
        stat, ahead = max(0, stat + steps - points), ahead - steps
    return found


def cost_between(start: int, gone: Iterable[Loss], steps: int) -> int:
    """What so many steps cost where points were lost between them: each costs what it starts from then (A-86)."""
    paid, stat = 0, start
    for loss in gone:
        bought = steps if loss.steps is None else min(loss.steps, steps)
        paid, steps, stat = paid + from_stat(stat, bought), steps - bought, max(0, stat + bought - loss.points)
    return paid + from_stat(stat, steps)


def from_stat(stat: int, steps: int) -> int:
    """What so many steps cost from a stat that may be 0: a step from nothing costs one (A-09)."""
    return cost(stat, steps) + (1 if stat == 0 and steps else 0)


def under_losses(c: Reading, purchase: Purchase) -> int:
    """Steps that a loss stands on: they can't be undone, approved or not (A-86).

    Those under a loss that an approval has settled are no more than were approved.
    """
    gone = losses(c, purchase.key)
    if not gone:
        return 0
    steps = [loss.steps or 0 for loss in in_order(c, purchase.key)]
    then = sum(many for many, entry in zip(steps, gone, strict=False) if entry.settled)
    return sum(steps) - max(0, then - c.approved.bought(purchase.key)) if c.approved else sum(steps)


def from_to(c: Reading, purchase: Purchase, steps: int) -> str:
    gone = lost_points(c, purchase.key)
    to = start_of(c, purchase.key) + steps if gone else c[purchase.key]
    words = f"{purchase.name} {to - steps} to {to}"
    return f"{words}, {gone:,} lost" if gone else words


def up_to_the_ceiling(c: Reading, purchase: Purchase) -> Iterable[Cap]:
    """Points that are put beyond twelve are to be removed; what else goes there is lost (3.1, A-04)."""
    value = unbound(c.figure(purchase.key))

    def beyond(c: Reading, purchase: Purchase, have: int, most: int) -> Finding:
        return Finding(
            "attribute-above-twelve", Level.ERROR, f"{purchase.name} would be {value}; the maximum is {CEILING}.",
            cite("3.1", 17, "A-04"), hint=f"Remove {amount(have - most, 'point')}.",
        )  # fmt: skip

    yield Cap(CEILING - value + bought(c, purchase), f"{CEILING} is the maximum", beyond)


def at_the_start(c: Reading, purchase: Purchase) -> Iterable[Cap]:
    """No skill is raised beyond what a campaign allows at the start; what is given may be higher."""
    highest = c.number("highest_skill")
    if not highest or c.table.stage != "creation" or purchase.key not in c:
        return
    stat, steps = c[purchase.key], bought(c, purchase)

    def beyond(c: Reading, purchase: Purchase, have: int, most: int) -> Finding:
        return Finding(
            "skill-above-start", Level.ERROR, f"{purchase.name} is {stat}; the maximum at the start is {highest}.",
            c.house_cite(STEPS), hint=f"Remove {amount(have - most, 'step')}.",
        )  # fmt: skip

    yield Cap(max(0, highest - stat + steps), f"{highest} is the maximum at the start", beyond)


def wielding(c: Reading, purchase: Purchase) -> int:
    """Points of Vigour without which something wielded would be too heavy (9.2)."""
    if purchase.key != "vigour":
        return 0
    vigour = c["vigour"]
    wielded = (thing.weapon.vigour for thing in c.memo(carried) if thing.weapon and thing.wielded)
    return max((least for least in wielded if least <= vigour), default=0) - vigour + bought(c, purchase)


def negative(where: Cite) -> Saying:
    """Fewer than none bought."""

    def saying(c: Reading, purchase: Purchase, have: int, least: int) -> Finding:
        return Finding(
            "bought-less-than-nothing", Level.ERROR,
            f"{capitalise(purchase.name)}: {minus(have)} bought; the minimum is {minus(least)}.", where,
            hint=f"It counts as {minus(least)}.",
        )  # fmt: skip

    return saying


def given_back(c: Reading, purchase: Purchase, has: int, had: int) -> Finding:
    lost = " Enter a lost point in the ledger." if purchase.key in MAY_BE_LOST else ""
    return Finding(
        "step-given-back", Level.ERROR,
        f"{capitalise(purchase.name)}: {minus(had)} bought when approved, {minus(has)} now.", STEPS,
        hint=f"You can't sell back advances.{lost}", at=purchase.path, fixes=_restored(purchase, had),
    )  # fmt: skip


def lost_ground(c: Reading, purchase: Purchase, has: int, had: int) -> Finding:
    return Finding(
        "step-given-back", Level.ERROR,
        f"{purchase.name}: {minus(had)} bought when a point was lost, {minus(has)} now.",
        cite("10.5.6", 96, "A-86"), hint="You can't sell back advances made before a loss.", at=purchase.path,
        fixes=_restored(purchase, had),
    )  # fmt: skip


def _restored(purchase: Purchase, had: int) -> tuple[Fix, ...]:
    """As many bought as there were; the stat itself also has a start."""
    return (Fix(f"Restore {purchase.name} to {minus(had)} bought", purchase.path, had or None),)


def changed(c: Reading, purchase: Purchase, has: int, had: int) -> Finding:
    then = c.approved[purchase.key] if c.approved else had
    return Finding(
        "attribute-changed", Level.ERROR, f"{purchase.name} was {then} when approved.", cite("3.1", 17),
        hint="Attributes never change after creation.", at=purchase.path,
        fixes=(Fix(f"Restore {purchase.name} to {then}", purchase.path, had or None),),
    )  # fmt: skip


def entered(c: Reading, purchase: Purchase, has: int, had: int) -> Finding:
    if has < had:
        return given_back(c, purchase, has, had)
    return Finding(
        "lucky-break-bought", Level.ERROR,
        f"{purchase.name}: {minus(had)} bought when approved, {minus(has)} now.",
        cite("5.2.2", 37, "A-87"), hint="Use Lucky Breaks on the sheet; each goes into the ledger.",
    )  # fmt: skip


ATTRIBUTE = PurchaseRule(
    budget="attribute-points",
    unit="point",
    price=flat(1),
    cite=cite("2.3", 11),
    caps=up_to_the_ceiling,
    needed=wielding,
    too_few=negative(cite("2.3", 11)),
    keeps=Keeps(changed, "attributes never change after creation", exactly=True),
    tried=True,
)
SKILL = PurchaseRule(
    budget="aps",
    unit="step",
    price=climbing,
    cite=STEPS,
    line=from_to,
    caps=at_the_start,
    too_few=negative(STEPS),
    keeps=Keeps(given_back),
    footing=Footing(under_losses, lost_ground),
)
OWN = replace(SKILL, keeps=Keeps(given_back, lines=False))
"""The player's own, under a rule of their own: told apart from the book's, and `growth.learned` keeps their lines."""
BREAK = PurchaseRule(
    budget="aps",
    unit="AP",
    price=flat(1),
    cite=cite("3.9.1", 20),
    too_few=negative(cite("5.2.2", 37)),
    keeps=Keeps(entered, "use Lucky Breaks on the sheet", exactly=True),
)


@dominion.purchases
def of_the_book(c: Reading) -> Iterable[Purchase]:
    """Attributes, skills of the book, skills of the player's own, Lucky Breaks."""
    return (*listed(c.rulebook), *_of_ones_own(c), BREAKS)


def _of_ones_own(c: Reading) -> Iterable[Purchase]:
    for own in c.memo(own_skills):
        steps = c.build.entries["skills"][own.place].scores.get("steps", 0)
        name = own.label
        yield Purchase(f"{own.path}.scores.steps", name, OWN, own.key, steps, identity(c, own))


@derived
def listed(rulebook: Rulebook) -> tuple[Purchase, ...]:
    """What is bought of the book's own, made once for each rulebook."""
    return (*scored(rulebook, Attribute, ATTRIBUTE), *scored(rulebook, Skill, SKILL, cited=False))


BREAKS = Purchase("scores.lucky-breaks", "Lucky Breaks", BREAK, "lucky-breaks")
