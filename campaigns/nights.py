"""Which evening it is: a night belongs to the evening before it. No HTTP in here."""

from datetime import date, datetime, timedelta

from django.utils import timezone

NIGHT = timedelta(hours=5)
"""So long after midnight an evening lasts."""


def evening_of(moment: datetime) -> date:
    """The day that a moment belongs to: what happens before dawn belongs to the evening before."""
    return timezone.localtime(moment - NIGHT).date()


def this_evening() -> date:
    """The day that is played on now."""
    return evening_of(timezone.now())
