"""Chapters 2 and 3: dice give points, a table gives a perk, attributes and composites give every skill its start."""

from collections.abc import Hashable, Iterable, Mapping
from typing import NamedTuple

from rules.kernel import Build, Cite, Entry, Figure, Formula, LedgerEntry, Origin, Reading, Rulebook, Term, derived
from rules.systems.dominion.entries import Attribute, Composite, Race, Skill, Spell, TableRow
from rules.systems.dominion.game import ATTRIBUTE_DICE, CEILING, FACES, FAVOURED, FEW_POINTS, FLOOR, cite, dominion

ANY = "any"
MAY_BE_LOST = ("channel",)
HUMAN = "human"


@dominion.choice
def spells(c: Reading) -> Iterable[tuple[str, tuple[Entry, ...]]]:
    """The bookmarks of the Spell Books (11.4)."""
    known = (c.rulebook.find(Spell, key) for key in c.picked("spells"))
    yield "spells", tuple(spell for spell in known if spell)


# Dice


def attribute_dice(c: Reading) -> tuple[int, ...]:
    """The three dice that count, each brought within a die's faces; () until three are rolled."""
    dice = c.build.rolls.get("attribute-dice", ())[:ATTRIBUTE_DICE]
    return tuple(min(max(die, 1), FACES) for die in dice) if len(dice) == ATTRIBUTE_DICE else ()


def points(c: Reading) -> int:
    """Attribute Points: the average of the dice (2.3)."""
    return sum(c.memo(attribute_dice)) // 3


def remainder(c: Reading) -> int:
    """What the average leaves over; it becomes Advancement Points (2.6)."""
    return sum(c.memo(attribute_dice)) % 3


def rolls_due(c: Reading) -> int:
    """How often this character rolls on the table: twice with four points or fewer (2.4)."""
    return (1 if c.memo(points) >= FEW_POINTS else 2) if c.memo(attribute_dice) else 0


class Perk(NamedTuple):
    """A row that was rolled; `pick` places it, "" where the row decides; `landed` is where, "" for nowhere yet."""

    row: TableRow
    pick: str
    landed: str


def people(c: Reading) -> str:
    """The race whose table is rolled on; a race the book does not know rolls as human (A-10)."""
    found = c.chosen(Race, "race")
    return found.table if found else HUMAN


def perks(c: Reading) -> tuple[Perk, ...]:
    """The results that count: as many as are due, never the same number twice (2.4, A-07)."""
    found: list[Perk] = []
    numbers: list[int] = []
    for place, number in enumerate(c.build.rolls.get("table", ())[: c.memo(rolls_due)], 1):
        row = rows_of(c.rulebook, c.memo(people)).get(number)
        if row and number not in numbers:
            found.append(_perk(c, row, f"table-{place}"))
        numbers.append(number)
    return tuple(found)


def _perk(c: Reading, row: TableRow, pick: str) -> Perk:
    wanted = row.attribute or row.skill
    if wanted != ANY:
        return Perk(row, "", wanted)
    chosen = c.pick(pick)
    if row.attribute:
        fits = chosen in c.rulebook.all(Attribute)
    else:
        fits = chosen in c.rulebook.all(Skill) or chosen in {own.key for own in c.memo(own_skills)}
    return Perk(row, pick, chosen if fits else "")


def path_of(perk: Perk) -> str:
    """The choice that a perk comes from: where it was put, or the roll."""
    return f"picks.{perk.pick}" if perk.pick else "rolls.table"


@derived
def rows_of(rulebook: Rulebook, race: str) -> dict[int, TableRow]:
    """A race's table by the number rolled."""
    return {row.roll: row for row in rulebook.all(TableRow).values() if row.race == race}


# Attributes


@dominion.figures(Attribute)
def attribute(entry: Attribute) -> Formula:
    key = entry.key
    first = Term(1, "base", cite("2.3", 11), Origin.BASE)

    def rule(c: Reading) -> Iterable[Term]:
        yield first
        for perk in c.memo(perks):
            if perk.row.attribute and perk.landed == key:
                yield Term(perk.row.bonus, perk.row.name, perk.row.cite, Origin.GRANTED, path=path_of(perk))
        yield from c.bought_line(key, "from Attribute Points", cite("2.3", 11))

    return Formula(key, entry.name, entry.cite, rule, closing=_bounds)


def _bounds(c: Reading, figure: Figure) -> Iterable[Term]:
    """An attribute is between one and twelve (3.1, A-04, A-09)."""
    if figure.value > CEILING:
        yield Term(CEILING - figure.value, f"{CEILING} is the maximum", cite("3.1", 17, "A-04"), Origin.BOUND)
    yield from _raised(figure.value)


