"""Whoever is dead as they stand is found by what lists look for first: marks and entries that may have killed them."""

from random import Random

import pytest

from rules import systems
from rules.kernel import Build, LedgerEntry, RulesContext
from rules.kernel.documents import Ledger
from rules.kernel.pages import Game

BUILDS, MOMENTS = 12, 40


def told(system: Game, rng: Random) -> tuple[LedgerEntry, ...]:
    """Up to four entries of any kinds."""
    known = [*system.ledger_kinds]
    kinds = rng.choices(known, k=rng.randint(0, 4)) if known else []
    return tuple(LedgerEntry(kind, rng.randint(1, 9), by="gm", id=f"e{place}") for place, kind in enumerate(kinds))


@pytest.mark.parametrize("system", systems.every(), ids=systems.PACKAGES)
def test_no_list_passes_over_somebody_dead(system: Game) -> None:
    rng, marked, entered = Random(46), 0, 0
    builds = [{}, *(system.random({}, rng, system.rulebook, RulesContext()) for _ in range(BUILDS))]
    for build in builds:
        for _ in range(MOMENTS):
            ledger = told(system, rng) if rng.random() < 0.5 else ()
            house = {key: rng.random() < 0.5 for key, one in system.settings.items() if isinstance(one.default, bool)}
            sheet = system.read(Build.parse(build), table=RulesContext(house, "advancement", Ledger(ledger)))
            marks = {one.key: rng.randint(0, 30 if one.top is None else one.top + 2) for one in sheet.marked}
            if not sheet.live(marks).dead or sheet.deaths:
                continue
            by_marks = any(marks.get(key, 0) >= least for key, least in system.deadly.items())
            by_entries = any(entry.kind in system.deadly_entries for entry in ledger)
            assert by_marks or by_entries, (build, marks, ledger, house)
            marked, entered = marked + by_marks, entered + by_entries
    assert bool(marked) is bool(system.deadly)
    assert bool(entered) is bool(system.deadly_entries)
