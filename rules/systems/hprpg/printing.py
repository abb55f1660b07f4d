"""What the printed sheet of this game shows, in its order: the grid, the columns, the schools, the crib."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from rules.dice import CountDice
from rules.dice.odds import CHANCES
from rules.kernel import Check, Entry, Sheet, Tracker, remember
from rules.kernel.pages import Chance, Layout, Passage, Track
from rules.kernel.pages.play_blocks import Cell, Dots, RatingColumn, Ratings, RollRow, RollTable, Words
from rules.kernel.pages.print_blocks import Beside, Block, Cards, Crib, Tracks, if_room
from rules.kernel.pages.print_parts import Card, Deck, PrintedItem, several_of
from rules.kernel.sheet import DEAD
from rules.systems.hprpg.casting import MOST_DICE
from rules.systems.hprpg.creation import forbidden
from rules.systems.hprpg.dice_pools import dice_pool
from rules.systems.hprpg.entries import (
    Archetype,
    Feature,
    House,
    Personality,
    PowerLevel,
    School,
    Spell,
    Targeting,
    Trait,
)
from rules.systems.hprpg.game import NATURES, SCALE, TYPES, hprpg
from rules.systems.hprpg.magic import Casting, spend_limit
from rules.systems.hprpg.performing import STANDARD_DV, affinities, casting_aspect
from rules.systems.hprpg.reminders import CRIBS
from rules.systems.hprpg.steps import STORY

ACCENT = "#7a1f2b"
DIFFICULTIES = (6, 8, 10)
METHODS = ("project", "manipulate", "absorb")

E = TypeVar("E", bound=Entry)
DISCIPLINES_ACROSS = 4
UNTRAINED = "Untrained: innate, no penalty · practical, higher DV · knowledge, GM’s call"
SUCCESSES = (1, 2)
"""How many a table tells the chances of: a spell at wandtip range needs one, one at range two (8.2)."""


def layout(sheet: Sheet) -> Layout:
    """Everything the printed sheet shows. Total: whatever is missing is simply not there. `band` is the colour of the
    house, or the game's own where no house gives one."""
    house = _house(sheet)
    gear, spells, feats = tuple(_gear(sheet)), tuple(_spells(sheet)), tuple(_feats(sheet))
    owned, notes = (*_nature(sheet), *feats, *gear), STORY.passages(sheet.build)
    return Layout(
        band=house.colour if house else ACCENT,
        line=_line(sheet, house),
        facts=_facts(sheet),
        front=tuple(_front(sheet)),
        back=(
            *_casting(sheet),
            Cards(title="Spells known", deck=_grimoire(spells)),
            Cards(title="Personality, feats and gear", deck=Deck(owned)),
        ),
        pocket=(("spells", spells), ("gear", gear), ("feats", feats)),
        cribs=(*_experience(sheet), *if_room(CRIBS, len(spells) + len(owned), notes)),
        notes=notes,
    )


def _grimoire(spells: tuple[Card, ...]) -> Deck:
    """Four side by side where they fill their rows, else three and blank ones."""
    full = bool(spells) and len(spells) % 4 == 0
    return Deck(spells, across=4, spare=False) if full else Deck(spells)


def _front(sheet: Sheet) -> Iterator[Block | Beside]:
    found = [trait for key, trait in sheet.rulebook.all(Trait).items() if key in sheet.figures]
    part = sheet.choice("archetype")
    own = tuple(_dots(sheet, trait) for trait in found if trait.category == "archetype-ability")
    none = "" if own else "Your archetype’s special abilities go here."
    yield _aspects(sheet, found)
    abilities = tuple(_abilities(sheet, found, nature) for nature in NATURES)
    yield Ratings(title="Abilities", aside=UNTRAINED, groups=abilities, across=len(NATURES))
    beside = (
        Tracks(title="Trackers", tracks=tuple(map(_track, sheet.trackers))),
        Ratings(title=part.name if part else "Archetype", groups=(RatingColumn("", own, none),), across=1),
    )
    yield Beside((beside, (_checks(sheet),)))
    taught = (*_schools(sheet), RatingColumn("Successes to hit", (), " · ".join(_reaches(sheet))))
    aside = "cast: aspect + discipline, DV 8 + level − dots"
    yield Ratings(title="Disciplines", aside=aside, groups=taught, across=DISCIPLINES_ACROSS)


def _track(tracker: Tracker) -> Track:
    track = Track.of(tracker)
    return replace(track, summary=f"Nourishment: {track.summary}") if track.summary else track


def _gear(sheet: Sheet) -> Iterable[Card]:
    for entry in sheet.build.entries.get("gear", ()):
        item = PrintedItem.of(entry, sheet.rulebook)
        yield Card(several_of(item.name, item.count), "Gear", text=item.text)


