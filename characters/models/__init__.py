"""What is kept of characters: they themselves, how they came about, what was said and what was printed of them."""

from characters.models.characters import LOST, Character, CharacterQuerySet, Standing, beside
from characters.models.history import Event, Revision
from characters.models.judging import Approval, Award, Remark, Waiver
from characters.models.printing import Job, PartyPart, PartyPrint, PrintJob

__all__ = [
    "LOST",
    "Approval",
    "Award",
    "Character",
    "CharacterQuerySet",
    "Event",
    "Job",
    "PartyPart",
    "PartyPrint",
    "PrintJob",
    "Remark",
    "Revision",
    "Standing",
    "Waiver",
    "beside",
]
