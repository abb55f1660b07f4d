"""A picture for the shield of the demo's lamp room: a lamp in a dark window."""

from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw

from characters.pictures import crest_of

SIZE = (640, 736)
NIGHT, GLOW, LIGHT, FLAME, BRASS = "#1d2747", "#4b4a6b", "#c9975a", "#f6dd9a", "#8a6a35"


@cache
def lamp() -> bytes:
    """The picture, as JPEG."""
    picture = Image.new("RGB", SIZE, NIGHT)
    draw = ImageDraw.Draw(picture)
    draw.circle((320, 350), 270, GLOW)
    draw.circle((320, 350), 170, LIGHT)
    draw.polygon([(320, 180), (400, 360), (320, 450), (240, 360)], FLAME)
    draw.rectangle((225, 460, 415, 500), BRASS)
    draw.polygon([(250, 500), (390, 500), (430, 600), (210, 600)], BRASS)
    file = BytesIO()
    picture.save(file, "PNG")
    file.seek(0)
    return crest_of(file)
