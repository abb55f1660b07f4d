"""What a campaign decides about its players' characters, and nobody else: what may be chosen of the books."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from rules.kernel.basics.wording import capitalise, in_words, join_words
from rules.kernel.books.rulebook import Entry, Rulebook, derived, kind_of
from rules.kernel.books.settings import Setting

MOST_NAMED = 60
"""So many things a campaign may name in one rule."""
_VALUE = re.compile(rf"(but|only):[a-z0-9][a-z0-9_-]{{0,63}}(,[a-z0-9][a-z0-9_-]{{0,63}}){{0,{MOST_NAMED - 1}}}\Z")
_PLACE = re.compile(r"(?<=\.)\d+(?=\.)")

NO_NAMES: Mapping[str, str] = MappingProxyType({})


def own_key(entry: Entry) -> str:
    """For kinds whose entries are chosen by their key."""
    return entry.key


class Named(NamedTuple):
    """What a campaign said of a kind: all `but` these, or `only` these."""

    how: Literal["but", "only"]
    keys: frozenset[str]

    def bars(self, key: str) -> bool:
        return (key in self.keys) is (self.how == "but")

    @property
    def text(self) -> str:
        """As it is kept; "" where nothing is named, which bars nothing."""
        return f"{self.how}:{','.join(sorted(self.keys))}" if self.keys else ""


NOTHING_NAMED = Named("but", frozenset())


@dataclass(frozen=True, slots=True)
class AllowedEntries(Setting):
    """Which entries of some kinds may be chosen. Its value is text: "", `but:fool,witch` or `only:soldier`.

    They are chosen at `paths`, where * is any place in a list, by a key that `chosen_by` knows. `one` is what one of
    them is called, with its article. `books` are what the game's own are called.
    """

    shapes: tuple[type[Entry], ...] = ()
    paths: tuple[str, ...] = ()
    one: str = ""
    chosen_by: Callable[[Any], str] = own_key
    books: Callable[[], Rulebook] | None = None

    def accepts(self, value: object) -> bool:
        return value == "" or (isinstance(value, str) and _VALUE.match(value) is not None)

    def named(self, value: object) -> Named:
        """What a value says."""
        if not value or not self.accepts(value):
            return NOTHING_NAMED
        how, _, keys = str(value).partition(":")
        return Named("only" if how == "only" else "but", frozenset(keys.split(",")))

    def label_for(self, value: object, names: Mapping[str, str] = NO_NAMES) -> str:
        named = self.named(value)
        if not named.keys:
            return "everything"
        said = join_words(self._names(named.keys, names))
        return f"only {said}" if named.how == "only" else f"all but {said}"

    def told(self, before: object, after: object, names: Mapping[str, str] = NO_NAMES) -> str:
        """What a change of it means: "without Slumber", "with Musket again", "only Rogue and Soldier". `names` are
        those of homebrew, by key."""
        old, new = self.named(before), self.named(after)
        if new.keys and new.how == "only":
            return f"only {in_words(self._names(new.keys, names))}"
        known = old.keys if old.how == "but" else frozenset[str]()
        gone, back = self._names(new.keys - known, names), self._names(known - new.keys, names)
        parts = (f"without {in_words(gone)}" if gone else "", f"with {in_words(back)} again" if back else "")
        return " and ".join(filter(None, parts)) or self.label_for(after, names)

    def homebrew_names(self, rulebook: Rulebook, *values: object) -> dict[str, str]:
        """What is called otherwise in a rulebook than in the game's own books, of what these values name, by key."""
        known, own = names_of(rulebook, self), self._own
        keys = frozenset[str]().union(*(self.named(value).keys for value in values))
        named = {key: known[key].name for key in sorted(keys & known.keys())}
        return {key: name for key, name in named.items() if key not in own or own[key].name != name}

    @property
    def _own(self) -> Mapping[str, Entry]:
        """What there is of it in the game's own books."""
        return names_of(self.books(), self) if self.books else {}

    def _names(self, keys: Iterable[str], names: Mapping[str, str]) -> list[str]:
        """What they are called, in order; one that nobody has a name for by its key in plain words."""
        known = {**{key: entry.name for key, entry in self._own.items()}, **names}
        return sorted(known.get(key) or capitalise(key.replace("-", " ")) for key in keys)

    def is_at(self, path: str, key: str) -> bool:
        """Whether a choice of this key at this path is one of those."""
        place = _PLACE.sub("*", path)
        return any(place in (one, f"{one}.{key}") for one in self.paths)


@derived
def names_of(rulebook: Rulebook, rule: AllowedEntries) -> Mapping[str, Entry]:
    """What may be chosen by the rule, in the book's order, by the keys that choose it, the first of each."""
    found: dict[str, Entry] = {}
    for shape in rule.shapes:
        for entry in rulebook.all(shape).values():
            found.setdefault(rule.chosen_by(entry), entry)
    return MappingProxyType(found)


@derived
def keys_by_name(rulebook: Rulebook, rule: AllowedEntries) -> Mapping[str, str]:
    """The key that chooses it by every name that a build may have for it: its own key and its aliases too."""
    found = {key: key for key in names_of(rulebook, rule)}
    for shape in rule.shapes:
        for entry in rulebook.all(shape).values():
            for name in (entry.key, *entry.aliases):
                found.setdefault(name, rule.chosen_by(entry))
    return MappingProxyType(found)


@derived
def barred_keys(rulebook: Rulebook, rule: AllowedEntries, value: str) -> frozenset[str]:
    """What the rule bars by this value, as the keys that choose it."""
    named = rule.named(value)
    return frozenset(key for key in names_of(rulebook, rule) if named.bars(key))


def without_barred(rulebook: Rulebook, rules: Iterable[AllowedEntries], given: Mapping[str, Any]) -> Rulebook:
    """The books with what is barred by these house rules retired, as whoever makes a character at random wants them."""
    said = ((rule, rule.named(given.get(rule.key))) for rule in rules)
    barring = tuple((rule, named) for rule, named in said if named.keys)
    return _without(rulebook, barring) if barring else rulebook


@derived
def _without(rulebook: Rulebook, barring: tuple[tuple[AllowedEntries, Named], ...]) -> Rulebook:
    shelves: dict[str, Mapping[str, Entry]] = dict(rulebook.entries)
    for rule, named in barring:
        for shape in rule.shapes:
            kind = kind_of(shape)
            shelves[kind] = MappingProxyType(
                {
                    key: replace(entry, retired=True) if named.bars(rule.chosen_by(entry)) else entry
                    for key, entry in shelves.get(kind, {}).items()
                }
            )
    return replace(rulebook, entries=MappingProxyType(shelves))
