"""Background work: tasks fetch a row and delegate."""

import uuid

from celery import shared_task
from kombu.exceptions import OperationalError

from characters import prints


@shared_task(name="characters.make_print")  # type: ignore[untyped-decorator]  # Celery has no types
def make_print(job: str) -> None:
    prints.make(uuid.UUID(job))


@shared_task(name="characters.sweep_prints")  # type: ignore[untyped-decorator]  # Celery has no types
def sweep_prints() -> None:
    """Send again what was lost with a broker or a worker."""
    for job in prints.lost():
        enqueue_print(job.pk)


def enqueue_print(job: uuid.UUID) -> None:
    """Ask a worker for a print. With the broker away the row waits for the sweeper."""
    try:
        make_print.delay(str(job))
    except OperationalError:
        return
