"""What the printed sheet of this game shows: statistics and Life for play, the fight, the grid; then what is owned."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from rules.kernel import Budget, Figure, Reading, Sheet
from rules.kernel.basics import capitalise, minus, shorten
from rules.kernel.pages import Track, print_blocks
from rules.kernel.pages.print_blocks import Card, Deck, NumberLine, PrintedItem, if_room
from rules.systems.duality.entries import Movement, Noun, Verb, Wealth
from rules.systems.duality.figures import tag_of
from rules.systems.duality.game import STATISTICS, duality
from rules.systems.duality.gear import damage, invested, range_of, skills, told
from rules.systems.duality.held import HeldItem, HeldStyle, armed, items, styles
from rules.systems.duality.item_words import gives, nature
from rules.systems.duality.outcomes import DIFFICULTIES, OUTCOMES, TABLE_1, TABLE_2
from rules.systems.duality.panels import EXPERIENCES
from rules.systems.duality.pricing import signed
from rules.systems.duality.reminders import CRIBS
from rules.systems.duality.steps import STORY
from rules.systems.duality.xp_lines import PARTS

ACCENT = "#5b3f8c"
LETTERS = {"superhuman": "S", "simple-weak": "W", "complex-powerful": "C"}
MOST_LIFE = 60
MOST_ROWS = (6, 12, 12, 8, 8, 8)
"""Tracks, specializations, experiences, abilities, attacks and defences that still fit their boxes."""
A_ROW = 10
"""Boxes of Life stand in tens, so that nobody has to count them."""


@dataclass(frozen=True, slots=True)
class SpecializationCell:
    """One specialization: its bonus, and the letter of its tag ("" for Human)."""

    value: str
    letter: str
    plain: bool


@dataclass(frozen=True, slots=True)
class VerbRow:
    """The ten specializations of a verb."""

    verb: str
    cells: tuple[SpecializationCell, ...]


@dataclass(frozen=True, slots=True)
class StyleLine:
    """A combat style on paper; "–" stands for what it does not have."""

    name: str
    told: str
    offensive: bool
    bare: str
    armed: str
    damage: str
    armed_damage: str
    block: str
    improved: str


@dataclass(frozen=True, slots=True)
class Owned:
    """An item with all it gives, and the experience points in it."""

    name: str
    nature: str
    in_use: bool
    gives: str
    xp: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DualitySheet(print_blocks.Layout):
    """Both pages."""

    statistics: tuple[NumberLine, ...]
    life_rows: tuple[range, ...]
    life_more: str
    attacks: tuple[StyleLine, ...]
    defences: tuple[StyleLine, ...]
    nouns: tuple[str, ...]
    grid: tuple[VerbRow, ...]
    owned: tuple[NumberLine, ...]
    experiences: tuple[NumberLine, ...]
    abilities: tuple[NumberLine, ...]
    item_cards: Deck
    ledger: tuple[tuple[str, str], ...]
    received: int
    spent: int
    left: int
    outcomes: tuple[str, ...]
    table: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def crowded(self) -> bool:
        """Whether there is so much of something that it stands alone and may go on over the page."""
        rows = (self.tracks, self.owned, self.experiences, self.abilities, self.attacks, self.defences)
        return any(len(lines) > most for lines, most in zip(rows, MOST_ROWS, strict=True))


def layout(sheet: Sheet) -> DualitySheet:
    """Everything the printed sheet shows. Total: whatever is missing is simply not there."""
    c, ledger = sheet.reading, sheet.budgets["xp"]
    ways = [(style.style.offensive, _way(c, style)) for style in c.memo(styles) if style.style]
    life = sheet["life"]
    abilities = tuple(_abilities(c))
    cards, notes = tuple(_item_card(item) for item in _things(sheet)), STORY.passages(sheet.build)
    return DualitySheet(
        band=ACCENT,
        line=_line(sheet),
        facts=(("Speed", _pace(sheet, "speed", "normal")), ("Wealth", _wealth(sheet)), ("XP left", str(sheet["xp"]))),
        statistics=tuple(_rated(sheet.figures[key]) for key in STATISTICS),
        life_rows=tuple(_tens(life)),
        life_more=f"and {life - MOST_LIFE:,} more" if life > MOST_LIFE else "",
        tracks=tuple(Track.of(tracker) for tracker in sheet.trackers if tracker.key != "life"),
        attacks=tuple(way for offensive, way in ways if offensive),
        defences=tuple(way for offensive, way in ways if not offensive),
        nouns=tuple(noun.name for noun in sheet.rulebook.all(Noun).values()),
        grid=tuple(_row(sheet, verb) for verb in sheet.rulebook.all(Verb).values()),
        owned=tuple(_own(sheet)),
        experiences=tuple(_rated(figure) for key, figure in sheet.figures.items() if EXPERIENCES.fullmatch(key)),
        abilities=abilities,
        item_cards=Deck(cards),
        pocket=(
            ("gear", cards),
            ("feats", (*(_style_card(way) for _, way in ways), *(_ability_card(line) for line in abilities))),
        ),
        ledger=tuple(_ledger(ledger)),
        received=ledger.allowed.value,
        spent=ledger.spent.value,
        left=ledger.remaining,
        outcomes=tuple(outcome.capitalize() for outcome in OUTCOMES),
        table=tuple(_table()),
        notes=notes,
        cribs=if_room(CRIBS, len(cards), notes),
    )


def _item_card(item: Owned) -> Card:
    use = "in use" if item.in_use else "put away"
    return Card(item.name, capitalise(f"{item.nature}, {use}"), str(item.xp), "XP", item.gives or "no effect yet")


def _style_card(way: StyleLine) -> Card:
    """A combat style: what to roll with the weapon, and what it does bare."""
    bare = ("bare", way.bare), ("damage", way.damage), ("damage with weapon", way.armed_damage), ("Block", way.block)
    numbers = " · ".join(f"{label} {value}" for label, value in bare if value not in ("", "–"))
    kind = "Offensive style" if way.offensive else "Defensive style"
    number = way.bare if way.armed == "–" else way.armed
    return Card(way.name, kind, number, "to roll", way.told, " · ".join(filter(None, (numbers, way.improved))))


def _ability_card(ability: NumberLine) -> Card:
    return Card(ability.label, ability.more.capitalize() or "Ability", text=ability.value)


def lists(sheet: Sheet) -> tuple[tuple[str, tuple[PrintedItem, ...]], ...]:
    """The items with what they give; the other lists are figures and facts of their own."""
    found = tuple(PrintedItem(thing.name, 1, _about(thing)) for thing in _things(sheet))
    return (("Items", found),) if found else ()


def _things(sheet: Sheet) -> tuple[Owned, ...]:
    """Every item as it is told."""
    return tuple(_owned(sheet.reading, item) for item in sheet.reading.memo(items))


def _about(thing: Owned) -> str:
    use = "in use" if thing.in_use else "put away"
    return " · ".join(word for word in (thing.nature, use, thing.gives, f"{thing.xp} XP") if word)


def _line(sheet: Sheet) -> str:
    """How one gets about besides walking."""
    moves = sheet.rulebook.all(Movement).values()
    found = (f"{move.name} {_pace(sheet, move.key)}" for move in moves if sheet.build.pick(move.key))
    return ", ".join(found)


def _pace(sheet: Sheet, key: str, usual: str = "") -> str:
    return shorten(sheet.build.pick(key) or usual, 30).capitalize()


def _wealth(sheet: Sheet) -> str:
    picked = sheet.build.pick("wealth") or "limited"
    wealth = sheet.rulebook.find(Wealth, picked)
    return wealth.name if wealth else shorten(picked, 30).capitalize()


def _rated(figure: Figure) -> NumberLine:
    return NumberLine(figure.label, signed(figure.value))


def _tens(life: int) -> Iterator[range]:
    for start in range(0, min(max(life, 0), MOST_LIFE), A_ROW):
        yield range(min(A_ROW, life - start))


def _row(sheet: Sheet, verb: Verb) -> VerbRow:
    return VerbRow(verb.name, tuple(_cell(sheet, f"{verb.key}-{noun}") for noun in sheet.rulebook.all(Noun)))


def _cell(sheet: Sheet, key: str) -> SpecializationCell:
    letter = LETTERS.get(tag_of(sheet.reading, key).key, "")
    return SpecializationCell(signed(sheet[key]), letter, not letter and not sheet[key])


def _own(sheet: Sheet) -> Iterator[NumberLine]:
    """The specializations that are not as everybody's, each with its tag."""
    for verb in sheet.rulebook.all(Verb):
        for noun in sheet.rulebook.all(Noun):
            figure = sheet.figures[f"{verb}-{noun}"]
            tag = tag_of(sheet.reading, figure.key)
            if figure.value or tag.key in LETTERS:
                yield NumberLine(figure.label, signed(figure.value), tag.name if tag.key in LETTERS else "")


