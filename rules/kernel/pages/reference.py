"""What a game keeps ready for its game master: cards in sections, drawn by a page that does not know the game."""

from dataclasses import dataclass, replace

from rules.kernel.basics.cites import Cite
from rules.kernel.books.rulebook import Entry, Rulebook


@dataclass(frozen=True, slots=True)
class Card:
    """One thing to look up. Each row of `table` has a cell under each of `heads`; the first names the row.

    `rulings` are the keys of those it follows, `spell` is what brings it, and `also` are other names it is found by.
    """

    key: str
    name: str
    summary: str
    cite: Cite
    heads: tuple[str, ...] = ()
    table: tuple[tuple[str, ...], ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    rulings: tuple[str, ...] = ()
    spell: Entry | None = None
    also: tuple[str, ...] = ()

    def answers(self, words: str) -> bool:
        """Whether each of these words is part of one of its names."""
        names = " ".join((self.name, *self.also)).casefold()
        return all(word in names for word in words.casefold().split())


@dataclass(frozen=True, slots=True)
class ReferenceSection:
    """Cards of one kind, under a title and a sentence."""

    title: str
    intro: str
    cards: tuple[Card, ...]

    def only(self, words: str) -> "ReferenceSection":
        """The section with the cards that answer to these words."""
        return replace(self, cards=tuple(card for card in self.cards if card.answers(words)))


def rows_of(rulebook: Rulebook, shape: type[Entry]) -> tuple[tuple[str, ...], ...]:
    """A table of the entries of a kind: the name of each, and what is said of it."""
    return tuple((entry.name, entry.summary) for entry in rulebook.all(shape).values())


def no_references(rulebook: Rulebook) -> tuple[ReferenceSection, ...]:
    """What a game without anything to look up keeps."""
    return ()
