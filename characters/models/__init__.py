"""What is kept of characters: they themselves, how they came about, what was said and what was printed of them."""

from characters.models.annotations import with_annotations
from characters.models.characters import BIN_DAYS, LOST, Character, CharacterQuerySet
from characters.models.guests import Guest
from characters.models.history import Event, EventBase, Revision
from characters.models.ledger import LedgerEntry, entries, last_entry
from characters.models.playing import Mark, PlayEntry, Roll
from characters.models.portraits import Portrait
from characters.models.printing import Job, PartyPart, PartyPrint, PrintJob, asker
from characters.models.review import Approval, Comment, Waiver
from characters.models.reviewed import ReviewStatus
from characters.models.session_notes import SessionNotes
from characters.models.sharing import ShareLink, fresh_token

__all__ = [
    "BIN_DAYS",
    "LOST",
    "Approval",
    "Character",
    "CharacterQuerySet",
    "Comment",
    "Event",
    "EventBase",
    "Guest",
    "Job",
    "LedgerEntry",
    "Mark",
    "PartyPart",
    "PartyPrint",
    "PlayEntry",
    "Portrait",
    "PrintJob",
    "ReviewStatus",
    "Revision",
    "Roll",
    "SessionNotes",
    "ShareLink",
    "Waiver",
    "asker",
    "entries",
    "fresh_token",
    "last_entry",
    "with_annotations",
]
