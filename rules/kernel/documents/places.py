"""Lists of which other choices say an entry by its place: what goes along when an entry is removed."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from rules.kernel.documents.builds import MAPPINGS
from rules.kernel.documents.changes import apply, value_at

MOST_DIGITS = 4


class PlacedList(NamedTuple):
    """The key of a list that is meant by its places.

    `named_at` are the paths of picks that hold a place as text, with `*` for any entry on the way. With `dice`, the
    dice under the same key stand beside the entries, one each, and say what an entry without words is.
    """

    key: str
    named_at: tuple[str, ...] = ()
    dice: bool = False


def along(build: Any, path: str, value: Any, lists: Iterable[PlacedList]) -> list[tuple[str, Any]]:
    """A change with all that it takes along, in the order to be made: whatever meant an entry means it still.

    Who is removed from between others is meant by the place where the next one comes in, as if it came back there.
    """
    mapping, key, place, *rest = *path.split("."), "", "", ""
    placed = next((one for one in lists if one.key == key), None)
    held = _at(build, mapping, key)
    if value is not None or mapping != "entries" or any(rest) or placed is None or not place.isdecimal():
        return [(path, value)]
    gone, last = int(place), len(held) - 1 if isinstance(held, list) else -1
    if gone >= last:
        return [(path, value)]
    dice = _at(build, "rolls", key)
    if placed.dice and isinstance(dice, list) and gone < len(dice):
        return [(path, {"name": ""})]
    others = [(at, _moved(named, gone, last)) for pattern in placed.named_at for at, named in _named(build, pattern)]
    return [(path, value), *others]


def meant(build: Any, lists: Iterable[PlacedList], called: Callable[[str, Any], str]) -> Any:
    """A build in which each choice that holds a place has what the entry there is `called`, or nothing where there is
    none: how it is told, and never kept."""
    for one in lists:
        held = _at(build, "entries", one.key)
        entries = held if isinstance(held, list) else []
        for at, place in [pair for pattern in one.named_at for pair in _named(build, pattern)]:
            told = called(f"entries.{one.key}", entries[place]) if place < len(entries) else None
            build = apply(build, at, told)
    return build


def _moved(place: int, gone: int, last: int) -> str:
    return str(last if place == gone else place - 1 if gone < place <= last else place)


def _named(build: Any, pattern: str) -> Iterator[tuple[str, int]]:
    """The paths that fit a pattern and hold a place, with it."""
    before, star, after = pattern.partition(".*.")
    found = value_at(build, before) if star else None
    for number in range(len(found) if isinstance(found, list) else 0):
        yield from _named(build, f"{before}.{number}.{after}")
    named = None if star else value_at(build, pattern)
    if isinstance(named, str) and named.isdecimal() and len(named) <= MOST_DIGITS:
        yield pattern, int(named)


def _at(build: Any, mapping: str, key: str) -> Any:
    values = build.get(mapping) if isinstance(build, dict) and mapping in MAPPINGS else None
    return values.get(key) if isinstance(values, dict) else None
