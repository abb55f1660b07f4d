"""What may be bought: 7/5/3 for aspects, 12/8/4 for abilities, and the rulings on the rest (4.1, 5.2, 5.3, 7.1).

What goes beyond a budget of creation is paid from the species' pool first (aspects only, chapter 2) and
from awarded dots second (advancement only, H-12), and each budget shows it as a line of its own. So is in
advancement what goes beyond a cap of creation, which no budget of creation sells.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules.kernel import Budget, Cite, Figure, Reading, Rulebook, Term, derived, number
from rules.kernel.ledger import paid_out, received
from rules.kernel.purchases import approved, spent
from rules.systems.hprpg.creation import archetype, species, traits_of
from rules.systems.hprpg.entries import Trait
from rules.systems.hprpg.game import ABILITY_DOTS, ARCHETYPE_ABILITY_CAP, ASPECT_DOTS, NATURES, TYPES, cite, hprpg
from rules.systems.hprpg.purchases import creation_cap

PLACES = ("ranked first", "ranked second", "ranked third")


@dataclass(frozen=True)
class Purse:
    """One budget of creation before anything else pays: its traits and its allowance."""

    key: str
    label: str
    cite: Cite
    allowed: Term
    traits: tuple[Trait, ...]
    mend: str = ""
    first: int = 0
    """What it would allow if it were ranked first, which `mend` says."""


def purses(c: Reading) -> tuple[Purse, ...]:
    """The budgets of creation, in the order of the book."""
    own = archetype(c)
    ranks = c.build.ranks
    return _purses(
        c.rulebook,
        own.key if own else "",
        ranks.get("aspects", ())[:3],
        ranks.get("abilities", ())[:3],
        c.number("archetype_ability_dots"),
        c.number("affinity_dots"),
    )


@derived
def _purses(
    rulebook: Rulebook,
    archetype: str,
    aspects: tuple[str, ...],
    abilities: tuple[str, ...],
    ability_dots: int,
    affinity_dots: int,
) -> tuple[Purse, ...]:
    found = tuple(traits_of(rulebook, archetype).values())
    own = tuple(t for t in found if t.category == "archetype-ability")
    free = Term(ability_dots, "free dots", cite("4.1", 12, "H-01"))
    affinity = Term(affinity_dots, "dots at creation", cite("7.1", 34, "H-02"))
    return (
        *_ranked(aspects, "aspects", TYPES, ASPECT_DOTS, cite("5.2", 20), found, "aspect"),
        *_ranked(abilities, "abilities", NATURES, ABILITY_DOTS, cite("5.3", 22), found, "ability"),
        Purse("archetype-abilities", "archetype abilities", cite("4.1", 12, "H-01"), free, own),
        Purse(
            "affinities",
            "affinities",
            cite("7.1", 34, "H-02"),
            affinity,
            tuple(t for t in found if t.category == "affinity"),
        ),
    )


def _ranked(
    order: Sequence[str],
    rank: str,
    names: Sequence[str],
    dots: Sequence[int],
    where: Cite,
    found: Iterable[Trait],
    category: str,
) -> Iterable[Purse]:
    members = [t for t in found if t.category == category]
    for name in names:
        place = order.index(name) if name in order else None
        if place is None:
            allowed = Term(dots[-1], "until it is ranked", where, path=f"ranks.{rank}")
        else:
            allowed = Term(dots[place], PLACES[place], where, path=f"ranks.{rank}")
        title = name.capitalize()
        label = f"{title} abilities" if category == "ability" else title
        yield Purse(
            f"{rank}-{name}",
            label,
            where,
            allowed,
            tuple(t for t in members if t.type == name),
            "" if place == 0 else f"rank {title} first",
            dots[0],
        )


def lines(c: Reading) -> dict[str, tuple[Term, ...]]:
    """What is bought from each budget of creation, a line each."""
    return {purse.key: tuple(spent(c, purse.key)) for purse in c.once(purses)}


def raised(c: Reading) -> Mapping[str, int]:
    """Dots bought since the approval, by the budget of creation that they are no part of (H-12)."""
    found: dict[str, int] = {}
    for then, had, now, has in c.once(approved):
        if now and has > had:
            found[then.rule.budget] = found.get(then.rule.budget, 0) + has - had
    return found


def past_caps(c: Reading, purse: Purse) -> dict[str, tuple[int, int]]:
    """Name of each capability with more dots bought than creation sells: how many more, and the cap (H-10, H-12)."""
    found = {}
    for trait in purse.traits:
        dots = c.bought(trait.key)
        cap, _ = creation_cap(c, trait, dots)
        past = min(dots, dots - cap)
        if past > 0:
            found[trait.name] = (past, ARCHETYPE_ABILITY_CAP if trait.category == "archetype-ability" else cap)
    return found


def pool(c: Reading) -> int:
    """Extra aspect dots: the species' own pool and the house rule (chapter 2, H-03)."""
    found = species(c)
    return c.number("species_pool") + (max(0, found.pool) if found else 0)


