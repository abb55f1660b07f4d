"""What makers of NPCs are asked: a way to fight or to work wonders, as the game has neither peoples nor classes."""

from rules.kernel.pages import among_wishes
from rules.systems.duality.game import duality
from rules.systems.duality.wishes import CONCEPTS

duality.npc_choices = (among_wishes("trade", "Trade", CONCEPTS),)
