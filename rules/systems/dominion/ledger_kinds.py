"""What a character's ledger may say: Advancement Points come in and go out (5.2)."""

from rules.kernel.ledger import common_kinds
from rules.systems.dominion.game import cite, dominion

dominion.enters(*common_kinds("aps", cite("5.2", 36), "Awarded"))
