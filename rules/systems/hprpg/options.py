"""What there is to choose from. What does not depend on the character is made once per rulebook."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from rules.kernel import Cite, Entry, Grant, Rulebook, Sheet, derived
from rules.kernel.pages import Deciding, Option
from rules.kernel.pages.chances import percent
from rules.systems.hprpg.creation import gifts
from rules.systems.hprpg.entries import Archetype, Feature, House, Personality, Species, Spell, Trait
from rules.systems.hprpg.game import NATURES, SCALE, TYPES, cite, hprpg
from rules.systems.hprpg.magic import Casting
from rules.systems.hprpg.performing import casting_aspect

GROUP = "group:"


@derived
def species_options(rulebook: Rulebook) -> tuple[Option, ...]:
    """The species, by family (chapter 2)."""
    return tuple(
        Option(
            s.key,
            s.name,
            s.summary,
            s.cite,
            facts=(("In play", " ".join(s.play)),) if s.play else (),
            tags=_tags(s),
            gives=_open_gifts(rulebook, s.grants),
            group=s.family,
        )
        for s in rulebook.all(Species).values()
    )


@derived
def personality_options(rulebook: Rulebook) -> tuple[Option, ...]:
    """The personalities with what they give and want, by house (chapter 3)."""
    houses = rulebook.all(House)
    return tuple(
        Option(
            p.key,
            p.name,
            p.summary,
            p.cite,
            facts=(
                (f"Asset: {p.asset}", p.asset_text),
                (f"Flaw: {p.flaw}", p.flaw_text),
                ("Nourishment", p.nourishment),
            ),
            tags=_tags(p),
            gives=_open_gifts(rulebook, p.grants),
            group=houses[p.house].name if p.house in houses else "No house",
        )
        for p in rulebook.all(Personality).values()
    )


@derived
def archetype_options(rulebook: Rulebook) -> tuple[Option, ...]:
    """The archetypes with their tables and abilities (chapter 4)."""
    found = rulebook.all(Trait)
    return tuple(
        Option(
            a.key,
            a.name,
            a.summary,
            a.cite,
            facts=tuple(
                (label, text)
                for label, text in (
                    ("Special abilities", ", ".join(found[k].name for k in a.abilities if k in found)),
                    ("Experience", "; ".join(a.experience)),
                    ("Note", a.note),
                )
                if text
            ),
            tags=_tags(a),
            gives=_open_gifts(rulebook, a.grants) if a.grants else "Gives no dots. Your GM may add some.",
            kinds=_helped(found, a.grants) or ("No dots",),
        )
        for a in rulebook.all(Archetype).values()
    )


def _helped(found: Mapping[str, Trait], grants: tuple[Grant, ...]) -> tuple[str, ...]:
    """What dots help with: the types of aspects, and magic where some go into affinities."""
    traits = [found[key] for grant in grants for key in grant.options if key in found]
    kinds = {trait.type.capitalize() for trait in traits if trait.category == "aspect"}
    magic = any(trait.category == "affinity" for trait in traits)
    magic |= any(f"{GROUP}affinity" in grant.options for grant in grants)
    return (*(name for name in map(str.capitalize, TYPES) if name in kinds), *(("Magic",) if magic else ()))


def _tags(entry: Entry) -> tuple[str, ...]:
    return ("retired",) if entry.retired else ()


def with_dots(sheet: Sheet, options: tuple[Option, ...], kind: str) -> tuple[Option, ...]:
    """Options of a kind of giver, each with the ratings that its dots would make of this character's."""
    shape = hprpg.choices[kind].shape
    own, givers = sheet.choice(kind), dict(sheet.rulebook.all(shape))
    given = Counter[str]()
    for gift in sheet.reading.memo(gifts):
        if own and isinstance(gift.source, shape):
            given[gift.key] += gift.grant.dots
            givers[own.key] = gift.source
    found: Mapping[str, Trait] = sheet.rulebook.all(Trait)
    return tuple(
        replace(
            option,
            figures=tuple(
                Deciding(found[key].name, str(sheet[key] - given[key] + dots), f"+{dots}")
                for key, dots in _settled_gifts(getattr(givers[option.key], "grants", ()), found).items()
                if key in sheet.figures
            ),
        )
        for option in options
    )


