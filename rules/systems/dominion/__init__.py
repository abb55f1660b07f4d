"""Dominion Rules 1.0, chapters 2 to 5, 7 and 9 to 14."""

from rules.systems.dominion import (
    arming,
    armoury,
    casting,
    creation,
    generate,
    grimoire,
    hurt,
    ledger,
    legality,
    panels,
    performing,
    printing,
    questions,
    reference,
    rulings,
    spending,
    steps,
)
from rules.systems.dominion.game import dominion as system

__all__ = [
    "arming",
    "armoury",
    "casting",
    "creation",
    "generate",
    "grimoire",
    "hurt",
    "ledger",
    "legality",
    "panels",
    "performing",
    "printing",
    "questions",
    "reference",
    "rulings",
    "spending",
    "steps",
    "system",
]
