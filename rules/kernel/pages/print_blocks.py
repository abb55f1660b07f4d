"""A printed sheet of any game: the blocks it is a list of, and the whole of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from rules.kernel.basics import shorten
from rules.kernel.basics.wording import first_sentence
from rules.kernel.pages.chances import Chance
from rules.kernel.pages.print_parts import Card, Clock, Deck, NumberLine, Passage, Track, in_rows

LONGEST_SENTENCE = 140
FEW_CARDS, FEW_LETTERS = 9, 900
"""Cards and letters of notes that leave a third of a page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A part of a printed sheet under its `title`, where it has one, and an `aside`. There is a closed set of them, and
    one template each.

    One that `splits` may go on over the page, with its title again.
    """

    title: str
    aside: str = ""
    splits: bool = False
    template: ClassVar[str] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cards(Block):
    """What is owned, as cards."""

    deck: Deck
    splits: bool = True
    template = "print/block_cards.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class Clocks(Block):
    """Circles to fill part by part, side by side."""

    clocks: tuple[Clock, ...]
    template = "print/block_clocks.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class Crib(Block):
    """Rules to have at hand: each of `lines` a word and a sentence."""

    lines: tuple[tuple[str, str], ...]
    template = "print/block_crib.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid(Block):
    """A matrix of `rows`, (name, cells) pairs, under `heads`; a cell without a value is empty, to write in."""

    corner: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    template = "print/block_grid.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers(Block):
    """Large numbers, each in the game's own shape."""

    numbers: tuple[NumberLine, ...]
    template = "print/block_numbers.html"


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: its name with a word `more` beside it, and its cells."""

    name: str
    cells: tuple[str | Chance, ...]
    more: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(Block):
    """A table of results, `corner` above the names of its rows; under it notes: each a word and a sentence.

    `sort` says what its cells are: "results" to compare, "words" to read, or the numbers of a long "list", which stands
    in two halves side by side. `decides` is the place of the column that matters most, from 1; 0 for none.
    """

    corner: str
    heads: tuple[str, ...]
    rows: tuple[Row, ...]
    notes: tuple[tuple[str, str], ...] = ()
    sort: Literal["results", "words", "list"] = "results"
    decides: int = 0
    template = "print/block_table.html"

    @property
    def parts(self) -> tuple[tuple[Row, ...], ...]:
        """The rows as they stand side by side."""
        return in_rows(self.rows, max(1, -(-len(self.rows) // 2))) if self.sort == "list" else (self.rows,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tracks(Block):
    """Boxes to tick, a row for each track."""

    tracks: tuple[Track, ...]
    template = "print/block_tracks.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class Values(Block):
    """Names under each other, with a number each if they have `heads` (name, number). A line without a name is blank,
    to write on."""

    lines: tuple[NumberLine, ...]
    heads: tuple[str, ...] = ()
    template = "print/block_values.html"


@dataclass(frozen=True, slots=True)
class Beside:
    """Columns of short blocks, all alike, or the first of them wide, or the last as narrow as a figure. Where one of
    them may go on over the page, they stand under each other."""

    columns: tuple[tuple[Block, ...], ...]
    wide: bool = False
    narrow: bool = False

    @property
    def splits(self) -> bool:
        return any(block.splits for column in self.columns for block in column)


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """What every printed sheet has. `front` and `back` are the page for play and the rest, as lists of blocks; what is
    `movable` ends the page for play, and begins the rest where the paper is short.

    `band` is the colour of the edge as #rrggbb, `line` and `facts` (label, value) stand under the name, `notes` are
    what the player wrote, `cribs` fill what is left of the last page, `pocket` has the sets of pocket cards: "spells",
    "gear", "feats". `numbers` are the large ones under the name, where paper has others than the site.
    """

    band: str
    line: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    numbers: tuple[NumberLine, ...] = ()
    notes: tuple[Passage, ...] = ()
    cribs: tuple[Crib, ...] = ()
    front: tuple[Block | Beside, ...] = ()
    movable: tuple[Block | Beside, ...] = ()
    back: tuple[Block | Beside, ...] = ()
    pocket: tuple[tuple[str, tuple[Card, ...]], ...] = ()

    def cards_of(self, kind: str = "") -> tuple[Card, ...]:
        """The pocket cards of one set, or of all."""
        return tuple(card for key, cards in self.pocket if not kind or key == kind for card in cards)

    @property
    def cribs_by_three(self) -> tuple[tuple[Crib, ...], ...]:
        return in_rows(self.cribs, 3)

    @property
    def said(self) -> str:
        """A sentence of the player's to stand under the name: of the goals, else of the story."""
        found = {note.title: note.text for note in reversed(self.notes)}
        text = found.get("Goals") or found.get("Backstory") or ""
        return shorten(first_sentence(text), LONGEST_SENTENCE)


def if_room(cribs: tuple[Crib, ...], cards: int, notes: Sequence[Passage]) -> tuple[Crib, ...]:
    """The cribs, where so many cards and these notes leave room for them on the last page."""
    return cribs if cards <= FEW_CARDS and sum(len(note.text) for note in notes) <= FEW_LETTERS else ()
