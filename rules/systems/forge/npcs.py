"""NPCs: what their fight cards show, and what their makers are asked: an ancestry and an archetype."""

from dataclasses import replace

from rules.kernel import Live
from rules.kernel.basics import minus
from rules.kernel.pages import FightCard, Wish, among_entries, fight_rolls, listing, rated, tracked
from rules.systems.forge.entries import Ancestry, Archetype
from rules.systems.forge.game import ABILITIES, forge

FIT = tuple(
    Wish(archetype, "", "", {f"scores.{ability}": 3})
    for archetype, ability in {"warriors": "brawn", "rogues": "agility", "mages": "cunning"}.items()
)
"""The ability that an archetype lives by; the others live by any."""

forge.npc_choices = (
    among_entries("kind", "Ancestry", Ancestry, "picks.ancestry"),
    among_entries("trade", "Archetype", Archetype, "picks.archetype", FIT, fighting=("warriors", "rogues")),
)


def fight(live: Live) -> FightCard:
    """Poise and Momentum, threat and pace; then the three abilities as they are rolled."""
    figures = (
        *tracked(live, "poise"), *tracked(live, "momentum"), *rated(live, "threat"),
        *rated(live, "melee-threat", "In melee"), *rated(live, "speed"),
    )  # fmt: skip
    rolls = ((live.figure(key).value, roll) for key in ABILITIES for roll in fight_rolls(live, (key,)))
    told = (replace(roll, need=f"{roll.need}, {minus(most)} or less") for most, roll in rolls)
    skills = (entry.name.strip() for entry in live.sheet.build.entries.get("skills", ()))
    return FightCard.of(figures, told, listing(filter(None, skills)))


forge.fight = fight
