"""What a person does with a character. Verbs with keyword arguments; no HTTP in here.

Every write locks the row, applies to what is stored (so two tabs that touch different fields both win)
and appends a revision.
"""

import hashlib
import json
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random, SystemRandom
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import transaction
from django.utils import timezone

from campaigns.models import Campaign
from characters.models import Character, PrintJob, Revision
from rules.kernel import Change, Document, PathError, apply, compare, value_at
from rules.kernel.builds import NAME_LIMIT, read_value
from rules.rulebook import core_of

Person = AbstractBaseUser | AnonymousUser | None

NAME = "name"
"""The path of the character's own name, which stands beside the build."""


@dataclass(frozen=True)
class Conflict:
    """A field somebody else changed since the page was drawn: what they put there, and what came now."""

    path: str
    theirs: Any
    yours: Any


class StaleEdit(Exception):
    """Some fields were changed elsewhere since the page was drawn; nothing was saved."""

    def __init__(self, conflicts: Sequence[Conflict], character: Character) -> None:
        super().__init__(", ".join(conflict.path for conflict in conflicts))
        self.conflicts = tuple(conflicts)
        self.character = character


def create_character(
    *,
    system: str,
    by: Person = None,
    guest: uuid.UUID | None = None,
    name: str = "",
    build: Mapping[str, Any] | None = None,
    campaign: Campaign | None = None,
    document: Document | None = None,
) -> Character:
    """A new character of a game, empty or with the choices of a build or of an imported document."""
    book = core_of(system)
    character = Character(
        owner=_user(by),
        guest=None if _user(by) else guest,
        campaign=campaign,
        book=book,
        system=system,
        name=name,
        build=dict(build or {}),
    )
    if document is not None:
        character.name = document.name
        character.build = document.build if isinstance(document.build, dict) else {}
        character.settings = dict(document.settings or {})
        character.extra = dict(document.extra or {})
        character.stage, character.awards = document.stage, document.awards
    with transaction.atomic():
        character.save()
        character.revisions.create(version=character.version, kind=Revision.Kind.CREATE, by=_user(by))
    return character


def change_build(
    *, character: Character, changes: Mapping[str, Any], drawn: int, tab: str = "", by: Person = None
) -> Character:
    """Put values at paths. `drawn` is the version the page showed when the person chose.

    Raises PathError for what no build can hold and StaleEdit when another tab changed the same field
    since; either way nothing is saved.
    """
    with transaction.atomic():
        held = _lock(character)
        if drawn != held.version:
            _refuse_stale(held, changes, drawn, tab)
        _write(held, changes.items(), by=by, tab=tab)
    return held


def undo(*, character: Character, tab: str = "", by: Person = None) -> Character:
    """Take the last change back. Without one, nothing happens."""
    with transaction.atomic():
        held = _lock(character)
        last = held.revisions.filter(version=held.undo_version).first()
        if last is None:
            return held
        back = [Change(*change).reversed() for change in reversed(last.changes)]
        redo_next = held.redo_version
        _write(
            held,
            [(c.path, c.after) for c in back],
            by=by,
            tab=tab,
            kind=Revision.Kind.UNDO,
            of=last,
            previous=redo_next,
        )
        held.undo_version, held.redo_version = last.previous, held.version
        held.save(update_fields=["undo_version", "redo_version"])
    return held


def redo(*, character: Character, tab: str = "", by: Person = None) -> Character:
    """Bring back the last change that was undone. Without one, nothing happens."""
    with transaction.atomic():
        held = _lock(character)
        undone = held.revisions.filter(version=held.redo_version).first()
        if undone is None:
            return held
        first = held.revisions.get(version=undone.of)
        forth = [Change(*change) for change in first.changes]
        _write(held, [(c.path, c.after) for c in forth], by=by, tab=tab, kind=Revision.Kind.REDO, of=first)
        held.undo_version, held.redo_version = first.version, undone.previous
        held.save(update_fields=["undo_version", "redo_version"])
    return held


def fill_at_random(*, character: Character, by: Person = None, tab: str = "", seed: int | None = None) -> Character:
    """Fill every open choice legally; what is chosen stays. One undo takes all of it back."""
    rng = Random(SystemRandom().getrandbits(64) if seed is None else seed)
    with transaction.atomic():
        held = _lock(character)
        filled = held.game.random(held.build, rng, held.rulebook, held.table)
        changes = [(change.path, change.after) for change in compare(held.build, filled)]
        _write(held, changes, by=by, tab=tab)
    return held


def change_play(*, character: Character, key: str, value: int) -> Character:
    """Set a tracker. Raises PathError for one the game does not have."""
    with transaction.atomic():
        held = _lock(character)
        tracker = next((t for t in held.read().trackers if t.key == key), None)
        if tracker is None:
            raise PathError("This game has no such tracker.")
        top = tracker.maximum.value if tracker.maximum else 999
        held.play = {**held.play, key: min(max(value, 0), top)}
        held.save(update_fields=["play"])
    return held


