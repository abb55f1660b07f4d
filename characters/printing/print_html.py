"""The printed sheet as HTML and CSS, before anything lays it out: a worker does for paper, a browser for its preview.

Whatever a page asks for comes from a short list of the project's own fonts, dots, ornaments and stylesheets, as
`print:css/print.css`, `print:dots/7-3.svg` and the like.
"""

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.template.loader import get_template
from django.utils import timezone
from django.utils.safestring import mark_safe

from characters import crest as crests
from characters.faces import BUSTS, bust
from characters.glances import charge, vitals
from characters.models import Character, Portrait
from characters.printing.pocket import pages as pocket_pages
from characters.printing.print_page import PrintError, PrintPage
from rules import systems
from rules.kernel import Sheet, amount
from rules.kernel.basics import shorten
from rules.kernel.pages import Game, Layout, on_paper

OURS = re.compile(
    r"print:(?:(css/print\.css|dots/[a-z0-9-]+\.svg|fonts/pdf/[a-z0-9-]+\.ttf)"
    r"|(ornament/[a-z0-9-]+\.svg)/([0-9a-fA-F]{6})(-thin)?)",
    re.ASCII,
)
SIZES = {"a4": "A4", "letter": "letter"}
SIDE, TOP, FIRST = 13, 23, 11.5
"""Margins of a page in millimetres, as in print.css: a background is placed from the corner of the text."""
POCKET = {"a4": (22.5, 17), "letter": (13.7, 19.95)}
"""Margins at the side and the head of paper laid across, around four by two pocket cards of 63 × 88 mm."""
FACE = "print:portrait/"
COLOUR = re.compile(r"#[0-9a-fA-F]{6}", re.ASCII)
INK = "#1e2532"
FAINT = 0.18
"""Colours lighter than this are for lines, not for words: less than 4.5 to 1 on white."""

# What no page can show and no PDF may hold: control characters and noncharacters.
UNPRINTABLE = dict.fromkeys([*range(9), 11, 12, *range(14, 32), *range(127, 160), 0xFFFE, 0xFFFF])


@lru_cache(maxsize=64)
def own_file(path: str) -> bytes:
    return bytes((settings.BASE_DIR / "static" / path).read_bytes())


def drawn(path: str, colour: str, thin: bool) -> bytes:
    """A drawing in one colour; a thin one is outlines, whatever is filled."""
    found = own_file(path)
    if thin:
        found = found.replace(b'fill="currentColor"', b'fill="none" stroke="currentColor" stroke-width=".2"')
    return found.replace(b"currentColor", f"#{colour}".encode())


def page_of(character: Character, options: Mapping[str, Any]) -> PrintPage:
    """How a character is printed: who and what it is, and what was asked for."""
    return PrintPage(
        name=str(character),
        system_key=character.system,
        system_name=character.game.name,
        version=character.version,
        date=timezone.localdate(character.changed_at),
        player=character.owner.get_username() if character.owner else "",
        paper=options.get("paper", "a4"),
        variant=options.get("variant", "full"),
        pages=options.get("pages", "two"),
        appendix=bool(options.get("appendix")),
        face=_face(character),
        bust=character.bust,
        crest=character.crest,
        what_if=character.branch_of_id is not None,
    )


def _drawn_face(game: Game, page: PrintPage, sheet: Sheet) -> str:
    """The bust that was chosen, or the crest; a bust is much ink."""
    if page.bust in BUSTS and page.variant != "ink-saver":
        return bust(game, page.name, "", page.bust)
    return crests.crest(game, page.name, charge=crests.worn(page.crest, charge(sheet)))


def _face(character: Character) -> tuple[str, bytes] | None:
    """The portrait of a character that has one."""
    found = Portrait.objects.filter(pk=character.pk).first() if character.portrait else None
    return (character.portrait, bytes(found.data)) if found else None


def page_html(sheet: Sheet, page: PrintPage) -> tuple[str, str]:
    """The sheet as HTML, before it is laid out, and the colour of the band at its edge."""
    if page.system_key not in systems.PACKAGES:
        raise PrintError("This game has no printed sheet.")
    context, band = context_of(sheet, page)
    template = get_template("print/pocket.html" if page.pocket else "print/base.html")
    return template.render(context).translate(UNPRINTABLE), band


