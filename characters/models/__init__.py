"""What is kept of characters: they themselves, how they came about, what was said and what was printed of them."""

from characters.models.characters import BIN_DAYS, LOST, Character, CharacterQuerySet, Guest, Standing, beside
from characters.models.history import Event, Revision
from characters.models.judging import Approval, Award, Remark, Waiver
from characters.models.playing import Mark
from characters.models.printing import Job, PartyPart, PartyPrint, PrintJob, asker

__all__ = [
    "BIN_DAYS",
    "LOST",
    "Approval",
    "Award",
    "Character",
    "CharacterQuerySet",
    "Event",
    "Guest",
    "Job",
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
]
