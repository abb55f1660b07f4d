"""Background work for parties: the task fetches a row and delegates."""

import uuid
from typing import Any

from celery import shared_task

from campaigns.party import party_making


@shared_task(name="characters.bind_party", bind=True)  # type: ignore[untyped-decorator]  # Celery has no types
def bind_party(self: Any, party: str) -> None:
    party_making.make(uuid.UUID(party), uuid.UUID(self.request.id))
