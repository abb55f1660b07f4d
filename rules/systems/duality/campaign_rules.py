"""What a campaign decides for its players' characters beside what the book leaves open."""

from rules.systems.duality.entries import Ability, Style
from rules.systems.duality.game import cite, duality

duality.allows(
    "abilities", "Abilities", "an ability", cite("3.4", 6), Ability,
    at=("entries.abilities.*.picks.ability", "entries.items.*.entries.features.*.picks.ability"),
)  # fmt: skip
duality.allows("styles", "Combat styles", "a style", cite("3.5", 7), Style, at=("entries.styles.*.picks.style",))
