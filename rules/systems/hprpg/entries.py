"""The kinds of entry in the handbook; each field is a key of the TOML beside this file."""

from dataclasses import dataclass

from rules.kernel import Entry, Grant, Item
from rules.kernel.basics import asked

CATEGORIES = ("aspect", "ability", "affinity", "archetype-ability")
TYPES = ("", "physical", "social", "mental", "innate", "practical", "knowledge")
ROLLS = ("", "checks", "knowledge", "castings")
ROLL_WORDS = (
    ("", "any roll"), ("checks", "checks"), ("knowledge", "knowledge checks"), ("castings", "castings"),
)  # fmt: skip
METHODS = ("", "project", "manipulate", "absorb")


@dataclass(frozen=True, kw_only=True)
class Species(Entry):
    """Chapter 2. `grants`, `play` and `pool` are empty in the core book (H-03); homebrew may fill them."""

    family: str = asked("Family", "Groups it with others in the builder.", question="Kind of")
    grants: tuple[Grant, ...] = asked(
        "Dots granted", "Dots every character of it starts with.", question="Dots it gives", seldom=False, default=()
    )
    play: tuple[str, ...] = asked(
        "In play", "What it can or can't do that no number says. One per line.", seldom=False, default=()
    )
    pool: int = asked("Extra dots for aspects", "Added to the dots at creation.", low=0, default=0)


@dataclass(frozen=True, kw_only=True)
class Personality(Entry):
    """Chapter 3."""

    house: str = asked("House", "Where the Sorting Hat would put them.", of="house")
    asset: str = asked("Asset", "The strength, in a word or two.", question="What it is good for")
    asset_text: str = asked("Asset details", "How that helps in play.")
    flaw: str = asked("Flaw", "The weakness, in a word or two.", question="What it costs")
    flaw_text: str = asked("Flaw details", "How that hurts in play.")
    nourishment: str = asked("Nourishment", "What gives them back Fortitude.")
    grants: tuple[Grant, ...] = asked("Dots granted", "Dots they start with.", question="Dots it gives")


@dataclass(frozen=True, kw_only=True)
class Archetype(Entry):
    """Chapter 4. `grants` are the rows of its capability table, `abilities` its three own abilities."""

    abilities: tuple[str, ...] = asked(
        "Special abilities", "Abilities that only this archetype has.", of="trait:archetype-ability"
    )
    experience: tuple[str, ...] = asked("Experience", "What they learn from. One per line.")
    grants: tuple[Grant, ...] = asked("Dots granted", "Dots they start with.", question="Dots it gives")
    note: str = asked("Note", "Anything else a player should know.", default="")


@dataclass(frozen=True, kw_only=True)
class Trait(Entry):
    """Anything rated in dots: aspect, ability, affinity (chapters 5 and 7) or an archetype's ability (4)."""

    category: str = asked("Sort", "What kind of number it is.", among=CATEGORIES)
    type: str = asked(
        "Type", "Of an aspect or an ability.", among=TYPES, needed=("category", "aspect", "ability"), default=""
    )
    method: str = asked("Method", "Of an aspect.", among=METHODS, default="")
    school: str = asked("School", "Of an affinity.", of="school", seldom=False, default="")
    archetype: str = asked(
        "Archetype", "For a special ability.", of="archetype", needed=("category", "archetype-ability"), default=""
    )
    aspects: tuple[str, ...] = asked("Aspects", "For casting with an affinity.", of="trait:aspect", default=())
    pairs: tuple[str, ...] = asked("Goes with", "What it is often rolled with.", of="trait", default=())
    ratings: tuple[str, ...] = asked("Meaning of each dot", "One per line, from the first dot.", default=())


