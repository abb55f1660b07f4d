"""What is wrong with what was bought: rankings, caps, budgets, and what may never be given back."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from rules.kernel import Budget, Finding, Fix, Level, Reading, amount, listed, number, overspent, paying, unspent
from rules.systems.hprpg.budgets import purses
from rules.systems.hprpg.creation import traits
from rules.systems.hprpg.entries import Archetype, Trait
from rules.systems.hprpg.game import ARCHETYPE_ABILITY_CAP, CAP, NATURES, TYPES, cite, hprpg


@hprpg.rule
def ranking(c: Reading, budgets: Mapping[str, Budget]) -> Iterable[Finding]:
    """Aspect types and ability classes are ranked, each once (5.2, 5.3)."""
    for rank, names, where in (("aspects", TYPES, cite("5.2", 20)), ("abilities", NATURES, cite("5.3", 22))):
        order = c.build.ranks.get(rank, ())
        strangers = [name for name in order if name not in names]
        if strangers or len(set(order)) < len(order):
            why = f"{listed(strangers)} is none of them" if strangers else "one stands there twice"
            yield Finding(
                f"{rank}-rank-wrong",
                Level.ERROR,
                f"The ranking of your {rank} does not work out: {why}.",
                where,
                hint=f"Rank {', '.join(names[:-1])} and {names[-1]}, each once.",
                at=f"ranks.{rank}",
                fixes=(_once_each(f"ranks.{rank}", order, names),),
            )
        elif len(order) < len(names):
            yield Finding(
                f"{rank}-unranked",
                Level.WARNING,
                f"Your {rank} are not {'all ' if order else ''}ranked yet; what has no rank has the fewest dots.",
                where,
                hint="Put first what matters most to this character.",
                at=f"ranks.{rank}",
            )


def _once_each(at: str, order: Sequence[str], names: Sequence[str]) -> Fix:
    """The same order without what does not belong there; what is missing comes last."""
    ranked = [*(name for name in dict.fromkeys(order) if name in names), *(n for n in names if n not in order)]
    return Fix(f"Rank {', '.join(ranked[:-1])} and {ranked[-1]}", at, ranked)


@hprpg.rule
def purchases(c: Reading, budgets: Mapping[str, Budget]) -> Iterable[Finding]:
    """Caps on what is bought, and on what comes out (4.1, 5.1, 5.2, 5.3, 7.1)."""
    limit = c.number("rating_limit")
    creating = c.table.stage == "creation"
    caps = {"aspect": CAP, "ability": CAP, "affinity": c.number("affinity_cap")}
    safe = min(limit, CAP, ARCHETYPE_ABILITY_CAP, c.number("affinity_cap"))
    scores, figures, floor = c.build.scores, c.figures(), approved(c)
    for key, trait in traits(c).items():
        bought, rating = scores.get(key, 0), figures[key].value
        if 0 <= bought <= rating <= safe:
            continue
        if bought < 0:
            yield _negative(key, trait, bought)
        cap = caps.get(trait.category)
        if creating and cap is not None and bought > cap:
            yield _capped(trait, bought, cap)
        elif creating and cap is None and rating > ARCHETYPE_ABILITY_CAP:
            yield _too_trained(trait, rating, bought)
        if rating > limit:
            yield _too_high(trait, rating, limit, bought, floor.get(key, 0))


def one(name: str) -> str:
    """A name with its article: a Warrior, an Auror."""
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def _fix_down(trait: Trait, bought: int, over: int) -> tuple[Fix, ...]:
    if bought < over:
        return ()
    return (Fix(f"Take {amount(over, 'dot')} from {trait.name}", f"scores.{trait.key}", bought - over),)


def _negative(key: str, trait: Trait, bought: int) -> Finding:
    return Finding(
        "negative-dots",
        Level.ERROR,
        f"{trait.name} has {bought:,} dots bought; nobody sells dots back.",
        cite("5.1", 20),
        hint="Set it to none.",
        at=f"scores.{key}",
        fixes=(Fix(f"Clear {trait.name}", f"scores.{key}", None),),
    )


def _capped(trait: Trait, bought: int, cap: int) -> Finding:
    where = {"aspect": cite("5.2", 20, "H-10"), "ability": cite("5.3", 22, "H-10")}
    return Finding(
        f"{trait.category}-cap",
        Level.ERROR,
        f"{trait.name} has {amount(bought, 'dot')} bought; {number(cap)} is the most at creation.",
        where.get(trait.category, cite("7.1", 34, "H-02")),
        hint=f"Take {amount(bought - cap, 'dot')} back. Gifts of personality and archetype come on top.",
        at=f"scores.{trait.key}",
        fixes=_fix_down(trait, bought, bought - cap),
        values=MappingProxyType({"bought": bought, "cap": cap}),
    )


def _too_trained(trait: Trait, rating: int, bought: int) -> Finding:
    over = rating - ARCHETYPE_ABILITY_CAP
    return Finding(
        "archetype-ability-cap",
        Level.ERROR,
        f"{trait.name} is at {rating}; an archetype ability starts at four dots at most.",
        cite("4.1", 12),
        hint=f"Take {amount(over, 'dot')} back.",
        at=f"scores.{trait.key}",
        fixes=_fix_down(trait, bought, over),
        values=MappingProxyType({"rating": rating, "cap": ARCHETYPE_ABILITY_CAP}),
    )


def _too_high(trait: Trait, rating: int, limit: int, bought: int, floor: int) -> Finding:
    """`floor` is what was approved: no change that mends this may go below it (H-12)."""
    over = rating - limit
    enough = bought - over >= floor
    if enough:
        hint = f"Take {amount(over, 'dot')} back, or choose other gifts."
    elif floor:
        hint = "Dots that were approved are never given back: choose other gifts, or ask your game master."
    else:
        hint = "Choose other gifts: giving back all that was bought would not be enough."
    return Finding(
        "rating-too-high",
        Level.ERROR,
        f"{trait.name} comes to {rating}; nobody keeps more than {limit}.",
        cite("5.1", 20, "H-09"),
        hint=hint,
        at=f"scores.{trait.key}",
        fixes=_fix_down(trait, bought, over) if enough else (),
        values=MappingProxyType({"rating": rating, "limit": limit}),
    )


@hprpg.rule
def foreign_abilities(c: Reading, budgets: Mapping[str, Budget]) -> Iterable[Finding]:
    """Dots in an ability that belongs to another archetype (4.1)."""
    own = traits(c)
    everything = c.rulebook.all(Trait)
    for key in sorted(c.build.scores):
        trait = everything.get(key)
        if trait is None or key in own or not c.build.scores[key]:
            continue
        owner = c.rulebook.find(Archetype, trait.archetype)
        name = owner.name if owner else trait.archetype
        yield Finding(
            "ability-of-another-archetype",
            Level.ERROR,
            f"{trait.name} belongs to {f'the {name} alone' if name else 'no archetype'}.",
            cite("4.1", 12),
            hint=f"Take the dots back, or become {one(name)}." if name else "Take the dots back.",
            at=f"scores.{key}",
            fixes=(Fix(f"Clear {trait.name}", f"scores.{key}", None),),
        )


@hprpg.rule
def budget_lines(c: Reading, budgets: Mapping[str, Budget]) -> Iterable[Finding]:
    """No budget is overspent; what is left is a warning (5.2, 5.3, H-16)."""
    approved = c.table.stage == "advancement" and c.table.baseline is not None
    for budget in budgets.values():
        for finding in overspent(budget):
            # What was approved is never given back, so nothing mends what that has spent (H-12).
            since = _bought_since(c, budget.over) if budget.key == "awarded-dots" else ()
            yield replace(finding, fixes=since) if approved else finding
        if budget.key != "archetype-abilities" or any(t.category == "archetype-ability" for t in traits(c).values()):
            yield from unspent(budget)


def _bought_since(c: Reading, over: int) -> tuple[Fix, ...]:
    """Dots taken back of what was bought since the approval (H-12)."""
    floor = approved(c)

    def taken(much: int) -> Iterable[Fix]:
        for trait in (trait for purse in c.once(purses) for trait in purse.traits):
            if c.bought(trait.key) - much >= floor.get(trait.key, 0):
                yield from _fix_down(trait, c.bought(trait.key), much)

    return paying(over, taken)


def approved(c: Reading) -> Mapping[str, int]:
    """What was bought of each score when it was approved; nothing before that, and at creation (H-12)."""
    baseline = c.table.baseline
    if c.table.stage != "advancement" or baseline is None:
        return {}
    return {key: bought for key, bought in baseline.scores.items() if bought > 0}


@hprpg.rule
def never_given_back(c: Reading, budgets: Mapping[str, Budget]) -> Iterable[Finding]:
    """In advancement no dot of the approved baseline is given back (H-12)."""
    known = traits(c)
    for key, had in approved(c).items():
        has, trait = c.bought(key), known.get(key)
        if trait and has < had:
            yield Finding(
                "below-baseline",
                Level.ERROR,
                f"{trait.name} had {amount(had, 'dot')} bought when it was approved and has {has} now.",
                cite("4", 12, "H-12"),
                hint="Dots are never given back in advancement.",
                at=f"scores.{key}",
                fixes=(Fix(f"Put {trait.name} back", f"scores.{key}", had),),
            )
