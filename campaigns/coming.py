"""Who comes to the next session: players say it of the day that is set, game masters count. No HTTP in here."""

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.utils import timezone

from campaigns.actions import lock_campaign
from campaigns.models import Membership
from characters.tables import TableRole, refuse_archived
from rules.refusals import Refused

SAYS_NOTHING = "No answer"


def say(*, seat: Membership, answer: str, day: str) -> Membership:
    """A player says whether they come on this day, as 2026-12-03; "" takes it back.

    Raises Refused where no session is set, or meanwhile another day, and where they are no player there any more.
    """
    with transaction.atomic():
        held = lock_campaign(seat.campaign)
        refuse_archived(held)
        if answer not in ("", *Membership.Coming.values):
            raise Refused("Choose Coming, Maybe or Not coming.")
        if held.next_day is None:
            raise Refused("There’s no date yet.")
        if day != held.next_day.isoformat():
            raise Refused("The date has changed since you opened this page. Look at the new one, then answer again.")
        here = Membership.objects.filter(pk=seat.pk, role=TableRole.PLAYER).first()
        if here is None:
            raise Refused("Only players say whether they’re coming.")
        here.campaign, here.coming, here.coming_on = held, answer, held.next_day
        here.said_at = timezone.now() if answer else None
        here.save(update_fields=["coming", "coming_on", "said_at"])
    return here


def answers_by_kind(seats: Iterable[Membership]) -> list[tuple[str, list[str]]]:
    """What the players among these said, each answer with their names; last who said nothing."""
    told: dict[str, list[str]] = {"": []}
    for seat in seats:
        if seat.role == TableRole.PLAYER:
            told.setdefault(seat.answer, []).append(str(seat.user))
    order: Sequence[tuple[str, str]] = (*Membership.Coming.choices, ("", SAYS_NOTHING))
    return [(label, told[key]) for key, label in order if told.get(key)]
