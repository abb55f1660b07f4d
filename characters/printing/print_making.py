"""Printed sheets: made once, however often a worker dies on the way."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from characters.models import Character, Portrait, PrintJob
from characters.printing import clearing, jobs, rendering, turns
from characters.printing.print_jobs import digest_of
from characters.printing.print_page import PrintPage


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


def page_of(character: Character, options: Mapping[str, Any]) -> PrintPage:
    """How a character is printed: who and what it is, and what was asked for."""
    return PrintPage(
        name=str(character),
        system_key=character.system,
        system_name=character.game.name,
        version=character.version,
        date=timezone.localdate(character.changed_at),
        player=character.owner.get_username() if character.owner else "",
        paper=options.get("paper", "a4"),
        variant=options.get("variant", "full"),
        pages=options.get("pages", "two"),
        appendix=bool(options.get("appendix")),
        face=_face(character),
        what_if=character.branch_of_id is not None,
    )


def _face(character: Character) -> tuple[str, bytes] | None:
    """The portrait of a character that has one."""
    found = Portrait.objects.filter(pk=character.pk).first() if character.portrait else None
    return (character.portrait, bytes(found.data)) if found else None
