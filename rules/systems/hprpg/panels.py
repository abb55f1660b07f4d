"""The sheet of this game: the 3 × 3 grid, abilities in three columns, disciplines by school."""

from collections.abc import Iterable

from rules.kernel import Fact, Sheet
from rules.kernel.pages import FigureGroup, Panel
from rules.systems.hprpg.entries import Archetype, Feature, House, Personality, School, Species, Spell, Trait
from rules.systems.hprpg.game import NATURES, TYPES, UNTRAINED, cite, hprpg

METHODS = ("project", "manipulate", "absorb")


def panels(sheet: Sheet) -> tuple[Panel, ...]:
    """Panels in the order of use at the table."""
    found = [trait for key, trait in sheet.rulebook.all(Trait).items() if key in sheet.figures]
    own = sheet.choice("archetype")
    special = tuple(t.key for t in found if t.category == "archetype-ability")
    schools = sheet.rulebook.all(School).values()
    return (
        Panel(
            "aspects",
            "Aspects",
            cite("5.2", 20),
            tuple(FigureGroup(t.capitalize(), _keys(found, "aspect", t)) for t in TYPES),
            rows=tuple(method.capitalize() for method in METHODS),
        ),
        Panel(
            "abilities",
            "Abilities",
            cite("5.3", 20),
            tuple(FigureGroup(n.capitalize(), _keys(found, "ability", n)) for n in NATURES),
            note=UNTRAINED,
        ),
        *((Panel("special", own.name, own.cite, (FigureGroup("", special),)),) if own and special else ()),
        Panel(
            "affinities",
            "Affinities",
            cite("7.1", 34),
            tuple(FigureGroup(s.name, tuple(k for k in s.disciplines if k in sheet.figures)) for s in schools),
        ),
        Panel(
            "vitals",
            "At a glance",
            cite("6.8", 28),
            (FigureGroup("", ("passive-perception", "health", "fortitude")),),
            style="numbers",
            aside=True,
        ),
    )


def _keys(found: Iterable[Trait], category: str, kind: str) -> tuple[str, ...]:
    return tuple(t.key for t in found if t.category == category and t.type == kind)


def facts(sheet: Sheet) -> Iterable[Fact]:
    """Who the character is, what strengthens and what trips them (chapters 2 to 4)."""
    species, personality, archetype = (sheet.choice(k) for k in ("species", "personality", "archetype"))
    if species:
        yield Fact("Species", _species(sheet), species.summary, species.cite)
    if isinstance(species, Species) and species.play:
        yield Fact("In play", "", " ".join(species.play), species.cite)
    if isinstance(personality, Personality):
        house = sheet.rulebook.find(House, personality.house)
        yield Fact("Personality", personality.name, personality.summary, personality.cite)
        if house:
            yield Fact("House", house.name, house.summary, house.cite, house.colour)
        yield Fact("Asset", personality.asset, personality.asset_text, personality.cite)
        yield Fact("Flaw", personality.flaw, personality.flaw_text, personality.cite)
        yield Fact("Nourishment", "", personality.nourishment, personality.cite)
    if isinstance(archetype, Archetype):
        yield Fact("Archetype", archetype.name, archetype.summary, archetype.cite)
        if archetype.experience:
            yield Fact("Experience", "", "; ".join(archetype.experience), archetype.cite)
    for key in sheet.build.picked("feats"):
        feat = sheet.rulebook.find(Feature, key)
        if feat:
            yield Fact("Feat", feat.name, feat.effect, feat.cite)
    for key in sheet.build.picked("spells"):
        spell = sheet.rulebook.find(Spell, key)
        if spell:
            discipline = sheet.rulebook.find(Trait, spell.discipline)
            yield Fact("Spell", spell.name, _reach(sheet, spell, discipline), spell.cite)


def one_liner(sheet: Sheet) -> tuple[str, ...]:
    """Species, personality with its house, archetype (chapters 2 to 4)."""
    own, part = sheet.choice("personality"), sheet.choice("archetype")
    house = sheet.rulebook.find(House, own.house) if isinstance(own, Personality) else None
    who = " of ".join(entry.name for entry in (own, house) if entry)
    return tuple(word for word in (_species(sheet), who, part.name if part else "") if word)


def _species(sheet: Sheet) -> str:
    entry = sheet.choice("species")
    family = getattr(entry, "family", "")
    name = entry.name if entry else ""
    return f"{family}, {name.lower()}" if family == "Human" else name


def _reach(sheet: Sheet, spell: Spell, discipline: Trait | None) -> str:
    rating = sheet.figures[spell.discipline].value if spell.discipline in sheet.figures else 0
    name = discipline.name if discipline else spell.discipline
    return f"{name}, no Fortitude cost up to power level {rating}. {spell.summary}"


def _facts(sheet: Sheet) -> tuple[Fact, ...]:
    return tuple(facts(sheet))


hprpg.panels = panels
hprpg.one_liner = one_liner
hprpg.facts = _facts
