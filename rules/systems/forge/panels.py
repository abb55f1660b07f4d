"""The sheet of this game: abilities and what follows from them, values, the load; facts in words."""

from collections.abc import Iterable
from fractions import Fraction

from rules.kernel import Entry, Fact, Sheet
from rules.kernel.pages import FigureGroup, Panel
from rules.kernel.pages.print_blocks import PrintedItem
from rules.systems.forge.creation import ancestries, backgrounds, blanks, bonds, rollable
from rules.systems.forge.entries import Ancestry, Archetype, SkillType
from rules.systems.forge.game import ABILITIES, POISE, THREAT, cite, forge
from rules.systems.forge.gear import UNBURDENED, burden, possessions
from rules.systems.forge.ledger_kinds import DETAILS, LEGENDS, missing


def panels(sheet: Sheet) -> tuple[Panel, ...]:
    """Panels in the order of use at the table; one with nothing in it is left out."""
    pools = tuple(key for key in ("poise", "momentum", "focus") if key in sheet.figures)
    found = (
        Panel(
            "abilities",
            "Abilities",
            cite("abilities.html"),
            (FigureGroup("", ABILITIES),),
            "Each is your target number (TN), before modifiers.",
            "numbers",
        ),
        Panel(
            "derived",
            "Derived stats",
            cite("abilities.html"),
            (
                FigureGroup("Defence", pools),
                FigureGroup("Attack", ("threat", "melee-threat")),
                FigureGroup("Pace", ("speed", "running-jump", "standing-jump", "high-jump")),
                FigureGroup("Load", ("bulk", "carrying-capacity", "encumbered-limit")),
            ),
            f"{POISE} {THREAT}",
            "numbers",
        ),
        Panel("values", "Values", cite("fate.html", "F-02"), tuple(_values(sheet)), style="numbers"),
        Panel(
            "vitals",
            "Stress",
            cite("stress.html"),
            (FigureGroup("", ("affliction-1", "affliction-2", "stress-tolerance")),),
            style="numbers",
            aside=True,
        ),
    )
    return tuple(panel for panel in found if panel.groups)


def _values(sheet: Sheet) -> Iterable[FigureGroup]:
    rated = tuple(key for key in rollable(sheet.reading) if key not in ABILITIES)
    if rated:
        yield FigureGroup("", rated)


def facts(sheet: Sheet) -> tuple[Fact, ...]:
    """Who the character is, and what is a blank because nobody knows."""
    return tuple(_facts(sheet))


def one_liner(sheet: Sheet) -> tuple[str, ...]:
    """Ancestry, archetype and class; without a class, the first background."""
    c, part = sheet.reading, sheet.choice("archetype")
    classes = [name for entry in sheet.build.entries.get("classes", ()) if (name := entry.name.strip())]
    pasts = [past.name for past in c.memo(backgrounds) if past.name]
    words = (" and ".join(one.name for one in c.memo(ancestries)), part.name if part else "", *(classes or pasts)[:1])
    return tuple(word for word in words if word)


def _facts(sheet: Sheet) -> Iterable[Fact]:
    c = sheet.reading
    yield from _people(sheet)
    for past in c.memo(backgrounds):
        if past.name:
            yield Fact("Background", past.name, past.row.summary if past.row else "", cite("personality.html"))
        elif past.die:
            words = "Ask your GM."
            yield Fact("Background", f"Row {past.die}", words, cite("personality.html", "F-03"))
    far = halves(sheet["standing-jump"])
    yield Fact("Standing jump", f"{far} pace{'' if far == '1' else 's'}", "", cite("exploration.html"))
    if burden(c) != UNBURDENED:
        yield Fact("Load", burden(c).capitalize(), f"You carry {sheet['bulk']} bulk.", cite("equipment.html", "F-08"))
    for key in c.memo(blanks):
        words = "Ask your GM."
        yield Fact(key.capitalize(), "–", words, cite("abilities.html", "F-05"))
    for legend in sheet.table.ledger.of("legend"):
        if not missing(legend):
            told = (f"{label}: {str(legend.more[key]).strip().rstrip('.')}." for key, label in DETAILS.items())
            yield Fact("Legend", legend.subject, " ".join(told), LEGENDS, lasts=True)
    if experience := sheet.table.ledger.total("award") - sheet.table.ledger.total("deduction"):
        words = "Ask your GM what skills cost."
        yield Fact("Experience", str(experience), words, cite("class.html"), lasts=True)


def _people(sheet: Sheet) -> Iterable[Fact]:
    for key, shape in (("ancestry", Ancestry), ("archetype", Archetype)):
        entry: Entry | None = sheet.choice(key)
        if isinstance(entry, shape):
            yield Fact(key.capitalize(), entry.name, entry.summary, entry.cite)
    if (chosen := sheet.choice("ancestry")) and isinstance(chosen, Ancestry) and chosen.mixed:
        for half in sheet.reading.memo(ancestries):
            yield Fact("Mix of", half.name, half.summary, half.cite)
    for written in sheet.build.entries.get("classes", ()):
        if written.name.strip():
            yield Fact("Class", written.name.strip(), "", cite("class.html", "F-07"))


def halves(count: int) -> str:
    """So many halves in words: 3 as "1½"."""
    whole, rest = divmod(Fraction(count, 2), 1)
    words = f"{whole or ''}½" if rest else f"{whole}"
    return words.replace("-", "−")


def lists(sheet: Sheet) -> tuple[tuple[str, tuple[PrintedItem, ...]], ...]:
    """Bonds, skills and what is owned; backgrounds and values stand elsewhere."""
    c = sheet.reading
    owned = tuple(PrintedItem(thing.label, thing.quantity, thing.told) for thing in c.memo(possessions))
    found = (
        ("Bonds", tuple(PrintedItem(name, 1, "") for name in c.memo(bonds))),
        ("Skills", tuple(_skills(sheet))),
        ("Possessions", owned),
    )
    return tuple((title, items) for title, items in found if items)


def _skills(sheet: Sheet) -> Iterable[PrintedItem]:
    for place, entry in enumerate(sheet.build.entries.get("skills", ()), 1):
        kind = sheet.rulebook.find(SkillType, entry.pick("type"))
        words = (kind.name.lower() if kind else "", entry.notes.get("detail", "").strip())
        yield PrintedItem(entry.name.strip() or f"Skill {place}", 1, " · ".join(word for word in words if word))


forge.panels = panels
forge.one_liner = one_liner
forge.facts = facts
forge.lists = lists
