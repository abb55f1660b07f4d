"""Pages drawn a while ago: what one of them showed, and whether what was chosen on it still fits what is stored.

A page names the version it was drawn at and the tab it stands in. What its own tab did since, it knows.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from characters.history.revisions import NAME, Paths, rewind
from characters.models import Character, Revision
from rules.kernel.documents import PathError, value_at


@dataclass(frozen=True)
class FieldConflict:
    """A field somebody else changed since the page was drawn: what they put there, and what came now."""

    path: str
    theirs: Any
    yours: Any


class EditConflict(Exception):
    """Some fields were changed elsewhere since the page was drawn; nothing was saved."""

    def __init__(self, conflicts: Sequence[FieldConflict], character: Character) -> None:
        super().__init__(", ".join(conflict.path for conflict in conflicts))
        self.conflicts = tuple(conflicts)
        self.character = character


def shown_document(character: Character, drawn: int, tab: str = "") -> tuple[str, dict[str, Any]]:
    """Name and build as a page of version `drawn` shows them.

    A page knows what it did itself since, also where the answer to it was lost on the way, so only what
    others did is undone. Raises PathError for a page of so long ago that no one can tell what it showed.
    """
    name, build = character.name, character.build
    if drawn < character.version:
        own = Paths()
        since = character.revisions.filter(version__gt=drawn, version__lte=character.version).order_by("-version")
        for revision in _unfolded(since, drawn):
            if tab and revision.tab == tab:
                own.add(change[0] for change in revision.changes)
                continue
            others = [change for change in revision.changes if not own.overlap(change[0])]
            name, build = rewind(name, build, others)
    return name, build if isinstance(build, dict) else {}


def _unfolded(later: Iterable[Revision], drawn: int) -> list[Revision]:
    """The steps since version `drawn`. Raises PathError where that version was folded away."""
    found = list(later)
    if any(0 < revision.since <= drawn for revision in found):
        raise PathError("Too much has changed since you opened this page. Copy what you typed, then reload the page.")
    return found


def refuse_stale(held: Character, changes: Mapping[str, Any], drawn: int, own: Container[str] = ()) -> None:
    """Raise EditConflict where others changed the same fields since version `drawn`, to something else.

    `own` has the tab and the deed that the changes come from.
    Raises PathError where that was so long ago that no one can tell.
    """
    later = _unfolded(held.revisions.filter(version__gt=drawn), drawn)
    touched = Paths(change[0] for revision in later if revision.tab not in own for change in revision.changes)
    conflicts = [
        FieldConflict(path, held.name if path == NAME else value_at(held.build, path), value)
        for path, value in changes.items()
        if touched.overlap(path)
    ]
    conflicts = [conflict for conflict in conflicts if conflict.theirs != conflict.yours]
    if conflicts:
        raise EditConflict(conflicts, held)
