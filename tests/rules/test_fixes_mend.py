"""What mends a finding at one click mends it, or a part of it, and breaks nothing else."""

import os
from collections import Counter
from random import Random

import pytest

from rules import systems
from rules.kernel.pages import Game
from rules.kernel.pages.fixes import fix_works
from tests.by_game import BUYING, DEAR
from tests.rules.broken import broken

BUILDS = int(os.environ.get("BUILDS", "40"))
"""Broken characters a game; two thousand show it for good."""


@pytest.mark.parametrize("system", systems.every(), ids=systems.PACKAGES)
def test_every_fix_mends(system: Game) -> None:
    rng, failed, tried, promised = Random(18), Counter[str](), 0, 0
    for _ in range(BUILDS):
        document, _, sheet = broken(system, rng)
        for finding in sheet.findings:
            for fix in finding.fixes:
                tried += 1
                promised += fix.promised
                if (fix.promised or finding.code not in DEAR) and not fix_works(sheet, document, finding, fix):
                    failed[f"{finding.code}: {finding.message} {fix.label}"] += 1
    assert (2 * tried > BUILDS and promised) or system.key not in BUYING
    assert not failed, "\n".join(failed)
