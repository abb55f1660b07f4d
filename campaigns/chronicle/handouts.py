"""What a game master hands out: written beforehand, shown to everybody or to some. No HTTP in here.

Every refusal is a `Refused` with a sentence, and leaves everything as it was.
"""

from collections.abc import Collection, Mapping

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from campaigns.actions import lock_campaign
from campaigns.chronicle.texts import titled
from campaigns.merging import NOTHING, chosen, rewritten
from campaigns.models import Campaign, Handout, Membership
from characters.tables import TableRole, refuse_archived
from rules.form_values import plain
from rules.refusals import Refused

LONGEST_TEXT = 10_000
MOST = 200
"""Handouts of one table."""


def shown_to(user: User) -> QuerySet[Handout]:
    """What this person may read at the tables where they sit: game masters everything, others what they were shown."""
    seats = Membership.objects.filter(user=user)
    runs, sits = (list.values("campaign") for list in (seats.filter(role=TableRole.GM), seats))
    shown = Q(shown_at__isnull=False) & (Q(everyone=True) | Q(pk__in=user.handouts.values("pk")))
    return Handout.objects.filter(Q(campaign__in=runs) | shown & Q(campaign__in=sits))


def write(*, campaign: Campaign, by: User, title: str, text: str) -> Handout:
    """A new handout, which nobody sees yet. Sent again word for word, it is the one that is there."""
    called, told = titled(title, text, LONGEST_TEXT)
    with transaction.atomic():
        held = lock_campaign(campaign)
        refuse_archived(held)
        if again := held.handouts.filter(by=by, title=called, text=told).first():
            return again
        if held.handouts.count() >= MOST:
            raise Refused(f"This campaign has {MOST} handouts, and that is the maximum. Delete one first.")
        return held.handouts.create(by=by, title=called, text=told)


def rewrite(*, handout: Handout, title: str, text: str, seen: Mapping[str, str] = NOTHING) -> Handout:
    """Change what it says. `seen` are its texts as they were shown.

    Raises Refused where somebody else changed the same text meanwhile.
    """
    wanted = dict(zip(("title", "text"), titled(title, text, LONGEST_TEXT), strict=True))
    with transaction.atomic():
        kept = _held(handout)
        for key, said in rewritten({"title": plain(kept.title), "text": plain(kept.text)}, wanted, seen).items():
            setattr(kept, key, said)
        kept.save(update_fields=["title", "text"])
    return kept


def show(*, handout: Handout, people: Collection[int] | None, seen: frozenset[int] | None = None) -> Handout:
    """Show it to everybody, or to these people of the table, None for everybody. Shown again, it is news again.

    `seen` are those it was shown to when somebody chose.
    """
    with transaction.atomic():
        kept = _held(handout)
        stands = frozenset(kept.readers.values_list("pk", flat=True))
        keys = chosen(stands, frozenset(people or ()), seen)
        readers = [] if people is None else list(kept.campaign.people.filter(pk__in=keys))
        if people is not None and not readers:
            raise Refused("Choose who sees it.")
        kept.readers.set(readers)
        kept.everyone, kept.shown_at = people is None, timezone.now()
        kept.save(update_fields=["everyone", "shown_at"])
    return kept


def hide(*, handout: Handout) -> None:
    """Nobody but game masters sees it any more."""
    with transaction.atomic():
        kept = _held(handout)
        kept.shown_at = None
        kept.save(update_fields=["shown_at"])


def remove(*, handout: Handout) -> None:
    """Delete it for good."""
    with transaction.atomic():
        _held(handout).delete()


def _held(handout: Handout) -> Handout:
    """A handout as it stands once its table is locked."""
    table = lock_campaign(handout.campaign)
    refuse_archived(table)
    held = table.handouts.filter(pk=handout.pk).first()
    if held is None:
        raise Refused("This handout was deleted.")
    return held
