"""Rolls: what can be rolled, the dice it takes, and how they fall."""

from rules.kernel.rolls.checks import Check, Fact, Moment, Tracker, standing
from rules.kernel.rolls.dice import Dice, Faces, Handful, Mark, Odds, Tally
from rules.kernel.rolls.rolling import Die, Throw, throw

__all__ = [
    "Check",
    "Dice",
    "Die",
    "Faces",
    "Fact",
    "Handful",
    "Mark",
    "Moment",
    "Odds",
    "Tally",
    "Throw",
    "Tracker",
    "standing",
    "throw",
]
