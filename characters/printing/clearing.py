"""Printed files that go: the oldest of who has many, and what belongs to no row. Asked for, all are made again."""

import time
from collections.abc import Sequence
from pathlib import Path

from django.db.models import Exists, OuterRef

from characters.models import Job, PartyPart, PartyPrint, PrintJob
from characters.printing.jobs import UNFINISHED, folder, path_of

KEPT = {"user": 100, "guest": 20}
"""How many finished prints of one person are kept."""
KEPT_PARTIES = 10
STRAY_AFTER = 3600
"""Seconds after which a file without a row is nobody's: a worker was killed at it, or its character is deleted."""
AT_ONCE = 500


def clear_prints_of(asker: str) -> None:
    """Keep the newest prints of a person. A party's sheets stay until it is bound, and their rows with it."""
    parts = PartyPart.objects.filter(job=OuterRef("pk"))
    finished = PrintJob.objects.filter(asker=asker).exclude(state__in=UNFINISHED).order_by("-touched_at", "pk")
    free = finished.exclude(Exists(parts.filter(party__state__in=UNFINISHED)))
    most = KEPT.get(asker.partition(" ")[0], KEPT["guest"])
    for job in free.annotate(in_party=Exists(parts))[most:]:
        _drop(job)
        if not job.in_party:
            job.delete()


def clear_parties_of(user: int) -> None:
    """Keep the newest parties that somebody asked for."""
    finished = PartyPrint.objects.filter(by=user).exclude(state__in=UNFINISHED).order_by("-touched_at", "pk")
    for party in finished[KEPT_PARTIES:]:
        _drop(party)
        party.delete()


def _drop(job: Job) -> None:
    if job.file:
        path_of(job).unlink(missing_ok=True)


def clear_strays() -> None:
    """Delete files that no row knows, and what was left half written."""
    old = time.time() - STRAY_AFTER
    found = [file for file in folder().iterdir() if file.stat().st_mtime < old]
    for start in range(0, len(found), AT_ONCE):
        some = found[start : start + AT_ONCE]
        known = _known(some)
        for file in some:
            if file.name not in known:
                file.unlink(missing_ok=True)


def _known(files: Sequence[Path]) -> set[str]:
    """Those of these files that a row leads to, by name."""
    names = [f"{file.parent.name}/{file.name}" for file in files]
    held = [
        model._default_manager.filter(file__in=names).values_list("file", flat=True) for model in (PrintJob, PartyPrint)
    ]
    return {Path(name).name for found in held for name in found}
