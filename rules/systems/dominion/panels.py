"""The record of this game: the body, attributes, skills under what they start from, what is fought with and worn."""

from collections.abc import Iterable, Iterator

from rules.kernel import Check, Dice, Fact, Sheet
from rules.kernel.basics import minus, signed
from rules.kernel.basics.wording import either
from rules.kernel.pages import FigureGroup, Panel
from rules.kernel.purchases import bought, purchases_of
from rules.systems.dominion.armoury import Thing, armed, carried
from rules.systems.dominion.creation import perks, studied
from rules.systems.dominion.entries import WHEN, Race, Skill, Spell, Style, Variant
from rules.systems.dominion.equipment_words import armour_told, weapon_told
from rules.systems.dominion.game import ATTRIBUTES, cite, dominion
from rules.systems.dominion.performing import (
    ALL_AIDS,
    DIFFICULTY,
    RATE,
    castings,
    listed,
    needed,
    skill_die,
    weaponless,
)
from rules.systems.dominion.play_page import body, skills_of
from rules.systems.dominion.purchases import OWN, SKILL

MOST = 6
COMBAT, BARE = "Combat", "Attributes"
"""What a fight asks for stands under the one, what has no skill under the other."""
FEWEST = 2
"""So many skills of each kind show, however low they are."""
SKILLS = ("strike", "missile-strike", "parry", "disarm", "timing")


def panels(sheet: Sheet) -> tuple[Panel, ...]:
    """Panels in the order of use at the table."""
    return (
        Panel("attributes", BARE, cite("3.1", 17), (FigureGroup("", ATTRIBUTES),), most=MOST),
        Panel("skills", "Skills", cite("4.1", 22), tuple(_skills(sheet)), style="numbers"),
        *_crafts(sheet),
        _body(sheet),
        *_arms(sheet),
        Panel(
            "vitals",
            "At a glance",
            cite("2.5", 12),
            (FigureGroup("", ("combat", "injury", *_worked_out(sheet), "aps")),),
            style="numbers",
            aside=True,
        ),
    )


def _of(sheet: Sheet, base: str) -> tuple[str, ...]:
    return tuple(key for key, skill in sheet.rulebook.all(Skill).items() if skill.base == base)


def _body(sheet: Sheet) -> Panel:
    """What each place of the body withstands, and what is worn there (9.7.1)."""
    places = tuple(body(sheet))
    worn = [f"{thing.name}: {armour_told(thing.armour)}" for thing in _worn(sheet) if thing.armour]
    return Panel(
        "body",
        "Withstand Injury",
        cite("9.7.1", 86),
        (FigureGroup("", tuple(key for _, key, _ in places)),),
        " ".join(worn),
        style="figure",
        rows=tuple(place.capitalize() for place, _, _ in places),
        starred=frozenset(key for _, key, covered in places if covered),
        side="left",
    )


def _worn(sheet: Sheet) -> list[Thing]:
    return [thing for thing in sheet.reading.memo(carried) if thing.armour and thing.worn]


def _arms(sheet: Sheet) -> Iterable[Panel]:
    """A card for each weapon carried, with what it adds and how it is rolled (9.3)."""
    groups = []
    for thing in sheet.reading.memo(armed):
        keys = tuple(key for skill in SKILLS if (key := f"{skill}-with-{thing.item}") in sheet.figures)
        if keys and thing.weapon:
            told = weapon_told(thing.weapon) if thing.wielded else f"Not in hand. {weapon_told(thing.weapon)}"
            groups.append(FigureGroup(thing.weapon.name, keys, text=told))
    if groups:
        yield Panel("arms", "Arms", cite("9.3", 81), tuple(groups), style="cards", side="right", dice=_dice)


def _dice(key: str, value: int) -> Dice | None:
    """A stat is rolled at or under; Timing is no such roll (6.4)."""
    return None if key.startswith("timing-") else skill_die(value)


def _skills(sheet: Sheet) -> Iterable[FigureGroup]:
    """Under what they start from, best first; those that are no better than it are folded, but for a few."""
    for key in (*ATTRIBUTES, "combat"):
        best = sorted(skills_of(sheet, key), key=lambda skill: -sheet[skill])
        better = sum(sheet[skill] > sheet[key] for skill in best)
        shown = max(better, FEWEST)
        if best:
            title = sheet.figures[key].label.removesuffix(" Composite")
            yield FigureGroup(title, tuple(best[:shown]), rest=tuple(best[shown:]))


