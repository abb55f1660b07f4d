"""Duality 0.3.4, chapters 3 to 5 and the rolls of chapter 1."""

from rules.systems.duality import (
    belongings,
    figures,
    generate,
    healing,
    improving,
    ledger,
    legality,
    odds,
    panels,
    performing,
    pricing,
    printing,
    questions,
    reference,
    rulings,
    steps,
    things,
)
from rules.systems.duality.game import duality as system

__all__ = [
    "belongings",
    "figures",
    "generate",
    "healing",
    "improving",
    "ledger",
    "legality",
    "odds",
    "panels",
    "performing",
    "pricing",
    "printing",
    "questions",
    "reference",
    "rulings",
    "steps",
    "system",
    "things",
]
