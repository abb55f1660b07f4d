"""When all campaigns of somebody meet next, for the calendar program that has their link. No HTTP in here."""

from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.contrib.auth.models import User

from campaigns.icalendar import Entry
from campaigns.models import CalendarLink, Campaign
from campaigns.nights import this_evening
from rules.refusals import Refused

UTC_ZONE = "UTC"
MOST = 200
"""Sessions in one calendar, the soonest first."""


def make(*, who: User, zone: str) -> CalendarLink:
    """The link to somebody's calendar, made if they have none. Raises Refused for what is no time zone."""
    if zone not in _zones():
        raise Refused("We don’t know that time zone. Enter one such as Europe/London, or UTC.")
    return CalendarLink.objects.get_or_create(user=who, defaults={"zone": zone})[0]


def withdraw(*, who: User) -> None:
    """Revoke the link: no program reads the calendar by it any more."""
    CalendarLink.objects.filter(user=who).delete()


def sessions(link: CalendarLink, *, address: Callable[[Campaign], str]) -> list[Entry]:
    """The next session of each open campaign that its owner is in and that has a day: one query."""
    dated = Campaign.objects.filter(memberships__user=link.user_id, archived_at=None, next_on__gte=this_evening())
    found = dated.only("name", "next_on", "next_at", "created_at").order_by("next_on", "next_at", "pk")[:MOST]
    return [Entry(_named(one), _starts(one, link.zone), one.name, address(one)) for one in found]


def _named(campaign: Campaign) -> str:
    """What its next session is called in every calendar, by whatever name of the site somebody asked for it."""
    return f"next-session-{campaign.pk}-{campaign.created_at:%Y%m%dT%H%M%S%f}@dramatis"


def _starts(campaign: Campaign, zone: str) -> date | datetime:
    """The moment, told from the clock where they meet; the day alone where there is no time."""
    day = campaign.next_on or date.max
    if campaign.next_at is None:
        return day
    here = datetime.combine(day, campaign.next_at, ZoneInfo(zone if zone in _zones() else UTC_ZONE))
    try:
        return here.astimezone(UTC)
    except OverflowError:  # the last evening of all ends in a year that no date has
        return day


@cache
def _zones() -> frozenset[str]:
    return frozenset({UTC_ZONE, *available_timezones()})
