"""The crest of a character and the ornament of its game, in one ink. No HTTP in here.

Frame and hatching are the game's; division and charge follow from the letters of the name, unless the game has a charge
for what the character is. A player may choose others instead; nothing else is stored.
"""

import re
from hashlib import sha256
from html import escape
from typing import NamedTuple

from rules.kernel.pages import Game

_DIVISIONS = (
    ("M0 0H50V116H0Z", "M50 0V116"),
    ("M0 0H100V34H0Z", "M0 34H100"),
    ("M0 0H100L0 116Z", "M100 0L0 116"),
    ("M0 62H100V116H0Z", "M0 62H100"),
    ("M0 78L50 46L100 78V116H0Z", "M0 78L50 46L100 78"),
)
"""What is hatched, and the line that divides it from the rest."""
DIVISIONS = ("Halves", "Head", "Slant", "Foot", "Gable")
"""What each of them is called."""
CHARGES = {
    "bird": "M8 33C13 32 15 28 16 24C17 17 22 12 29 12C32 12 35 13 36 15L42 17L36 19C36 26 33 31 26 33L22 40"
    "M26 33L27 40M16 24C20 25 24 24 27 20M8 33L14 36L22 34",
    "eye": "M6 25C13 15 35 15 42 25C35 35 13 35 6 25ZM18 25a6 6 0 1 0 12 0a6 6 0 1 0-12 0M24 8V13M12 11"
    "L15 15M36 11L33 15",
    "lantern": "M17 18H31L34 36H14ZM17 18L20 12H28L31 18M24 12V8M20 8a4 4 0 0 1 8 0M14 36H34V40H14ZM24 33"
    "C20 31 21 27 24 22C27 27 28 31 24 33Z",
    "mask": "M7 18C13 14 19 16 24 19C29 16 35 14 41 18C42 27 38 33 31 33C27 33 26 29 24 28C22 29 21 33 17 33"
    "C10 33 6 27 7 18ZM13 23C15 21 18 21 20 24C17 26 14 26 13 23ZM35 23C33 21 30 21 28 24"
    "C31 26 34 26 35 23ZM41 19L45 40",
    "bell": "M12 35C16 32 15 26 16 20C17 14 20 11 24 11C28 11 31 14 32 20C33 26 32 32 36 35ZM24 11V7"
    "M20 35a4 4 0 0 0 8 0M8 16C6 20 6 24 8 28M40 16C42 20 42 24 40 28",
    "sprout": "M24 42V22M24 30C14 30 10 24 10 14C20 14 24 20 24 30ZM24 24C24 16 29 10 38 10C38 19 33 24 24 24Z",
    "star": "M24 7L28 19L40 24L28 29L24 41L20 29L8 24L20 19Z",
    "waves": "M6 20C12 12 18 12 24 20S36 28 42 20M6 29C12 21 18 21 24 29S36 37 42 29M24 6V13M19 9H29",
    "moon": "M30 8A17 17 0 1 0 40 30A14 14 0 0 1 30 8ZM34 14l1 3 3 1-3 1-1 3-1-3-3-1 3-1z",
    "tower": "M15 40V18H12V9H17V13H21V9H27V13H31V9H36V18H33V40ZM21 40V32a3 3 0 0 1 6 0V40",
    "key": "M9 16a7 7 0 1 0 14 0a7 7 0 1 0-14 0M21 21L38 38M33 33L37 29M28 28L31 25",
    "ship": "M8 31H40L35 39H13ZM24 31V8M24 11C32 13 35 20 34 27H24M24 14C18 16 15 21 14 27H24",
    "feather": "M12 40C16 28 24 14 38 8C38 20 30 30 18 32M12 40L24 24M22 26L30 25M26 20L34 18",
    "scales": "M24 8V39M16 39H32M10 15H38M10 15L5 27H15ZM38 15L33 27H43Z",
    "sword": "M24 5L28 10V31H20V10ZM14 31H34M24 31V41M21 43H27",
    "book": "M24 13C19 9 12 9 7 11V37C12 35 19 35 24 39C29 35 36 35 41 37V11C36 9 29 9 24 13ZM24 13V39",
    "flask": "M19 8H29M21 8V19L11 37C10 40 12 41 14 41H34C36 41 38 40 37 37L27 19V8M15 31H33",
    "flame": "M24 6C26 15 35 19 35 29C35 37 30 42 24 42C18 42 13 37 13 29C13 24 16 21 18 17C20 20 21 21 22 22"
    "C24 17 24 11 24 6ZM24 42C19 39 20 34 24 29C28 34 29 39 24 42",
    "hammer": "M13 9H31L37 15V21H13ZM21 21V42H27V21",
    "cup": "M13 8H35C35 20 31 26 24 26C17 26 13 20 13 8ZM24 26V38M16 40H32M13 12H7C7 19 11 21 15 21"
    "M35 12H41C41 19 37 21 33 21",
    "note": "M18 35V12L36 8V31M18 18L36 14M8 36a5 4 0 1 0 10 0a5 4 0 1 0-10 0M26 32a5 4 0 1 0 10 0a5 4 0 1 0-10 0",
    "hourglass": "M13 7H35M13 41H35M15 7C15 17 22 20 24 24C26 20 33 17 33 7M15 41C15 31 22 28 24 24C26 28 33 31 33 41",
    "skull": "M24 7C14 7 9 14 9 22C9 28 12 31 16 33V40H32V33C36 31 39 28 39 22C39 14 34 7 24 7Z"
    "M14 23a4 4 0 1 0 8 0a4 4 0 1 0-8 0M26 23a4 4 0 1 0 8 0a4 4 0 1 0-8 0M24 28L22 32H26ZM21 40V36"
    "M27 40V36",
    "paw": "M24 25C18 25 14 31 14 35C14 39 18 40 24 38C30 40 34 39 34 35C34 31 30 25 24 25Z"
    "M8 22a3 4 0 1 0 6 0a3 4 0 1 0-6 0M15 13a3 4 0 1 0 6 0a3 4 0 1 0-6 0"
    "M27 13a3 4 0 1 0 6 0a3 4 0 1 0-6 0M34 22a3 4 0 1 0 6 0a3 4 0 1 0-6 0",
}
"""Drawings in a square of 48, by name."""
_BY_NAME = [key for key in CHARGES if key != "skull"]
"""What a name alone may bring: nobody gets a skull unasked."""
UNNAMED = "Unnamed"
"""What a character without a name is called, on paper too."""
_LONGEST = 200
COLOURED = re.compile(r"var\(--[a-z]+,([^)]+)\)")
"""A colour of the page, and the one where there is none."""


