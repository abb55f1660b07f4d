"""News of somebody: what became of their characters, what waits at tables they run, what was decided at tables they
sit at. Reading only; no HTTP in here.

Nothing is kept but until when somebody has read: the events themselves are the news.
"""

from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache, partial
from heapq import merge
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from campaigns.chronicle.handouts import shown_to
from campaigns.models import Event as CampaignEvent
from campaigns.models import Handout, Membership, NewsReader
from campaigns.news import of_dates, to_oneself
from campaigns.nights import this_evening
from characters.history.event_messages import BY_NOBODY, lines
from characters.models import Character
from characters.models import Event as CharacterEvent
from characters.news import DECIDED, KINDS, answered
from characters.prepared_queries import PreparedCount
from characters.tables import TableRole
from rules.form_values import one_line
from rules.systems import PACKAGES, get

OWN = (*KINDS, "unseated")
"""Events of one's own characters that are news when somebody else made them."""
RUN = ("submitted", "answered", "asked", "withdrawn")
"""Events of players' characters that are news for whoever runs the table."""
SETTLED = ("submitted", "withdrawn", *DECIDED)
"""After one of these a submission is no news any more, whoever decided on it."""
WROTE, REPLIED = ("answered", "asked"), ("remarked", *DECIDED)
"""What a player wrote is no news any more after one of the others, or once its thread is resolved."""
SAID = ("answered", "asked", "remarked", "returned")
"""Told where what was said stands: beside the review."""
DATES = "dates"
"""That players are asked when they can: told where they answer."""
TABLE = (
    "settings",
    "games",
    "own-words",
    "next",
    DATES,
    "book-in",
    "book-out",
    "renamed",
    "archived",
    "reopened",
    "inherited",
    "told",
)
"""What is decided at a table, news for everybody who sits there."""
PEOPLE = ("joined", "left", "brought", "taken", "removed", "role", "gone")
"""Who comes and goes, news for whoever runs the table."""
LETTERS = {
    "own": "Your characters: decisions, comments and awards",
    "review": "Players’ characters: submissions, changes and replies",
    "table": "Campaigns: dates, house rules, homebrew and sessions",
    "handouts": "Handouts shown to you",
    "people": "Players: who joins, leaves or comes",
}
"""The kinds of news, by which somebody chooses what they are written of."""
FIRST = timedelta(days=30)
SOON = {"at_once": "At once", "day": "In the daily email", "left_out": "Not at all"}
"""How soon somebody may want to be written of a kind of news."""
CHOSEN = ("at_once", "left_out")
"""Those of it that have a column; what is in neither comes daily."""
MOST = 50
"""So many lines are shown, the latest."""


@dataclass(frozen=True)
class NewsLine:
    """One thing that happened: when, who did it, "" for nobody, about whom or which table, in words, and where to look;
    of a character also its key, at which `table`, "" for none, and whether its player has `seen` it on the sheet.
    `kind` is one of `LETTERS`."""

    at: datetime
    by: str
    about: str
    words: str
    where: str
    system: str = ""
    table: str = ""
    who: int = 0
    seen: bool = False
    kind: str = ""


def news_of(
    user: User, since: datetime | None = None, kinds: Container[str] = LETTERS, before: datetime | None = None
) -> list[NewsLine]:
    """The latest news of somebody, newest first; with `since` what came later and was not seen on a sheet, with
    `before` what came earlier. Of other kinds than these nothing is read, so that it takes no line from them. Nine
    queries at most."""
    told = [source.tell(found[:MOST], user) for source, found in _found(user, since, kinds, before)]
    return list(merge(*told, key=lambda line: line.at, reverse=True))[:MOST]


def count_of(
    user: User, since: datetime | None = None, kinds: Container[str] = LETTERS, before: datetime | None = None
) -> int:
    """How many news `news_of` would tell if it told of all. Eight queries at most."""
    return sum(found.count() for _, found in _found(user, since, kinds, before))


NOBODY, LONG_AGO = -2, datetime(1970, 1, 1, tzinfo=UTC)
"""What stands in the prepared query for whoever asks, and for the moment until which they have read."""


@cache
def _unread() -> tuple[PreparedCount, date]:
    """The statement that counts unread news, which every page asks, and the day that stands in it for today."""
    found = _found(User(pk=NOBODY), LONG_AGO, LETTERS, None)
    return PreparedCount(*(those for _, those in found)), this_evening()


def unread_of(user: User) -> int:
    """How many news somebody has not read: two queries."""
    statement, day = _unread()
    return statement.of({NOBODY: user.pk, LONG_AGO: reader_of(user).seen_at, day: this_evening()})


def _found(
    user: User, since: datetime | None, kinds: Container[str], before: datetime | None
) -> Iterator[tuple["Source", QuerySet[Any]]]:
    for source in SOURCES:
        if any(kind in kinds for kind in source.kinds):
            found = source.found(user, since, kinds)
            found = found.filter(**{f"{source.moment}__gt": since}) if since else found
            found = found.filter(**{f"{source.moment}__lt": before}) if before else found
            yield source, found.order_by(f"-{source.moment}", "-pk")


