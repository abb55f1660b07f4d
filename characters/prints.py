"""Printed sheets: asked for, queued, and made once, however often a worker dies on the way."""

import hashlib
import json
import uuid
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils import timezone

from characters import clearing, jobs, turns
from characters.models import Character, PrintJob, asker

if TYPE_CHECKING:
    from characters.printing import PrintPage

RENDERER = 3
"""Raise it when printed sheets look different, so that nobody is served an old one."""


# Asking


def request_print(*, character: Character, options: Mapping[str, Any], by: str = "", later: bool = False) -> PrintJob:
    """The print of a character as it stands: the finished one if nothing changed, else a new job.

    `by` is who asks, an `asker`, by themselves the one whose character it is; `later` lets whoever waits for a single
    sheet go first. Raises TooMany.
    """
    from characters.tasks import enqueue_print

    by = by or asker(user=character.owner_id, guest=character.guest)
    with transaction.atomic():
        job, fresh = PrintJob.objects.select_for_update().get_or_create(
            character=character,
            fingerprint=fingerprint_of(character, options),
            defaults={"version": character.version, "options": dict(options), "asker": by, "later": later},
        )
        gone = job.state == PrintJob.State.DONE and not jobs.path_of(job).is_file()
        if gone or job.state == PrintJob.State.FAILED:
            job.state, job.attempts, job.error, job.progress = PrintJob.State.QUEUED, 0, "", 0
            job.asker, job.later, job.file, fresh = by, later, "", True
            job.save()
        elif job.later and not later and not job.finished:
            job.asker, job.later = by, False
            job.save(update_fields=["asker", "later"])
        if fresh and not later:
            turns.refuse_too_many(by)
        if fresh:
            transaction.on_commit(enqueue_print)
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
        [entry.as_json() for entry in character.ledger],
        str(character.owner or ""),
        character.approval_id,
        [[word.code, word.at, word.reason, word.by] for word in character.waived],
        dict(options),
    ]
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


# Making


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
        jobs.carry_out(job, _render)
        clearing.clear_prints_of(job.asker)
    return job


def _render(job: PrintJob) -> bytes:
    from characters.printing import render

    character = Character.objects.with_table().select_related("owner").get(pk=job.character_id)
    if fingerprint_of(character, job.options) != job.fingerprint:
        jobs.moved_on(job, version=character.version)
    sheet = character.read()
    jobs.progress(job, 30)
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
        what_if=character.branch_of_id is not None,
    )
