"""House rules in a game master's own words: players read them, nothing checks them. No HTTP in here."""

from django.contrib.auth.models import User
from django.db import transaction

from campaigns.actions import lock_campaign, note
from campaigns.merging import rewritten
from campaigns.models import Campaign
from characters.tables import refuse_archived
from rules.form_values import plain, uncut

LONGEST = 4_000


def say(*, campaign: Campaign, text: str, seen: str | None = None, by: User | None = None) -> None:
    """Write them, where they are not as they were `seen`. Raises Refused for too many, and where somebody else changed
    them meanwhile."""
    wanted = {"own_words": uncut(text, LONGEST)}
    with transaction.atomic():
        held = lock_campaign(campaign)
        refuse_archived(held)
        stands = plain(held.own_words)
        if new := rewritten({"own_words": stands}, wanted, {"own_words": stands if seen is None else seen}):
            held.own_words = new["own_words"]
            held.save(update_fields=["own_words"])
            note(held, "own-words", by)
