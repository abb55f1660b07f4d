"""The picture by which other places preview a link: crest or portrait, name, and the numbers that head the sheet. In
one ink, as PNG. No HTTP in here."""

from collections.abc import Iterable, Sequence
from functools import cache
from io import BytesIO

from django.conf import settings
from fontTools.pens.basePen import BasePen
from fontTools.svgLib.path import parse_path
from PIL import Image, ImageDraw, ImageFont

from characters.crest import parts, worn
from characters.faces import BUSTS, CLOTH, HAIR, LIGHT, SKIN
from characters.glances import charge, vitals
from characters.models import Character
from rules.kernel import Live
from rules.kernel.basics import shorten
from rules.kernel.pages import Vital, game_of

SIZE = (1200, 630)
PAPER, TINTED, SHADED = (248, 240, 225), (237, 229, 214), (222, 214, 201)
INK, SOFT = (30, 37, 50), (86, 88, 92)
SHARP = 2
"""A crest is drawn so many times as large, and made smaller, which makes its lines smooth."""
STEPS = 12
"""Straight lines to a curve."""
SCALE = 3.6 * SHARP
FACE, FACE_AT = (360, 418), (70, 106)
"""A crest, whose box is 100 wide and 116 high, and where it stands."""
UPRIGHT = (3.6, 0, 116 / 150)
"""Where a portrait, whose box is 120 wide and 150 high, stands in that of a crest, and how large."""
CUT_FROM = {CLOTH: SOFT, SKIN: PAPER, HAIR: INK, LIGHT: PAPER}
"""The one ink of what a bust is cut from."""
TEXT_AT, ROOM = 500, 640
NAMES = (104, 88, 72, 56, 44)
"""Sizes of a name: the first that fits is taken."""
FONTS = {"name": "alegreya-800-normal", "words": "alegreya-400-italic", "label": "alegreya-sans-500-normal"}
MOST = 4
"""So many numbers."""

Point = tuple[float, float]


def preview(character: Character, live: Live, portrait: bytes = b"") -> bytes:
    """The picture of a character as it stands; a portrait or a bust takes the place of the crest."""
    sheet = live.sheet
    picture = Image.new("RGB", SIZE, PAPER)
    upright = portrait or character.bust in BUSTS
    charged = worn(character.crest, charge(sheet))
    picture.paste(_upright(character, portrait) if upright else _crest(character, charged), FACE_AT)
    draw = ImageDraw.Draw(picture)
    y = _write(draw, str(character), "name", NAMES, 140)
    game = game_of(sheet)
    _write(draw, " · ".join(game.one_liner(sheet)) or game.name, "words", (44, 36, 30), y + 16)
    _numbers(draw, vitals(live)[:MOST])
    draw.text((SIZE[0] - 60, SIZE[1] - 70), "Dramatis", SOFT, _font("words", 34), anchor="ra")
    file = BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


