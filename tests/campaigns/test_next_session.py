"""When a table meets next, as its game master says it and everybody reads it."""

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Campaign
from tests.cast import Cast, book, cast
from tests.characters.posting import words

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db


def save(cast: Cast, who: str, day: Any, hour: str = "") -> Any:
    return cast[who].post(reverse("campaign_settings", args=[cast.table.pk]), {"next_on": str(day), "next_at": hour})


def test_a_date_stands_on_home_and_party_and_is_news(cast: Cast) -> None:
    assert "No date yet" in words(cast["owner"].get("/"))
    day = timezone.localdate() + timedelta(days=3)
    assert save(cast, "gm", day, "19:30").status_code == 302
    said = f"{day:%A} {day.day} {day:%B}"
    for page in ("/", cast.table.get_absolute_url()):
        shown = words(cast["owner"].get(page))
        assert (said in shown, "19:30" in shown) == (True, True)
    assert "Next session:" in words(cast["owner"].get("/"))
    assert f"Next session: {said}, 19:30" in words(cast["owner"].get(reverse("news")))
    Campaign.objects.filter(pk=cast.table.pk).update(next_on=timezone.localdate() - timedelta(days=1))
    assert "No date yet" in words(cast["owner"].get(cast.table.get_absolute_url()))
    save(cast, "gm", "")
    assert Campaign.objects.get(pk=cast.table.pk).next_on is None


def test_what_is_no_day_or_is_over_is_refused_and_players_set_none(cast: Cast) -> None:
    for day, hour in (("soon", ""), ("2026-02-30", ""), (timezone.localdate(), "late")):
        assert save(cast, "gm", day, hour).status_code == 422
    over = save(cast, "gm", timezone.localdate() - timedelta(days=1))
    assert (over.status_code, "That day is over." in words(over)) == (422, True)
    assert save(cast, "companion", timezone.localdate()).status_code in (403, 404)
    assert Campaign.objects.get(pk=cast.table.pk).next_on is None
