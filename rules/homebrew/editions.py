"""Books in words: what an entry says, field by field, and how two editions differ."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rules.audit.figure_choices import choices, kind_words, said
from rules.homebrew.entry_form import label_of, shape_of
from rules.kernel import Book, Effect, Entry, Grant, Requirement, Rulebook, kind_of
from rules.kernel.basics import Ask, ask_of, minus
from rules.kernel.pages import Game
from rules.sparing import spared

SKIPPED = ("name",)


@dataclass(frozen=True)
class FieldLine:
    """A field of an entry in words. `before` is what it said in the earlier edition, where two are compared."""

    label: str
    text: str
    before: str = ""


@dataclass(frozen=True)
class EntryDifference:
    """An entry that is new, changed or gone; what changed, field by field."""

    key: str
    kind: str
    name: str
    how: str
    lines: tuple[FieldLine, ...] = ()


class Words:
    """Says entries of one game in words, with these books in play."""

    def __init__(self, system: Game, rulebook: Rulebook) -> None:
        self.system, self.rulebook = system, rulebook

    def lines(self, entry: Entry) -> tuple[FieldLine, ...]:
        """What an entry says beside its name; fields with nothing in them are left out."""
        said_of = self._said(entry)
        return tuple(FieldLine(label, text) for label, text in said_of.items() if text)

    def told(self, entry: Entry) -> tuple[FieldLine, ...]:
        """What the book says of an entry below its summary: in the game's own words where it has some."""
        own = spared(entry, lambda: self.system.entry_words(entry, self.rulebook))
        lines = tuple(FieldLine(*line) for line in own) if isinstance(own, tuple) and own else self.lines(entry)
        return tuple(line for line in lines if line.text != entry.summary)

    def _said(self, entry: Entry) -> dict[str, str]:
        shape = shape_of(type(entry), self.system)
        found = {}
        for field in shape.fields:
            ask = ask_of(field)
            if field.name not in SKIPPED and not ask.auto:
                inner, value = shape.row_of(field), getattr(entry, field.name)
                label = label_of(field)
                text = "; ".join(map(self._row, value)) if inner else self._asked(value, ask)
                found[label] = "" if value == field.default else text
        return found

    def _row(self, row: Any) -> str:
        """A row of a list: `+1 Charm per point of Fortitude`, `Level: 1, Effect: It glows.`, or its own `words`"""
        if isinstance(row, Effect):
            each = f" per point of {self._value(row.per, 'figure')}" if row.per else ""
            sign = "−" if row.amount < 0 else "+"
            return f"{sign}{abs(row.amount)} {self._value(row.to, 'number')}{each}"
        if isinstance(row, Requirement):
            return f"{self._value(row.of, 'figure')} {row.least}"
        if isinstance(row, Grant):
            return f"{row.dots} on {' or '.join(self._value(option, 'score') for option in row.options)}"
        if hasattr(row, "words"):
            return str(row.words(self._value))
        shape = shape_of(type(row), self.system)
        parts = []
        for field in shape.fields:
            ask, value = ask_of(field), getattr(row, field.name)
            text = "" if ask.auto else self._asked(value, ask)
            if text:
                parts.append(f"{label_of(field)}: {text}")
        return ", ".join(parts)

    def _asked(self, value: Any, ask: Ask) -> str:
        """The value of a field; one of a few is called as its form calls it."""
        if isinstance(value, str) and (word := ask.called(value)):
            return word
        return said(value) if value and value in ask.among else self._value(value, ask.of)

    def _value(self, value: Any, of: str) -> str:
        if isinstance(value, bool):
            return "yes" if value else ""
        if isinstance(value, int):
            return minus(value)
        if isinstance(value, tuple):
            said_of = [self._value(one, of) for one in value]
            return ("\n" if any(one.endswith(".") for one in said_of) else ", ").join(said_of)
        if of and value:
            named = {choice.key: choice.label for choice in choices(self.system, self.rulebook, of)}
            return named.get(value, said(value))
        return str(value)

    def differences(self, old: Book, new: Book) -> Iterator[EntryDifference]:
        """What the newer edition adds, changes and no longer has."""
        for shape in self.system.homebrew:
            kind, words = kind_of(shape), kind_words(shape)
            before, after = ({k: e for k, e in b.entries[kind].items() if not e.retired} for b in (old, new))
            for key, entry in after.items():
                if key not in before:
                    yield EntryDifference(key, words, entry.name, "new", self.lines(entry))
                elif lines := self._changed(before[key], entry):
                    yield EntryDifference(key, words, entry.name, "changed", lines)
            yield from (
                EntryDifference(key, words, gone.name, "gone") for key, gone in before.items() if key not in after
            )

    def _changed(self, old: Entry, new: Entry) -> tuple[FieldLine, ...]:
        was, now = {"Name": old.name, **self._said(old)}, {"Name": new.name, **self._said(new)}
        return tuple(FieldLine(label, now[label], was[label]) for label in now if now[label] != was[label])
