"""Harry Potter & The Role Playing Game, chapters 2 to 8 of the Player Handbook."""

from rules.systems.hprpg import (
    budgets,
    casting,
    creation,
    generate,
    grimoire,
    growth,
    legality,
    limits,
    panels,
    performing,
    printing,
    purchases,
    questions,
    reference,
    repertoire,
    rulings,
    steps,
)
from rules.systems.hprpg.game import hprpg as system

__all__ = [
    "budgets",
    "casting",
    "creation",
    "generate",
    "grimoire",
    "growth",
    "legality",
    "limits",
    "panels",
    "performing",
    "printing",
    "purchases",
    "questions",
    "reference",
    "repertoire",
    "rulings",
    "steps",
    "system",
]
