"""Pocket cards, eight to a sheet of paper: what is owned, each in the largest type that holds its words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rules.kernel.basics import shorten
from rules.kernel.pages import in_rows
from rules.kernel.pages.print_parts import Card

SIZES = {"large": 200, "middling": 320, "small": 460}
"""What each size of type holds on one card at most, by `weight`."""
LARGEST, SMALLEST, NONE = "large", "small", "none"
LONGEST_TITLE, A_LINE_OF_TITLE, A_LINE = 60, 24, 28
ACROSS, DOWN = 4, 2


@dataclass(frozen=True, slots=True)
class Pocket:
    """A card as it is printed: `part` says which it is of those that one thing needs. Without a title it is blank; of
    size "none" only its place is kept."""

    card: Card
    size: str = LARGEST
    part: str = ""


def pages(
    cards: Sequence[Card], *, large: bool = False, blank: bool = False
) -> tuple[tuple[tuple[Pocket, ...], ...], ...]:
    """Sheets of two rows of four, with no more cards than there are; `large` has no smaller type, but more cards.

    `blank` is a sheet of cards to write on instead.
    """
    if blank:
        return ((((Pocket(Card()),) * ACROSS),) * DOWN,)
    made = [one for card in cards for one in _printed(card, LARGEST if large else SMALLEST)]
    return in_rows(in_rows([*made, *[Pocket(Card(), NONE)] * (-len(made) % ACROSS)], ACROSS), DOWN)


def weight(text: str) -> int:
    """About how much room words take: wide letters count twice."""
    return sum(2 if letter.isupper() or letter > "\u10ff" else 1 for letter in text)


def _printed(card: Card, smallest: str) -> Iterator[Pocket]:
    title = shorten(card.title, LONGEST_TITLE)
    if title != card.title:
        card = replace(card, title=title, text=f"{card.title} {card.text}".strip())
    head = 3 * max(0, weight(title) - A_LINE_OF_TITLE) + max(0, weight(card.kind) - A_LINE_OF_TITLE)
    lines = sum(-(-weight(line) // A_LINE) * A_LINE for line in card.lines)
    need = head + lines + weight(card.text) + weight(card.foot)
    sizes = [size for size, most in SIZES.items() if most >= need and most <= SIZES[smallest]]
    if sizes:
        yield Pocket(card, sizes[0])
        return
    words = " ".join((*(f"{line}." for line in card.lines), card.text, card.foot)).split()
    pieces = list(_pieces(words, max(40, SIZES[smallest] - head)))
    for n, text in enumerate(pieces, 1):
        yield Pocket(
            replace(card, text=text, foot="", facts=()), smallest, f"{n} of {len(pieces)}" if len(pieces) > 1 else ""
        )


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
