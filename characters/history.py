"""Steps of a character's history: recorded so that each can be taken back exactly, whatever stood there.

A change is [path, before, after], as in the kernel. Where the path of the choice cannot bring back what
stood there (an entry out of the middle of a list, a value no build can hold), a shorter path is recorded
with everything below it: `entries.gear`, `entries`, or "" for the whole build.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from rules.kernel import Change, PathError, apply, compare, value_at

NAME = "name"
"""The path of the character's own name, which stands beside the build."""


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


def rewind(name: str, build: Any, changes: Iterable[Iterable[Any]]) -> tuple[str, Any]:
    """Name and build before these changes, which are given in the order they were made."""
    for change in reversed([Change(*one) for one in changes]):
        name, build = step(name, build, change.reversed())
    return name, build


def replay(name: str, build: Any, changes: Iterable[Iterable[Any]]) -> tuple[str, Any]:
    """Name and build after these changes."""
    for one in changes:
        name, build = step(name, build, Change(*one))
    return name, build


def step(name: str, build: Any, change: Change) -> tuple[str, Any]:
    if change.path == NAME:
        return change.after or "", build
    return name, put(build, change.path, change.after)


def between(before: tuple[str, Any], after: tuple[str, Any]) -> list[Change]:
    """The changes that lead from one name and build to the other, and back: choice by choice where that can be
    replayed exactly, else the whole build at once. Nothing, where both are equal."""
    (name, build), (new_name, new_build) = before, after
    named = [Change(NAME, name, new_name)] if name != new_name else []
    if build == new_build:
        return named
    made = [*named, *compare(build, new_build)]
    if _retold(made, before, after):
        return made
    return [*named, Change("", build, new_build)]


def _retold(changes: list[Change], before: tuple[str, Any], after: tuple[str, Any]) -> bool:
    try:
        return replay(*before, changes) == after and rewind(*after, changes) == before
    except PathError:
        return False


class Told(NamedTuple):
    """A revision's changes with name and build before and after it."""

    version: int
    changes: tuple[Change, ...]
    before: tuple[str, Any]
    after: tuple[str, Any]


def back(name: str, build: Any, revisions: Iterable[tuple[int, Iterable[Iterable[Any]]]]) -> Iterator[Told]:
    """Walk back from a name and build through (version, changes), the newest first.

    Stops where the changes no longer fit what stands there, which only happens if something was written
    past the history.
    """
    after = (name, build)
    for version, changes in revisions:
        made = tuple(Change(*change) for change in changes)
        try:
            before = rewind(*after, made)
        except PathError:
            return
        yield Told(version, made, before, after)
        after = before


def overlap(path: str, other: str) -> bool:
    """Whether two paths speak of the same choice, or one of them holds the other."""
    return path == other or not path or not other or path.startswith(f"{other}.") or other.startswith(f"{path}.")


def _leads(start: Any, change: Change, end: Any) -> bool:
    """Whether a change can be replayed with exactly this outcome."""
    try:
        return bool(put(start, change.path, change.after) == end)
    except PathError:
        return False


def _at(build: Any, path: str) -> Any:
    here = build
    for segment in path.split(".") if path else []:
        here = here.get(segment) if isinstance(here, dict) else None
    return here


def _set(values: dict[str, Any], key: str, value: Any) -> dict[str, Any]:
    if value is None:
        values.pop(key, None)
    else:
        values[key] = value
    return values