def allowance(c: Reading, key: str, amount: int) -> int:
    """What a budget allows, with what effects add to that: it is spent before anything else pays."""
    if not c.worn.additions:
        return amount
    figure = Figure.of(f"{key}-allowed", "", cite("5.2", 20), [Term(amount, "", cite("5.2", 20))])
    return c.worn.added(figure, c).value


def shares(c: Reading) -> dict[str, tuple[int, int]]:
    """For each budget of creation, how many dots the species' pool and the awards pay for."""
    size = pool(c)
    left = allowance(c, "species-pool", size) if size else 0
    advancing, baseline = c.table.stage == "advancement", c.table.baseline
    paid: dict[str, tuple[int, int]] = {}
    for purse in c.once(purses):
        allowed = allowance(c, purse.key, purse.allowed.amount)
        over = max(0, sum(term.amount for term in c.once(lines)[purse.key]) - allowed)
        awarded = 0
        if advancing:
            past = 0 if baseline else sum(dots for dots, _ in past_caps(c, purse).values())
            awarded = c.once(raised).get(purse.key, 0) if baseline else past
            over = max(0, over - awarded)
        from_pool = min(left, over) if purse.key.startswith("aspects-") else 0
        left -= from_pool
        if advancing and baseline is None:
            awarded += over - from_pool
        paid[purse.key] = (from_pool, awarded)
    return paid


@hprpg.budget
def creation_budgets(c: Reading) -> Iterable[Budget]:
    """Every budget of creation, with one line per purchase."""
    paid = c.once(shares)
    for purse in c.once(purses):
        from_pool, awarded = paid[purse.key]
        spent = [*c.once(lines)[purse.key]]
        if from_pool:
            spent.append(Term(-from_pool, "paid from the species' pool", cite("2", 6, "H-03")))
        if awarded:
            spent.append(Term(-awarded, "paid from awarded dots", cite("4", 12, "H-12")))
        yield Budget.of(
            purse.key,
            purse.label,
            purse.cite,
            allowed=[purse.allowed],
            spent=spent,
            mend=purse.mend if sum(term.amount for term in spent) <= allowance(c, purse.key, purse.first) else "",
        )


@hprpg.budget
def species_pool(c: Reading) -> Iterable[Budget]:
    """The species' extra points, where there are any (chapter 2)."""
    size = pool(c)
    if not size:
        return
    where = cite("2", 6, "H-03")
    labels = {purse.key: purse.label for purse in c.once(purses)}
    yield Budget.of(
        "species-pool",
        "species' pool",
        where,
        allowed=[Term(size, "extra points of the species", where)],
        spent=[Term(share[0], labels[key], where) for key, share in c.once(shares).items() if share[0]],
    )


@hprpg.budget
def awarded_dots(c: Reading) -> Iterable[Budget]:
    """In advancement, what the game master awarded and what it paid for (H-12)."""
    if c.table.stage != "advancement":
        return
    where = cite("4", 12, "H-12")
    yield Budget.of(
        "awarded-dots",
        "awarded dots",
        where,
        allowed=list(received(c, "awarded-dots")) or [Term(0, "Awarded", where)],
        spent=[*_paid(c, where), *paid_out(c, "awarded-dots")],
        mend="ask your game master for more",
    )


def _paid(c: Reading, where: Cite) -> Iterable[Term]:
    """What awarded dots paid for: before anything is approved, each capability past its cap first."""
    for purse in c.once(purses):
        paid = c.once(shares)[purse.key][1]
        for name, (dots, cap) in past_caps(c, purse).items() if c.table.baseline is None else ():
            yield Term(dots, f"{name} past {number(cap)}", where)
            paid -= dots
        if paid:
            yield Term(paid, purse.label, where)
