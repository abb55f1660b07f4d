"""A face in the frame of a game: somebody's own picture, or one of the busts cut from paper. No HTTP in here.

Everything is a path of SVG in a box 120 wide and 150 high. The colours are those of the page around a drawing, and
those of paper where there is none.
"""

from collections.abc import Mapping
from html import escape
from random import Random
from typing import NamedTuple

from characters.crest import UNNAMED, begin, mark
from rules.kernel.pages import Game

SIZE = (120, 150)
CLOTH, SKIN, HAIR, LIGHT = (
    "var(--filled,currentColor)", "var(--skin,#e9d6bd)", "var(--hair,#1e2532)", "var(--paper,#fff)",
)  # fmt: skip
"""What a piece is cut from."""


class Piece(NamedTuple):
    """A piece of paper, or with a `width` a thread; the next lies on top of it."""

    paper: str
    path: str
    width: float = 0


class Bust(NamedTuple):
    """A bust as it is offered, and what it is cut from."""

    label: str
    pieces: tuple[Piece, ...]


SHOULDERS = "M8 150C10 120 34 112 52 106V92H68V106C86 112 110 120 112 150Z"
FACE = "M60 34C48 34 42 48 43 64C44 82 52 93 60 95C68 93 76 82 77 64C78 48 72 34 60 34Z"
NECK = "M51 108C54 116 66 116 69 108V86H51Z"
CROP = (
    "M42 58C40 44 44 36 42 28C50 32 52 26 58 20C62 26 68 24 76 24C74 32 80 40 78 58C74 48 70 46 66 48"
    "C60 44 50 46 42 58Z"
)
BUSTS: Mapping[str, Bust] = {
    "hood": Bust(
        "Hood",
        (
            Piece(CLOTH, "M4 150C6 112 30 104 36 78C36 44 46 26 60 22C76 26 86 46 84 78C90 104 114 112 116 150Z"),
            Piece(SKIN, "M60 38C48 40 44 56 45 70C46 84 53 92 60 94C67 92 74 84 75 70C76 56 72 40 60 38Z"),
            Piece(HAIR, "M60 34C50 36 43 48 43 66C46 58 52 52 62 52C70 52 74 58 77 66C77 48 70 36 60 34Z"),
            Piece(CLOTH, "M36 78C44 96 50 104 60 110C70 104 76 96 84 78C92 104 96 110 98 124L60 150L22 124"
                  "C26 108 30 98 36 78Z"),
            Piece(LIGHT, "M60 110L52 150M60 110L70 150", 0.7),
            Piece(LIGHT, "M56 112a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z"),
        ),
    ),
    "braid": Bust(
        "Braid",
        (
            Piece(HAIR, "M38 60C34 30 50 20 62 20C80 20 88 36 84 64C92 84 88 104 96 122C86 126 78 120 76 108L44 106"
                  "C40 96 36 80 38 60Z"),
            Piece(CLOTH, SHOULDERS),
            Piece(SKIN, "M52 106C54 116 66 116 68 106V88H52Z"),
            Piece(SKIN, "M60 36C49 36 44 48 45 64C46 82 53 92 60 94C67 92 75 82 76 64C77 48 71 36 60 36Z"),
            Piece(HAIR, "M44 64C44 46 52 42 58 44C66 48 74 52 77 66C80 46 74 30 60 30C48 30 40 44 44 64Z"),
            Piece(HAIR, "M80 78C88 92 82 104 88 122C90 130 86 138 82 144", 7),
            Piece(LIGHT, "M79 92L88 95M82 104L91 105M85 116L93 115", 1.2),
            Piece(LIGHT, "M30 118C44 130 76 130 90 118", 1),
        ),
    ),
    "mask": Bust(
        "Mask",
        (
            Piece(HAIR, "M46 40C42 20 56 10 68 14C82 12 90 28 80 40C86 54 84 66 78 72L42 70C36 58 38 48 46 40Z"),
            Piece(HAIR, "M60 10C54 14 52 20 60 26C70 24 74 16 66 10Z"),
            Piece(CLOTH, "M6 150C10 126 32 122 46 114C52 122 68 122 74 114C88 122 110 126 114 150Z"),
            Piece(SKIN, "M46 114C52 110 53 104 53 90H67C67 104 68 110 74 114C70 128 50 128 46 114Z"),
            Piece(SKIN, "M60 36C50 36 45 48 46 62C47 80 54 90 60 92C66 90 73 80 74 62C75 48 70 36 60 36Z"),
            Piece(HAIR, "M45 62C45 46 52 40 60 42C68 40 75 46 75 62C80 44 74 30 60 30S40 44 45 62Z"),
            Piece(CLOTH, "M41.4 76a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0ZM73.4 76a2.6 2.6 0 1 0 5.2 0"
                  "a2.6 2.6 0 1 0-5.2 0Z"),
            Piece(HAIR, "M46 112C52 122 68 122 74 112", 1.6),
            Piece(CLOTH, "M46 60C52 56 58 60 60 61C62 60 68 56 74 60C74 68 64 68 60 64C56 68 46 68 46 60Z"),
        ),
    ),
    "pointed-ears": Bust(
        "Pointed ears",
        (
            Piece(CLOTH, SHOULDERS),
            Piece(SKIN, "M39 64L27 46L45 53ZM81 64L93 46L75 53Z"),
            Piece(SKIN, NECK),
            Piece(SKIN, FACE),
            Piece(HAIR, CROP),
            Piece(LIGHT, "M34 116L42 150M86 116L78 150M40 124H80M44 136H76", 1),
            Piece(HAIR, "M44 110C54 122 66 122 76 110L80 118C68 130 52 130 40 118Z"),
        ),
    ),
    "pointed-hat": Bust(
        "Pointed hat",
        (
            Piece(HAIR, "M40 64C36 36 48 28 60 28C74 28 84 38 82 66C84 80 84 88 80 94H42C38 86 38 76 40 64Z"),
            Piece(HAIR, SHOULDERS),
            Piece(SKIN, "M52 108L60 120L68 108V88H52Z"),
            Piece(SKIN, "M60 40C50 40 45 50 46 64C47 82 54 92 60 94C66 92 73 82 74 64C75 50 70 40 60 40Z"),
            Piece(HAIR, "M45 66C45 50 52 48 60 48S75 50 75 66C80 46 72 36 60 36S40 46 45 66Z"),
            Piece(CLOTH, "M26 40C44 48 76 48 94 40C84 34 76 33 74 32L62 2L54 8L46 32C42 33 34 35 26 40Z"),
            Piece(LIGHT, "M46 32C54 36 66 36 74 32", 2),
            Piece(CLOTH, "M50 108L44 150M70 108L76 150", 5),
            Piece(CLOTH, "M56 116L60 122L64 116L62 150H58Z"),
        ),
    ),
    "short-hair": Bust(
        "Short hair",
        (
            Piece(CLOTH, SHOULDERS),
            Piece(SKIN, NECK),
            Piece(SKIN, FACE),
            Piece(HAIR, CROP),
            Piece(LIGHT, "M42 110L60 132L78 110M60 132V150", 1.2),
        ),
    ),
    "beard": Bust(
        "Beard",
        (
            Piece(CLOTH, SHOULDERS),
            Piece(SKIN, NECK),
            Piece(SKIN, FACE),
            Piece(HAIR, "M42 60C40 36 50 26 60 26S80 36 78 60C76 50 72 44 60 44S44 50 42 60Z"),
            Piece(HAIR, "M42 60C42 84 46 104 60 124C74 104 78 84 78 60C74 72 72 78 60 76C48 78 46 72 42 60Z"),
        ),
    ),
    "helmet": Bust(
        "Helmet",
        (
            Piece(CLOTH, SHOULDERS),
            Piece(SKIN, NECK),
            Piece(SKIN, FACE),
            Piece(CLOTH, "M36 86C32 46 42 20 60 16C78 20 88 46 84 86L74 90L76 60H64L60 80L56 60H44L46 90Z"),
            Piece(LIGHT, "M60 18V58M40 58H80", 1.2),
            Piece(LIGHT, "M26 122C42 134 78 134 94 122", 1),
        ),
    ),
}  # fmt: skip
"""The busts by name, for every game."""


