"""What breaks a rule, what is still open, what is worth knowing: the findings, in the order of the book."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from rules.kernel import (
    Budget,
    Cite,
    Entry,
    Finding,
    Fix,
    Level,
    Reading,
    amount,
    listed,
    nearest,
    overspent,
    unspent,
)
from rules.systems.hprpg.creation import FREE_PICK, Gift, archetype, free_picks, gifts, options, traits
from rules.systems.hprpg.entries import Archetype, Feature, Personality, Species, Spell, Trait
from rules.systems.hprpg.game import NATURES, TYPES, cite, hprpg

CAP = 3
ARCHETYPE_ABILITY_CAP = 4

CHOICES: tuple[tuple[str, type[Entry], Cite, str], ...] = (
    (
        "species",
        Species,
        cite("2", 6),
        "A species says what you look like and how the wizarding world sees you.",
    ),
    (
        "personality",
        Personality,
        cite("3", 7),
        "It gives two dots, a house, and the way your Fortitude returns.",
    ),
    ("archetype", Archetype, cite("4", 12), "It gives dots and three abilities nobody else has."),
)


@hprpg.rule
def identity(c: Reading, budgets: Mapping[str, Budget]) -> Iterable[Finding]:
    """Everybody has a species, a personality and an archetype, from the books in play (chapters 2 to 4)."""
    for key, shape, where, why in CHOICES:
        picked = c.build.picks.get(key)
        if not picked:
            yield Finding(
                f"{key}-missing",
                Level.WARNING,
                f"No {key} chosen yet.",
                where,
                hint=why,
                at=f"picks.{key}",
            )
        elif (entry := c.chosen(shape, key)) is None:
            yield unknown(c, key, shape, str(picked), where)
        elif entry.retired:
            yield retired(entry, f"picks.{key}")


def retired(entry: Entry, at: str) -> Finding:
    """A pick that has left its book since: it still counts."""
    return Finding(
        "entry-retired",
        Level.NOTE,
        f"{entry.name} is no longer in the book.",
        entry.cite,
        hint="It counts as it did; nobody new can choose it.",
        at=at,
    )


def unknown(c: Reading, key: str, shape: type[Entry], picked: str, where: Cite) -> Finding:
    """A pick that no book in play knows; the nearest name is offered as the fix."""
    likely = nearest(picked, c.rulebook.all(shape))
    entry = c.rulebook.find(shape, likely) if likely else None
    return Finding(
        f"{key}-unknown",
        Level.ERROR,
        f"No {key} in these books is called {listed([picked])}.",
        where,
        hint=f"Did you mean {entry.name}?" if entry else f"Choose another {key}; your choice is kept until you do.",
        at=f"picks.{key}",
        fixes=(Fix(f"Choose {entry.name}", f"picks.{key}", entry.key),) if entry else (),
    )


@hprpg.rule
def free_dots(c: Reading, budgets: Mapping[str, Budget]) -> Iterable[Finding]:
    """Each granted dot with a choice lands somewhere it may (chapters 3 and 4, H-14, H-15)."""
    wanted: set[str] = set()
    for gift in c.once(gifts):
        if gift.grant.pick:
            wanted.add(gift.grant.pick)
            yield from _free_dot(c, gift)
    for key in sorted(free_picks(c.rulebook) - wanted):
        if c.build.picks.get(key):
            owner = "personality" if key == FREE_PICK else "archetype"
            yield Finding(
                f"{owner}-dot-on-nothing",
                Level.WARNING,
                f"A free dot is put on {listed([str(c.build.picks[key])])}, but this {owner} gives none there.",
                cite("3", 7) if owner == "personality" else cite("4", 12),
                hint="It counts for nothing; take it back, or choose who gives one.",
                at=f"picks.{key}",
                fixes=(Fix("Take the dot back", f"picks.{key}", None),),
            )


def _free_dot(c: Reading, gift: Gift) -> Iterable[Finding]:
    source, grant, landed_on = gift
    picked = c.build.picks.get(grant.pick)
    at = f"picks.{grant.pick}"
    if not picked:
        yield Finding(
            f"{grant.pick}-missing",
            Level.WARNING,
            f"{source.name} gives {amount(grant.dots, 'dot')} that you have not placed yet.",
            source.cite,
            hint="Pick where it goes.",
            at=at,
        )
    elif not landed_on:
        offered = options(c, grant)
        names = [found[key].name for key in offered if key in (found := traits(c))]
        yield Finding(
            f"{grant.pick}-not-offered",
            Level.ERROR,
            f"{source.name} cannot put a dot on {listed([str(picked)])}.",
            source.cite,
            hint=f"Choose one of {listed(names, 6)}.",
            at=at,
        )


@hprpg.rule
def rows_differ(c: Reading, budgets: Mapping[str, Budget]) -> Iterable[Finding]:
    """No two rows of an archetype's table land on one capability (chapter 4, H-15)."""
    found = archetype(c)
    if not found or c.setting("rows_may_repeat"):
        return
    known = traits(c)
    seen: dict[str, tuple[int, str]] = {}
    rows = [gift for gift in c.once(gifts) if gift.source is found]
    for row, (_, grant, key) in enumerate(rows, 1):
        earlier, pick = seen.get(key, (0, ""))
        if earlier and (grant.pick or pick):
            name = known[key].name if key in known else key
            yield Finding(
                "archetype-rows-alike",
                Level.ERROR,
                f"Rows {earlier} and {row} of the {found.name}'s table both land on {name}.",
                cite("4", found.page, "H-15"),
                hint="Choose something else in one of them.",
                at=f"picks.{grant.pick or pick}",
                values=MappingProxyType({"rows": (earlier, row), "capability": key}),
            )
        elif key:
            seen[key] = (row, grant.pick)


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
            )
        elif len(order) < len(names):
            yield Finding(
                f"{rank}-unranked",
                Level.WARNING,
                f"Your {rank} are not ranked yet, so each kind has the fewest dots.",
                where,
                hint="Put first what matters most to this character.",
                at=f"ranks.{rank}",
            )


