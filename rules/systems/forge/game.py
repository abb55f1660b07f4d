"""The game itself: rules of the other modules register themselves on `forge`."""

from functools import cache
from pathlib import Path

from rules.kernel import Cite, Item
from rules.kernel.documents import PlacedList
from rules.kernel.pages import Game
from rules.systems.forge.entries import KINDS, Ancestry, Archetype, Background

forge = Game(
    key="forge",
    name="Forge of Legends",
    tagline="Three abilities and a bold roll.",
    folder=Path(__file__).parent,
    kinds=KINDS,
    short="Forge",
    pitch="Roll three backgrounds, spend 8 points on abilities, name your bonds.",
    scope="Quickstart",
    minutes=10,
)

forge.usual_dice = "2d8"
forge.how_to_roll = (
    "Roll two dice, of a size the GM sets. Each die that shows your ability or less is a success: one is a mixed "
    "result, two are what you wanted."
)
forge.chance_heading = "Success or better"
forge.roll_heading = "Target number"
forge.usual_roll = "Standard difficulty"
forge.free = ("notes", "entries.possessions")  # no price: equipment.html
forge.placed = (PlacedList("backgrounds", dice=True),)
forge.homebrew = (Background, Ancestry, Archetype, Item)


@cache
def cite(section: str, ruling: str = "") -> Cite:
    """A heading of the Rolls page, or another public page; web pages have no numbered pages."""
    return forge.cite(section, 0, ruling)


ABILITIES = ("agility", "brawn", "cunning")
LEAST, MOST = 1, 5
SLOTS = 3
"""Backgrounds of a character."""
VALUES = 6
"""Personal values of a character; no source has their names and range."""
FACES = 20
FATE = 3
POISE = "Poise, momentum and focus are the pools that defend you."
THREAT = "Threat is what you add to every attack."
DICE = {"easy": 4, "simple": 6, "standard": 8, "difficult": 10, "incredible": 12, "legendary": 20}
"""Roll Difficulty: the size of the dice."""
OPPOSED = (4, 6, 8, 10, 12, 20)
"""The dice against an opponent's ability or value of 1, 2 and so on; the last for all beyond."""
