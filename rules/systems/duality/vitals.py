"""Life, how one attacks and defends, and what keeps one standing: the numbers a player looks for first."""

from collections.abc import Iterator
from dataclasses import replace

from rules.kernel import Live
from rules.kernel.basics import signed
from rules.kernel.pages import Vital, rated, rolled, tracked
from rules.systems.duality.game import STATISTICS, duality
from rules.systems.duality.held import styles
from rules.systems.duality.rolling import side_of

MOST_STYLES = 3


def vitals(live: Live) -> tuple[Vital, ...]:
    return tuple(_vitals(live))


def _vitals(live: Live) -> Iterator[Vital]:
    yield from tracked(live, "life", "Life", left=True)
    yield from _rolls(live)
    yield from blocks(live)
    yield from rated(live, "recovery")
    yield from tracked(live, "advantage")


def blocks(live: Live) -> Iterator[Vital]:
    """Block, and what it is with each style that has more of its own, while that one is used (3.5.2)."""
    yield from rated(live, "block")
    for style in live.sheet.reading.memo(styles):
        if style.style and style.style.block:
            yield from rated(live, f"{style.key}-block", f"Block, {style.label}")


def _rolls(live: Live) -> Iterator[Vital]:
    """The first styles as they are rolled, a defence with how often an attack misses; who has none fights with the best
    statistic (3.5, 4.1)."""
    checks = {check.key: check for check in live.sheet.checks}
    keys = {key: style for style in live.sheet.reading.memo(styles) for key in (f"{style.key}-armed", style.key)}
    held = [(key, style) for key, style in keys.items() if key in checks][:MOST_STYLES]
    for key, style in held:
        for vital in rolled(live, key, checks[key].label.partition(" with ")[0], signed):
            defends = vital.beside and side_of(style) == "defend"
            yield replace(vital, beside=f"{vital.beside} missed") if defends else vital
    if not held:
        yield from rolled(live, max(STATISTICS, key=lambda key: live.sheet[key]), write=signed)


duality.vitals = vitals
