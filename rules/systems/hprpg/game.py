"""The game itself: rules of the other modules register themselves on `hprpg`."""

from pathlib import Path

from rules.kernel import Item
from rules.kernel.pages import Game
from rules.systems.hprpg.entries import KINDS, Archetype, Feature, Personality, Species, Spell, Trait

hprpg = Game(
    key="hprpg",
    name="Harry Potter RPG",
    tagline="Witches, wizards and a fistful of twelve-sided dice.",
    folder=Path(__file__).parent,
    kinds=KINDS,
    short="Handbook",
    pitch="Choose a species, personality and archetype, then spend dots on aspects, abilities and affinities.",
    minutes=15,
)

hprpg.usual_dice = "1d12"
hprpg.how_to_roll = (
    "For a check roll a d12 for each dot. Each die that reaches the difficulty is a success, and a 1 takes one away."
)
hprpg.usual_roll = "vs DV 8"
hprpg.roll_help = "DV is the Difficulty Value: a die that reaches it is a success."
hprpg.free = ("notes", "entries.gear")  # no price: part III is empty
hprpg.homebrew = (Species, Personality, Archetype, Trait, Feature, Spell, Item)
cite = hprpg.cite

TYPES = ("physical", "social", "mental")
NATURES = ("innate", "practical", "knowledge")
ASPECT_DOTS = (7, 5, 3)
ABILITY_DOTS = (12, 8, 4)
ASPECT_RULES = ("aspect_dots_first", "aspect_dots_second", "aspect_dots_third")
ABILITY_RULES = ("ability_dots_first", "ability_dots_second", "ability_dots_third")
"""The house rules by which a campaign has other dots than these."""
SCALE = 7
"""Dots of every scale (5.1), and power levels beyond Nihil (8.1)."""
UNTRAINED = (
    "With 0 dots, innate checks have no penalty, practical checks have a higher Difficulty Value (DV), "
    "and knowledge checks need your GM’s agreement."
)
ROWS = 6
"""Rows of an archetype's table (4.1)."""
CAP = 3
"""Dots that creation sells of an aspect or an ability at most (5.2, 5.3); `most_bought` may say
otherwise, and `affinity_cap` says it of an affinity."""
ARCHETYPE_ABILITY_CAP = 4
"""Dots that an ability of the archetype starts with at most, given ones among them (4.1)."""
