"""Whose turn it is at the printer: people take turns, and one alone cannot fill the queue.

Who asks for a party has a bound of another kind, the size of the party, and lets single sheets pass.
"""

from django.db.models import Count, F, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from characters.models import Job, PrintJob
from characters.printing.jobs import UNFINISHED
from rules.refusals import Refused

MOST_WAITING = {"user": 20, "guest": 5}
"""How many single sheets of one person may be unfinished."""


class TooMany(Refused):
    """Somebody asked for more than they may have at one time; the message is a sentence."""


def waiting() -> QuerySet[PrintJob]:
    """Queued prints that may be made now, whose turn it is first.

    Who has the fewest in the making comes first, then who waited longest since their last; of one person's, the
    sheets of a party come last. Of single sheets only one of a person is made at a time, so somebody else's dear one
    never holds all workers.
    """
    theirs = PrintJob.objects.filter(asker=OuterRef("asker")).order_by().values("asker")
    running = theirs.filter(state=Job.State.RUNNING)
    alone = running.filter(later=False)
    last = theirs.exclude(state=Job.State.QUEUED).annotate(at=Max("touched_at"))
    found = PrintJob.objects.filter(state=Job.State.QUEUED).annotate(
        running=Coalesce(Subquery(running.annotate(n=Count("pk")).values("n")), 0),
        alone=Coalesce(Subquery(alone.annotate(n=Count("pk")).values("n")), 0),
        served=Subquery(last.values("at")),
    )
    may = found.filter(Q(later=True) | Q(alone=0))
    return may.order_by("running", "later", F("served").asc(nulls_first=True), "created_at", "pk")


def refuse_too_many(asker: str) -> None:
    """Raises TooMany if this person waits for as many single sheets as one may, the newest of them included."""
    kind = asker.partition(" ")[0]
    most = MOST_WAITING.get(kind, MOST_WAITING["guest"])
    if PrintJob.objects.filter(asker=asker, later=False, state__in=UNFINISHED).count() <= most:
        return
    more = f", or log in to queue up to {MOST_WAITING['user']}" if kind == "guest" else ""
    raise TooMany(f"We’re still creating {most} of your PDFs, which is the maximum. Try again when one is ready{more}.")
