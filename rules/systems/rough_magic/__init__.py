"""Rough Magic 3e: one chapter of the source, what public pages add, and rulings for the rest."""

from rules.systems.rough_magic.game import rough_magic

system = rough_magic.with_modules(__name__)
