"""What tests of news ask again and again: what somebody is told, and in which emails."""

from datetime import UTC, datetime

from allauth.account.models import EmailAddress
from django.urls import reverse

from campaigns.models import NewsReader
from campaigns.news.gathering import news_of
from tests.cast import Cast

MORNING = datetime(2031, 3, 4, 8, 30, tzinfo=UTC)


def told(cast: Cast, who: str) -> list[str]:
    return [line.words for line in news_of(cast.users[who])]


def wants_letters(cast: Cast, who: str, *, verified: bool = True) -> NewsReader:
    user = cast.users[who]
    EmailAddress.objects.create(user=user, email=f"{who}@example.org", verified=verified, primary=True)
    cast[who].post(reverse("news"), {"deed": "mail", "mail": "1"})
    return NewsReader.objects.get(user=user)
