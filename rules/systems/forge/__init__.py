"""Forge of Legends: the Rolls page, and what other public pages add."""

# ruff: noqa: F401 - modules are imported so that their rules register.

from rules.systems.forge import (
    budgets,
    creation,
    gear,
    generate,
    growth,
    ledger_kinds,
    legality,
    odds_cli,
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

__all__ = ["system"]
