"""What mends a finding at one click mends it, or a part of it, and breaks nothing else."""

import os
from collections import Counter
from random import Random

import pytest

from rules import systems
from rules.kernel.pages import Game, fix_works
from tests.rules.broken import broken

BUILDS = int(os.environ.get("BUILDS", "40"))
"""Broken characters a game; two thousand show it for good."""
DEAR = {
    # To put back what was approved takes points that may be spent by now.
    *("attribute-changed", "step-given-back", "equipment-given-back", "creation-changed"),
    *("below-baseline", "tag-changed", "ability-changed", "attribute-given-back"),
    *("item-gone", "experience-gone", "style-gone"),
    # So does more of something of which there is too little.
    *("attribute-beyond-limit", "attribute-missing", "thaumaturgy-unused", "ability-out-of-range"),
    *("beyond-limit", "equipment-none"),
    # And what creation settled is not to be cleared afterwards, wrong as it is.
    *("table-choice-unknown", "table-rolled-too-often"),
}
"""Findings whose fixes may break something else; like all that no declaration promises, a page tries them first."""


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
    assert tried > BUILDS
    assert promised
    assert not failed, "\n".join(failed)