def duplicate(*, character: Character, by: Person = None, guest: uuid.UUID | None = None) -> Character:
    """A copy of the choices under a new name, with a history of its own."""
    copy = create_character(
        system=character.system,
        by=by,
        guest=guest,
        name=f"{character.name or 'Nameless'}, a copy"[:NAME_LIMIT],
        build=character.build,
        campaign=character.campaign,
    )
    copy.settings, copy.extra = character.settings, character.extra
    copy.stage, copy.awards = character.stage, character.awards
    copy.save(update_fields=["settings", "extra", "stage", "awards"])
    return copy


def bin_character(*, character: Character) -> None:
    """Put a character in the bin, from where it can be taken back."""
    Character.objects.filter(pk=character.pk).update(deleted_at=timezone.now())


def unbin_character(*, character: Character) -> None:
    Character.objects.filter(pk=character.pk).update(deleted_at=None)


def adopt(*, user: AbstractBaseUser, guest: uuid.UUID) -> int:
    """Give a guest's characters to the account they signed up or logged in with. Returns how many."""
    return Character.objects.filter(guest=guest).update(owner=user, guest=None)


# Printing

RENDERER = 1
"""Raise it when printed sheets look different, so that nobody is served an old one."""


def request_print(*, character: Character, options: Mapping[str, Any]) -> PrintJob:
    """The print of a character as it stands: the finished one if nothing changed, else a new job."""
    from characters.tasks import enqueue_print

    fingerprint = _fingerprint(character, options)
    with transaction.atomic():
        job, fresh = PrintJob.objects.select_for_update().get_or_create(
            character=character,
            fingerprint=fingerprint,
            defaults={"version": character.version, "options": dict(options)},
        )
        if job.state == PrintJob.State.FAILED:
            job.state, job.attempts, job.error, job.progress = PrintJob.State.QUEUED, 0, "", 0
            job.save()
            fresh = True
        if fresh:
            transaction.on_commit(lambda: enqueue_print(job.pk))
    return job


def _fingerprint(character: Character, options: Mapping[str, Any]) -> str:
    facts = [
        RENDERER,
        character.version,
        character.name,
        character.book_id,
        character.book.version,
        dict(character.table.settings),
        character.stage,
        character.awards,
        str(character.owner or ""),
        dict(options),
    ]
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


# In common


def drawn_document(character: Character, drawn: int) -> tuple[str, dict[str, Any]]:
    """Name and build as a page of version `drawn` showed them."""
    name, build = character.name, character.build
    if drawn >= character.version:
        return name, build
    for revision in character.revisions.filter(version__gt=drawn).order_by("-version"):
        for path, before, _ in reversed(revision.changes):
            if path == NAME:
                name = before or ""
            else:
                build = apply(build, path, before)
    return name, build


def _lock(character: Character) -> Character:
    """The stored character, locked until the transaction ends."""
    return Character.objects.select_for_update(of=("self",)).select_related("book", "campaign").get(pk=character.pk)


def _refuse_stale(held: Character, changes: Mapping[str, Any], drawn: int, tab: str) -> None:
    later = held.revisions.filter(version__gt=drawn)
    if tab:
        later = later.exclude(tab=tab)
    touched = {change[0] for revision in later for change in revision.changes}
    conflicts = [
        Conflict(path, held.name if path == NAME else value_at(held.build, path), value)
        for path, value in changes.items()
        if any(_overlap(path, other) for other in touched)
    ]
    conflicts = [conflict for conflict in conflicts if conflict.theirs != conflict.yours]
    if conflicts:
        raise StaleEdit(conflicts, held)


def _overlap(path: str, other: str) -> bool:
    return path == other or path.startswith(f"{other}.") or other.startswith(f"{path}.")


def _write(
    held: Character,
    changes: Iterable[tuple[str, Any]],
    *,
    by: Person,
    tab: str,
    kind: Revision.Kind = Revision.Kind.EDIT,
    of: Revision | None = None,
    previous: int = 0,
) -> None:
    """Apply changes to a locked character and append the revision. Changes of nothing leave no trace."""
    made: list[Change] = []
    for path, value in changes:
        if path == NAME:
            before, held.name = held.name, _name(value)
            after: Any = held.name
        else:
            before = value_at(held.build, path)
            held.build = apply(held.build, path, value)
            after = value_at(held.build, path)
        if before != after:
            made.append(Change(path, before, after))
    if not made and kind == Revision.Kind.EDIT:
        return
    held.version += 1
    if kind == Revision.Kind.EDIT:
        previous, held.undo_version, held.redo_version = held.undo_version, held.version, 0
    held.save(update_fields=["name", "build", "version", "undo_version", "redo_version", "changed_at"])
    held.revisions.create(
        version=held.version,
        kind=kind,
        changes=[list(change) for change in made],
        of=of.version if of else 0,
        previous=previous,
        tab=tab,
        by=_user(by),
    )


def _name(value: Any) -> str:
    try:
        name: str = read_value(NAME, value or "")
    except ValueError as fault:
        raise PathError(f"The name {fault}.") from None
    return name.strip()


def _user(person: Person) -> Any:
    return person if person is not None and person.is_authenticated else None
