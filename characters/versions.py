"""What a person does with versions: bring one back, try something out beside the character, keep it."""

import uuid
from collections.abc import Collection
from typing import Any, NamedTuple

from django.db import transaction

from characters.actions import Person, append_edit, bin_character, duplicate, lock
from characters.history.edit_conflicts import EditConflict, FieldConflict
from characters.history.parting import parted, refuse_parting, returned
from characters.history.revisions import NAME, back, between, overlap, step
from characters.library.character_books import Shelves, merged, move
from characters.models import Character
from rules.kernel import Build, Reading
from rules.kernel.documents import Change, PathError, value_at

KEEPING = "Applying this what-if"


def document_at(character: Character, version: int) -> tuple[str, Any]:
    """Name and build as they stood at a version. Raises PathError for one that there is not."""
    here = (character.name, character.build)
    if version == character.version:
        return here
    later = character.revisions.filter(version__gt=version, version__lte=character.version).order_by("-version")
    told = list(later.values_list("version", "changes", "since"))
    last = None
    for last in back(*here, (row[:2] for row in told)):  # noqa: B007  # the last one is what counts
        pass
    if version < 1 or last is None or (last.version, told[-1][2] or last.version) != (told[-1][0], version + 1):
        raise PathError(f"Version {version} doesn’t exist.")
    return last.before


def readings(character: Character, *documents: tuple[str, Any]) -> tuple[Reading, ...]:
    """What names and builds of a character come to by the rules and the books of today."""
    game, book, table = character.game, character.rulebook, character.table
    return tuple(game.reading(Build.parse(build, name), book, table) for name, build in documents)


def nearest(character: Character, version: int) -> int:
    """This version, or the one that it was folded into."""
    kept = character.revisions.filter(version__gte=version, version__lte=character.version).order_by("version")
    found: int | None = kept.values_list("version", flat=True).first()
    return character.version if found is None else found


@transaction.atomic
def restore(*, character: Character, version: int, by: Person = None, tab: str = "") -> Character:
    """Make name and build what they were at a version, as one change that undo takes back.

    Where nothing differs, nothing happens. Raises PathError for a version that there is not, and Refused for one
    from before the ledger says that something left.
    """
    held = lock(character)
    cancelled = refuse_parting(held, range(version + 1, held.version + 1), "That")
    held = become(held, document_at(held, version), by, tab)
    if cancelled:
        returned(cancelled, held.version)
    return held


def become(held: Character, document: tuple[str, Any], by: Person, tab: str = "") -> Character:
    """Give a character that is locked another name and build, as one change that undo takes back."""
    made = between((held.name, held.build), document)
    if made:
        held.name, held.build = document
        append_edit(held, made, by=by, tab=tab)
    return held


@transaction.atomic
def what_if(
    *, character: Character, version: int | None = None, by: Person = None, guest: uuid.UUID | None = None
) -> Character:
    """A branch of a character, from now or from a version, to try something out on.

    Raises PathError for a version that there is not, and for the branch of a branch; Refused as `duplicate` does.
    """
    if character.branch_of_id:
        raise PathError("This is already a what-if. Copy it to try something else.")
    branched_at = character.version if version is None else version
    name, build = document_at(character, branched_at)
    tried = {"name": name, "build": build, "branch_of": character, "branched_at": branched_at}
    return duplicate(character=character, by=by, guest=guest, campaign=character.campaign, **tried)


class MergePlan(NamedTuple):
    """What keeping a what-if would change in its original, where the original has changed too, and the shelf it would
    have then."""

    changes: tuple[Change, ...]
    conflicts: tuple[FieldConflict, ...]
    shelf: tuple[int, ...]


def plan(branch: Character, original: Character) -> MergePlan:
    """Compare both with what they have in common: the what-if's first version."""
    start = document_at(branch, 1)
    now = (original.name, original.build)
    tried, since = between(start, (branch.name, branch.build)), between(start, now)
    for path in _lists(tried) & _lists(since) & _moved([*tried, *since]):
        tried, since = (_as_one(path, changes, start[1], end[1]) for changes, end in (
            (tried, (branch.name, branch.build)), (since, now),
        ))  # fmt: skip
    touched = [change.path for change in since]
    disputed = [
        FieldConflict(change.path, _standing(now, change.path), change.after)
        for change in tried
        if any(_same_choice(change.path, path) for path in touched)
    ]
    shelf = merged(Shelves(branch).at(1), branch.homebrew, original.homebrew)
    return MergePlan(
        tuple(tried), tuple(conflict for conflict in disputed if conflict.theirs != conflict.yours), tuple(shelf)
    )


@transaction.atomic
def keep(
    *,
    branch: Character,
    original: Character,
    drawn: int,
    mine: Collection[str] = (),
    theirs: Collection[str] = (),
    by: Person = None,
) -> Character:
    """Make what was tried out the original's next change, and put the what-if in the bin.

    `drawn` is the original's version that the page showed; `mine` and `theirs` are the disputed paths that the
    what-if and the original win. Raises EditConflict where a dispute is open, or was settled on an older version, and
    Refused where it would part the original's build from what its ledger says of it.
    """
    held = {pk: lock(Character(pk=pk)) for pk in sorted((branch.pk, original.pk))}
    kept, tried = held[original.pk], held[branch.pk]
    found = plan(tried, kept)
    settled = {*mine, *theirs} if drawn == kept.version else set()
    if any(conflict.path not in settled for conflict in found.conflicts):
        raise EditConflict(found.conflicts, kept)
    left = {conflict.path for conflict in found.conflicts} - set(mine)
    refuse_parting(tried, range(1, tried.version + 1), KEEPING)
    won = {conflict.path for conflict in found.conflicts} - left
    cancelled = refuse_parting(kept, parted(kept, won, tried.branched_at), KEEPING)
    document = (kept.name, kept.build)
    for change in found.changes:
        if change.path not in left:
            document = step(*document, change)
    become(kept, document, by)
    if cancelled:
        returned(cancelled, kept.version)
    move(kept, found.shelf, by)
    bin_character(character=tried)
    return kept


def _standing(document: tuple[str, Any], path: str) -> Any:
    """What stands at a recorded path; the whole build has an empty one."""
    name, build = document
    return name if path == NAME else (value_at(build, path) if path else build)


def _same_choice(path: str, other: str) -> bool:
    """As `overlap`, but the name stands beside the build and not in it."""
    return path == other if NAME in (path, other) else overlap(path, other)


def _list_of(path: str) -> str:
    segments = path.split(".")
    return ".".join(segments[:2]) if segments[0] == "entries" else ""


def _lists(changes: list[Change]) -> set[str]:
    return {_list_of(change.path) for change in changes} - {""}


def _moved(changes: list[Change]) -> set[str]:
    """Lists that an entry was put into or taken from, so that places no longer mean the same entry."""
    whole = (change.path for change in changes if change.path.count(".") % 3 == 2 and None in change[1:])
    return {_list_of(path) for path in whole if path.split(".")[-3] == "entries"} - {""}


def _as_one(path: str, changes: list[Change], start: Any, end: Any) -> list[Change]:
    """Changes of one list as a single change of the whole list."""
    rest = [change for change in changes if _list_of(change.path) != path]
    return [*rest, Change(path, value_at(start, path), value_at(end, path))]
