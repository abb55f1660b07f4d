"""What the printed record of this game shows: the fight first, then every skill, then what is known and carried."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from rules.kernel import Figure, Sheet
from rules.kernel.basics import minus, signed
from rules.kernel.pages import Chance, Passage, Track, in_rows, print_blocks
from rules.kernel.pages.print_blocks import Card, Deck, PrintedItem, if_room, several_of
from rules.systems.dominion.armoury import Thing, armed, carried, worn
from rules.systems.dominion.creation import own_skills, studied
from rules.systems.dominion.effects import stage_of
from rules.systems.dominion.entries import WHEN, Attribute, Composite, Race, Skill, Spell, Style
from rules.systems.dominion.game import ATTRIBUTES, dominion
from rules.systems.dominion.grimoire import RESISTANCE
from rules.systems.dominion.performing import THIS_ROUND, castings
from rules.systems.dominion.ranges import metres
from rules.systems.dominion.reminders import CRIBS
from rules.systems.dominion.steps import STORY

ACCENT = "#34513f"
BODY = ("head", "eyes", "neck", "torso", "arms", "hands", "legs", "feet")
MOST_ARMS = 6
FIGHT = ("strike", "missile-strike", "parry", "disarm", "timing")


class StatLine(NamedTuple):
    """A stat on paper: its name, what it stands at as worn and wielded, where it starts, whether anything was bought
    for it, and why it can't be used."""

    label: str
    value: int
    start: int
    trained: bool
    barred: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """Skills of one attribute or composite."""

    title: str
    value: int
    lines: tuple[StatLine, ...]

    @property
    def label(self) -> str:
        """What it is called as a number at the head of its skills."""
        return self.title


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon in use: a stat for each way of using it, None where it cannot be used so; `note` says what else it
    does."""

    name: str
    stats: tuple[int | None, ...]
    note: str


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the body: Withstand Injury there, and whether armour covers it."""

    key: str
    value: int
    covered: bool

    @property
    def label(self) -> str:
        return self.key.capitalize()


