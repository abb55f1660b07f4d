"""Steps of a character's history: recorded so that each can be undone exactly, whatever stood there.

A change is [path, before, after], as in the kernel. Where the path of the choice cannot bring back what
stood there (an entry out of the middle of a list, a value no build can hold), a shorter path is recorded
with everything below it: `entries.gear`, `entries`, or "" for the whole build.

What is kept of a change is no more than what differs: where it is long, `squeeze` makes it a `StoredPart`, which goes
down to the one place that differs and there, in a text or a list, leaves out an equal beginning and an equal end.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple
from urllib.parse import unquote

from rules.kernel.documents import Change, PathError, apply, compare, segment, value_at
from rules.kernel.documents.builds import path_and_parents

NAME = "name"
"""The path of the character's own name, which stands beside the build."""
LONG = 200
"""A change of fewer letters is kept as it is."""
MOST_CHANGES = 250
"""So many choices change at once, each told by itself: to make a change takes as long as the build is large."""


class StoredPart(NamedTuple):
    """A change put back as it was, without asking whether a choice could hold it.

    From place `at` of the text or the list at the path, what stood there before and after; the whole value, None where
    there was none, where `at` is None.
    """

    path: str
    before: Any
    after: Any
    at: int | None

    def reversed(self) -> "StoredPart":
        return StoredPart(self.path, self.after, self.before, self.at)


Step = Change | StoredPart


def told(row: Iterable[Any]) -> Step:
    """A change as a revision keeps it."""
    found = tuple(row)
    return StoredPart(*found) if len(found) == len(StoredPart._fields) else Change(*found)


def squeeze(change: Step) -> Step:
    """The least that tells a change; what is short already stays as it is."""
    if isinstance(change, StoredPart) or change.path == NAME or len(json.dumps(change[1:])) < LONG:
        return change
    part = _least(StoredPart(*change, None))
    return part if len(json.dumps(part)) < len(json.dumps(change)) else change


def _least(part: StoredPart) -> StoredPart:
    """The deepest place where what stood before and after differs, and there only what differs."""
    path, before, after, _ = part
    if isinstance(before, dict) and isinstance(after, dict):
        keys = [key for key in {**before, **after} if _one(before, key) != _one(after, key)]
        if len(keys) == 1 and None not in (*_one(before, keys[0]), *_one(after, keys[0])) and (path or keys[0] != NAME):
            return _least(StoredPart(_below(path, segment(keys[0])), before.get(keys[0]), after.get(keys[0]), None))
    elif isinstance(before, list) and isinstance(after, list):
        start, end = _equal_ends(before, after)
        if len(before) == len(after) == start + end + 1 and None not in (before[start], after[start]):
            return _least(StoredPart(_below(path, str(start)), before[start], after[start], None))
        return StoredPart(path, before[start : len(before) - end], after[start : len(after) - end], start)
    elif isinstance(before, str) and isinstance(after, str):
        start, end = _equal_ends(before, after)
        return StoredPart(path, before[start : len(before) - end], after[start : len(after) - end], start)
    return part


def _one(values: dict[str, Any], key: str) -> list[Any]:
    """What stands at a key, in a list; an empty one where nothing does."""
    return [values[key]] if key in values else []


def _below(path: str, place: str) -> str:
    return f"{path}.{place}" if path else place


def _equal_ends(before: Sequence[Any], after: Sequence[Any]) -> tuple[int, int]:
    """How many letters or items are equal at the beginning, and of the rest at the end."""
    most = min(len(before), len(after))
    start = next((n for n in range(most) if before[n] != after[n]), most)
    rest = most - start
    end = next((n for n in range(rest) if before[-1 - n] != after[-1 - n]), rest)
    return start, end


def record(before: Any, after: Any, path: str) -> Change:
    """The change at `path` that leads from one build to the other, and back."""
    change = Change(path, value_at(before, path), value_at(after, path))
    if _leads(before, change, after) and _leads(after, change.reversed(), before):
        return change
    for place in ([".".join(path.split(".")[:2])] if path.count(".") else []) + [path.split(".")[0], ""]:
        change = Change(place, _at(before, place), _at(after, place))
        if put(before, place, change.after) == after and put(after, place, change.before) == before:
            break
    return change


def put(build: Any, path: str, value: Any) -> Any:
    """A build with what was recorded at a path put back, also where no choice could put it."""
    segments = path.split(".") if path else []
    if not segments:
        return value
    if len(segments) > 2 or "=" in path:
        return apply(build, path, value)
    root = dict(build) if isinstance(build, dict) else {}
    if len(segments) == 1:
        return _set(root, path, value)
    held = root.get(segments[0])
    values = _set(dict(held) if isinstance(held, dict) else {}, segments[1], value)
    return _set(root, segments[0], values or None)


