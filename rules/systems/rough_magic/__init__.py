"""Rough Magic 3e: one chapter of the source, what public pages add, and rulings for the rest."""

# ruff: noqa: F401 - modules are imported so that their rules register.

from rules.systems.rough_magic import (
    backlash,
    budgets,
    casting,
    casting_dice,
    creation,
    falls,
    generate,
    grimoire,
    growth,
    ledger_kinds,
    legality,
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

__all__ = ["system"]
