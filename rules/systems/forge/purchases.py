"""What ability points buy: three abilities of 1 to 5 (F-01)."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from rules.kernel import Cap, Finding, Keeps, Level, Purchase, PurchaseRule, Reading
from rules.kernel.basics import minus
from rules.kernel.purchases import flat, scored, stands
from rules.kernel.settled import WORD
from rules.systems.forge.entries import Ability
from rules.systems.forge.game import LEAST, MOST, cite, forge


def _beyond(words: str, c: Reading, purchase: Purchase, score: int, near: int) -> Finding:
    return Finding(
        "ability-out-of-range", Level.ERROR, f"{purchase.name} is {minus(score)}; {words}.",
        cite("abilities.html", "F-01" if c.setting("source_only") else ""), hint=f"Set it to {near}.",
    )  # fmt: skip


def too_many(c: Reading, purchase: Purchase, score: int, near: int) -> Finding:
    return _beyond(f"the maximum is {MOST}", c, purchase, score, near)


def too_few(c: Reading, purchase: Purchase, score: int, near: int) -> Finding:
    return _beyond(f"the minimum is {LEAST}", c, purchase, score, near)


def changed(c: Reading, purchase: Purchase, score: int, had: int) -> Finding:
    return Finding(
        "ability-changed", Level.ERROR, f"{purchase.name} was {had} when approved.",
        cite("abilities.html", "F-15"), hint="Abilities can't change after approval.",
    )  # fmt: skip


def up_to_the_most(c: Reading, purchase: Purchase) -> Iterable[Cap]:
    """By the Rolls page alone there is no most (F-01)."""
    return () if c.setting("source_only") else (TOP,)


TOP = Cap(MOST, f"{MOST} is the maximum", too_many)
ABILITY = PurchaseRule(
    budget="ability-points",
    unit="point",
    price=flat(1),
    cite=cite("abilities.html"),
    caps=up_to_the_most,
    too_few=too_few,
    keeps=Keeps(changed, "abilities can't change after approval", exactly=True),
    start=LEAST,
    least=LEAST,
    absolute=True,
)


def as_they_are(c: Reading, purchase: Purchase) -> Iterable[Cap]:
    """Once approved, another takes the word, and it is given for one that stands there (F-15)."""
    if c.approved is not None:
        yield Cap(settled_at(c, purchase), WORD)


GROWING = replace(ABILITY, keeps=None, walls=as_they_are)
"""Abilities where a table lets them grow."""


@forge.purchases
def abilities(c: Reading) -> Iterable[Purchase]:
    """Agility, brawn, cunning."""
    return scored(c.rulebook, Ability, GROWING if c.setting("ability_growth") == "gm_word" else ABILITY)


def settled_at(c: Reading, purchase: Purchase) -> int:
    """Where an ability stands that was approved, or what the GM's word has made of it (F-15)."""
    return stands(c if c.approved is None or grown(c, purchase) else c.approved, purchase)


def grown(c: Reading, purchase: Purchase) -> bool:
    """Whether an ability stands as approved, or as the GM's word has made it since (F-15)."""
    had, has = (stands(reading, purchase) for reading in (c.approved or c, c))
    return had == has or c.table.ledger.fresh.allows(purchase.path, had, has)


def allowed_abilities(c: Reading) -> Mapping[str, int]:
    """Abilities that are others by the GM's word than creation paid for: by how much (F-15)."""
    first = c.created if c.setting("ability_growth") == "gm_word" else None
    if first is None:
        return {}
    abilities = scored(c.rulebook, Ability, GROWING)
    return {one.key: stands(c, one) - stands(first, one) for one in abilities if grown(c, one)}
