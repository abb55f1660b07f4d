"""Background work: tasks fetch a row and delegate."""

import uuid
from typing import Any

from celery import shared_task
from kombu.exceptions import OperationalError

from characters import parties, prints

LATER = 6
"""The broker's priority of a party's sheets, where 0 goes first: forty of them let a single one pass."""


@shared_task(name="characters.make_print", bind=True)  # type: ignore[untyped-decorator]  # Celery has no types
def make_print(self: Any, job: str) -> None:
    """Make a sheet, and have what waited for it bound by whoever listens to the same queue."""
    pk = uuid.UUID(job)
    try:
        prints.make(pk)
    finally:
        came_by = self.request.delivery_info or {}
        for party in parties.ready(pk):
            enqueue_party(party, queue=came_by.get("routing_key", ""))


@shared_task(name="characters.bind_party")  # type: ignore[untyped-decorator]  # Celery has no types
def bind_party(party: str) -> None:
    parties.make(uuid.UUID(party))


@shared_task(name="characters.sweep_prints")  # type: ignore[untyped-decorator]  # Celery has no types
def sweep_prints() -> None:
    """Send again what was lost with a broker or a worker."""
    for job in prints.lost():
        enqueue_print(job.pk)
    for party in parties.lost():
        enqueue_party(party.pk)


def enqueue_print(job: uuid.UUID, *, later: bool = False) -> None:
    """Ask a worker for a print. With the broker away the row waits for the sweeper."""
    _send(make_print, job, priority=LATER if later else 0)


def enqueue_party(party: uuid.UUID, *, queue: str = "") -> None:
    """Ask a worker to bind a party whose sheets are finished."""
    _send(bind_party, party, **({"queue": queue} if queue else {}))


def _send(task: Any, pk: uuid.UUID, **how: Any) -> None:
    try:
        task.apply_async((str(pk),), **how)
    except OperationalError:
        return
