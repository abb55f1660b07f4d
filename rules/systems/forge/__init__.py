"""Forge of Legends: the Rolls page, and what other public pages add."""

from rules.systems.forge.game import forge

system = forge.with_modules(__name__)
