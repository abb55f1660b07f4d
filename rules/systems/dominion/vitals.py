"""The numbers of a fight, with the weapon that strikes best: those a player looks for first."""

from collections.abc import Iterator

from rules.kernel import Check, Live
from rules.kernel.basics import minus
from rules.kernel.pages import Vital, rated, rolled, tracked
from rules.systems.dominion.armoury import armed
from rules.systems.dominion.game import dominion
from rules.systems.dominion.performing import RATE, casting_checks, listed

STRIKES = ("strike-with-", "missile-strike-with-")


def vitals(live: Live) -> tuple[Vital, ...]:
    return tuple(_vitals(live))


def _vitals(live: Live) -> Iterator[Vital]:
    yield from tracked(live, "injury")
    yield from _attacks(live)
    parry = best_with(live, ("parry-with-",)) or "withstand-injury"
    yield from rolled(live, parry, _named(live, parry))
    dodge = "Dodge in armour" if "dodge-as-worn" in live.sheet.figures else ""
    yield from rolled(live, "dodge", dodge, unlisted=next(iter(listed(live.sheet.reading, "dodge")), None))
    yield from _timing(live)
    yield from _movement(live)
    yield from tracked(live, "aps")


def _attacks(live: Live) -> Iterator[Vital]:
    """A weapon, or bare hands, and the spell that is cast best: whichever is better comes first (7.3, 11.5)."""
    strike = best_with(live, STRIKES) or "brawling"
    pools = {check.key: check.pool.value for check in live.sheet.checks if check.key == strike}
    if best := best_spell(live):
        pools[best.key] = best.pool.value
    for key in sorted(pools, key=lambda key: pools[key], reverse=True):
        yield from rolled(live, key, _named(live, key))


def best_spell(live: Live) -> Check | None:
    """The spell that is cast best; none of who casts none."""
    spells = [check for check in casting_checks(live.sheet.reading) if check.dice]
    return max(spells, key=lambda check: check.pool.value, default=None)


def best_with(live: Live, starts: tuple[str, ...]) -> str:
    """A skill with the weapon it is best with, those in hand before all others; "" without any."""
    sheet = live.sheet
    wielded = {thing.item for thing in sheet.reading.memo(armed) if thing.wielded}
    found = (key for key in sheet.figures if key.startswith(starts))
    return max(found, key=lambda key: (key.partition("-with-")[2] in wielded, sheet[key]), default="")


def _named(live: Live, key: str) -> str:
    """What is done with a weapon as "Strike, Longsword"; "" for anything else."""
    return live.sheet.figures[key].label.replace(" with ", ", ", 1) if "-with-" in key else ""


def _timing(live: Live) -> Iterator[Vital]:
    """Timing with the weapon that strikes, which may be too long or too heavy to be quick with (7.2)."""
    key = f"timing-with-{best_with(live, STRIKES).partition('-with-')[2]}"
    if key in live.sheet.figures:
        yield from rated(live, key, _named(live, key))
    else:
        yield from rated(live, "timing")


def _movement(live: Live) -> Iterator[Vital]:
    """How far one gets in a round without rolling: wounds do not slow that, armour does (7.3.12, 9.7.3)."""
    yield from rated(live, RATE, "Movement", "m a round", lambda metres: minus(max(0, metres)))


dominion.vitals = vitals
