"""Background work: tasks fetch a row and delegate. A message for `make_print` only says that somebody waits."""

import time
import uuid
from datetime import timedelta
from typing import Any

from celery import shared_task
from kombu.exceptions import OperationalError

from characters import clearing, jobs, keeping, parties, prints, turns
from characters.models import Job, PrintJob

BROKER_REST = timedelta(seconds=5)
"""How long a broker that did not answer is left alone: nobody waits for it twice, and the rows wait for the sweeper."""
LATER = 3
"""The broker's priority of a print, where 0 goes first: the sweeper passes however many wait."""
MOST_MESSAGES = 20
"""How many workers are told at a time that prints were lost; each tells another when it is done."""


class Away:
    """When this process last found the broker away."""

    since: float | None = None


@shared_task(name="characters.make_print", bind=True)  # type: ignore[untyped-decorator]  # Celery has no types
def make_print(self: Any, job: str = "") -> None:
    """Make the sheet whose turn it is. Whoever listens to the same queue goes on, and binds what waited for this one.

    Messages from before named a print; it comes in its turn.
    """
    queue = (self.request.delivery_info or {}).get("routing_key") or ""
    made = prints.make_next(uuid.UUID(self.request.id))
    if made is None:
        return
    for party in parties.ready(made.pk):
        enqueue_party(party, queue=queue)
    if turns.waiting().exists():
        enqueue_print(queue=queue)


@shared_task(name="characters.bind_party", bind=True)  # type: ignore[untyped-decorator]  # Celery has no types
def bind_party(self: Any, party: str) -> None:
    parties.make(uuid.UUID(party), uuid.UUID(self.request.id))


@shared_task(name="characters.sweep_prints")  # type: ignore[untyped-decorator]  # Celery has no types
def sweep_prints() -> None:
    """Queue and send again what was lost with a broker or a worker."""
    for _ in jobs.put_back(PrintJob.objects.all())[:MOST_MESSAGES]:
        enqueue_print()
    for party in parties.lost():
        enqueue_party(party)


@shared_task(name="characters.clear")  # type: ignore[untyped-decorator]  # Celery has no types
def clear() -> None:
    """Clear what is kept no longer, and files that belong to nothing any more."""
    keeping.clear()
    clearing.clear_strays()


def look_after(*watched: Job) -> None:
    """Somebody watches these: should one be lost, the sweeper comes now, whether or not the clock still goes."""
    if any(map(jobs.is_lost, watched)):
        _send(sweep_prints, expires=jobs.LOST_AFTER.total_seconds())


def enqueue_print(*, queue: str = "") -> None:
    """Tell a worker that somebody waits for a print. With the broker away the row waits for the sweeper."""
    _send(make_print, priority=LATER, **_to(queue))


def enqueue_party(party: uuid.UUID, *, queue: str = "") -> None:
    """Ask a worker to bind a party whose sheets are finished."""
    _send(bind_party, str(party), **_to(queue))


def _to(queue: str) -> dict[str, str]:
    return {"queue": queue} if queue else {}


def _send(task: Any, *args: str, **how: Any) -> None:
    if Away.since is not None and time.monotonic() - Away.since < BROKER_REST.total_seconds():
        return
    try:
        task.apply_async(args, **how)
        Away.since = None
    except OperationalError:
        Away.since = time.monotonic()
