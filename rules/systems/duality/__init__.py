"""Duality 0.3.4, chapters 3 to 5 and the rolls of chapter 1."""

# ruff: noqa: F401 - modules are imported so that their rules register.

from rules.systems.duality import (
    approved,
    feature_prices,
    figures,
    gear,
    generate,
    healing,
    held,
    item_rules,
    ledger_kinds,
    legality,
    odds,
    panels,
    performing,
    pricing,
    printing,
    purchases,
    questions,
    reference,
    rulings,
    steps,
    xp_lines,
)
from rules.systems.duality.game import duality as system

__all__ = ["system"]
