"""Whether what the entries of a book name leads anywhere: asked of shipped books by the audit, of a player's by
`rules.homebrew`. Each answer is the place of an entry (`spell.lumos`) and the second half of a sentence.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rules.kernel import Book, Entry, Grant, Rulebook
from rules.kernel.pages import Game


class Lead(NamedTuple):
    """An entry, by its place, and what is wrong with it."""

    place: str
    said: str


def entries_of(book: Book | Rulebook) -> Iterator[tuple[str, Entry]]:
    """Every entry with its place."""
    for kind, shelf in book.entries.items():
        for key, entry in shelf.items():
            yield f"{kind}.{key}", entry


def grants_of(book: Book | Rulebook) -> Iterator[tuple[str, Grant]]:
    """Every grant with the place of the entry that gives it."""
    for place, entry in entries_of(book):
        for grant in getattr(entry, "grants", ()):
            yield place, grant


def groups_of(rulebook: Rulebook) -> frozenset[str]:
    """Everything that `group:` can stand before: a word by which some entry is sorted."""
    entries = (entry for _, entry in entries_of(rulebook))
    return frozenset(value for entry in entries for value in vars(entry).values() if isinstance(value, str))


def lost_grants(book: Book | Rulebook, system: Game, rulebook: Rulebook) -> Iterator[Lead]:
    """Grants of the book that offer what has no rating: neither a score nor a group that some entry belongs to."""
    scores, groups = system.names(rulebook).scores, groups_of(rulebook)
    for place, grant in grants_of(book):
        for option in (*grant.options, *grant.suggested):
            group = option.removeprefix("group:")
            if option not in scores and (group == option or group not in groups):
                yield Lead(place, f"grants “{option}”, which nothing here is called")


def lost_picks(book: Book | Rulebook, system: Game, rulebook: Rulebook) -> Iterator[Lead]:
    """Grants of the book whose choice has no place to be kept, or that offer nothing."""
    known = system.names(rulebook).picks
    for place, grant in grants_of(book):
        if grant.pick and grant.pick not in known:
            yield Lead(place, f"keeps a choice under “{grant.pick}”, which no build of this game has")
        if not grant.options:
            yield Lead(place, "has a grant without options")
        if not grant.pick and _is_choice(grant.options):
            yield Lead(place, "offers a choice and has no “pick” to keep it under")


def _is_choice(options: Iterable[str]) -> bool:
    """Whether a player has something to choose."""
    every = tuple(options)
    return len(every) > 1 or any(option.startswith("group:") for option in every)
