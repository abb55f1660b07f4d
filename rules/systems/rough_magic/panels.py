"""The sheet of this game: attributes, then the value of every kind of spell; and what is no number."""

from collections.abc import Iterable, Iterator

from rules.kernel import Entry, Fact, Reading, Rulebook, Sheet, amount
from rules.kernel.pages import FigureGroup, Panel, entries_by_key
from rules.systems.rough_magic.backlash import stays, suffered
from rules.systems.rough_magic.creation import (
    EFFECTS,
    THAUMATURGY,
    Empowered,
    attribute_of,
    held,
    meaning,
    raised,
    skill_named,
    skills,
    specialty,
)
from rules.systems.rough_magic.entries import Attribute, Avenue, Spell
from rules.systems.rough_magic.falls import stopped, word
from rules.systems.rough_magic.game import ATTRIBUTES, HIGHEST, POWER, cite, rough_magic
from rules.systems.rough_magic.scales import days


def panels(sheet: Sheet) -> tuple[Panel, ...]:
    """The kinds of spell by what they are rolled with, the highest first; attributes where nothing heads the sheet."""
    own = specialty(sheet.reading)
    spells = sheet.rulebook.all(Spell).values()
    starred = frozenset(f"av-{spell.key}" for spell in spells if own and spell.avenue == own.key)
    words = "What you add to your dice to cast each kind of spell."
    return (
        Panel(
            "attributes", "Attributes", cite("Attributes 7320"), (FigureGroup("", ATTRIBUTES),), most=HIGHEST,
            brief=True,
        ),
        Panel(
            "values", "Action values (AV)", cite("Basics"), tuple(_bench(sheet)), style="bench", starred=starred,
            note=f"{words} ★ is your specialty." if starred else words,
        ),
    )  # fmt: skip


def _bench(sheet: Sheet) -> Iterator[FigureGroup]:
    """The action values by the attribute beside Power Level."""
    c, found = sheet.reading, dict[str, list[str]]()
    for spell in sheet.rulebook.all(Spell).values():
        attribute, _ = attribute_of(c, spell)
        found.setdefault(attribute, []).append(f"av-{spell.key}")
    power = c.figure(POWER).label
    for attribute, keys in sorted(found.items(), key=lambda group: -sheet[group[1][0]]):
        yield FigureGroup(f"{c.figure(attribute).label} and {power}" if attribute else f"{power} alone", tuple(keys))


def facts(sheet: Sheet) -> tuple[Fact, ...]:
    return tuple(_facts(sheet))


def one_liner(sheet: Sheet) -> tuple[str, ...]:
    """Whether they cast and in what they are specialised, then what they are expert at, and what marks them."""
    c, avenue = sheet.reading, sheet.choice("avenue")
    caster = skill_named(c, THAUMATURGY) is not None
    magic = f"Specialised in {avenue.name}" if avenue else "General magician" if caster else ""
    expert = [skill.label for skill in c.memo(skills) if skill.expert and skill.word != THAUMATURGY]
    marks = [one.label for kind in ("gifts", "traits") for one in held(c, kind)]
    words = (magic, f"Expert in {' and '.join(expert[:2])}" if expert else "", *marks[:2])
    return tuple(word for word in words if word)


def _facts(sheet: Sheet) -> Iterable[Fact]:
    c = sheet.reading
    avenue = sheet.choice("avenue")
    if isinstance(avenue, Avenue):
        yield Fact("Specialty", f"{avenue.name} ({avenue.standing})", avenue.summary, avenue.cite)
    for skill in c.memo(skills):
        yield Fact("Skill", skill.label, "With expertise." if skill.expert else "", cite("Skills"))
    for kind, label, section in (("gifts", "Gift", "Gifts 14897"), ("traits", "Trait", "Supernaturals 8152")):
        for one in held(c, kind):
            yield Fact(label, one.label, meaning(c, one), cite(section))
    found = suffered(c)
    if found:
        words = "Permanent." if stays(c) else "Until you've rested from magic for 24 hours."
        yield Fact("Consequence", found.name, f"{found.summary} {words}", found.cite)


def about(c: Reading, thing: Empowered) -> str:
    """What an object is worth, how long it takes and how long it lasts."""
    return ", ".join((*_worth(c, thing), *_lasts(c, thing)))


def _worth(c: Reading, thing: Empowered) -> Iterator[str]:
    effect, key = thing.entry.pick("effect"), thing.entry.pick("attribute")
    attribute = c.rulebook.find(Attribute, key)
    if effect == EFFECTS[0]:
        yield "expertise with a skill"
    elif effect == EFFECTS[1] and attribute:
        rank = c[attribute.key]
        yield f"{attribute.name} {rank} becomes {raised(rank, thing.rating)}"
    elif effect == EFFECTS[2]:
        yield f"armour {thing.rating}"


def _lasts(c: Reading, thing: Empowered) -> Iterator[str]:
    time = days(c.rulebook, thing.rating)
    if time:
        yield f"{amount(time, 'day')} to empower"
    over = word(thing.entry.name) in c.memo(stopped)
    yield "permanent" if thing.permanent else "its magic has ended" if over else "temporary, for about a week"


def entries_behind(rulebook: Rulebook, key: str) -> tuple[Entry, ...]:
    """An action value is that of a kind of spell."""
    return entries_by_key(rulebook, key.removeprefix("av-"))


rough_magic.panels = panels
rough_magic.entries_behind = entries_behind
rough_magic.one_liner = one_liner
rough_magic.facts = facts
