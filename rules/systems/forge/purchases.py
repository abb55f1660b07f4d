"""What ability points buy: three abilities of 1 to 5 (F-01)."""

from collections.abc import Iterable

from rules.kernel import Finding, Level, Reading, Rulebook, derived, minus
from rules.kernel.purchases import Cap, Keeps, Purchase, PurchaseRule, flat
from rules.systems.forge.entries import Ability
from rules.systems.forge.game import LEAST, MOST, cite, forge


def _beyond(words: str, c: Reading, purchase: Purchase, score: int, near: int) -> Finding:
    return Finding(
        "ability-out-of-range", Level.ERROR, f"{purchase.name} is {minus(score)}; {words}.",
        cite("abilities.html", "F-01" if c.setting("source_only") else ""), hint=f"Set it to {near}.",
    )  # fmt: skip


def too_many(c: Reading, purchase: Purchase, score: int, near: int) -> Finding:
    return _beyond(TOP.reason, c, purchase, score, near)


def too_few(c: Reading, purchase: Purchase, score: int, near: int) -> Finding:
    return _beyond(f"{LEAST} is the least", c, purchase, score, near)


def changed(c: Reading, purchase: Purchase, score: int, had: int) -> Finding:
    return Finding(
        "ability-changed", Level.ERROR, f"{purchase.name} was {had} when the character was approved.",
        cite("abilities.html", "F-15"), hint="Abilities are fixed once play begins.",
    )  # fmt: skip


def up_to_five(c: Reading, purchase: Purchase) -> Iterable[Cap]:
    """By the Rolls page alone there is no most (F-01)."""
    return () if c.setting("source_only") else (TOP,)


TOP = Cap(MOST, f"{MOST} is the most", too_many)
ABILITY = PurchaseRule(
    budget="ability-points",
    unit="point",
    price=flat(1),
    cite=cite("abilities.html"),
    caps=up_to_five,
    too_few=too_few,
    keeps=Keeps(changed, "abilities are fixed once play begins", exactly=True),
    start=LEAST,
    least=LEAST,
    absolute=True,
)


@derived
def listed(rulebook: Rulebook) -> tuple[Purchase, ...]:
    """Every ability, made once for each rulebook."""
    abilities = rulebook.all(Ability).items()
    return tuple(Purchase(f"scores.{key}", entry.name, ABILITY, key, cite=entry.cite) for key, entry in abilities)


@forge.purchases
def abilities(c: Reading) -> Iterable[Purchase]:
    """Agility, brawn, cunning."""
    return listed(c.rulebook)
