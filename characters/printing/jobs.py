"""Whatever is put on paper: taken by one worker, touched while it is drawn, kept whole, or failed with a sentence.

A row is the job and a message only says that somebody waits, so nothing is lost with a broker or a worker.
"""

import errno
import logging
import os
import tempfile
import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeVar

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import Error, InterfaceError, OperationalError, connection, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from characters.models import Job
from characters.printing.print_page import TOO_DEEP, PrintError

MOST_ATTEMPTS = 3
HEARTBEAT = timedelta(seconds=3)
"""How often a job is touched while it is drawn."""
LOST_AFTER = 5 * HEARTBEAT
"""Whoever has not touched a job for so long is gone."""
UNFINISHED = (Job.State.QUEUED, Job.State.RUNNING)
UNKNOWN = "We couldn’t create the PDF. We’ve logged the error; try again."
GAVE_UP = "Creating the PDF failed three times."
TOO_SLOW = "Creating the PDF took too long. Shorten the notes or the gear, then try again."
DISK_FULL = "The server is full, so we couldn’t save the PDF. Tell this site’s administrator, then try again later."
NO_FILE = "We couldn’t save the PDF. We’ve logged the error; try again later."
NOT_ITS_FAULT = (OperationalError, InterfaceError)
"""What a job raises when the database goes away meanwhile."""
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)

logger = logging.getLogger(__name__)
SomeJob = TypeVar("SomeJob", bound=Job)


def path_of(job: Job) -> Path:
    return Path(settings.MEDIA_ROOT) / job.file


def folder() -> Path:
    """Where files are kept, made if need be."""
    made = Path(settings.MEDIA_ROOT) / "prints"
    made.mkdir(parents=True, exist_ok=True)
    return made


# Taking


def claim(jobs: QuerySet[SomeJob], pk: uuid.UUID, holder: uuid.UUID) -> SomeJob | None:
    """Take the job for this message if it is free, or the same message comes again because its worker was killed.

    None for one that is taken, finished, or has failed too often, which ends it.
    """
    free = Q(state=Job.State.QUEUED) | Q(state=Job.State.RUNNING, holder=holder)
    with transaction.atomic():
        job = jobs.select_for_update(skip_locked=True, of=("self",)).filter(free, pk=pk).first()
        if job is None:
            return None
        job.attempts, job.holder = job.attempts + 1, holder
        gone_wrong = job.attempts > MOST_ATTEMPTS
        if gone_wrong:
            job.state, job.error = Job.State.FAILED, GAVE_UP
        else:
            job.state, job.progress, job.error = Job.State.RUNNING, 10, ""
        job.save()
    return None if gone_wrong else job


def is_lost(job: Job) -> bool:
    """Whether nobody has touched it for too long."""
    return not job.finished and job.touched_at < timezone.now() - LOST_AFTER


def lost(jobs: QuerySet[SomeJob]) -> QuerySet[SomeJob]:
    """Those of them that nobody has touched for too long."""
    return jobs.filter(state__in=UNFINISHED, touched_at__lt=timezone.now() - LOST_AFTER)


def put_back(jobs: QuerySet[SomeJob]) -> list[uuid.UUID]:
    """Queue again those of them that are lost. Which, so that a worker can be told."""
    with transaction.atomic():
        found = list(lost(jobs).select_for_update(skip_locked=True, of=("self",)).values_list("pk", flat=True))
        again = {"state": Job.State.QUEUED, "holder": None, "touched_at": timezone.now()}
        jobs.model._default_manager.filter(pk__in=found).update(**again)
    return found


# Making


def run_job(job: SomeJob, draw: Callable[[SomeJob], bytes]) -> None:
    """Draw a job that was claimed and keep the file. `draw` may leave a word in `error` of what it did without.

    A database that goes away meanwhile is not the job's fault: it raises, and the job is found and done again.
    """
    try:
        with touched(job):
            content = draw(job)
            progress(job, 90)
            job.file = _keep(job, content)
    except NOT_ITS_FAULT:
        raise
    except Exception as fault:  # whatever it was, the person waiting gets a sentence
        _fail(job, fault)
        return
    job.state, job.progress = job.State.DONE, 100
    job.save(update_fields=["file", "state", "progress", "error", "touched_at"])


@contextmanager
def touched(job: Job) -> Iterator[None]:
    """Inside this block everybody can see that somebody is at the job."""
    over = threading.Event()
    beating = threading.Thread(target=_touch, args=(job, over), daemon=True)
    beating.start()
    try:
        yield
    finally:
        over.set()
        beating.join()


def _touch(job: Job, over: threading.Event) -> None:
    held = type(job)._default_manager.filter(pk=job.pk, holder=job.holder, state=Job.State.RUNNING)
    while not over.wait(HEARTBEAT.total_seconds()):
        try:
            held.update(touched_at=timezone.now())
        except Error:
            continue  # the database is away; perhaps it is back before the job counts as lost
        finally:
            connection.close()


def progress(job: Job, percent: int) -> None:
    """Tell whoever waits how far it is."""
    job.progress = percent
    job.save(update_fields=["progress", "touched_at"])


def moved_on(job: Job, **facts: Any) -> None:
    """Note that what a job shows changed while it waited: it is nobody's answer any more who asks for how that was."""
    for name, value in {**facts, "fingerprint": job.pk.hex}.items():
        setattr(job, name, value)
    job.save(update_fields=[*facts, "fingerprint", "touched_at"])


def _fail(job: Job, fault: Exception) -> None:
    words, known = sentence(fault)
    job.error, job.state = words[:300], job.State.FAILED
    job.save(update_fields=["error", "state", "touched_at"])
    if not known:
        logger.error("print_failed", exc_info=fault)


def sentence(fault: Exception) -> tuple[str, bool]:
    """What the person who waits is told, and whether that is all there is to know."""
    match fault:
        case PrintError():
            return str(fault), True
        case SoftTimeLimitExceeded():
            return TOO_SLOW, True
        case RecursionError() | MemoryError():
            return TOO_DEEP, True
        case OSError():
            return DISK_FULL if fault.errno in FULL else NO_FILE, False
    return UNKNOWN, False


def _keep(job: Job, content: bytes) -> str:
    """Write beside and rename, so that no half file is ever seen."""
    name = f"{job.pk}.pdf"
    with tempfile.NamedTemporaryFile(dir=folder(), suffix=".part", delete=False) as part:
        try:
            part.write(content)
            part.flush()
            os.fsync(part.fileno())
        except BaseException:
            Path(part.name).unlink()
            raise
    Path(part.name).rename(folder() / name)
    return f"prints/{name}"
