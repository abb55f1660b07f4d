"""What makers of NPCs are asked: a species and an archetype."""

from rules.kernel.pages import among_entries
from rules.systems.hprpg.entries import Archetype, Species
from rules.systems.hprpg.game import hprpg
from rules.systems.hprpg.wishes import CONCEPTS

hprpg.npc_choices = (
    among_entries("kind", "Species", Species, "picks.species"),
    among_entries("trade", "Archetype", Archetype, "picks.archetype", CONCEPTS),
)
