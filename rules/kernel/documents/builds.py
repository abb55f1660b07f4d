"""What the player chose: one JSON document of six mappings, read without ever failing.

A *document* is the JSON as stored. `Build.parse` reads it; what cannot be read becomes a `ParseProblem` with
its path, and stays in the document untouched.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

MAPPINGS = ("scores", "picks", "ranks", "rolls", "entries", "notes")

SCORE_LIMIT = 1_000_000
TEXT_LIMIT = 20_000
NAME_LIMIT = 200
LIST_LIMIT = 100
"""Entries of one list: each has a row of fields on a page, so what a list costs to draw is bounded by this."""
CHOICE_LIMIT = 1_000
"""Choices under one key: ticks, or a ranking."""
DICE_LIMIT = 100
"""Dice of one roll, each of which is an input of its own."""
DEPTH_LIMIT = 4

Pick = str | bool | tuple[str, ...]
Values = dict[str, Any]
Reader = Callable[[Any], Any]
Named = tuple[str, object]
"""A list of entries with its key."""


def path_and_parents(path: str) -> Iterable[str]:
    """A path and every path it lies in, the shortest first: `picks`, `picks.feats`, `picks.feats.ambush`."""
    parts = path.split(".")
    return (".".join(parts[:length]) for length in range(1, len(parts) + 1))


class ParseProblem(NamedTuple):
    """A place in a document that could not be read, and why, as the second half of a sentence."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Build:
    """The six mappings of one character, or of one entry of a list, with values of the right types."""

    name: str
    scores: Mapping[str, int]
    picks: Mapping[str, Pick]
    ranks: Mapping[str, tuple[str, ...]]
    rolls: Mapping[str, tuple[int, ...]]
    entries: Mapping[str, tuple["Build", ...]]
    notes: Mapping[str, str]
    unknown: tuple[str, ...] = ()
    faults: tuple[ParseProblem, ...] = ()

    @classmethod
    def parse(cls, document: object, name: object = "") -> "Build":
        """Read any JSON value. Unknown keys and unreadable values are listed by path, never raised."""
        return _parse(document, name, "", 0)

    @classmethod
    def parse_entry(cls, entry: object, depth: int) -> "Build":
        """Read an entry of a list that stands `depth` lists deep."""
        return _parse(entry, None, "", depth)

    def pick(self, key: str) -> str:
        """The single option picked under `key`, or ""."""
        value = self.picks.get(key)
        return value if isinstance(value, str) else ""

    def picked(self, key: str) -> tuple[str, ...]:
        """Every option picked under `key`, sorted; a single pick is a list of one."""
        value = self.picks.get(key)
        if isinstance(value, tuple):
            return value
        return (value,) if isinstance(value, str) else ()


Entries = tuple[Build, ...]
EMPTY: Mapping[str, Any] = MappingProxyType({})
_AT_TOP = frozenset(MAPPINGS)
_BELOW = frozenset({*MAPPINGS, "name"})


def text_fault(text: str, limit: int) -> str:
    """Why a text cannot be kept, or ""."""
    if len(text) > limit:
        return f"is longer than {limit:,} characters"
    if "\x00" in text:
        return "holds a NUL character, which no database keeps"
    if not text.isascii() and any("\ud800" <= c <= "\udfff" for c in text):
        return "holds half a character (a lone surrogate)"
    return ""


