"""What a character's ledger may say: points from the game master (R-21)."""

from rules.kernel.ledger import common_kinds
from rules.systems.rough_magic.game import cite, rough_magic

rough_magic.enters(*common_kinds("character-points", cite("House readings", "R-21"), "Awarded"))