@hprpg.rule
def purchases(c: Reading, budgets: Mapping[str, Budget]) -> Iterable[Finding]:
    """Caps on what is bought, and on what comes out (4.1, 5.1, 5.2, 5.3, 7.1)."""
    limit = c.number("rating_limit")
    creating = c.table.stage == "creation"
    caps = {"aspect": CAP, "ability": CAP, "affinity": c.number("affinity_cap")}
    safe = min(limit, CAP, ARCHETYPE_ABILITY_CAP, c.number("affinity_cap"))
    scores, figures = c.build.scores, c.figures()
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
        elif rating > limit:
            yield _too_high(trait, rating, limit, bought)


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
        f"{trait.name} has {amount(bought, 'dot')} bought; {amount(cap, 'dot')} is the most at creation.",
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


def _too_high(trait: Trait, rating: int, limit: int, bought: int) -> Finding:
    over = rating - limit
    return Finding(
        "rating-too-high",
        Level.ERROR,
        f"{trait.name} comes to {rating}; nobody keeps more than {limit}.",
        cite("5.1", 20, "H-09"),
        hint=f"Take {amount(over, 'dot')} back, or choose other gifts.",
        at=f"scores.{trait.key}",
        fixes=_fix_down(trait, bought, over),
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
            f"{trait.name} belongs to the {name} alone.",
            cite("4.1", 12),
            hint=f"Take the dots back, or become a {name}.",
            at=f"scores.{key}",
            fixes=(Fix(f"Clear {trait.name}", f"scores.{key}", None),),
        )


@hprpg.rule
def budget_lines(c: Reading, budgets: Mapping[str, Budget]) -> Iterable[Finding]:
    """No budget is overspent; what is left is a warning (5.2, 5.3, H-16)."""
    approved = c.table.stage == "advancement" and c.table.baseline is not None
    for budget in budgets.values():
        for finding in overspent(budget):
            # What was approved is never given back, so no single dot taken back would mend it (H-12).
            yield replace(finding, fixes=()) if approved else finding
        if budget.key != "archetype-abilities" or archetype(c):
            yield from unspent(budget)


