"""What may be bought: 7/5/3 for aspects, 12/8/4 for abilities, and the rulings on the rest (4.1, 5.2, 5.3, 7.1).

What goes beyond a budget of creation is paid from the species' pool first (aspects only, chapter 2) and
from awarded dots second (advancement only, H-12), and each budget shows it as a line of its own. So is in
advancement what goes beyond a cap of creation, which no budget of creation sells.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.kernel import Budget, Cite, Figure, Origin, Reading, Rulebook, Term, derived, paid_out, received
from rules.kernel.kept_purchases import floors, from_creation
from rules.kernel.purchases import spent, taken
from rules.systems.hprpg.creation import forbidden, species, traits_of
from rules.systems.hprpg.entries import Feature, Trait
from rules.systems.hprpg.game import (
    ABILITY_RULES,
    ARCHETYPE_ABILITY_CAP,
    ASPECT_RULES,
    NATURES,
    TYPES,
    cite,
    hprpg,
)
from rules.systems.hprpg.purchases import creation_cap
from rules.systems.hprpg.turning import WHERE, archetype_steps, own_abilities, turning_entries

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
    rule: str = ""
    """The house rule that says what it allows."""


def purses(c: Reading) -> tuple[Purse, ...]:
    """The budgets of creation, in the order of the book."""
    ranks = c.build.ranks
    found = _purses(
        c.rulebook,
        c.memo(own_abilities),
        ranks.get("aspects", ())[:3],
        ranks.get("abilities", ())[:3],
        c.number("archetype_ability_dots"),
        0 if c.memo(forbidden) else c.number("affinity_dots"),
        tuple(c.number(key) for key in ASPECT_RULES),
        tuple(c.number(key) for key in ABILITY_RULES),
    )
    return tuple(_sourced(c, purse) for purse in found)


def _sourced(c: Reading, purse: Purse) -> Purse:
    """With the source of what it allows, where a campaign has decided on that."""
    where = c.source(purse.rule, purse.cite) if purse.rule else purse.cite
    return purse if where is purse.cite else replace(purse, cite=where, allowed=purse.allowed._replace(cite=where))


@derived
def _purses(
    rulebook: Rulebook,
    own_keys: tuple[str, ...],
    aspects: tuple[str, ...],
    abilities: tuple[str, ...],
    ability_dots: int,
    affinity_dots: int,
    aspect_dots: tuple[int, ...],
    other_dots: tuple[int, ...],
) -> tuple[Purse, ...]:
    found = tuple(traits_of(rulebook, own_keys).values())
    own = tuple(t for t in found if t.category == "archetype-ability")
    free = Term(ability_dots, "free dots", cite("4.1", 12, "H-01"))
    affinity = Term(affinity_dots, "dots at creation", cite("7.1", 34, "H-02"))
    return (
        *_ranked(aspects, "aspects", TYPES, aspect_dots, cite("5.2", 20), found, "aspect"),
        *_ranked(abilities, "abilities", NATURES, other_dots, cite("5.3", 22), found, "ability"),
        Purse("archetype-abilities", "special abilities", cite("4.1", 12, "H-01"), free, own),
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
            allowed = Term(dots[-1], "unranked", where, path=f"ranks.{rank}")
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
            (ASPECT_RULES if category == "aspect" else ABILITY_RULES)[-1 if place is None else place],
        )


def lines(c: Reading) -> dict[str, tuple[Term, ...]]:
    """What is bought from each budget of creation, a line each, before anything else pays."""
    lost = c.memo(given_up) if c.created else 0
    gone = {"archetype-abilities": (Term(lost, "lost with an archetype", WHERE),)} if lost else {}
    return {purse.key: (*spent(c, purse.key), *gone.get(purse.key, ())) for purse in c.memo(purses)}


def paid_at_creation(c: Reading) -> Mapping[str, int]:
    """The dots of each score that creation has paid for, by path; those of the first approval (H-12)."""
    if c.created is c.approved:
        return c.memo(floors)
    return {match.now.path: match.had for match in c.memo(from_creation) if match.now}


def raised(c: Reading) -> Mapping[str, tuple[int, int]]:
    """Dots bought since the first approval, by budget of creation: how many, and how many past a cap (H-12, H-28)."""
    had, found = c.memo(paid_at_creation), dict[str, tuple[int, int]]()
    traits = c.rulebook.all(Trait)
    for one, dots in c.memo(taken):
        more = dots - had.get(one.path, 0)
        if more > 0:
            past = min(more, max(0, dots - creation_cap(c, traits[one.key], dots)[0]))
            so_far, so_past = found.get(one.rule.budget, (0, 0))
            found[one.rule.budget] = (so_far + more, so_past + past)
    return found


def given_up(c: Reading) -> int:
    """Dots of creation in abilities that went with an archetype, where no other carries them (4.3, H-25)."""
    return sum(match.had for match in c.memo(from_creation) if match.now is None)


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
    if not c.effects.additions:
        return amount
    figure = Figure.of(f"{key}-allowed", "", cite("5.2", 20), [Term(amount, "", cite("5.2", 20))])
    return c.effects.added(figure, c).value


def pool_allows(c: Reading) -> int:
    """How many dots the species' pool pays for, with what effects add to it; never less than none."""
    return max(0, allowance(c, "species-pool", pool(c)))


