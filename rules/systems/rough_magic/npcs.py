"""What makers of NPCs are asked: a kind of magic, or a trade without any."""

from rules.kernel.pages import among_wishes
from rules.systems.rough_magic.game import rough_magic
from rules.systems.rough_magic.wishes import CONCEPTS

rough_magic.npc_choices = (among_wishes("trade", "Trade", CONCEPTS),)
