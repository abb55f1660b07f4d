"""A printed sheet that many questions are asked of: drawn once in a process, measured and read back."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any
from unittest.mock import patch

from weasyprint import Document

from characters.printing import print_html, rendering
from characters.printing.print_page import PrintPage
from characters.printing.rendering import PdfRenderer, press
from rules.kernel import Sheet
from tests.characters.prints import paper
from tests.characters.prints.models import model

WHOLE = ("box", "row", "deck", "eight", "entry", "track", "ten", "table row")
"""What stands on one page of a sheet and is never split."""
MARGIN = 40
SMALLEST = 8.39
"""Points that words on a sheet have at least; the footer may be smaller."""


def squeezed(text: str) -> str:
    return "".join(text.split())


@dataclass(frozen=True)
class Shown:
    """What a layout showed before it was thrown away.

    `pages` are the words of each page, `whole` counts the parts that must not split, `split` names those that did,
    `outside` has the words off the paper, and lines to write on below the text, `small` words that are hard to read.
    """

    pages: tuple[str, ...]
    whole: int
    split: tuple[str, ...]
    outside: tuple[str, ...]
    small: tuple[str, ...]


@dataclass(frozen=True)
class Laid(Shown):
    """The same of a character's sheet."""

    sheet: Sheet
    page: PrintPage

    @cached_property
    def letters(self) -> str:
        """All words without any space between them: what goes on over a line is found all the same."""
        return squeezed(" ".join(self.pages))

    def missing(self, *pieces: str) -> list[str]:
        """Which of these do not stand on the sheet."""
        return [piece for piece in pieces if squeezed(piece) not in self.letters]


@dataclass(frozen=True)
class Drawing(Laid):
    """The same as a file, read back like anybody else's."""

    pdf: bytes

    @cached_property
    def words(self) -> str:
        return paper.words(self.pdf)

    @cached_property
    def tags(self) -> list[tuple[str, str]]:
        return paper.structure(self.pdf)

    @cached_property
    def faults(self) -> list[str]:
        return paper.faults(self.pdf)


@contextmanager
def kept_layouts() -> Iterator[list[Document]]:
    """The layouts that are made meanwhile, which the press itself forgets."""
    at, laid = press(), list[Document]()

    def lay_out(html: str, rules: Any, **how: Any) -> Document:
        laid.append(PdfRenderer.lay_out(at, html, rules, **how))
        return laid[-1]

    with patch.object(at, "lay_out", lay_out):
        yield laid


@cache
def sheet_of(game: str, who: str) -> Sheet:
    """An "ordinary", "broken", "overfull" or "empty" character, read once: to make one at random takes a second."""
    return model(game).sheet(who)


@cache
def lay_out(game: str, who: str, **how: Any) -> Laid:
    """The sheet of an "ordinary", "broken", "overfull" or "empty" character, without a file of it."""
    sheet, page, at = sheet_of(game, who), model(game).page(**how), press()
    html, band = print_html.page_html(sheet, page)
    rules = at.pages(page.paper, band, page.variant == "ink-saver", page.system_key, page.pocket)
    shown = measured(at.lay_out(html, rules))
    return Laid(**vars(shown), sheet=sheet, page=page)


@cache
def draw(game: str, who: str, **how: Any) -> Drawing:
    """The same, as a player gets it."""
    sheet, page = sheet_of(game, who), model(game).page(**how)
    with kept_layouts() as laid:
        pdf = rendering.render(sheet, page)
    return Drawing(**vars(measured(laid[-1])), sheet=sheet, page=page, pdf=pdf)


def measured(document: Document, kept: Collection[str] = WHOLE) -> Shown:
    """What is seen of a layout, and whether what is of these classes was kept whole."""
    seen: dict[Any, set[int]] = {}
    said: list[list[str]] = [[] for _ in document.pages]
    outside, small = [], []
    for number, box in paper.boxes(document):
        page = document.pages[number - 1]
        for name in classes(box) & set(kept):
            seen.setdefault((id(box.element), name), set()).add(number)
        if type(box).__name__ != "TextBox":
            # Below the text are the frame and the footer, and nothing else: no line to write on either.
            if "writing" in classes(box) and box.position_y + box.height > paper.foot(page):
                outside.append(f"lines on page {number}")
            continue
        said[number - 1].append(box.text)
        if box.text.strip() and box.style["font_size"] * 0.75 < SMALLEST and box.position_y < paper.foot(page):
            small.append(box.text)
        across, down = box.position_x + box.width, box.position_y + box.height
        if box.position_x < 0 or across > page.width - MARGIN or down > page.height:
            outside.append(box.text)
    split = (name for (_, name), pages in seen.items() if len(pages) > 1)
    return Shown(tuple(" ".join(words) for words in said), len(seen), tuple(split), tuple(outside), tuple(small))


def classes(box: Any) -> set[str]:
    """The classes of the element a box is of. A row of a table is one, but for its head, which comes again."""
    element = getattr(box, "element", None)
    if not hasattr(element, "get"):
        return set()
    row = {"table row"} if element.tag == "tr" and element.find("td") is not None else set()
    return row | set((element.get("class") or "").split())
