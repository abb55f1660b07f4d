"""Dominion Rules 1.0, chapters 2 to 5, 7 and 9 to 14."""

# ruff: noqa: F401 - modules are imported so that their rules register.

from rules.systems.dominion import (
    ap_lines,
    armoury,
    casting,
    creation,
    equipment_rules,
    generate,
    grimoire,
    growth,
    injury,
    ledger_kinds,
    legality,
    panels,
    performing,
    printing,
    purchases,
    questions,
    reference,
    rulings,
    spending,
    steps,
)
from rules.systems.dominion.game import dominion as system

__all__ = ["system"]