@cache
def _font(what: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(settings.BASE_DIR / "static" / "fonts" / "pdf" / f"{FONTS[what]}.ttf", size)


def _write(draw: ImageDraw.ImageDraw, text: str, what: str, sizes: Sequence[int], y: int) -> int:
    """A line of text, in the first of these sizes in which there is room for it; where it ends."""
    text = shorten(" ".join(text.split()), 80)
    size = next((size for size in sizes if _font(what, size).getlength(text) <= ROOM), sizes[-1])
    while text and _font(what, size).getlength(text) > ROOM:
        text = f"{text[:-2]}…"
    draw.text((TEXT_AT, y), text, INK if what == "name" else SOFT, _font(what, size))
    return y + int(size * 1.2)


def _numbers(draw: ImageDraw.ImageDraw, shown: Sequence[Vital]) -> None:
    for place, vital in enumerate(shown):
        x, label = TEXT_AT + place * ROOM // MOST, _font("label", 24)
        draw.text((x, 388), vital.value[:6], INK, _font("name", 72))
        words = vital.label
        while label.getlength(words) > ROOM // MOST - 12:
            words = f"{words[:-2]}…"
        draw.text((x, 480), words, SOFT, label)


def _crest(character: Character, charged: str) -> Image.Image:
    game = character.game
    size = (FACE[0] * SHARP, FACE[1] * SHARP)
    face, inside = Image.new("RGB", size, PAPER), _filled(game.heraldry.frame, size)
    draw = ImageDraw.Draw(face)
    drawn = parts(game, character.name, charged)
    face.paste(TINTED, mask=inside)
    part = Image.new("L", size)
    part.paste(inside, mask=_filled(drawn.division, size))
    face.paste(SHADED, mask=part)
    _stroke(draw, _points(game.heraldry.inner), 1.2, SOFT)
    middle, radius = (50 * SCALE, 57 * SCALE), 31 * SCALE
    draw.circle(middle, radius, PAPER, INK, int(1.2 * SCALE))
    _stroke(draw, _points(drawn.charge, 24.5, 31.5, 1.06), 1.9, INK)
    _stroke(draw, _points(game.heraldry.frame), 2.6, INK)
    return face.resize(FACE, Image.Resampling.LANCZOS)


def _upright(character: Character, portrait: bytes) -> Image.Image:
    """Portrait or bust in the frame of the game."""
    frame, size = character.game.heraldry.portrait, (FACE[0] * SHARP, FACE[1] * SHARP)
    face, inside = Image.new("RGB", size, PAPER), _filled(frame.outer, size, *UPRIGHT)
    draw = ImageDraw.Draw(face)
    if portrait:
        width = int(120 * UPRIGHT[2] * SCALE)
        with Image.open(BytesIO(portrait), formats=["JPEG"]) as kept:
            shown = kept.convert("RGB").resize((width, width * kept.height // kept.width))
        face.paste(shown, (int(UPRIGHT[0] * SCALE), 0))
    else:
        face.paste(TINTED, mask=inside)
        for piece in BUSTS[character.bust].pieces:
            if piece.width:
                _stroke(draw, _points(piece.path, *UPRIGHT), piece.width * UPRIGHT[2], CUT_FROM[piece.paper])
            else:
                face.paste(CUT_FROM[piece.paper], mask=_filled(piece.path, size, *UPRIGHT))
    face.paste(PAPER, mask=inside.point(lambda light: 255 - light))
    _stroke(draw, _points(frame.inner, *UPRIGHT), 1, SOFT)
    _stroke(draw, _points(frame.outer, *UPRIGHT), 1.6, INK)
    return face.resize(FACE, Image.Resampling.LANCZOS)


def _filled(path: str, size: tuple[int, int], *moved: float) -> Image.Image:
    """Where a path is, white on black."""
    mask = Image.new("L", size)
    for line in _points(path, *moved):
        ImageDraw.Draw(mask).polygon(line, 255)
    return mask


def _stroke(draw: ImageDraw.ImageDraw, lines: Iterable[Sequence[Point]], width: float, ink: tuple[int, ...]) -> None:
    for line in lines:
        draw.line(line, ink, int(width * SCALE), joint="curve")
        for end in (line[0], line[-1]):
            draw.circle(end, width * SCALE / 2, ink)


class _Pen(BasePen):  # type: ignore[misc]  # fontTools has no types
    """Lines of points along a path."""

    def __init__(self) -> None:
        super().__init__(None)
        self.lines: list[list[Point]] = []

    def _moveTo(self, point: Point) -> None:
        self.lines.append([point])

    def _lineTo(self, point: Point) -> None:
        self.lines[-1].append(point)

    def _curveToOne(self, first: Point, second: Point, end: Point) -> None:
        start = self.lines[-1][-1]
        for step in range(1, STEPS + 1):
            t = step / STEPS
            shares = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            points = (start, first, second, end)
            x, y = (sum(s * p[axis] for s, p in zip(shares, points, strict=True)) for axis in (0, 1))
            self.lines[-1].append((x, y))

    def _closePath(self) -> None:
        self.lines[-1].append(self.lines[-1][0])


def _points(path: str, left: float = 0, top: float = 0, scale: float = 1) -> list[list[Point]]:
    """The lines of a path of SVG, moved and scaled, as they are drawn here. A line has two points or more."""
    pen = _Pen()
    parse_path(path, pen)
    return [
        [((left + x * scale) * SCALE, (top + y * scale) * SCALE) for x, y in line]
        for line in pen.lines
        if len(line) > 1
    ]
