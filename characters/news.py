"""What others did to a character since its player marked the last of it as read. Reading only; no HTTP in here."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet, Subquery, Window
from django.db.models.functions import Coalesce

from characters.history.event_messages import lines
from characters.models import Character, CharacterQuerySet, Comment, Event

KINDS = (
    *("awarded", "entry", "entry-cancelled", "remarked", "approved", "returned", "put-back", "waived", "unwaived"),
    "creation-reopened",
)
"""Events that a player wants to know of when somebody else made them."""
DECIDED = ("approved", "returned", "put-back", "creation-reopened")
"""Who decided has dealt with all that was said before."""
SHOWN = 10
"""So many are told on the sheet; the history has the rest."""


@dataclass(frozen=True)
class News:
    """What is new: the latest events, each with its sentence, how many more there are, and the last one's key."""

    told: list[tuple[Event, str]]
    more: int
    last: int


def news(character: Character) -> News | None:
    """What is new of a character for its player, the latest first, None where nothing is: one query."""
    found = _new(Event.objects.filter(character=character), character.owner_id, character.news_seen)
    events = list(found.annotate(count=Window(Count("pk")), last=Window(Max("pk")))[:SHOWN])
    if not events:
        return None
    told: list[tuple[Event, str]] = [(event, " ".join(lines(event, character.game))) for event in events]
    return News(told, events[0].count - len(told), events[0].last)


def answered(characters: CharacterQuerySet) -> CharacterQuerySet:
    """Those of these characters whose player had the last word in a thread that nobody has resolved, and since the last
    decision."""
    later = Comment.objects.filter(Q(thread=OuterRef("thread")) | Q(thread=OuterRef("pk")), pk__gt=OuterRef("pk"))
    later = later.filter(sent_at__isnull=False)
    still = Q(thread=None, settled_at=None) | Q(thread__isnull=False, thread__settled_at=None)
    last = Comment.objects.filter(still, character=OuterRef("pk"), by=OuterRef("owner"), sent_at__isnull=False)
    decided = Event.objects.filter(character=OuterRef("character"), kind__in=DECIDED, at__gt=OuterRef("sent_at"))
    return characters.filter(Exists(last.exclude(Exists(later)).exclude(Exists(decided))))


def how_many() -> Coalesce:
    """How many events are new of each character of a query."""
    own = _new(Event.objects.filter(character=OuterRef("pk")), OuterRef("owner"), OuterRef("news_seen"))
    counted = own.order_by().values("character").annotate(found=Count("pk")).values("found")
    return Coalesce(Subquery(counted), 0)


def new_since() -> Subquery:
    """When the first event came that is new of each character of a query, None where none is."""
    own = _new(Event.objects.filter(character=OuterRef("pk")), OuterRef("owner"), OuterRef("news_seen"))
    return Subquery(own.order_by("pk").values("at")[:1])


def _new(events: QuerySet[Event], owner: Any, seen: Any) -> QuerySet[Event]:
    return events.filter(kind__in=KINDS, by__isnull=False, pk__gt=seen).exclude(by=owner).select_related("by")


def mark_read(*, character: Character, upto: int) -> None:
    """What is new up to an event is known. What came later stays new, whichever page says so."""
    known = character.events.filter(pk__lte=upto).order_by("-pk").values_list("pk", flat=True).first() or 0
    Character.objects.filter(pk=character.pk, news_seen__lt=known).update(news_seen=known)


def mark_all_read(*, owner: User, upto: datetime) -> None:
    """What is new of somebody's characters up to a moment is known: one statement."""
    events = Event.objects.filter(character=OuterRef("pk"), at__lte=upto).order_by().values("character")
    last = Subquery(events.annotate(last=Max("pk")).values("last"))
    Character.objects.filter(owner=owner).annotate(last=last).filter(last__gt=F("news_seen")).update(news_seen=last)
