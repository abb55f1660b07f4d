"""What happened at a table, and what was decided there on its characters."""

from collections.abc import Iterable
from datetime import date
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.db.models import F, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns.access import campaign_for
from campaigns.models import Campaign, Event
from characters import keeping
from characters.access import named_for
from characters.history import event_messages
from characters.models import Event as CharacterEvent
from characters.tables import TableRole
from rules.form_values import words
from rules.systems import PACKAGES, get

PER_PAGE = 50


ASKED = ("submitted", "withdrawn")
"""What a player asks of a game master, or asks no more."""
DECIDED = ("approved", "returned", "put-back", "creation-reopened", "waived", "unwaived", "awarded", "voided")
"""What only a game master does to a character."""
ENTERED = ("entry", "entry-cancelled", "entered", "entry-voided")
"""What a player enters as well: it is told here where a game master did."""
Key = tuple[Any, int, bool]
"""When an event was, its key, and whether it is one of a character."""


class EventLine(NamedTuple):
    """Something that happened, in words."""

    event: Event | CharacterEvent
    lines: tuple[str, ...]

    @property
    def day(self) -> date:
        return timezone.localtime(self.event.at).date()


@never_cache
@require_safe
def campaign_history(request: HttpRequest, pk: int) -> HttpResponse:
    """What happened at a table, the newest first: who came and went, what was decided; searched by words.

    Of characters it tells what was decided here of those that this person may see. However many there are, the number
    of queries is the same.
    """
    table, query = campaign_for(request, pk), words(request.GET, "q", 120)
    keys = _keys(table, _decided(request, table))
    found = _with_words(_events(keys[: keeping.EVENTS]), query) if query else keys
    page: Any = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
    events = page.object_list if query else _events(page.object_list)
    told = [EventLine(event, _told(event)) for event in events]
    return render(request, "campaigns/history.html", {"campaign": table, "page": page, "told": told, "query": query})


def _decided(request: HttpRequest, table: Campaign) -> QuerySet[CharacterEvent]:
    """What game masters decided on characters, and were asked to, since those came to this table."""
    seen = named_for(request).kept().originals().filter(campaign=table)
    seated = CharacterEvent.objects.filter(character=OuterRef("character"), kind="seated")
    came = seated.order_by("-at").values("at")[:1]
    runs = table.memberships.filter(role=TableRole.GM).values("user")
    by_gm = Q(kind__in=(*ASKED, *DECIDED)) | Q(kind__in=ENTERED) & (Q(by__in=runs) | ~Q(by=F("character__owner")))
    since = Coalesce(Subquery(came), F("character__created_at"))
    return CharacterEvent.objects.filter(by_gm, by__isnull=False, character__in=seen.values("pk"), at__gte=since)


def _keys(table: Campaign, decided: QuerySet[CharacterEvent]) -> Any:
    """The keys of all events, the newest first."""
    sides = zip((table.events.all(), decided), (False, True), strict=True)
    ours, theirs = (side.order_by().values_list("at", "pk", Value(beside)) for side, beside in sides)
    return ours.union(theirs, all=True).order_by("-at", "-pk")


def _events(keys: Iterable[Key]) -> list[Event | CharacterEvent]:
    """These events in their order: a query for each of the two kinds."""
    order = [(pk, beside) for _, pk, beside in keys]
    ours = Event.objects.select_related("by").in_bulk([pk for pk, beside in order if not beside])
    named = ("kind", "data", "at", "by__username", "character__name", "character__system")
    theirs = CharacterEvent.objects.select_related("by", "character").only(*named)
    found = theirs.in_bulk([pk for pk, beside in order if beside])
    events = (found.get(pk) if beside else ours.get(pk) for pk, beside in order)
    return [event for event in events if event]


def _with_words(events: Iterable[Event | CharacterEvent], query: str) -> list[Event | CharacterEvent]:
    """Those of which these words are told."""
    return [event for event in events if query.casefold() in " ".join(_told(event)).casefold()]


def _told(event: Event | CharacterEvent) -> tuple[str, ...]:
    """An event in words, with the character, or the game, it is about."""
    if isinstance(event, CharacterEvent):
        told = event_messages.lines(event, event.character.game)
        return tuple(f"{event.character}: {line}" for line in told)
    system = event.data.get("system")
    game = get(system) if system in PACKAGES else None
    told = event_messages.lines(event, game)
    return tuple(f"{game.name}: {line}" for line in told) if game else told