def _put_part(here: Any, segments: Sequence[str], part: StoredPart) -> Any:
    """What stands here with a part put back. Raises PathError where it does not fit what stands there."""
    if not segments:
        return part.after if part.at is None else _spliced(here, part)
    first, *rest = segments
    if isinstance(here, list):
        if not (first.isdecimal() and int(first) < len(here)):
            raise PathError(GONE)
        place = int(first)
        return [*here[:place], _put_part(here[place], rest, part), *here[place + 1 :]]
    if not isinstance(here, dict):
        raise PathError(GONE)
    key = unquote(first[1:]) if first.startswith("=") else first
    if rest or part.at is not None:
        return {**here, key: _put_part(here.get(key), rest, part)}
    return _set(dict(here), key, part.after)


GONE = "What was changed no longer exists."


def _spliced(held: Any, part: StoredPart) -> Any:
    start = part.at or 0
    end = start + len(part.before)
    if not isinstance(held, type(part.after)) or held[start:end] != part.before:
        raise PathError(GONE)
    return held[:start] + part.after + held[end:]


def rewind(name: str, build: Any, changes: Iterable[Iterable[Any]]) -> tuple[str, Any]:
    """Name and build before these changes, which are given in the order they were made."""
    for change in reversed([told(one) for one in changes]):
        name, build = step(name, build, change.reversed())
    return name, build


def replay(name: str, build: Any, changes: Iterable[Iterable[Any]]) -> tuple[str, Any]:
    """Name and build after these changes."""
    for one in changes:
        name, build = step(name, build, told(one))
    return name, build


def step(name: str, build: Any, change: Step) -> tuple[str, Any]:
    if change.path == NAME:
        return change.after or "", build
    if isinstance(change, StoredPart):
        return name, _put_part(build, change.path.split(".") if change.path else [], change)
    return name, put(build, change.path, change.after)


def between(before: tuple[str, Any], after: tuple[str, Any]) -> list[Change]:
    """The changes that lead from one name and build to the other, and back: choice by choice where that can be
    replayed exactly and there are not too many, else the whole build at once. Nothing, where both are equal."""
    (name, build), (new_name, new_build) = before, after
    named = [Change(NAME, name, new_name)] if name != new_name else []
    if build == new_build:
        return named
    made = [*named, *compare(build, new_build)]
    if len(made) <= MOST_CHANGES and _retold(made, before, after):
        return made
    return [*named, Change("", build, new_build)]


def _retold(changes: list[Change], before: tuple[str, Any], after: tuple[str, Any]) -> bool:
    try:
        return replay(*before, changes) == after and rewind(*after, changes) == before
    except PathError:
        return False


class ChangeLine(NamedTuple):
    """A revision's changes with name and build before and after it."""

    version: int
    changes: tuple[Step, ...]
    before: tuple[str, Any]
    after: tuple[str, Any]


def back(name: str, build: Any, revisions: Iterable[tuple[int, Iterable[Iterable[Any]]]]) -> Iterator[ChangeLine]:
    """Walk back from a name and build through (version, changes), the newest first.

    Stops where the changes no longer fit what stands there, which only happens if something was written
    past the history.
    """
    after = (name, build)
    for version, changes in revisions:
        made = tuple(map(told, changes))
        try:
            before = rewind(*after, made)
        except PathError:
            return
        yield ChangeLine(version, made, before, after)
        after = before


def overlap(path: str, other: str) -> bool:
    """Whether two paths speak of the same choice, or one of them holds the other."""
    return path == other or not path or not other or path.startswith(f"{other}.") or other.startswith(f"{path}.")


class Paths:
    """Many paths, of which it is asked whether one `overlap`s another: that takes as long as the other is, not as many
    as there are."""

    def __init__(self, paths: Iterable[str] = ()) -> None:
        self._paths: set[str] = set()
        self._above: set[str] = set()
        self.add(paths)

    def add(self, paths: Iterable[str]) -> None:
        for path in paths:
            self._paths.add(path)
            self._above.update(("", *path_and_parents(path)))

    def overlap(self, path: str) -> bool:
        return path in self._above or "" in self._paths or not self._paths.isdisjoint(path_and_parents(path))


def _leads(start: Any, change: Change, end: Any) -> bool:
    """Whether a change can be replayed with exactly this outcome."""
    try:
        return bool(put(start, change.path, change.after) == end)
    except PathError:
        return False


def _at(build: Any, path: str) -> Any:
    here = build
    for key in path.split(".") if path else []:
        here = here.get(key) if isinstance(here, dict) else None
    return here


def _set(values: dict[str, Any], key: str, value: Any) -> dict[str, Any]:
    if value is None:
        values.pop(key, None)
    else:
        values[key] = value
    return values
