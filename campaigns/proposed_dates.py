"""Days that game masters ask the players about, and who can when: proposed, answered, taken back. No HTTP in here."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, time
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from campaigns.actions import lock_campaign, note
from campaigns.coming import SAYS_NOTHING
from campaigns.models import Campaign, DateAnswer, Membership, ProposedDate
from campaigns.nights import this_evening
from characters.tables import TableRole, refuse_archived
from rules.refusals import Refused

MOST = 6
"""So many days are asked about at a time."""
OVER = "That day is over. Choose today or later."
NO_DAY = "Enter a day for each time, or clear the time."
GONE = "That date isn’t asked about any more. Look at the page again."


def read_moment(day: str, hour: str) -> tuple[date | None, time | None]:
    """A day, as 2026-12-03, and a time, as 19:00; no day is no time either. Raises Refused for what is none."""
    try:
        on = date.fromisoformat(day) if day else None
        at = time.fromisoformat(hour) if on and hour else None
        if at and at.tzinfo:
            raise ValueError(hour)
    except ValueError:
        raise Refused("Enter a day, and a time such as 19:00.") from None
    return on, at.replace(second=0, microsecond=0) if at else None


def is_blank(day: str, hour: str, offered: str) -> bool:
    """Whether a row of a form asks for nothing: it has no day, and no time but the one that was `offered` there."""
    return not day and hour in ("", offered)


def fault_of(day: str, hour: str) -> str:
    """Why nobody can be asked about this, in a sentence; "" where they can."""
    try:
        on, _ = read_moment(day, hour)
    except Refused as refusal:
        return str(refusal)
    return NO_DAY if on is None else OVER if on < this_evening() else ""


def open_dates() -> QuerySet[ProposedDate]:
    """Those that are still to come."""
    return ProposedDate.objects.filter(on__gte=this_evening())


def propose(*, campaign: Campaign, moments: Iterable[tuple[str, str]], by: User) -> list[ProposedDate]:
    """Ask the players about these days too; what is asked about already is asked about once.

    Raises Refused for what is no day or is over, for a time without one, for none, and for more than `MOST` in all.
    """
    wanted = dict.fromkeys(read_moment(*one) for one in moments)
    if not any(on for on, _ in wanted):
        raise Refused("Enter at least one day.")
    if any(on is None for on, _ in wanted):
        raise Refused(NO_DAY)
    with transaction.atomic():
        held = lock_campaign(campaign)
        refuse_archived(held)
        evening = this_evening()
        held.dates.filter(on__lt=evening).delete()
        there = set(held.dates.values_list("on", "at"))
        new = [ProposedDate(campaign=held, on=on, at=at, by=by) for on, at in wanted if on and (on, at) not in there]
        if any(one.on < evening for one in new):
            raise Refused(OVER)
        if len(there) + len(new) > MOST:
            raise Refused(f"You can ask about {MOST} dates at a time. Remove one first, or choose fewer.")
        made = ProposedDate.objects.bulk_create(sorted(new, key=lambda one: (one.on, one.at or time.max)))
        if made:
            note(held, "dates", by, when="; ".join(map(str, made)))
    return made


def withdraw(*, campaign: Campaign, key: int) -> None:
    """Ask about a day no more: what was said of it goes with it."""
    with transaction.atomic():
        held = lock_campaign(campaign)
        refuse_archived(held)
        held.dates.filter(pk=key).delete()


def answer(*, seat: Membership, key: int, can: str) -> ProposedDate:
    """A player says whether they can on one of these days; "" takes it back.

    Raises Refused where it isn't asked about any more, and where they are no player there.
    """
    with transaction.atomic():
        held = lock_campaign(seat.campaign)
        refuse_archived(held)
        if can not in ("", *DateAnswer.Can.values):
            raise Refused("Choose Yes, Maybe or No.")
        if not Membership.objects.filter(pk=seat.pk, role=TableRole.PLAYER).exists():
            raise Refused("Only players say when they can.")
        found = open_dates().filter(campaign=held, pk=key).first()
        if found is None:
            raise Refused(GONE)
        if can:
            said = {"can": can, "said_at": timezone.now()}
            DateAnswer.objects.update_or_create(date=found, seat=seat, defaults=said)
        else:
            DateAnswer.objects.filter(date=found, seat=seat).delete()
        found.mine = can
    return found


def settle(held: Campaign, on: date, at: time | None) -> None:
    """A date is set, so none is asked about any more: whoever could then has said that they come, and the others that
    they don't. The campaign is locked."""
    said = DateAnswer.objects.filter(date__campaign=held, date__on=on, date__at=at)
    for one in said.filter(seat__role=TableRole.PLAYER):
        there = Membership.objects.filter(pk=one.seat_id)
        there.update(coming=one.can, coming_on=on, said_at=one.said_at)
    held.dates.all().delete()


