"""What is kept of characters: they themselves, how they came about, what was said and what was printed of them."""

from characters.models.characters import BIN_DAYS, LOST, Character, CharacterQuerySet, Guest, Standing, beside
from characters.models.history import Event, EventBase, Revision
from characters.models.judging import Approval, Remark, Waiver
from characters.models.ledger import LedgerEntry, entries, last_entry
from characters.models.playing import Mark
from characters.models.printing import Job, PartyPart, PartyPrint, PrintJob, asker

__all__ = [
    "BIN_DAYS",
    "LOST",
    "Approval",
    "Character",
    "CharacterQuerySet",
    "Event",
    "EventBase",
    "Guest",
    "Job",
    "LedgerEntry",
    "Mark",
    "PartyPart",
    "PartyPrint",
    "PrintJob",
    "Remark",
    "Revision",
    "Standing",
    "Waiver",
    "asker",
    "beside",
    "entries",
    "last_entry",
]
