"""The game itself: rules of the other modules register themselves on `duality`."""

from functools import cache
from pathlib import Path

from rules.kernel.documents import PlacedList
from rules.kernel.pages import Game
from rules.systems.duality.entries import KINDS, Ability, Style, Tag

duality = Game(
    key="duality",
    name="Duality",
    tagline="Two dice, five outcomes, and a price for everything.",
    folder=Path(__file__).parent,
    kinds=KINDS,
    short="Duality",
    pitch="Everything is bought with experience points: statistics, specializations, abilities, combat styles and "
    "items.",
    minutes=30,
)

duality.usual_dice = "2d8"
duality.how_to_roll = (
    "For each roll take 2d8 and add the number, plus any specialization or experience that helps. The outcome is "
    "very bad, bad, mixed, good or very good: mixed or better gets you what you tried for."
)
duality.chance_heading = "Mixed or better"
duality.roll_heading = "Bonus"
duality.usual_roll = "vs Medium"
duality.homebrew = (Ability, Style, Tag)
duality.placed = (
    PlacedList(
        "styles",
        ("entries.items.*.picks.style", "entries.items.*.entries.features.*.picks.style"),
        checks=("style-*", "style-*-armed"),
    ),
)
cite = cache(duality.cite)

STATISTICS = ("strength", "finesse", "willpower", "instinct", "presence", "knowledge")
NOUNS = ("air", "animals", "arcana", "body", "earth", "fire", "illusion", "mind", "plants", "water")
VERBS = ("control", "create", "destroy", "know", "perceive", "transform")
"""By the alphabet; pages take the order of the book from its rows."""
SPEEDS = ("slow", "normal", "fast")
START_LIFE, START_RECOVERY = 20, 10
IN_USE = 2
"""Items that may be in use without holding experience points (5.2)."""
