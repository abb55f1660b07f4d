"""Telling workers that somebody waits. A message says no more: what is to be done stands in a row.

The room above adds what waits there for a print, and what else can be lost.
"""

import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from celery import current_app
from kombu.exceptions import OperationalError

from characters.models import Job, PrintJob
from characters.printing import jobs

BROKER_REST = timedelta(seconds=5)
"""How long a broker that did not answer is left alone: nobody waits for it twice, and the rows wait for the sweeper."""
LATER = 3
"""The broker's priority of a print, where 0 goes first: the sweeper passes however many wait."""
when_printed: list[Callable[[PrintJob, str], None]] = []
"""What is done once a sheet is made, told of it and of the queue its worker listens to."""
when_swept: list[Callable[[], None]] = []
"""What else is looked for when lost prints are."""


class Away:
    """When this process last found the broker away."""

    since: float | None = None


def look_after(*watched: Job) -> None:
    """Somebody watches these: should one be lost, the sweeper comes now, whether or not the clock still goes."""
    if any(map(jobs.is_lost, watched)):
        send("characters.sweep_prints", expires=jobs.LOST_AFTER.total_seconds())


def enqueue_print(*, queue: str = "") -> None:
    """Tell a worker that somebody waits for a print. With the broker away the row waits for the sweeper."""
    send("characters.make_print", queue=queue, priority=LATER)


def send(task: str, *args: str, queue: str = "", **how: Any) -> None:
    """Ask for a task by its name, unless the broker was away a moment ago."""
    if Away.since is not None and time.monotonic() - Away.since < BROKER_REST.total_seconds():
        return
    try:
        current_app.send_task(task, args, ignore_result=True, **({"queue": queue} if queue else {}), **how)
        Away.since = None
    except OperationalError:
        Away.since = time.monotonic()