# Page one


def _house(sheet: Sheet) -> House | None:
    own = sheet.choice("personality")
    return sheet.rulebook.find(House, own.house) if isinstance(own, Personality) else None


def _line(sheet: Sheet, house: House | None) -> str:
    own, part = sheet.choice("personality"), sheet.choice("archetype")
    who = " of ".join(word for word in (own.name if own else "", house.name if house else "") if word)
    return ", ".join(word for word in (who, part.name if part else "") if word)


def _facts(sheet: Sheet) -> tuple[tuple[str, str], ...]:
    chosen = ((key.capitalize(), sheet.choice(key)) for key in ("species", "personality", "archetype"))
    return tuple((label, entry.name if entry else "") for label, entry in chosen)


def _ranked(sheet: Sheet) -> str:
    order = [name.capitalize() for name in sheet.build.ranks.get("aspects", ()) if name in TYPES]
    return f"base 1 · ranked {', '.join(order)}" if order else "base 1"


def _dots(sheet: Sheet, trait: Trait) -> Dots:
    return Dots(trait.name, sheet[trait.key], SCALE)


def _aspects(sheet: Sheet, found: Iterable[Trait]) -> Ratings:
    """The nine as their grid: a method in each row, a type in each column."""
    grid = {(t.method, t.type): t for t in found if t.category == "aspect"}
    columns = ([grid[method, name] for method in METHODS if (method, name) in grid] for name in TYPES)
    groups = tuple(
        RatingColumn(name.capitalize(), tuple(_dots(sheet, trait) for trait in column))
        for name, column in zip(TYPES, columns, strict=True)
    )
    names = tuple(method.capitalize() for method in METHODS)
    return Ratings(title="Aspects", aside=_ranked(sheet), groups=groups, across=len(TYPES), names=names)


def _abilities(sheet: Sheet, found: Iterable[Trait], nature: str) -> RatingColumn:
    members = (t for t in found if t.category == "ability" and t.type == nature)
    return RatingColumn(nature.capitalize(), tuple(_dots(sheet, trait) for trait in members))


def _schools(sheet: Sheet) -> Iterable[RatingColumn]:
    """The schools with their disciplines, and last whatever discipline no school teaches."""
    left = {trait.key: trait for trait in affinities(sheet.rulebook)}
    for school in sheet.rulebook.all(School).values():
        taught = [left.pop(key) for key in school.disciplines if key in left]
        yield RatingColumn(school.name, tuple(_dots(sheet, trait) for trait in taught))
    if left:
        yield RatingColumn("No school", tuple(_dots(sheet, trait) for trait in left.values()))


def _reaches(sheet: Sheet) -> Iterable[str]:
    """How many successes a spell needs to reach its targets (8.2)."""
    for reach in sheet.rulebook.all(Targeting).values():
        if reach.per_target:
            yield f"{reach.name}\u00a0{reach.per_target}\u00a0each"
        elif reach.base:
            yield f"{reach.name}\u00a0{reach.base}"


MOST_CHECKS = 11
"""Checks on page one of paper."""


def usual(sheet: Sheet) -> tuple[Check, ...]:
    """The checks of page one, so many as it has room for, best first: not casting, which has its own table."""
    disciplines = {trait.key for trait in affinities(sheet.rulebook)}
    mundane = [c for c in sheet.checks if not any(c.key.endswith(f"-{key}") for key in disciplines)]
    return tuple(sorted(mundane, key=lambda check: (check.dice is None, -check.pool.value)))[:MOST_CHECKS]


def _checks(sheet: Sheet) -> RollTable:
    """The checks made most, each with the chance of a success and, tinted, of two."""
    checks = [sheet.alive(check) for check in usual(sheet)]
    closed = any(not isinstance(check.dice, CountDice) for check in checks)
    words = (any(check.dice and check.note for check in checks) and "† untrained", closed and "– only if the GM allows")
    told = DEAD if sheet.dead else " · ".join(("one success, then two", *(word for word in words if word)))
    heads = tuple(f"DV {dv}" for dv in DIFFICULTIES)
    return RollTable(
        title="Common checks",
        aside=told,
        heads=("Check", "dice", *heads, *heads),
        rows=tuple(_odds(check) for check in checks),
        tinted=len(DIFFICULTIES),
        sort="plain",
    )