def _raised(start: int) -> Iterable[Term]:
    """What lifts a stat to one, where something takes more away (A-09)."""
    if start < FLOOR:
        yield Term(FLOOR - start, f"{FLOOR} is the minimum", cite("3.1", 17, "A-09"), Origin.BOUND)


def unbound(figure: Figure) -> int:
    """What an attribute would come to without its bounds."""
    return _without(figure, Origin.BOUND)


def _without(figure: Figure, *origins: Origin) -> int:
    return sum(term.amount for term in figure.terms if term.counted and term.origin not in origins)


def favoured(c: Reading) -> bool:
    """Whether rounding goes the character's way (3.9.2)."""
    return c["luck"] >= FAVOURED


@dominion.figures(Composite)
def composite(entry: Composite) -> Formula:
    def rule(c: Reading) -> Iterable[Term]:
        together = 0
        for key in entry.attributes:
            figure = c.figure(key)
            together += figure.value
            yield Term(figure.value, figure.label, figure.cite, Origin.BASE)
        yield Term(together // 2 - together, "the average of the two", entry.cite)
        if together % 2:
            yield rounding(c)

    return Formula(
        entry.key, f"{entry.name} Composite", entry.cite, rule, closing=lambda c, figure: _raised(figure.value)
    )


def rounding(c: Reading) -> Term:
    """The line that half a point becomes (3.9.2)."""
    up = favoured(c)
    words = "Favourable Rounding: half rounds up" if up else "no Favourable Rounding: half rounds down"
    return Term(int(up), words, cite("3.9.2", 21))


# Skills


def skill_perks(c: Reading) -> dict[str, tuple[Perk, ...]]:
    """The perks that give a skill its start, by the skill they landed on."""
    found: dict[str, tuple[Perk, ...]] = {}
    for perk in c.memo(perks):
        if perk.row.skill:
            found[perk.landed] = (*found.get(perk.landed, ()), perk)
    return found


def _starts(c: Reading) -> Mapping[str, tuple[tuple[str, str], ...]]:
    """The rows of the table that give a skill its start, each with the pick that put it there, by the skill."""
    return {key: tuple((perk.row.key, perk.pick) for perk in given) for key, given in c.memo(skill_perks).items()}


@dominion.figures(Skill)
def defined_skill(entry: Skill) -> Formula:
    key, lossy = entry.key, entry.key in MAY_BE_LOST

    def needs(c: Reading) -> Hashable:
        gone = tuple((entry.on, entry.note, points_of(entry)) for entry in losses(c, key)) if lossy else ()
        return c[entry.base], c.bought(key), c.memo(_starts).get(key, ()), c.setting("table_start"), gone

    def rule(c: Reading) -> Iterable[Term]:
        base = c.figure(entry.base)
        yield Term(base.value, f"starts at {base.label}", base.cite, Origin.BASE)
        yield from starting(c, key, base.value)
        yield from c.bought_line(key, "bought", cite("5.2.1", 36))
        for gone in losses(c, key) if lossy else ():
            words = ", ".join(part for part in ("lost", gone.day, gone.note) if part)
            yield Term(-points_of(gone), words, cite("10.5.6", 96, "A-86"))

    def start(c: Reading, figure: Figure) -> Iterable[Term]:
        return _raised(figure.value - c.bought(key))

    def before_losses(c: Reading, figure: Figure) -> Iterable[Term]:
        gone = lost_points(c, key)
        yield from _raised(figure.value - c.bought(key) + gone)
        if gone and figure.value < 0:
            yield Term(-figure.value, "0 is the minimum", cite("10.5.6", 96, "A-86"), Origin.BOUND)

    return Formula(key, entry.name, entry.cite, rule, needs, before_losses if lossy else start)


def start_of(c: Reading, key: str) -> int:
    """Where a skill's steps start: the stat without what was bought, and before anything was lost (5.2.1, A-86)."""
    return max(FLOOR, _without(c.figure(key), Origin.BOUND, Origin.BOUGHT) + lost_points(c, key))


def losses(c: Reading, key: str) -> tuple[LedgerEntry, ...]:
    """Each loss of a stat for good, in order (10.5.6, 10.5.8, 10.5.13, A-86)."""
    if key not in MAY_BE_LOST or not c.table.ledger:
        return ()
    return tuple(entry for entry in c.table.ledger.of("loss") if is_of_skill(c.rulebook, entry, key))


def cancelled_losses(c: Reading, loss: LedgerEntry, key: str) -> list[LedgerEntry]:
    """The losses of a stat that stood when this one happened, and were cancelled since."""
    before = c.table.ledger.cancelled_since(loss)
    return [one for one in before if one.kind == "loss" and is_of_skill(c.rulebook, one, key)]


def is_of_skill(rulebook: Rulebook, entry: LedgerEntry, key: str) -> bool:
    """Whether an entry is about this skill, by its key, its path or its name."""
    skill = rulebook.find(Skill, key)
    return entry.means(key, f"scores.{key}", skill.name if skill else key)


def points_of(loss: LedgerEntry) -> int:
    """How many points one loss took: one where it doesn't say."""
    return abs(loss.amount) or 1


def lost_points(c: Reading, key: str) -> int:
    """How many points of a stat were lost for good."""
    return sum(map(points_of, losses(c, key)))


def starting(c: Reading, key: str, base: int) -> Iterable[Term]:
    """What the table makes of a skill's start (2.4, A-06)."""
    starts = c.memo(skill_perks).get(key, ())
    best = deciding(c, starts)
    for perk in starts:
        gain = perk.row.start - base
        counts = perk is best and (gain > 0 or c.setting("table_start") == "as-rolled")
        given = gain if counts else perk.row.start
        yield Term(given, starts_at(perk.row), perk.row.cite, Origin.GRANTED, counts, path_of(perk))


def starts_at(row: TableRow) -> str:
    """What the line of a skill says that a row of the table gives its start."""
    return f"{row.name}: starts at {row.start}"


def deciding(c: Reading, starts: tuple[Perk, ...]) -> Perk | None:
    """Of the perks that start one skill, the one that counts: the highest, or the last that was rolled (2.4, A-06)."""
    if c.setting("table_start") == "as-rolled":
        return starts[-1] if starts else None
    return max(starts, key=lambda perk: perk.row.start, default=None)


@dominion.holding
def trained(c: Reading) -> Iterable[Entry | None]:
    """Skills in which a step is bought, or that a roll on the table was put on."""
    put = {perk.landed for perk in c.memo(perks) if perk.pick}
    return (skill for key, skill in c.rulebook.all(Skill).items() if c.bought(key) or key in put)


class OwnSkill(NamedTuple):
    """A skill the player made up (4.12): its place in the list, its name, its attribute, steps bought."""

    place: int
    name: str
    attribute: str
    steps: int

    @property
    def key(self) -> str:
        return f"own-skill-{self.place + 1}"

    @property
    def path(self) -> str:
        return f"entries.skills.{self.place}"

    @property
    def label(self) -> str:
        return self.name or f"New Skill {self.place + 1}"


def own_skills(c: Reading) -> tuple[OwnSkill, ...]:
    """Every skill of the player's own, with or without an attribute yet."""
    entries = c.build.entries.get("skills", ())
    return tuple(_own(place, entry) for place, entry in enumerate(entries))


def _own(place: int, entry: Build) -> OwnSkill:
    return OwnSkill(place, entry.name.strip(), entry.pick("attribute"), max(0, entry.scores.get("steps", 0)))


@dominion.family
def own_stats(c: Reading) -> Mapping[str, Formula]:
    """The stats of the player's own skills, once they have an attribute (4.12)."""
    known = c.rulebook.all(Attribute)
    return {own.key: _own_formula(own) for own in c.memo(own_skills) if own.attribute in known}


def _own_formula(own: OwnSkill) -> Formula:
    where: Cite = cite("4.12", 35)

    def rule(c: Reading) -> Iterable[Term]:
        base = c.figure(own.attribute)
        yield Term(base.value, f"starts at {base.label}", base.cite, Origin.BASE)
        yield from starting(c, own.key, base.value)
        if own.steps:
            yield Term(own.steps, "bought", cite("5.2.1", 36), Origin.BOUGHT, path=f"{own.path}.scores.steps")

    def start(c: Reading, figure: Figure) -> Iterable[Term]:
        return _raised(figure.value - own.steps)

    return Formula(own.key, own.label, where, rule, closing=start)


def studied(c: Reading, base: str) -> bool:
    """Whether somebody serves or studies: a step is bought in a skill of the composite, or a table gave one."""
    return base in c.memo(_learned)


def _learned(c: Reading) -> frozenset[str]:
    """What the skills start from of which a step is bought or given."""
    given = {perk.landed for perk in c.memo(perks)}
    return frozenset(skill.base for key, skill in c.rulebook.all(Skill).items() if c.bought(key) or key in given)
