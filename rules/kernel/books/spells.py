"""The spells of a rulebook, as the house rules of whoever asks have them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules.kernel.books.rulebook import Entry, Rulebook


def as_printed(entry: Entry, house: Mapping[str, int | bool | str]) -> Entry:
    """For games whose house rules change no row of a spell."""
    return entry


@dataclass(frozen=True)
class SpellReader:
    """Every spell of a rulebook, each as it is `read` where these house rules are played."""

    rulebook: Rulebook
    read: Callable[[Entry], Entry]

    def find(self, key: str) -> Entry | None:
        """The spell of this key, if the books have one."""
        entry = self.rulebook.entries.get("spell", {}).get(key)
        return self.read(entry) if entry else None