class Parts(NamedTuple):
    """What the letters of a name decide: the part that is hatched, the line that ends it, and the charge."""

    division: str
    line: str
    charge: str


def named(game: Game, name: str, charge: str = "") -> tuple[str, str]:
    """What charge and division of a crest are called. A charge may have a division behind it: “key/Gable”."""
    digest = sha256(f"{game.key}\n{name or UNNAMED}".encode(errors="replace")).digest()
    charge, _, division = charge.partition("/")
    return (
        charge if charge in CHARGES else _BY_NAME[digest[1] % len(_BY_NAME)],
        division if division in DIVISIONS else DIVISIONS[digest[0] % len(DIVISIONS)],
    )


def parts(game: Game, name: str, charge: str = "") -> Parts:
    """The parts of a crest, as paths."""
    held, division = named(game, name, charge)
    return Parts(*_DIVISIONS[DIVISIONS.index(division)], CHARGES[held])


def is_drawn(chosen: str) -> bool:
    """Whether there is a drawing for both halves of what somebody chose, each of which may be empty."""
    charge, between, division = chosen.partition("/")
    return not chosen or (chosen != between == "/" and charge in ("", *CHARGES) and division in ("", *DIVISIONS))


def instead(chosen: str, part: str) -> str:
    """What was chosen, with one part of it another: “key/” or “/Gable”."""
    (charge, _, division), (other, _, divided) = chosen.partition("/"), part.partition("/")
    return f"{other or charge}/{divided or division}"


