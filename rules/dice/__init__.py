"""Exact distributions: what dice do, as fractions."""

from rules.dice.contests import Contest, Unrolled
from rules.dice.groups import Collective, Cooperative
from rules.dice.odds import Odds
from rules.dice.pairs import Opposed, Pair
from rules.dice.pools import Pool
from rules.dice.successes import Successes
from rules.dice.under import Under

__all__ = [
    "Collective",
    "Contest",
    "Cooperative",
    "Odds",
    "Opposed",
    "Pair",
    "Pool",
    "Successes",
    "Under",
    "Unrolled",
]