def _parse(document: object, name: object, at: str, depth: int) -> Build:
    faults: list[ParseProblem] = []
    unknown: list[str] = []
    source: Mapping[Any, Any] = document if isinstance(document, Mapping) else EMPTY
    if not isinstance(document, Mapping):
        faults.append(ParseProblem(at.rstrip("."), "is not a mapping of choices"))
    label = name if depth == 0 else source.get("name", "")

    # Annotations of functions within functions are worked out at each call, so they are names here.
    def sieve(mapping: str, read: Reader) -> Values:
        values = source[mapping]
        if not isinstance(values, Mapping):
            faults.append(ParseProblem(f"{at}{mapping}", "is not a mapping"))
            return {}
        clean = {}
        plain = _plain(values)
        if plain and read is _score and _all_scores(values):
            return dict(values)
        for key, value in values.items():
            try:
                if not plain:
                    _name(key)
                clean[key] = read((key, value)) if mapping == "entries" else read(value)
            except ValueError as fault:
                faults.append(ParseProblem(f"{at}{mapping}.{key}", str(fault)))
        return clean

    def entry_list(named: Named) -> Entries:
        key, value = named
        path = f"{at}entries.{key}"
        if depth >= DEPTH_LIMIT:
            raise ValueError("is nested too deeply")
        if not isinstance(value, list):
            raise ValueError("is not a list of entries")
        if len(value) > LIST_LIMIT:
            faults.append(
                ParseProblem(
                    f"{path}.{LIST_LIMIT}", f"and the entries after it are beyond the {LIST_LIMIT:,} of a list"
                )
            )
        read = value[:LIST_LIMIT]
        nested = [_parse(entry, None, f"{path}.{place}.", depth + 1) for place, entry in enumerate(read)]
        for entry in nested:
            faults.extend(entry.faults)
            unknown.extend(entry.unknown)
        return tuple(nested)

    try:
        clean_name = _text(label, NAME_LIMIT)
    except ValueError as fault:
        clean_name = ""
        faults.append(ParseProblem(f"{at}name", str(fault)))
    known = _AT_TOP if depth == 0 else _BELOW
    if not source.keys() <= known:
        unknown.extend(f"{at}{key}" for key in source if key not in known)
    return Build(
        name=clean_name,
        scores=sieve("scores", _score) if "scores" in source else {},
        picks=sieve("picks", _pick) if "picks" in source else {},
        ranks=sieve("ranks", _texts) if "ranks" in source else {},
        rolls=sieve("rolls", _dice) if "rolls" in source else {},
        entries=sieve("entries", entry_list) if "entries" in source else {},
        notes=sieve("notes", _note) if "notes" in source else {},
        unknown=tuple(sorted(unknown)),
        faults=tuple(sorted(faults)),
    )


def _plain(keys: Iterable[Any]) -> bool:
    """Whether no key needs a closer look, told for all of them at once."""
    together = "".join(keys)
    return together.isascii() and together.isprintable() and max(map(len, keys), default=0) <= NAME_LIMIT


def _name(key: object) -> None:
    if fault := text_fault(str(key), NAME_LIMIT):
        raise ValueError(f"has a name that {fault}")


def _all_scores(values: Mapping[str, Any]) -> bool:
    """Whether every value is a whole number within bounds, told for all of them at once."""
    numbers = values.values()
    return set(map(type, numbers)) == {int} and min(numbers) >= -SCORE_LIMIT and max(numbers) <= SCORE_LIMIT


def _score(value: object) -> int:
    if isinstance(value, float) and value.is_integer() and abs(value) <= SCORE_LIMIT:
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError("is not a whole number")
    if abs(value) > SCORE_LIMIT:
        raise ValueError(f"is beyond {SCORE_LIMIT:,}")
    return value


def _text(value: object, limit: int) -> str:
    if not isinstance(value, str):
        raise ValueError("is not text")
    if fault := text_fault(value, limit):
        raise ValueError(fault)
    return value


def _note(value: object) -> str:
    return _text(value, TEXT_LIMIT)


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ValueError("is not a list")
    if len(value) > CHOICE_LIMIT:
        raise ValueError(f"has more than {CHOICE_LIMIT:,} items")
    return tuple(_text(item, NAME_LIMIT) for item in value)


def _pick(value: object) -> Pick:
    if isinstance(value, bool):
        return value
    if isinstance(value, list):
        texts = _texts(value)
        if len(set(texts)) < len(texts):
            raise ValueError("lists something twice")
        return tuple(sorted(texts))
    return _text(value, NAME_LIMIT)


def _dice(value: object) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise ValueError("is not a list of dice")
    if len(value) > DICE_LIMIT:
        raise ValueError(f"has more than {DICE_LIMIT:,} dice")
    return tuple(_score(die) for die in value)


def read_value(mapping: str, value: object) -> Any:
    """A single value checked as the mapping wants it. Raises ValueError with half a sentence."""
    readers: Mapping[str, Callable[[object], Any]] = {
        "scores": _score,
        "picks": _pick,
        "ranks": _texts,
        "rolls": _dice,
        "notes": _note,
        "name": lambda text: _text(text, NAME_LIMIT),
    }
    return readers[mapping](value)


def written(build: Build) -> dict[str, Any]:
    """A build, or an entry of a list, as a document again; what could not be read is not in it."""
    found: dict[str, Any] = {
        "scores": dict(build.scores),
        "picks": {key: list(pick) if isinstance(pick, tuple) else pick for key, pick in build.picks.items()},
        "ranks": {key: list(order) for key, order in build.ranks.items()},
        "rolls": {key: list(dice) for key, dice in build.rolls.items()},
        "entries": {key: [written(entry) for entry in held] for key, held in build.entries.items()},
        "notes": dict(build.notes),
    }
    return {"name": build.name} | {mapping: values for mapping, values in found.items() if values}


def walk(build: Build) -> Iterable[Build]:
    """The build and every entry in it, outermost first."""
    yield build
    for entries in build.entries.values():
        for entry in entries:
            yield from walk(entry)
