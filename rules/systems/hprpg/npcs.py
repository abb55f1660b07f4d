"""NPCs: what their fight cards show, and what their makers are asked: a species and an archetype."""

from collections.abc import Iterator

from rules.kernel import Check, Live
from rules.kernel.pages import FightCard, among_entries, facts_told, fight_roll, listing, rated, tracked
from rules.systems.hprpg.entries import Archetype, Species, Trait
from rules.systems.hprpg.game import hprpg
from rules.systems.hprpg.performing import casting_checks, check_of
from rules.systems.hprpg.wishes import CONCEPTS

hprpg.npc_choices = (
    among_entries("kind", "Species", Species, "picks.species"),
    among_entries("trade", "Archetype", Archetype, "picks.archetype", CONCEPTS, fighting=("auror", "warrior")),
)


BLOWS = (("fitness", "skirmish"), ("fitness", "brawl"), ("precision", "marksmanship"))
"""How one hits somebody without magic: with a weapon, without, from afar."""
WAR = ("hexes", "curses", "elemental", "kinetic", "psionic", "warding")
"""The disciplines of a fight, those that hurt first; whoever has others casts them at another time."""


def fight(live: Live) -> FightCard:
    """What is left of one, what one resists and notices with; then blows, as far as one has learned any, and the magic
    of a fight."""
    figures = (
        *tracked(live, "health"), *tracked(live, "fortitude"), *rated(live, "vitality"),
        *rated(live, "passive-perception"), *rated(live, "speed"),
    )  # fmt: skip
    rolls = (one for check in _attacks(live) for one in fight_roll(live, check))
    spells = listing(spell.name for spell in live.sheet.chosen.get("spells", ()))
    return FightCard.of(figures, rolls, spells, state=facts_told(live, "Health 0"))


def _attacks(live: Live) -> Iterator[Check]:
    traits = live.sheet.rulebook.all(Trait)
    known = [pair for pair in BLOWS if all(key in traits and key in live.sheet.figures for key in pair)]
    learned = [pair for pair in known if live.sheet[pair[1]] > 0]
    for aspect, ability in learned[:2] or known[1:2]:
        yield check_of(live.sheet, traits[aspect], traits[ability])
    cast = {check.key.rpartition("-")[2]: check for check in casting_checks(live.sheet.reading)}
    yield from (cast[key] for key in WAR if key in cast)


hprpg.fight = fight
