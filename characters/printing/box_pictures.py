"""Rows of boxes with a word under each, drawn as one picture of two paths: the words are outlines of the sheet's font.

Text in a picture costs what a paragraph does, and there are forty of these words on a page.
"""

from functools import lru_cache
from html import escape

from django.conf import settings
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

ROUND, LINE = 0.9, 0.4
"""Millimetres: the corners of a box, and its line."""
APART, LETTERS = 1.0, 3.0
"""Millimetres between two boxes, and the size of the words: 8.5 pt."""
MOST_PICTURES = 512


@lru_cache(maxsize=MOST_PICTURES)
def labelled_boxes(labels: tuple[str, ...], said: str, size: float) -> str:
    """Boxes of so many millimetres with these words under them as SVG; `said` is what a screen reader hears."""
    step, low = size + APART, size + (LETTERS + 0.4 if any(labels) else 0)
    wide, high = len(labels) * step, low + LINE
    boxes = "".join(_box(n * step + APART / 2, size) for n in range(len(labels)))
    words = "".join(_word(label, n * step + step / 2, low) for n, label in enumerate(labels))
    return (
        f'<svg class="boxed" xmlns="http://www.w3.org/2000/svg" width="{wide:.2f}mm" height="{high:.2f}mm"'
        f' viewBox="0 0 {wide:.2f} {high:.2f}" role="img"><title>{escape(said)}</title>'
        f'<path d="{boxes}" fill="none" stroke="#1e2532" stroke-width="{LINE}"/>'
        f'<path d="{words}" fill="#3b4353"/></svg>'
    )


def _box(left: float, size: float) -> str:
    side, arc = size - 2 * ROUND, f"a{ROUND} {ROUND} 0 0 1 "
    corners = zip(("h", "v", "h-", "v-"), (f"{ROUND} {ROUND}", f"-{ROUND} {ROUND}", f"-{ROUND} -{ROUND}",
                                           f"{ROUND} -{ROUND}"), strict=True)  # fmt: skip
    lines = "".join(f"{along}{side:.2f}{arc}{corner}" for along, corner in corners)
    return f"M{left + ROUND:.2f} {LINE / 2:.2f}{lines}z"


def _word(word: str, middle: float, foot: float) -> str:
    """The outlines of a word around a middle, above a foot."""
    font = _font()
    units, known, glyphs = font["head"].unitsPerEm, font.getBestCmap(), font.getGlyphSet()
    named = [known[ord(sign)] for sign in word if ord(sign) in known]
    names = [f"{name}.lf" if f"{name}.lf" in glyphs else name for name in named]
    scale = LETTERS / units
    pen, left = SVGPathPen(glyphs, lambda number: f"{number:.2f}"), middle - scale * _width(names) / 2
    for name in names:
        glyphs[name].draw(TransformPen(pen, (scale, 0, 0, -scale, left, foot)))
        left += scale * font["hmtx"][name][0]
    return str(pen.getCommands())


def _width(names: list[str]) -> int:
    return sum(_font()["hmtx"][name][0] for name in names)


@lru_cache(maxsize=1)
def _font() -> TTFont:
    return TTFont(settings.BASE_DIR / "static" / "fonts" / "pdf" / "alegreya-sans-400-normal.ttf")
