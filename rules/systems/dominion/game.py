"""The game itself: rules of the other modules register themselves on `dominion`."""

from pathlib import Path

from rules.kernel.pages import Game
from rules.systems.dominion.entries import KINDS, Armour, Beast, Race, Skill, Spell, Style, Weapon

dominion = Game(
    key="dominion",
    name="Dominion Rules",
    tagline="One twelve-sided die, and a twelve always fails.",
    folder=Path(__file__).parent,
    kinds=KINDS,
    short="Dominion Rules",
    pitch="Roll your attributes and your race's generation table, then spend 45 Advancement Points.",
    minutes=20,
)

dominion.usual_dice = "1d12"
dominion.how_to_roll = "For each check roll one d12: the number or less succeeds, and a 12 always fails."
dominion.roll_heading = "Roll at most"
dominion.worn = "-as-worn"
dominion.homebrew = (Race, Style, Skill, Weapon, Armour, Spell, Beast)
cite = dominion.cite

ATTRIBUTES = ("vigour", "agility", "stamina", "intuition", "intellect", "luck")
FACES = 12
DEATH = -12
"""The Injury stat at which one dies, and the Fervour at which no Channelling is left (8.4.2, 10.5.4)."""
MOUNT_LEAST = 5
"""Horsemanship from which on a rider may spend APs on a mount (4.7)."""
FLOOR, CEILING = 1, 12
"""Between these is every attribute (3.1, A-04, A-09)."""
START_APS = 45
ATTRIBUTE_DICE = 3
"""Dice for the Attribute Points (2.3)."""
FEW_POINTS = 5
"""Characters with fewer Attribute Points than this roll twice on their table (2.4)."""
FAVOURED = 3
"""The Luck from which rounding favours the character (3.9.2)."""
