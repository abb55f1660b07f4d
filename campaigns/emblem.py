"""The face of a campaign: a sign on a shield, a colour, and the ornament that runs along its head. No HTTP in here.

Drawn in `currentColor`, with `--paper` for what is cut out, so it costs no request and prints.
"""

from dataclasses import dataclass
from functools import lru_cache

import qrcode
from qrcode.image.svg import SvgPathImage

from characters.crest import CHARGES

FIELD = "M3 2H37V22C37 33 29 40 20 44C11 40 3 33 3 22Z"
RIM = "M5 4H35V22C35 31.5 28 38 20 41.7C12 38 5 31.5 5 22Z"
HALF, CHIEF, PALE = "M3 2H20V44C11 40 3 33 3 22Z", "M3 2H37V14H3Z", "M14 2H26V41L20 44L14 41Z"
BASE, GYRON, CHEQUERS = (
    "M3 26H37C36 34 29 40 20 44C11 40 4 34 3 26Z",
    "M3 2H37V4L5 30C3.6 27.5 3 25 3 22Z",
    "M3 2H20V23H3ZM20 23H37C36.5 33 29 40 20 44Z",
)
"""Parts of the shield that are a shade lighter."""
ROAD = (
    40,
    '<path d="M0 8.5h40M0 1.5h40"/><circle cx="20" cy="5" r="2.3" fill="currentColor" stroke="none"/>'
    '<path d="M2 5h10M28 5h10" stroke-width="1.2"/>',
)
ARROWS = (30, '<path d="M4 2h16l5 3-5 3H4z" stroke-width="1.1"/>')
WINGS = (
    44,
    '<g fill="currentColor" stroke="none"><circle cx="22" cy="5" r="1.9"/>'
    '<path d="M19 5C15 4.6 12.5 3 11 1c3.5.6 7 1.4 8.5 2.8M25 5c4-.4 6.5-2 8-4-3.5.6-7 1.4-8.5 2.8"/></g>'
    '<path d="M0 5h5M39 5h5"/>',
)
WAVES = (
    28,
    '<path d="M0 6c3.5-5 7-5 10.5-1.5S17 8.5 19 7s-.5-4-2-2.5M19 7c3 0 6-1 9-1" stroke-width="1.2"/>',
)


def _cut(path: str) -> str:
    return f'<path class="charge" d="{path}"/>'


def _line(path: str, width: float) -> str:
    return f'<path class="charge line" stroke-width="{width}" d="{path}"/>'


def _charge(name: str) -> str:
    """A charge of a character's crest, in the size of a shield."""
    return f'<g transform="translate(7.5 8.5) scale(.52)">{_line(CHARGES[name], 3.2)}</g>'


@dataclass(frozen=True)
class Sign:
    """What stands on the shield: its name, the part behind it, its drawing, and the ornament that goes with it as
    width and drawing."""

    label: str
    part: str
    charge: str
    ornament: tuple[int, str]


