"""All that tests of every game know of one by its key. A game that is not named here goes through all of them, too."""

import json
from random import Random
from typing import Any

from campaigns.demo import demo_cast
from rules import systems
from rules.kernel import RulesContext
from rules.kernel.pages import Game

PEOPLE: dict[str, list[dict[str, Any]]] = {
    "hprpg": [demo_cast.JANE],
    "dominion": [demo_cast.RAVEN, demo_cast.URSULA, demo_cast.OTTO],
    "duality": [demo_cast.ISHKA, demo_cast.OSWIN, demo_cast.PELL],
    "rough-magic": [demo_cast.MELISANDE, demo_cast.CORBIN],
    "forge": [demo_cast.HALLA, demo_cast.TORVALD],
}
"""Who of the demonstration is large; for a game without any, somebody is made at random."""
FREE: dict[str, dict[str, str]] = {
    "hprpg": {
        r"picks\.spells\..*": "H-30: a spell costs nothing, so none is cheated",
    },
    "dominion": {
        r"picks\.style": "A-79: a style grants nothing",
        r"picks\.spells\..*": "A-89: the list of spells is a bookmark",
        r"entries\.equipment\.\d+\.picks\.(worn|wielded|grip|found)": "2.7: how it is carried is free",
        r"entries\.equipment\.\d+\.picks\.item": "A-82, A-83: arms are not yet entries of a ledger",
    },
    "duality": {
        r"picks\.(speed|climb|swim|burrow|fly|wealth)": "3.6: more is bought, and less is an error",
        r"picks\.tag-.*": "3.2, D-18: paid where it was untrained and Human",
        r"entries\.styles\.\d+\.picks\.upgrades\..*": "3.5.1: a further upgrade is bought",
        r"entries\.styles\.\d+\.picks\.specialization": "3.5.1: a bare style stands on none",
        r"entries\.items\.\d+\.picks\.in-use": "D-21: what is in use is free",
    },
    "rough-magic": {
        r"entries\.skills\.\d+\.picks\.expertise": "R-21: expertise is bought, and less is an error",
        r"entries\.empowered\..*": "R-24: what does not last is free",
        r"picks\.(consequence)": "play",
    },
    "forge": {
        r"entries\.(skills|possessions)\..*": "F-17: they have no numbers",
    },
}
"""What may be exchanged once it was approved, by its path, with the reason."""
OPEN: dict[str, tuple[dict[str, Any], str, Any]] = {
    "dominion": ({"rolls": {"attribute-dice": [4, 4, 4], "table": [4]}}, "rolls.table", [4, 11]),
    "hprpg": ({"ranks": {"aspects": ["mental", "physical"]}}, "ranks.aspects", ["mental", "physical", "social"]),
    "forge": ({"entries": {"values": [{"name": "Honour"}]}}, "entries.values.0.scores.rating", 3),
    "rough-magic": ({}, "picks.avenue", "illusion"),
    "duality": ({}, "picks.tag-know-fire", "simple-weak"),
}
"""Something that was open at the approval, and what comes there later."""
LISTS = {"dominion", "duality", "rough-magic", "forge"}
"""Games of which people made at random have lists of several lines."""
BOUGHT = {"dominion": {"skills"}, "duality": {"experiences", "abilities", "styles"}}
"""The lists whose lines points buy."""
CHOICES = {"hprpg", "dominion", "rough-magic", "forge"}
"""Games in which approval settles a choice among cards, each of which says so."""
DEAR = {
    # To put back what was approved takes points that may be spent by now.
    *("attribute-changed", "step-given-back", "equipment-given-back", "creation-changed"),
    *("below-baseline", "tag-changed", "ability-changed", "attribute-given-back"),
    *("item-gone", "experience-gone", "style-gone", "given-back"),
    *("bought-line-gone", "skill-gone", "gift-gone", "trait-gone", "expertise-given-back"),
    # Or what went with another choice since.
    *("archetype-changed", "personality-changed", "species-changed", "ancestry-changed"),
    *("specialty-changed", "backgrounds-rolled-again"),
    # So does more of something of which there is too little.
    *("attribute-beyond-limit", "attribute-missing", "thaumaturgy-unused", "ability-out-of-range"),
    *("beyond-limit", "equipment-none"),
    # And what creation settled is not to be cleared afterwards, wrong as it is.
    *("table-choice-unknown", "table-rolled-too-often"),
}
"""Findings whose fixes may break something else; like all that no declaration promises, a page tries them first."""


LESS: dict[str, tuple[str, str, int]] = {
    "dominion": ("highest_skill", "skill-above-start", 3),
    "duality": ("starting_xp", "xp-overspent", 10),
    "hprpg": ("ability_dots_first", "overspent", 2),
    "rough-magic": ("character_points", "character-points-overspent", 12),
    "forge": ("ability_points", "ability-points-overspent", 5),
}
"""A setting that says what everyone starts with, the finding of who is over it, and a value that somebody is over."""


VITAL = [key for key in systems.PACKAGES if systems.get(key).vitals is not Game.vitals]
"""Games that head their sheets with numbers."""
TRADING = [key for key in systems.PACKAGES if any(one.key == "trade" for one in systems.get(key).npc_choices)]
"""Games whose NPCs have a trade."""
FIGHTING = [key for key in systems.PACKAGES if systems.get(key).fight is not Game.fight]
"""Games that say what somebody does in a fight."""
AWARDED = [key for key in systems.PACKAGES if "award" in systems.get(key).ledger_kinds]
"""Games in which points are awarded."""
DYING = [key for key in systems.PACKAGES if "died" in systems.get(key).ledger_kinds]
"""Games in which characters die by the ledger."""
BUYING = [key for key in systems.PACKAGES if systems.get(key).purchase_families]
"""Games in which points buy something."""
STARTING = [key for key in systems.PACKAGES if any(one.starts for one in systems.get(key).house_settings.values())]
"""Games in which a campaign may decide what everyone starts with."""
MORTAL = [key for key in systems.PACKAGES if key in AWARDED and key in DYING]
"""Games in which points are awarded, and characters die by the ledger."""


def people(key: str) -> list[dict[str, Any]]:
    """Who of the demonstration is large, or somebody at random."""
    system = systems.get(key)
    return PEOPLE.get(key) or [system.random({}, Random(1), system.rulebook, RulesContext())]


def largest(key: str) -> dict[str, Any]:
    """The longest build of a game's people."""
    return max(people(key), key=lambda build: len(json.dumps(build)))
