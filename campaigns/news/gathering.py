"""News of somebody: what became of their characters, what waits at tables they run, what was decided at tables they
sit at. Reading only; no HTTP in here.

Nothing is kept but until when somebody has read: the events themselves are the news.
"""

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from heapq import merge

from django.contrib.auth.models import User
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from campaigns.chronicle.handouts import shown_to
from campaigns.models import Event as CampaignEvent
from campaigns.models import Membership, NewsReader
from characters.history.event_messages import lines
from characters.models import Character
from characters.models import Event as CharacterEvent
from characters.news import DECIDED, KINDS, answered
from characters.tables import TableRole
from rules.form_values import one_line
from rules.systems import PACKAGES, get

OWN = (*KINDS, "unseated", "passed-on")
"""Events of one's own characters that are news when somebody else made them."""
RUN = ("submitted", "answered", "asked", "withdrawn")
"""Events of players' characters that are news for whoever runs the table."""
SETTLED = ("submitted", "withdrawn", *DECIDED)
"""After one of these a submission is no news any more, whoever decided on it."""
WROTE, REPLIED = ("answered", "asked"), ("remarked", *DECIDED)
"""What a player wrote is no news any more after one of the others, or once its thread is resolved."""
TABLE = (
    "settings",
    "games",
    "own-words",
    "next",
    "book-in",
    "book-out",
    "renamed",
    "archived",
    "reopened",
    "inherited",
    "told",
)
"""What is decided at a table, news for everybody who sits there."""
PEOPLE = ("joined", "left", "brought", "taken")
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
MOST = 50
"""So many lines are shown, the latest."""


@dataclass(frozen=True)
class NewsLine:
    """One thing that happened: when, who did it, about whom or which table, in words, and where to look; of a character
    also its key, at which `table`, "" for none, and whether its player has `seen` it on the sheet. `kind` is one of
    `LETTERS`."""

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


def news_of(user: User, since: datetime | None = None, kinds: Container[str] = LETTERS) -> list[NewsLine]:
    """The latest news of somebody, newest first; with `since` what came later and was not seen on a sheet. Of other
    kinds than these nothing is read, so that it takes no line from them. Six queries at most."""
    told = [tell(user, since) for kind, tell in SOURCES if kind in kinds]
    return list(merge(*told, _tables(user, since, kinds), key=lambda line: line.at, reverse=True))[:MOST]


def reader_of(user: User) -> NewsReader:
    """Until when somebody has read their news; not stored yet for whoever never did, who finds those of some weeks. So
    does whoever read them later than now, since a clock was set back: better told again than never."""
    now = timezone.now()
    reader = NewsReader.objects.filter(user=user).first()
    if reader is None:
        return NewsReader(user=user, seen_at=_begins(user, now))
    reader.seen_at = read_until(user, now, reader.seen_at)
    return reader


def told_of(reader: NewsReader) -> str:
    """How soon they want to be written of which news, in sentences."""
    daily = [kind for kind in LETTERS if kind not in (*reader.at_once, *reader.left_out)]
    chosen = (("At once", reader.at_once), ("One a day", daily), ("Not at all", reader.left_out))
    named = {kind: label.partition(":")[0] for kind, label in LETTERS.items()}
    listed = ((soon, [label for kind, label in named.items() if kind in kinds]) for soon, kinds in chosen)
    return " ".join(f"{soon}: {', '.join(labels)}." for soon, labels in listed if labels)


def read_until(user: User, now: datetime, *moments: datetime) -> datetime:
    """The latest of what is kept of somebody that has been by `now`."""
    return max((moment for moment in moments if moment <= now), default=_begins(user, now))


def _begins(user: User, now: datetime) -> datetime:
    return max(min(user.date_joined, now), now - FIRST)


def _own(user: User, since: datetime | None) -> list[NewsLine]:
    found = CharacterEvent.objects.filter(character__owner=user, kind__in=OWN)
    found = found.filter(pk__gt=F("character__news_seen")) if since else found
    return list(_of_characters(_latest(found, user, since), user, "sheet", "own"))


def _run(user: User, since: datetime | None) -> list[NewsLine]:
    seats = {"character__campaign__memberships__user": user, "character__campaign__memberships__role": TableRole.GM}
    found = CharacterEvent.objects.filter(**seats, kind__in=RUN, character__npc=False)
    # What was asked at another table is no news for whoever runs this one.
    later = CharacterEvent.objects.filter(character=OuterRef("character"), kind="seated", pk__gt=OuterRef("pk"))
    settled = CharacterEvent.objects.filter(character=OuterRef("character"), kind__in=SETTLED, pk__gt=OuterRef("pk"))
    found = found.exclude(Exists(later)).exclude(Exists(settled), kind="submitted")
    replied = CharacterEvent.objects.filter(character=OuterRef("character"), kind__in=REPLIED, pk__gt=OuterRef("pk"))
    wrote = answered(Character.objects.filter(pk=OuterRef("character")))
    found = found.exclude(Q(Exists(replied)) | ~Q(Exists(wrote)), kind__in=WROTE)
    return list(_of_characters(_latest(found, user, since), user, "review", "review"))


