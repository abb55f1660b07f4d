"""Printed sheets: the one place where PDFs are made.

`render(sheet, page)` fills the template `print/<game>.html` and lays it out. Whatever a page asks for
comes from a short list of the project's own fonts, dots, ornaments and stylesheets; there is nothing else to fetch.
"""

import logging
import os
import threading
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pydyf
from weasyprint import CSS, HTML, Document
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher, URLFetcherResponse

from characters.printing.print_html import FACE, INK, OURS, drawn, own_file, page_html, page_rules
from characters.printing.print_page import TOO_DEEP, PrintError, PrintPage
from rules.kernel import Sheet
from rules.warm import set_aside

KINDS = {"css": "text/css", "svg": "image/svg+xml", "ttf": "font/ttf"}
MOST_HTML = 500_000
MOST_PAGES = 60
MOST_IMAGES = 500
# Seven lines a sheet are of no use to anybody's log.
logging.getLogger("weasyprint.progress").setLevel(logging.WARNING)


class OwnFiles(URLFetcher):  # type: ignore[misc]  # WeasyPrint has no types
    """Answers `print:css/print.css`, `print:dots/7-3.svg` and the like, and refuses all else."""

    def __init__(self) -> None:
        super().__init__(allowed_protocols=("print",), allow_redirects=False)
        self.face: tuple[str, bytes] | None = None
        """The portrait of the sheet being laid out, by its digest."""

    def fetch(self, url: str, headers: object = None) -> URLFetcherResponse:
        """One of the project's own files. Raises ValueError for every other address."""
        asked = OURS.fullmatch(url)
        if self.face and url == FACE + self.face[0]:
            return URLFetcherResponse(url, self.face[1], {"Content-Type": "image/jpeg"})
        if not asked:
            raise ValueError("A printed sheet fetches nothing but its own fonts, dots, ornaments and styles.")
        plain, ornament, colour, thin = asked.groups()
        found = drawn(ornament, colour, bool(thin)) if ornament else own_file(plain)
        kind = KINDS[(plain or ornament).rpartition(".")[2]]
        return URLFetcherResponse(url, found, {"Content-Type": kind})


class PdfRenderer:
    """What is made once per process: the fonts, the stylesheet, and pages by paper and colour."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.fetcher = OwnFiles()
        self.fonts = FontConfiguration()
        self.style = CSS(url="print:css/print.css", url_fetcher=self.fetcher, font_config=self.fonts)
        self.images: dict[str, Any] = {}
        self.pages = lru_cache(maxsize=128)(self._page)

    def _page(self, paper: str, band: str, thin: bool, game: str = "", pocket: bool = False) -> CSS:
        text = page_rules(paper, band, thin=thin, game=game, pocket=pocket)
        return CSS(string=text, url_fetcher=self.fetcher, font_config=self.fonts)

    def lay_out(self, html: str, page: CSS, *, forms: bool = False) -> Document:
        if len(self.images) > MOST_IMAGES:
            self.images.clear()
        document = HTML(string=html, base_url="print:", url_fetcher=self.fetcher)
        styles = [self.style, page]
        return document.render(font_config=self.fonts, stylesheets=styles, cache=self.images, pdf_forms=forms)


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


CLOSER = "<body ", '<body class="close" '
"""What leaves less between the blocks of a fillable sheet, and makes its space for notes shorter."""
HEAD = 30 / 25.4 * 96
"""Down to where a page after the first has its name and no more, in pixels: 30 mm."""


def _is_one_page(document: Document) -> bool:
    return len(document.pages) == 1


def _notes_have_company(document: Document) -> bool:
    """Whether the last page has more than the space for notes."""
    place = document.pages[-1].anchors.get("notes")
    return len(document.pages) == 1 or place is None or place[1] > HEAD


def render(sheet: Sheet, page: PrintPage) -> bytes:
    """The PDF of a character: tagged (PDF/UA-1), titled, in British English.

    Raises PrintError, with a sentence for the player, for what cannot be laid out.
    """
    html, band = page_html(sheet, page)
    return make_pdf(
        html,
        *((html.replace(*CLOSER, 1),) if page.fillable else ()),
        enough=_notes_have_company if page.fillable else _is_one_page,
        paper=page.paper,
        band=band,
        thin=page.variant == "ink-saver",
        game=page.system_key,
        face=page.face,
        pocket=page.pocket,
        forms=page.fillable,
    )


def make_pdf(
    html: str,
    *denser: str,
    paper: str = "a4",
    band: str = INK,
    thin: bool = False,
    tagged: bool = True,
    game: str = "",
    face: tuple[str, bytes] | None = None,
    pocket: bool = False,
    forms: bool = False,
    enough: Callable[[Document], bool] = _is_one_page,
) -> bytes:
    """A document of HTML as a PDF. `denser` is the same in less room, tried in turn until that is `enough`.

    Raises PrintError for one that is too long or too deeply nested.
    """
    tries = (html, *denser)
    if len(tries[-1]) > MOST_HTML:
        raise PrintError("This sheet is too long to print. Shorten the notes or the gear and try again.")
    at = press()
    try:
        with at.lock:
            at.fetcher.face = face
            for text in tries:
                document = at.lay_out(text, at.pages(paper, band, thin, game, pocket), forms=forms)
                if enough(document):
                    break
            if len(document.pages) > MOST_PAGES:
                raise PrintError(
                    f"This sheet has {len(document.pages)} pages; {MOST_PAGES} is the maximum. "
                    "Shorten the notes or the gear and try again."
                )
            variant = "pdf/ua-1" if tagged else None
            return bytes(document.write_pdf(finisher=_mend_fields, pdf_variant=variant, pdf_forms=forms))
    except RecursionError:
        raise PrintError(TOO_DEEP) from None


def _mend_fields(_: Document, pdf: pydyf.PDF) -> None:
    """Keep one drawing of a tick for all boxes of a size: each box brings its own, and a sheet has fifty.

    A reader draws a field when it is filled in. Asked to draw all of them anew, Poppler's (Evince, Okular) draw a box
    with a font that no sheet has, and so without its tick.
    """
    if "AcroForm" in pdf.catalog:
        pdf.catalog["AcroForm"]["NeedAppearances"] = "false"
    kept: dict[tuple[str, bytes], Any] = {}
    for box in pdf.objects:
        if not isinstance(box, pydyf.Dictionary) or "AP" not in box:
            continue
        looks = box["AP"]["N"]
        number = int(looks["on"].split()[0])
        tick = pdf.objects[number]
        first = kept.setdefault((str(tick.extra), b" ".join(tick.stream)), tick)
        if first is not tick:
            looks["on"] = first.reference
            pdf.objects[number] = empty = pydyf.Dictionary()
            empty.number = number
