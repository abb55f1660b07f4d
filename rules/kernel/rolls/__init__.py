"""Rolls: what can be rolled, the dice it takes, how they fall, and the trackers of play."""

from rules.kernel.rolls.checks import Check, Cost
from rules.kernel.rolls.dice import (
    MARGIN,
    OF_TWO,
    SIDES,
    TOTAL,
    Dice,
    DiceGroup,
    DieResult,
    Distribution,
    Faces,
    RollBreakdown,
)
from rules.kernel.rolls.rolling import Die, RollResult, roll_check
from rules.kernel.rolls.trackers import EMPTIED, FILLED, Fact, PlayFacts, Rest, RestStep, Tracker, standing

__all__ = [
    "EMPTIED",
    "FILLED",
    "MARGIN",
    "OF_TWO",
    "SIDES",
    "TOTAL",
    "Check",
    "Cost",
    "Dice",
    "DiceGroup",
    "Die",
    "DieResult",
    "Distribution",
    "Faces",
    "Fact",
    "PlayFacts",
    "Rest",
    "RestStep",
    "RollBreakdown",
    "RollResult",
    "Tracker",
    "roll_check",
    "standing",
]