SIGNS = {
    "wheel": Sign(
        "Wheel",
        HALF,
        _line("M10.5 20a9.5 9.5 0 1 0 19 0a9.5 9.5 0 1 0-19 0", 2)
        + _line("M20 10.5v19M10.5 20h19M13.3 13.3l13.4 13.4M26.7 13.3L13.3 26.7", 1.5)
        + _cut("M17.4 20a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0"),
        ROAD,
    ),
    "signpost": Sign(
        "Signpost", CHIEF, _cut("M18.8 8h2.4v27h-2.4zM10 11h19l3 3-3 3H10zM30 19.5H11l-3 3 3 3h19z"), ARROWS
    ),
    "wings": Sign(
        "Winged orb",
        GYRON,
        _cut("M14.8 22a5.2 5.2 0 1 0 10.4 0a5.2 5.2 0 1 0-10.4 0")
        + _cut(
            "M14.2 21C9 20 6.5 15.5 6 10.5c3.5 2.3 8 4 9.8 8.5zM25.8 21c5.2-1 7.7-5.5 8.2-10.5-3.5 2.3-8 4-9.8 8.5z"
        ),
        WINGS,
    ),
    "lighthouse": Sign(
        "Lighthouse",
        BASE,
        _cut("M16.5 34l1.6-16h3.8l1.6 16zM17.2 12.5h5.6v4h-5.6zM16.4 11.2L20 8l3.6 3.2z")
        + _line("M25.5 14.5l7-2.5M25.5 16.5l7 1.5M14.5 14.5l-7-2.5M14.5 16.5l-7 1.5", 1.6),
        WAVES,
    ),
    "candle": Sign(
        "Candle",
        CHEQUERS,
        _cut("M16.8 18h6.4v15h-6.4zM20 7c3 3.6 3.4 5 3.4 6.5a3.4 3.4 0 0 1-6.8 0C16.6 12 17 10.6 20 7z"),
        ROAD,
    ),
    "anvil": Sign(
        "Anvil",
        "M3 30L20 20L37 30C34 37 28 41 20 44C12 41 6 37 3 30Z",
        _cut("M9 14h23c0 4-4 6-8 6.5V25l3 4H13l3-4v-4c-4 0-7-2.5-7-7z"),
        ARROWS,
    ),
    "lantern": Sign(
        "Lantern",
        PALE,
        _line("M14 15.5h12l2 14H12zM16.8 11.5a3.2 3.2 0 0 1 6.4 0", 1.8)
        + _cut("M11 30.5h18v3H11zM14.5 11.8h11v2.7h-11z")
        + _cut("M20 17.5c2.2 2.8 2.7 4 2.7 5.6a2.7 2.7 0 0 1-5.4 0c0-1.6.5-2.8 2.7-5.6z"),
        ARROWS,
    ),
    "ship": Sign("Ship", BASE, _charge("ship"), WAVES),
    "tower": Sign("Tower", HALF, _charge("tower"), ROAD),
    "moon": Sign("Moon", GYRON, _charge("moon"), WINGS),
    "sword": Sign("Sword", PALE, _charge("sword"), ARROWS),
    "book": Sign("Book", CHIEF, _charge("book"), ROAD),
}
COLOURS = {
    "salt": "Salt",
    "brick": "Brick",
    "wine": "Wine",
    "plum": "Plum",
    "night": "Night",
    "sea": "Sea",
    "moss": "Moss",
    "slate": "Slate",
}
"""Each is a pair, for day and for night, in the stylesheet."""


def pictured(address: str) -> str:
    """A picture on a shield, as SVG."""
    return (
        '<svg class="shield" viewBox="0 0 40 46" width="40" height="46" aria-hidden="true">'
        f'<image href="{address}" width="40" height="46" preserveAspectRatio="xMidYMid slice"'
        f""" clip-path="path('{FIELD}')"/><path class="rim" d="{RIM}"/></svg>"""
    )


def crest(sign: str) -> str:
    """A sign on its shield, as SVG. Its name stands beside it."""
    one = SIGNS[sign]
    return (
        '<svg class="shield" viewBox="0 0 40 46" width="40" height="46" aria-hidden="true">'
        f'<path d="{FIELD}" fill="currentColor"/><path class="part" d="{one.part}"/><path class="rim" d="{RIM}"/>'
        f"{one.charge}</svg>"
    )


@lru_cache(maxsize=64)
def qr_code(address: str) -> str:
    """An address for the camera of a phone, as SVG."""
    drawn: str = qrcode.make(address, image_factory=SvgPathImage, border=2).to_string(encoding="unicode")
    return drawn


def frieze(sign: str) -> str:
    """The ornament that goes with a sign, as wide as there is room. Once on a page."""
    width, drawn = SIGNS[sign].ornament
    return (
        '<svg class="frieze" width="100%" height="10" aria-hidden="true">'
        f'<pattern id="frieze" width="{width}" height="10" patternUnits="userSpaceOnUse">'
        f'<g fill="none" stroke="currentColor">{drawn}</g></pattern>'
        '<rect width="100%" height="10" fill="url(#frieze)"/></svg>'
    )
