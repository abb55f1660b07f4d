"""What a game master looks up: outcomes, rest, wealth, abilities and combat styles (1, 3.1.4, 3.4, 3.5, 4.2)."""

from itertools import pairwise

from rules.kernel import Rulebook
from rules.kernel.pages import Card, ReferenceSection
from rules.kernel.pages.reference import rows_of
from rules.systems.duality.entries import Ability, Style, Tag, Wealth
from rules.systems.duality.game import cite, duality
from rules.systems.duality.healing import RESTS
from rules.systems.duality.outcomes import DIFFICULTIES, OUTCOMES, TABLE_1, TABLE_2

Rows = tuple[tuple[str, ...], ...]


def references(rulebook: Rulebook) -> tuple[ReferenceSection, ...]:
    """Tables for the roll, and what characters may have bought."""
    heads = ("", *(name.capitalize() for name in OUTCOMES))
    rolls = (
        Card("outcomes", "Outcomes by difficulty", "A total on two dice.", cite("Table 1", 2), heads, _outcomes()),
        Card("opposed", "Opposed outcomes", "Your total minus your opponent's.",
             cite("Table 2", 2), heads, (_opposed(),)),
        Card("rest", "Healing by time", "Minimum rest, and the difficulty of the roll.", cite("4.2", 10),
             ("At least", "Difficulty"), _rests()),
        Card("wealth", "Wealth", "What you can afford at each step.", cite("Table 3", 5), ("Step", "Pays for"),
             rows_of(rulebook, Wealth)),
    )  # fmt: skip
    bought = (
        Card("tags", "Tags", "What a specialization can do.", cite("3.2", 5), ("Tag", "Means"), rows_of(rulebook, Tag)),
        Card("abilities", "Abilities", "Each in levels.", cite("3.4", 6), ("Ability", "Does"),
             rows_of(rulebook, Ability)),
        Card("styles", "Combat styles", "Ways to attack and to defend.", cite("3.5", 7), ("Style", "Is"),
             rows_of(rulebook, Style)),
    )  # fmt: skip
    return (
        ReferenceSection("During play", "Outcomes, rest and money.", rolls),
        ReferenceSection("Character options", "What your players can buy.", bought),
    )


def _outcomes() -> Rows:
    return tuple((words, *_spans(TABLE_1[key])) for key, words in DIFFICULTIES.items())


def _opposed() -> tuple[str, ...]:
    return ("Difference", *_spans(TABLE_2))


def _spans(lows: tuple[int, ...]) -> tuple[str, ...]:
    """Five spans between four lowest numbers."""
    between = (f"{low} to {high - 1}" for low, high in pairwise(lows))
    spans = (f"{lows[0] - 1} or less", *between, f"{lows[-1]} or more")
    return tuple(span.replace("-", "−") for span in spans)


def _rests() -> Rows:
    return tuple((_long(minutes), DIFFICULTIES[key]) for minutes, key in RESTS)


def _long(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    return f"{rest} min" if rest else f"{hours} h"


duality.references = references
