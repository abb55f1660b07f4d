"""What is wielded and worn: put on when it is bought, and changed in play (2.7, 9.2, 9.5)."""

from collections.abc import Iterable

from rules.kernel import Build, Reading
from rules.kernel.pages import InUse, Switch
from rules.systems.dominion.armoury import EQUIPMENT, Thing, as_read, carried, grip_of
from rules.systems.dominion.entries import Armour, Weapon
from rules.systems.dominion.game import dominion

WIELDED, WORN = "wielded", "worn"


def at_once(c: Reading, entry: Build) -> str:
    """The first weapon is wielded and the first piece for its place is worn, if hands and Vigour allow."""
    row = grip_of(c.rulebook, entry.pick("item"), entry.pick("grip"))
    if row:
        return WIELDED if _in_hand(c, as_read(c, row)) else ""
    armour = c.rulebook.find(Armour, entry.pick("item"))
    return WORN if armour and _on(c, armour) else ""


def _in_hand(c: Reading, weapon: Weapon) -> bool:
    things = c.memo(carried)
    free = not any(thing.wielded for thing in things if thing.weapon)
    shield = any(thing.worn and thing.armour.block for thing in things if thing.armour)
    return free and c["vigour"] >= weapon.vigour and not (weapon.hands == 2 and shield)


def _on(c: Reading, armour: Armour) -> bool:
    things = c.memo(carried)
    free = all(thing.armour.slot != armour.slot for thing in things if thing.armour and thing.worn)
    full = any(thing.wielded and thing.weapon.hands == 2 for thing in things if thing.weapon)
    return free and bool(armour.covers or armour.block) and not (armour.block and full)


def switches(c: Reading) -> Iterable[Switch]:
    """Each weapon and each piece of armour; what takes its hand or its place makes room for it."""
    things = [thing for thing in c.memo(carried) if thing.quantity]
    for thing in things:
        room = tuple(
            _flag(other) for other in things if other is not thing and _in_use(other) and _crowds(thing, other)
        )
        if thing.weapon or thing.armour:
            word = "Wielded" if thing.weapon else "Worn"
            yield Switch(_flag(thing), thing.name, _in_use(thing), word, room)


def _flag(thing: Thing) -> str:
    return f"{thing.path}.picks.{WIELDED if thing.weapon else WORN}"


def _in_use(thing: Thing) -> bool:
    return thing.wielded if thing.weapon else thing.worn


def _crowds(one: Thing, other: Thing) -> bool:
    """Whether the two can't be in use together: a hand, a shield and a weapon for both hands, a place of the body."""
    if one.armour and other.armour:
        return one.armour.slot == other.armour.slot
    weapon, armour = one.weapon or other.weapon, one.armour or other.armour
    return bool(weapon and (armour is None or (armour.block and weapon.hands == 2)))


dominion.in_use = InUse(EQUIPMENT, "item", at_once, switches)
