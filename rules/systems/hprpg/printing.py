"""What the printed sheet of this game shows, in its order: the grid, the columns, the schools, the crib."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from rules.dice import CountDice
from rules.dice.odds import CHANCES
from rules.kernel import Check, Entry, Sheet, remember
from rules.kernel.pages import Chance, Track, in_rows, print_blocks
from rules.kernel.pages.print_blocks import Card, Crib, Deck, PrintedItem, if_room, several_of
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


@dataclass(frozen=True, slots=True)
class Dots:
    """A rating on the scale of seven. `shown` are the dots to draw, whatever the value is."""

    label: str
    value: int

    @property
    def shown(self) -> int:
        return min(max(self.value, 0), SCALE)

    @property
    def beyond(self) -> bool:
        """Whether seven dots cannot show it."""
        return self.shown != self.value


@dataclass(frozen=True, slots=True)
class RatingRow:
    """Ratings side by side under a name: a method's three aspects, a school's two disciplines."""

    title: str
    dots: tuple[Dots, ...]


@dataclass(frozen=True, slots=True)
class CheckOdds:
    """A check with its dice and its chances against the three usual difficulties; "–" where there is none."""

    label: str
    dice: str
    chances: tuple[Chance, ...]
    untrained: bool = False


@dataclass(frozen=True, slots=True)
class CastingCell:
    """A spell cast at one power level: the DV, the chance, and whether it costs a point of Fortitude."""

    dv: int
    chance: Chance
    costs: bool


@dataclass(frozen=True, slots=True)
class Cast:
    """One discipline at every power level. `dice` is the pool, `aspect` what it is rolled with."""

    label: str
    aspect: str
    dice: int
    cells: tuple[CastingCell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WizardSheet(print_blocks.Layout):
    """Both pages. `band` is the colour of the house, or the game's own where no house gives one."""

    ranked: str
    columns: tuple[str, ...]
    aspects: tuple[RatingRow, ...]
    abilities: tuple[RatingRow, ...]
    own: RatingRow
    schools: tuple[RatingRow, ...]
    reaches: tuple[str, ...]
    difficulties: tuple[int, ...]
    checks: tuple[CheckOdds, ...]
    caution: str
    levels: tuple[str, ...]
    spend_limits: tuple[int, ...]
    casting: tuple[Cast, ...]
    spells: Deck
    owned: Deck

    @property
    def schools_by_four(self) -> tuple[tuple[RatingRow | None, ...], ...]:
        """The schools in lines of four; None stands where the successes to hit go."""
        return in_rows((*self.schools, None), 4)

    @property
    def schools_by_two(self) -> tuple[tuple[RatingRow | None, ...], ...]:
        """The same in lines of two, for large print."""
        return in_rows((*self.schools, None), 2)


def layout(sheet: Sheet) -> WizardSheet:
    """Everything the printed sheet shows. Total: whatever is missing is simply not there."""
    found = [trait for key, trait in sheet.rulebook.all(Trait).items() if key in sheet.figures]
    house = _house(sheet)
    checks = tuple(_odds(sheet.alive(check)) for check in usual(sheet))
    gear = tuple(_gear(sheet))
    spells = tuple(_spells(sheet))
    feats = tuple(_feats(sheet))
    owned, notes = (*_nature(sheet), *feats, *gear), STORY.passages(sheet.build)
    return WizardSheet(
        band=house.colour if house else ACCENT,
        line=_line(sheet, house),
        facts=_facts(sheet),
        ranked=_ranked(sheet),
        columns=tuple(name.capitalize() for name in TYPES),
        aspects=tuple(_aspects(sheet, found)),
        abilities=tuple(_abilities(sheet, found, nature) for nature in NATURES),
        own=_own(sheet, found),
        schools=tuple(_schools(sheet)),
        reaches=tuple(_reaches(sheet)),
        tracks=tuple(Track.of(tracker) for tracker in sheet.trackers),
        difficulties=DIFFICULTIES,
        checks=checks,
        caution=DEAD if sheet.dead else _caution(checks),
        levels=tuple(level.name for level in sheet.rulebook.all(PowerLevel).values()),
        spend_limits=tuple(spend_limit(level.rating) for level in sheet.rulebook.all(PowerLevel).values()),
        casting=tuple(_casting(sheet)),
        spells=Deck(spells),
        owned=Deck(owned),
        pocket=(("spells", spells), ("gear", gear), ("feats", feats)),
        cribs=(*_experience(sheet), *if_room(CRIBS, len(spells) + len(owned), notes)),
        notes=notes,
    )


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
    return Dots(trait.name, sheet[trait.key])


