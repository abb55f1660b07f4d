"""Forge of Legends: the Rolls page, and what other public pages add."""

from rules.systems.forge import (
    belongings,
    budgets,
    chances,
    creation,
    generate,
    growth,
    legality,
    panels,
    people,
    performing,
    printing,
    purchases,
    questions,
    reference,
    rolling,
    rulings,
    steps,
)
from rules.systems.forge.game import forge as system

__all__ = [
    "belongings",
    "budgets",
    "chances",
    "creation",
    "generate",
    "growth",
    "legality",
    "panels",
    "people",
    "performing",
    "printing",
    "purchases",
    "questions",
    "reference",
    "rolling",
    "rulings",
    "steps",
    "system",
]
