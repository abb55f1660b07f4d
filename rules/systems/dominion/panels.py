"""The record of this game: attributes, skills under what they start from, the fight as armed and as worn."""

from collections.abc import Iterable

from rules.kernel import Fact, Sheet
from rules.kernel.basics import minus
from rules.kernel.basics.wording import either
from rules.kernel.pages import FigureGroup, Panel
from rules.kernel.purchases import bought, purchases_of
from rules.systems.dominion.creation import own_skills, perks, studied
from rules.systems.dominion.entries import Race, Skill, Spell, Style
from rules.systems.dominion.game import ATTRIBUTES, cite, dominion
from rules.systems.dominion.performing import castings
from rules.systems.dominion.purchases import OWN, SKILL

MOST = 6


def panels(sheet: Sheet) -> tuple[Panel, ...]:
    """Panels in the order of use at the table."""
    return (
        Panel("attributes", "Attributes", cite("3.1", 17), (FigureGroup("", ATTRIBUTES),), most=MOST),
        Panel("fight", "The fight", cite("7.3", 47), tuple(_fight(sheet)), style="numbers"),
        Panel("skills", "Skills", cite("4.1", 22), tuple(_skills(sheet)), style="numbers"),
        *_crafts(sheet),
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


def _fight(sheet: Sheet) -> Iterable[FigureGroup]:
    yield FigureGroup("Unarmed", _of(sheet, "combat"))
    armed: dict[str, list[str]] = {}
    for key in sheet.figures:
        _, with_, item = key.partition("-with-")
        if with_:
            armed.setdefault(item, []).append(key)
    for item, keys in armed.items():
        yield FigureGroup(sheet.figures[keys[0]].label.partition(" with ")[2] or item, tuple(keys))
    worn = tuple(key for key in sheet.figures if key.startswith("within-"))
    if worn:
        yield FigureGroup("With armour", worn)


def _skills(sheet: Sheet) -> Iterable[FigureGroup]:
    for key in ATTRIBUTES:
        own = tuple(s.key for s in sheet.reading.memo(own_skills) if s.attribute == key and s.key in sheet.figures)
        found = (*_of(sheet, key), *own)
        if found:
            yield FigureGroup(sheet.figures[key].label, found)


def _worked_out(sheet: Sheet) -> tuple[str, ...]:
    """The composites that somebody who serves or studies has worked out (2.5)."""
    return tuple(base for base in ("priestcraft", "witchcraft") if studied(sheet.reading, base))


def _crafts(sheet: Sheet) -> Iterable[Panel]:
    groups = tuple(FigureGroup(base.capitalize(), _of(sheet, base)) for base in _worked_out(sheet))
    if groups:
        yield Panel("crafts", "Priestcraft and Witchcraft", cite("2.5", 12), groups, style="numbers")


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
        spell = sheet.rulebook.find(Spell, key)
        if spell:
            yield Fact("Spell", spell.name, f"{_roll(sheet, spell)} {spell.summary}", spell.cite)


def _roll(sheet: Sheet, spell: Spell) -> str:
    """ "Roll 5 or less.", or the number of each variant, and what its rites and charms make of it."""
    made = tuple(castings(sheet, spell))
    found = [minus(check.pool.value) for check in made]
    if not spell.variants:
        return " ".join(filter(None, (f"Roll {found[0]} or less.", made[0].note)))
    ways = (f"{number} ({way.name})" for number, way in zip(found, spell.variants, strict=True))
    return f"Roll at most {either(list(ways))}."


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
dominion.one_liner = one_liner
dominion.facts = _facts
