"""What happened to a character outside its choices: points in and out, losses, the game master's word.

An entry has a date and is never edited; a `void` takes one back. Choices and entries are all that is stored: every
budget and every figure reads them.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any, Literal, Protocol

from rules.kernel.basics.wording import shown
from rules.kernel.documents.builds import MAPPINGS, NAME_LIMIT, SCORE_LIMIT, text_fault

Actor = Literal["play", "change", "judge"]
"""Who may write an entry: whoever plays the character, whoever may change its build, its game master."""
ENTRIES_LIMIT = 500
"""Entries of one character."""
NOTE_LIMIT = 300
"""Letters of a note."""
TEXTS = ("kind", "on", "subject", "by", "note", "id")
LIMITS = {"kind": 40, "by": 10, "note": NOTE_LIMIT}
"""Letters of a text where that is other than of a name."""
VOID = "void"
PLAYER = "player"
"""Who wrote an entry, where that was no GM."""
DIED = "died"


class EntryError(ValueError):
    """An entry that cannot be read, or may not be written; the message is a sentence with its reason."""


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One dated entry. `on` is a day, "2026-11-19", or "" where nobody knows; `amount` has a sign.

    `subject` is a key, a path or a name, `id` its own name, which a `void` has as its subject. What only some kinds
    have (`from`, `to`, `gained`) is in `more`. One that is `settled` was there when the character was last approved: it
    counts on, but explains no change since.
    """

    kind: str
    amount: int = 0
    on: str = ""
    subject: str = ""
    by: str = ""
    note: str = ""
    id: str = ""
    more: Mapping[str, Any] = field(default_factory=dict)
    settled: bool = False

    @property
    def day(self) -> str:
        """When it was, as it is read: "19 November 2026", "" where nobody knows."""
        when = date.fromisoformat(self.on) if self.on else None
        return f"{when.day} {when:%B %Y}" if when else ""

    def means(self, *words: str) -> bool:
        """Whether its subject is one of these: the key, the path or the name of a thing, without case."""
        return same_name(self.subject) in map(same_name, words)

    def as_json(self) -> dict[str, Any]:
        """The entry as a document has it."""
        texts = {name: value for name in TEXTS if (value := getattr(self, name))}
        rest = {**({"amount": self.amount} if self.amount else {}), **({"settled": True} if self.settled else {})}
        return {**self.more, **texts, **rest}


def read_entry(value: object) -> LedgerEntry:
    """An entry from parsed JSON. Raises EntryError."""
    if not isinstance(value, Mapping):
        raise EntryError(f"An entry of its ledger is {shown(value)}, and not a JSON object.")
    texts = {name: value.get(name, "") for name in TEXTS}
    for name, text in texts.items():
        if not isinstance(text, str) or (fault := text_fault(text, LIMITS.get(name, NAME_LIMIT))):
            why = fault if isinstance(text, str) else "is not text"
            raise EntryError(f"“{name}” of an entry of its ledger {why}.")
    amount = value.get("amount", 0)
    if isinstance(amount, bool) or not isinstance(amount, int) or abs(amount) > SCORE_LIMIT:
        raise EntryError(f"The amount of an entry of its ledger is {shown(amount)}; it must be a whole number.")
    if not texts["kind"]:
        raise EntryError("An entry of its ledger has no “kind”.")
    try:
        day = date.fromisoformat(texts["on"]) if texts["on"] else None
    except ValueError:
        raise EntryError(f"An entry of its ledger is of {shown(texts['on'])}, which is no day.") from None
    more = {str(key): value[key] for key in value if key not in (*TEXTS, "amount", "settled")}
    if far := next((number for number in _numbers(more) if abs(number) > SCORE_LIMIT), None):
        raise EntryError(f"A number of an entry of its ledger is {shown(far)}; {SCORE_LIMIT:,} is the maximum.")
    on = day.isoformat() if day else ""
    return LedgerEntry(**{**texts, "on": on}, amount=amount, more=more, settled=value.get("settled") is True)


