"""Who waits for a game master: said once for the review's queue, the list of campaigns and the home page. Reading
only; no HTTP in here."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Case, Count, F, OuterRef, Q, Subquery, Value, When, Window
from django.db.models.functions import Coalesce, RowNumber

from campaigns.models import Campaign
from campaigns.review import comments
from characters.glances import Glance
from characters.models import Character, CharacterQuerySet, Comment, Event, ReviewStatus
from characters.news import answered

SUBMITTED = Q(standing=ReviewStatus.SUBMITTED)
TO_APPROVE = SUBMITTED | Q(moved=True)
"""Submitted, or changed since it was approved; of characters that were read `named`."""
_ASKED = Event.objects.filter(character=OuterRef("pk"), kind="submitted").order_by("-at", "-pk").values("at")[:1]
IN_TURN = (
    Case(When(SUBMITTED, then=Value(0)), default=Value(1)),
    Case(When(SUBMITTED, then=Subquery(_ASKED)), default=F("changed_at")),
    F("pk"),
)
"""Who was submitted comes before who was changed since, and of each who has waited longest."""

MOST_ELSEWHERE = 12
"""So many other tables are named where a queue ends."""


@dataclass(frozen=True)
class InQueue:
    """Somebody in a queue."""

    pk: int
    name: str

    def __str__(self) -> str:
        return self.name or "Unnamed character"


@dataclass(frozen=True)
class Queue:
    """Where a character stands among those that wait at its table: its place, 0 where it does not wait itself, how many
    wait, and who is before and after it. It has two ends; who does not wait stands before the first."""

    place: int
    count: int
    before: InQueue | None
    after: InQueue | None


@dataclass(frozen=True)
class Elsewhere:
    """Another table where somebody waits: its name, the first of them and what they are called, how many they are."""

    campaign: str
    first: int
    name: str
    count: int

    def __str__(self) -> str:
        return f"{InQueue(self.first, self.name)} in {self.campaign}"


def waiting(named: CharacterQuerySet) -> CharacterQuerySet:
    """Those of these characters, read `named`, that wait for a decision or whose player had the last word."""
    wrote = answered(named).order_by().values("pk")
    return named.filter(TO_APPROVE | Q(pk__in=wrote))


def at_tables(named: CharacterQuerySet) -> CharacterQuerySet:
    """Those of these characters that somebody decides on: of players, at tables that go on."""
    return named.kept().originals().filter(campaign__archived_at=None, npc=False)


def approved_together(characters: CharacterQuerySet) -> CharacterQuerySet:
    """Those of these characters that may be approved with others where they are legal: submitted, never approved, and
    nothing said or drafted of them is open."""
    said = Comment.objects.filter(comments.OPEN).values("character")
    return characters.filter(SUBMITTED, approval=None).exclude(pk__in=said)


def legal_and_new(found: Iterable[Character], glances: Mapping[int, Glance]) -> list[Character]:
    """Those of these characters that may be approved together, as far as their glances tell. One query at most."""
    legal = [one for one in found if one.pk not in glances or not glances[one.pk].status.errors]
    if not any(one.standing == ReviewStatus.SUBMITTED for one in legal):
        return []
    keys = set(
        approved_together(Character.objects.filter(pk__in=[one.pk for one in legal])).values_list("pk", flat=True)
    )
    return [one for one in legal if one.pk in keys]


def with_submissions(found: CharacterQuerySet) -> CharacterQuerySet:
    """These characters with how often they were submitted as `submissions`, and when the last time as `asked_at`."""
    times = Event.objects.filter(character=OuterRef("pk"), kind="submitted").order_by().values("character")
    many = Subquery(times.annotate(many=Count("pk")).values("many"))
    return found.annotate(submissions=Coalesce(many, 0), asked_at=Subquery(_ASKED))


def waiting_at(campaign: int | None) -> list[InQueue]:
    """Who waits at a table, in turn. One query."""
    here = waiting(Character.objects.kept().originals().named().filter(campaign=campaign, npc=False))
    return [InQueue(*row) for row in here.order_by(*IN_TURN).values_list("pk", "name")]


def queue_of(character: Character) -> Queue:
    """Where it stands among those. One query."""
    found = waiting_at(character.campaign_id)
    place = next((place for place, one in enumerate(found, 1) if one.pk == character.pk), 0)
    before, after = found[: max(0, place - 1)], found[place:]
    return Queue(place, len(found), before[-1] if before else None, after[0] if after else None)


def elsewhere(judged: CharacterQuerySet, here: Campaign | None) -> list[Elsewhere]:
    """Who waits at other tables, of characters read `named` that somebody may judge. One query.

    The tables are by name, those behind this one first: whoever goes on to the first of them comes to each in turn."""
    others = waiting(at_tables(judged)).exclude(campaign=here)
    placed = others.annotate(
        place=Window(RowNumber(), partition_by=F("campaign"), order_by=IN_TURN),
        count=Window(Count("pk"), partition_by=F("campaign")),
    )
    order: list[Any] = ["campaign__name", "campaign"]
    if here:
        behind = Q(campaign__name__gt=here.name) | Q(campaign__name=here.name, campaign__gt=here.pk)
        order.insert(0, Case(When(behind, then=Value(0)), default=Value(1)))
    first = placed.filter(place=1).order_by(*order)
    return [Elsewhere(*row) for row in first.values_list("campaign__name", "pk", "name", "count")[:MOST_ELSEWHERE]]
