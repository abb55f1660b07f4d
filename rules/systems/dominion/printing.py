"""What the printed record of this game shows: the fight first, then every skill, then what is known and carried."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from rules.kernel import Check, Sheet
from rules.kernel.basics import capitalise, minus, signed
from rules.kernel.pages import Chance, Passage
from rules.kernel.pages.play_blocks import (
    Boxes,
    BoxRow,
    Power,
    Powers,
    ValueColumns,
    Words,
    in_columns,
    stepping_down,
)
from rules.kernel.pages.print_blocks import Beside, Block, Cards, Layout, if_room
from rules.kernel.pages.print_parts import Card, Deck, NumberLine, PrintedItem, several_of
from rules.systems.dominion.armoury import Thing, carried
from rules.systems.dominion.casting import worked_out
from rules.systems.dominion.creation import own_skills, studied
from rules.systems.dominion.entries import WHEN, Race, Skill, Spell, Style
from rules.systems.dominion.game import ATTRIBUTES, FACES, dominion
from rules.systems.dominion.grimoire import RESISTANCE, aids_told
from rules.systems.dominion.performing import ALL_AIDS, LEAST, NEVER_ROLLED, castings, needed, skill_checks
from rules.systems.dominion.play_page import bought, chance, combat, counted, crowded, front, large, skills_of
from rules.systems.dominion.ranges import metres
from rules.systems.dominion.reminders import cribs, harms
from rules.systems.dominion.steps import STORY

ACCENT = "#34513f"
CRAFTS_ACROSS = 4
FIGHT = ("strike", "missile-strike", "parry", "disarm", "timing")
UNSTATED = ("", "Not stated")
"""Ranges that no book gives: a blank stays off the sheet."""
UNTIL = re.compile("[,;].*")
"""What ends a spell besides its time."""
KEPT_UP = {"normal": "can be maintained", "none": "can’t be maintained"}
SHORT_STAGE = {key: words.partition(" (")[0] for key, words in WHEN.items()}


def layout(sheet: Sheet) -> Layout:
    """Everything the printed record shows. Total: whatever is missing is simply not there."""
    race, style = sheet.choice("race"), sheet.choice("style")
    people = race.name if isinstance(race, Race) else sheet.build.pick("race").capitalize()
    trade = style.name if isinstance(style, Style) else sheet.build.pick("style").capitalize()
    spells, gear = tuple(_castings(sheet)), tuple(_cards(sheet))
    own = tuple(Card(own.title, own.aside.capitalize(), text=own.text) for own in _own(sheet))
    trained, notes = tuple(_trained(sheet)), STORY.passages(sheet.build)
    crafts, fight, full = tuple(_crafts(sheet)), (combat(sheet),), crowded(sheet)
    return Layout(
        band=ACCENT,
        line=", ".join(word for word in (people, trade) if word),
        facts=(("Race", people), ("Style", trade)),
        numbers=tuple(large(sheet)),
        front=(*front(sheet, harms(sheet.reading) if crafts else None), *(() if full else fight)),
        back=(
            *(fight if full else ()),
            *crafts,
            *_owned(spells, own, gear),
            *(() if crafts or not trained else (_taught(trained),)),
        ),
        pocket=(
            ("spells", spells),
            ("gear", gear),
            ("feats", (*own, *(Card(skill.title, text=skill.text) for skill in trained))),
        ),
        notes=notes,
        cribs=() if crafts else if_room(cribs(sheet.reading), len(own) + len(gear) + len(trained) // 3, notes),
    )


def _owned(spells: tuple[Card, ...], own: tuple[Card, ...], gear: tuple[Card, ...]) -> Iterator[Block]:
    if spells:
        yield Cards(title="Spells", aside="roll this or less · chance", deck=Deck(spells))
    if own:
        yield Cards(title="New Skills (4.12)", deck=Deck(own))
    yield Cards(title="Equipment", deck=Deck(gear))


def _taught(trained: tuple[Passage, ...]) -> Words:
    return Words(title="What you have trained", aside="what the roll does, and what failing does", passages=trained)


def _crafts(sheet: Sheet) -> Iterator[Block | Beside]:
    """Priestcraft with what each way takes and the Fervour it costs, Witchcraft in one band."""
    if studied(sheet.reading, "priestcraft"):
        yield Powers(
            title="Priestcraft",
            aside=_start(sheet, "priestcraft"),
            heads=("Skill", "stat", "when", f"what to roll on d{FACES}"),
            powers=tuple(_power(sheet, key) for key in skills_of(sheet, "priestcraft")),
        )
        groups = stepping_down(counted(sheet, "fervour"), "no penalty", "off Priestcraft until you Rest")
        told = f"Fervour stat {minus(sheet['fervour'])} · each success takes 1"
        yield Boxes(title="Fervour", aside=told, rows=(BoxRow("Fervour", groups, large=True),))
    if studied(sheet.reading, "witchcraft"):
        lines = tuple(_craft(sheet, key) for key in skills_of(sheet, "witchcraft"))
        columns = in_columns(lines, CRAFTS_ACROSS)
        told = f"{_start(sheet, 'witchcraft')} · spells cost nothing to cast"
        yield ValueColumns(title="Witchcraft", aside=told, groups=columns, across=CRAFTS_ACROSS)


def _start(sheet: Sheet, base: str) -> str:
    return f"starts at {minus(sheet[base])}"


def _craft(sheet: Sheet, key: str) -> NumberLine:
    figure, value = sheet.figures[key], sheet.live({}).figure(key).value
    return NumberLine(
        figure.label, minus(value), bought=bool(bought(figure)), chance=chance(sheet, figure.label, value)
    )


def _power(sheet: Sheet, key: str) -> Power:
    """A skill with each way to use it, as it is rolled (10.5.3)."""
    figure, skill = sheet.figures[key], sheet.rulebook.find(Skill, key)
    checks = [sheet.live({}).check(check) for check in skill_checks(sheet, key)]
    ways = (replace(Chance.of(check), label=check.label.partition(": ")[2]) for check in checks)
    return Power(
        figure.label,
        minus(figure.value),
        SHORT_STAGE.get(skill.stage, "") if skill else "",
        tuple(ways),
        bool(bought(figure)),
        "not rolled: how high Fervour starts" if key in NEVER_ROLLED else "",
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
            minus(stats[first]) if first else "",
            first.replace("-", " "),
            " · ".join(told),
            known.summary if known else "",
        )


def _trained(sheet: Sheet) -> Iterable[Passage]:
    """What the roll does and what failing does, of each skill that was bought."""
    live = sheet.live({})
    for key, skill in sheet.rulebook.all(Skill).items():
        if key in sheet.figures and bought(sheet.figures[key]):
            told = f"{skill.roll} Failing: {skill.failure}" if skill.failure else skill.roll
            yield Passage(f"{skill.name} {minus(live.figure(key).value)}", told)


def lists(sheet: Sheet) -> tuple[tuple[str, tuple[PrintedItem, ...]], ...]:
    """What is carried by its name in the armoury, and skills of one's own as they were described."""
    own = tuple(PrintedItem(passage.title, 1, passage.text) for passage in _own(sheet))
    found = (("Equipment", _gear(sheet)), ("New Skills", own))
    return tuple((title, items) for title, items in found if items)


