"""What a campaign decides for its players' characters beside what the book leaves open."""

from rules.systems.hprpg.entries import Archetype, Personality, Species, Spell
from rules.systems.hprpg.game import cite, hprpg

hprpg.allows("species", "Species", "a species", cite("2", 6), Species, at=("picks.species",))
hprpg.allows("personalities", "Personalities", "a personality", cite("3", 7), Personality, at=("picks.personality",))
hprpg.allows("archetypes", "Archetypes", "an archetype", cite("4", 12), Archetype, at=("picks.archetype",))
hprpg.allows("spells", "Spells", "a spell", cite("8.1", 36), Spell, at=("picks.spells",))
