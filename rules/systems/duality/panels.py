"""The sheet of this game: statistics, styles, the specializations that stand out, experiences; facts in words."""

import re
from collections.abc import Iterable

from rules.kernel import Entry, Fact, Rulebook, Sheet, capitalise
from rules.kernel.pages import FigureGroup, Panel, entries_by_key
from rules.systems.duality.entries import Movement, Noun, Verb, Wealth
from rules.systems.duality.figures import tag_of
from rules.systems.duality.game import NOUNS, STATISTICS, cite, duality
from rules.systems.duality.gear import die_of, range_of, skills, told
from rules.systems.duality.held import HeldStyle, armed, experiences, styles
from rules.systems.duality.keep_two import MOST_BONUS, OpposedKeepTwo
from rules.systems.duality.pricing import signed
from rules.systems.duality.rolling import side_of

EXPERIENCES = re.compile(r"experience-\d+|(?:style|item)-\d+-experience(?:-\d+)?")
PARTS = ("-armed", "", "-dice", "-block")
"""What a style may have a figure for, the one it is rolled with first (3.5)."""
COUNTED = ("-dice", "-block")
LEAST, MOST = -1, 3
"""Of a statistic (3.6)."""


def panels(sheet: Sheet) -> tuple[Panel, ...]:
    """Panels in the order of use at the table; one with nothing in it is left out."""
    found = (
        Panel(
            "statistics",
            "Statistics",
            cite("3.1.1", 4),
            (FigureGroup("", STATISTICS),),
            style="web",
            least=LEAST,
            most=MOST,
            write=signed,
        ),
        _fights(sheet),
        _map(sheet),
        Panel("experiences", "Experiences", cite("3.3", 6), tuple(_past(sheet)), style="numbers", write=signed),
        Panel(
            "vitals",
            "At a glance",
            cite("3.1.2", 4),
            (FigureGroup("", ("life", "recovery", "block", "xp")),),
            style="numbers",
            aside=True,
        ),
    )
    return tuple(panel for panel in found if panel.groups)


def _fights(sheet: Sheet) -> Panel:
    """A bonus has its sign; damage dice and Block are counted. An attack has its chance to hit somebody without bonus,
    a defence that of being missed by them (4.1)."""
    groups = tuple(_styles(sheet))
    counts = frozenset(key for group in groups for key in group.figures if key.endswith(COUNTED))
    sides = {key: side_of(one) for one in sheet.reading.memo(styles) for key in (one.key, f"{one.key}-armed")}
    rolled = sides.keys() & {check.key for check in sheet.checks}

    def dice(key: str, value: int) -> OpposedKeepTwo | None:
        bonus = min(max(value, -MOST_BONUS), MOST_BONUS)
        return OpposedKeepTwo(bonus, 0, fight=sides[key]) if key in rolled else None

    return Panel(
        "styles", "Combat styles", cite("3.5", 7), groups, style="cards", write=signed, counts=counts, dice=dice
    )


def _styles(sheet: Sheet) -> Iterable[FigureGroup]:
    """Each combat style with what it is rolled with first: armed, where it is (3.5)."""
    for style in sheet.reading.memo(styles):
        keys = tuple(style.key + part for part in PARTS if style.key + part in sheet.figures)
        if keys:
            nature = (style.style.name if style.style else "", style.statistic.capitalize())
            kind = " · ".join(word for word in nature if word and word != style.label)
            weapon = armed(sheet.reading, style) if keys[0].endswith("-armed") else None
            names = (f"with {weapon.label}", *(("Bare",) if keys[1:2] == (style.key,) else ())) if weapon else ()
            yield FigureGroup(style.label, keys, kind, _told(style) if style.style else "", names=names)


