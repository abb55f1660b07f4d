"""The sheet of this game: abilities and what follows from them, values, the load; facts in words."""

from collections.abc import Iterable

from rules.kernel import Entry, Fact, Sheet
from rules.kernel.basics import minus
from rules.kernel.pages import FigureGroup, Panel
from rules.kernel.pages.panels import PanelLine
from rules.kernel.pages.print_parts import PrintedItem, several_of
from rules.systems.forge.creation import ancestries, backgrounds, bonds, rollable
from rules.systems.forge.entries import Ancestry, Archetype, SkillType
from rules.systems.forge.game import ABILITIES, cite, forge
from rules.systems.forge.gear import UNBURDENED, burden, possessions
from rules.systems.forge.ledger_kinds import DETAILS, LEGENDS, missing

POSSESSIONS = "Possessions"
SUCCESSES = (
    PanelLine("None", "Failure, with a setback"),
    PanelLine("One", "Mixed: you get it, with a setback"),
    PanelLine("Two", "Success"),
    PanelLine("Three", "Critical: success with an effect, one more for each further die"),
)
"""What so many dice at the target number or less mean."""


def panels(sheet: Sheet) -> tuple[Panel, ...]:
    """Panels in the order of use at the table; one with nothing in it is left out."""
    pools = tuple(key for key in ("poise", "momentum", "focus") if key in sheet.figures)
    found = (
        Panel(
            "abilities",
            "The roll card",
            cite("abilities.html"),
            (FigureGroup("", ABILITIES),),
            "Two dice: each that shows this or less is a success.",
            "large",
            chances=True,
            lines=SUCCESSES,
        ),
        Panel(
            "values",
            "Values",
            cite("fate.html", "F-02"),
            tuple(_values(sheet)),
            "Roll these when they are at stake.",
            "numbers",
            chances=True,
        ),
        Panel(
            "derived",
            "Derived stats",
            cite("abilities.html"),
            (
                FigureGroup("Defence", pools),
                FigureGroup("Attack", ("threat", "melee-threat")),
                FigureGroup("Pace", ("speed", "running-jump", "standing-jump", "high-jump")),
            ),
            style="numbers",
            brief=True,
        ),
        Panel(
            "load",
            "Carried",
            cite("equipment.html", "F-08"),
            (FigureGroup("", ("bulk", "carrying-capacity", "encumbered-limit")),),
            style="bar",
            lines=tuple(_owned(sheet)),
            in_place_of=POSSESSIONS,
        ),
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


def _owned(sheet: Sheet) -> Iterable[PanelLine]:
    for thing in sheet.reading.memo(possessions):
        words = (thing.grade.name.lower() if thing.grade else "", "left behind" if thing.left else "")
        yield PanelLine(
            several_of(thing.label, thing.quantity),
            ", ".join(filter(None, words)),
            minus(thing.load) if thing.load else "–",
        )


def _values(sheet: Sheet) -> Iterable[FigureGroup]:
    rated = tuple(key for key in rollable(sheet.reading) if key not in ABILITIES)
    if rated:
        yield FigureGroup("", rated)


def facts(sheet: Sheet) -> tuple[Fact, ...]:
    """Who the character is."""
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
    if burden(c) != UNBURDENED:
        yield Fact("Load", burden(c).capitalize(), f"You carry {sheet['bulk']} bulk.", cite("equipment.html", "F-08"))
    for legend in sheet.table.ledger.of("legend"):
        if not missing(legend):
            told = (f"{label}: {str(legend.more[key]).strip().rstrip('.')}." for key, label in DETAILS.items())
            yield Fact("Legend", legend.subject, " ".join(told), LEGENDS, lasts=True)
    if experience := sheet.table.ledger.total("award") - sheet.table.ledger.total("deduction"):
        words = "Ask your GM what skills cost."
        yield Fact("Experience", str(experience), words, cite("class.html"), lasts=True)


def _people(sheet: Sheet) -> Iterable[Fact]:
    chosen: Entry | None = sheet.choice("ancestry")
    halves = sheet.reading.memo(ancestries) or ((chosen,) if isinstance(chosen, Ancestry) else ())
    for people in halves:
        yield Fact("Ancestry", people.name, people.summary, people.cite)
    archetype: Entry | None = sheet.choice("archetype")
    if isinstance(archetype, Archetype):
        yield Fact("Archetype", archetype.name, archetype.summary, archetype.cite)
    for written in sheet.build.entries.get("classes", ()):
        if written.name.strip():
            yield Fact("Class", written.name.strip(), "", cite("class.html", "F-07"))


def lists(sheet: Sheet) -> tuple[tuple[str, tuple[PrintedItem, ...]], ...]:
    """Bonds, skills and what is owned; backgrounds and values stand elsewhere."""
    c = sheet.reading
    owned = tuple(PrintedItem(thing.label, thing.quantity, thing.told) for thing in c.memo(possessions))
    found = (
        ("Bonds", tuple(PrintedItem(name, 1, "") for name in c.memo(bonds))),
        ("Skills", tuple(_skills(sheet))),
        (POSSESSIONS, owned),
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
