"""What a list says of each campaign of somebody: its games, the faces of its party, who waits, when it meets. Reading
only; no HTTP in here."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db.models import Case, Count, F, OuterRef, QuerySet, Subquery, When, Window
from django.db.models.functions import RowNumber

from campaigns import proposed_dates
from campaigns.coming import answers_by_kind
from campaigns.models import GameSession, Membership, ProposedDate
from campaigns.nights import this_evening
from campaigns.review import queue
from characters.models import Character
from characters.tables import TableRole
from rules.kernel.pages import Game
from rules.systems import PACKAGES, get

FACES = 8
"""So many of a party are shown."""


class PartyFace(NamedTuple):
    """One of a party beside its campaign; `portrait` only for whoever may see it."""

    name: str
    key: int
    portrait: str
    system: str


@dataclass
class CampaignRow:
    """A campaign as somebody in this `seat` finds it in a list. `waiting` and `coming` are for its game masters."""

    seat: Membership
    games: list[Game] = field(default_factory=list)
    faces: list[PartyFace] = field(default_factory=list)
    party: int = 0
    waiting: list[Character] = field(default_factory=list)
    coming: list[tuple[str, list[str]]] = field(default_factory=list)
    dates: list[ProposedDate] = field(default_factory=list)
    """The days it asks about, with what whoever sits in this seat said of them."""
    answered: int = 0
    """How many players have said of some whether they can, for its game masters; of a player how many of the days they
    have answered."""

    @property
    def more(self) -> int:
        return self.party - len(self.faces)

    @property
    def asks(self) -> bool:
        """Whether it waits for this player to say when they can."""
        return self.seat.role == TableRole.PLAYER and self.answered < len(self.dates)


def soonest(seats: QuerySet[Membership]) -> QuerySet[Membership]:
    """Seats at open campaigns with the day they last met as `met_on`: those that meet next first, then by name."""
    last = GameSession.objects.filter(campaign=OuterRef("campaign")).order_by("-held_on").values("held_on")[:1]
    day = Case(When(campaign__next_on__gte=this_evening(), then="campaign__next_on"))
    order = day.asc(nulls_last=True), F("campaign__next_at").asc(nulls_last=True), "campaign__name", "pk"
    return seats.filter(campaign__archived_at=None).annotate(met_on=Subquery(last)).order_by(*order)


def campaign_rows(seats: Sequence[Membership]) -> list[CampaignRow]:
    """A row for each of these seats: seven queries at most."""
    rows = {seat.campaign_id: CampaignRow(seat) for seat in seats}
    runs = [key for key, row in rows.items() if row.seat.role == TableRole.GM]
    party = Character.objects.originals().kept().filter(campaign__in=rows, npc=False, system__in=PACKAGES)
    _count(rows, party)
    _show_faces(rows, party)
    asked = Character.objects.originals().kept().named().filter(campaign__in=runs, npc=False)
    for one in queue.waiting(asked).order_by(*queue.IN_TURN):
        rows[one.campaign_id or 0].waiting.append(one)
    _hear(rows, runs)
    _ask(rows, runs)
    return list(rows.values())


def date_row(seat: Membership) -> CampaignRow:
    """A row that says what is asked about days, and nothing else: two queries."""
    row = CampaignRow(seat)
    _ask({seat.campaign_id: row}, [])
    return row


def _count(rows: dict[int, CampaignRow], party: QuerySet[Character]) -> None:
    counts: dict[int, dict[str, int]] = {}
    for key, system, many in party.order_by().values_list("campaign", "system").annotate(Count("pk")):
        counts.setdefault(key, {})[system] = many
    for key, row in rows.items():
        here = counts.get(key, {})
        row.party = sum(here.values())
        row.games = [get(one) for one in PACKAGES if one in here or one in row.seat.campaign.games]


def _show_faces(rows: dict[int, CampaignRow], party: QuerySet[Character]) -> None:
    place = Window(RowNumber(), partition_by="campaign", order_by=["name", "pk"])
    first = party.annotate(place=place).filter(place__lte=FACES).order_by("campaign", "place")
    for one in first.only("campaign", "owner", "portrait", "name", "system"):
        row = rows[one.campaign_id or 0]
        sees = row.seat.role != TableRole.PLAYER or one.owner_id == row.seat.user_id
        row.faces.append(PartyFace(str(one), one.pk, one.portrait if sees else "", one.system))


def _hear(rows: dict[int, CampaignRow], runs: Iterable[int]) -> None:
    """What the players of the campaigns that somebody runs said of the next session."""
    dated = [key for key in runs if rows[key].seat.campaign.next_day]
    said: dict[int, list[Membership]] = {}
    players = Membership.objects.filter(campaign__in=dated, role=TableRole.PLAYER).select_related("user")
    for seat in players.order_by("user__username"):
        seat.campaign = rows[seat.campaign_id].seat.campaign
        said.setdefault(seat.campaign_id, []).append(seat)
    for key, seats in said.items():
        rows[key].coming = answers_by_kind(seats)


def _ask(rows: dict[int, CampaignRow], runs: Iterable[int]) -> None:
    """The days that campaigns ask about, and how far they are answered."""
    for key, dates in proposed_dates.asked_of([row.seat for row in rows.values()]).items():
        rows[key].dates, rows[key].answered = dates, sum(1 for one in dates if one.mine)
    asking = [key for key in runs if rows[key].dates]
    for key, many in proposed_dates.answered_by(asking).items() if asking else ():
        rows[key].answered = many
