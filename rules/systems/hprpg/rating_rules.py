"""Findings on what was bought: rankings, ratings that came out too high, budgets, and what is never refunded.

Prices and caps of creation are in `purchases.py`, the numbers in `game.py` and `rulings.py`.
"""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from rules.kernel import Budget, Finding, Fix, Level, Reading, amount, join_words, points_left
from rules.kernel.findings import NOTHING, Payment
from rules.kernel.kept_purchases import floors
from rules.kernel.purchase_findings import overspending, savings
from rules.systems.hprpg.budgets import feat_price, feats_bought, purses
from rules.systems.hprpg.creation import traits
from rules.systems.hprpg.entries import Archetype, Trait
from rules.systems.hprpg.game import ARCHETYPE_ABILITY_CAP, NATURES, TYPES, cite, hprpg
from rules.systems.hprpg.purchases import move
from rules.systems.hprpg.turning import own_abilities, root


@hprpg.rule
def ranking(c: Reading, budgets: Mapping[str, Budget]) -> Iterable[Finding]:
    """Aspect types and ability classes are ranked, each once (5.2, 5.3)."""
    for rank, names, where in (("aspects", TYPES, cite("5.2", 20)), ("abilities", NATURES, cite("5.3", 22))):
        order = c.build.ranks.get(rank, ())
        strangers = [name for name in order if name not in names]
        if strangers or len(set(order)) < len(order):
            why = f"{join_words(strangers)} isn't one of them" if strangers else "one is listed twice"
            yield Finding(
                f"{rank}-rank-wrong",
                Level.ERROR,
                f"The ranking of your {rank} isn't valid: {why}.",
                where,
                hint=f"Rank {', '.join(names[:-1])} and {names[-1]}, each once.",
                at=f"ranks.{rank}",
                fixes=(_once_each(f"ranks.{rank}", order, names),),
            )
        elif len(order) < len(names):
            yield Finding(
                f"{rank}-unranked",
                Level.TODO,
                f"Rank {'all ' if order else ''}your {rank}. Unranked ones get the fewest dots.",
                where,
                hint="Put the most important first.",
                at=f"ranks.{rank}",
            )


def _once_each(at: str, order: Sequence[str], names: Sequence[str]) -> Fix:
    """The same order without what does not belong there; what is missing comes last."""
    ranked = [*(name for name in dict.fromkeys(order) if name in names), *(n for n in names if n not in order)]
    return Fix(f"Rank {', '.join(ranked[:-1])} and {ranked[-1]}", at, ranked)


@hprpg.rule
def ratings(c: Reading, budgets: Mapping[str, Budget]) -> Iterable[Finding]:
    """Caps on what comes out, dots that were given among it (4.1, 5.1)."""
    limit, creating = c.number("rating_limit"), c.table.stage == "creation"
    safe = min(limit, ARCHETYPE_ABILITY_CAP)
    scores, figures, floor = c.build.scores, c.figures(), c.memo(floors)
    for key, trait in traits(c).items():
        bought, rating = scores.get(key, 0), figures[key].value
        if rating <= safe:
            continue
        if creating and trait.category == "archetype-ability" and rating > ARCHETYPE_ABILITY_CAP:
            yield _too_trained(trait, rating, bought)
        if rating > limit:
            yield _too_high(trait, rating, limit, bought, floor.get(f"scores.{key}", 0))


def _fix_down(trait: Trait, bought: int, over: int) -> tuple[Fix, ...]:
    if bought < over:
        return ()
    return (Fix(f"Remove {over} from {trait.name}", f"scores.{trait.key}", bought - over),)


def _too_trained(trait: Trait, rating: int, bought: int) -> Finding:
    over = rating - ARCHETYPE_ABILITY_CAP
    return Finding(
        "archetype-ability-cap",
        Level.ERROR,
        f"{trait.name} is {rating}; {ARCHETYPE_ABILITY_CAP} is the maximum for special abilities at creation.",
        cite("4.1", 12),
        hint=f"Remove {amount(over, 'dot')}.",
        at=f"scores.{trait.key}",
        fixes=_fix_down(trait, bought, over),
        values=MappingProxyType({"rating": rating, "cap": ARCHETYPE_ABILITY_CAP}),
    )


def _too_high(trait: Trait, rating: int, limit: int, bought: int, floor: int) -> Finding:
    """`floor` is what was approved: no change that mends this may go below it (H-12)."""
    over = rating - limit
    enough = bought - over >= floor
    if enough:
        hint = f"Remove {amount(over, 'dot')}, or change another bonus."
    elif floor:
        hint = "You can't remove approved dots. Change another bonus, or ask your GM."
    else:
        hint = "Removing all bought dots isn't enough. Change one of your bonuses."
    return Finding(
        "rating-too-high",
        Level.ERROR,
        f"{trait.name} is {rating}; the maximum is {limit}.",
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
        heir = _heir(c, key)
        since = c.approved is not None and c.bought(key) > c.approved.bought(key)
        yield Finding(
            "archetype-ability-foreign" if since else "ability-of-another-archetype",
            Level.ERROR,
            f"{trait.name} {f'is only for the {name}' if name else 'belongs to no archetype'}.",
            cite("4.3", 12, "H-25") if since else cite("4.1", 12),
            hint=_way_on(c, heir, name),
            at=f"scores.{key}",
            fixes=(move(c, key, heir) if heir else Fix(f"Clear {trait.name}", f"scores.{key}", None),),
        )


def _way_on(c: Reading, heir: str, archetype: str) -> str:
    """What becomes of dots in an ability of an archetype that somebody is not."""
    if heir:
        return f"Move the dots to {traits(c)[heir].name}, or change your archetype back to {archetype}."
    return f"Remove the dots, or change your archetype to {archetype}." if archetype else "Remove the dots."


def _heir(c: Reading, key: str) -> str:
    """The ability that carries the approved dots of this one by now, where it has none yet (4.3, H-25, H-26)."""
    had, like = c.memo(floors), (own for own in c.memo(own_abilities) if root(c, own) == root(c, key))
    return next((own for own in like if not c.bought(own) and had.get(f"scores.{own}") == c.bought(key)), "")


@hprpg.rule
def budget_lines(c: Reading, budgets: Mapping[str, Budget]) -> Iterable[Finding]:
    """No budget is overspent; what is left is a warning (5.2, 5.3, H-16)."""
    for budget in budgets.values():
        yield from overspending(c, budget, _taken_back)
        if budget.key != "archetype-abilities" or any(t.category == "archetype-ability" for t in traits(c).values()):
            yield from points_left(budget, kept=c.table.stage == "advancement")


def _taken_back(c: Reading, budget: Budget) -> Payment:
    """Dots removed that pay for what is over; after an approval only awarded dots come back (H-12)."""
    if c.approved is None:
        return savings(c, budget)
    if budget.key != "awarded-dots":
        return NOTHING
    had, price = c.approved.picked("feats"), feat_price(c)

    def feats(over: int) -> Iterable[Fix]:
        for term in feats_bought(c):
            if term.path and term.path.rpartition(".")[2] not in had and price >= over:
                yield Fix(f"Remove {term.label}", term.path, False)

    return savings(c, budget, feats, also=[purse.key for purse in c.memo(purses)])
