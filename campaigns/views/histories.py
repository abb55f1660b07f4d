"""The chronicle of a table: its sessions, what happened there, and what was decided on its characters."""

from collections.abc import Collection, Iterable, Mapping
from datetime import timedelta
from typing import Any

from django.core.paginator import Paginator
from django.db.models import (
    CharField,
    DateTimeField,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    prefetch_related_objects,
)
from django.db.models.functions import Cast, Coalesce
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns.access import person, seat_for
from campaigns.chronicle.chapters import ChronicleLine, chapters, evenings_of, people_met
from campaigns.chronicle.handouts import shown_to
from campaigns.models import Campaign, Event, GameSession, Handout, Membership, Memory
from campaigns.nights import NIGHT
from campaigns.tables import fight_records
from characters import keeping
from characters.access import named_for
from characters.history import event_messages
from characters.models import Event as CharacterEvent
from characters.tables import TableRole
from rules.form_values import whole_number, words
from rules.systems import PACKAGES, get

PER_PAGE = 50


ASKED = ("submitted", "withdrawn")
"""What a player asks of a game master, or asks no more."""
DECIDED = ("approved", "returned", "put-back", "creation-reopened", "waived", "unwaived", "awarded", "voided")
"""What only a game master does to a character."""
ENTERED = ("entry", "entry-cancelled", "entered", "entry-voided")
"""What a player enters as well: it is told here where a game master did."""
SHOWN = {
    "": ("All", ("session", "handout", "character", "campaign")),
    "sessions": ("Sessions", ("session", "handout")),
    "characters": ("Characters", ("character",)),
    "campaign": ("Campaign", ("campaign",)),
}
"""What the page can be narrowed to: how each choice is called, and the kinds of lines it leaves."""
MOST_WHOLE = 5
"""So many sessions of a page are told whole, with what people remember; the others by their beginnings."""
MOST_LISTED = 12
"""So many sessions stand in the list beside the chronicle."""
MOST_FOLDED = 100
"""So many people that were met are folded beneath those; the chronicle to print has all."""
Key = tuple[Any, int, str]
"""When something was, its key, and its kind."""
Happening = Event | CharacterEvent | GameSession | Handout


@never_cache
@require_safe
def campaign_history(request: HttpRequest, pk: int) -> HttpResponse:
    """What happened at a table, the newest first: sessions as they were told, who came and went, what was decided;
    searched by words, and narrowed to a kind.

    Of characters it tells what was decided here of those that this person may see, of handouts those that they were
    shown. However many there are, the number of queries is the same.
    """
    seat, query, show = seat_for(request, pk), words(request.GET, "q", 120), words(request.GET, "show", 20)
    table, show = seat.campaign, show if show in SHOWN else ""
    evening = whole_number(request.GET, "session")
    sides = _sides(request, table, query)
    keys = _keys(sides, SHOWN[show][1]) if not evening else _keys({"session": sides["session"].filter(pk=evening)})
    found = _with_words(_told(keys[: keeping.EVENTS], seat), query) if query else keys
    page: Any = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
    evenings = evenings_of(table)
    met = list(people_met(evenings))
    told = _whole(page.object_list if query else _told(page.object_list, seat))
    context = {
        "campaign": table,
        "page": page,
        "chapters": chapters(told, evenings),
        "query": query,
        "show": show,
        "ways": [(key, label) for key, (label, _) in SHOWN.items()],
        "listed": evenings[: -MOST_LISTED - 1 : -1],
        "met": [met[:MOST_LISTED], met[MOST_LISTED : MOST_LISTED + MOST_FOLDED]],
        "met_further": max(len(met) - MOST_LISTED, 0),
        "met_unlisted": max(len(met) - MOST_LISTED - MOST_FOLDED, 0),
        "alone": evening,
        "further": max(len(evenings) - MOST_LISTED, 0),
        "runs": seat.role == TableRole.GM,
        "remembers": seat.role != TableRole.GM and table.archived_at is None,
    }
    return render(request, "campaigns/history.html", context)


