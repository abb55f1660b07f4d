"""Printed sheets: from being asked for to a queued row, and on to a file, once, however often a worker dies on the way.

The same way is open to whatever else is a `Job`.
"""

import hashlib
import json
import os
import tempfile
import uuid
from collections.abc import Callable, Mapping
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from characters.models import Character, Job, PrintJob

if TYPE_CHECKING:
    from characters.printing import PrintPage

MOST_ATTEMPTS = 3
LOST_AFTER = timedelta(seconds=120)
"""Twice the time limit of a task: whoever held the job by then is gone."""
UNKNOWN = "The pages could not be laid out. The fault is noted; try again."

SomeJob = TypeVar("SomeJob", bound=Job)


# Asking

RENDERER = 3
"""Raise it when printed sheets look different, so that nobody is served an old one."""


def request_print(*, character: Character, options: Mapping[str, Any], later: bool = False) -> PrintJob:
    """The print of a character as it stands: the finished one if nothing changed, else a new job.

    `later` lets whoever waits for a single sheet go first.
    """
    from characters.tasks import enqueue_print

    fingerprint = fingerprint_of(character, options)
    with transaction.atomic():
        job, fresh = PrintJob.objects.select_for_update().get_or_create(
            character=character,
            fingerprint=fingerprint,
            defaults={"version": character.version, "options": dict(options)},
        )
        gone = job.state == PrintJob.State.DONE and not path_of(job).is_file()
        if gone or job.state == PrintJob.State.FAILED:
            job.state, job.attempts, job.error, job.progress = PrintJob.State.QUEUED, 0, "", 0
            job.save()
            fresh = True
        if fresh:
            transaction.on_commit(lambda: enqueue_print(job.pk, later=later))
    return job


def fingerprint_of(character: Character, options: Mapping[str, Any]) -> str:
    """Everything the printed sheet depends on, hashed."""
    facts = [
        RENDERER,
        character.version,
        character.name,
        *character.core,
        character.homebrew,
        None if character.table.books is None else sorted(character.table.books),
        dict(character.table.settings),
        character.stage,
        character.awards,
        str(character.owner or ""),
        character.approval_id,
        [[word.code, word.at, word.reason, word.by] for word in character.waived],
        dict(options),
    ]
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


# Making


def make(pk: uuid.UUID) -> None:
    """Make the file of a job, unless it is made, being made, or has failed too often."""
    job = _claim(pk)
    if job is not None:
        carry_out(job, _render)


def carry_out(job: SomeJob, draw: Callable[[SomeJob], bytes]) -> None:
    """Draw a job that was claimed and keep the file. `draw` may leave a word in `error` of what it did without."""
    try:
        content = draw(job)
    except Exception as fault:  # whatever it was, the person waiting gets a sentence
        _fail(job, fault)
        return
    progress(job, 90)
    job.file = _keep(job, content)
    job.state, job.progress = job.State.DONE, 100
    job.save(update_fields=["file", "state", "progress", "error", "touched_at"])


def lost() -> QuerySet[PrintJob]:
    """Jobs that nobody has touched for too long."""
    waiting = (PrintJob.State.QUEUED, PrintJob.State.RUNNING)
    return PrintJob.objects.filter(state__in=waiting, touched_at__lt=timezone.now() - LOST_AFTER)


def path_of(job: Job) -> Path:
    return Path(settings.MEDIA_ROOT) / job.file


def _claim(pk: uuid.UUID) -> PrintJob | None:
    return claim(PrintJob.objects.all(), pk)


def claim(jobs: QuerySet[SomeJob], pk: uuid.UUID) -> SomeJob | None:
    """Take the job if it is free. A redelivered message finds it taken, done or given up."""
    with transaction.atomic():
        job = jobs.select_for_update(skip_locked=True, of=("self",)).filter(pk=pk).first()
        if job is None or job.finished:
            return None
        fresh = timezone.now() - job.touched_at < LOST_AFTER
        if job.state == Job.State.RUNNING and fresh and job.attempts >= MOST_ATTEMPTS:
            return None
        job.attempts += 1
        if job.attempts > MOST_ATTEMPTS:
            job.state, job.error = Job.State.FAILED, "The printer gave up after three tries."
            job.save()
            return None
        job.state, job.progress, job.error = Job.State.RUNNING, 10, ""
        job.save()
    return job


def _render(job: PrintJob) -> bytes:
    from characters.printing import render

    character = Character.objects.with_table().select_related("owner").get(pk=job.character_id)
    if fingerprint_of(character, job.options) != job.fingerprint:
        moved_on(job, version=character.version)
    sheet = character.read()
    progress(job, 30)
    return render(sheet, page_of(character, job.options))


def moved_on(job: Job, **facts: Any) -> None:
    """Note that what a job shows changed while it waited: it is nobody's answer any more who asks for how that was."""
    for name, value in {**facts, "fingerprint": job.pk.hex}.items():
        setattr(job, name, value)
    job.save(update_fields=[*facts, "fingerprint", "touched_at"])


def page_of(character: Character, options: Mapping[str, Any]) -> "PrintPage":
    """How a character is printed: who and what it is, and what was asked for."""
    from characters.printing import PrintPage

    return PrintPage(
        name=str(character),
        system_key=character.system,
        system_name=character.game.name,
        edition=character.rulebook.editions[0].replace("@", " "),
        version=character.version,
        date=timezone.localdate(character.changed_at),
        player=character.owner.get_username() if character.owner else "",
        paper=options.get("paper", "a4"),
        variant=options.get("variant", "full"),
        pages=options.get("pages", "two"),
        appendix=bool(options.get("appendix")),
        what_if=character.branch_of_id is not None,
    )


def progress(job: Job, percent: int) -> None:
    """Tell whoever waits how far it is."""
    job.progress = percent
    job.save(update_fields=["progress", "touched_at"])


def _fail(job: Job, fault: Exception) -> None:
    from characters.printing import PrintError

    known = isinstance(fault, PrintError)
    job.error = str(fault)[:300] if known else UNKNOWN
    job.state = job.State.FAILED
    job.save(update_fields=["error", "state", "touched_at"])
    if not known:
        raise fault


def _keep(job: Job, content: bytes) -> str:
    """Write beside and rename, so that no half file is ever seen."""
    folder = Path(settings.MEDIA_ROOT) / "prints"
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{job.pk}.pdf"
    with tempfile.NamedTemporaryFile(dir=folder, suffix=".part", delete=False) as part:
        try:
            part.write(content)
            part.flush()
            os.fsync(part.fileno())
        except OSError:
            Path(part.name).unlink()
            raise
    Path(part.name).rename(folder / name)
    return f"prints/{name}"
