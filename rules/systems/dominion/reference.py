"""What a game master looks up: beasts (chapter 13), summoned helpers (Book IX), averages of the races (chapter 14)."""

from collections.abc import Iterable

from rules.kernel import Entry, Rulebook, derived
from rules.kernel.pages import Card, ReferenceSection
from rules.systems.dominion.entries import UNMADE, Attribute, Beast, Composite, Race, Skill, Spell, Stat
from rules.systems.dominion.game import dominion

HELPER = "helper"
HEADS = ("Stat", "Value")


@derived
def references(rulebook: Rulebook) -> tuple[ReferenceSection, ...]:
    """Three shelves; what the summoning spells bring stands apart from the beasts of the wild."""
    beasts = rulebook.all(Beast).values()
    return (
        ReferenceSection(
            "Beasts",
            "Beasts roll like characters: the stat or less, and a 12 always fails. Choose a value from each range.",
            tuple(_beast(beast, rulebook) for beast in beasts if beast.family != HELPER),
        ),
        ReferenceSection(
            "Summoned helpers",
            "Helpers called by Summoning spells. Each spell says how to call them.",
            tuple(_beast(beast, rulebook) for beast in beasts if beast.family == HELPER),
        ),
        ReferenceSection(
            "Races",
            "Average stats of each race, for your NPCs. They don't change player characters.",
            tuple(_race(race, rulebook) for race in rulebook.all(Race).values()),
        ),
    )


def _beast(beast: Beast, rulebook: Rulebook) -> Card:
    facts = [
        ("Nature", beast.nature.capitalize()),
        ("Attacks", beast.attacks),
        ("Equipment", beast.equipment),
        ("Notes", beast.notes),
    ]
    return Card(
        beast.key,
        beast.name,
        beast.summary,
        beast.cite,
        heads=HEADS,
        table=_stats(beast.stats, rulebook),
        facts=tuple((label, text) for label, text in facts if text),
        rulings=_rulings(beast.ruling),
        spell=rulebook.find(Spell, beast.spell),
        also=beast.aliases,
    )


def _race(race: Race, rulebook: Rulebook) -> Card:
    return Card(
        race.key,
        race.name,
        race.summary,
        race.cite,
        heads=HEADS,
        table=_stats(race.averages, rulebook),
        facts=(("Notes", " ".join(race.notes)),),
        rulings=("A-10", *_rulings(race.ruling)),
        also=race.aliases,
    )


def _rulings(named: str) -> tuple[str, ...]:
    return tuple(named.split(", ")) if named else ()


def _stats(stats: Iterable[Stat], rulebook: Rulebook) -> tuple[tuple[str, str], ...]:
    return tuple((named_stat(stat, rulebook), stat.figure()) for stat in stats)


def named_stat(stat: Stat, rulebook: Rulebook) -> str:
    """A stat of an entry by its own name, or as the book calls it."""
    return stat.own or stat_name(stat.key, rulebook)


def stat_name(key: str, rulebook: Rulebook) -> str:
    """As the book calls a stat of characters; a beast's own by its key."""
    shapes: tuple[type[Entry], ...] = (Attribute, Composite, Skill)
    found = next((entry for shape in shapes if (entry := rulebook.find(shape, key))), None)
    return found.name if found else UNMADE.get(key, key.replace("-", " ").title())


dominion.references = references