def context_of(sheet: Sheet, page: PrintPage) -> tuple[dict[str, Any], str]:
    """What a template is given, and the colour of the band."""
    game, live = systems.get(page.system_key), sheet.live({})
    layout, facts = game.layout(sheet), (*game.facts(sheet), *live.facts)
    band = layout.band if COLOUR.fullmatch(layout.band) else INK
    ink = INK if page.variant == "ink-saver" else band
    context: dict[str, Any] = {
        "eights": _eights(layout, page) if page.pocket else (),
        "face": FACE + page.face[0] if page.face else "",
        "fields": Counter(),
        "ink": ink,
        "page": page,
        "sheet": sheet,
        "layout": layout,
        "crest": mark_safe(crests.on_paper(_drawn_face(game, page, sheet), ink)),
        "vitals": on_paper(vitals(live)),
        "waived": [finding for finding in sheet.findings if finding.waived],
        "lasting": [fact for fact in facts if fact.lasts] if sheet.table.ledger else [],
        "footer": _footer(sheet, page),
        "running": shorten(page.title, 45),
        "sprite": "-light" if page.variant == "ink-saver" else "",
    }
    return context, band


def _eights(layout: Layout, page: PrintPage) -> Any:
    """The sheets of pocket cards. Raises PrintError where nothing is owned that would be on one."""
    cards, blank = layout.cards_of(page.set), page.set == "blank"
    if not cards and not blank:
        raise PrintError("There are no pocket cards of this kind yet. Add something to print, or print blank cards.")
    return pocket_pages(cards, large=page.variant == "large-print", blank=blank)


def verdict(sheet: Sheet) -> str:
    """One phrase: "Complete · 1 exception", or "2 errors"."""
    allowed = sum(1 for finding in sheet.findings if finding.waived)
    return f"{sheet.status} · {amount(allowed, 'exception')}" if sheet.legal and allowed else str(sheet.status)


def _footer(sheet: Sheet, page: PrintPage) -> str:
    day = f"{page.date.day} {page.date:%B %Y}"
    core, *homebrew = (book.cover for book in sheet.rulebook.books)
    books = ", ".join((core.title, *(f"{cover.title}, edition {cover.edition}" for cover in homebrew)))
    notes = (("what-if copy", page.what_if), ("first page only", page.pages == "one"))
    said = [words for words, true in notes if true]
    return " · ".join(("Dramatis", books, *said, f"version {page.version}", day, verdict(sheet)))


def page_rules(paper: str, band: str, *, thin: bool, game: str = "", pocket: bool = False) -> str:
    """CSS for the size of the paper and its colour; around the sheet of a game its frame, else a band at the left."""
    if pocket:
        return _pocket(paper, INK if thin else band, game, "-thin" if thin else "")
    size = f"size: {SIZES[paper]};"
    if game:
        return f"@page {{ {size} }} {_dress(paper, INK if thin else band, game, '-thin' if thin else '')}"
    edge = f"content: ''; width: {'0.5mm' if thin else '2.8mm'}; margin-right: auto; background: {band};"
    boxes = "".join(f"@{box} {{ {edge} }}" for box in ("top-left-corner", "left-middle", "bottom-left-corner"))
    return f"@page {{ {size} {boxes} }}"


def _dress(paper: str, colour: str, game: str, thin: str) -> str:
    """The frame of a game, and the shape behind its numbers."""
    frame, shape = (
        f"url(print:ornament/{part}.svg/{colour.removeprefix('#')}{thin})"
        for part in (f"frame-{game}-{paper}", f"shape-{game}")
    )
    return (
        f"@page {{ background: {frame} no-repeat -{SIDE}mm -{TOP}mm; }}"
        f" @page :first {{ background-position: -{SIDE}mm -{FIRST}mm; }}"
        f" html {{ --accent: {legible(colour)}; }} .n .v {{ background-image: {shape}; }}"
    )


def _pocket(paper: str, colour: str, game: str, thin: str) -> str:
    """The paper across, with marks where to cut, a frame around each card and the shape behind its number."""
    frame, shape, cut = (
        f"url(print:ornament/{part}.svg/{ink.removeprefix('#')}{thin})"
        for part, ink in ((f"card-{game}", colour), (f"shape-{game}", colour), (f"cut-{paper}", INK))
    )
    side, top = POCKET[paper]
    return (
        f"@page {{ size: {SIZES[paper]} landscape; margin: {top}mm {side}mm {top - 1}mm;"
        f" background: {cut} no-repeat -{side}mm -{top}mm; @top-left {{ content: none; }}"
        f" @bottom-left {{ content: none; }} @bottom-right {{ content: none; }} }}"
        f" @page :first {{ margin-top: {top}mm; }} html {{ --accent: {legible(colour)}; }}"
        f" .cell {{ background-image: {frame}; }} .pocket .v {{ background-image: {shape}; }}"
    )


def legible(colour: str) -> str:
    """A colour to write with: itself, or the ink where it is too light to be read on white."""
    red, green, blue = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    light = sum(part * share**2.2 for part, share in ((0.2126, red), (0.7152, green), (0.0722, blue)))
    return colour if light <= FAINT else INK
