"""Who waits for a game master: said once for the review's queue, the list of campaigns and the home page. Reading
only; no HTTP in here."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Count, Min, Q

from campaigns.review import comments
from characters.glances import Glance
from characters.models import Character, CharacterQuerySet, Comment, ReviewStatus
from characters.news import answered

TO_APPROVE = Q(standing=ReviewStatus.SUBMITTED) | Q(build_moved=True)
"""Submitted, or changed since it was approved; of characters that were read `named`."""

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
    wait, and who is before and after it. It has two ends."""

    place: int
    count: int
    before: InQueue | None
    after: InQueue | None


@dataclass(frozen=True)
class Elsewhere:
    """Another table where somebody waits: its name, the first of them, and how many they are."""

    campaign: str
    first: int
    count: int


def waiting(named: CharacterQuerySet) -> CharacterQuerySet:
    """Those of these characters, read `named`, that wait for a decision or whose player had the last word."""
    wrote = answered(named).order_by().values("pk")
    return named.filter(TO_APPROVE | Q(pk__in=wrote))


def at_tables(named: CharacterQuerySet) -> CharacterQuerySet:
    """Those of these characters that somebody decides on: of players, at tables that go on."""
    return named.kept().originals().filter(campaign__archived_at=None, npc=False)


def legal_and_new(found: Iterable[Character], glances: Mapping[int, Glance]) -> list[Character]:
    """Those of these characters that may be approved together with others, as far as their glances tell: submitted,
    never approved, legal, and nothing said of them is open. One query at most."""
    new = [one for one in found if one.standing == ReviewStatus.SUBMITTED and one.approval_id is None]
    legal = [one for one in new if one.pk not in glances or not glances[one.pk].status.errors]
    if not legal:
        return []
    open_ones = Comment.objects.filter(comments.OPEN, character__in=[one.pk for one in legal])
    said = set(open_ones.values_list("character", flat=True))
    return [one for one in legal if one.pk not in said]


def waiting_at(campaign: int | None) -> list[InQueue]:
    """Who waits at a table, in the order in which they were made. One query."""
    here = waiting(Character.objects.kept().originals().named().filter(campaign=campaign, npc=False))
    return [InQueue(*row) for row in here.order_by("pk").values_list("pk", "name")]


def queue_of(character: Character) -> Queue:
    """Where it stands among those. One query."""
    found = waiting_at(character.campaign_id)
    return Queue(
        place=next((place for place, one in enumerate(found, 1) if one.pk == character.pk), 0),
        count=len(found),
        before=next((one for one in reversed(found) if one.pk < character.pk), None),
        after=next((one for one in found if one.pk > character.pk), None),
    )


def elsewhere(judged: CharacterQuerySet, campaign: int | None) -> list[Elsewhere]:
    """Who waits at other tables, of characters read `named` that somebody may judge. One query."""
    keys = waiting(at_tables(judged)).exclude(campaign=campaign).order_by().values("pk")
    found = Character.objects.filter(pk__in=keys).values_list("campaign__name")
    counted = found.annotate(first=Min("pk"), count=Count("pk")).order_by("campaign__name", "campaign")
    return [Elsewhere(*row) for row in counted[:MOST_ELSEWHERE]]
