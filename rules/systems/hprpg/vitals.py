"""Health, Fortitude and what one notices, then the best spells: the numbers a player looks for first."""

from collections.abc import Iterator

from rules.kernel import Live
from rules.kernel.pages import Vital, rated, rolled, tracked
from rules.systems.hprpg.game import hprpg
from rules.systems.hprpg.performing import casting_checks, usual_checks


def vitals(live: Live) -> tuple[Vital, ...]:
    return tuple(_vitals(live))


def _vitals(live: Live) -> Iterator[Vital]:
    for key in ("health", "fortitude"):
        yield from tracked(live, key)
    yield from rated(live, "passive-perception")
    for rule in (casting_checks, usual_checks):
        checks = [check for check in rule(live.sheet.reading) if check.dice and check.pool.value > 0]
        if checks:
            best = max(checks, key=lambda check: check.pool.value)
            yield from rolled(live, best.key)
    for key in ("heroism", "villainy"):
        yield from tracked(live, key)


hprpg.vitals = vitals
