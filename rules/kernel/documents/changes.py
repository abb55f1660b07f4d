"""A change is one path and one value. Applying and comparing are one function each, for every game.

Paths: `scores.charm`, `picks.archetype`, `picks.feats.ambush` (a tick: true or false), `ranks.aspects`,
`rolls.table`, `notes.backstory`, `entries.gear.0` (a whole entry; the place after the last one appends),
`entries.gear.0.name`, `entries.gear.0.scores.quantity`. The value None takes a choice back. A key that is
no plain word stands as `=` and its percent-encoding: `scores.=Max%20HP`.
"""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

from rules.kernel.basics.wording import shorten
from rules.kernel.documents.builds import (
    CHOICE_LIMIT,
    DEPTH_LIMIT,
    LIST_LIMIT,
    MAPPINGS,
    NAME_LIMIT,
    Build,
    read_value,
    text_fault,
)

FULL = f"This list is full: it can have {LIST_LIMIT:,} entries. Remove one first."
_PLAIN = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}\Z")
_PAIR = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}\.[a-z0-9][a-z0-9_-]{0,63}\Z")
"""The path of most choices: a mapping and a plain key."""
_LONGEST = 20_000
_QUOTED = re.compile(rf"=[A-Za-z0-9_~%-]{{0,{12 * NAME_LIMIT}}}\Z")


class Change(NamedTuple):
    """What stood at a path before and after; None where nothing stood."""

    path: str
    before: Any
    after: Any

    def reversed(self) -> "Change":
        return Change(self.path, self.after, self.before)


class PathError(ValueError):
    """A path or value that no build can hold; the message is a sentence for the person who sent it."""


def apply(document: Any, path: str, value: Any) -> dict[str, Any]:
    """A new document with `value` at `path`. The old one is left as it was. Raises PathError."""
    segments = _segments(path)
    root = dict(document) if isinstance(document, dict) else {}
    return _set(root, segments, value, path)


def value_at(document: Any, path: str) -> Any:
    """What stands at a path, None where nothing does; a tick is true or false. Raises PathError."""
    segments = _segments(path)
    here = document
    for place, segment in enumerate(segments):
        if _ticks(segments, place):
            return segment in here if isinstance(here, list) else segment == here
        if isinstance(here, list):
            here = here[int(segment)] if segment.isdecimal() and int(segment) < len(here) else None
        else:
            here = here.get(segment) if isinstance(here, dict) else None
    return here


def compare(before: Any, after: Any) -> tuple[Change, ...]:
    """The changes that lead from one document to another, in an order that can be replayed."""
    return tuple(_compare(before, after, ""))


def replay(document: Any, changes: Iterable[Change]) -> dict[str, Any]:
    """The document after these changes, one after the other."""
    result = dict(document) if isinstance(document, dict) else {}
    for change in changes:
        result = apply(result, change.path, change.after)
    return result


def _segments(path: object) -> list[str]:
    """The keys along a path: mapping, key, place, mapping, key, place, ..."""
    if not isinstance(path, str) or len(path) > _LONGEST:
        raise PathError("The path of a choice is a short text.")
    if _PAIR.match(path):
        return path.split(".")
    segments = [_key(segment) for segment in path.split(".")]
    # A list of entries may stand within another, but only so deep as `Build.parse` reads.
    too_deep = len(segments) > 3 * (DEPTH_LIMIT + 1) or segments[3 * DEPTH_LIMIT :][:1] == ["entries"]
    if len(segments) < 2 or too_deep or None in segments:
        raise PathError(f"“{shorten(path, 80)}” is not the path of a choice.")
    return [segment for segment in segments if segment is not None]


def _key(segment: str) -> str | None:
    """The key that a segment of a path stands for, None where it is malformed."""
    if _PLAIN.match(segment):
        return segment
    key = unquote(segment[1:]) if _QUOTED.match(segment) else None
    return key if key is not None and not text_fault(key, NAME_LIMIT) else None


def is_plain(key: str) -> bool:
    """Whether a key stands for itself in a path."""
    return _PLAIN.match(key) is not None


def segment(key: str) -> str:
    """The segment of a path that stands for a key, whatever is written in it."""
    return key if is_plain(key) else f"={quote(key, safe='').replace('.', '%2E')}"


def _ticks(segments: list[str], place: int) -> bool:
    """Whether the segment at `place` names an option of a tick list."""
    return place % 3 == 2 and segments[place - 2] == "picks" and place == len(segments) - 1


