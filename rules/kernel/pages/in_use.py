"""What a character owns and has in hand or wears: one declaration for the builder and for play."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from rules.kernel.documents.builds import Build
from rules.kernel.documents.changes import apply, value_at
from rules.kernel.reading import Reading


class Switch(NamedTuple):
    """Something that can be put to use or away: the path of its flag, what it is, and the word for it in use.

    `instead` are the flags of what makes room for it.
    """

    path: str
    label: str
    on: bool
    word: str
    instead: tuple[str, ...] = ()

    def turned(self, on: bool) -> dict[str, Any]:
        """What changes where it is put to use, or away."""
        return {self.path: True, **dict.fromkeys(self.instead)} if on else {self.path: None}


class InUse(NamedTuple):
    """A list whose entries are in use or not. `kind` is the choice that says what an entry is.

    `at_once` names the flag of a new entry that is put to use as soon as it is known what it is: where nothing of its
    kind is in use yet; "" for one that is put away. `switches` are the entries as they stand.
    """

    entries: str
    kind: str
    at_once: Callable[[Reading, Build], str]
    switches: Callable[[Reading], Iterable[Switch]]


def put_to_use(declared: InUse, c: Reading, shown: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The flags that changes made by hand bring along: of entries that are told what they are for the first time."""
    found: dict[str, Any] = {}
    for path, value in changes.items():
        listed, key, place, *_ = *path.split(".", 3), "", ""
        if (listed, key) != ("entries", declared.entries) or not place.isdecimal():
            continue
        entry_path = f"entries.{key}.{place}"
        kind = f"{entry_path}.picks.{declared.kind}"
        after = apply(dict(shown), path, value) if value is not None else {}
        if not value_at(after, kind) or value_at(shown, kind):
            continue
        entry = Build.parse(value_at(after, entry_path))
        if (flag := declared.at_once(c, entry)) and not entry.picks.get(flag):
            found[f"{entry_path}.picks.{flag}"] = True
    return found
