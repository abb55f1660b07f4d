"""Findings on who somebody is: what was chosen, and where the dots of those choices land (chapters 2 to 4)."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from rules.kernel import Budget, Choice, Choices, Finding, Fix, Level, Reading, amount, instead, join_words
from rules.kernel.basics import nearest
from rules.systems.hprpg.creation import Gift, forbidden, free_picks, gifts, muggle, options, traits
from rules.systems.hprpg.entries import Archetype, Feature, Personality, Species, Spell, Trait
from rules.systems.hprpg.game import cite, hprpg
from rules.systems.hprpg.turning import teacher

NO_MUGGLE = "Muggles have no magic in this campaign"

hprpg.chooses(
    Choice("species", Species, cite("2", 6), "A species says what you look like and how the wizarding world sees you."),
    Choice(
        "personality", Personality, cite("3", 7),
        "It gives two dots, a house and what restores your Fortitude.",
    ),
    Choice("archetype", Archetype, cite("4", 12), "It gives dots and three special abilities."),
    Choices("feats", Feature, cite("4.2", 12), "feat"),
    Choices("spells", Spell, cite("8.1", 36), "spell"),
)  # fmt: skip


@hprpg.rule
def no_magic(c: Reading, budgets: Mapping[str, Budget]) -> Iterable[Finding]:
    """Muggles have little magic or none: which, nobody says (1, H-31)."""
    if not muggle(c) or c.setting("muggle_magic") == "allowed":
        return
    found, where = c.memo(traits), cite("1", 5, "H-31")
    dots = [trait for trait in found.values() if trait.category == "affinity"]
    spells = [spell for key in c.picked("spells") if (spell := c.rulebook.find(Spell, key))]
    if not c.memo(forbidden):
        if spells or any(c[trait.key] > 0 for trait in dots):
            yield Finding(
                "muggle-magic", Level.NOTE, "A Muggle with magic.", where, hint="Check with your GM.",
                at="picks.species",
            )  # fmt: skip
        return
    for trait in dots:
        if c.bought(trait.key):
            yield Finding(
                "muggle-magic", Level.ERROR, f"{trait.name} has dots. {NO_MUGGLE}.", where,
                hint="Remove the dots you bought. Granted dots stay, but cast nothing.", at=f"scores.{trait.key}",
                fixes=(Fix(f"Clear {trait.name}", f"scores.{trait.key}", None),),
            )  # fmt: skip
    for spell in spells:
        at = f"picks.spells.{spell.key}"
        yield Finding(
            "muggle-magic", Level.ERROR, f"You've memorised {spell.name}. {NO_MUGGLE}.",
            where, hint="Remove it.", at=at, fixes=(Fix(f"Remove {spell.name}", at, False),),
        )  # fmt: skip


@hprpg.rule
def free_dots(c: Reading, budgets: Mapping[str, Budget]) -> Iterable[Finding]:
    """Each granted dot with a choice lands somewhere it may (chapters 3 and 4, H-14, H-15)."""
    wanted: set[str] = set()
    for gift in c.memo(gifts):
        if gift.grant.pick:
            wanted.add(gift.grant.pick)
            yield from _free_dot(c, gift)
    giving = free_picks(c.rulebook)
    for key in sorted(giving.keys() - wanted):
        if c.build.picks.get(key):
            owner = giving[key]
            none = f"your {owner} gives none there" if c.pick(owner) else f"you have no {owner}"
            yield Finding(
                f"{owner}-dot-on-nothing",
                Level.TODO,
                f"A bonus dot is on {join_words([_named(c, key)])}, but {none}.",
                hprpg.choices[owner].cite,
                hint="It's ignored. Remove it, or choose something that grants it.",
                at=f"picks.{key}",
                fixes=(Fix("Remove the dot", f"picks.{key}", None),),
            )


def _named(c: Reading, pick: str) -> str:
    """Where a dot was put, by its name in these books, or as it stands there."""
    picked = str(c.build.picks[pick])
    trait = c.rulebook.find(Trait, picked)
    return trait.name if trait else picked


def _free_dot(c: Reading, gift: Gift) -> Iterable[Finding]:
    source, grant, landed_on = gift
    picked = c.build.picks.get(grant.pick)
    at = f"picks.{grant.pick}"
    if not picked:
        yield Finding(
            f"{grant.pick}-missing",
            Level.TODO,
            f"{source.name}: {amount(grant.dots, 'dot')} to assign.",
            source.cite,
            hint="Choose what gets them." if grant.dots > 1 else "Choose what gets it.",
            at=at,
        )
    elif not landed_on:
        offered = options(c, grant)
        names = [found[key].name for key in offered if key in (found := traits(c))]
        yield Finding(
            f"{grant.pick}-not-offered",
            Level.ERROR,
            f"{source.name} can't give a dot to {join_words([_named(c, grant.pick)])}.",
            source.cite,
            hint=f"Choose one of {join_words(names, 6)}.",
            at=at,
            fixes=() if _as_approved(c, grant.pick) else instead("the dot", nearest(str(picked), offered), at),
        )


def _as_approved(c: Reading, pick: str) -> bool:
    """Whether approval settled what stands there, so that no fix may take it."""
    return c.approved is not None and c.approved.build.picks.get(pick) == c.build.picks.get(pick)


@hprpg.rule
def rows_differ(c: Reading, budgets: Mapping[str, Budget]) -> Iterable[Finding]:
    """No two rows of an archetype's table land on one capability (chapter 4, H-15)."""
    found = teacher(c)
    if not found or c.setting("rows_may_repeat"):
        return
    known = traits(c)
    seen: dict[str, tuple[int, str]] = {}
    rows = [gift for gift in c.memo(gifts) if gift.source is found]
    for row, (_, grant, key) in enumerate(rows, 1):
        earlier, pick = seen.get(key, (0, ""))
        if earlier and (grant.pick or pick):
            name = known[key].name if key in known else key
            yield Finding(
                "archetype-rows-alike",
                Level.ERROR,
                f"Two {found.name} bonuses are on {name}.",
                cite("4", found.page, "H-15"),
                hint="Change one of them.",
                at=f"picks.{grant.pick or pick}",
                fixes=tuple(
                    Fix(f"Remove the dot of bonus {place}", f"picks.{own}", None)
                    for place, own in ((earlier, pick), (row, grant.pick))
                    if own and not _as_approved(c, own)
                ),
                values=MappingProxyType({"rows": (earlier, row), "capability": key}),
            )
        elif key:
            seen[key] = (row, grant.pick)
