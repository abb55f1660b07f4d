"""Forge of Legends: the Rolls page, and what other public pages add."""

from rules.systems.forge import (
    budgets,
    creation,
    generate,
    legality,
    panels,
    printing,
    questions,
    rulings,
    steps,
)
from rules.systems.forge.game import forge as system

__all__ = [
    "budgets",
    "creation",
    "generate",
    "legality",
    "panels",
    "printing",
    "questions",
    "rulings",
    "steps",
    "system",
]
