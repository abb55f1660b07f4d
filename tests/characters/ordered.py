"""Prints that a test asks for, and what has become of them."""

import uuid
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import timezone

from characters.models import PrintJob
from characters.printing import jobs
from tests.cast import Cast

A4 = {"paper": "a4", "variant": "full", "pages": "one", "appendix": False}


def again(job: PrintJob) -> PrintJob:
    job.refresh_from_db()
    return job


def untouched(**facts: Any) -> None:
    """As if nobody had touched any job for too long."""
    PrintJob.objects.update(touched_at=timezone.now() - jobs.LOST_AFTER - timedelta(seconds=1), **facts)


def files(suffix: str) -> list[Path]:
    return sorted((Path(settings.MEDIA_ROOT) / "prints").glob(f"*{suffix}"))


def claimed(pk: uuid.UUID, holder: uuid.UUID) -> PrintJob | None:
    return jobs.claim(PrintJob.objects.all(), pk, holder)


def queued(cast: Cast, asker: str, *, later: bool = False, state: str = "queued") -> PrintJob:
    """A print that somebody waits for."""
    mark = uuid.uuid4().hex
    return PrintJob.objects.create(
        character=cast.jane, version=1, options=A4, fingerprint=mark, asker=asker, later=later, state=state
    )
