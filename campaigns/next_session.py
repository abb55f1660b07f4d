"""When a table meets next. No HTTP in here."""

from collections.abc import Mapping
from datetime import date, time

from django.contrib.auth.models import User
from django.db import transaction

from campaigns.actions import lock_campaign, note
from campaigns.merging import NOTHING, rewritten
from campaigns.models import Campaign
from campaigns.nights import this_evening
from characters.tables import refuse_archived
from rules.refusals import Refused


def set_date(
    *, campaign: Campaign, day: str, hour: str = "", seen: Mapping[str, str] = NOTHING, by: User | None = None
) -> Campaign:
    """Say when the table meets next, as 2026-12-03 and 19:00; no day is no date. Raises Refused for what is no date,
    for a day that is over, and where somebody else said otherwise meanwhile. `seen` is how day ("next_on") and time
    ("next_at") were shown."""
    with transaction.atomic():
        held = lock_campaign(campaign)
        refuse_archived(held)
        was = held.next_day
        at = held.next_at if was else None
        stands = {"next_on": was.isoformat() if was else "", "next_at": f"{at:%H:%M}" if at else ""}
        kept = {**stands, **rewritten(stands, {"next_on": day, "next_at": hour}, seen)}
        on, at = _read(kept["next_on"], kept["next_at"])
        if on and on < this_evening():
            raise Refused("That day is over. Choose today or later.")
        if (on, at) != (held.next_on, held.next_at):
            held.next_on, held.next_at = on, at
            held.save(update_fields=["next_on", "next_at"])
            when = f"{on:%A} {on.day} {on:%B}" + (f", {at:%H:%M}" if at else "") if on else "no date yet"
            note(held, "next", by, when=when)
    return held


def _read(day: str, hour: str) -> tuple[date | None, time | None]:
    try:
        on = date.fromisoformat(day) if day else None
        return on, time.fromisoformat(hour) if on and hour else None
    except ValueError:
        raise Refused("Enter a day, and a time such as 19:00.") from None
