"""Printed sheets: the one place where PDFs are made.

`render(sheet, page)` fills the template `print/<game>.html` and lays it out. Whatever a page asks for
comes from a short list of the project's own fonts, dots and stylesheets; there is nothing else to fetch.
"""

import logging
import os
import re
import threading
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from weasyprint import CSS, HTML, Document
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher, URLFetcherResponse

from characters.printing.print_page import TOO_DEEP, PrintError, PrintPage
from rules import systems
from rules.kernel import Sheet, amount
from rules.kernel.basics import shorten
from rules.warm import set_aside

OURS = re.compile(r"print:(css/print\.css|dots/[a-z0-9-]+\.svg|fonts/pdf/[a-z0-9-]+\.ttf)", re.ASCII)
KINDS = {"css": "text/css", "svg": "image/svg+xml", "ttf": "font/ttf"}
MOST_HTML = 500_000
MOST_PAGES = 60
SIZES = {"a4": "A4", "letter": "letter"}
COLOUR = re.compile(r"#[0-9a-fA-F]{6}", re.ASCII)
INK = "#1e2532"

# Seven lines a sheet are of no use to anybody's log.
logging.getLogger("weasyprint.progress").setLevel(logging.WARNING)

# What no page can show and no PDF may hold: control characters and noncharacters.
UNPRINTABLE = dict.fromkeys([*range(9), 11, 12, *range(14, 32), *range(127, 160), 0xFFFE, 0xFFFF])


class OwnFiles(URLFetcher):  # type: ignore[misc]  # WeasyPrint has no types
    """Answers `print:css/print.css`, `print:dots/7-3.svg` and the like, and refuses all else."""

    def __init__(self) -> None:
        super().__init__(allowed_protocols=("print",), allow_redirects=False)

    def fetch(self, url: str, headers: object = None) -> URLFetcherResponse:
        """One of the project's own files. Raises ValueError for every other address."""
        asked = OURS.fullmatch(url)
        if not asked:
            raise ValueError("A printed sheet fetches nothing but its own fonts, dots and styles.")
        kind = KINDS[asked[1].rpartition(".")[2]]
        return URLFetcherResponse(url, _own_file(asked[1]), {"Content-Type": kind})


@lru_cache(maxsize=64)
def _own_file(path: str) -> bytes:
    return bytes((settings.BASE_DIR / "static" / path).read_bytes())


class PdfRenderer:
    """What is made once per process: the fonts, the stylesheet, and pages by paper and colour."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.fetcher = OwnFiles()
        self.fonts = FontConfiguration()
        self.style = CSS(url="print:css/print.css", url_fetcher=self.fetcher, font_config=self.fonts)
        self.images: dict[str, Any] = {}
        self.pages = lru_cache(maxsize=128)(self._page)

    def _page(self, paper: str, band: str, thin: bool) -> CSS:
        text = page_rules(paper, band, thin=thin)
        return CSS(string=text, url_fetcher=self.fetcher, font_config=self.fonts)

    def lay_out(self, html: str, page: CSS) -> Document:
        document = HTML(string=html, base_url="print:", url_fetcher=self.fetcher)
        return document.render(font_config=self.fonts, stylesheets=[self.style, page], cache=self.images)


def page_rules(paper: str, band: str, *, thin: bool) -> str:
    """CSS for the size of the paper and the band at its left edge, a thin one to save ink."""
    edge = f"content: ''; width: {'0.5mm' if thin else '2.8mm'}; margin-right: auto; background: {band};"
    boxes = "".join(f"@{box} {{ {edge} }}" for box in ("top-left-corner", "left-middle", "bottom-left-corner"))
    return f"@page {{ size: {SIZES[paper]}; {boxes} }}"


_guard = threading.Lock()
_presses: dict[int, PdfRenderer] = {}


def press() -> PdfRenderer:
    """This process's own press; a forked child makes its own, for fonts live in files of their maker."""
    made = _presses.get(os.getpid())
    if made is None:
        with _guard:
            made = _presses.setdefault(os.getpid(), PdfRenderer())
        set_aside()
    return made


def _after_fork() -> None:
    global _guard
    _guard = threading.Lock()


os.register_at_fork(after_in_child=_after_fork)


def render(sheet: Sheet, page: PrintPage) -> bytes:
    """The PDF of a character: tagged (PDF/UA-1), titled, in British English.

    Raises PrintError, with a sentence for the player, for what cannot be laid out.
    """
    html, band = page_html(sheet, page)
    return make_pdf(html, paper=page.paper, band=band, thin=page.variant == "ink-saver")


def make_pdf(
    html: str, *denser: str, paper: str = "a4", band: str = INK, thin: bool = False, tagged: bool = True
) -> bytes:
    """A document of HTML as a PDF. `denser` is the same in less room, tried in turn until it fits on one page.

    Raises PrintError for one that is too long or too deeply nested.
    """
    tries = (html, *denser)
    if len(tries[-1]) > MOST_HTML:
        raise PrintError("This sheet is too long to print. Shorten the notes or the gear and try again.")
    at = press()
    try:
        with at.lock:
            for text in tries:
                document = at.lay_out(text, at.pages(paper, band, thin))
                if len(document.pages) == 1:
                    break
            if len(document.pages) > MOST_PAGES:
                raise PrintError(
                    f"This sheet has {len(document.pages)} pages; {MOST_PAGES} is the maximum. "
                    "Shorten the notes or the gear and try again."
                )
            return bytes(document.write_pdf(pdf_variant="pdf/ua-1" if tagged else None))
    except RecursionError:
        raise PrintError(TOO_DEEP) from None


def page_html(sheet: Sheet, page: PrintPage) -> tuple[str, str]:
    """The sheet as HTML, before it is laid out, and the colour of the band at its edge."""
    if page.system_key not in systems.PACKAGES:
        raise PrintError("This game has no printed sheet.")
    try:
        template = get_template(f"print/{page.system_key}.html")
    except TemplateDoesNotExist as fault:
        raise PrintError(f"{page.system_name} has no printed sheet.") from fault
    context, band = context_of(sheet, page)
    return template.render(context).translate(UNPRINTABLE), band


def context_of(sheet: Sheet, page: PrintPage) -> tuple[dict[str, Any], str]:
    """What a template is given, and the colour of the band."""
    game = systems.get(page.system_key)
    layout, facts = game.layout(sheet), (*game.facts(sheet), *sheet.live({}).facts)
    context = {
        "page": page,
        "sheet": sheet,
        "layout": layout,
        "waived": [finding for finding in sheet.findings if finding.waived],
        "lasting": [fact for fact in facts if fact.lasts] if sheet.table.ledger else [],
        "footer": _footer(sheet, page),
        "running": shorten(page.title, 70),
        "sprite": "-light" if page.variant == "ink-saver" else "",
    }
    return context, layout.band if COLOUR.fullmatch(layout.band) else INK


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
