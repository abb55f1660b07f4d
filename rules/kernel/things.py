"""What a list of a build may take from a book: things to own, in every game, and whatever else a game lists by name."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from rules.kernel.asked import asked
from rules.kernel.builds import Build
from rules.kernel.fields import Option, Pick
from rules.kernel.reading import Reading
from rules.kernel.rulebook import Entry, Rulebook, derived, kind_of

HOMEBREW = "homebrew"
E = TypeVar("E", bound=Entry)


@dataclass(frozen=True, kw_only=True)
class Item(Entry):
    """Something a character may own. What it does is said by its effects, which count while it is on a list."""

    sort: str = asked("Sort", "Things of one sort stand together.", default="")


def own_pick(rulebook: Rulebook, shape: type[Entry], path: str, value: tuple[str, ...]) -> tuple[Pick, ...]:
    """The pick by which an entry of a list *is* something that a player wrote; none where no book in play has any.

    `path` is the entry's own; the choice is kept within it, under the name of the kind.
    """
    kind = kind_of(shape)
    offered, retired = _offered(rulebook, kind)
    if not offered and not retired:
        return ()
    options = (*offered, *(option for option in retired if option.key in value))
    return (Pick(f"{path}.picks.{kind}", f"{kind.capitalize()} of a book", options, value, style="select"),)


@derived
def _offered(rulebook: Rulebook, kind: str) -> tuple[tuple[Option, ...], tuple[Option, ...]]:
    """What players wrote of a kind, as options: what is offered, and what has left its book."""
    found = [entry for entry in rulebook.entries.get(kind, {}).values() if entry.origin == HOMEBREW]
    offered, retired = (
        tuple(
            Option(entry.key, entry.name, entry.summary, entry.cite, group=getattr(entry, "sort", ""))
            for entry in found
            if entry.retired is gone
        )
        for gone in (False, True)
    )
    return offered, retired


def on_list(c: Reading, shape: type[E], key: str) -> Iterator[E]:
    """What the lines of a list are of a book, of which there is at least one."""
    for line in c.build.entries.get(key, ()):
        found = c.rulebook.find(shape, line.pick(kind_of(shape)))
        if found and line.scores.get("quantity", 1) > 0:
            yield found


def called(entry: Build, rulebook: Rulebook, shape: type[Entry] | None = Item) -> str:
    """What an entry of a list is called: as the player says, else like what it is from a book, else ""."""
    name = entry.name.strip()
    if name or shape is None:
        return name
    found = rulebook.find(shape, entry.pick(kind_of(shape)))
    return found.name if found else ""
