"""Pages of a table; each view is named like its address."""

from campaigns.views.characters import award, bring, crowd, take_away
from campaigns.views.histories import campaign_history
from campaigns.views.house import campaign_rules
from campaigns.views.people import invite, join, leave, revoke, seat
from campaigns.views.tables import archive, campaign, campaigns

__all__ = [
    "archive",
    "award",
    "bring",
    "campaign",
    "campaign_history",
    "campaign_rules",
    "campaigns",
    "crowd",
    "invite",
    "join",
    "leave",
    "revoke",
    "seat",
    "take_away",
]