def _worked_out(sheet: Sheet) -> tuple[str, ...]:
    """The composites that somebody who serves or studies has worked out (2.5)."""
    return tuple(base for base in ("priestcraft", "witchcraft") if studied(sheet.reading, base))


def _crafts(sheet: Sheet) -> Iterable[Panel]:
    groups = tuple(FigureGroup(base.capitalize(), _of(sheet, base)) for base in _worked_out(sheet))
    if groups:
        yield Panel("crafts", "Priestcraft and Witchcraft", cite("2.5", 12), groups, style="numbers")


def further(sheet: Sheet) -> Iterable[tuple[str, Check]]:
    """Whatever else stands on the panels and is rolled: what a fight asks for, skills nobody trained, bare attributes
    (4.2)."""
    return sorted(_unlisted(sheet), key=lambda one: (one[0] != COMBAT, one[0] == BARE))


def _unlisted(sheet: Sheet) -> Iterator[tuple[str, Check]]:
    known = {check.key for check in sheet.checks}
    for panel in panels(sheet):
        for group in () if panel.aside else panel.groups:
            title = COMBAT if panel.key == "arms" or group.title == COMBAT else panel.title
            for check in (check for key in (*group.figures, *group.rest) for check in listed(sheet.reading, key)):
                if check.key not in known:
                    yield title, check


def roll_of(sheet: Sheet, key: str) -> Check | None:
    """A skill is rolled by its name, unless it is rolled in several ways or is a rate."""
    checks = tuple(listed(sheet.reading, key)) if key in sheet.figures else ()
    if len(checks) != 1 or checks[0].key != key or key == RATE or any(weaponless(sheet.reading, key)):
        return None
    return checks[0]


def facts(sheet: Sheet) -> Iterable[Fact]:
    """Who the character is, what the table gave, what can be cast."""
    race, style = sheet.choice("race"), sheet.choice("style")
    if isinstance(race, Race):
        yield Fact("Race", race.name, race.summary, race.cite)
    elif sheet.build.pick("race"):
        yield Fact("Race", sheet.build.pick("race").capitalize(), "", cite("2.4", 12))
    if isinstance(style, Style):
        yield Fact("Style", style.name, style.summary, style.cite)
    for perk in sheet.reading.memo(perks):
        yield Fact("Table roll", perk.row.name, perk.row.summary, perk.row.cite)
    for key in sheet.build.picked("spells"):
        spell = sheet.spell_reader.find(key)
        if isinstance(spell, Spell):
            yield Fact("Spell", spell.name, f"{_roll(sheet, spell)} {spell.summary}", spell.cite)


def _roll(sheet: Sheet, spell: Spell) -> str:
    """ "Roll 5 or less when unhurt, Modifier Stage.", or the number of each variant, and what its rites and charms make
    of it."""
    made = tuple(castings(sheet, spell))
    when = f" when unhurt{f', {spell.stage.capitalize()} Stage' if spell.stage in WHEN else ''}"
    if not spell.variants:
        penalty = f", {DIFFICULTY} {signed(spell.difficulty)}" if spell.difficulty else ""
        number = f"Roll {minus(made[0].pool.value)} or less{when}{penalty}."
        return " ".join(filter(None, (number, made[0].note)))
    return f"Roll at most {either([_way(spell, *one) for one in zip(made, spell.variants, strict=True)])}{when}."


def _way(spell: Spell, check: Check, way: Variant) -> str:
    number = check.pool.value
    bonus = needed(spell, check, number)
    told = f"; {minus(number + bonus)} {ALL_AIDS}" if bonus else ""
    return f"{minus(number)} ({way.name}{told})"


def one_liner(sheet: Sheet) -> tuple[str, ...]:
    """Race and style; without a style, the skill with the most steps (2.2, 2.4)."""
    race, style = (sheet.choice(key) for key in ("race", "style"))
    trained = (one for one in purchases_of(sheet.reading) if one.rule in (SKILL, OWN) and bought(sheet.reading, one))
    best = max(trained, key=lambda one: bought(sheet.reading, one), default=None)
    words = (
        race.name if race else sheet.build.pick("race").capitalize(),
        style.name if style else sheet.build.pick("style").capitalize() or (best.name if best else ""),
    )
    return tuple(word for word in words if word)


def _facts(sheet: Sheet) -> tuple[Fact, ...]:
    return tuple(facts(sheet))


dominion.panels = panels
dominion.further = further
dominion.roll_of = roll_of
dominion.one_liner = one_liner
dominion.facts = _facts
