"""What Attribute Points and Advancement Points buy: attributes, steps of skills, Lucky Breaks (2.3, 3.9.1, 5.2)."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

from rules.kernel import Cite, Finding, Level, Reading, Rulebook, amount, derived, opening
from rules.kernel.purchases import Cap, Keeps, Purchase, PurchaseRule, Saying, bought, flat
from rules.systems.dominion.armoury import carried
from rules.systems.dominion.creation import own_skills, unbound
from rules.systems.dominion.entries import Attribute, Skill
from rules.systems.dominion.game import CEILING, cite, dominion

STEPS = cite("5.2.1", 36)


def cost(start: int, steps: int) -> int:
    """What so many steps cost from a start: each costs the stat it starts from (5.2.1)."""
    return steps * start + steps * (steps - 1) // 2


def climbing(c: Reading, purchase: Purchase) -> Callable[[int], int]:
    """A step costs the stat it starts from (5.2.1); what has no stat yet has no price."""
    return partial(cost, c[purchase.key] - bought(c, purchase)) if purchase.key in c else flat(0)(c, purchase)


def from_to(c: Reading, purchase: Purchase, steps: int) -> str:
    to = c[purchase.key]
    return f"{purchase.name} {to - steps} to {to}"


def up_to_twelve(c: Reading, purchase: Purchase) -> Iterable[Cap]:
    """Points that are put beyond twelve are to be taken back; what else goes there is lost (3.1, A-04)."""
    value = unbound(c.figure(purchase.key))

    def beyond(c: Reading, purchase: Purchase, have: int, most: int) -> Finding:
        return Finding(
            "attribute-above-twelve", Level.ERROR, f"{purchase.name} would be {value}; twelve is the most there is.",
            cite("3.1", 17, "A-04"), hint=f"Take {amount(have - most, 'point')} back.",
        )  # fmt: skip

    yield Cap(CEILING - value + bought(c, purchase), "nothing goes beyond twelve", beyond)


def wielding(c: Reading, purchase: Purchase) -> int:
    """Points of Vigour without which something wielded would be too heavy (9.2)."""
    if purchase.key != "vigour":
        return 0
    vigour = c["vigour"]
    wielded = (thing.weapon.vigour for thing in c.once(carried) if thing.weapon and thing.wielded)
    return max((least for least in wielded if least <= vigour), default=0) - vigour + bought(c, purchase)


def negative(where: Cite) -> Saying:
    """Fewer than none bought."""

    def saying(c: Reading, purchase: Purchase, have: int, least: int) -> Finding:
        few, verb = amount(-have, purchase.rule.unit), "is" if have == -1 else "are"
        return Finding(
            "bought-less-than-nothing", Level.ERROR,
            f"{opening(few)} fewer than none {verb} bought in {purchase.name}.", where, hint="It counts as none.",
        )  # fmt: skip

    return saying


def given_back(c: Reading, purchase: Purchase, has: int, had: int) -> Finding:
    unit = purchase.rule.unit
    return Finding(
        "step-given-back", Level.ERROR,
        f"{opening(purchase.name)} had {amount(had, unit)} when this character was approved, and has "
        f"{amount(has, unit)} now.", STEPS, hint=f"A bought {unit} is never given back.",
    )  # fmt: skip


def changed(c: Reading, purchase: Purchase, has: int, had: int) -> Finding:
    return Finding(
        "attribute-changed", Level.ERROR, f"{purchase.name} stood at {had + 1} when this character was approved.",
        cite("3.1", 17), hint="An attribute never changes after creation.",
    )  # fmt: skip


ATTRIBUTE = PurchaseRule(
    budget="attribute-points",
    unit="point",
    price=flat(1),
    cite=cite("2.3", 11),
    caps=up_to_twelve,
    needed=wielding,
    too_few=negative(cite("2.3", 11)),
    keeps=Keeps(changed, "an attribute never changes after creation", exactly=True),
    tried=True,
)
SKILL = PurchaseRule(
    budget="aps",
    unit="step",
    price=climbing,
    cite=STEPS,
    line=from_to,
    too_few=negative(STEPS),
    keeps=Keeps(given_back),
)
OWN = replace(SKILL)
"""The player's own, under a rule of their own: the same, and told apart from the book's."""
BREAK = PurchaseRule(
    budget="aps",
    unit="AP",
    price=flat(1),
    cite=cite("3.9.1", 20),
    too_few=negative(cite("5.2.2", 37)),
    keeps=Keeps(given_back),
)


@dominion.purchases
def of_the_book(c: Reading) -> Iterable[Purchase]:
    """Attributes, skills of the book, skills of the player's own, Lucky Breaks."""
    yield from listed(c.rulebook)
    for own in c.once(own_skills):
        steps = c.build.entries["skills"][own.place].scores.get("steps", 0)
        name = own.name or "own skill"
        yield Purchase(f"{own.path}.scores.steps", name, OWN, own.key, steps, own.name.casefold())
    yield BREAKS


@derived
def listed(rulebook: Rulebook) -> tuple[Purchase, ...]:
    """What is bought of the book's own, made once for each rulebook."""
    attributes, skills = rulebook.all(Attribute).items(), rulebook.all(Skill).items()
    return (
        *(Purchase(f"scores.{key}", entry.name, ATTRIBUTE, key, cite=entry.cite) for key, entry in attributes),
        *(Purchase(f"scores.{key}", entry.name, SKILL, key) for key, entry in skills),
    )


BREAKS = Purchase("scores.lucky-breaks", "Lucky Breaks", BREAK, "lucky-breaks")
