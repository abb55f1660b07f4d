"""What character points buy in ranks: the attributes and Power Level (R-02, R-03)."""

from collections.abc import Callable, Iterable
from types import MappingProxyType

from rules.kernel import (
    Cap,
    Finding,
    Footing,
    Keeps,
    Level,
    Purchase,
    PurchaseRule,
    Reading,
    Rulebook,
    amount,
    derived,
)
from rules.kernel.basics import minus
from rules.systems.rough_magic.creation import empowered, price
from rules.systems.rough_magic.entries import Attribute
from rules.systems.rough_magic.falls import WHERE as FALLS
from rules.systems.rough_magic.falls import spans, turns
from rules.systems.rough_magic.game import HIGHEST, POWER, cite, rough_magic

WHERE = cite("Attributes 7320", "R-03")


def ladder(c: Reading, purchase: Purchase) -> Callable[[int], int]:
    if purchase.key == POWER:
        return lambda ranks: sum(price(high) - price(low) for low, high in spans(c, ranks))
    return price


def beyond(c: Reading, purchase: Purchase, rank: int, near: int) -> Finding:
    low = purchase.rule.least
    limit = "maximum" if rank > near else "minimum"
    return Finding(
        "attribute-beyond-limit", Level.ERROR, f"{purchase.name} is {minus(rank)}; the {limit} is {near}.", WHERE,
        hint=f"Set it to {near}.",
        values=MappingProxyType({"rank": rank, "low": low, "high": HIGHEST}),
    )  # fmt: skip


def up_to_ten(c: Reading, purchase: Purchase) -> Iterable[Cap]:
    last = c.memo(turns)[-1]
    if purchase.key == POWER and last.ranks != last.level:
        return (TOP._replace(most=HIGHEST + last.ranks - last.level),)
    return (TOP,)


def given_back(c: Reading, purchase: Purchase, rank: int, had: int) -> Finding:
    return Finding(
        "attribute-given-back", Level.ERROR, f"{purchase.name} was {had} when approved and can't go down.",
        cite("Dramatis rulings", "R-21"), hint=f"It is {minus(rank)} now.",
    )  # fmt: skip


def under_a_fall(c: Reading, purchase: Purchase) -> int:
    """Ranks of Power Level that a fall or a return stands on: the points stay spent (R-22)."""
    return c.memo(turns)[-1].kept if purchase.key == POWER else 0


def lost_ground(c: Reading, purchase: Purchase, rank: int, had: int) -> Finding:
    return Finding(
        "attribute-given-back", Level.ERROR,
        f"{purchase.name} had {amount(had, 'rank')} when magic changed it and can't go down (you have "
        f"{minus(rank)}).", FALLS, hint="The points stay spent.",
    )  # fmt: skip


def empowering(c: Reading, purchase: Purchase) -> int:
    """The Power Level that the objects there are cannot do without, as far as there is so much."""
    if purchase.key != POWER:
        return 0
    things, power = c.memo(empowered), c.bought(POWER)
    wanted = [*(thing.rating for thing in things), sum(not thing.permanent for thing in things)]
    return max((least for least in wanted if least <= power), default=0)


TOP = Cap(HIGHEST, f"{HIGHEST} is the maximum", beyond)


@derived
def listed(rulebook: Rulebook) -> tuple[Purchase, ...]:
    """Every attribute, made once for each rulebook."""
    rules = {
        least: PurchaseRule(
            "character-points", "rank", ladder, WHERE, caps=up_to_ten, needed=empowering, too_few=beyond,
            keeps=Keeps(given_back), least=least, absolute=True,
            footing=Footing(under_a_fall, lost_ground),
        )
        for least in {entry.lowest for entry in rulebook.all(Attribute).values()}
    }  # fmt: skip
    attributes = rulebook.all(Attribute).items()
    return tuple(Purchase(f"scores.{key}", entry.name, rules[entry.lowest], key) for key, entry in attributes)


@rough_magic.purchases
def attributes(c: Reading) -> Iterable[Purchase]:
    """Four attributes and Power Level."""
    return listed(c.rulebook)
