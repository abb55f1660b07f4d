"""What is kept of campaigns: who sits there, who fights, what is told of them, and what each has read."""

from campaigns.models.campaigns import Campaign, CrestPicture, Event, Face, Invitation, Membership
from campaigns.models.chronicle import CampaignNotes, GameSession, Handout, Memory, Scene
from campaigns.models.fights import Beast, BeastEntry, Fight, Turn, told_apart
from campaigns.models.reading import CalendarLink, NewsLook, NewsReader, RosterColumns

__all__ = [
    "Beast",
    "BeastEntry",
    "CalendarLink",
    "Campaign",
    "CampaignNotes",
    "CrestPicture",
    "Event",
    "Face",
    "Fight",
    "GameSession",
    "Handout",
    "Invitation",
    "Membership",
    "Memory",
    "NewsLook",
    "NewsReader",
    "RosterColumns",
    "Scene",
    "Turn",
    "told_apart",
]
