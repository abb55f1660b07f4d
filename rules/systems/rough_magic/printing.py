"""What the printed sheet of this game shows: what is counted, the tables of a casting; then what is owned."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.kernel import Reading, Sheet
from rules.kernel.basics import capitalise, signed
from rules.kernel.pages import Chance, Track, print_blocks
from rules.kernel.pages.print_blocks import Card, Deck, NumberLine, PrintedItem, if_room
from rules.kernel.sheet import DEAD
from rules.systems.rough_magic.backlash import suffered
from rules.systems.rough_magic.budgets import lines
from rules.systems.rough_magic.casting import casting
from rules.systems.rough_magic.casting_dice import barred, expert_die, expertise, rerolled
from rules.systems.rough_magic.creation import THAUMATURGY, empowered, held, skills
from rules.systems.rough_magic.entries import Avenue, Spell
from rules.systems.rough_magic.game import rough_magic
from rules.systems.rough_magic.opposed_sums import OpposedSums
from rules.systems.rough_magic.panels import about
from rules.systems.rough_magic.reference import APART
from rules.systems.rough_magic.reminders import CRIBS
from rules.systems.rough_magic.scales import rungs
from rules.systems.rough_magic.steps import STORY

ACCENT = "#9a4a16"
CRIB = ("range", "familiarity", "rounds", "time", "size", "mass", "value", "ritual")
MOST_DICE = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class RoughMagicSheet(print_blocks.Layout):
    """Both pages."""

    blank: str
    values: tuple[tuple[NumberLine, ...], ...]
    barred: str
    skills: tuple[NumberLine, ...]
    gifts: tuple[NumberLine, ...]
    objects: Deck
    crib_heads: tuple[str, ...]
    crib: tuple[tuple[str, ...], ...]
    apart: tuple[str, ...]
    chances: tuple[tuple[str, tuple[Chance, ...]], ...]
    consequence: NumberLine | None
    ledger: tuple[tuple[str, int], ...]
    allowed: int
    spent: int

    @property
    def crowded(self) -> bool:
        """Whether there is so much of something that it may go on over the page."""
        return max(len(self.skills), len(self.gifts), len(self.objects.cards)) > 14


def layout(sheet: Sheet) -> RoughMagicSheet:
    """Everything the printed sheet shows. Total: whatever is missing is simply not there."""
    c, budget = sheet.reading, sheet.budgets["character-points"]
    avenue, found = sheet.choice("avenue"), suffered(sheet.reading)
    objects, notes = tuple(_objects(c)), STORY.passages(sheet.build)
    return RoughMagicSheet(
        band=ACCENT,
        line=f"Specialised in {avenue.name}" if isinstance(avenue, Avenue) else "No specialty",
        facts=(("Points left", str(budget.remaining)),),
        tracks=tuple(Track.of(tracker) for tracker in sheet.trackers),
        blank="Movement / initiative / dodge",
        values=_values(sheet),
        barred=DEAD if sheet.dead else barred(c),
        skills=tuple(_skills(sheet)),
        gifts=tuple(NumberLine(one.label, one.kind[:-1]) for kind in ("gifts", "traits") for one in held(c, kind)),
        pocket=(("spells", tuple(_spells(sheet))), ("gear", objects)),
        objects=Deck(objects),
        crib_heads=("Dice", *(word.capitalize() for word in CRIB)),
        crib=tuple(_crib(sheet)),
        apart=tuple(map(signed, APART)),
        chances=() if sheet.dead else tuple(_chances(sheet)),
        consequence=NumberLine(found.name, found.summary) if found else None,
        ledger=tuple((title, sum(term.amount for term in bought)) for title, bought in c.memo(lines).items()),
        allowed=budget.allowed.value,
        spent=budget.spent.value,
        notes=notes,
        cribs=if_room(CRIBS, len(objects), notes),
    )


def _skills(sheet: Sheet) -> Iterable[NumberLine]:
    """Each skill, and of what is rolled by itself the attribute it is mostly rolled with, its value and chance."""
    rolls = {check.key: check for check in sheet.checks}
    for skill in sheet.reading.memo(skills):
        made = rolls.get(f"skill-{skill.place + 1}")
        words = [made.pool.terms[0].label] if made else []
        words += ["expertise"] if skill.expert else []
        value, chance = (f"{made.pool.value}", Chance.of(made)) if made and not sheet.dead else ("", None)
        yield NumberLine(skill.label, value, ", ".join(words), chance)


def _spells(sheet: Sheet) -> Iterable[Card]:
    for key, spell in sheet.rulebook.all(Spell).items():
        avenue, alone = sheet.rulebook.find(Avenue, spell.avenue), _alone(sheet, spell)
        told = f"Against: {_against(spell)}" + (f" · {alone}" if alone else "")
        yield Card(
            spell.name, avenue.name if avenue else "Any avenue", str(sheet[f"av-{key}"]), "AV", spell.summary, told
        )


def _objects(c: Reading) -> Iterable[Card]:
    for thing in c.memo(empowered):
        yield Card(thing.label, "Empowered object", str(thing.rating), "rating", capitalise(about(c, thing)))


def _values(sheet: Sheet) -> tuple[tuple[NumberLine, ...], ...]:
    """Each kind of spell with its value and what resists it, in two columns."""
    lines = [
        NumberLine(spell.name, str(sheet[f"av-{key}"]), _against(spell), _alone(sheet, spell))
        for key, spell in sheet.rulebook.all(Spell).items()
    ]
    half = -(-len(lines) // 2)
    return tuple(lines[:half]), tuple(lines[half:])


def _alone(sheet: Sheet, spell: Spell) -> Chance | None:
    """How likely a spell is that nobody resists."""
    made = None if spell.opposed else sheet.alive(casting(sheet, spell, {}))
    return Chance.of(made) if made and made.dice else None


def _against(spell: Spell) -> str:
    if not spell.opposed:
        return f"DV {spell.own}"
    return {
        "base": "the attribute",
        "lost": "what was lost",
        "none": "no roll",
        "presence+power": "Presence + Power Level",
    }.get(spell.opposed, spell.opposed.capitalize())


def _crib(sheet: Sheet) -> Iterable[tuple[str, ...]]:
    """The tables of a casting side by side, a row for each number of dice."""
    columns = [tuple(rungs(sheet.rulebook, table).values()) for table in CRIB]
    for n in range(max(map(len, columns))):
        yield (str(n), *(column[n].name.partition(" (")[0] if n < len(column) else "–" for column in columns))


def _chances(sheet: Sheet) -> Iterable[tuple[str, tuple[Chance, ...]]]:
    """Success by dice and by AV less DV, as this caster throws them."""
    expert, keep = expertise(sheet.reading, THAUMATURGY), sheet.reading.setting("bonus_dice") == "keep2"
    more, again = sum(term.amount for term in expert_die(expert)), rerolled(expert)
    for dice in range(1, MOST_DICE + 1):
        thrown = ((n, OpposedSums(dice + more, n, 0, again, keep).odds().success) for n in APART)
        yield str(dice), tuple(Chance(f"{dice} dice, {n:+d}", n, chance) for n, chance in thrown)


def lists(sheet: Sheet) -> tuple[tuple[str, tuple[PrintedItem, ...]], ...]:
    """The objects with what they are worth; the other lists are facts of their own."""
    things = tuple(
        PrintedItem(thing.label, 1, f"rating {thing.rating} · {about(sheet.reading, thing)}")
        for thing in sheet.reading.memo(empowered)
    )
    return (("Empowered objects", things),) if things else ()


rough_magic.layout = layout
rough_magic.lists = lists