ANYBODY = ("hood", "pointed-hat")
"""Those that suit whoever it is."""


def bust_by(game: Game, seed: int, called: str) -> str:
    """The bust of somebody who has chosen none yet: one that suits anybody, or the one they are `called` like; the same
    for the same seed."""
    offered = dict.fromkeys((game.heraldry.bust, "hood", called))
    return Random(f"{seed} bust").choice([one for one in offered if one in (*ANYBODY, called)])


def portrait(game: Game, name: str, key: str, address: str, *, told: bool = True) -> str:
    """The picture at an address in the frame of a game; `key` tells two of one name on a page apart."""
    image = f'<image href="{escape(address)}" width="120" height="150" preserveAspectRatio="xMidYMin slice"/>'
    return _framed(game, name, key, image, told)


def bust(game: Game, name: str, key: str, which: str, *, told: bool = True) -> str:
    """A bust in the frame of a game. Raises KeyError for one that nobody has cut."""
    rays = f'<path d="{game.heraldry.portrait.rays}" stroke-width=".7" opacity=".28"/>'
    return _framed(game, name, key, rays + "".join(map(_drawn, BUSTS[which].pieces)), told)


def _drawn(piece: Piece) -> str:
    if piece.width:
        return f'<path d="{piece.path}" stroke="{piece.paper}" stroke-width="{piece.width}" stroke-linecap="round"/>'
    return f'<path d="{piece.path}" fill="{piece.paper}" stroke="none"/>'


def _framed(game: Game, name: str, key: str, inside: str, told: bool) -> str:
    frame, clip = game.heraldry.portrait, mark(game, name, f"{key} face")
    dashes = f' stroke-dasharray="{frame.dashes}"' if frame.dashes else ""
    return (
        f"{begin(f'Portrait of {name or UNNAMED}' if told else '', SIZE, 'crest upright')}"
        f'<clipPath id="{clip}"><path d="{frame.outer}"/></clipPath>'
        f'<g clip-path="url(#{clip})"><path d="{frame.outer}" fill="currentColor" fill-opacity=".09" stroke="none"/>'
        f'{inside}</g><path d="{frame.inner}" stroke-width="1.6" opacity=".5"{dashes}/>'
        f'<path d="{frame.outer}" stroke-width="1.8"/></svg>'
    )
