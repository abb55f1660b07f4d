"""What a character's ledger may say: experience, which nothing is bought with in our sources."""

from rules.kernel.ledger import common_kinds
from rules.systems.forge.game import cite, forge

forge.enters(*common_kinds("", cite("class.html"), "Awarded"))
