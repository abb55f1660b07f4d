"""What tests of growth begin with: Raven with nothing of creation unspent, and a verdict on what became of her."""

from typing import Any

from campaigns.demo.demo import RAVEN
from rules.kernel import Build, RulesContext, Sheet
from rules.kernel.documents import Ledger, apply, awarded
from rules.kernel.documents.ledger import read_ledger
from rules.systems import get

system = get("dominion")
JUGGLING = {"name": "Juggling", "picks": {"attribute": "agility"}, "scores": {"steps": 5}}
LORE = {"name": "Sorcerous Lore", "picks": {"attribute": "intellect"}, "scores": {"steps": 5}}
CROELLIC = {"name": "Croellic", "picks": {"attribute": "intellect"}, "scores": {"steps": 1}}


def judged(approved: Any, now: Any, *ledger: dict[str, Any], awards: int = 0, **table: Any) -> Sheet:
    entries = Ledger((*awarded(awards), *read_ledger(list(ledger))))
    seat = RulesContext(stage="advancement", baseline=Build.parse(approved), ledger=entries, **table)
    return system.read(Build.parse(now), table=seat)


def errors(sheet: Sheet) -> list[str]:
    return [finding.code for finding in sheet.errors]


def left(build: Any) -> int:
    """What of creation is unspent, so that a case can begin with none."""
    return system.read(Build.parse(build)).budgets["aps"].remaining


def priest(steps: int = 3) -> Any:
    """Channel starts at 3 and has so many steps; everything else is as plain as can be."""
    scores = {"intuition": 3, "intellect": 1, "channel": steps}
    return {"picks": {"race": "human"}, "rolls": {"attribute-dice": [6, 6, 6]}, "scores": scores}


BASE = apply(RAVEN, "scores.lucky-breaks", left(RAVEN))
"""Nothing of creation is unspent: what is left over came in since."""
