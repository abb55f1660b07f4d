"""Exact distributions: what dice do, as fractions. A mechanism is here from its second game on."""

from rules.dice.better_roll import BetterRoll
from rules.dice.dice_pools import Count, CountDice, Outcomes
from rules.dice.odds import Odds
from rules.dice.roll_under import RollUnder
from rules.dice.rolled_sum import RolledSum

__all__ = [
    "BetterRoll",
    "Count",
    "CountDice",
    "Odds",
    "Outcomes",
    "RollUnder",
    "RolledSum",
]