def reader_of(user: User) -> NewsReader:
    """Until when somebody has read their news; not stored yet for whoever never did, who finds those of some weeks. So
    does whoever read them later than now, since a clock was set back: better told again than never."""
    now = timezone.now()
    reader = NewsReader.objects.filter(user=user).first()
    if reader is None:
        return NewsReader(user=user, seen_at=_begins(user, now))
    reader.seen_at = read_until(user, now, reader.seen_at)
    return reader


def soon_of(reader: NewsReader, kind: str) -> str:
    """Which of `SOON` somebody chose for a kind of news."""
    return next((column for column in CHOSEN if kind in getattr(reader, column)), "day")


def told_before(reader: NewsReader, kinds: Iterable[str]) -> dict[str, str]:
    """Until when each kind has been told, once these are wanted otherwise than they are by now."""
    told = {"at_once": reader.at_once_until, "day": reader.daily_until}
    moved = {kind: told[soon].isoformat() for kind in kinds if (soon := soon_of(reader, kind)) in told}
    return {**reader.told_before, **moved}


def told_of(reader: NewsReader) -> str:
    """How soon they want to be written of which news, in sentences."""
    named = {kind: label.partition(":")[0] for kind, label in LETTERS.items()}
    listed = ((told, [named[kind] for kind in LETTERS if soon_of(reader, kind) == soon]) for soon, told in SOON.items())
    return " ".join(f"{told}: {', '.join(labels)}." for told, labels in listed if labels)


def read_until(user: User, now: datetime, *moments: datetime) -> datetime:
    """The latest of what is kept of somebody that has been by `now`."""
    return max((moment for moment in moments if moment <= now), default=_begins(user, now))


def _begins(user: User, now: datetime) -> datetime:
    return max(min(user.date_joined, now), now - FIRST)


class Source(NamedTuple):
    """Where news of some kinds come from: who is told of what, when that happened, and how each is told."""

    kinds: tuple[str, ...]
    moment: str
    found: Callable[[User, datetime | None, Container[str]], QuerySet[Any]]
    tell: Callable[[Iterable[Any], User], Iterable[NewsLine]]


def _own(user: User, since: datetime | None, _: Container[str]) -> QuerySet[CharacterEvent]:
    found = CharacterEvent.objects.filter(character__owner=user, kind__in=OWN)
    return _of_others(found.filter(pk__gt=F("character__news_seen")) if since else found, user)


def _run(user: User, _since: datetime | None, _: Container[str]) -> QuerySet[CharacterEvent]:
    seats = {"character__campaign__memberships__user": user, "character__campaign__memberships__role": TableRole.GM}
    found = CharacterEvent.objects.filter(**seats, kind__in=RUN, character__npc=False)
    # What was asked at another table is no news for whoever runs this one.
    later = CharacterEvent.objects.filter(character=OuterRef("character"), kind="seated", pk__gt=OuterRef("pk"))
    settled = CharacterEvent.objects.filter(character=OuterRef("character"), kind__in=SETTLED, pk__gt=OuterRef("pk"))
    found = found.exclude(Exists(later)).exclude(Exists(settled), kind="submitted")
    replied = CharacterEvent.objects.filter(character=OuterRef("character"), kind__in=REPLIED, pk__gt=OuterRef("pk"))
    wrote = answered(Character.objects.filter(pk=OuterRef("character")))
    return _of_others(found.exclude(Q(Exists(replied)) | ~Q(Exists(wrote)), kind__in=WROTE), user)


def _of_others(found: QuerySet[CharacterEvent], user: User) -> QuerySet[CharacterEvent]:
    kept = found.filter(character__deleted_at=None, character__system__in=PACKAGES, by__isnull=False).exclude(by=user)
    named = (
        *("by__username", "character__name", "character__system", "character__owner", "character__news_seen"),
        "character__campaign__name",
    )
    return kept.select_related("by", "character__campaign").only("kind", "data", "at", *named)


def _of_characters(page: str, kind: str, events: Iterable[CharacterEvent], reader: User) -> Iterator[NewsLine]:
    for event in events:
        who = event.character
        yield NewsLine(
            at=event.at,
            by=str(event.by),
            about=_one_line(who),
            words=_one_line(*lines(event, who.game)),
            where=_said_at(who) if event.kind in SAID else reverse(page, args=[who.pk]),
            system=who.system,
            table=_one_line(who.campaign or ""),
            who=who.pk,
            seen=who.owner_id == reader.pk and event.pk <= who.news_seen,
            kind=kind,
        )


def _said_at(who: Character) -> str:
    return f"{reverse('review', args=[who.pk])}#comments"


