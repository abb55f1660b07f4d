"""What a campaign decides for its players' characters beside what the book leaves open."""

from rules.systems.forge.entries import Ancestry, Archetype
from rules.systems.forge.game import cite, forge

forge.allows("ancestries", "Ancestries", "an ancestry", cite("ancestry.html", "F-06"), Ancestry, at=("picks.ancestry",))
forge.allows("archetypes", "Archetypes", "an archetype", cite("class.html", "F-07"), Archetype, at=("picks.archetype",))
