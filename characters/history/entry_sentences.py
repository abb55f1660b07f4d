"""Entries of a ledger in words: each is one sentence with its amount, by the names that the game and its books have."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from characters.history.change_messages import FieldChange, Labels, readable, sentence, starred
from rules.kernel import LedgerEntry, LedgerKind, Sheet
from rules.kernel.basics.wording import as_sentence, counted, shown
from rules.kernel.documents import MAPPINGS
from rules.kernel.ledger_kinds import no_subjects
from rules.kernel.pages import Game


class EntryTeller:
    """Tells entries of one character. What a key means, its sheet and its books say."""

    def __init__(self, game: Game, sheet: Sheet) -> None:
        self._game, self._sheet = game, sheet

    def tell(self, entry: LedgerEntry) -> str:
        """An entry as one sentence."""
        kind = self._game.ledger_kinds.get(entry.kind)
        told = (kind.says(self._words(kind, entry)) if kind else "") or ", ".join(self._as_it_is(kind, entry))
        note = "" if kind and "{note}" in kind.told else entry.note.strip()
        return as_sentence(": ".join(part for part in (told, note) if part))

    def _as_it_is(self, kind: LedgerKind | None, entry: LedgerEntry) -> Iterator[str]:
        """What is told of an entry for which the game has no words."""
        words = self._words(kind, entry)
        label = kind.label if kind else readable(entry.kind)
        yield ": ".join(part for part in (label, words.pop("subject")) if part)
        yield from (text for text in words.values() if text)

    def _words(self, kind: LedgerKind | None, entry: LedgerEntry) -> dict[str, str]:
        if kind and kind.key == "change":
            return {"subject": "", "change": self._change(entry)}
        keyed = kind is not None and kind.subjects is not no_subjects
        typed, units = (kind.more, kind.numbers) if kind else ({}, {})
        details = {key: self._detail(value, units.get(key, ""), key in typed) for key, value in entry.more.items()}
        return {
            **details,
            "subject": self._named(entry.subject) if keyed else entry.subject,
            **({"note": entry.note.strip()} if kind and "{note}" in kind.told else {}),
            "amount": counted(abs(entry.amount), kind.unit if kind else "") if entry.amount else "",
        }

    def _detail(self, value: Any, unit: str, typed: bool = False) -> str:
        """A detail in words: a number with its unit, and what a rule has filled in by its name."""
        if isinstance(value, str):
            return value if typed else self._named(value)
        if isinstance(value, int) and not isinstance(value, bool):
            return counted(value, unit)
        return "" if value is None else shown(value)

    def _named(self, word: str) -> str:
        """What a key is called in the books or on the sheet; another word stays as it is."""
        figure = self._sheet.figures.get(word)
        return self._labels.named(word) or (figure.label if figure else word)

    @cached_property
    def _labels(self) -> Labels:
        return Labels(self._sheet.rulebook)

    @cached_property
    def _fields(self) -> Labels:
        """Labels that know the fields of the builder, too."""
        self._labels.learn(self._game.steps(self._sheet))
        return self._labels

    def _change(self, entry: LedgerEntry) -> str:
        """A change that was allowed: of a choice by what the builder calls it, of a line by its name."""
        was, now = (entry.more.get(side) for side in ("from", "to"))
        if entry.subject.partition(".")[0] in MAPPINGS:
            return sentence(FieldChange(starred(entry.subject), was, now), self._fields)
        named = [self._detail(value, "") for value in (was, now)]
        if now is None:
            return f"{entry.subject} removed"
        if was is None:
            return f"{entry.subject} added" if now == entry.subject else f"{entry.subject}: {named[1]} added"
        return " → ".join(named) if was == entry.subject else f"{entry.subject} {named[0]} → {named[1]}"