def _set(node: dict[str, Any], segments: list[str], value: Any, path: str) -> dict[str, Any]:
    mapping, *rest = segments
    if mapping == "name" and not rest:
        return _put(node, "name", None if value is None else _read("name", value, path))
    if mapping not in MAPPINGS or not rest:
        raise PathError(f"“{shorten(path, 80)}” is not the path of a choice.")
    held = node.get(mapping)
    values = dict(held) if isinstance(held, dict) else {}
    key, *deeper = rest
    if mapping == "entries":
        new = _entries(values.get(key), deeper, value, path)
    elif not deeper:
        new = None if value is None else _plain(_read(mapping, value, path))
    elif mapping == "picks" and len(deeper) == 1:
        new = _tick(values.get(key), deeper[0], value, path)
    else:
        raise PathError(f"“{shorten(path, 80)}” goes deeper than a choice.")
    return _put(node, mapping, _put(values, key, new) or None)


def _put(node: dict[str, Any], key: str, value: Any) -> dict[str, Any]:
    if value is None:
        node.pop(key, None)
        return node
    node[key] = value
    return node


def _tick(held: Any, option: str, value: Any, path: str) -> list[str] | None:
    if value is None:
        value = False
    if not isinstance(value, bool):
        raise PathError(f"“{shorten(path, 80)}” is a tick: it is true or false.")
    chosen = {item for item in held if isinstance(item, str)} if isinstance(held, list) else set()
    if isinstance(held, str):
        chosen = {held}
    chosen = chosen | {option} if value else chosen - {option}
    if len(chosen) > CHOICE_LIMIT:
        raise PathError(f"“{shorten(path, 80)}” would be one choice too many: the maximum is {CHOICE_LIMIT:,}.")
    return sorted(chosen) or None


def _entries(held: Any, deeper: list[str], value: Any, path: str) -> list[Any] | None:
    entries = list(held) if isinstance(held, list) else []
    if not deeper or not deeper[0].isdecimal():
        raise PathError(f"“{shorten(path, 80)}” needs the place of an entry.")
    place, *rest = int(deeper[0]), *deeper[1:]
    if place > len(entries):
        raise PathError(f"There is no entry {place + 1} here any more; look at the list again.")
    if place == len(entries):
        if place >= LIST_LIMIT:
            raise PathError(FULL)
        entries.append({})
    if not rest:
        if value is None:
            del entries[place]
        else:
            entries[place] = _whole(value, path)
        return entries or None
    entry = dict(entries[place]) if isinstance(entries[place], dict) else {}
    entries[place] = _set(entry, rest, value, path)
    return entries


def _whole(value: Any, path: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise PathError(f"“{shorten(path, 80)}” is an entry: a name with choices of its own.")
    faults = Build.parse_entry(value, (path.count(".") + 1) // 3).faults
    if faults:
        raise PathError(f"“{shorten(f'{path}.{faults[0].path}', 80)}” {faults[0].reason}.")
    return value


def _read(mapping: str, value: Any, path: str) -> Any:
    try:
        return read_value(mapping, value)
    except ValueError as fault:
        raise PathError(f"“{shorten(path, 80)}” {fault}.") from None


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _compare(before: Any, after: Any, at: str) -> Iterable[Change]:
    old = before if isinstance(before, dict) else {}
    new = after if isinstance(after, dict) else {}
    if at and old.get("name") != new.get("name"):
        yield Change(f"{at}name", old.get("name"), new.get("name"))
    for mapping in MAPPINGS:
        left, right = old.get(mapping) or {}, new.get(mapping) or {}
        if left == right or not isinstance(left, dict) or not isinstance(right, dict):
            continue
        for key in sorted(key for key in {**left, **right} if _nameable(key)):
            path = f"{at}{mapping}.{segment(key)}"
            yield from _difference(mapping, left.get(key), right.get(key), path)


def _nameable(key: object) -> bool:
    """Whether a path can lead here; what no path leads to stays as it is."""
    return isinstance(key, str) and not text_fault(key, NAME_LIMIT)


def _difference(mapping: str, left: Any, right: Any, path: str) -> Iterable[Change]:
    if left == right:
        return
    if mapping == "picks" and isinstance(left, list | None) and isinstance(right, list | None):
        had, has = _ticked(left), _ticked(right)
        for option in sorted(had ^ has):
            yield Change(f"{path}.{segment(option)}", option in had, option in has)
    elif mapping == "entries":
        olds, news = _listed(left), _listed(right)
        for place, (old, new) in enumerate(zip(olds, news, strict=False)):
            yield from _compare(old, new, f"{path}.{place}.")
        for place in reversed(range(len(news), len(olds))):
            yield Change(f"{path}.{place}", olds[place], None)
        for place in range(len(olds), len(news)):
            yield Change(f"{path}.{place}", None, news[place])
    else:
        yield Change(path, left, right)


def _ticked(value: Any) -> set[str]:
    return {item for item in _listed(value) if _nameable(item)}


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