def _way(c: Reading, style: HeldStyle) -> StyleLine:
    assert style.style is not None

    def number(part: str, write: Callable[[int], str] = signed) -> str:
        key = f"{style.key}{part}"
        return write(c[key]) if key in c else "–"

    on = c.figure(style.statistic).label if style.statistic else "no statistic yet"
    about = (style.style.name if style.label != style.style.name else "", f"on {on}", range_of(style))
    others = (up.name for up in style.upgrades if not up.name.startswith(("Range", "Damage die")))
    return StyleLine(
        name=style.label,
        told=", ".join(word for word in about if word),
        offensive=style.style.offensive,
        bare=number(""),
        armed=number("-armed"),
        damage=damage(c, style) or "–",
        armed_damage=(armed(c, style) and damage(c, style, with_weapon=True)) or "–",
        block=number("-block", str),
        improved=", ".join(others),
    )


def _abilities(c: Reading) -> Iterable[NumberLine]:
    for ability, level, source in c.memo(skills).values():
        yield NumberLine(f"{ability.name} {level}", told(ability, level), f"from {source}" if source else "")


def _owned(c: Reading, item: HeldItem) -> Owned:
    return Owned(item.label, nature(item), item.in_use, ", ".join(gives(c, item)), invested(c, item))


def _ledger(ledger: Budget) -> Iterable[tuple[str, str]]:
    """What was spent under each title, and what was refunded (3.6)."""
    sums = {group.label: minus(group.value) for group in ledger.spent.groups}
    return ((title, sums[title]) for title in PARTS if title in sums)


def _table() -> Iterable[tuple[str, tuple[str, ...]]]:
    """Tables 1 and 2: the span of totals for each outcome, difficulty by difficulty."""
    for key, name in DIFFICULTIES.items():
        yield name, _spans(TABLE_1[key])
    yield "Opposed, by difference", _spans(TABLE_2)


def _spans(lowest: tuple[int, ...]) -> tuple[str, ...]:
    between = (f"{minus(low)} to {minus(high - 1)}" for low, high in pairwise(lowest))
    return (f"{minus(lowest[0] - 1)} or less", *between, f"{minus(lowest[-1])} or more")


duality.layout = layout
duality.lists = lists
