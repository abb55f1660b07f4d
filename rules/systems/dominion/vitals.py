"""The numbers of a fight, with the weapon that strikes best: those a player looks for first."""

from collections.abc import Iterator

from rules.kernel import Live
from rules.kernel.pages import Vital, rated, rolled, tracked
from rules.systems.dominion.armoury import armed
from rules.systems.dominion.game import dominion
from rules.systems.dominion.performing import casting_checks

STRIKES = ("strike-with-", "missile-strike-with-")


def vitals(live: Live) -> tuple[Vital, ...]:
    return tuple(_vitals(live))


def _vitals(live: Live) -> Iterator[Vital]:
    yield from tracked(live, "injury", "Injury")
    yield from _with_weapon(live, STRIKES, "brawling")
    yield from _with_weapon(live, ("parry-with-",), "withstand-injury")
    dodge = "Dodge in armour" if "dodge-as-worn" in live.sheet.figures else ""
    yield from tuple(rolled(live, "dodge", dodge)) or rated(live, "dodge", dodge)
    yield from _spell(live)
    yield from _timing(live)
    yield from rated(live, "movement", "", "m a round")
    yield from tracked(live, "aps")


def _with_weapon(live: Live, starts: tuple[str, ...], unarmed: str) -> Iterator[Vital]:
    """A skill with the weapon it is best with, those in hand before all others; another skill without any."""
    best = _best(live, starts)
    label = live.sheet.figures[best].label.replace(" with ", ", ", 1) if best else ""
    yield from rolled(live, best or unarmed, label)


def _spell(live: Live) -> Iterator[Vital]:
    """The spell that is cast best, of those on the record (11.5)."""
    checks = [check for check in casting_checks(live.sheet.reading) if check.dice]
    if checks:
        yield from rolled(live, max(checks, key=lambda check: check.pool.value).key)


def _best(live: Live, starts: tuple[str, ...]) -> str:
    sheet = live.sheet
    wielded = {thing.item for thing in sheet.reading.memo(armed) if thing.wielded}
    found = (key for key in sheet.figures if key.startswith(starts))
    return max(found, key=lambda key: (key.partition("-with-")[2] in wielded, sheet[key]), default="")


def _timing(live: Live) -> Iterator[Vital]:
    """Timing with the weapon that strikes, which may be too long or too heavy to be quick with (7.2)."""
    figures, item = live.sheet.figures, _best(live, STRIKES).partition("-with-")[2]
    key = f"timing-with-{item}"
    if key in figures:
        yield from rated(live, key, figures[key].label.replace(" with ", ", ", 1))
    else:
        yield from rated(live, "timing")


dominion.vitals = vitals
