"""Printed sheets: asked for, and found where they are made already."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from django.db import transaction

from characters.models import Character, PrintJob, asker
from characters.printing import jobs, print_queue, turns

RENDERER = 27
"""Raise it when printed sheets look different, so that nobody is served an old one."""


def request_print(*, character: Character, options: Mapping[str, Any], by: str = "", later: bool = False) -> PrintJob:
    """The print of a character as it stands: the finished one if nothing changed, else a new job.

    `by` is who asks, an `asker`, by themselves the one whose character it is; `later` lets whoever waits for a single
    sheet go first. Raises TooMany.
    """
    by = by or asker(user=character.owner_id, guest=character.guest)
    with transaction.atomic():
        job, fresh = PrintJob.objects.select_for_update().get_or_create(
            character=character,
            fingerprint=digest_of(character, options),
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
            transaction.on_commit(print_queue.enqueue_print)
    return job


def digest_of(character: Character, options: Mapping[str, Any]) -> str:
    """Everything the printed sheet depends on, hashed."""
    facts = [
        RENDERER,
        character.version,
        character.name,
        character.portrait,
        character.bust,
        character.crest,
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
