"""Chapters 2 to 5: who you are gives dots, and what you buy comes on top."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from rules.kernel import Cite, Entry, Formula, Grant, Item, Origin, Reading, Rulebook, Term, derived, kind_of, on_list
from rules.systems.hprpg.entries import Archetype, Personality, Species, Trait
from rules.systems.hprpg.game import cite, hprpg
from rules.systems.hprpg.turning import WHERE, own_abilities, teacher

FREE_PICK = "personality-dot"
MUGGLE = "human-muggle"
NO_MAGIC = "Muggles can't cast spells in this campaign."

EVERYONE = Term(1, "base", cite("5.2", 20), Origin.BASE)
TRAINED = Term(1, "from the archetype", cite("4.1", 12), Origin.BASE)


def archetype(c: Reading) -> Archetype | None:
    return c.chosen(Archetype, "archetype")


def personality(c: Reading) -> Personality | None:
    return c.chosen(Personality, "personality")


def species(c: Reading) -> Species | None:
    return c.chosen(Species, "species")


def traits(c: Reading) -> dict[str, Trait]:
    """Everything this character has a rating in, by key: the three own abilities are the archetype's."""
    return traits_of(c.rulebook, c.memo(own_abilities))


@derived
def traits_of(rulebook: Rulebook, own: tuple[str, ...]) -> dict[str, Trait]:
    """Everything a character with these abilities of an archetype has a rating in."""
    return {
        key: trait for key, trait in rulebook.all(Trait).items() if trait.category != "archetype-ability" or key in own
    }


@derived
def resolve(rulebook: Rulebook, options: tuple[str, ...], own: tuple[str, ...]) -> tuple[str, ...]:
    """The keys that a grant's options stand for: `group:knowledge` is the ten knowledge abilities (H-14)."""
    found: dict[str, None] = {}
    for option in options:
        group = option.removeprefix("group:")
        if group == option:
            found[option] = None
            continue
        for key, trait in traits_of(rulebook, own).items():
            ability = trait.category in ("ability", "archetype-ability")
            of_type = trait.category == "ability" and trait.type == group
            if trait.category == group or of_type or (group == "ability" and ability):
                found[key] = None
    return tuple(found)


@derived
def free_picks(rulebook: Rulebook) -> Mapping[str, str]:
    """The keys under which a free dot of any entry is placed, and which choice gives it: `species`, `personality`…"""
    givers: tuple[Species | Personality | Archetype, ...] = (
        *rulebook.all(Species).values(),
        *rulebook.all(Personality).values(),
        *rulebook.all(Archetype).values(),
    )
    return {grant.pick: kind_of(type(giver)) for giver in givers for grant in giver.grants if grant.pick}


def options(c: Reading, grant: Grant) -> tuple[str, ...]:
    """What a grant may be put on, for this character."""
    offered = offers(grant, c.setting("free_fields") == "suggested")
    return resolve(c.rulebook, offered, c.memo(own_abilities))


def offers(grant: Grant, suggested_only: bool) -> tuple[str, ...]:
    """The options of a grant: all, or where a table keeps to them the fields that the book names (H-14)."""
    return grant.suggested if suggested_only and grant.pick == FREE_PICK and grant.suggested else grant.options


def landed(c: Reading, grant: Grant) -> str:
    """The capability a grant lands on: its only option, or what was picked if that is offered; else ""."""
    if not grant.pick:
        return grant.options[0]
    picked = c.pick(grant.pick)
    return picked if picked in options(c, grant) else ""


class Gift(NamedTuple):
    """One grant of species, personality or archetype, and the capability it landed on ("" for none yet)."""

    source: Species | Personality | Archetype
    grant: Grant
    key: str


def gifts(c: Reading) -> tuple[Gift, ...]:
    """Every grant this character has, in the order of the book; rows of an archetype stay as learned (H-25)."""
    sources = [source for source in (species(c), personality(c), teacher(c)) if source]
    return tuple(Gift(source, grant, landed(c, grant)) for source in sources for grant in source.grants)


def muggle(c: Reading) -> bool:
    """Whether somebody is a Muggle of chapter 1 (H-31)."""
    found = species(c)
    return found is not None and found.key == MUGGLE


def forbidden(c: Reading) -> bool:
    """Whether this table keeps magic from a Muggle (1, H-31)."""
    return c.setting("muggle_magic") == "forbidden" and muggle(c)


@hprpg.holding
def had(c: Reading) -> Iterable[Entry | None]:
    """What has dots that were bought or placed, and gear of a book."""
    placed = {gift.key for gift in c.memo(gifts) if gift.grant.pick}
    yield from (trait for key, trait in c.memo(traits).items() if c.bought(key) or key in placed)
    yield from on_list(c, Item, "gear")


def granted(c: Reading) -> dict[str, tuple[Term, ...]]:
    """The dots that species, personality and archetype give, by capability."""
    given: dict[str, tuple[Term, ...]] = {}
    own = archetype(c)
    for source, grant, key in c.memo(gifts):
        if key:
            path = f"picks.{grant.pick}" if grant.pick else ""
            where = WHERE if isinstance(source, Archetype) and source is not own else source.cite
            term = Term(grant.dots, source.name, where, Origin.GRANTED, path=path)
            given[key] = (*given.get(key, ()), term)
    return given


@hprpg.family
def ratings(c: Reading) -> Mapping[str, Formula]:
    """Every rating (5.1): what everyone has, what is granted, what is bought."""
    return _formulas(c.rulebook, c.memo(own_abilities))


@derived
def _formulas(rulebook: Rulebook, own: tuple[str, ...]) -> dict[str, Formula]:
    return {key: _rating(trait) for key, trait in traits_of(rulebook, own).items()}


def _rating(trait: Trait) -> Formula:
    key = trait.key
    base = {"aspect": (EVERYONE,), "archetype-ability": (TRAINED,)}.get(trait.category, ())
    bought_at = buying(trait)

    def rule(c: Reading) -> Iterable[Term]:
        yield from base
        yield from c.memo(granted).get(key, ())
        yield from c.bought_line(key, "bought", bought_at)

    def needs(c: Reading) -> tuple[tuple[Term, ...], int]:
        return c.memo(granted).get(key, ()), c.build.scores.get(key, 0)

    return Formula(key, trait.name, trait.cite, rule, needs)


def buying(trait: Trait) -> Cite:
    """Where the handbook says how dots of this kind are bought."""
    return {
        "aspect": cite("5.2", 20),
        "ability": cite("5.3", 22),
        "archetype-ability": cite("4.1", 12),
        "affinity": cite("7.1", 34, "H-02"),
    }[trait.category]


@hprpg.figure("passive-perception", "Passive Perception", cite("6.8", 28))
def passive_perception(c: Reading) -> Iterable[Term]:
    yield Term(c["perception"], "Perception", cite("6.8", 28))
    yield Term(c["alertness"], "Alertness", cite("6.8", 28))


@hprpg.figure("health", "Health", cite("5.4", 22, "H-11"))
def health(c: Reading) -> Iterable[Term]:
    yield Term(c.number("health_levels"), "levels of health", cite("5.4", 22, "H-11"))


@hprpg.figure("fortitude", "Fortitude", cite("5.5", 22, "H-11"))
def fortitude(c: Reading) -> Iterable[Term]:
    yield Term(c["willpower"], "Willpower", cite("5.5", 22, "H-11"))
    bonus = c.number("fortitude_bonus")
    if bonus:
        yield Term(bonus, "house rule", cite("5.5", 22, "H-11"))
