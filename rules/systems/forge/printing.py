"""What the printed sheet shows: abilities with what follows from them, values, backgrounds, bonds, the roll."""

from collections.abc import Iterable, Iterator

from rules.kernel import Figure, Sheet
from rules.kernel.basics import shorten, signed
from rules.kernel.pages import Track
from rules.kernel.pages.print_blocks import Beside, Block, Cards, Layout, Numbers, Row, Table, Tracks, Values, if_room
from rules.kernel.pages.print_parts import Card, Deck, NumberLine, several_of
from rules.systems.forge.creation import Past, ancestries, backgrounds, bonds, values
from rules.systems.forge.entries import Ancestry, Archetype, SkillType
from rules.systems.forge.game import DICE, OPPOSED, SLOTS, VALUES, forge
from rules.systems.forge.gear import Thing, possessions
from rules.systems.forge.reminders import CRIBS, chances, the_roll, ways
from rules.systems.forge.rolling import HELP
from rules.systems.forge.steps import STORY

ACCENT = "#31506e"
ABILITIES = ("agility", "brawn", "cunning")
FOLLOWS = ("encumbered-limit", "running-jump", "standing-jump", "high-jump")
"""What Brawn feeds and is not among the large numbers, in the order it is printed."""
SHORT = {
    "encumbered-limit": "maximum load",
    "running-jump": "running jump, paces",
    "standing-jump": "standing jump, half paces",
    "high-jump": "high jump, feet",
}
MOST_STRESS = 40
MOST_SHORT = 4, 8
"""Backgrounds and bonds that still fit their boxes."""
BLANK = NumberLine("", "")


def layout(sheet: Sheet) -> Layout:
    """Everything the printed sheet shows. Total: whatever is missing is a blank."""
    skills, owned = (*_traits(sheet), *_skills(sheet)), tuple(_possessions(sheet.reading.memo(possessions)))
    notes = STORY.passages(sheet.build)
    cribs = if_room(CRIBS, len(skills) + len(owned), notes)
    load = f"{_number(sheet.figures['bulk']).value} bulk carried"
    odds = () if sheet.dead or not cribs else (_chances(sheet),)
    return Layout(
        band=ACCENT,
        line=_line(sheet),
        facts=(("Fate", f"max. {sheet['fate-points']}"), *_class(sheet)),
        front=tuple(_front(sheet)),
        back=(
            Cards(title="Skills and ancestry", deck=Deck(skills)),
            Cards(title="Possessions", deck=Deck(owned), aside=load),
            *odds,
        ),
        pocket=(("gear", owned), ("feats", skills)),
        notes=notes,
        cribs=cribs,
    )


def _front(sheet: Sheet) -> Iterator[Block | Beside]:
    c = sheet.reading
    lives, drives, friends = c.memo(backgrounds), c.memo(values), c.memo(bonds)
    most_lives, most_friends = MOST_SHORT
    crowded = len(lives) > most_lives or len(friends) > most_friends or len(drives) > VALUES
    follows = tuple(_number(sheet.figures[key], SHORT[key]) for key in FOLLOWS)
    yield Beside((
        (Numbers(title="Abilities", numbers=tuple(_number(sheet.figures[key]) for key in ABILITIES)),),
        (Values(title="On the move", lines=follows, heads=("",)),),
    ))  # fmt: skip
    yield Beside((
        (
            Values(title="Backgrounds", aside="if it helps", heads=("Background", "TN"), splits=crowded,
                   lines=tuple(_backgrounds(lives))),
            Values(title="Bonds", aside="+1 die if it matters", splits=crowded,
                   lines=(*(NumberLine(bond, "") for bond in friends), BLANK, *([] if friends else [BLANK]))),
        ),
        (
            Values(title="Values", aside="ask your GM", heads=("Value", "is"), splits=crowded,
                   lines=tuple(_values(sheet))),
        ),
    ))  # fmt: skip
    yield Beside((
        (Tracks(title="Stress", aside="an affliction at each threshold", tracks=tuple(_stress(sheet))),),
        (Tracks(title="Trackers", tracks=tuple(Track.of(one) for one in sheet.trackers if one.key != "stress")),),
    ))  # fmt: skip
    against = (f"{n}" if n < len(OPPOSED) else f"{n}+" for n in range(1, len(OPPOSED) + 1))
    yield Table(
        title="The roll",
        aside="each die at the target number or less is a success · chances: success · at least mixed",
        corner="Task",
        heads=tuple(key.capitalize() for key in DICE),
        rows=(
            Row("Dice", tuple(f"d{faces}" for faces in DICE.values())),
            Row("Against an ability of", tuple(against)),
            *(() if sheet.dead else _ways(sheet)),
        ),
        notes=the_roll(sheet.reading),
    )


def _ways(sheet: Sheet) -> Iterator[Row]:
    """The best ability rolled in each way: how one sees what pushing and safe play are worth."""
    best = sheet.figures[max(ABILITIES, key=lambda key: sheet[key])]
    for word, cells in ways(sheet, best.key):
        yield Row(f"{best.label} {best.value}", cells, word)


def _chances(sheet: Sheet) -> Table:
    return Table(
        title="Chances",
        aside="success · at least mixed, with 2 dice",
        corner="TN",
        heads=tuple(f"d{faces}" for faces in DICE.values()),
        rows=tuple(Row(*line) for line in chances(sheet)),
    )


def _line(sheet: Sheet) -> str:
    born = [ancestry.name for ancestry in sheet.reading.memo(ancestries)]
    chosen, part = sheet.choice("ancestry"), sheet.choice("archetype")
    people = chosen.name if isinstance(chosen, Ancestry) else ""
    if isinstance(chosen, Ancestry) and chosen.mixed and born:
        people = f"{people} ({' and '.join(born)})"
    return ", ".join(filter(None, (people, part.name if isinstance(part, Archetype) else "")))


def _traits(sheet: Sheet) -> Iterator[Card]:
    """What each ancestry does, at a table where it does anything (F-06)."""
    if sheet.reading.setting("ancestry_effects"):
        for ancestry in sheet.reading.memo(ancestries):
            yield Card(ancestry.name, "ancestry", text=ancestry.summary)


def _class(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Nobody has to have one."""
    named = (entry.name.strip() for entry in sheet.build.entries.get("classes", ()))
    if words := shorten(", ".join(name for name in named if name), 40):
        yield "Class", words


def _number(figure: Figure, label: str = "") -> NumberLine:
    return NumberLine(label or figure.label, f"{figure.value:,}".replace("-", "−"))


def _values(sheet: Sheet) -> Iterable[NumberLine]:
    held = sheet.reading.memo(values)
    for value in held:
        yield NumberLine(value.name, "" if value.rating is None else f"{value.rating:,}".replace("-", "−"))
    for _ in range(len(held), VALUES):
        yield BLANK


def _backgrounds(held: tuple[Past, ...]) -> Iterable[NumberLine]:
    for past in held:
        yield NumberLine(past.name, signed(HELP) if past.name else "")
    for _ in range(len(held), SLOTS):
        yield BLANK


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


def _stress(sheet: Sheet) -> Iterator[Track]:
    """Boxes up to the second affliction, a row for each."""
    start = 0
    for words, key in (("First affliction", "affliction-1"), ("Second affliction", "affliction-2")):
        end = min(max(sheet[key], start), MOST_STRESS)
        if end > start:
            yield Track(words, range(end - start), end, "", f"at {end}")
        start = end


forge.layout = layout
