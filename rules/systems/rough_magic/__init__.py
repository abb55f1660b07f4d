"""Rough Magic 3e: one chapter of the source, what public pages add, and rulings for the rest."""

from rules.systems.rough_magic import (
    bench,
    budgets,
    casting,
    creation,
    generate,
    grimoire,
    legality,
    ordeals,
    panels,
    performing,
    printing,
    purchases,
    questions,
    reference,
    rulings,
    scales,
    steps,
)
from rules.systems.rough_magic.game import rough_magic as system

__all__ = [
    "bench",
    "budgets",
    "casting",
    "creation",
    "generate",
    "grimoire",
    "legality",
    "ordeals",
    "panels",
    "performing",
    "printing",
    "purchases",
    "questions",
    "reference",
    "rulings",
    "scales",
    "steps",
    "system",
]