def shares(c: Reading) -> dict[str, tuple[int, int]]:
    """For each budget of creation, how many dots the species' pool and the awards pay for."""
    left = pool_allows(c)
    advancing, approved = c.table.stage == "advancement", c.created is not None
    kept, bought = c.setting("leftover_dots") == "kept", c.memo(lines)
    paid: dict[str, tuple[int, int]] = {}
    for purse in c.memo(purses):
        allowed = allowance(c, purse.key, purse.allowed.amount)
        over = max(0, sum(term.amount for term in bought[purse.key]) - allowed)
        more, past = c.memo(raised).get(purse.key, (0, 0)) if approved else (0, 0)
        awarded = 0
        if advancing:
            awarded = past if kept else more
            if not approved:
                awarded = sum(dots for dots, _ in past_caps(c, purse).values())
            over = max(0, over - awarded)
        from_pool = min(left, over) if purse.key.startswith("aspects-") else 0
        left -= from_pool
        if advancing and (kept or not approved):
            rest = over - from_pool
            awarded += min(rest, more - past) if approved else rest
        paid[purse.key] = (from_pool, awarded)
    return paid


@hprpg.budget
def creation_budgets(c: Reading) -> Iterable[Budget]:
    """Every budget of creation, with one line per purchase."""
    paid = c.memo(shares)
    for purse in c.memo(purses):
        from_pool, awarded = paid[purse.key]
        spent = [*c.memo(lines)[purse.key]]
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
    if not pool_allows(c):
        return
    where = cite("2", 6, "H-03")
    labels = {purse.key: purse.label for purse in c.memo(purses)}
    yield Budget.of(
        "species-pool",
        "species' pool",
        where,
        allowed=[Term(pool(c), "bonus dots from the species", where)],
        spent=[Term(share[0], labels[key], where) for key, share in c.memo(shares).items() if share[0]],
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
        spent=[*_paid(c, where), *feats_bought(c), *lost_awards(c), *paid_out(c, "awarded-dots")],
        mend="ask your GM for more",
    )


def feat_price(c: Reading) -> int:
    """What a feat costs in awarded dots after creation; 0 where it is the GM's to give (4.2, H-29)."""
    price = str(c.setting("feat_price"))
    return int(price) if price.isdecimal() else 0


def lost_awards(c: Reading) -> Iterable[Term]:
    """Awarded dots that went with an ability, once it is gone: they stay spent (4.3, H-25)."""
    gone = sum(abs(step.entry.amount) for step in c.memo(archetype_steps) if step.lost not in c.memo(own_abilities))
    if gone and c.created:
        yield Term(gone, "lost with abilities", WHERE, Origin.BOUGHT)


def feats_bought(c: Reading) -> Iterable[Term]:
    """Feats gained since the first approval, where the table has a price for them (4.2, H-29).

    What went with its archetype stays spent (4.3, H-26).
    """
    price, first = feat_price(c), c.created
    if not price or first is None:
        return
    has, where = c.picked("feats"), cite("4.2", 12, "H-29")
    for key in has:
        feat = c.rulebook.find(Feature, key)
        if feat and key not in first.picked("feats"):
            yield Term(price, feat.name, where, Origin.BOUGHT, path=f"picks.feats.{key}")
    for key in feats_gone(c):
        if key not in has and (feat := c.rulebook.find(Feature, key)):
            yield Term(price, f"{feat.name}, lost with its archetype", where, Origin.BOUGHT)


def feats_gone(c: Reading) -> tuple[str, ...]:
    """The feats gained since the first approval that were approved last, or that an entry says are gone, by key."""
    first, old = c.created, c.approved
    if first is None or old is None:
        return ()
    told = (entry.more.get(FEATS) for entry in c.memo(turning_entries))
    named = [key for keys in told if isinstance(keys, list) for key in keys if isinstance(key, str)]
    return tuple(key for key in dict.fromkeys((*old.picked("feats"), *named)) if key not in first.picked("feats"))


FEATS = "feats"
"""What a change of the archetype says of the feats that go with it, for no later build shows them."""


def _paid(c: Reading, where: Cite) -> Iterable[Term]:
    """What awarded dots paid for: before anything is approved, each capability past its cap first."""
    for purse in c.memo(purses):
        paid = c.memo(shares)[purse.key][1]
        for name, (dots, cap) in past_caps(c, purse).items() if c.created is None else ():
            yield Term(dots, f"{name} past {cap}", where)
            paid -= dots
        if paid:
            yield Term(paid, purse.label, where)