def _map(sheet: Sheet) -> Panel:
    """Verbs down and nouns across, if any is not as everybody's; a star for a tag that says more than Human (3.2)."""
    verbs, nouns = sheet.rulebook.all(Verb), sheet.rulebook.all(Noun).values()
    columns = tuple(FigureGroup(noun.name, tuple(f"{verb}-{noun.key}" for verb in verbs)) for noun in nouns)
    every = [key for column in columns for key in column.figures]
    tagged = frozenset(key for key in every if tag_of(sheet.reading, key).price)
    return Panel(
        "specializations",
        "Specializations",
        cite("3.2", 5),
        columns if tagged or any(sheet[key] for key in every) else (),
        style="map",
        write=signed,
        rows=tuple(verb.name for verb in verbs.values()),
        starred=tagged,
    )


def _past(sheet: Sheet) -> Iterable[FigureGroup]:
    found = tuple(key for key in sheet.figures if EXPERIENCES.fullmatch(key))
    if found:
        yield FigureGroup("", found)


def facts(sheet: Sheet) -> Iterable[Fact]:
    """How one gets about and what one can pay for, abilities, tags."""
    yield from _means(sheet)
    for ability, level, source in sheet.reading.memo(skills).values():
        where = f" From {source}." if source else ""
        yield Fact("Ability", f"{ability.name} {level}", f"{told(ability, level)}{where}", ability.cite)
    for verb in sheet.rulebook.all(Verb).values():
        for noun in NOUNS:
            key = f"{verb.key}-{noun}"
            tag = tag_of(sheet.reading, key)
            if tag.price:
                yield Fact("Tag", f"{sheet.figures[key].label}: {tag.name}", tag.summary, tag.cite)


def one_liner(sheet: Sheet) -> tuple[str, ...]:
    """The experience with the highest bonus, the statistics that stand out, and how they fight (3.1, 3.3, 3.5)."""
    c = sheet.reading
    past = max((held for held in c.memo(experiences) if held.name), key=lambda held: c[held.key], default=None)
    top = max(2, *(c[key] for key in STATISTICS))
    strong = [f"{c.figure(key).label} {signed(top)}" for key in STATISTICS if c[key] == top]
    fights = [style.label for style in c.memo(styles) if style.style]
    words = (past.name if past else "", *(strong if len(strong) < 3 else ()), " and ".join(fights[:2]))
    return tuple(word for word in words if word)


def _means(sheet: Sheet) -> Iterable[Fact]:
    speed = sheet.build.pick("speed") or "normal"
    yield Fact("Speed", speed.capitalize(), "", cite("3.1.3", 5))
    for movement in sheet.rulebook.all(Movement).values():
        pace = sheet.build.pick(movement.key)
        if pace:
            yield Fact(movement.name, pace.capitalize(), movement.summary, movement.cite)
    picked = sheet.build.pick("wealth") or "limited"
    wealth = sheet.rulebook.find(Wealth, picked)
    if wealth:
        yield Fact("Wealth", wealth.name, wealth.summary, wealth.cite)
    else:
        yield Fact("Wealth", picked.capitalize(), "", cite("3.1.4", 5))


def _told(style: HeldStyle) -> str:
    """A style in a few sentences: how far, with which die, and what it has been improved by (3.5)."""
    assert style.style is not None
    die = die_of(style)
    words = [
        range_of(style),
        f"damage die d{die}" if die else "",
        f"uses {style.statistic.capitalize()}" if style.statistic else "",
    ]
    words += [upgrade.name for upgrade in style.upgrades if not upgrade.name.startswith(("Range", "Damage die"))]
    first = capitalise(", ".join(word for word in words if word))
    return f"{first}. {style.style.summary}" if first else style.style.summary


def _facts(sheet: Sheet) -> tuple[Fact, ...]:
    return tuple(facts(sheet))


def entries_behind(rulebook: Rulebook, key: str) -> tuple[Entry, ...]:
    """A specialization is a verb and a noun."""
    verb, _, noun = key.partition("-")
    found = (rulebook.find(Verb, verb), rulebook.find(Noun, noun))
    return tuple(filter(None, found)) or entries_by_key(rulebook, key)


duality.panels = panels
duality.entries_behind = entries_behind
duality.one_liner = one_liner
duality.facts = _facts
