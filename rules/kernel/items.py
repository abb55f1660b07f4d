"""What the lines of a list are of a book: things to own, in every game, and whatever else a game lists by name."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from rules.kernel.basics.form_hints import asked
from rules.kernel.books.rulebook import Entry, Rulebook, kind_of
from rules.kernel.documents.builds import Build
from rules.kernel.reading import Reading

E = TypeVar("E", bound=Entry)


@dataclass(frozen=True, kw_only=True)
class Item(Entry):
    """Something a character may own. What it does is said by its effects, which count while it is on a list."""

    sort: str = asked("Sort", "Items of one sort are listed together.", default="")


def on_list(c: Reading, shape: type[E], key: str) -> Iterator[E]:
    """What the lines of a list are of a book, of which there is at least one."""
    for line in c.build.entries.get(key, ()):
        found = c.rulebook.find(shape, line.pick(kind_of(shape)))
        if found and line.scores.get("quantity", 1) > 0:
            yield found


def display_name(entry: Build, rulebook: Rulebook, shape: type[Entry] | None = Item) -> str:
    """What an entry of a list is called: as the player says, else like what it is from a book, else ""."""
    name = entry.name.strip()
    if name or shape is None:
        return name
    found = rulebook.find(shape, entry.pick(kind_of(shape)))
    return found.name if found else ""
