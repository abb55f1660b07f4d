"""A picture of its own on the shield of a campaign. No HTTP in here."""

from django.contrib.auth.models import User
from django.db import transaction

from campaigns.actions import lock_campaign, note
from campaigns.models import Campaign, CrestPicture
from characters.models import fresh_token
from characters.tables import refuse_archived


def give(*, campaign: Campaign, jpeg: bytes, by: User | None = None) -> None:
    """Put a picture (`pictures.crest_of`) on the shield, at an address that nobody knew before."""
    with transaction.atomic():
        held = lock_campaign(campaign)
        refuse_archived(held)
        CrestPicture.objects.update_or_create(campaign=held, defaults={"data": jpeg})
        _mark(held, fresh_token())
        note(held, "crest", by)


def remove(*, campaign: Campaign, by: User | None = None) -> None:
    """Put the sign on the shield again."""
    with transaction.atomic():
        held = lock_campaign(campaign)
        refuse_archived(held)
        if CrestPicture.objects.filter(campaign=held).delete()[0]:
            _mark(held, "")
            note(held, "no-crest", by)


def picture_at(token: str) -> bytes:
    """The picture at this address, nothing where there is none."""
    found = CrestPicture.objects.filter(campaign__picture=token).values_list("data", flat=True).first()
    return bytes(found or b"")


def _mark(campaign: Campaign, token: str) -> None:
    campaign.picture = token
    campaign.save(update_fields=["picture"])
