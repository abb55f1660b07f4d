"""Harry Potter & The Role Playing Game, chapters 2 to 8 of the Player Handbook."""

from rules.systems.hprpg.game import hprpg

system = hprpg.with_modules(__name__)
