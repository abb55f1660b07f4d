"""Lists of which other choices say an entry by its place: what goes along when an entry is removed."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from rules.kernel.documents.builds import MAPPINGS
from rules.kernel.documents.changes import apply, value_at

MOST_DIGITS = 4


class PlacedList(NamedTuple):
    """The key of a list that is meant by its places.

    `named_at` are the paths of picks that hold a place as text, with `*` for any entry on the way. With `dice`, the
    dice under the same key stand beside the entries, one each, and say what an entry without words is. `checks` are the
    keys of the checks that an entry has, with `*` for its number, the first of which is 1.
    """

    key: str
    named_at: tuple[str, ...] = ()
    dice: bool = False
    checks: tuple[str, ...] = ()


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


def checks_along(keys: Iterable[str], before: Any, after: Any, lists: Iterable[PlacedList]) -> list[str]:
    """Keys of checks once a build has changed: where an entry went or came back, they are of the same entries still."""
    moved = list(keys)
    for one in lists:
        was, now = _at(before, "entries", one.key), _at(after, "entries", one.key)
        if isinstance(was, list) and isinstance(now, list) and (place := _odd_one(was, now)) is not None:
            last = max(len(was), len(now)) - 1
            where = [_moved(old, place, last) for old in range(last + 1)]
            to = where if len(was) > len(now) else [str(where.index(str(new))) for new in range(last + 1)]
            moved = [_renumbered(key, one.checks, to) for key in moved]
    return moved


def with_siblings(keys: Iterable[str], lists: Iterable[PlacedList]) -> frozenset[str]:
    """Keys of checks, and of all others that the same entries have."""
    found = set(keys)
    forms = [(one.checks, form) for one in lists for form in one.checks]
    for key in tuple(found):
        numbers = [(checks, _number(key, form)) for checks, form in forms]
        found |= {form.replace("*", number) for checks, number in numbers if number for form in checks}
    return frozenset(found)


def _odd_one(was: list[Any], now: list[Any]) -> int | None:
    """The place of the one entry by which two lists differ."""
    short, long = sorted((was, now), key=len)
    place = next((n for n, entry in enumerate(short) if entry != long[n]), len(short))
    return place if [*long[:place], *long[place + 1 :]] == short else None


def _renumbered(key: str, forms: Iterable[str], to: Sequence[str]) -> str:
    for form in forms:
        place = int(_number(key, form) or 0) - 1
        if 0 <= place < len(to):
            return form.replace("*", str(int(to[place]) + 1))
    return key


def _number(key: str, form: str) -> str:
    """The number in a key of such a form, "" where it is of another."""
    start, _, end = form.partition("*")
    number = key.removeprefix(start).removesuffix(end)
    fits = number.isdecimal() and len(number) <= MOST_DIGITS
    return number if fits and key == f"{start}{number}{end}" else ""


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
