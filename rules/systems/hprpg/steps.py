"""The builder's pages for this game, in the order of chapter 1."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from rules.kernel import Entry, Grant, Item, KnownKeys, Rulebook, Sheet, amount, derived
from rules.kernel.pages import (
    ChoiceField,
    Field,
    Note,
    Option,
    RankField,
    Step,
    Story,
    TextField,
    homebrew_pick,
    lines,
    pick,
)
from rules.systems.hprpg.creation import forbidden, gifts
from rules.systems.hprpg.entries import Archetype, Feature, Personality, School, Species, Spell, Trait
from rules.systems.hprpg.game import ABILITY_RULES, ASPECT_RULES, NATURES, ROWS, TYPES, UNTRAINED, cite, hprpg
from rules.systems.hprpg.granted_dots_step import free_dots
from rules.systems.hprpg.growth import feat_reason, spell_reason
from rules.systems.hprpg.options import (
    archetype_options,
    feat_options,
    personality_options,
    species_options,
    spell_options,
    with_dots,
)
from rules.systems.hprpg.rating import rate
from rules.systems.hprpg.turning import own_abilities, teacher

STORY = Story(
    "Your background and goals. Printed on page 2.",
    cite("1", 5),
    {
        "backstory": Note("Backstory", 8, "What led you here, and why are you going on this adventure?"),
        "appearance": Note("Appearance", 3, "What do people notice first?"),
        "wand": Note("Wand", 2, "Wood, core, length, temper; how it came to you."),
        "goals": Note("Goals", 3, "What you want before the year is out."),
        "notes": Note("Notes", 6, "Anything else for your sheet."),
    },
)

NO_AFFINITY = (
    "No spell fits yet: to cast one above Nihil you need a dot in its discipline.",
    "affinities",
    "Go to Affinities",
)
METHODS = (
    ("Project", "Fitness, Charm and Intelligence use their type with full force."),
    ("Manipulate", "Precision, Deception and Willpower use it with care and control."),
    ("Absorb", "Vitality, Insight and Perception receive it, or stand up to it."),
)
"""What the three aspects of a type have to do with each other (5.2)."""


@derived
def names(rulebook: Rulebook) -> KnownKeys:
    """The keys a build of this game may have."""
    grants = [grant for entry in _givers(rulebook) for grant in entry.grants]
    return KnownKeys(
        scores=frozenset(rulebook.all(Trait)),
        picks=frozenset(
            {"species", "personality", "archetype", "feats", "spells", "personality-dot"}
            | {f"archetype-dot-{row}" for row in range(1, ROWS + 1)}
            | {grant.pick for grant in grants if grant.pick}
        ),
        ranks=frozenset({"aspects", "abilities"}),
        entries=frozenset({"gear"}),
    )


def _givers(rulebook: Rulebook) -> Iterable[Species | Personality | Archetype]:
    yield from rulebook.all(Species).values()
    yield from rulebook.all(Personality).values()
    yield from rulebook.all(Archetype).values()


def steps(sheet: Sheet) -> tuple[Step, ...]:
    """Every step with its fields as they stand for this sheet."""
    return (
        _species(sheet),
        _personality(sheet),
        _archetype(sheet),
        _aspects(sheet),
        _abilities(sheet),
        _affinities(sheet),
        _feats_and_spells(sheet),
        STORY.step(sheet.build),
    )


def _species(sheet: Sheet) -> Step:
    return Step(
        "species",
        "Species",
        "What you are: how you look, and how the wizarding world looks at you. "
        "It changes no number unless your GM says so.",
        cite("2", 6),
        lambda: (
            _choose(sheet, "species", "Species", species_options(sheet.rulebook)),
            *free_dots(sheet, sheet.choice("species"), "species"),
        ),
        paths=_picks(sheet, "species"),
        hint="Near Hogwarts, someone close to human has the easiest time of it.",
    )


def _personality(sheet: Sheet) -> Step:
    return Step(
        "personality",
        "Personality",
        "Who you are at heart: two dots, your house and your Nourishment, which restores Fortitude. You spend "
        "Fortitude, for example 1 to cast above your affinity.",
        cite("3", 7),
        lambda: (
            _choose(sheet, "personality", "Personality", personality_options(sheet.rulebook)),
            *free_dots(sheet, sheet.choice("personality"), "personality"),
        ),
        paths=("picks.personality-dot", *_picks(sheet, "personality")),
        figures=("fortitude",),
        hint="The Sorting Hat usually agrees.",
    )


def _archetype(sheet: Sheet) -> Step:
    return Step(
        "archetype",
        "Archetype",
        "Your part in the story: dots where they count and three special abilities.",
        cite("4", 12),
        lambda: (
            _choose(sheet, "archetype", "Archetype", archetype_options(sheet.rulebook)),
            *free_dots(sheet, teacher(sheet.reading), "archetype"),
        ),
        paths=(
            *(f"picks.archetype-dot-{row}" for row in range(1, ROWS + 1)),
            "picks.archetype",
            *_places(teacher(sheet.reading)),
        ),
        hint="Doing what “Experience” lists earns you dots in play.",
    )


def _aspects(sheet: Sheet) -> Step:
    return Step(
        "aspects",
        "Aspects",
        "A check adds the dots of an aspect and an ability. "
        f"Rank the three types, then spend your dots: buy at most {_most_bought(sheet)} in each aspect.",
        cite("5.2", 20),
        lambda: _aspect_fields(sheet),
        paths=("ranks.aspects", *_scores(sheet, "aspect")),
        budgets=tuple(f"aspects-{name}" for name in TYPES),
        figures=("passive-perception", "fortitude"),
        terms=METHODS,
        hint="The starting dot and dots from your archetype and personality don't count towards the "
        f"{_most_bought(sheet)}.",
    )


def _most_bought(sheet: Sheet) -> int:
    return sheet.reading.number("most_bought")


def _aspect_fields(sheet: Sheet) -> tuple[Field, ...]:
    found = _by_category(sheet, "aspect")
    fields: list[Field] = [_rank(sheet, "aspects", "Aspect types", TYPES, ASPECT_RULES)]
    for name in TYPES:
        fields += [rate(sheet, t, f"aspects-{name}", name.capitalize()) for t in found if t.type == name]
    return tuple(fields)


def _abilities(sheet: Sheet) -> Step:
    return Step(
        "abilities",
        "Abilities",
        f"Rank the three kinds of ability, then spend your dots: buy at most {_most_bought(sheet)} in each.",
        cite("5.3", 20),
        lambda: _ability_fields(sheet),
        paths=("ranks.abilities", *_scores(sheet, "ability"), *_scores(sheet, "archetype-ability")),
        budgets=(*(f"abilities-{name}" for name in NATURES), "archetype-abilities"),
        figures=("passive-perception",),
        hint=UNTRAINED,
    )


def _ability_fields(sheet: Sheet) -> tuple[Field, ...]:
    found = _by_category(sheet, "ability")
    fields: list[Field] = [_rank(sheet, "abilities", "Kinds of ability", NATURES, ABILITY_RULES)]
    for name in NATURES:
        fields += [rate(sheet, t, f"abilities-{name}", name.capitalize()) for t in found if t.type == name]
    own = sheet.choice("archetype")
    if own:
        fields += [rate(sheet, t, "archetype-abilities", own.name) for t in _own(sheet)]
    return tuple(fields)


def _affinities(sheet: Sheet) -> Step:
    return Step(
        "affinities",
        "Affinities",
        "Your rating in each discipline: the highest power level you cast for free. Above it a casting costs "
        "1 Fortitude. Higher ratings also make weaker spells easier.",
        cite("7.1", 34),
        lambda: _affinity_fields(sheet),
        paths=_scores(sheet, "affinity"),
        budgets=("affinities",),
    )


def _affinity_fields(sheet: Sheet) -> tuple[Field, ...]:
    found = {trait.key: trait for trait in _by_category(sheet, "affinity")}
    fields: list[Field] = []
    for school in sheet.rulebook.all(School).values():
        fields += [rate(sheet, found.pop(k), "affinities", school.name) for k in school.disciplines if k in found]
    fields += [rate(sheet, trait, "affinities", "Other disciplines") for trait in found.values()]
    return tuple(fields)


def _feats_and_spells(sheet: Sheet) -> Step:
    return Step(
        "magic-and-gear",
        "Feats, spells, gear",
        "Choose any number of spells you've memorised: they cost nothing. Add your gear, and any feats your GM allows.",
        cite("8.1", 36),
        lambda: _magic_fields(sheet),
        paths=("picks.spells", "picks.feats", "entries.gear"),
    )


def _magic_fields(sheet: Sheet) -> tuple[Field, ...]:
    book, build = sheet.rulebook, sheet.build
    allowed = hprpg.settings["starting_feats"].coerce(sheet.table.settings.get("starting_feats"))
    full = sheet.table.stage == "creation" and len(build.picked("feats")) >= int(allowed)
    own, c = sheet.choice("archetype"), sheet.reading
    awards = sheet.budgets.get("awarded-dots")
    left = awards.remaining if awards else 0
    feats = feat_options(book, own.key if own else "", full, int(allowed))
    feats = tuple(replace(one, reason=one.reason or feat_reason(c, one.key, left)) for one in feats)
    known = spell_options(sheet)
    spells = tuple(replace(one, reason=spell_reason(c, one.key) or one.reason) for one in known)
    untrained = spells == known and not c.memo(forbidden)
    return (
        replace(
            pick(
                sheet,
                "picks.spells",
                "Spells",
                Spell,
                spells,
                summary="Casting up to your affinity is free; above it costs 1 Fortitude.",
                empty="No spells in these books.",
            ),
            verb="Learn",
            unfit=NO_AFFINITY if untrained else None,
        ),
        pick(
            sheet,
            "picks.feats",
            "Feats",
            Feature,
            feats,
            summary="You earn feats in play. Your GM may allow some at creation.",
        ),
        lines(
            sheet,
            "gear",
            "Gear",
            "an item",
            lambda path, entry: (
                TextField(f"{path}.name", "Name", entry.name, 1, limit=200),
                *homebrew_pick(book, Item, path, entry.picked("item")),
                TextField(f"{path}.notes.detail", "Detail", entry.notes.get("detail", ""), 1),
            ),
            summary="What is in your trunk and up your sleeve.",
            empty="Nothing packed yet.",
        ),
    )


# What is whose


def _picks(sheet: Sheet, key: str) -> tuple[str, ...]:
    """The choice of an entry, and of where its free dots go."""
    return (f"picks.{key}", *_places(sheet.choice(key)))


def _places(source: Entry | None) -> tuple[str, ...]:
    grants: tuple[Grant, ...] = getattr(source, "grants", ())
    return tuple(f"picks.{grant.pick}" for grant in grants if grant.pick)


def _scores(sheet: Sheet, category: str) -> tuple[str, ...]:
    return _score_paths(sheet.rulebook, category)


@derived
def _score_paths(rulebook: Rulebook, category: str) -> tuple[str, ...]:
    return tuple(f"scores.{key}" for key, trait in rulebook.all(Trait).items() if trait.category == category)


# Fields


def _choose(sheet: Sheet, key: str, label: str, options: tuple[Option, ...]) -> ChoiceField:
    shown = with_dots(sheet, options, key)
    return pick(sheet, f"picks.{key}", label, hprpg.choices[key].shape, shown, empty=f"No {key} in these books.")


def _rank(sheet: Sheet, key: str, label: str, options: tuple[str, ...], rules: tuple[str, ...]) -> RankField:
    places = ("First", "Second", "Third")
    given, dots = _given(sheet, options), [sheet.reading.number(rule) for rule in rules]
    return RankField(
        f"ranks.{key}",
        label,
        tuple(Option(name, name.capitalize()) for name in options),
        tuple(f"{place} · {amount(n, 'dot')}" for place, n in zip(places, dots, strict=True)),
        sheet.build.ranks.get(key, ()),
        summary="Most important first.",
        suggested=tuple(sorted(options, key=lambda name: -given[name])) if given else (),
        why="Most dots where your archetype and personality already give some." if given else "",
    )


def _given(sheet: Sheet, types: tuple[str, ...]) -> Counter[str]:
    """The dots that archetype and personality give, by the type of what they are for."""
    found, given = sheet.rulebook.all(Trait), Counter[str]()
    for gift in sheet.reading.memo(gifts):
        if gift.key in found and found[gift.key].type in types:
            given[found[gift.key].type] += gift.grant.dots
    return given


def _by_category(sheet: Sheet, category: str) -> list[Trait]:
    return [t for t in sheet.rulebook.all(Trait).values() if t.category == category]


def _own(sheet: Sheet) -> list[Trait]:
    own = sheet.reading.memo(own_abilities)
    return [t for t in _by_category(sheet, "archetype-ability") if t.key in own]


hprpg.steps = steps
hprpg.story = STORY
hprpg.names = names
