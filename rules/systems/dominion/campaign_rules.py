"""What a campaign decides for its players' characters beside what the book leaves open."""

from rules.kernel import Setting
from rules.systems.dominion.armoury import EQUIPMENT
from rules.systems.dominion.entries import Armour, Race, Spell, Style, Weapon
from rules.systems.dominion.game import CEILING, START_APS, cite, dominion

dominion.campaign_rule(
    Setting(
        "starting_aps", "Advancement Points to start with", START_APS, cite("2.6", 14),
        "Before the remainder of the dice and the table.", high=500, starts=True,
    )
)  # fmt: skip
dominion.campaign_rule(
    Setting(
        "highest_skill", "No skill above, at the start", 0, cite("5.2.1", 36),
        "What the table gives doesn't count.", high=CEILING, starts=True, zero="no limit",
    )
)  # fmt: skip

dominion.allows("races", "Races", "a race", cite("2.4", 12), Race, at=("picks.race",))
dominion.allows("styles", "Styles", "a style", cite("2.2.9", 11), Style, at=("picks.style",))
dominion.allows("spells", "Spells", "a spell", cite("11.4", 112), Spell, at=("picks.spells",))
dominion.allows(
    "gear", "Gear", "an item", cite("2.7", 15), Weapon, Armour, at=(f"entries.{EQUIPMENT}.*.picks.item",),
    chosen_by=lambda thing: thing.item if isinstance(thing, Weapon) else thing.key,
)  # fmt: skip
