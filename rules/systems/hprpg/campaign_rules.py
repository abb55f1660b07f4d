"""What a campaign decides for its players' characters beside what the book leaves open."""

from rules.kernel import Setting
from rules.systems.hprpg.entries import Archetype, Personality, Species, Spell
from rules.systems.hprpg.game import ABILITY_DOTS, ABILITY_RULES, ASPECT_DOTS, ASPECT_RULES, CAP, SCALE, cite, hprpg

MOST_DOTS = 30
for what, where, rules, dots in (
    ("Aspect", cite("5.2", 20), ASPECT_RULES, ASPECT_DOTS),
    ("Ability", cite("5.3", 22), ABILITY_RULES, ABILITY_DOTS),
):
    for place, key, many in zip(("first", "second", "third"), rules, dots, strict=True):
        hprpg.campaign_rule(Setting(key, f"{what} dots, ranked {place}", many, where, "", high=MOST_DOTS, starts=True))
hprpg.campaign_rule(
    Setting(
        "most_bought", "Most dots bought in one aspect or ability", CAP, cite("5.2", 20), "", low=1, high=SCALE,
        starts=True,
    )
)  # fmt: skip

hprpg.allows("species", "Species", "a species", cite("2", 6), Species, at=("picks.species",))
hprpg.allows("personalities", "Personalities", "a personality", cite("3", 7), Personality, at=("picks.personality",))
hprpg.allows("archetypes", "Archetypes", "an archetype", cite("4", 12), Archetype, at=("picks.archetype",))
hprpg.allows("spells", "Spells", "a spell", cite("8.1", 36), Spell, at=("picks.spells",))
