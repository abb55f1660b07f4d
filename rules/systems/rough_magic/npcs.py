"""NPCs: what their fight cards show, and what their makers are asked: a kind of magic, or a trade without any."""

from collections.abc import Iterator

from rules.kernel import Live
from rules.kernel.pages import NEVER, FightCard, FightRoll, among_wishes, fight_rolls, listing, rated, success_chance
from rules.kernel.rolls.checks import CAST
from rules.systems.rough_magic.game import ATTRIBUTES, rough_magic
from rules.systems.rough_magic.wishes import CONCEPTS

rough_magic.npc_choices = (among_wishes("trade", "Trade", CONCEPTS, fighting=("prizefighter",)),)


ATTACKS = ("attack", "unusual-attack", "mental-attack", "protection")
COMBAT = ("Hand-to-hand Combat", "Ranged Combat", "Mental Combat", "Warfare")


def fight(live: Live) -> FightCard:
    """The attributes; then what one has learned of fighting, the magic of a fight, and getting free of it."""
    figures = (vital for key in ATTRIBUTES for vital in rated(live, key))
    fought = [check.key for check in live.sheet.checks if check.label.startswith(COMBAT)]
    rolls = (
        *fight_rolls(live, fought), *_magic(live), *fight_rolls(live, ("break-free",)),
    )  # fmt: skip
    gifts = (entry.name.strip() for entry in live.sheet.build.entries.get("gifts", ()))
    return FightCard.of(figures, rolls, listing(filter(None, gifts)))


def _magic(live: Live) -> Iterator[FightRoll]:
    """The spells that attack or protect, at their plainest."""
    known = {spell.key: spell for spell in live.sheet.spells}
    for key in ATTACKS:
        if key in known:
            check = live.casting(known[key])
            chance = success_chance(check.dice)
            if check.dice is not None and chance != NEVER:
                yield FightRoll(known[key].name, str(check.dice), chance, ((CAST, key),))


rough_magic.fight = fight
