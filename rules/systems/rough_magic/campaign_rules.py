"""What a campaign decides for its players' characters beside what the book leaves open."""

from rules.systems.rough_magic.entries import Avenue
from rules.systems.rough_magic.game import cite, rough_magic

rough_magic.allows(
    "specialties", "Specialties", "a specialty", cite("Specialization", "R-08"), Avenue, at=("picks.avenue",)
)
