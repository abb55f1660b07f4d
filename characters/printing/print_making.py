"""Printed sheets: made once, however often a worker dies on the way."""

import uuid

from characters.models import Character, PrintJob
from characters.printing import clearing, jobs, rendering, turns
from characters.printing.print_html import page_of
from characters.printing.print_jobs import digest_of


def make_next(holder: uuid.UUID) -> PrintJob | None:
    """Make the print whose turn it is. None when nobody waits whose turn it could be.

    `holder` is the message that says so. Coming again, it takes up what it was at when its worker was killed.
    """
    left = PrintJob.objects.filter(state=PrintJob.State.RUNNING, holder=holder)
    for pk in [*left.values_list("pk", flat=True), *turns.waiting().values_list("pk", flat=True)[:5]]:
        job = make(pk, holder)
        if job is not None:
            return job
    return None


def make(pk: uuid.UUID, holder: uuid.UUID | None = None) -> PrintJob | None:
    """Make the file of a job, unless it is made, being made, or has failed too often."""
    job = jobs.claim(PrintJob.objects.all(), pk, holder or uuid.uuid4())
    if job is not None:
        jobs.run_job(job, _render)
        clearing.clear_prints_of(job.asker)
    return job


def _render(job: PrintJob) -> bytes:
    character = Character.objects.with_table().select_related("owner").get(pk=job.character_id)
    if digest_of(character, job.options) != job.fingerprint:
        jobs.moved_on(job, version=character.version)
    sheet = character.read()
    jobs.progress(job, 30)
    return rendering.render(sheet, page_of(character, job.options))
