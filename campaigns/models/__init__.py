"""What is kept of campaigns: who sits there, when they meet, who fights, what is told, and what each has read."""

from campaigns.models.campaigns import Campaign, CrestPicture, Event, Face, Invitation, Membership
from campaigns.models.chronicle import CampaignNotes, GameSession, Handout, Memory, Scene
from campaigns.models.dates import DateAnswer, ProposedDate, moment_told
from campaigns.models.fights import Beast, BeastEntry, Fight, Turn, name_among
from campaigns.models.reading import CalendarLink, NewsLook, NewsReader, RosterColumns
from campaigns.models.stash import StashEvent, StashItem, so_many

__all__ = [
    "Beast",
    "BeastEntry",
    "CalendarLink",
    "Campaign",
    "CampaignNotes",
    "CrestPicture",
    "DateAnswer",
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
    "ProposedDate",
    "RosterColumns",
    "Scene",
    "StashEvent",
    "StashItem",
    "Turn",
    "moment_told",
    "name_among",
    "so_many",
]
