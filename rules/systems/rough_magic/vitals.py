"""Endurance and what magic is rolled with: the numbers a player looks for first."""

from collections.abc import Iterator
from dataclasses import replace

from rules.kernel import Live
from rules.kernel.basics import minus, signed
from rules.kernel.pages import Vital, rated, success_chance
from rules.kernel.rolls.checks import CAST
from rules.systems.rough_magic.backlash import endurance
from rules.systems.rough_magic.entries import Spell
from rules.systems.rough_magic.game import ATTRIBUTES, POWER, rough_magic


def vitals(live: Live) -> tuple[Vital, ...]:
    return tuple(_vitals(live))


def _vitals(live: Live) -> Iterator[Vital]:
    stands = endurance(live.sheet, live.marks)
    yield Vital("Endurance", minus(stands.now), f"of {minus(stands.most - stands.missing)}", "endurance")
    if live.sheet[POWER] > 0:
        yield from _castings(live)
        yield from rated(live, POWER)
    for key in ATTRIBUTES:
        if key != POWER:
            yield from rated(live, key)


def _best(live: Live) -> str:
    """The highest action value just now, of the specialty if it has spells."""
    own, spells = live.sheet.build.pick("avenue"), live.sheet.rulebook.all(Spell)
    found = {f"av-{key}": spell.avenue for key, spell in spells.items() if f"av-{key}" in live.sheet.figures}
    special = [key for key, avenue in found.items() if own and avenue == own]
    return max(special or found, key=lambda key: live.figure(key).value, default="")


def _castings(live: Live) -> Iterator[Vital]:
    """The best action value. Where its plainest casting is rolled at that, it has its chance and rolls it."""
    key = _best(live)
    spell = live.sheet.rulebook.find(Spell, key.removeprefix("av-"))
    for vital in rated(live, key, f"Casting {spell.name}" if spell else "", write=signed):
        check = live.casting(spell) if spell in live.sheet.spells else None
        if spell and check and check.dice and signed(check.pool.value) == vital.value:
            vital = replace(vital, beside=success_chance(check.dice), asks=((CAST, spell.key),))
        yield vital


rough_magic.vitals = vitals
