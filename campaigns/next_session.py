"""When a table meets next. No HTTP in here."""

from collections.abc import Mapping

from django.contrib.auth.models import User
from django.db import transaction

from campaigns import proposed_dates
from campaigns.actions import lock_campaign, note
from campaigns.merging import NOTHING, rewritten
from campaigns.models import Campaign, moment_told
from campaigns.nights import this_evening
from characters.tables import refuse_archived
from rules.refusals import Refused


def set_date(
    *, campaign: Campaign, day: str, hour: str = "", seen: Mapping[str, str] = NOTHING, by: User | None = None
) -> Campaign:
    """Say when the table meets next, as 2026-12-03 and 19:00; no day is no date. Raises Refused for what is no date,
    for a day that is over, and where somebody else said otherwise meanwhile. `seen` is how day ("next_on") and time
    ("next_at") were shown. Once there is a date, the players are asked about no others."""
    with transaction.atomic():
        held = lock_campaign(campaign)
        refuse_archived(held)
        was = held.next_day
        at = held.next_at if was else None
        stands = {"next_on": was.isoformat() if was else "", "next_at": f"{at:%H:%M}" if at else ""}
        kept = {**stands, **rewritten(stands, {"next_on": day, "next_at": hour}, seen)}
        on, at = proposed_dates.read_moment(kept["next_on"], kept["next_at"])
        if on and on < this_evening():
            raise Refused(proposed_dates.OVER)
        if (on, at) != (held.next_on, held.next_at):
            held.next_on, held.next_at = on, at
            held.save(update_fields=["next_on", "next_at"])
            note(held, "next", by, when=moment_told(on, at) if on else "no date yet")
            if on:
                proposed_dates.settle(held, on, at)
    return held


def take(*, campaign: Campaign, key: int, by: User) -> Campaign:
    """The table meets on one of the days that were asked about; the others go. Raises Refused where it isn't among
    them any more."""
    with transaction.atomic():
        chosen = proposed_dates.open_dates().filter(campaign=lock_campaign(campaign), pk=key).first()
        if chosen is None:
            raise Refused(proposed_dates.GONE)
        hour = f"{chosen.at:%H:%M}" if chosen.at else ""
        held = set_date(campaign=campaign, day=chosen.on.isoformat(), hour=hour, by=by)
        proposed_dates.settle(held, chosen.on, chosen.at)
    return held