class DateCount(NamedTuple):
    """A day that is asked about, with each answer and who gave it. `best` suits most of them."""

    date: ProposedDate
    answers: Sequence[tuple[str, list[str]]] = ()
    best: bool = False


def counted(campaign: Campaign, people: Iterable[Membership]) -> list[DateCount]:
    """Who can when, of these people: two queries."""
    names = {one.pk: str(one.user) for one in people if one.role == TableRole.PLAYER}
    said = Prefetch("answers", DateAnswer.objects.filter(seat__in=names))
    found = list(open_dates().filter(campaign=campaign).prefetch_related(said))
    suits = [_suits(one.answers.all()) for one in found]
    most = max(suits, default=(0, 0))
    # Where all suit alike, or none suits anybody, none is the best.
    some = any(most) and any(one != most for one in suits)
    return [DateCount(one, _by_kind(one, names), some and suit == most) for one, suit in zip(found, suits, strict=True)]


def _suits(answers: Iterable[DateAnswer]) -> tuple[int, int]:
    """How many can, and how many perhaps."""
    many = Counter(one.can for one in answers)
    return many[DateAnswer.Can.YES], many[DateAnswer.Can.MAYBE]


def _by_kind(one: ProposedDate, names: dict[int, str]) -> list[tuple[str, list[str]]]:
    said = {answer.seat_id: answer.can for answer in one.answers.all()}
    told: dict[str, list[str]] = {}
    for key, name in names.items():
        told.setdefault(said.get(key, ""), []).append(name)
    order: Sequence[tuple[str, str]] = (*DateAnswer.Can.choices, ("", SAYS_NOTHING))
    return [(label, told[key]) for key, label in order if told.get(key)]


def asked_of(seats: Sequence[Membership]) -> dict[int, list[ProposedDate]]:
    """The days that each campaign of these seats asks about, with what whoever sits there said: two queries."""
    found: dict[int, list[ProposedDate]] = {}
    mine = DateAnswer.objects.filter(seat__in=[one.pk for one in seats])
    dates = open_dates().filter(campaign__in=[one.campaign_id for one in seats])
    for one in dates.prefetch_related(Prefetch("answers", mine)):
        one.mine = next((said.can for said in one.answers.all()), "")
        found.setdefault(one.campaign_id, []).append(one)
    return found


def said_by(seats: Sequence[Membership]) -> dict[int, list[DateAnswer]]:
    """What each of these has said of days that are asked about, the soonest first: one query."""
    found: dict[int, list[DateAnswer]] = {}
    said = DateAnswer.objects.filter(seat__in=seats, date__on__gte=this_evening()).select_related("date")
    for one in said.order_by("date__on", "date__at", "date"):
        found.setdefault(one.seat_id, []).append(one)
    return found


def answered_by(campaigns: Iterable[int]) -> dict[int, int]:
    """How many players of each campaign have said of some day whether they can: one query."""
    said = DateAnswer.objects.filter(date__in=open_dates().filter(campaign__in=campaigns), seat__role=TableRole.PLAYER)
    return Counter(key for key, _ in said.values_list("date__campaign", "seat").distinct())