def _changed(user: User, since: datetime | None) -> list[NewsLine]:
    """Characters at tables they run that are not as they were approved, by the last that was done to each: a choice is
    no event."""
    seats = Q(campaign__memberships__user=user, campaign__memberships__role=TableRole.GM)
    found = Character.objects.named().kept().originals().filter(seats, Q(build_moved=True), npc=False)
    found = found.exclude(owner=user).select_related("owner", "campaign").order_by("-changed_at", "-pk")
    return [
        NewsLine(
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
        for who in (found.filter(changed_at__gt=since) if since else found)[:MOST]
    ]


def _latest(found: QuerySet[CharacterEvent], user: User, since: datetime | None) -> QuerySet[CharacterEvent]:
    kept = found.filter(character__deleted_at=None, character__system__in=PACKAGES, by__isnull=False).exclude(by=user)
    named = (
        *("by__username", "character__name", "character__system", "character__owner", "character__news_seen"),
        "character__campaign__name",
    )
    kept = kept.select_related("by", "character__campaign").only("kind", "data", "at", *named)
    return (kept.filter(at__gt=since) if since else kept).order_by("-at", "-pk")[:MOST]


def _of_characters(events: Iterable[CharacterEvent], reader: User, page: str, kind: str) -> Iterator[NewsLine]:
    for event in events:
        who = event.character
        yield NewsLine(
            at=event.at,
            by=str(event.by),
            about=_one_line(who),
            words=_one_line(*lines(event, who.game)),
            where=reverse(page, args=[who.pk])
            + ("#comments" if event.kind in ("answered", "asked", "remarked") else ""),
            system=who.system,
            table=_one_line(who.campaign or ""),
            who=who.pk,
            seen=who.owner_id == reader.pk and event.pk <= who.news_seen,
            kind=kind,
        )


def _tables(user: User, since: datetime | None, kinds: Container[str]) -> list[NewsLine]:
    """Of one's own coming and of what happened before it nothing is told."""
    decided, people = TABLE if "table" in kinds else (), PEOPLE if "people" in kinds else ()
    seat = {"campaign__memberships__user": user, "at__gte": F("campaign__memberships__joined_at")}
    told = Q(kind__in=decided) | Q(kind__in=people, campaign__memberships__role=TableRole.GM)
    # In one call, so that all of it is asked of the same seat.
    found = CampaignEvent.objects.filter(told, **seat, by__isnull=False).exclude(by=user)
    found = found.select_related("by", "campaign")
    kept = found.filter(at__gt=since) if since else found
    return [_of_table(event) for event in kept.order_by("-at", "-pk")[:MOST]]


def _handouts(user: User, since: datetime | None) -> list[NewsLine]:
    found = shown_to(user).filter(shown_at__gt=since) if since else shown_to(user).filter(shown_at__isnull=False)
    latest = found.exclude(by=user).select_related("by", "campaign").order_by("-shown_at", "-pk")[:MOST]
    return [
        NewsLine(
            paper.shown_at,
            str(paper.by or "Someone"),
            _one_line(paper.campaign),
            _one_line("Handout:", paper),
            reverse("campaign_history", args=[paper.campaign_id]),
            kind="handouts",
        )
        for paper in latest
        if paper.shown_at
    ]


def _comers(user: User, since: datetime | None) -> list[NewsLine]:
    """Who comes to the next session of a table they run. Nobody else is told."""
    runs = {"campaign__memberships__user": user, "campaign__memberships__role": TableRole.GM}
    found = Membership.objects.filter(**runs, role=TableRole.PLAYER, said_at__isnull=False, campaign__archived_at=None)
    found = found.filter(coming_on=F("campaign__next_on"), coming_on__gte=timezone.localdate()).exclude(user=user)
    latest = (found.filter(said_at__gt=since) if since else found).select_related("user", "campaign")
    return [
        NewsLine(
            at=seat.said_at,
            by=str(seat.user),
            about=_one_line(seat.campaign),
            words=f"{seat.get_coming_display()} on {seat.coming_on:%A} {seat.coming_on.day} {seat.coming_on:%B}",
            where=f"{seat.campaign.get_absolute_url()}#next",
            kind="people",
        )
        for seat in latest.order_by("-said_at", "-pk")[:MOST]
        if seat.said_at and seat.coming_on
    ]


SOURCES = (("own", _own), ("review", _run), ("review", _changed), ("handouts", _handouts), ("people", _comers))
"""What has news of one kind alone, by that kind."""


def _one_line(*said: object) -> str:
    """Texts of people as they are told: what a line break of theirs sets apart would pass for words of the site."""
    return one_line(" ".join(map(str, said)))


def _of_table(event: CampaignEvent) -> NewsLine:
    system = event.data.get("system", "") if isinstance(event.data, dict) else ""
    game = get(system) if system in PACKAGES else None
    where = reverse("campaign_history", args=[event.campaign_id])
    told, kind = _one_line(*lines(event, game)), "people" if event.kind in PEOPLE else "table"
    return NewsLine(event.at, str(event.by), _one_line(event.campaign), told, where, system, kind=kind)
