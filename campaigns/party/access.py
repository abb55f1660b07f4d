"""Who may see the print of a party."""

import uuid

from django.http import HttpRequest

from campaigns.access import campaign_for
from characters.models import PartyPrint
from rules.homebrew.access import Closed


def party_for(request: HttpRequest, pk: uuid.UUID) -> PartyPrint:
    """One print of a party, or Closed: for who asked for it, as long as they sit there as they did then."""
    party = PartyPrint.objects.filter(pk=pk, by=request.user.pk).first()
    if party is None:
        raise Closed("Print not found.")
    party.campaign = campaign_for(request, party.campaign_id, "watch" if party.whole else "sit")
    return party
