"""Which games are played at a table: others are offered to nobody there. No HTTP in here."""

from collections.abc import Collection

from django.contrib.auth.models import User
from django.db import transaction

from campaigns.actions import note
from campaigns.models import Campaign
from characters.tables import refuse_archived
from rules.kernel.basics.wording import in_words
from rules.refusals import Refused
from rules.systems import PACKAGES, get


def choose_games(*, campaign: Campaign, games: Collection[str], by: User | None = None) -> None:
    """Decide which games are played at a table. All of them is kept as none, so that a new game is among them.

    Raises Refused where it would be none at all. Characters of other games stay.
    """
    chosen = [key for key in PACKAGES if key in games]
    if not chosen:
        raise Refused("Choose at least one game.")
    kept = [] if len(chosen) == len(PACKAGES) else chosen
    with transaction.atomic():
        held = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
        refuse_archived(held)
        if kept != held.games:
            held.games = kept
            held.save(update_fields=["games"])
            note(held, "games", by, names=in_words([get(key).name for key in chosen]))


def refuse_unplayed(campaign: Campaign, system: str) -> None:
    """Raise Refused for a game that is not played at a table."""
    if not campaign.plays(system):
        raise Refused(f"{get(system).name} isn’t played in this campaign.")
