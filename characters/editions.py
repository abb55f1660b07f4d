"""What differs between two editions of a book, entry by entry and field by field, in words."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from rules.kernel import Book, Effect, Entry, Requirement, Sheet, shorten

MOST_TEXT = 120
NOT_TOLD = {"key", "book", "short", "origin", "url", "sure"}
"""What an entry says of its book, which every entry of the other edition says otherwise, and its key."""


@dataclass(frozen=True, slots=True)
class EntryChange:
    """An entry that came, changed or went. `used`: this character has it."""

    kind: str
    name: str
    word: str
    lines: tuple[str, ...]
    used: bool


def compare_editions(
    old: Book, new: Book, labels: Mapping[str, str], used: Collection[str] = ()
) -> tuple[EntryChange, ...]:
    """What differs, in the order of the newer edition with what went behind; what is used first.

    `labels` are what figures are called, `used` the keys of entries that the character has.
    """
    return tuple(sorted(_changes(old, new, labels, used), key=lambda change: not change.used))


def labels_of(*sheets: Sheet) -> dict[str, str]:
    """What the numbers that effects speak of are called, on any of these sheets."""
    named = {f"{budget.key}-allowed": f"{budget.label} allowed" for s in sheets for budget in s.budgets.values()}
    return named | {key: figure.label for sheet in sheets for key, figure in sheet.figures.items()}


def _changes(old: Book, new: Book, labels: Mapping[str, str], used: Collection[str]) -> Iterator[EntryChange]:
    for kind in dict.fromkeys((*new.entries, *old.entries)):
        had, has = old.entries.get(kind, {}), new.entries.get(kind, {})
        word = kind.replace("-", " ").capitalize()
        for key, entry in has.items():
            before = had.get(key)
            if before is None:
                yield EntryChange(word, entry.name, "new", (entry.summary,), False)
            elif lines := _lines(before, entry, labels):
                yield EntryChange(word, entry.name, "changed", lines, key in used)
        for key, entry in had.items():
            if key not in has:
                yield EntryChange(word, entry.name, "gone", (), key in used)


def _lines(old: Entry, new: Entry, labels: Mapping[str, str]) -> tuple[str, ...]:
    """The fields of an entry that differ."""
    pairs = ((field.name, getattr(old, field.name), getattr(new, field.name)) for field in fields(new))
    return tuple(
        f"{_called(name)}: {words(before, labels)} → {words(after, labels)}"
        for name, before, after in pairs
        if name not in NOT_TOLD and before != after
    )


def _called(name: str) -> str:
    return name.replace("_", " ").capitalize()


def words(value: Any, labels: Mapping[str, str]) -> str:
    """A value of an entry as a person reads it."""
    if isinstance(value, Effect):
        each = f" for each {labels.get(value.per, value.per)}" if value.per else ""
        return f"{value.amount:+} {labels.get(value.to, value.to)}{each}"
    if isinstance(value, Requirement):
        return f"{labels.get(value.of, value.of)} {value.least} or more"
    if is_dataclass(value):
        told = ((_called(field.name).lower(), getattr(value, field.name)) for field in fields(value))
        return ", ".join(f"{name} {words(inner, labels)}" for name, inner in told if inner not in ("", ()))
    if isinstance(value, tuple):
        return "; ".join(words(inner, labels) for inner in value) or "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return f"“{shorten(value, MOST_TEXT)}”" if value else "nothing"
    return str(value)
