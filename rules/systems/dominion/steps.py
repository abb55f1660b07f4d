"""The builder's pages for this game, in the order of chapter 2."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from rules.kernel import Build, Figure, KnownKeys, Purchase, Rulebook, Sheet, amount, derived
from rules.kernel.basics import minus, signed
from rules.kernel.pages import (
    ChoiceField,
    Deciding,
    Field,
    Head,
    ListField,
    Note,
    Option,
    RatingField,
    RollField,
    Step,
    Story,
    TextField,
    lines,
    pick,
    rate,
)
from rules.kernel.purchases import bought, by_path, next_price
from rules.systems.dominion.armoury import EQUIPMENT
from rules.systems.dominion.creation import studied
from rules.systems.dominion.entries import Attribute, Composite, Race, Skill, Spell, Style
from rules.systems.dominion.equipment_step import equipment
from rules.systems.dominion.game import ATTRIBUTE_DICE, ATTRIBUTES, FACES, cite, dominion
from rules.systems.dominion.grimoire import difficulty
from rules.systems.dominion.performing import NEVER, NEVER_ROLLED, casting_terms
from rules.systems.dominion.purchases import BREAKS, SKILL, listed
from rules.systems.dominion.table_step import name_of, table

BEGINNING = re.compile("[,;] (?:one half|the other half|rounded)")
"""Where the text of an attribute or a composite goes on to how it is reckoned."""
CRAFTS = ("priestcraft", "witchcraft")
STORY = Story(
    "Your story.",
    cite("2.1", 6),
    {
        "backstory": Note("Backstory", 8, "Who were you before, and what made you set out?"),
        "appearance": Note("Appearance", 3, "What do people see first?"),
        "goals": Note("Goals", 3, "What do you want, and who stands in the way?"),
        "faith": Note("Gods and enemies", 3, "Who do you serve, and who must not find you?"),
        "notes": Note("Notes", 6, "Anything else you want on the record."),
    },
)


@derived
def names(rulebook: Rulebook) -> KnownKeys:
    """The keys a build of this game may have."""
    return KnownKeys(
        scores=frozenset({*rulebook.all(Attribute), *rulebook.all(Skill), "lucky-breaks"}),
        picks=frozenset({"race", "style", "table-1", "table-2", "spells"}),
        rolls=frozenset({"attribute-dice", "table"}),
        entries=frozenset({"skills", EQUIPMENT}),
    )


def steps(sheet: Sheet) -> tuple[Step, ...]:
    """Every step with its fields as they stand for this sheet."""
    return (
        _who(sheet),
        _attributes(sheet),
        table(sheet),
        _skills(sheet),
        _combat(sheet),
        _crafts(sheet),
        equipment(sheet),
        _spells(sheet),
        STORY.step(sheet.build),
    )


def _who(sheet: Sheet) -> Step:
    return Step(
        "race",
        "Race and style",
        "Choose your race. A style is only a suggestion.",
        cite("2.1", 6),
        lambda: (
            pick(
                sheet,
                "picks.race",
                "Race",
                Race,
                _described(sheet, Race),
                summary="It decides which Character Generation Table you roll on.",
            ),
            pick(
                sheet,
                "picks.style",
                "Style",
                Style,
                _described(sheet, Style),
                summary="It suggests skills. It changes no number.",
            ),
        ),
        paths=("picks.race", "picks.style"),
    )


def _described(sheet: Sheet, shape: type[Race | Style]) -> Iterable[Option]:
    return (_option(sheet, entry) for entry in sheet.rulebook.all(shape).values())


def _option(sheet: Sheet, entry: Race | Style) -> Option:
    facts: list[tuple[str, str]] = []
    gives = ""
    kinds: tuple[str, ...] = ()
    if isinstance(entry, Race):
        above = [f"{name_of(sheet, s.key)} {s.low}" for s in entry.averages if s.low > 1]
        facts = [("Typical of the race", f"{', '.join(above)}. Your own stats don't change.")] if above else []
    else:
        kinds = tuple(name_of(sheet, key) for key in entry.attributes)
        gives = f"Key attributes: {', '.join(kinds)}" if kinds else ""
        suggested = {
            "Usual skills": [name_of(sheet, key) for key in entry.skills],
            "New Skills": list(entry.other_skills),
        }
        facts = [(what, ", ".join(names)) for what, names in suggested.items() if names]
    return Option(entry.key, entry.name, entry.summary, entry.cite, tuple(facts), gives=gives, kinds=kinds)


def _attributes(sheet: Sheet) -> Step:
    c = sheet.reading
    dice = c.build.rolls.get("attribute-dice", ())
    return Step(
        "attributes",
        "Attributes",
        "Roll three dice for your points, then assign them.",
        cite("2.3", 11),
        lambda: (
            RollField("rolls.attribute-dice", "Three dice for your attributes", ATTRIBUTE_DICE, FACES, dice,
                      "A third of the total, rounded down, is your Attribute Points. What is left over adds to your "
                      "Advancement Points (APs)."),
            *(_attribute(sheet, key) for key in ATTRIBUTES if key in sheet.figures),
        ),
        budgets=("attribute-points",),
        figures=("combat", "priestcraft", "witchcraft"),
        paths=("rolls.attribute-dice", *(f"scores.{key}" for key in ATTRIBUTES)),
        hint="Attributes never change after creation. A Composite averages two attributes; Luck 3+ rounds it up.",
    )  # fmt: skip


def _attribute(sheet: Sheet, key: str) -> RatingField:
    entry, left = sheet.rulebook.all(Attribute)[key], sheet.budgets["attribute-points"].remaining
    purchase = next(one for one in listed(sheet.rulebook) if one.key == key)
    return rate(
        sheet,
        purchase,
        price=f"{amount(left, 'point')} left" if left > 0 else "",
        top=6 - sheet[key] + bought(sheet.reading, purchase),
        summary=entry.summary,
        group="Attributes",
        style="dots",
    )


@derived
def _trained(rulebook: Rulebook, bases: tuple[str, ...]) -> tuple[str, ...]:
    """The paths of the skills that start at any of these."""
    return tuple(f"scores.{skill.key}" for skill in rulebook.all(Skill).values() if skill.base in bases)


def _skills_of(sheet: Sheet, bases: Iterable[str]) -> tuple[RatingField, ...]:
    wanted, known = set(bases), sheet.rulebook.all(Skill)
    steps = (one for one in listed(sheet.rulebook) if one.rule is SKILL and known[one.key].base in wanted)
    return tuple(
        _found_by(sheet, _stepped(sheet, one, known[one.key].summary, name_of(sheet, known[one.key].base)), one.key)
        for one in steps
    )


def _usual(sheet: Sheet) -> tuple[str, ...]:
    """The skills that most characters of this style learn (2.2)."""
    style = sheet.rulebook.find(Style, sheet.build.pick("style"))
    return style.skills if style else ()


def _kinds(sheet: Sheet, bases: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """What the skills that start at any of these can be narrowed down to."""
    of_style = any(f"scores.{key}" in _trained(sheet.rulebook, bases) for key in _usual(sheet))
    usual = (("usual", "Usual skills"),) if of_style else ()
    return (*usual, ("raised", "Raised"), ("untrained", "Rollable untrained"))


def _untrained(sheet: Sheet, key: str, base: str) -> bool:
    """Whether a skill is rolled without a step bought, at its attribute; no craft by who knows none (4.1, 10.2)."""
    return key not in NEVER_ROLLED and (base not in NEVER or studied(sheet.reading, base))


def _found_by(sheet: Sheet, skill: RatingField, key: str) -> RatingField:
    """A skill with what it is narrowed down by."""
    rolls = not skill.value and _untrained(sheet, key, sheet.rulebook.all(Skill)[key].base)
    kinds = (("skill", True), ("raised", skill.value), ("untrained", rolls), ("usual", key in _usual(sheet)))
    return replace(skill, kinds=tuple(kind for kind, holds in kinds if holds))


def _heads(sheet: Sheet, bases: Iterable[str]) -> Mapping[str, Head]:
    """What each group of skills starts from, and the first words of what that is."""
    known, figures = _beginnings(sheet.rulebook), sheet.figures
    return {known[base][0]: Head(figures[base], known[base][1]) for base in bases if base in known and base in figures}


@derived
def _beginnings(rulebook: Rulebook) -> Mapping[str, tuple[str, str]]:
    """The name of each attribute and composite, and the first words of what it is."""
    known: tuple[Attribute | Composite, ...] = (*rulebook.all(Attribute).values(), *rulebook.all(Composite).values())
    return {one.key: (one.name, BEGINNING.split(one.summary)[0]) for one in known}


def _stepped(sheet: Sheet, purchase: Purchase, summary: str = "", group: str = "", label: str = "") -> RatingField:
    price, short = "Choose its attribute first", ""
    figure = sheet.figures.get(purchase.key) or Figure.of(purchase.key, purchase.name, cite("4.12", 35), ())
    if figure.terms:
        price = f"+1: {aps(next_price(sheet.reading, purchase))}"
        short = f"{price}, not enough left"
    return rate(sheet, purchase, figure=figure, label=label, price=price, short=short, summary=summary, group=group)


def aps(number: int) -> str:
    """So many APs, in figures: prices are compared at a glance."""
    return f"{number:,} AP{'' if number == 1 else 's'}"


def _train(sheet: Sheet, key: str, title: str, intro: str, where: tuple[str, int], bases: tuple[str, ...]) -> Step:
    return Step(
        key,
        title,
        intro,
        cite(*where),
        lambda: _skills_of(sheet, bases),
        budgets=("aps",),
        figures=tuple(base for base in bases if base in sheet.rulebook.all(Composite)),
        paths=_trained(sheet.rulebook, bases),
        heads=_heads(sheet, bases),
        kinds=_kinds(sheet, bases),
    )


def _skills(sheet: Sheet) -> Step:
    return Step(
        "skills",
        "Skills",
        "Each skill starts at its attribute. Raising it by 1 costs its current value in APs.",
        cite("5.2.1", 36),
        lambda: (*_skills_of(sheet, ATTRIBUTES), _breaks(sheet), _own(sheet)),
        budgets=("aps",),
        paths=(*_trained(sheet.rulebook, ATTRIBUTES), "scores.lucky-breaks", "entries.skills"),
        hint="Arms and armour cost APs too: most characters keep 10 to 15 for them. "
        "You can create new skills. Agree on the attribute with your GM.",
        heads=_heads(sheet, ATTRIBUTES),
        kinds=_kinds(sheet, ATTRIBUTES),
    )


def _breaks(sheet: Sheet) -> RatingField:
    figure = Figure.of("", "APs spent", cite("3.9.1", 20), ())
    field = rate(
        sheet,
        BREAKS,
        figure=figure,
        label="APs spent",
        price="+1: 1 AP",
        short="more than you have in reserve",
        summary="In play, 1 AP buys a Lucky Break: your Luck is added to all skills for the rest of the round. "
        "0 is fine now: unspent APs stay in reserve.",
        group="Lucky Breaks",
    )
    return replace(field, bare=True)


def _own(sheet: Sheet) -> ListField:
    bought = sheet.reading.memo(by_path)

    def fields(path: str, entry: Build) -> tuple[Field, ...]:
        return (
            TextField(f"{path}.name", "Name", entry.name, 1, limit=200),
            pick(sheet, f"{path}.picks.attribute", "Attribute", Attribute, style="select"),
            _stepped(sheet, bought[f"{path}.scores.steps"], label="Bought"),
            TextField(f"{path}.notes.description", "What it does", entry.notes.get("description", ""), 2),
            TextField(f"{path}.notes.failure", "When it fails", entry.notes.get("failure", ""), 1),
        )

    return lines(
        sheet, "skills", "New Skills", "a skill", fields,
        summary="Give each a name and an attribute, and say what it does and what failing means.",
        empty="None yet. Juggling, a language, a trade: whatever you practise.",
    )  # fmt: skip


def _combat(sheet: Sheet) -> Step:
    return _train(
        sheet, "combat", "Combat",
        "Nine skills that start from the average of Vigour and Agility: the Combat Composite.",
        ("7.3", 47), ("combat",),
    )  # fmt: skip


def _crafts(sheet: Sheet) -> Step:
    step = _train(
        sheet, "crafts", "Priestcraft and Witchcraft",
        "For priests and witches. Skip this if you're neither.",
        ("2.5", 12), CRAFTS,
    )  # fmt: skip
    c, of_style = sheet.reading, {f"scores.{key}" for key in _usual(sheet)}
    neither = of_style.isdisjoint(step.paths) and not any(studied(c, craft) for craft in CRAFTS)
    return replace(step, passed_by=bool(of_style) and neither and c.table.stage == "creation")


def _spells(sheet: Sheet) -> Step:
    known = sheet.build.picked("spells")
    return Step(
        "spells",
        "Spells",
        "The spells you rely on. Your sheet shows the number to roll for each.",
        cite("11.4", 112),
        lambda: (
            ChoiceField(
                "picks.spells",
                "Spells",
                tuple(_spell(sheet, s) for s in sheet.rulebook.all(Spell).values() if not s.retired or s.key in known),
                known,
                many=True,
                style="ticks",
                verb="Add",
                summary="A witch can cast any spell in the Spell Books. Choose those you want on your sheet. "
                "Skip this if you're no witch.",
            ),
        ),
        paths=("picks.spells",),
        passed_by=not studied(sheet.reading, "witchcraft"),
    )


def _spell(sheet: Sheet, spell: Spell) -> Option:
    skills = " and ".join(name_of(sheet, key) for key in spell.skills)
    penalty = difficulty(spell)
    if studied(sheet.reading, "witchcraft"):
        figures, facts = _to_roll(sheet, spell), (("Difficulty Penalty", penalty),) if penalty else ()
    else:
        figures, facts = (Deciding("Difficulty Penalty", penalty),) if penalty else (), ()
    return Option(spell.key, spell.name, spell.summary, spell.cite, facts, group=skills, figures=figures)


def _to_roll(sheet: Sheet, spell: Spell) -> tuple[Deciding, ...]:
    """The number to roll for a spell, by its easiest variant."""
    easiest = max((way.difficulty for way in spell.variants), default=spell.difficulty)
    stat = sum(term.amount for term in casting_terms(sheet, spell))
    adds = signed(easiest) if easiest else ""
    if stat + easiest > 0:
        return (Deciding("to roll", minus(stat + easiest), adds),)
    return (Deciding("to roll: no chance", "0", adds),)


dominion.steps = steps
dominion.story = STORY
dominion.names = names
