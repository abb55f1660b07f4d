"""What a character is made of: abilities and what follows from them, backgrounds, values, bonds, ancestry."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from rules.kernel import Build, Cite, Entry, Formula, Item, Origin, Reading, Rulebook, Term, derived, on_list, remember
from rules.kernel.basics import WRITTEN
from rules.systems.forge.entries import Ability, Ancestry, Background
from rules.systems.forge.game import ABILITIES, FACES, FATE, LEAST, SLOTS, cite, forge

POOLS = {"momentum": "brawn", "focus": "cunning"}
"""Defence pools whose formulas are in no source, and the ability that feeds each by symmetry (F-05)."""


# Abilities


@forge.figures(Ability)
def ability(entry: Ability) -> Formula:
    """Agility, brawn, cunning."""
    first = Term(LEAST, "base", cite("abilities.html"), Origin.BASE)

    def rule(c: Reading) -> Iterable[Term]:
        yield first
        more = score_of(c.build, entry.key) - LEAST
        if more:
            yield Term(more, "bought", cite("abilities.html"), Origin.BOUGHT, path=f"scores.{entry.key}")

    return Formula(entry.key, entry.name, entry.cite, rule)


def score_of(build: Build, ability: str) -> int:
    """An ability as it is written down; one where nothing is."""
    return build.scores.get(ability, LEAST)


# Ancestry


def ancestries(c: Reading) -> tuple[Ancestry, ...]:
    """The ancestry, or the two different ones that a mixed character has; () where there is none (F-06)."""
    found = c.chosen(Ancestry, "ancestry")
    if found is None:
        return ()
    if not found.mixed:
        return (found,)
    halves = (c.chosen(Ancestry, key) for key in HALVES)
    return tuple(dict.fromkeys(half for half in halves if half and not half.mixed))


HALVES = ("ancestry-first", "ancestry-second")


SHIFTED = {"speed": "speed", "melee-threat": "threat", "stress-tolerance": "tolerance"}
"""The figures that an ancestry changes, and what of it does."""


def _from_ancestry(c: Reading, what: str) -> Iterable[Term]:
    """What the ancestries change about a number, where the table wants that (F-06)."""
    if not c.setting("ancestry_effects"):
        return
    for ancestry in c.memo(ancestries):
        amount = getattr(ancestry, what)
        if amount:
            yield Term(amount, ancestry.name, cite("ancestry.html", "F-06"), Origin.GRANTED, path="picks.ancestry")


# What follows from the abilities


def _of(c: Reading, ability: str, times: int = 1) -> Term:
    figure = c.figure(ability)
    words = figure.label if times == 1 else f"{times} × {figure.label} {figure.value}"
    return Term(figure.value * times, words, figure.cite, Origin.BASE)


@forge.figure("poise", "Poise", cite("abilities.html"))
def poise(c: Reading) -> Iterable[Term]:
    """Five, and five for each point of agility."""
    yield Term(5, "base", cite("abilities.html"), Origin.BASE)
    yield _of(c, "agility", 5)


@forge.family
def guessed(c: Reading) -> Mapping[str, Formula]:
    """Momentum and focus: as the player wrote them, or like poise where the table guesses so (F-05)."""
    alike = c.setting("momentum_focus") == "same_as_poise"
    return {key: _pool(key, ability) for key, ability in POOLS.items() if alike or key in c.build.scores}


@lru_cache(maxsize=8)
def _pool(key: str, ability: str) -> Formula:
    where = cite("abilities.html", "F-05")

    def rule(c: Reading) -> Iterable[Term]:
        written = c.build.scores.get(key)
        if written is not None:
            yield Term(written, "entered by hand", where, Origin.BOUGHT, path=f"scores.{key}")
            return
        yield Term(5, "house rule", where, Origin.BASE)
        yield _of(c, ability, 5)._replace(cite=where)

    return Formula(key, key.capitalize(), where, rule)


@forge.figure("speed", "Speed", cite("abilities.html"))
def speed(c: Reading) -> Iterable[Term]:
    """As high as agility, and what the ancestry changes."""
    yield _of(c, "agility")
    yield from _from_ancestry(c, "speed")


@forge.figure("threat", "Threat", cite("abilities.html"))
def threat(c: Reading) -> Iterable[Term]:
    """What agility adds to every attack."""
    yield _of(c, "agility")


@forge.figure("melee-threat", "Melee threat", cite("abilities.html"))
def melee_threat(c: Reading) -> Iterable[Term]:
    """The same, and what the ancestry adds."""
    yield Term(c["threat"], "Threat", cite("abilities.html"), Origin.BASE)
    yield from _from_ancestry(c, "threat")


@forge.figure("carrying-capacity", "Carrying capacity", cite("equipment.html"))
def capacity(c: Reading) -> Iterable[Term]:
    """In bulk."""
    yield Term(5, "base", cite("equipment.html"), Origin.BASE)
    yield _of(c, "brawn", 3)


@forge.figure("encumbered-limit", "Maximum load", cite("equipment.html"))
def encumbered_limit(c: Reading) -> Iterable[Term]:
    """Twice the capacity."""
    yield Term(2 * c["carrying-capacity"], "double capacity", cite("equipment.html"), Origin.BASE)


@forge.figure("running-jump", "Running jump, in paces", cite("exploration.html"))
def running_jump(c: Reading) -> Iterable[Term]:
    """One pace, and one for each point of brawn."""
    yield Term(1, "base", cite("exploration.html"), Origin.BASE)
    yield _of(c, "brawn")


@forge.figure("standing-jump", "Standing jump, in half paces", cite("exploration.html"))
def standing_jump(c: Reading) -> Iterable[Term]:
    """Half as far as with a run."""
    yield Term(c["running-jump"], "half of a running jump", cite("exploration.html"), Origin.BASE)


@forge.figure("high-jump", "High jump, in feet", cite("exploration.html"))
def high_jump(c: Reading) -> Iterable[Term]:
    """As many feet as brawn."""
    yield _of(c, "brawn")


@forge.figure("fate-points", "Maximum fate points", cite("fate.html"))
def fate_points(c: Reading) -> Iterable[Term]:
    yield Term(FATE, "maximum", cite("fate.html"), Origin.BASE)


# Stress


def thresholds(c: Reading) -> tuple[int, ...]:
    """The totals that bring an affliction, as the table has set them."""
    return tuple(int(part) for part in str(c.setting("affliction_thresholds")).split(","))


@forge.figure("stress-tolerance", "Stress tolerance change", cite("ancestry.html"))
def tolerance(c: Reading) -> Iterable[Term]:
    """What the ancestry changes; what it changes is defined nowhere (F-09)."""
    yield from _from_ancestry(c, "tolerance")


@forge.family
def afflictions(c: Reading) -> Mapping[str, Formula]:
    """The totals of stress that bring the first affliction and the second."""
    return {f"affliction-{n}": _threshold(n) for n in range(1, len(c.memo(thresholds)) + 1)}


@lru_cache(maxsize=8)
def _threshold(number: int) -> Formula:
    def rule(c: Reading) -> Iterable[Term]:
        own = c.setting("affliction_thresholds") != forge.settings["affliction_thresholds"].default
        where = cite("stress.html", "F-09" if own else "")
        yield Term(c.memo(thresholds)[number - 1], "total stress", where, Origin.BASE)
        shift = c["stress-tolerance"]
        if shift:
            counted = bool(c.setting("tolerance_shifts_thresholds"))
            yield Term(shift, "stress tolerance", cite("ancestry.html", "F-09"), Origin.GRANTED, counted)

    words = ("First", "Second")[number - 1]
    return Formula(f"affliction-{number}", f"{words} affliction", cite("stress.html"), rule)


# Backgrounds


class Past(NamedTuple):
    """A background: its place, its name ("" for a blank), the die it comes from (0 for none), its row if known."""

    place: int
    name: str
    die: int
    row: Background | None

    @property
    def path(self) -> str:
        return f"entries.backgrounds.{self.place}"

    @property
    def label(self) -> str:
        return self.name or f"Background {self.place + 1}"


@derived
def rows(rulebook: Rulebook) -> Mapping[int, Background]:
    """The rows that a d20 finds, by their number: that of the later book, and one that has left its book only where
    no other has its number. No die finds what an old book has beyond its faces."""
    every = sorted(rulebook.all(Background).values(), key=lambda row: not row.retired)
    return {row.roll: row for row in every if 1 <= row.roll <= FACES}


@derived
def _by_name(rulebook: Rulebook) -> Mapping[str, Background]:
    return {row.name.casefold(): row for row in rulebook.all(Background).values()}


def backgrounds(c: Reading) -> tuple[Past, ...]:
    """Each place of the list: the words written there, else the row picked there, else what its die says (F-03)."""
    written = c.build.entries.get("backgrounds", ())
    dice = c.build.rolls.get("backgrounds", ())[:SLOTS]
    known, named = rows(c.rulebook), _by_name(c.rulebook)
    found = []
    for place in range(max(len(written), len(dice))):
        entry = written[place] if place < len(written) else None
        die = dice[place] if place < len(dice) and 1 <= dice[place] <= FACES else 0
        name = entry.name.strip() if entry else ""
        picked = c.rulebook.find(Background, entry.pick("row")) if entry else None
        row = named.get(name.casefold()) if name else picked or (known.get(die) if die else None)
        found.append(Past(place, row.name if row else name, die, row))
    return tuple(found)


@forge.holding
def had(c: Reading) -> Iterable[Entry | None]:
    """The backgrounds of the table, the halves of a mixed ancestry, and what is owned."""
    return (*(past.row for past in c.memo(backgrounds)), *c.memo(ancestries), *on_list(c, Item, "possessions"))


# Values and bonds


class Value(NamedTuple):
    """A personal value: its place, its name ("" for a blank), its number (None for a blank)."""

    place: int
    name: str
    rating: int | None

    @property
    def key(self) -> str:
        return f"value-{self.place + 1}"

    @property
    def path(self) -> str:
        return f"entries.values.{self.place}"

    @property
    def label(self) -> str:
        return self.name or f"Value {self.place + 1}"


def values(c: Reading) -> tuple[Value, ...]:
    """Every value in the list, blank or not (F-02)."""
    held = enumerate(c.build.entries.get("values", ()))
    return tuple(Value(place, entry.name.strip(), entry.scores.get("rating")) for place, entry in held)


@forge.family
def rated_values(c: Reading) -> Mapping[str, Formula]:
    """The values that have a number."""
    return {value.key: _value(value) for value in c.memo(values) if value.rating is not None}


@remember(WRITTEN)
def _value(value: Value) -> Formula:
    """A pure value of what is written, so its figure is made once."""
    where: Cite = cite("fate.html", "F-02")
    path = f"{value.path}.scores.rating"
    line = Term(value.rating or 0, "entered by hand", where, Origin.BOUGHT, path=path)
    return Formula(value.key, value.label, where, lambda c: (line,), lambda c: None)


def bonds(c: Reading) -> tuple[str, ...]:
    """The bonds by name, blank ones by their place."""
    held = enumerate(c.build.entries.get("bonds", ()), 1)
    return tuple(entry.name.strip() or f"Bond {place}" for place, entry in held)


def rollable(c: Reading) -> tuple[str, ...]:
    """The figures a roll may be of: abilities, and values with a number."""
    return (*ABILITIES, *(value.key for value in c.memo(values) if value.rating is not None))


def blanks(c: Reading) -> tuple[str, ...]:
    """The defence pools that nobody knows a number for (F-05)."""
    return tuple(key for key in POOLS if key not in c)
