"""A portrait for the demo world, cut from paper: a trader in a hood, in front of the evening."""

from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw

from characters.pictures import portrait_of

SIZE = (1152, 1496)
DUSK, SUN, HILL, HOOD, EDGE, HAIR, FACE, SHADE, SHIRT = (
    "#e9c9a0", "#f4e3bd", "#b98a63", "#2f5d50", "#3f7565", "#2a211d", "#d3a27c", "#b98562", "#efe4cf",
)  # fmt: skip


@cache
def trader() -> bytes:
    """The portrait, as JPEG."""
    picture = Image.new("RGB", SIZE, DUSK)
    draw = ImageDraw.Draw(picture)
    draw.circle((860, 400), 240, SUN)
    draw.polygon([(0, 980), (260, 800), (520, 930), (820, 760), (1152, 960), (1152, 1496), (0, 1496)], HILL)
    # The hood and the hair behind, then the neck in its shade, and the face in front.
    draw.ellipse((266, 190, 886, 1010), HOOD)
    draw.ellipse((318, 262, 834, 960), EDGE)
    draw.ellipse((356, 310, 796, 930), HAIR)
    draw.polygon([(490, 760), (662, 760), (700, 1090), (452, 1090)], SHADE)
    draw.polygon([(400, 470), (752, 470), (748, 690), (690, 830), (576, 900), (462, 830), (404, 690)], FACE)
    draw.polygon([(396, 520), (404, 400), (560, 330), (756, 420), (760, 540), (690, 450), (560, 430)], HAIR)
    draw.polygon([(576, 560), (640, 720), (576, 736)], SHADE)
    for left in (448, 616):
        draw.polygon([(left, 592), (left + 46, 570), (left + 92, 592), (left + 46, 608)], HAIR)
        draw.polygon([(left - 6, 548), (left + 50, 522), (left + 98, 546), (left + 50, 538)], HAIR)
    draw.polygon([(520, 794), (576, 782), (634, 794), (576, 818)], "#9a5f4c")
    # Shoulders, with the shirt between the two halves of the cloak.
    draw.polygon([(440, 1040), (712, 1040), (760, 1496), (392, 1496)], SHIRT)
    draw.polygon([(300, 860), (500, 1080), (560, 1496), (40, 1496), (90, 1150)], HOOD)
    draw.polygon([(852, 860), (652, 1080), (592, 1496), (1112, 1496), (1062, 1150)], EDGE)
    file = BytesIO()
    picture.save(file, "PNG")
    file.seek(0)
    return portrait_of(file)
