"""The numbers of a character: attributes with their price, Endurance, and the value of each kind of spell."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from rules.kernel import (
    Build,
    Cite,
    Entry,
    Formula,
    Item,
    Origin,
    Reading,
    Term,
    display_name,
    on_list,
)
from rules.kernel.basics.pairing import LineMatch, origins, paired
from rules.kernel.settled import explains_loss
from rules.systems.rough_magic.backlash import polymorphed
from rules.systems.rough_magic.entries import Attribute, Avenue, Gift, Skill, Spell
from rules.systems.rough_magic.falls import FALLEN, WHERE, endurance_taken, fallen, power, whole_endurance, word
from rules.systems.rough_magic.game import HIGHEST, POWER, cite, rough_magic

PRICES = (1, 1, 1, 2, 2, 2, 3, 3, 3, 4)
"""What each rank costs, from the first to the tenth."""
THAUMATURGY = "thaumaturgy"
GENERAL = ("creation", "mending", "protection", "summoning", "transportation")
"""Kinds of spell whose section gives two values (R-10)."""
WARDS_AND_MOVES = ("protection", "transportation")
"""Kinds of spell that the summary table rolls with Agility, whatever their section says (R-11)."""
OWN: Mapping[str, type[Entry]] = {"skills": Skill, "gifts": Gift}
"""Lists of names, and the kind of entry by which a book adds to them."""
NOUNS = {"skills": "skill", "gifts": "gift", "traits": "trait"}
"""The lists of names, and what one of each is."""
UNKNOWN = "Ask your GM what it does."
EFFECTS = ("expertise", "attribute", "armour")


def price(rank: int) -> int:
    """What a rank costs in all; ranks beyond the tenth cost as much as the tenth, so that the sum goes on."""
    rank = max(0, rank)
    return sum(PRICES[:rank]) + max(0, rank - HIGHEST) * PRICES[-1]


def raised(rank: int, points: int) -> int:
    """The rank after so many points more; what does not reach the next step is lost (R-16)."""
    while rank < HIGHEST and points >= PRICES[max(0, rank)]:
        points -= PRICES[max(0, rank)]
        rank += 1
    return rank


class Held(NamedTuple):
    """A skill, a gift or a trait."""

    kind: str
    place: int
    name: str
    expert: bool = False

    @property
    def path(self) -> str:
        return f"entries.{self.kind}.{self.place}"

    @property
    def word(self) -> str:
        """Its name as it is compared."""
        return " ".join(self.name.casefold().split())

    @property
    def label(self) -> str:
        return self.name or f"{self.kind[:-1].capitalize()} {self.place + 1}"


class Empowered(NamedTuple):
    """An object with magic in it."""

    place: int
    entry: Build
    rating: int
    permanent: bool
    name: str = ""

    @property
    def path(self) -> str:
        return f"entries.empowered.{self.place}"

    @property
    def label(self) -> str:
        return self.name or f"Object {self.place + 1}"


def held(c: Reading, kind: str) -> tuple[Held, ...]:
    """One of the lists of names, in its order."""
    return c.memo(_lists)[kind]


def _lists(c: Reading) -> Mapping[str, tuple[Held, ...]]:
    return {kind: tuple(_held(c, kind)) for kind in NOUNS}


def _held(c: Reading, kind: str) -> Iterable[Held]:
    shape = OWN.get(kind)
    for place, entry in enumerate(c.build.entries.get(kind, ())):
        yield Held(kind, place, display_name(entry, c.rulebook, shape), entry.picks.get("expertise") is True)


def meaning(c: Reading, one: Held) -> str:
    """What the book says of a skill or gift by its name; of other gifts and traits only the GM knows more."""
    shape = OWN.get(one.kind)
    known = c.rulebook.all(shape).values() if shape and one.word else ()
    found = next((entry for entry in known if entry.name.casefold() == one.word), None)
    if found:
        return found.summary
    return UNKNOWN if one.word and one.kind != "skills" else ""


def skills(c: Reading) -> tuple[Held, ...]:
    return held(c, "skills")


def kept_lists(c: Reading) -> Mapping[str, tuple[LineMatch[Held], ...]]:
    """Each approved skill, gift and trait by its name, the expert to the expert; one without a name by any it got."""
    old = c.approved
    return {kind: paired(held(old, kind) if old else (), held(c, kind), _expert, _same, _unnamed) for kind in NOUNS}


def old_lists(c: Reading) -> Mapping[str, Mapping[int, int]]:
    return {kind: origins(kept) for kind, kept in c.memo(kept_lists).items()}


def _expert(one: Held) -> int:
    return int(one.expert)


def _same(old: Held, new: Held) -> bool:
    return old.word == new.word


def _unnamed(old: Held, new: Held) -> bool:
    return not old.word


def empowered(c: Reading) -> tuple[Empowered, ...]:
    """Objects in their order; one without a rating has none yet."""
    return tuple(
        Empowered(
            place,
            entry,
            entry.scores.get("rating", 0),
            entry.picks.get("permanent") is True,
            display_name(entry, c.rulebook),
        )
        for place, entry in enumerate(c.build.entries.get("empowered", ()))
    )


class Lasting(NamedTuple):
    """What an object for good is known by: it keeps its rating and what it gives (R-24)."""

    name: str
    rating: int
    effect: str
    attribute: str

    @property
    def unnamed(self) -> "Lasting":
        """What it is known by besides its name."""
        return self._replace(name="")


def lasting(thing: Empowered) -> Lasting | None:
    """What it is known by, named or not; None for what is temporary, or has no rating yet."""
    if not (thing.permanent and thing.rating > 0):
        return None
    return Lasting(word(thing.entry.name), thing.rating, thing.entry.pick("effect"), thing.entry.pick("attribute"))


def lasting_things(c: Reading) -> tuple[Empowered, ...]:
    return tuple(thing for thing in c.memo(empowered) if lasting(thing))


def kept_things(c: Reading) -> tuple[LineMatch[Empowered], ...]:
    """Each object that was there for good at the approval, and which it is now: as it was, or named since (R-24)."""
    before = c.approved.memo(lasting_things) if c.approved else ()
    return paired(before, c.memo(lasting_things), lambda thing: thing.rating, _as_it_was, _named_since)


def _as_it_was(old: Empowered, new: Empowered) -> bool:
    return lasting(old) == lasting(new)


def _named_since(old: Empowered, new: Empowered) -> bool:
    was, now = lasting(old), lasting(new)
    return was is not None and now is not None and was == now.unnamed


def old_things(c: Reading) -> Mapping[int, int]:
    return origins(c.memo(kept_things))


def as_approved(c: Reading, thing: Empowered) -> bool:
    """Whether it was there for good at the approval, as it is."""
    return c.approved is not None and thing.place in c.memo(old_things)


def ruined(c: Reading) -> tuple[Empowered, ...]:
    """Approved objects that the ledger has called destroyed since, and that are written down still (R-24)."""
    left = list(c.table.ledger.fresh.of("destroyed")) if c.approved else []
    kept = sorted(c.memo(kept_things), key=_gone_first) if left else ()
    told = [one.now for one in kept if explains_loss(left, ("destroyed",), one.then.label, one.then.rating)]
    return tuple(thing for thing in told if thing)


def _gone_first(kept: LineMatch[Empowered]) -> tuple[bool, int]:
    """An entry is about what is gone before it is about what is there."""
    return kept.now is not None, -kept.then.rating


def skill_named(c: Reading, word: str) -> Held | None:
    """The skill of this name, however it is written; of two, the one with expertise."""
    return max((skill for skill in c.memo(skills) if skill.word == word), key=_expert, default=None)


def specialty(c: Reading) -> Avenue | None:
    """The avenue specialised in; it counts only beside Thaumaturgy (R-08)."""
    avenue = c.chosen(Avenue, "avenue")
    return avenue if avenue and skill_named(c, THAUMATURGY) else None


@rough_magic.figures(Attribute)
def attribute(entry: Attribute) -> Formula:
    """One of the five, as bought; a polymorph leaves a Power Level of 1 (Unintended Consequences)."""

    def rule(c: Reading) -> Iterable[Term]:
        rank = c.bought(entry.key)
        if rank:
            yield Term(rank, "bought", cite("Attributes 7320"), Origin.BOUGHT, path=f"scores.{entry.key}")
        stands = power(c) if entry.key == POWER else rank
        if stands != rank:
            words = "lost to magic" if fallen(c) else "bought while it was lost"
            yield Term(stands - rank, words, WHERE, Origin.TEMPORARY)
        if entry.key == POWER and stands > FALLEN and polymorphed(c) and not fallen(c):
            yield Term(FALLEN - stands, "polymorphed", cite("Unintended Consequences"), Origin.TEMPORARY)

    return Formula(entry.key, entry.name, entry.cite, rule)


@rough_magic.figure("endurance", "Endurance", cite("Endurance of a related game", "R-06"))
def endurance(c: Reading) -> Iterable[Term]:
    """What it is when whole, less what magic took of it (R-06, R-25)."""
    yield from whole_endurance(c)
    if taken := c.memo(endurance_taken):
        yield Term(-taken, "taken by magic", cite("Unintended Consequences", "R-25"), Origin.OTHER)


def attribute_of(c: Reading, spell: Spell) -> tuple[str, Cite]:
    """The attribute beside Power Level in the roll of a spell, "" where there is none, and where that is said."""
    key = spell.key
    if key in WARDS_AND_MOVES and c.setting("ward_and_move_av") == "table":
        return "agility", cite("Basics", "R-11")
    if key in GENERAL and c.setting("general_av") == "spell":
        return "", cite(spell.section, "R-10")
    if key in WARDS_AND_MOVES:
        return spell.beside, cite(spell.section, "R-11")
    return spell.beside, cite(spell.section, "R-10") if key in GENERAL else spell.cite


def av_terms(c: Reading, attribute: str, where: Cite) -> Iterable[Term]:
    """An attribute, where there is one, and Power Level."""
    for key in (attribute, POWER):
        if key:
            figure = c.figure(key)
            yield Term(figure.value, figure.label, where, Origin.BASE)


@rough_magic.figures(Spell)
def value(spell: Spell) -> Formula:
    """The action value of a kind of spell (Specifics)."""

    def rule(c: Reading) -> Iterable[Term]:
        return av_terms(c, *attribute_of(c, spell))

    return Formula(f"av-{spell.key}", f"AV: {spell.name}", spell.cite, rule)


@rough_magic.holding
def listed(c: Reading) -> Iterable[Entry]:
    """Skills, gifts and empowered objects of a book."""
    return (*on_list(c, Skill, "skills"), *on_list(c, Gift, "gifts"), *on_list(c, Item, "empowered"))
