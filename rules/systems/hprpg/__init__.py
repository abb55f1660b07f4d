"""Harry Potter & The Role Playing Game, chapters 2 to 8 of the Player Handbook."""

# ruff: noqa: F401 - modules are imported so that their rules register.

from rules.systems.hprpg import (
    budgets,
    casting,
    creation,
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
    rating_rules,
    reference,
    repertoire,
    rulings,
    steps,
)
from rules.systems.hprpg.game import hprpg as system

__all__ = ["system"]
