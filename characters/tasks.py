"""Background work: tasks fetch a row and delegate. A message for `make_print` only says that somebody waits."""

import uuid
from typing import Any

from celery import shared_task

from characters import keeping
from characters.models import PrintJob
from characters.printing import clearing, jobs, print_making, print_queue, turns

MOST_MESSAGES = 20
"""How many workers are told at a time that prints were lost; each tells another when it is done."""


@shared_task(name="characters.make_print", bind=True)  # type: ignore[untyped-decorator]  # Celery has no types
def make_print(self: Any, job: str = "") -> None:
    """Make the sheet whose turn it is. Whoever listens to the same queue goes on, and does what waited for this one.

    Messages from before named a print; it comes in its turn.
    """
    queue = (self.request.delivery_info or {}).get("routing_key") or ""
    made = print_making.make_next(uuid.UUID(self.request.id))
    if made is None:
        return
    for do in print_queue.when_printed:
        do(made, queue)
    if turns.waiting().exists():
        print_queue.enqueue_print(queue=queue)


@shared_task(name="characters.sweep_prints")  # type: ignore[untyped-decorator]  # Celery has no types
def sweep_prints() -> None:
    """Queue and send again what was lost with a broker or a worker."""
    for _ in jobs.put_back(PrintJob.objects.all())[:MOST_MESSAGES]:
        print_queue.enqueue_print()
    for do in print_queue.when_swept:
        do()


@shared_task(name="characters.clear")  # type: ignore[untyped-decorator]  # Celery has no types
def clear() -> None:
    """Clear what is kept no longer, and files that belong to nothing any more."""
    keeping.clear()
    clearing.clear_strays()