def _aspects(sheet: Sheet, found: Iterable[Trait]) -> Iterable[RatingRow]:
    grid = {(t.method, t.type): t for t in found if t.category == "aspect"}
    for method in METHODS:
        row = (grid.get((method, name)) for name in TYPES)
        yield RatingRow(method.capitalize(), tuple(_dots(sheet, trait) for trait in row if trait))


def _abilities(sheet: Sheet, found: Iterable[Trait], nature: str) -> RatingRow:
    members = (t for t in found if t.category == "ability" and t.type == nature)
    return RatingRow(nature.capitalize(), tuple(_dots(sheet, trait) for trait in members))


def _own(sheet: Sheet, found: Iterable[Trait]) -> RatingRow:
    part = sheet.choice("archetype")
    members = (t for t in found if t.category == "archetype-ability")
    return RatingRow(part.name if part else "", tuple(_dots(sheet, trait) for trait in members))


def _schools(sheet: Sheet) -> Iterable[RatingRow]:
    """The schools with their disciplines, and last whatever discipline no school teaches."""
    left = {trait.key: trait for trait in affinities(sheet.rulebook)}
    for school in sheet.rulebook.all(School).values():
        taught = [left.pop(key) for key in school.disciplines if key in left]
        yield RatingRow(school.name, tuple(_dots(sheet, trait) for trait in taught))
    if left:
        yield RatingRow("No school", tuple(_dots(sheet, trait) for trait in left.values()))


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


def _odds(check: Check) -> CheckOdds:
    if not isinstance(check.dice, CountDice):
        none = Chance(check.label, check.pool.value, None)
        return CheckOdds(check.label, "–", (none,) * len(DIFFICULTIES))
    penalty = check.dice.passes.start - STANDARD_DV
    pools = (dice_pool(check.dice.dice, dv + penalty) for dv in DIFFICULTIES)
    told = tuple(Chance(check.label, pool.dice, _chance(pool)) for pool in pools)
    return CheckOdds(check.label, str(check.dice.dice), told, bool(check.note))


def _caution(checks: Sequence[CheckOdds]) -> str:
    untrained = any(check.untrained for check in checks)
    closed = any(check.dice == "–" for check in checks)
    words = (untrained and "† untrained", closed and "– only if the GM allows")
    return " · ".join(word for word in words if word)


@remember(CHANCES)
def _chance(pool: CountDice) -> Fraction:
    return pool.odds().success


# Page two


def _casting(sheet: Sheet) -> Iterable[Cast]:
    levels = sheet.rulebook.all(PowerLevel).values()
    for discipline in affinities(sheet.rulebook) if not sheet.reading.memo(forbidden) else ():
        aspect = casting_aspect(sheet, discipline)
        if sheet[discipline.key] < 1 or aspect is None:
            continue
        rating, base = min(sheet[discipline.key], MOST_DICE), min(max(sheet[aspect.key], 0), MOST_DICE)
        casts = [Casting(min(level.rating, SCALE), rating, base) for level in levels]
        cells = tuple(
            CastingCell(cast.dv, _told(discipline.name, cast, sheet.dead), cast.needs_fortitude) for cast in casts
        )
        yield Cast(f"{discipline.name} {rating}", aspect.name, base + rating, cells)


def _told(name: str, cast: Casting, dead: bool) -> Chance:
    return Chance(f"{name}, level {cast.level}", cast.pool.dice, None if dead else _chance(cast.pool))


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
