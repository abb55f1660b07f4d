"""What a field is made of: the entries of a list and the options of a choice, so that an answer leaves out what stays.

A template marks the element that is a piece by `data-piece`, and by a comment where it ends; pieces may stand in each
other. A page says of each how it is drawn, in their order. An answer names those that it would draw the same way, and
the script of the page puts them where they belong: `<i data-stays="ID 3">` is the piece whose first id that is and the
two that come after it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from django.utils.safestring import SafeString

from characters.builder.drawing import DRAWN
from characters.builder.page_state import PIECE_MARK, each, mark, piece_mark
from rules.kernel import remember

BOUNDS = re.compile("(?=<[a-z]+ data-piece )|(<!-- /piece -->)")
"""Where a piece begins or ends. Whatever else could say so has been escaped."""
FIRST_ID = re.compile(' id="([^"]+)"')
TICKED, UNTICKED = '" checked>', '">'
"""How an option is drawn that is chosen, and one that is not."""


class Piece(NamedTuple):
    """How it is drawn, the first id in it, what it holds, and how many pieces it is with those in it."""

    mark: bytes
    id: str
    inside: "Inside"
    size: int


Inside = tuple[str | Piece, ...]


class Pieces(NamedTuple):
    """Something drawn, as a page shows it, and what it is made of; a mark of it, and of each piece in its order."""

    html: SafeString
    inside: Inside
    mark: bytes
    marks: bytes


@remember(DRAWN)
def pieces_of(drawn: SafeString, ticks: bool = True) -> Pieces:
    """What something drawn is made of. Without `ticks` no mark tells what is chosen."""
    holding: list[list[str | Piece]] = [[]]
    begun: list[int] = []
    marks: list[bytes] = []
    for place, text in enumerate(BOUNDS.split(drawn)):
        if not place % 2:
            holding[-1].append(text)
        elif text is None:
            begun.append(len(marks))
            marks.append(b"")
            holding.append([])
        else:
            inside, at = tuple(holding.pop()), begun.pop()
            html = _html(inside)
            marks[at] = piece_mark(_told(html, ticks))
            name = FIRST_ID.search(html)
            holding[-1].append(Piece(marks[at], name[1] if name else "", inside, len(marks) - at))
    whole = tuple(holding[0])
    return Pieces(SafeString(_html(whole)), whole, mark(_told(drawn, ticks)), b"".join(marks))


def _told(html: str, ticks: bool) -> str:
    """What of something drawn its mark is of."""
    return html if ticks else html.replace(TICKED, UNTICKED)


def _html(inside: Inside) -> str:
    return "".join(one if isinstance(one, str) else _html(one.inside) for one in inside)


def without_bounds(drawn: SafeString) -> SafeString:
    """Something drawn as a page shows it: without comments."""
    return SafeString(BOUNDS.sub("", drawn))


def left_out(pieces: Pieces, shown: bytes) -> SafeString:
    """The same, with names instead of the pieces that a page shows which has those of these marks."""
    if not shown:
        return pieces.html
    places: dict[bytes, list[int]] = {}
    for place, one in enumerate(each(shown, PIECE_MARK)):
        places.setdefault(one, []).append(place)
    return SafeString("".join(_named(pieces.inside, places)))


def staying(pieces: Pieces, shown: bytes) -> frozenset[str]:
    """The ids of those pieces that a page shows already which has those of these marks."""
    held = frozenset(each(shown, PIECE_MARK))
    return frozenset(one.id for one in _all(pieces.inside) if one.mark in held)


def _all(inside: Inside) -> Iterator[Piece]:
    for one in inside:
        if isinstance(one, Piece):
            yield one
            yield from _all(one.inside)


def _named(inside: Iterable[str | Piece], places: Mapping[bytes, list[int]]) -> Iterator[str]:
    first, many, following = "", 0, -1
    for one in inside:
        if isinstance(one, str):
            if first and not one.strip():
                continue
            standing: list[int] = []
        else:
            standing = places.get(one.mark, []) if one.id else []
        if first and following not in standing:
            yield f'<i data-stays="{first} {many}"></i>'
            first, many = "", 0
        if isinstance(one, str):
            yield one
        elif not standing:
            yield from _named(one.inside, places)
        elif first:
            many, following = many + 1, following + one.size
        else:
            first, many, following = one.id, 1, standing[0] + one.size
    if first:
        yield f'<i data-stays="{first} {many}"></i>'
