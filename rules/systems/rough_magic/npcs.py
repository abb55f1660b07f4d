"""NPCs: what their fight cards show, and what their makers are asked: a kind of magic, or a trade without any."""

from collections.abc import Iterator

from rules.kernel import Live
from rules.kernel.basics import signed
from rules.kernel.pages import FightCard, FightRoll, among_wishes, fight_rolls, rated
from rules.systems.rough_magic.game import ATTRIBUTES, POWER, rough_magic
from rules.systems.rough_magic.wishes import CONCEPTS

rough_magic.npc_choices = (among_wishes("trade", "Trade", CONCEPTS),)


ATTACKS = ("av-attack", "av-unusual-attack", "av-mental-attack", "av-protection")
COMBAT = ("Hand-to-hand Combat", "Ranged Combat", "Mental Combat", "Warfare")


def fight(live: Live) -> FightCard:
    """The attributes; then what one has learned of fighting, the magic of a fight, and getting free of it."""
    figures = (vital for key in ATTRIBUTES for vital in rated(live, key))
    fought = [check.key for check in live.sheet.checks if check.label.startswith(COMBAT)]
    rolls = (
        *fight_rolls(live, fought), *_magic(live), *fight_rolls(live, ("break-free",)),
    )  # fmt: skip
    return FightCard.of(figures, rolls)


def _magic(live: Live) -> Iterator[FightRoll]:
    """What is added to the dice of a spell that attacks or protects: its difficulty is the moment's."""
    if live.sheet[POWER] > 0:
        for key in ATTACKS:
            for vital in rated(live, key, write=signed):
                yield FightRoll(vital.label, vital.value, "")


rough_magic.fight = fight