def _changed(user: User, _since: datetime | None, _: Container[str]) -> QuerySet[Character]:
    """Characters at tables they run that are not as they were approved, by the last that was done to each: a choice is
    no event."""
    seats = Q(campaign__memberships__user=user, campaign__memberships__role=TableRole.GM)
    found = Character.objects.named().kept().originals().filter(seats, Q(moved=True), npc=False)
    return found.exclude(owner=user).select_related("owner", "campaign")


def _of_changed(found: Iterable[Character], _: User) -> Iterator[NewsLine]:
    for who in found:
        yield NewsLine(
            at=who.changed_at,
            by=str(who.owner or "a guest"),
            about=_one_line(who),
            words="Changed since approval",
            where=reverse("review", args=[who.pk]),
            system=who.system,
            table=_one_line(who.campaign or ""),
            who=who.pk,
            kind="review",
        )


def _tables(user: User, _: datetime | None, kinds: Container[str]) -> QuerySet[CampaignEvent]:
    """Of one's own coming and of what happened before it nothing is told."""
    decided, people = TABLE if "table" in kinds else (), PEOPLE if "people" in kinds else ()
    seat = {"campaign__memberships__user": user, "at__gte": F("campaign__memberships__joined_at")}
    told = Q(kind__in=decided) | Q(kind__in=people, campaign__memberships__role=TableRole.GM)
    # In one call, so that all of it is asked of the same seat.
    done = Q(by__isnull=False) | Q(kind__in=BY_NOBODY)
    found = CampaignEvent.objects.filter(told, done, **seat).exclude(by=user).exclude(whom=user)
    return found.select_related("by", "campaign")


def _of_tables(events: Iterable[CampaignEvent], _: User) -> Iterator[NewsLine]:
    for event in events:
        system = event.data.get("system", "") if isinstance(event.data, dict) else ""
        game = get(system) if system in PACKAGES else None
        where = reverse("campaign_history", args=[event.campaign_id])
        where = f"{event.campaign.get_absolute_url()}#next" if event.kind == DATES else where
        told, kind = _one_line(*lines(event, game)), "people" if event.kind in PEOPLE else "table"
        yield NewsLine(event.at, str(event.by or ""), _one_line(event.campaign), told, where, system, kind=kind)


def _to_oneself(user: User, _since: datetime | None, _: Container[str]) -> QuerySet[CampaignEvent]:
    return to_oneself.found(user)


def _of_oneself(events: Iterable[CampaignEvent], _: User) -> Iterator[NewsLine]:
    for event in events:
        gone = event.kind == to_oneself.REMOVED
        where = reverse("campaigns") if gone else reverse("campaign_history", args=[event.campaign_id])
        about, told = _one_line(to_oneself.table(event)), _one_line(to_oneself.told(event))
        yield NewsLine(event.at, to_oneself.doer(event), about, told, where, kind="table")


def _handouts(user: User, _since: datetime | None, _: Container[str]) -> QuerySet[Handout]:
    found = shown_to(user).filter(shown_at__isnull=False).exclude(by=user)
    return found.select_related("by", "campaign")


def _of_handouts(found: Iterable[Handout], _: User) -> Iterator[NewsLine]:
    for paper in found:
        if paper.shown_at:
            yield NewsLine(
                paper.shown_at,
                str(paper.by or "Someone"),
                _one_line(paper.campaign),
                _one_line("Handout:", paper),
                reverse("campaign_history", args=[paper.campaign_id]),
                kind="handouts",
            )


def _comers(user: User, _since: datetime | None, _: Container[str]) -> QuerySet[Membership]:
    return of_dates.comers(user)


def _answering(user: User, _since: datetime | None, _: Container[str]) -> QuerySet[Membership]:
    return of_dates.answering(user)


def _of_players(
    told: Callable[[Iterable[Membership]], of_dates.Said], found: Iterable[Membership], _: User
) -> Iterator[NewsLine]:
    for seat, at, words in told(found):
        where = f"{seat.campaign.get_absolute_url()}#next"
        yield NewsLine(at, str(seat.user), _one_line(seat.campaign), words, where, kind="people")


SOURCES = (
    Source(("own",), "at", _own, partial(_of_characters, "sheet", "own")),
    Source(("review",), "at", _run, partial(_of_characters, "review", "review")),
    Source(("review",), "changed_at", _changed, _of_changed),
    Source(("handouts",), "shown_at", _handouts, _of_handouts),
    Source(("people",), "said_at", _comers, partial(_of_players, of_dates.coming)),
    Source(("people",), "can_at", _answering, partial(_of_players, of_dates.can)),
    Source(("table", "people"), "at", _tables, _of_tables),
    Source(("table",), "at", _to_oneself, _of_oneself),
)


def _one_line(*said: object) -> str:
    """Texts of people as they are told: what a line break of theirs sets apart would pass for words of the site."""
    return one_line(" ".join(map(str, said)))
