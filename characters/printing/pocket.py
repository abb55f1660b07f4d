"""Pocket cards, eight to a sheet of paper: what is owned, each in the largest type that holds its words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rules.kernel.basics import shorten
from rules.kernel.pages import in_rows
from rules.kernel.pages.print_blocks import Card

SIZES = {"large": 200, "middling": 320, "small": 460}
"""What each size of type holds on one card at most, by `weight`."""
LARGEST, SMALLEST = "large", "small"
LONGEST_TITLE, A_LINE_OF_TITLE = 60, 24
ACROSS, DOWN = 4, 2


@dataclass(frozen=True, slots=True)
class Pocket:
    """A card as it is printed: `part` says which it is of those that one thing needs. Without a title it is blank."""

    card: Card
    size: str = LARGEST
    part: str = ""


def pages(cards: Sequence[Card], *, large: bool = False) -> tuple[tuple[tuple[Pocket, ...], ...], ...]:
    """Sheets of two rows of four, the last filled with blank ones; `large` has no smaller type, but more cards."""
    made = [one for card in cards for one in _printed(card, LARGEST if large else SMALLEST)]
    blank = -len(made) % (ACROSS * DOWN) if made else ACROSS * DOWN
    return in_rows(in_rows([*made, *[Pocket(Card())] * blank], ACROSS), DOWN)


def weight(text: str) -> int:
    """About how much room words take: wide letters count twice."""
    return sum(2 if letter.isupper() or letter > "\u10ff" else 1 for letter in text)


def _printed(card: Card, smallest: str) -> Iterator[Pocket]:
    title = shorten(card.title, LONGEST_TITLE)
    if title != card.title:
        card = replace(card, title=title, text=f"{card.title} {card.text}".strip())
    head = 3 * max(0, weight(title) - A_LINE_OF_TITLE) + max(0, weight(card.kind) - A_LINE_OF_TITLE)
    need = head + weight(card.text) + weight(card.foot)
    sizes = [size for size, most in SIZES.items() if most >= need and most <= SIZES[smallest]]
    if sizes:
        yield Pocket(card, sizes[0])
        return
    pieces = list(_pieces(f"{card.text} {card.foot}".split(), max(40, SIZES[smallest] - head)))
    for n, text in enumerate(pieces, 1):
        yield Pocket(replace(card, text=text, foot=""), smallest, f"{n} of {len(pieces)}" if len(pieces) > 1 else "")


def _pieces(words: Sequence[str], most: int) -> Iterator[str]:
    """The words in as many parts as are needed; one that no part holds is broken."""
    part = ""
    for word in words:
        whole = f"{part} {word}".strip()
        if weight(whole) <= most:
            part = whole
            continue
        if part:
            yield part
        while weight(word) > most:
            yield word[: most // 2]
            word = word[most // 2 :]
        part = word
    if part:
        yield part