def _sides(request: HttpRequest, table: Campaign, query: str) -> dict[str, QuerySet[Any]]:
    """What there is of each kind, each with the moment it stands at as `moment`. A session ends its day."""
    day_over = ExpressionWrapper(F("held_on") + Value(timedelta(days=1, microseconds=-1) + NIGHT), DateTimeField())
    sessions = table.sessions.annotate(moment=Cast(day_over, DateTimeField()))
    papers = shown_to(person(request)).filter(campaign=table, shown_at__isnull=False).annotate(moment=F("shown_at"))
    if query:
        named = Q(title__icontains=query)
        remembered = Memory.objects.filter(text__icontains=query, session=OuterRef("pk"))
        sessions = sessions.filter(named | Q(story__icontains=query) | Exists(remembered))
        papers = papers.filter(named | Q(text__icontains=query))
    return {
        "session": sessions,
        "handout": papers,
        "character": _decided(request, table).annotate(moment=F("at")),
        "campaign": table.events.exclude(kind="told").annotate(moment=F("at")),
    }


def _decided(request: HttpRequest, table: Campaign) -> QuerySet[CharacterEvent]:
    """What game masters decided on characters, and were asked to, since those came to this table."""
    seen = named_for(request).kept().originals().filter(campaign=table)
    seated = CharacterEvent.objects.filter(character=OuterRef("character"), kind="seated")
    came = seated.order_by("-at").values("at")[:1]
    runs = table.memberships.filter(role=TableRole.GM).values("user")
    by_gm = Q(kind__in=(*ASKED, *DECIDED)) | Q(kind__in=ENTERED) & (Q(by__in=runs) | ~Q(by=F("character__owner")))
    since = Coalesce(Subquery(came), F("character__created_at"))
    return CharacterEvent.objects.filter(by_gm, by__isnull=False, character__in=seen.values("pk"), at__gte=since)


def _keys(sides: Mapping[str, QuerySet[Any]], kinds: Collection[str] = ("session",)) -> Any:
    """The keys of all that is of these kinds, the newest first."""
    first, *others = (
        sides[kind].order_by().values_list("moment", "pk", Value(kind, CharField())) for kind in sides if kind in kinds
    )
    return (first.union(*others, all=True) if others else first).order_by("-moment", "-pk")


def _told(keys: Iterable[Key], seat: Membership) -> list[ChronicleLine]:
    """What has these keys, in their order, as whoever has this seat reads it.

    A query for each kind, and those of what belongs to it.
    """
    order = [(kind, pk) for _, pk, kind in keys]
    named = ("kind", "data", "at", "by__username", "character__name", "character__system", "character__npc")
    rows: dict[str, QuerySet[Any]] = {
        "session": GameSession.objects.select_related("by"),
        "handout": Handout.objects.select_related("by").prefetch_related("readers"),
        "character": CharacterEvent.objects.select_related("by", "character").only(*named),
        "campaign": Event.objects.select_related("by"),
    }
    found = {kind: those.in_bulk([pk for of, pk in order if of == kind]) for kind, those in rows.items()}
    there = ((kind, found[kind].get(pk)) for kind, pk in order)
    return [ChronicleLine(kind, one, *_said(one, seat)) for kind, one in there if one]


def _whole(lines: Iterable[ChronicleLine]) -> list[ChronicleLine]:
    """These, with what people remember of the first sessions among them: two queries."""
    told = list(lines)
    first = [line.about for line in told if line.kind == "session"][:MOST_WHOLE]
    prefetch_related_objects(first, "memories__by")
    return [line._replace(memories=line.about.memories.all()) if line.about in first else line for line in told]


def _with_words(lines: Iterable[ChronicleLine], query: str) -> list[ChronicleLine]:
    """Those in which these words are told; sessions and handouts were searched where they are stored."""
    sought = query.casefold()
    return [
        line for line in lines if not line.lines or sought in " ".join((*line.who.values(), *line.lines)).casefold()
    ]


def _said(event: Happening, seat: Membership) -> tuple[tuple[str, ...], dict[int, str]]:
    """An event in words, and by key whom it is about; nothing of what is told whole."""
    if isinstance(event, GameSession | Handout):
        return (), {}
    if isinstance(event, CharacterEvent):
        return event_messages.lines(event, event.character.game) or (event.kind,), {
            event.character_id: str(event.character)
        }
    system = event.data.get("system")
    game = get(system) if system in PACKAGES else None
    nobody = event.by_id is None and event.kind in event_messages.BY_NOBODY
    who = {} if nobody else {0: game.name if game else str(event.by or "Someone")}
    if event.kind == fight_records.KIND:
        return fight_records.lines(event, seat.user, watches=seat.role != TableRole.PLAYER), who
    return event_messages.lines(event, game) or (event.kind,), who
