"""What a book says of a spell, in words: the grimoire draws it without knowing the game."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tag:
    """Something spells are sorted by: a group ("Skill", "Stage"), a key, and how it reads."""

    group: str
    key: str
    label: str


@dataclass(frozen=True, slots=True)
class SpellFacts:
    """A spell for reading. `one_liner` is its figures in a line; `table` has two columns under `heads`.

    The first group of `tags` is what the spell is cast with. `empty` stands where a table is expected and
    the book has none; `rulings` are the keys of those it follows.
    """

    tags: tuple[Tag, ...]
    one_liner: str
    facts: tuple[tuple[str, str], ...]
    text: str = ""
    title: str = ""
    heads: tuple[str, str] = ("", "")
    table: tuple[tuple[str, str], ...] = ()
    empty: str = ""
    rulings: tuple[str, ...] = ()

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """All of it but its summary, each part with what it is called."""
        rows = "\n".join(f"{row}: {value}" for row, value in self.table)
        return tuple(part for part in (("What it does", self.text), *self.facts, (self.title, rows)) if part[1])
