"""Bring a game's core book, as shipped in TOML, into the catalogue."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from django.db import transaction

from rules import systems
from rules.kernel.books import make_book, read_rows
from rules.kernel.pages import Game
from rules.models import COVER, Book, Entry

COLUMNS = ("name", "section", "page", "summary")
"""Columns of an entry that repeat what is in its row, so that they can be searched and sorted."""

Key = tuple[str, str]


@dataclass(frozen=True)
class Loaded:
    """What loading one book did: how many entries the book has, and how many of them are new."""

    book: Book
    entries: int
    changed: int
    retired: int

    def __str__(self) -> str:
        return f"{self.book}: {self.entries} entries, {self.changed} changed, {self.retired} retired"


@transaction.atomic
def load_rulebooks(games: Iterable[Game] | None = None) -> tuple[Loaded, ...]:
    """Load the core book of each game, all or none. Raises RuleError where a row does not fit."""
    return tuple(load_core(system, system.folder) for system in games or systems.every())


@transaction.atomic
def load_core(system: Game, folder: Path) -> Loaded:
    """Make the catalogue's core book equal to the TOML in `folder`.

    Only rows that differ are written; entries that are gone are retired; the version goes up by one if
    anything changed. Raises RuleError, and changes nothing, where a row does not fit its kind.
    """
    cover, sections, rows = read_rows(folder)
    make_book(cover, sections, rows, system.kinds)
    book, made = _book(cover, sections)
    rewritten = _rewrite(book, cover, sections)
    tally = _entries(book, rows)
    if not made and (rewritten or any(tally)):
        book.version += 1
        book.save()
    return Loaded(book, sum(map(len, rows.values())), tally.changed, tally.retired)


def _book(cover: Mapping[str, Any], sections: Sequence[Mapping[str, Any]]) -> tuple[Book, bool]:
    """The locked row of a core book, and whether it is new."""
    own = {name: cover[name] for name in ("system", "key", "edition")}
    rest = {name: cover[name] for name in COVER if name not in own}
    made = Book.objects.get_or_create(core=True, **own, defaults={**rest, "sections": sections})[1]
    return Book.objects.select_for_update().get(core=True, **own), made


def _rewrite(book: Book, cover: Mapping[str, Any], sections: Sequence[Mapping[str, Any]]) -> bool:
    """Take over cover and sections (not saved yet); whether they differ."""
    if book.cover == cover and book.sections == sections:
        return False
    for name in COVER:
        setattr(book, name, cover[name])
    book.sections = list(sections)
    return True


class _Tally(NamedTuple):
    """How many entries were made or changed, only moved to another place, and retired."""

    changed: int
    moved: int
    retired: int


def _entries(book: Book, rows: Mapping[str, Sequence[Mapping[str, Any]]]) -> _Tally:
    """Write what differs."""
    held: dict[Key, Entry] = {(entry.kind, entry.key): entry for entry in book.entries.all()}
    wanted = {
        (kind, row["key"]): _entry(book, kind, place, row)
        for kind, shelf in rows.items()
        for place, row in enumerate(shelf)
    }
    new = [entry for key, entry in wanted.items() if key not in held]
    differing = {key: _take_over(held[key], entry) for key, entry in wanted.items() if key in held}
    gone = [entry for key, entry in held.items() if key not in wanted and not entry.retired]
    for entry in gone:
        entry.retired = True
    Entry.objects.bulk_create(new)
    Entry.objects.bulk_update([held[key] for key, names in differing.items() if names], TAKEN, batch_size=500)
    Entry.objects.bulk_update(gone, ["retired"], batch_size=500)
    moved = sum(names == {"place"} for names in differing.values())
    return _Tally(len(new) + sum(map(bool, differing.values())) - moved, moved, len(gone))


TAKEN = (*COLUMNS, "data", "place", "retired")


def _entry(book: Book, kind: str, place: int, row: Mapping[str, Any]) -> Entry:
    columns = {name: row[name] for name in COLUMNS}
    retired = bool(row.get("retired", False))
    return Entry(book=book, kind=kind, key=row["key"], data=dict(row), place=place, retired=retired, **columns)


def _take_over(held: Entry, wanted: Entry) -> set[str]:
    """Make the held entry like the wanted one (not saved yet); the columns that differed."""
    differing = {name for name in TAKEN if getattr(held, name) != getattr(wanted, name)}
    for name in differing:
        setattr(held, name, getattr(wanted, name))
    return differing
