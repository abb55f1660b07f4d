"""Letters with what is new, for whoever wants them: one a day, and those of some kinds at once, gathered so that no
more than one comes in ten minutes."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from heapq import merge
from typing import Any

from allauth.account.models import EmailAddress
from celery.exceptions import SoftTimeLimitExceeded
from django.core.mail import send_mail
from django.db import transaction
from django.db.models import Q, QuerySet
from django.template.loader import render_to_string
from django.utils import timezone

from campaigns.models import NewsReader
from campaigns.news.gathering import LETTERS, MOST, NewsLine, count_of, news_of, read_until
from campaigns.news.noticing import notice

HOUR = 8
"""From when on a letter is sent, UTC."""
MOST_LETTERS = 100
"""So many people are written to at a time; the others the next time."""

GATHERS = timedelta(minutes=10)
"""So long after a letter at once nobody gets the next."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Letters:
    """Letters that are due by `now`: to whom, and by which column of theirs they are told until when."""

    now: datetime
    at_once: bool

    @property
    def column(self) -> str:
        return "at_once_until" if self.at_once else "daily_until"

    @property
    def due(self) -> QuerySet[NewsReader]:
        """Who may have something that is told at once, and had no such letter for a while; or whose last letter is
        older than this morning. One that is later than now, since a clock was set back, holds none back."""
        wanted = NewsReader.objects.filter(mail=True)
        if self.at_once:
            rests = Q(at_once_sent__gt=self.now - GATHERS, at_once_sent__lte=self.now)
            return wanted.filter(waits=True).exclude(rests, at_once_sent__isnull=False)
        morning = self.now.replace(hour=HOUR, minute=0, second=0, microsecond=0)
        since = morning if self.now >= morning else morning - timedelta(days=1)
        return wanted.filter(Q(daily_until__lt=since) | Q(daily_until__gt=self.now))

    def kinds(self, reader: NewsReader) -> frozenset[str]:
        """Which kinds of news go into their letter."""
        at_once = LETTERS.keys() & reader.at_once
        return frozenset(at_once if self.at_once else LETTERS.keys() - at_once - set(reader.left_out))

    def counted(self, sends: bool) -> dict[str, Any]:
        """What is kept of somebody for whom it was looked, and who is sent a letter or isn't."""
        if not self.at_once:
            return {self.column: self.now}
        return {"waits": False} | ({self.column: self.now, "at_once_sent": self.now} if sends else {})


def send_letters(now: datetime | None = None) -> int:
    """Write to whoever wants a letter and has had none since this morning. Returns how many letters went out."""
    return _send_all(Letters(now or timezone.now(), at_once=False))


def send_at_once(now: datetime | None = None) -> int:
    """Write to whoever wants some news at once and has had no such letter for ten minutes. Returns how many letters
    went out."""
    letters = Letters(now or timezone.now(), at_once=True)
    notice(letters.now)
    return _send_all(letters)


def _send_all(letters: Letters) -> int:
    waiting = letters.due.order_by(letters.column, "pk")
    return sum(_send_one(pk, letters) for pk in waiting.values_list("pk", flat=True)[:MOST_LETTERS])


def _send_one(pk: int, letters: Letters) -> bool:
    """One letter, and where that goes wrong no other suffers for it."""
    try:
        return _send(pk, letters)
    except SoftTimeLimitExceeded:
        raise
    except Exception:
        log.exception("The news of reader %s could not be gathered or sent", pk)
        return False


def _send(pk: int, letters: Letters) -> bool:
    """Nobody gets two letters of one thing, whoever else sends and wherever a task is stopped: a letter counts as sent
    before it is. What is known not to be delivered is told another time."""
    now, column = letters.now, letters.column
    later = now + timedelta(microseconds=1)  # what comes while others are written to is told the next time
    with transaction.atomic():
        waiting = letters.due.filter(pk=pk).select_related("user")
        reader = waiting.select_for_update(skip_locked=True, of=("self",)).first()
        if reader is None:
            return False
        until = getattr(reader, column)
        since, kinds = read_until(reader.user, now, until, reader.seen_at), letters.kinds(reader)
        told, count = _news(reader, since, kinds, later)
        address = verified_address(reader)
        told_to = {
            "told": told, "count": count, "more": count - len(told), "reader": reader, "at_once": letters.at_once,
            "before": told[-1].at if count > len(told) else None,
        }  # fmt: skip
        text = render_to_string("campaigns/news_letter.txt", told_to)
        sends = bool(told and address)
        NewsReader.objects.filter(pk=pk).update(**letters.counted(sends))
    if not sends:
        return False
    subject = f"{told[0].about}: {told[0].words}"[:120] if letters.at_once and len(told) == 1 else f"{count} new"
    try:
        send_mail(f"[Dramatis] {subject}", text, None, [address])
    except OSError as fault:
        log.warning("An email with news was not sent: %s", fault)
        undone = {"waits": True, "at_once_sent": reader.at_once_sent} if letters.at_once else {}
        NewsReader.objects.filter(pk=pk, **{column: now}).update(**{column: until}, **undone)
        return False
    return True


def _news(reader: NewsReader, since: datetime, kinds: Iterable[str], before: datetime) -> tuple[list[NewsLine], int]:
    """The latest of what is told of these kinds, and how much there is; nothing that was told before its kind was
    wanted as it is now."""
    begins: dict[datetime, set[str]] = {}
    for kind in kinds:
        known = datetime.fromisoformat(reader.told_before[kind]) if kind in reader.told_before else since
        begins.setdefault(max(since, known), set()).add(kind)
    asked: list[dict[str, Any]] = [{"since": one, "kinds": those, "before": before} for one, those in begins.items()]
    told = [news_of(reader.user, **one) for one in asked]
    count = sum(
        len(found) if len(found) < MOST else count_of(reader.user, **one)
        for found, one in zip(told, asked, strict=True)
    )
    return list(merge(*told, key=lambda line: line.at, reverse=True))[:MOST], count


def verified_address(reader: NewsReader) -> str:
    """Where a letter goes, "" where somebody has confirmed no address."""
    found = EmailAddress.objects.filter(user=reader.user_id, verified=True).order_by("-primary", "pk").first()
    return found.email if found else ""
