"""What a character's ledger may say: experience points come in and go out (3.6)."""

from rules.kernel.ledger import common_kinds
from rules.systems.duality.game import cite, duality

duality.enters(*common_kinds("xp", cite("3.6", 9), "Awarded"))
