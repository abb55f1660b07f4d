"""The crest of a character: one drawing in one ink, the same for the same game and name. No HTTP in here.

The frame is the game's; division and charge follow from the letters of the name, so nothing is stored.
"""

from hashlib import sha256
from html import escape

from rules.kernel.pages import Game

_DIVISIONS = ("M0 0H50V116H0Z", "M0 0H100V30H0Z", "M0 0H100L0 116Z", "M0 62H100V116H0Z", "M0 78L50 46L100 78V116H0Z")
_CHARGES = (
    "M8 33C13 32 15 28 16 24C17 17 22 12 29 12C32 12 35 13 36 15L42 17L36 19C36 26 33 31 26 33L22 40M26 33L27 40"
    "M16 24C20 25 24 24 27 20M8 33L14 36L22 34",
    "M6 25C13 15 35 15 42 25C35 35 13 35 6 25ZM18 25a6 6 0 1 0 12 0a6 6 0 1 0-12 0M24 8V13M12 11L15 15M36 11L33 15",
    "M17 18H31L34 36H14ZM17 18L20 12H28L31 18M24 12V8M20 8a4 4 0 0 1 8 0M14 36H34V40H14ZM24 33C20 31 21 27 24 22"
    "C27 27 28 31 24 33Z",
    "M7 18C13 14 19 16 24 19C29 16 35 14 41 18C42 27 38 33 31 33C27 33 26 29 24 28C22 29 21 33 17 33"
    "C10 33 6 27 7 18ZM13 23C15 21 18 21 20 24C17 26 14 26 13 23Z"
    "M35 23C33 21 30 21 28 24C31 26 34 26 35 23ZM41 19L45 40",
    "M12 35C16 32 15 26 16 20C17 14 20 11 24 11C28 11 31 14 32 20C33 26 32 32 36 35ZM24 11V7M20 35a4 4 0 0 0 8 0"
    "M8 16C6 20 6 24 8 28M40 16C42 20 42 24 40 28",
    "M24 42V22M24 30C14 30 10 24 10 14C20 14 24 20 24 30ZM24 24C24 16 29 10 38 10C38 19 33 24 24 24Z",
    "M24 7L28 19L40 24L28 29L24 41L20 29L8 24L20 19Z",
    "M6 20C12 12 18 12 24 20S36 28 42 20M6 29C12 21 18 21 24 29S36 37 42 29M24 6V13M19 9H29",
    "M30 8A17 17 0 1 0 40 30A14 14 0 0 1 30 8ZM34 14l1 3 3 1-3 1-1 3-1-3-3-1 3-1z",
    "M15 40V18H12V9H17V13H21V9H27V13H31V9H36V18H33V40ZM21 40V32a3 3 0 0 1 6 0V40",
    "M9 16a7 7 0 1 0 14 0a7 7 0 1 0-14 0M21 21L38 38M33 33L37 29M28 28L31 25",
    "M8 31H40L35 39H13ZM24 31V8M24 11C32 13 35 20 34 27H24M24 14C18 16 15 21 14 27H24",
    "M12 40C16 28 24 14 38 8C38 20 30 30 18 32M12 40L24 24M22 26L30 25M26 20L34 18",
    "M24 8V39M16 39H32M10 15H38M10 15L5 27H15ZM38 15L33 27H43Z",
)
_LONGEST = 200


def crest(game: Game, name: str, key: str = "") -> str:
    """The crest of a name in a game, as SVG; `key` tells two crests of one name on a page apart."""
    digest = sha256(f"{game.key}\n{name}".encode(errors="replace")).digest()
    division, charge = _DIVISIONS[digest[0] % len(_DIVISIONS)], _CHARGES[digest[1] % len(_CHARGES)]
    frame = game.crest_frame
    mark = f"crest-{sha256(f'{game.key} {name} {key}'.encode(errors='replace')).hexdigest()[:10]}"
    return (
        '<svg class="crest" viewBox="0 0 100 116" width="44" height="51" role="img" fill="none" stroke="currentColor">'
        f"<title>Crest of {escape(name[:_LONGEST])}</title>"
        f'<clipPath id="{mark}"><path d="{frame}"/></clipPath>'
        f'<g clip-path="url(#{mark})"><path d="{division}" fill="currentColor" fill-opacity=".18"/></g>'
        '<circle cx="50" cy="57" r="34" fill="var(--paper,#fff)" stroke-width="2"/>'
        '<g transform="translate(18 25) scale(1.33)" stroke-width="2.2" stroke-linejoin="round" stroke-linecap="round">'
        f'<path d="{charge}"/></g><path d="{frame}" stroke-width="3.6"/></svg>'
    )