@hprpg.rule
def never_given_back(c: Reading, budgets: Mapping[str, Budget]) -> Iterable[Finding]:
    """In advancement no dot of the approved baseline is given back (H-12)."""
    baseline = c.table.baseline
    if c.table.stage != "advancement" or baseline is None:
        return
    for key, trait in traits(c).items():
        had, has = max(0, baseline.scores.get(key, 0)), c.bought(key)
        if has < had:
            yield Finding(
                "below-baseline",
                Level.ERROR,
                f"{trait.name} had {amount(had, 'dot')} bought when it was approved and has {has} now.",
                cite("4", 12, "H-12"),
                hint="Dots are never given back in advancement.",
                at=f"scores.{key}",
                fixes=(Fix(f"Put {trait.name} back", f"scores.{key}", had),),
            )


@hprpg.rule
def feats(c: Reading, budgets: Mapping[str, Budget]) -> Iterable[Finding]:
    """Feats are of the character's archetype, and none at creation unless the game master allows (4.2, H-13)."""
    picked = c.picked("feats")
    found = archetype(c)
    known = [(key, c.rulebook.find(Feature, key)) for key in picked]
    yield from _unknown_ticks("feats", "feat", [key for key, feat in known if feat is None], cite("4.2", 12))
    yield from (retired(feat, f"picks.feats.{key}") for key, feat in known if feat and feat.retired)
    for key, feat in known:
        if feat and (found is None or feat.archetype != found.key):
            owner = c.rulebook.find(Archetype, feat.archetype)
            yield Finding(
                "feat-of-another-archetype",
                Level.ERROR,
                f"{feat.name} is a feat of the {owner.name if owner else feat.archetype}.",
                cite("4.2", 12, "H-13"),
                hint="Choose feats of your own archetype.",
                at=f"picks.feats.{key}",
                fixes=(Fix(f"Give up {feat.name}", f"picks.feats.{key}", False),),
            )
    allowed = c.number("starting_feats")
    if c.table.stage == "creation" and len(picked) > allowed:
        yield Finding(
            "feats-too-many",
            Level.ERROR,
            f"{amount(len(picked), 'feat').capitalize()} chosen, {allowed or 'none'} allowed at creation.",
            cite("4.2", 12, "H-13"),
            hint="Feats come with play; your game master may allow some from the start.",
            at="picks.feats",
            fixes=_single_feat(known) if len(picked) - allowed == 1 else (),
            values=MappingProxyType({"allowed": allowed, "chosen": len(picked)}),
        )


def _single_feat(known: Sequence[tuple[str, Feature | None]]) -> tuple[Fix, ...]:
    return tuple(Fix(f"Give up {feat.name}", f"picks.feats.{key}", False) for key, feat in known if feat)


@hprpg.rule
def spells(c: Reading, budgets: Mapping[str, Budget]) -> Iterable[Finding]:
    """A known spell exists, and wants a dot in its discipline (8.1, H-17)."""
    known = [(key, c.rulebook.find(Spell, key)) for key in c.picked("spells")]
    yield from _unknown_ticks("spells", "spell", [key for key, spell in known if spell is None], cite("8.1", 36))
    yield from (retired(spell, f"picks.spells.{key}") for key, spell in known if spell and spell.retired)
    if not c.setting("known_spells_need_affinity"):
        return
    for key, spell in known:
        discipline = traits(c).get(spell.discipline) if spell else None
        if spell and discipline and c[discipline.key] < 1:
            yield Finding(
                "spell-without-affinity",
                Level.WARNING,
                f"{spell.name} is {discipline.name} magic, and you have no dot there.",
                cite("8.1", 36, "H-17"),
                hint=f"You manage its Nihil form; a dot of {discipline.name} opens Primus.",
                at=f"picks.spells.{key}",
            )


def _unknown_ticks(path: str, noun: str, keys: Sequence[str], where: Cite) -> Iterable[Finding]:
    if not keys:
        return
    yield Finding(
        f"{path}-unknown",
        Level.ERROR,
        f"No {noun} in these books is called {listed(keys)}.",
        where,
        hint="Kept as written; it does nothing. Take it off the list or add the book that has it.",
        at=f"picks.{path}",
    )
