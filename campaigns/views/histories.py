"""The chronicle of a table: its sessions, what happened there, and what was decided on its characters."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from types import MappingProxyType
from typing import Any, NamedTuple

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
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns.access import person, seat_for
from campaigns.chronicle.handouts import shown_to
from campaigns.models import Campaign, Event, GameSession, Handout, Memory
from characters import keeping
from characters.access import named_for
from characters.history import event_messages
from characters.models import Event as CharacterEvent
from characters.tables import TableRole
from rules.form_values import whole_number, words
from rules.kernel.basics.wording import in_words
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
NIGHT = timedelta(hours=5)
"""So long after midnight an evening lasts."""
TOGETHER = timedelta(minutes=1)
"""What is done to several characters at once is written within this time."""
Key = tuple[Any, int, str]
"""When something was, its key, and its kind."""
Happening = Event | CharacterEvent | GameSession | Handout


class ChronicleLine(NamedTuple):
    """Something that happened: an event in words, a session as it was told, or a handout."""

    kind: str
    about: Any
    lines: tuple[str, ...] = ()
    who: Mapping[int, str] = MappingProxyType({})
    """Whom an event is about, by key: characters, or at 0 a game, or else the person who did it."""
    number: int = 0
    memories: Sequence[Memory] | None = None
    """Of a session that is told whole."""

    @property
    def at(self) -> datetime:
        """When, of all but a session, which has a day alone."""
        at: datetime = self.about.shown_at if self.kind == "handout" else self.about.at
        return at

    @property
    def day(self) -> date:
        """The day it belongs to: what happens before dawn belongs to the evening before."""
        day: date = self.about.held_on if self.kind == "session" else timezone.localtime(self.at - NIGHT).date()
        return day

    @property
    def face(self) -> str:
        """What stands on its small sign: of several their number, else a letter."""
        if self.kind == "handout":
            return "H"
        return str(len(self.who)) if len(self.who) > 1 else self.names[:1].upper()

    @property
    def names(self) -> str:
        """Whom it is about, in words."""
        return in_words(list(self.who.values()))

    @property
    def by(self) -> str:
        """Who did it, where it is about somebody else."""
        by = str(self.about.by or "Someone")
        return "" if self.names == by else by

    def adds(self, other: "ChronicleLine") -> bool:
        """Whether the other was done together with this, to somebody else."""
        alike = self.kind == other.kind == "character" and self.lines == other.lines
        return (
            alike
            and not self.who.keys() & other.who.keys()
            and self.about.by == other.about.by
            and self.at - other.at < TOGETHER
        )


class Chapter(NamedTuple):
    """A session with all that happened on its day, or what happened between two."""

    session: tuple[int, int, str, date] | None
    """Its key, number, title and day; None between sessions."""
    told: ChronicleLine | None
    """The session, where this page tells it."""
    events: list[ChronicleLine]

    @property
    def days(self) -> list[date]:
        """The first and the last day of what is in it, one where these are the same."""
        return sorted({self.events[-1].day, self.events[0].day}) if self.events else []


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
    found = _with_words(_told(keys[: keeping.EVENTS]), query) if query else keys
    page: Any = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
    evenings = list(table.sessions.order_by("held_on", "pk").values_list("pk", "title", "held_on"))
    numbers = {pk: number for number, (pk, *_) in enumerate(evenings, 1)}
    told = _whole(page.object_list if query else _told(page.object_list))
    context = {
        "campaign": table,
        "page": page,
        "chapters": chapters(told, [(pk, numbers[pk], *rest) for pk, *rest in evenings]),
        "query": query,
        "show": show,
        "ways": [(key, label) for key, (label, _) in SHOWN.items()],
        "listed": [(pk, numbers[pk], *rest) for pk, *rest in evenings[: -MOST_LISTED - 1 : -1]],
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


def _told(keys: Iterable[Key]) -> list[ChronicleLine]:
    """What has these keys, in their order: a query for each kind, and those of what belongs to it."""
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
    return [ChronicleLine(kind, one, *_said(one)) for kind, one in there if one]


def _whole(lines: Iterable[ChronicleLine]) -> list[ChronicleLine]:
    """These, with what people remember of the first sessions among them: two queries."""
    told = list(lines)
    first = [line.about for line in told if line.kind == "session"][:MOST_WHOLE]
    prefetch_related_objects(first, "memories__by")
    return [line._replace(memories=line.about.memories.all()) if line.about in first else line for line in told]


def chapters(lines: Iterable[ChronicleLine], evenings: Iterable[tuple[int, int, str, date]]) -> list[Chapter]:
    """These lines, the newest first, gathered under the sessions whose day they fell on, and between them.

    `evenings` are all sessions of the table in their order. Of two on one day the first has what happened.
    """
    days: dict[date, tuple[int, int, str, date]] = {}
    by_key = {}
    for one in evenings:
        days.setdefault(one[-1], one)
        by_key[one[0]] = one
    found: list[Chapter] = []
    for line in lines:
        if line.kind == "session":
            session = by_key.get(line.about.pk)
            found.append(Chapter(session, line._replace(number=session[1] if session else 0), []))
            continue
        session = days.get(line.day)
        if not found or found[-1].session != session:
            found.append(Chapter(session, None, []))
        events = found[-1].events
        if events and events[-1].adds(line):
            events[-1] = events[-1]._replace(who={**events[-1].who, **line.who})
        else:
            events.append(line)
    return found


def _with_words(lines: Iterable[ChronicleLine], query: str) -> list[ChronicleLine]:
    """Those in which these words are told; sessions and handouts were searched where they are stored."""
    sought = query.casefold()
    return [
        line for line in lines if not line.lines or sought in " ".join((*line.who.values(), *line.lines)).casefold()
    ]


def _said(event: Happening) -> tuple[tuple[str, ...], dict[int, str]]:
    """An event in words, and by key whom it is about; nothing of what is told whole."""
    if isinstance(event, GameSession | Handout):
        return (), {}
    if isinstance(event, CharacterEvent):
        return event_messages.lines(event, event.character.game) or (event.kind,), {
            event.character_id: str(event.character)
        }
    system = event.data.get("system")
    game = get(system) if system in PACKAGES else None
    who = game.name if game else str(event.by or "Someone")
    return event_messages.lines(event, game) or (event.kind,), {0: who}