@dataclass(frozen=True, slots=True, kw_only=True)
class DominionSheet(print_blocks.Layout):
    """Both pages."""

    columns: tuple[Column, ...]
    combat: Column
    crafts: tuple[Column, ...]
    fight: tuple[str, ...]
    arms: tuple[Arm, ...]
    body: tuple[Place, ...]
    spells: Deck
    own: Deck
    gear: Deck
    trained: tuple[Passage, ...]

    @property
    def crowded(self) -> bool:
        """Whether there are too many weapons to stand beside the body."""
        return len(self.arms) > MOST_ARMS

    @property
    def trained_by_two(self) -> tuple[tuple[Passage, ...], ...]:
        return in_rows(self.trained, 2)

    @property
    def covered(self) -> tuple[str, ...]:
        """The places armour covers, for the drawing."""
        return tuple(place.key for place in self.body if place.covered)

    @property
    def clothed(self) -> str:
        """The same in words."""
        return f"Armour on {', '.join(self.covered)}" if self.covered else "No armour"

    @property
    def columns_by_six(self) -> tuple[tuple[Column, ...], ...]:
        return in_rows(self.columns, 6)

    @property
    def columns_by_three(self) -> tuple[tuple[Column, ...], ...]:
        """The same in lines of three, for large print."""
        return in_rows(self.columns, 3)

    @property
    def combat_by_three(self) -> tuple[tuple[StatLine, ...], ...]:
        """The skills of combat in three columns."""
        return in_rows(self.combat.lines, max(1, -(-len(self.combat.lines) // 3)))


def layout(sheet: Sheet) -> DominionSheet:
    """Everything the printed record shows. Total: whatever is missing is simply not there."""
    race, style = sheet.choice("race"), sheet.choice("style")
    people = race.name if isinstance(race, Race) else sheet.build.pick("race").capitalize()
    trade = style.name if isinstance(style, Style) else sheet.build.pick("style").capitalize()
    *columns, last = (_column(sheet, key) for key in sheet.rulebook.all(Attribute))
    composites = tuple(_line(sheet.figures[key]) for key in sheet.rulebook.all(Composite))
    crafts = [_column(sheet, key) for key in ("priestcraft", "witchcraft") if studied(sheet.reading, key)]
    spells, gear = tuple(_castings(sheet)), tuple(_cards(sheet))
    own = tuple(Card(own.title, own.aside.capitalize(), text=own.text) for own in _own(sheet))
    trained, notes = tuple(_trained(sheet)), STORY.passages(sheet.build)
    return DominionSheet(
        band=ACCENT,
        line=", ".join(word for word in (people, trade) if word),
        facts=(("Race", people), ("Style", trade)),
        columns=(*columns, replace(last, lines=(*last.lines, *composites))),
        combat=_column(sheet, "combat"),
        crafts=tuple(crafts),
        fight=tuple(word.replace("-", " ").capitalize() for word in FIGHT),
        arms=tuple(_arms(sheet)),
        body=tuple(_body(sheet)),
        tracks=tuple(Track.of(tracker) for tracker in sheet.trackers if tracker.key not in THIS_ROUND),
        spells=Deck(spells),
        own=Deck(own),
        gear=Deck(gear),
        trained=() if crafts else trained,
        pocket=(
            ("spells", spells),
            ("gear", gear),
            ("feats", (*own, *(Card(skill.title, text=skill.text) for skill in trained))),
        ),
        notes=notes,
        cribs=() if crafts else if_room(CRIBS, len(own) + len(gear) + len(trained) // 3, notes),
    )


def _gear(sheet: Sheet) -> tuple[PrintedItem, ...]:
    return tuple(PrintedItem(thing.name, thing.quantity, _state(thing)) for thing in sheet.reading.memo(carried))


def _cards(sheet: Sheet) -> Iterable[Card]:
    """What is carried: a weapon with what it strikes for, armour with what it covers."""
    live = sheet.live({})
    for thing in sheet.reading.memo(carried):
        known = thing.weapon or thing.armour
        keys = {skill: f"{skill}-with-{thing.item}" for skill in FIGHT if thing.weapon}
        stats = {skill: live.figure(key).value for skill, key in keys.items() if key in sheet.figures}
        first = next(iter(stats), "")
        told = [f"{skill.replace('-', ' ').capitalize()} {minus(stats[skill])}" for skill in stats if skill != first]
        if thing.armour and thing.armour.covers:
            told.append("Withstand Injury: " + ", ".join(f"{c.place} {signed(c.bonus)}" for c in thing.armour.covers))
        yield Card(
            several_of(thing.name, thing.quantity),
            _state(thing).capitalize(),
            str(stats[first]) if first else "",
            first.replace("-", " "),
            " · ".join(told),
            known.summary if known else "",
        )


def _trained(sheet: Sheet) -> Iterable[Passage]:
    """What the roll does and what failing does, of each skill that was bought."""
    live = sheet.live({})
    for key, skill in sheet.rulebook.all(Skill).items():
        if key in sheet.figures and _line(sheet.figures[key]).trained:
            told = f"{skill.roll} Failing: {skill.failure}" if skill.failure else skill.roll
            yield Passage(f"{skill.name} {minus(live.figure(key).value)}", told)


def _body(sheet: Sheet) -> Iterable[Place]:
    live = sheet.live({})
    covered = {cover.place for armour, _ in sheet.reading.memo(worn) for cover in armour.covers}
    for place in BODY:
        key = f"within-{place}"
        value = live.figure(key if key in sheet.figures else "withstand-injury").value
        yield Place(place, value, place in covered)


def lists(sheet: Sheet) -> tuple[tuple[str, tuple[PrintedItem, ...]], ...]:
    """What is carried by its name in the armoury, and skills of one's own as they were described."""
    own = tuple(PrintedItem(passage.title, 1, passage.text) for passage in _own(sheet))
    found = (("Equipment", _gear(sheet)), ("New Skills", own))
    return tuple((title, items) for title, items in found if items)


def _line(figure: Figure) -> StatLine:
    bought = sum(term.amount for term in figure.terms if term.counted and term.origin == "bought")
    return StatLine(figure.label, figure.value, figure.value - bought, bool(bought))


def _column(sheet: Sheet, base: str) -> Column:
    keys = [key for key, skill in sheet.rulebook.all(Skill).items() if skill.base == base]
    keys += [s.key for s in sheet.reading.memo(own_skills) if s.attribute == base and s.key in sheet.figures]
    figure, live = sheet.figures[base], sheet.live({})
    lines = (
        _line(sheet.figures[key])._replace(value=live.figure(key).value, barred=sheet.game.barred(live, key))
        for key in keys
    )
    return Column(figure.label, figure.value, tuple(lines))


def _arms(sheet: Sheet) -> Iterable[Arm]:
    live = sheet.live({})
    for thing in sheet.reading.memo(armed):
        weapon = thing.weapon
        if not weapon:
            continue
        keys = (f"{skill}-with-{thing.item}" for skill in FIGHT)
        stats = tuple(live.figure(key).value if key in sheet.figures else None for key in keys)
        told = (("Withstand Injury", weapon.within_penalty), ("armour", weapon.armour_penalty))
        wounds = ", ".join(f"{name} {signed(penalty)}" for name, penalty in told if penalty)
        unrolled = weapon.forfeit and sheet.reading.setting("forfeit") == "roll"
        notes = ("no Timing roll" if unrolled else "", f"target’s {wounds}" if wounds else "")
        yield Arm(thing.name, stats, " · ".join(filter(None, notes)))


def _state(thing: Thing) -> str:
    reach = metres(thing.weapon) if thing.weapon else ""
    return ", ".join(word for word in (thing.worn and "worn", thing.wielded and "wielded", reach) if word)


def _castings(sheet: Sheet) -> Iterable[Card]:
    for key in sheet.build.picked("spells"):
        spell = sheet.rulebook.find(Spell, key)
        for check in castings(sheet, spell) if spell else ():
            assert spell is not None
            resisted = RESISTANCE.get(spell.resistance, spell.resistance)
            yield Card(
                check.label,
                WHEN.get(stage_of(sheet.reading, spell), ""),
                str(check.pool.value),
                "or less",
                spell.summary,
                f"Lasts: {spell.duration}. Resistance: {resisted}.",
                Chance.of(sheet.alive(check)),
            )


def _own(sheet: Sheet) -> Iterable[Passage]:
    """Skills of one's own with something to say of them, and those that no attribute's column can show."""
    for own in sheet.reading.memo(own_skills):
        entry = sheet.build.entries["skills"][own.place]
        text = " ".join(entry.notes.get(key, "") for key in ("description", "failure")).strip()
        if text or own.attribute not in ATTRIBUTES:
            yield Passage(own.label, text or "No attribute yet.", own.attribute)


dominion.layout = layout
dominion.lists = lists