def worn(chosen: str, charge: str) -> str:
    """The charge of a game for what a character is, or what its player chose in its place, and a division of theirs."""
    own, between, division = chosen.partition("/")
    return f"{own or charge}{between}{division}"


def crest(game: Game, name: str, key: str = "", charge: str = "", *, told: bool = True) -> str:
    """The crest of a name in a game, as SVG; `key` tells two crests of one name on a page apart.

    One that is not `told` stands beside the name, and has no title.
    """
    drawn, name = game.heraldry, name or UNNAMED
    part, line, held = parts(game, name, charge)
    own = mark(game, name, key)
    dashes = f' stroke-dasharray="{drawn.dashes}"' if drawn.dashes else ""
    inner = f'<path d="{drawn.inner}" stroke-width="1.4" opacity=".55"{dashes}/>'
    return (
        f'{begin(f"Crest of {name}" if told else "")}<clipPath id="{own}"><path d="{drawn.frame}"/></clipPath>'
        f'<pattern id="{own}-h" width="6" height="6" viewBox="0 0 8 8" patternUnits="userSpaceOnUse">'
        f'<path d="{drawn.hatching}" stroke-width="1.4" opacity=".65"/></pattern>'
        f'<path d="{drawn.frame}" fill="currentColor" fill-opacity=".09" stroke="none"/>'
        f'<g clip-path="url(#{own})"><path d="{part}" fill="url(#{own}-h)" stroke="none"/>'
        f'<path d="{line}" stroke-width="1.2" opacity=".55"/></g>{inner}'
        f'<circle cx="50" cy="57" r="31" fill="var(--paper,#fff)" stroke-width="1.2"/>'
        '<g transform="translate(24.5 31.5) scale(1.06)" stroke-width="1.9" stroke-linejoin="round" '
        'stroke-linecap="round">'
        f'<path d="{held}"/></g><path d="{drawn.frame}" stroke-width="2.6"/></svg>'
    )


def on_paper(drawn: str, colour: str) -> str:
    """A drawing in a colour on white: there are no colours around it to take."""
    return COLOURED.sub(r"\1", drawn).replace("currentColor", colour)


def face_of(name: str) -> str:
    """What stands for somebody of many in one or two signs: the number within a crowd, or else the first letter."""
    last = name.rpartition(" ")[2]
    return last if last.isdecimal() and len(last) < 3 else name[:1].upper()


def mark(game: Game, name: str, key: str) -> str:
    """What tells the parts of a drawing from those of others on a page."""
    return f"crest-{sha256(f'{game.key} {name} {key}'.encode(errors='replace')).hexdigest()[:10]}"


def begin(title: str, size: tuple[int, int] = (100, 116), kind: str = "crest") -> str:
    """The beginning of a drawing with its title, "" where the name stands beside it."""
    said = f'role="img"><title>{escape(title[:_LONGEST])}</title>' if title else 'aria-hidden="true">'
    return (
        f'<svg class="{kind}" viewBox="0 0 {size[0]} {size[1]}" width="44" height="{44 * size[1] // size[0]}" '
        f'fill="none" stroke="currentColor" {said}'
    )


def ornament(game: Game, at: str = "") -> str:
    """The line of ornament of a game, as wide as there is room; `at` names it where a page has several."""
    line = game.heraldry.ornament
    paths = (
        (line.lines, 'fill="none" stroke="currentColor" stroke-width="1.1"'),
        (line.faint, 'fill="none" stroke="currentColor" stroke-width="1.1" opacity=".45"'),
        (line.dots, 'fill="currentColor"'),
    )
    drawn = "".join(f'<path d="{path}" {how}/>' for path, how in paths if path)
    return (
        '<svg class="ornament" width="100%" height="14" aria-hidden="true">'
        f'<pattern id="ornament{at}" width="{line.width}" height="14" patternUnits="userSpaceOnUse">{drawn}</pattern>'
        f'<rect width="100%" height="14" fill="url(#ornament{at})"/></svg>'
    )