def _numbers(value: object) -> Iterator[float]:
    """Every number within parsed JSON."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from _numbers(one)
    elif isinstance(value, int | float):
        yield value


def read_ledger(value: object) -> tuple[LedgerEntry, ...]:
    """A ledger from parsed JSON. Raises EntryError."""
    if not isinstance(value, list):
        raise EntryError("Its “ledger” is not a list of entries.")
    if len(value) > ENTRIES_LIMIT:
        raise EntryError(f"Its ledger has {len(value):,} entries; the maximum is {ENTRIES_LIMIT}.")
    entries = tuple(map(read_entry, value))
    if twice := [key for key, often in Counter(entry.id for entry in entries if entry.id).items() if often > 1]:
        raise EntryError(f"Two entries of its ledger are called {shown(twice[0])}.")
    return entries


class Raising(Protocol):
    """What a ledger asks of a kind of entry: whether somebody dead comes back by it."""

    @property
    def raises(self) -> bool: ...


class Ledger(tuple[LedgerEntry, ...]):
    """The entries of a character, in the order they were made."""

    @cached_property
    def standing(self) -> tuple[LedgerEntry, ...]:
        """Those that no other entry voids."""
        voided = {entry.subject for entry in self if entry.kind == VOID}
        return tuple(entry for entry in self if entry.kind != VOID and (not entry.id or entry.id not in voided))

    @cached_property
    def fresh(self) -> "Ledger":
        """The standing entries made since the last approval: what may explain that something is not as approved."""
        return Ledger(entry for entry in self.standing if not entry.settled)

    @cached_property
    def _by_kind(self) -> Mapping[str, tuple[LedgerEntry, ...]]:
        found: dict[str, list[LedgerEntry]] = {}
        for entry in self.standing:
            found.setdefault(entry.kind, []).append(entry)
        return {kind: tuple(entries) for kind, entries in found.items()}

    def of(self, *kinds: str) -> tuple[LedgerEntry, ...]:
        """The standing entries of these kinds."""
        if not self or self._by_kind.keys().isdisjoint(kinds):
            return ()
        if len(kinds) == 1:
            return self._by_kind[kinds[0]]
        return tuple(entry for entry in self.standing if entry.kind in kinds)

    def total(self, kind: str) -> int:
        """How much the standing entries of a kind come to, whichever sign is written."""
        return sum(abs(entry.amount) for entry in self.of(kind))

    def open(self, kind: str, *enders: str) -> tuple[LedgerEntry, ...]:
        """The standing entries of a kind that none of another kind has ended since.

        One that ends names a subject, and ends the first that is open of it; without one it ends all.
        """
        found: list[LedgerEntry] = []
        for entry in self.of(kind, *enders):
            if entry.kind == kind:
                found.append(entry)
            elif not entry.subject:
                found.clear()
            elif ended := next((one for one in found if same_name(one.subject) == same_name(entry.subject)), None):
                found.remove(ended)
        return tuple(found)

    def deaths(self, kinds: Mapping[str, Raising]) -> tuple[LedgerEntry, ...]:
        """The deaths from which nobody has come back since, in a game with these kinds: none where it has no deaths."""
        if DIED not in kinds or not self.of(DIED):
            return ()
        entries = self.of(DIED, *(key for key, kind in kinds.items() if kind.raises))
        back = max((n for n, entry in enumerate(entries, 1) if entry.kind != DIED), default=0)
        return entries[back:]

    def cancelled_since(self, entry: LedgerEntry) -> tuple[LedgerEntry, ...]:
        """The entries before this one that were cancelled after it: what it says, it says as if they stood."""
        place = next((n for n, one in enumerate(self) if one is entry), 0)
        before, after = ({one.subject for one in part if one.kind == VOID} for part in (self[:place], self[place:]))
        return tuple(one for one in self[:place] if one.id in after - before) if after else ()

    def allows(self, subject: str, was: object, now: object) -> bool:
        """Whether the game master has allowed this very change, in one step or in several."""
        reached = [was]
        for entry in self.of("change"):
            same = entry.subject.casefold() == subject.casefold() and entry.by != PLAYER
            if same and entry.more.get("from") in reached:
                to = entry.more.get("to")
                # A word that leads back ends those in between.
                reached = reached[: reached.index(to) + 1] if to in reached else [*reached, to]
        return now in reached[1:]

    @cached_property
    def _renamings(self) -> tuple[tuple[int, str, str], ...]:
        """Each name that the game master let a line change: the place of the entry, the old name and the new."""
        standing, found = set(map(id, self.of("change"))), list[tuple[int, str, str]]()
        for place, entry in enumerate(self):
            was, now = entry.more.get("from", entry.subject), entry.more.get("to")
            path = entry.subject.partition(".")[0] in MAPPINGS
            if id(entry) in standing and isinstance(was, str) and isinstance(now, str) and now and not path:
                found.append((place, same_name(was), same_name(now)))
        return tuple(found)

    @cached_property
    def _places(self) -> Mapping[int, int]:
        return {id(entry): place for place, entry in enumerate(self)}

    @cached_property
    def _names(self) -> dict[tuple[str, int], tuple[str, ...]]:
        return {}

    def names_of(self, name: str, since: LedgerEntry | None = None) -> tuple[str, ...]:
        """Every name that a line may have by the game master's word, by the name it had (when that was entered), which
        comes first: all without case. A word that leads back ends those in between."""
        after = self._places.get(id(since), len(self)) if since else -1
        known = self._names.get((name, after))
        if known is None:
            chain = {name: None}
            last = name
            for place, old, new in self._renamings:
                if place <= after or old not in (last, name):
                    continue
                while new in chain and last != new:
                    del chain[last]
                    last = next(reversed(chain))
                chain[last := new] = None
            known = self._names[name, after] = tuple(chain)
        return known

    def words_on(self, name: str) -> frozenset[str]:
        """The names that the game master's word lets a line of this very name have next, all without case."""
        return frozenset(new for _, old, new in self._renamings if old == name)


NO_ENTRIES = Ledger()


def awarded(points: int) -> Ledger:
    """So many points from the game master, nobody knows when."""
    return Ledger((LedgerEntry("award", points, by="gm"),)) if points else NO_ENTRIES


def same_name(name: str) -> str:
    """A name as it is compared: without case and outer blanks."""
    return name.strip().casefold()


def known_as(ledger: Ledger, name: str, since: LedgerEntry | None = None) -> str:
    """What a line of this name, without case, is called by now, as far as the GM has let it change `since` then."""
    return ledger.names_of(name, since)[-1] if ledger else name
