"""The pools of a fight, stress, and what one carries: the numbers a player looks for first."""

from collections.abc import Iterator

from rules.kernel import Live
from rules.kernel.basics import minus
from rules.kernel.pages import Vital, rated, tracked
from rules.systems.forge.creation import POOLS
from rules.systems.forge.game import forge


def vitals(live: Live) -> tuple[Vital, ...]:
    return tuple(_vitals(live))


def _vitals(live: Live) -> Iterator[Vital]:
    sheet = live.sheet
    for key in ("poise", *(pool for pool in POOLS if pool in sheet.figures)):
        yield from tracked(live, key)
    yield from tracked(live, "stress")
    yield from rated(live, "threat", "", f"{minus(sheet['melee-threat'])} in melee")
    yield from rated(live, "speed", "", "pace" if sheet["speed"] == 1 else "paces")
    yield from rated(live, "bulk", "", f"of {minus(sheet['carrying-capacity'])}")
    yield from tracked(live, "fate")


forge.vitals = vitals
