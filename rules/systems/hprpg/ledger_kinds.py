"""What a character's ledger may say: awarded dots, and what is entered as it happens (H-12)."""

from rules.kernel.ledger import common_kinds
from rules.systems.hprpg.game import cite, hprpg

hprpg.enters(*common_kinds("awarded-dots", cite("4", 12, "H-12"), "Awarded"))
