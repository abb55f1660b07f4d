"""Pages of a table; each view is named like its address."""

from campaigns.views.calendars import calendar, calendar_file
from campaigns.views.campaign_books import table_books
from campaigns.views.characters import award, bring, crowd, take_away
from campaigns.views.chronicle import (
    chronicle_file,
    chronicle_print,
    handout,
    handout_new,
    memory,
    session,
    session_new,
)
from campaigns.views.coming import coming
from campaigns.views.coverage import coverage, coverage_csv
from campaigns.views.crests import crest_image
from campaigns.views.dates import date_answer, dates
from campaigns.views.fights import beast, bring_in, fighter, fighters_now
from campaigns.views.grimoire import spells_at
from campaigns.views.histories import campaign_history
from campaigns.views.home import home
from campaigns.views.house import campaign_rules
from campaigns.views.judging import answer, approve_all, ask_gm, judge, submit
from campaigns.views.new import new
from campaigns.views.news import news
from campaigns.views.party_prints import party_file, party_print, print_party
from campaigns.views.people import invite, join, leave, revoke, seat
from campaigns.views.review import review, reviewed
from campaigns.views.roster import roster, roster_csv, roster_panel
from campaigns.views.roster_columns import roster_columns
from campaigns.views.scenes import campaign_notes, scene, scene_new
from campaigns.views.stash import stash
from campaigns.views.tables import archive, campaign, campaign_settings, campaigns, prep
from campaigns.views.turns import turns
from campaigns.views.wishes import wish, wishes

__all__ = [
    "answer",
    "approve_all",
    "archive",
    "ask_gm",
    "award",
    "beast",
    "bring",
    "bring_in",
    "calendar",
    "calendar_file",
    "campaign",
    "campaign_history",
    "campaign_notes",
    "campaign_rules",
    "campaign_settings",
    "campaigns",
    "chronicle_file",
    "chronicle_print",
    "coming",
    "coverage",
    "coverage_csv",
    "crest_image",
    "crowd",
    "date_answer",
    "dates",
    "fighter",
    "fighters_now",
    "handout",
    "handout_new",
    "home",
    "invite",
    "join",
    "judge",
    "leave",
    "memory",
    "new",
    "news",
    "party_file",
    "party_print",
    "prep",
    "print_party",
    "review",
    "reviewed",
    "revoke",
    "roster",
    "roster_columns",
    "roster_csv",
    "roster_panel",
    "scene",
    "scene_new",
    "seat",
    "session",
    "session_new",
    "spells_at",
    "stash",
    "submit",
    "table_books",
    "take_away",
    "turns",
    "wish",
    "wishes",
]
