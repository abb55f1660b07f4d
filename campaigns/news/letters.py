"""One letter a day with what is new, for whoever wants it."""

import logging
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from celery.exceptions import SoftTimeLimitExceeded
from django.core.mail import send_mail
from django.db import transaction
from django.db.models import Q, QuerySet
from django.template.loader import render_to_string
from django.utils import timezone

from campaigns.models import NewsReader
from campaigns.news.gathering import news_of, read_until

HOUR = 8
"""From when on a letter is sent, UTC."""
AT_ONCE = 100
"""So many people are written to at a time; the others an hour later."""

log = logging.getLogger(__name__)


def send_letters(now: datetime | None = None) -> int:
    """Write to whoever wants a letter and has had none since this morning. Returns how many letters went out."""
    now = now or timezone.now()
    morning = now.replace(hour=HOUR, minute=0, second=0, microsecond=0)
    due = morning if now >= morning else morning - timedelta(days=1)
    waiting = _due(due, now).order_by("mailed_at", "pk")
    return sum(_send_one(pk, due, now) for pk in waiting.values_list("pk", flat=True)[:AT_ONCE])


def _due(due: datetime, now: datetime) -> QuerySet[NewsReader]:
    """Whose last letter is older than that, or later than now, since a clock was set back."""
    return NewsReader.objects.filter(Q(mailed_at__lt=due) | Q(mailed_at__gt=now), mail=True)


def _send_one(pk: int, due: datetime, now: datetime) -> bool:
    """One letter, and where that goes wrong no other suffers for it."""
    try:
        return _send(pk, due, now)
    except SoftTimeLimitExceeded:
        raise
    except Exception:
        log.exception("The news of reader %s could not be gathered or sent", pk)
        return False


def _send(pk: int, due: datetime, now: datetime) -> bool:
    """Nobody gets two letters of one day, whoever else sends and wherever a task is stopped: a letter counts as sent
    before it is. What is known not to be delivered is told another time."""
    with transaction.atomic():
        waiting = _due(due, now).filter(pk=pk).select_related("user")
        reader = waiting.select_for_update(skip_locked=True, of=("self",)).first()
        if reader is None:
            return False
        told = news_of(reader.user, since=read_until(reader.user, now, reader.mailed_at, reader.seen_at))
        address = verified_address(reader)
        text = render_to_string("campaigns/news_letter.txt", {"told": told, "reader": reader})
        NewsReader.objects.filter(pk=pk).update(mailed_at=now)
    if not told or not address:
        return False
    try:
        send_mail(f"[Dramatis] {len(told)} new", text, None, [address])
    except OSError as fault:
        log.warning("An email with news was not sent: %s", fault)
        NewsReader.objects.filter(pk=pk, mailed_at=now).update(mailed_at=reader.mailed_at)
        return False
    return True


def verified_address(reader: NewsReader) -> str:
    """Where a letter goes, "" where somebody has confirmed no address."""
    found = EmailAddress.objects.filter(user=reader.user_id, verified=True).order_by("-primary", "pk").first()
    return found.email if found else ""
