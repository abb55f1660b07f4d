"""What the printed sheet shows: abilities with what follows from them, values, backgrounds, bonds, the roll."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.kernel import Figure, Sheet
from rules.kernel.basics import shorten
from rules.kernel.pages import Track, print_blocks
from rules.kernel.pages.print_blocks import Card, Deck, if_room, several_of
from rules.systems.forge.creation import Past, backgrounds, bonds, values
from rules.systems.forge.entries import Ancestry, Archetype, SkillType
from rules.systems.forge.game import DICE, OPPOSED, SLOTS, VALUES, forge
from rules.systems.forge.gear import Thing, possessions
from rules.systems.forge.panels import halves
from rules.systems.forge.reminders import CRIBS, Row, chances
from rules.systems.forge.steps import STORY

ACCENT = "#31506e"
ABILITIES = ("agility", "brawn", "cunning")
FOLLOWS = ("encumbered-limit", "running-jump", "standing-jump", "high-jump")
"""What Brawn feeds and is not among the large numbers, in the order it is printed."""
SHORT = {
    "encumbered-limit": "maximum load",
    "running-jump": "running jump, paces",
    "standing-jump": "standing jump, paces",
    "high-jump": "high jump, feet",
}
A_ROW, MOST_ROWS = 10, 4
MOST_SHORT = (4, 8)
"""Backgrounds and bonds that still fit their boxes."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number on paper; "" is a blank to write on."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Ten:
    """A row of boxes; `note` says what the last of them brings."""

    boxes: range
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgeSheet(print_blocks.Layout):
    """Both pages."""

    abilities: tuple[Number, ...]
    follows: tuple[Number, ...]
    values: tuple[Number, ...]
    backgrounds: tuple[Number, ...]
    bonds: tuple[str, ...]
    stress: tuple[Ten, ...]
    dice: tuple[tuple[str, str], ...]
    opposed: tuple[tuple[str, str], ...]
    sizes: tuple[str, ...]
    chances: tuple[Row, ...]
    skills: Deck
    possessions: Deck
    load: str

    @property
    def crowded(self) -> bool:
        """Whether there is so much of something that it may go on over the page."""
        rows = (self.backgrounds, self.bonds)
        return len(self.values) > VALUES or any(len(lines) > most for lines, most in zip(rows, MOST_SHORT, strict=True))


def layout(sheet: Sheet) -> ForgeSheet:
    """Everything the printed sheet shows. Total: whatever is missing is a blank."""
    c = sheet.reading
    last = len(OPPOSED)
    skills, owned = tuple(_skills(sheet)), tuple(_possessions(c.memo(possessions)))
    notes = STORY.passages(sheet.build)
    cribs = if_room(CRIBS, len(skills) + len(owned), notes)
    return ForgeSheet(
        band=ACCENT,
        line=_line(sheet),
        facts=(
            ("Fate", f"max. {sheet['fate-points']}"),
            ("Class", _class(sheet)),
        ),
        abilities=tuple(_number(sheet.figures[key]) for key in ABILITIES),
        follows=tuple(_number(sheet.figures[key], SHORT[key]) for key in FOLLOWS),
        values=tuple(_values(sheet)),
        backgrounds=tuple(_backgrounds(c.memo(backgrounds))),
        bonds=c.memo(bonds),
        stress=tuple(_stress(sheet)),
        tracks=tuple(Track.of(tracker) for tracker in sheet.trackers if tracker.key != "stress"),
        dice=tuple((key.capitalize(), f"d{faces}") for key, faces in DICE.items()),
        opposed=tuple(
            (f"against {n}" if n < last else f"against {n}+", f"d{faces}") for n, faces in enumerate(OPPOSED, 1)
        ),
        sizes=tuple(f"d{faces}" for faces in DICE.values()),
        chances=() if sheet.dead or not cribs else chances(sheet),
        skills=Deck(skills),
        possessions=Deck(owned),
        pocket=(("gear", owned), ("feats", skills)),
        load=f"{_number(sheet.figures['bulk']).value} bulk carried",
        notes=notes,
        cribs=cribs,
    )


def _line(sheet: Sheet) -> str:
    found = (sheet.choice(key) for key in ("ancestry", "archetype"))
    return ", ".join(entry.name for entry in found if isinstance(entry, Ancestry | Archetype))


def _class(sheet: Sheet) -> str:
    named = (entry.name.strip() for entry in sheet.build.entries.get("classes", ()))
    return shorten(", ".join(name for name in named if name), 40)


def _number(figure: Figure, label: str = "") -> Number:
    value = halves(figure.value) if figure.key == "standing-jump" else f"{figure.value:,}".replace("-", "−")
    return Number(label or figure.label, value)


def _values(sheet: Sheet) -> Iterable[Number]:
    held = sheet.reading.memo(values)
    for value in held:
        yield Number(value.name, "" if value.rating is None else f"{value.rating:,}".replace("-", "−"))
    for _ in range(len(held), VALUES):
        yield Number("", "")


def _backgrounds(held: tuple[Past, ...]) -> Iterable[Number]:
    for past in held:
        yield Number(past.name, str(past.die or ""))
    for _ in range(len(held), SLOTS):
        yield Number("", "")


def _skills(sheet: Sheet) -> Iterator[Card]:
    for place, entry in enumerate(sheet.build.entries.get("skills", ()), 1):
        kind = sheet.rulebook.find(SkillType, entry.pick("type"))
        detail = entry.notes.get("detail", "").strip()
        yield Card(entry.name.strip() or f"Skill {place}", kind.name if kind else "", text=detail)


def _possessions(owned: Iterable[Thing]) -> Iterator[Card]:
    for thing in owned:
        words = (thing.grade.name.lower() if thing.grade else "", "left behind" if thing.left else "")
        told = ", ".join(word for word in words if word).capitalize()
        unit = "bulk" if thing.quantity == 1 else "bulk each"
        yield Card(several_of(thing.label, thing.quantity), told, f"{thing.bulk:,}", unit)


def _stress(sheet: Sheet) -> Iterator[Ten]:
    """Boxes up to the second affliction, broken where the first one comes."""
    start = 0
    for words, key in (("first affliction", "affliction-1"), ("second affliction", "affliction-2")):
        end = min(max(sheet[key], start), A_ROW * MOST_ROWS)
        while start < end:
            size = min(A_ROW, end - start)
            start += size
            yield Ten(range(size), f"{start}: {words}" if start == end else "")


forge.layout = layout
