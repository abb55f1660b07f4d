"""What makers of NPCs are asked: a race and a style."""

from rules.kernel.pages import among_entries
from rules.systems.dominion.entries import Race, Style
from rules.systems.dominion.game import dominion
from rules.systems.dominion.wishes import CONCEPTS

dominion.npc_choices = (
    among_entries("kind", "Race", Race, "picks.race"),
    among_entries("trade", "Style", Style, "picks.style", CONCEPTS),
)
