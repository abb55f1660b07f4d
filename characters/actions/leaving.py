"""What leaves the build with an entry of the ledger, and returns when the entry is cancelled."""

from collections.abc import Mapping
from typing import Any

from characters.actions.edit_build import append_edit, applied
from characters.actions.locking import Person
from characters.history.revisions import put, record
from characters.models import Character, LedgerEntry
from rules.kernel.documents import PathError, value_at
from rules.kernel.documents.builds import LIST_LIMIT
from rules.refusals import Refused

LINE = 3
"""So many words of a path name a line of a list: `entries.items.0`."""


def leave(held: Character, row: LedgerEntry, changes: Mapping[str, Any], by: Person) -> bool:
    """Make the changes of the build that go with an entry, and note there what has left; whether anything has."""
    lines = dict.fromkeys(".".join(path.split(".")[:LINE]) for path in changes)
    before = held.build
    made = applied(held, changes.items())
    if not made:
        return False
    append_edit(held, made, by=by)
    gone = {path for path, value in changes.items() if value is None}
    row.version = held.version
    row.left = [[path, value_at(before, path), None if path in gone else value_at(held.build, path)] for path in lines]
    row.save(update_fields=["version", "left"])
    return True


def come_back(held: Character, row: LedgerEntry, void: LedgerEntry, by: Person) -> bool:
    """Restore what left with an entry, as a change of the build that goes with its `void`; whether anything returned.

    Choices and rolls belong together: they return all of them, or none where anything was chosen or rolled since.
    Raises Refused where the build has no room for it any more.
    """
    before = held.build
    lines = [one for one in row.left if _is_line(one[0])]
    alone = {path: was for path, was, _ in row.left if not _is_line(path)}
    if all(value_at(held.build, path) is None for path in alone):
        for path, was in alone.items():
            held.build = held.build if was is None else put(held.build, path, was)
    for path, was, now in lines:
        home, place = path.rpartition(".")[0], int(path.rpartition(".")[2])
        held.build = put(held.build, home, _restored(value_at(held.build, home) or [], place, was, now))
        if len(value_at(held.build, home)) > LIST_LIMIT:
            raise Refused(f"The list is full ({LIST_LIMIT:,} entries). Remove one first.")
    homes = {*alone, *(path.rpartition(".")[0] for path, *_ in lines)}
    made = [record(before, held.build, home) for home in homes if value_at(before, home) != value_at(held.build, home)]
    if not made:
        return False
    try:
        append_edit(held, made, by=by)
    except PathError as full:
        raise Refused(str(full)) from None
    void.version = held.version
    void.save(update_fields=["version"])
    return True


def _is_line(path: str) -> bool:
    """Whether that is a line of a list, and not a choice or a roll of its own."""
    return path.rpartition(".")[2].isdecimal()


def _restored(lines: list[Any], place: int, was: Any, now: Any) -> list[Any]:
    """A list with a line that left it, or with as much more of the line as left."""
    if now is None:
        return [*lines[:place], was, *lines[place:]]
    back = {key: value - _score(now, key) for key, value in was["scores"].items() if value != _score(now, key)}
    at = next((n for n, line in enumerate(lines) if _same(line, was)), None)
    if at is None:
        return [*lines, {**was, "scores": {**was["scores"], **back}}]
    more = {key: _score(lines[at], key) + value for key, value in back.items()}
    return [*lines[:at], {**lines[at], "scores": {**lines[at].get("scores", {}), **more}}, *lines[at + 1 :]]


def _score(line: Any, key: str) -> int:
    scores = line.get("scores") if isinstance(line, dict) else None
    value = scores.get(key) if isinstance(scores, dict) else None
    return value if isinstance(value, int) else 0


def _same(line: Any, other: Any) -> bool:
    """Whether two lines are of the same thing, however much of it."""
    return isinstance(line, dict) and all(line.get(key) == other.get(key) for key in ("name", "picks"))
