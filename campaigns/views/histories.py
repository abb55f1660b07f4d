"""What happened at a table."""

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns.access import campaign_for
from campaigns.models import Event
from characters import keeping
from characters.history import event_messages
from rules.form_values import words
from rules.systems import PACKAGES, get

PER_PAGE = 50


class EventLine(NamedTuple):
    """Something that happened, in words."""

    event: Event
    lines: tuple[str, ...]

    @property
    def day(self) -> date:
        return timezone.localtime(self.event.at).date()


@never_cache
@require_safe
def campaign_history(request: HttpRequest, pk: int) -> HttpResponse:
    """What happened at a table, the newest first: who came and went, which rules were decided; searched by words."""
    table, query = campaign_for(request, pk), words(request.GET, "q", 120)
    events = table.events.select_related("by")
    found = _with_words(events[: keeping.EVENTS], query) if query else events
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
    told = [EventLine(event, _told(event)) for event in page]
    return render(request, "campaigns/history.html", {"campaign": table, "page": page, "told": told, "query": query})


def _with_words(events: Iterable[Event], query: str) -> list[Event]:
    """Those of which these words are told."""
    return [event for event in events if query.casefold() in " ".join(_told(event)).casefold()]


def _told(event: Event) -> tuple[str, ...]:
    """An event in words, with the game where it is about one."""
    system = event.data.get("system")
    game = get(system) if system in PACKAGES else None
    told = event_messages.lines(event, game)
    return tuple(f"{game.name}: {line}" for line in told) if game else told