def _state(thing: Thing) -> str:
    reach = metres(thing.weapon) if thing.weapon else ""
    return ", ".join(word for word in (thing.worn and "worn", thing.wielded and "wielded", reach) if word)


def _castings(sheet: Sheet) -> Iterable[Card]:
    for key in sheet.build.picked("spells"):
        spell = sheet.spell_reader.find(key)
        assert spell is None or isinstance(spell, Spell)
        for check in castings(sheet, spell) if spell else ():
            assert spell is not None
            against = f"less the target’s {spell.against.capitalize()}" if spell.against else ""
            yield Card(
                check.label,
                WHEN.get(spell.stage, ""),
                minus(check.pool.value + (LEAST if against else 0)),
                against or "or less",
                spell.summary,
                " ".join(filter(None, (aids_told(spell.rites), aids_told(spell.charms), _twelve(spell)))),
                None if against else Chance.of(sheet.alive(check)),
                (*_helped(sheet, spell, check), *_held(sheet, spell)),
            )


def _held(sheet: Sheet, spell: Spell) -> Iterator[tuple[str, str]]:
    """How far a spell reaches, how long it holds in numbers, what it is resisted with."""
    if spell.range not in UNSTATED:
        yield "Reach", spell.range
    time, until = worked_out(sheet, spell.duration), UNTIL.search(spell.duration)
    lasts = f"{time}{until[0] if until else ''}" if time else spell.duration
    kept_up = KEPT_UP.get(spell.maintenance, "") if time else ""
    yield "Lasts", ", ".join(filter(None, (lasts, kept_up)))
    if spell.maintenance_note:
        yield "Maintained", spell.maintenance_note
    if spell.resistance != "none":
        yield "Resisted with", RESISTANCE.get(spell.resistance, spell.resistance)


def _twelve(spell: Spell) -> str:
    """What goes wrong where the die shows the number that always fails (11.5)."""
    return f"On a 12: {spell.twelve}" if spell.twelve else ""


def _helped(sheet: Sheet, spell: Spell, check: Check) -> Iterator[tuple[str, str]]:
    """What all rites and charms make of a way, where nothing else will do (12.0.13)."""
    number = check.pool.value
    if bonus := needed(spell, check, number):
        target = "" if spell.against else f" or less · {chance(sheet, check.label, number + bonus)}"
        best = number + bonus + (LEAST if spell.against else 0)
        yield capitalise(ALL_AIDS), f"{minus(best)}{target}"


def _own(sheet: Sheet) -> Iterable[Passage]:
    """Skills of one's own with something to say of them, and those that no attribute's column can show."""
    for own in sheet.reading.memo(own_skills):
        entry = sheet.build.entries["skills"][own.place]
        text = " ".join(entry.notes.get(key, "") for key in ("description", "failure")).strip()
        if text or own.attribute not in ATTRIBUTES:
            yield Passage(own.label, text or "No attribute yet.", own.attribute)


dominion.layout = layout
dominion.lists = lists