@dataclass(frozen=True, kw_only=True)
class Feature(Entry):
    """A feat of an archetype (chapter 4)."""

    archetype: str = asked("Archetype", "Who may choose it.", of="archetype")
    effect: str = asked("Effect", "The rule in a sentence, with its numbers.", question="What it does")
    fortitude: int = asked("Fortitude", "What one use costs; 0 for nothing.", question="Fortitude it costs", default=0)
    health: int = asked("Health", "What one use restores; 0 for nothing.", question="Health it restores", default=0)
    per_day: int = asked("Uses a day", "0 for as often as you like.", question="Uses a day", default=0)
    dice: int = asked(
        "Dice on a roll", "Added where it applies.", question="Dice it adds to a roll", low=-20, high=20, default=0
    )
    dv: int = asked(
        "Change of the DV", "−2 makes a roll easier.", question="Change of the DV", low=-10, high=10, default=0
    )
    successes: int = asked(
        "Automatic successes", "On a roll.", question="Automatic successes", low=0, high=20, default=0
    )
    twice: bool = asked(
        "Rolled twice", "On a check: the better roll counts.", question="Is a check rolled twice?", default=False
    )
    in_place: str = asked(
        "In place of the affinity",
        "Castings are rolled with it. The affinity still limits the power level.",
        of="trait",
        question="Rolled in place of an affinity",
        default="",
    )
    rolls: str = asked(
        "On which rolls",
        "Where the form of a roll offers it.",
        among=ROLLS,
        words=ROLL_WORDS,
        question="Rolls it helps",
        default="",
    )
    helps: tuple[str, ...] = asked("On checks with", "Leave it empty for any.", of="trait", default=())


@dataclass(frozen=True)
class SpellLevel:
    """What a spell does at one power level, where a book says so."""

    level: int = asked("Level", question="At level")
    effect: str = asked("Effect", question="it does this")


@dataclass(frozen=True, kw_only=True)
class Spell(Entry):
    """Chapters 7 and 8. `ruling`: the book does not say the discipline, ruling H-17 does."""

    discipline: str = asked("Discipline", "The affinity it is rolled with.", of="trait:affinity", question="Cast with")
    incantation: str = asked("Incantation", "The words, if there are any.", question="What the caster says")
    levels: tuple[SpellLevel, ...] = asked(
        "Power levels", "From 0 to 7. Add only the levels you describe.", question="What it does by power", default=()
    )
    ruling: bool = asked(auto=True, default=False)


@dataclass(frozen=True, kw_only=True)
class School(Entry):
    """One of the seven schools of magic (7.2) and its two disciplines."""

    practitioner: str
    disciplines: tuple[str, ...] = asked("Disciplines", of="trait:affinity")


@dataclass(frozen=True, kw_only=True)
class House(Entry):
    """A house of Hogwarts (chapter 3). `colour` is the band on the printed sheet."""

    colour: str = asked(auto=True)
    dot: str = asked("Dot", of="trait")


@dataclass(frozen=True, kw_only=True)
class PowerLevel(Entry):
    """How strong a spell is cast, Nihil 0 to Sumnus 7 (8.1)."""

    rating: int = asked("Level")


@dataclass(frozen=True, kw_only=True)
class Rating(Entry):
    """What a number of dots means (6.1)."""

    rating: int = asked("Dots")


@dataclass(frozen=True, kw_only=True)
class Difficulty(Entry):
    """A difficulty value and its word (6.3)."""

    dv: int = asked("Difficulty Value (DV)")


@dataclass(frozen=True, kw_only=True)
class Degree(Entry):
    """What a number of successes means (6.4)."""

    successes: int


@dataclass(frozen=True, kw_only=True)
class Targeting(Entry):
    """How many successes a spell needs to reach its targets (8.2)."""

    base: int = asked("Successes")
    per_target: int = asked("Successes per target")


@dataclass(frozen=True, kw_only=True)
class Spend(Entry):
    """What spare successes of a spell buy (8.2)."""


KINDS: tuple[type[Entry], ...] = (
    Species,
    Personality,
    House,
    Archetype,
    Trait,
    Feature,
    Spell,
    School,
    PowerLevel,
    Rating,
    Difficulty,
    Degree,
    Targeting,
    Spend,
    Item,
)
