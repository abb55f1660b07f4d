"""Which games are played at a table: others are offered to nobody there. No HTTP in here."""

from collections.abc import Collection

from django.contrib.auth.models import User
from django.db import transaction

from campaigns.actions import note
from campaigns.merging import chosen
from campaigns.models import Campaign
from characters.tables import refuse_archived
from rules.kernel.basics.wording import in_words
from rules.refusals import Refused
from rules.systems import PACKAGES, get


def choose_games(
    *, campaign: Campaign, games: Collection[str], seen: frozenset[str] | None = None, by: User | None = None
) -> None:
    """Decide which games are played at a table. All of them is kept as none, so that a new game is among them.

    `seen` are those that were played when somebody decided this; None for as they are.

    Raises Refused where it would be none at all. Characters of other games stay.
    """
    with transaction.atomic():
        held = Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)
        refuse_archived(held)
        wanted = chosen(frozenset(filter(held.plays, PACKAGES)), frozenset(games), seen)
        played = [key for key in PACKAGES if key in wanted]
        if not played:
            raise Refused("Choose at least one game.")
        kept = [] if len(played) == len(PACKAGES) else played
        if kept != held.games:
            held.games = kept
            held.save(update_fields=["games"])
            note(held, "games", by, names=in_words([get(key).name for key in played]))


def refuse_unplayed(campaign: Campaign, system: str) -> None:
    """Raise Refused for a game that is not played at a table."""
    if not campaign.plays(system):
        raise Refused(f"{get(system).name} isn’t played in this campaign.")