def _odds(check: Check) -> RollRow:
    if not isinstance(check.dice, CountDice):
        none = Cell("", chances=(Chance(check.label, check.pool.value, None),))
        return RollRow(check.label, (Cell("–"), *(none for _ in SUCCESSES for _ in DIFFICULTIES)))
    penalty = check.dice.passes.start - STANDARD_DV
    pools = [dice_pool(check.dice.dice, dv + penalty) for dv in DIFFICULTIES]
    told = (Chance(check.label, pool.dice, _chance(pool, net)) for net in SUCCESSES for pool in pools)
    name = f"{check.label} †" if check.note else check.label
    return RollRow(name, (Cell(f"{check.dice.dice}"), *(Cell("", chances=(one,)) for one in told)))


@remember(CHANCES)
def _chance(pool: CountDice, net: int) -> Fraction:
    return pool.at_least(net)


# Page two


def _casting(sheet: Sheet) -> Iterator[Block]:
    """Each discipline at every power level: the DV, and the chance of one success and of two."""
    levels = tuple(sheet.rulebook.all(PowerLevel).values())
    known = () if sheet.reading.memo(forbidden) else tuple(_disciplines(sheet, levels))
    if not known:
        yield Words(title="Casting", passages=(Passage("No affinities yet", "A discipline needs a dot to cast with."),))
        return
    most = RollRow(
        "Spare successes", tuple(Cell(f"{spend_limit(level.rating)}") for level in levels), "at most, per effect"
    )
    yield RollTable(
        title="Casting",
        aside="DV, chance of one success (wandtip) and two (ranged) · ° costs 1 Fortitude",
        heads=("Discipline", *(level.name for level in levels)),
        rows=(*known, most),
        splits=True,
        sort="dense",
    )


def _disciplines(sheet: Sheet, levels: Sequence[PowerLevel]) -> Iterator[RollRow]:
    for discipline in affinities(sheet.rulebook):
        aspect = casting_aspect(sheet, discipline)
        if sheet[discipline.key] < 1 or aspect is None:
            continue
        rating, base = min(sheet[discipline.key], MOST_DICE), min(max(sheet[aspect.key], 0), MOST_DICE)
        casts = (Casting(min(level.rating, SCALE), rating, base) for level in levels)
        cells = tuple(_cast(discipline.name, cast, sheet.dead) for cast in casts)
        yield RollRow(f"{discipline.name} {rating}", cells, f"{aspect.name}, {base + rating} dice")


def _cast(name: str, cast: Casting, dead: bool) -> Cell:
    pool, label = cast.pool, f"{name}, level {cast.level}"
    chances = (Chance(label, pool.dice, None if dead else _chance(pool, net)) for net in SUCCESSES)
    return Cell(f"{cast.dv}{'°' if cast.needs_fortitude else ''}", chances=tuple(chances))


def _spells(sheet: Sheet) -> Iterable[Card]:
    """The spells, of what one knows best first."""
    names = {level.rating: level.name for level in sheet.rulebook.all(PowerLevel).values()}
    found = [(_rating(sheet, spell.discipline), spell) for spell in _picked(sheet, Spell, "spells")]
    for rating, spell in sorted(found, key=lambda one: (-one[0], one[1].name)):
        discipline = sheet.rulebook.find(Trait, spell.discipline)
        aspect = casting_aspect(sheet, discipline) if discipline else None
        dice = rating + (sheet[aspect.key] if aspect else 0)
        levels = " ".join(f"{names.get(step.level, step.level)}: {step.effect}" for step in spell.levels)
        kind = f"{discipline.name if discipline else spell.discipline} {rating}"
        yield Card(spell.name, kind, f"{dice}", "dice", spell.summary, levels)


def _rating(sheet: Sheet, discipline: str) -> int:
    return sheet[discipline] if discipline in sheet.figures else 0


def _feats(sheet: Sheet) -> Iterable[Card]:
    for feat in _picked(sheet, Feature, "feats"):
        yield Card(feat.name, "Feat", text=feat.effect or feat.summary)


def _picked(sheet: Sheet, shape: type[E], key: str) -> Iterable[E]:
    found = (sheet.rulebook.find(shape, name) for name in sheet.build.picked(key))
    return (entry for entry in found if entry is not None)


def _nature(sheet: Sheet) -> Iterable[Card]:
    own = sheet.choice("personality")
    if isinstance(own, Personality):
        yield Card(own.asset, "Asset", text=own.asset_text)
        yield Card(own.flaw, "Flaw", text=own.flaw_text)
        yield Card("Nourishment", "Restores Fortitude", text=own.nourishment)


def _experience(sheet: Sheet) -> Iterable[Crib]:
    part = sheet.choice("archetype")
    if isinstance(part, Archetype) and part.experience:
        earned = "; ".join(f"{line[:1].lower()}{line[1:]}" for line in part.experience)
        yield Crib(title="Experience", lines=(("Earned when you", f"{earned}."),))


hprpg.layout = layout
