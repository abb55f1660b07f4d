"""Duality 0.3.4, chapters 3 to 5 and the rolls of chapter 1."""

from rules.systems.duality.game import duality

system = duality.with_modules(__name__)
