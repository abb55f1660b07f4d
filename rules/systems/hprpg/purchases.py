"""What dots buy: aspects, abilities, those of the archetype, affinities, each up to its cap (4.1, 5.1 to 5.3, 7.1)."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import MappingProxyType

from rules.kernel import (
    Cap,
    Finding,
    Fix,
    Keeps,
    Level,
    Purchase,
    PurchaseRule,
    Reading,
    Rulebook,
    amount,
    derived,
)
from rules.kernel.basics.cites import HOMEBREW
from rules.kernel.purchases import bought, flat
from rules.kernel.settled import WORD
from rules.systems.hprpg.creation import forbidden, traits_of
from rules.systems.hprpg.entries import Trait
from rules.systems.hprpg.game import ARCHETYPE_ABILITY_CAP, cite, hprpg
from rules.systems.hprpg.turning import own_abilities, root

WHERE = {"aspect": cite("5.2", 20, "H-10"), "ability": cite("5.3", 22, "H-10"), "affinity": cite("7.1", 34, "H-02")}
"""Where the cap of creation stands, by what is bought."""
BOUGHT_AS = {"aspect": "aspects", "ability": "abilities", "affinity": "affinities"}
"""How the budgets begin that pay for what has a cap of its own at creation."""


def creation_cap(c: Reading, trait: Trait, dots: int) -> tuple[int, str]:
    """How many dots creation sells of it, of which there are `dots`, and how it says so."""
    if trait.category == "archetype-ability":
        most = ARCHETYPE_ABILITY_CAP
        return most - (c[trait.key] - dots), f"{most} is the maximum for special abilities at creation"
    cap = _cap(c, BOUGHT_AS[trait.category])
    return cap, most_bought(cap)


def _cap(c: Reading, kind: str) -> int:
    """How many dots creation sells of anything of one kind."""
    return c.number("affinity_cap" if kind == "affinities" else "most_bought")


def most_bought(cap: int) -> str:
    return f"{cap} bought is the maximum at creation"


def capped(c: Reading, purchase: Purchase, dots: int, cap: int) -> Finding:
    trait = c.rulebook.all(Trait)[purchase.key]
    return Finding(
        f"{trait.category}-cap",
        Level.ERROR,
        f"{trait.name}: {most_bought(cap)} (you have {dots:,}).",
        c.source("affinity_cap" if trait.category == "affinity" else "most_bought", WHERE[trait.category]),
        hint=f"Remove {amount(dots - cap, 'dot')}. Dots from your personality and archetype don't count.",
        values=MappingProxyType({"bought": dots, "cap": cap}),
    )


def at_creation(kind: str) -> Callable[[Reading, Purchase], Iterable[Cap]]:
    """What creation sells at most of one kind; what comes out on top of gifts is judged as a rating."""
    return lambda c, purchase: c.memo(_caps).get(kind, ())


def _caps(c: Reading) -> Mapping[str, tuple[Cap, ...]]:
    if c.table.stage != "creation":
        return {}
    own = {kind: _cap(c, kind) for kind in BOUGHT_AS.values()}
    return {kind: (Cap(cap, most_bought(cap), capped),) for kind, cap in own.items()}


def walls(c: Reading, purchase: Purchase) -> Iterable[Cap]:
    """The rating that nobody goes beyond, and that an archetype's ability starts with."""
    dots, top, trait = bought(c, purchase), c.number("rating_limit"), c.rulebook.all(Trait)[purchase.key]
    yield Cap(top - (c[purchase.key] - dots), f"{top} is the maximum")
    if c.table.stage == "creation":
        yield Cap(*creation_cap(c, trait, dots))
    if trait.category == "affinity" and c.memo(forbidden):
        yield Cap(0, "Muggles have no magic in this campaign")
    if wants_word(c, trait):
        yield Cap(0, WORD)


def wants_word(c: Reading, trait: Trait) -> bool:
    """Whether a further ability of one's own waits for the GM's word (5.3, H-32)."""
    if trait.origin != HOMEBREW or trait.category != "ability" or c.approved is None:
        return False
    return not c.approved.bought(trait.key) and not c.table.ledger.allows(trait.name, None, trait.type)


def negative(c: Reading, purchase: Purchase, dots: int, least: int) -> Finding:
    return Finding(
        "negative-dots",
        Level.ERROR,
        f"{purchase.name} can't be below 0.",
        cite("5.1", 20),
        hint="Set it to 0.",
    )


def move(c: Reading, old: str, heir: str) -> Fix:
    """The dots of an ability to the one that carries them by now (4.3, H-25, H-26)."""
    dots = c.bought(old)
    words = f"Move {amount(dots, 'dot')} to {c.rulebook.all(Trait)[heir].name}"
    return Fix(words, f"scores.{heir}", dots, f"scores.{old}")


def given_back(c: Reading, purchase: Purchase, has: int, had: int) -> Finding:
    """Dots are never refunded; where they only stand in the ability that was, they move (4.3, H-26)."""
    old, trait = root(c, purchase.key), c.rulebook.all(Trait)[purchase.key]
    if not has and old != purchase.key and c.bought(old) == had:
        return Finding(
            "below-baseline",
            Level.ERROR,
            f"{trait.name} has replaced {purchase.name}. Move its dots.",
            cite("4.3", 12, "H-26"),
            hint="Approved dots move to the new ability.",
            at=purchase.path,
            fixes=(move(c, old, purchase.key),),
        )
    return Finding(
        "below-baseline",
        Level.ERROR,
        f"{purchase.name} had {amount(had, 'dot')} bought when approved (now {has:,}).",
        cite("4", 12, "H-12"),
        hint="You can't remove dots after approval.",
    )


def budget_of(trait: Trait) -> str:
    """The key of the budget that pays at creation."""
    ranked = {"aspect": f"aspects-{trait.type}", "ability": f"abilities-{trait.type}"}
    return ranked.get(trait.category) or ("affinities" if trait.category == "affinity" else "archetype-abilities")


@cache
def _rule(budget: str) -> PurchaseRule:
    """What one budget pays for. There is one of each, for purchases are matched by their rules."""
    return PurchaseRule(
        budget, "dot", flat(1), cite("5.1", 20), caps=at_creation(budget.partition("-")[0]), walls=walls,
        too_few=negative, keeps=Keeps(given_back),
    )  # fmt: skip


@derived
def listed(rulebook: Rulebook, own: tuple[str, ...], roots: tuple[str, ...]) -> tuple[Purchase, ...]:
    """Everything that a character with these abilities of an archetype can buy, made once.

    Each of them is known by the one whose dots it carries (4.3, H-25, H-26).
    """
    found = traits_of(rulebook, own).items()
    carried = dict(zip(own, roots, strict=True))
    return tuple(
        Purchase(
            f"scores.{key}", trait.name, _rule(budget_of(trait)), key, identity=carried.get(key), cite=trait.cite
        )
        for key, trait in found
    )  # fmt: skip


@hprpg.purchases
def dots(c: Reading) -> Iterable[Purchase]:
    """Everything with a rating; the three own abilities are the archetype's."""
    own = c.memo(own_abilities)
    return listed(c.rulebook, own, tuple(root(c, key) for key in own))
