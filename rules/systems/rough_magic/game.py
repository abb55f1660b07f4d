"""The game itself: rules of the other modules register themselves on `rough_magic`."""

from functools import cache
from pathlib import Path

from rules.kernel import Cite, Item
from rules.kernel.pages import Game
from rules.systems.rough_magic import entries
from rules.systems.rough_magic.entries import KINDS, Avenue, Gift, Skill, Spell

rough_magic = Game(
    key="rough-magic",
    name="Rough Magic",
    tagline="Free-form magic, measured.",
    folder=Path(__file__).parent,
    kinds=KINDS,
    short="Rough Magic",
    pitch="Five attributes, a few skills, gifts and empowered objects; and a casting calculator for any spell you can "
    "think of.",
    minutes=10,
)

rough_magic.usual_dice = "2d6"
rough_magic.how_to_roll = (
    "For each check roll 2d6 and add the number. Meet or beat 2d6 plus the difficulty, and you succeed."
)
rough_magic.roll_heading = "AV"
rough_magic.homebrew = (Avenue, Skill, Gift, Spell, Item)


@cache
def cite(section: str, ruling: str = "") -> Cite:
    """A heading of the chapter, a public page or a ruling; none of them has numbered pages."""
    return rough_magic.cite(section, 0, ruling)


POWER = entries.POWER
ATTRIBUTES = ("agility", "brawn", "presence", "reason", POWER)
HIGHEST = 10
MODERATE, REMARKABLE = 3, entries.REMARKABLE
DICE = 2
MOST_RATING = 6
SUGGESTED_GIFTS = 5
"""Gifts and traits together."""
