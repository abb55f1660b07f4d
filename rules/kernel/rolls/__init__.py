"""Rolls: what can be rolled, the dice it takes, and how they fall."""

from rules.kernel.rolls.checks import Check, Fact, PlayFacts, Tracker, standing
from rules.kernel.rolls.dice import Dice, DiceGroup, DieResult, Faces, Odds, RollBreakdown
from rules.kernel.rolls.rolling import Die, RollResult, roll_check

__all__ = [
    "Check",
    "Dice",
    "DiceGroup",
    "Die",
    "DieResult",
    "Faces",
    "Fact",
    "Odds",
    "PlayFacts",
    "RollBreakdown",
    "RollResult",
    "Tracker",
    "roll_check",
    "standing",
]
