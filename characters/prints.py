"""Printed sheets: from a queued row to a file, once, however often a worker dies on the way."""

import os
import tempfile
import uuid
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from characters.models import Character, PrintJob

if TYPE_CHECKING:
    from characters.printing import PrintPage

MOST_ATTEMPTS = 3
LOST_AFTER = timedelta(seconds=120)
"""Twice the time limit of a task: whoever held the job by then is gone."""


def make(pk: uuid.UUID) -> None:
    """Make the file of a job, unless it is made, being made, or has failed too often."""
    job = _claim(pk)
    if job is None:
        return
    try:
        content = _render(job)
    except Exception as fault:  # whatever it was, the person waiting gets a sentence
        _fail(job, fault)
        return
    _progress(job, 90)
    job.file = _keep(job, content)
    job.state, job.progress, job.error = PrintJob.State.DONE, 100, ""
    job.save(update_fields=["file", "state", "progress", "error", "touched_at"])


def lost() -> QuerySet[PrintJob]:
    """Jobs that nobody has touched for too long."""
    waiting = (PrintJob.State.QUEUED, PrintJob.State.RUNNING)
    return PrintJob.objects.filter(state__in=waiting, touched_at__lt=timezone.now() - LOST_AFTER)


def path_of(job: PrintJob) -> Path:
    return Path(settings.MEDIA_ROOT) / job.file


def _claim(pk: uuid.UUID) -> PrintJob | None:
    """Take the job if it is free. A redelivered message finds it taken, done or given up."""
    with transaction.atomic():
        job = PrintJob.objects.select_for_update(skip_locked=True).filter(pk=pk).first()
        if job is None or job.finished:
            return None
        fresh = timezone.now() - job.touched_at < LOST_AFTER
        if job.state == PrintJob.State.RUNNING and fresh and job.attempts >= MOST_ATTEMPTS:
            return None
        job.attempts += 1
        if job.attempts > MOST_ATTEMPTS:
            job.state, job.error = PrintJob.State.FAILED, "The printer gave up after three tries."
            job.save()
            return None
        job.state, job.progress = PrintJob.State.RUNNING, 10
        job.save()
    return job


def _render(job: PrintJob) -> bytes:
    from characters.printing import render

    character = Character.objects.with_table().select_related("owner").get(pk=job.character_id)
    sheet = character.read()
    _progress(job, 30)
    return render(sheet, page_of(character, job.options))


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
    )


def _progress(job: PrintJob, percent: int) -> None:
    job.progress = percent
    job.save(update_fields=["progress", "touched_at"])


def _fail(job: PrintJob, fault: Exception) -> None:
    from characters.printing import PrintError

    known = isinstance(fault, PrintError)
    job.error = str(fault)[:300] if known else "The sheet could not be laid out. The fault is noted; try again."
    job.state = PrintJob.State.FAILED
    job.save(update_fields=["error", "state", "touched_at"])
    if not known:
        raise fault


def _keep(job: PrintJob, content: bytes) -> str:
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
