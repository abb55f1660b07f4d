"""Dominion Rules 1.0, chapters 2 to 5, 7 and 9 to 14."""

from rules.systems.dominion.game import dominion

system = dominion.with_modules(__name__)
