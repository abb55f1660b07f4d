"""Pages drawn a while ago: what one of them showed, and whether what was chosen on it still fits what is stored.

A page names the version it was drawn at and the tab it stands in. What its own tab did since, it knows.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from characters.history import NAME, overlap, rewind
from characters.models import Character
from rules.kernel import value_at


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


def shown_document(character: Character, drawn: int, tab: str = "") -> tuple[str, dict[str, Any]]:
    """Name and build as a page of version `drawn` shows them.

    A page knows what it did itself since, also where the answer to it was lost on the way, so only what
    others did is taken back.
    """
    name, build = character.name, character.build
    if drawn < character.version:
        own: set[str] = set()
        for revision in character.revisions.filter(version__gt=drawn, version__lte=character.version).order_by(
            "-version"
        ):
            if tab and revision.tab == tab:
                own.update(path for path, _, _ in revision.changes)
                continue
            others = [change for change in revision.changes if not any(overlap(change[0], path) for path in own)]
            name, build = rewind(name, build, others)
    return name, build if isinstance(build, dict) else {}


def refuse_stale(held: Character, changes: Mapping[str, Any], drawn: int, tab: str) -> None:
    """Raise StaleEdit where others changed the same fields since version `drawn`, to something else."""
    later = held.revisions.filter(version__gt=drawn)
    if tab:
        later = later.exclude(tab=tab)
    touched = {change[0] for revision in later for change in revision.changes}
    conflicts = [
        Conflict(path, held.name if path == NAME else value_at(held.build, path), value)
        for path, value in changes.items()
        if any(overlap(path, other) for other in touched)
    ]
    conflicts = [conflict for conflict in conflicts if conflict.theirs != conflict.yours]
    if conflicts:
        raise StaleEdit(conflicts, held)
