"""What makers of NPCs are asked: an ancestry and an archetype."""

from rules.kernel.pages import Wish, among_entries
from rules.systems.forge.entries import Ancestry, Archetype
from rules.systems.forge.game import forge

FIT = tuple(
    Wish(archetype, "", "", {f"scores.{ability}": 3})
    for archetype, ability in {"warriors": "brawn", "rogues": "agility", "mages": "cunning"}.items()
)
"""The ability that an archetype lives by; the others live by any."""

forge.npc_choices = (
    among_entries("kind", "Ancestry", Ancestry, "picks.ancestry"),
    among_entries("trade", "Archetype", Archetype, "picks.archetype", FIT),
)