def _settled_gifts(grants: tuple[Grant, ...], found: Mapping[str, Trait]) -> Counter[str]:
    """Dots of grants that leave no choice, by the capability they are for."""
    settled = Counter[str]()
    for grant in grants:
        if not grant.pick and grant.options[0] in found:
            settled[grant.options[0]] += grant.dots
    return settled


def _open_gifts(rulebook: Rulebook, grants: tuple[Grant, ...]) -> str:
    """Dots that one puts where one likes, in words."""
    found: Mapping[str, Trait] = rulebook.all(Trait)
    parts = []
    for grant in grants:
        if not grant.pick and grant.options[0] in found:
            continue
        if all(key.startswith(GROUP) for key in grant.options):
            parts.append(f"+{grant.dots} to any {_one_of([_group_name(key) for key in grant.options])}")
        else:
            named = [found[key].name if key in found else f"any {_group_name(key)}" for key in grant.options]
            parts.append(f"{' or '.join(named)} +{grant.dots}")
    return ", ".join(parts)


def _group_name(key: str) -> str:
    """What one capability of a group is called."""
    name = key.removeprefix(GROUP)
    return f"{name} ability" if name in NATURES else name


def _one_of(names: list[str]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}" if len(names) > 1 else "".join(names)


def _no_more(allowed: int) -> str:
    """Why no feat can be added at creation (4.2, H-13)."""
    return f"{allowed} is the maximum at creation" if allowed else "your GM must allow feats"


def spell_options(sheet: Sheet) -> tuple[Option, ...]:
    """The spells, by discipline; one without a dot there says so (8.1, H-17)."""
    found = sheet.rulebook.all(Trait)
    wants = hprpg.settings["known_spells_need_affinity"].coerce(sheet.table.settings.get("known_spells_need_affinity"))
    return tuple(
        Option(
            s.key,
            s.name,
            s.summary,
            _spell_cite(s),
            facts=tuple((f"Level {level.level}", level.effect) for level in s.levels),
            group=found[s.discipline].name if s.discipline in found else s.discipline,
            reason=f"no affinity for {found[s.discipline].name}"
            if wants and s.discipline in found and sheet[s.discipline] < 1
            else "",
            tags=_tags(s),
            figures=_casting_figures(sheet, found[s.discipline]) if s.discipline in found else (),
        )
        for s in sheet.rulebook.all(Spell).values()
    )


def _casting_figures(sheet: Sheet, discipline: Trait) -> tuple[Deciding, ...]:
    """What a spell of a discipline is cast with, how strong it may be for free, and its chance then (8.1, 8.2)."""
    aspect, affinity = casting_aspect(sheet, discipline), max(0, min(sheet[discipline.key], SCALE))
    if not affinity or not aspect:
        return ()
    cast = Casting(affinity, affinity, max(0, min(sheet[aspect.key], SCALE)))
    return (
        Deciding("dice", str(cast.aspect + cast.affinity)),
        Deciding("power level", f"up to {affinity}"),
        Deciding("chance", percent(cast.takes_hold)),
    )


def _spell_cite(spell: Spell) -> Cite:
    return cite(spell.section, spell.page, "H-17") if spell.ruling else spell.cite


@derived
def feat_options(rulebook: Rulebook, own: str, full: bool, allowed: int) -> tuple[Option, ...]:
    """The feats, by archetype; `full` says that no more are allowed at creation (4.2, H-13)."""
    archetypes = rulebook.all(Archetype)
    return tuple(
        Option(
            f.key,
            f.name,
            f.summary,
            f.cite,
            group=archetypes[f.archetype].name if f.archetype in archetypes else f.archetype,
            reason=f"only for the {archetypes[f.archetype].name}"
            if f.archetype != own and f.archetype in archetypes
            else (_no_more(allowed) if full else ""),
            tags=_tags(f),
            gives=f.effect,
        )
        for f in rulebook.all(Feature).values()
    )
