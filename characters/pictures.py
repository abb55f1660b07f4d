"""Pictures that people send: read with care, and made anew, small and without anything but what is seen. No HTTP in
here."""

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from threading import Lock
from typing import BinaryIO

from PIL import Image, ImageOps

from characters.limits import KILO
from rules.refusals import Refused

FORMATS = ("JPEG", "PNG", "WEBP")
SIZE = (288, 374)
"""Pixels of a portrait: 24 × 31 mm on paper."""
CREST_SIZE = (160, 184)
"""Pixels of what stands on a campaign's shield."""
MOST_BYTES = 40 * KILO
"""Of a portrait as it is kept."""
MOST_SENT = 2_000_000
"""Bytes of a picture as it is sent."""
MOST_PIXELS = 16_000_000
"""Of a JPEG, as cameras make them: it is read small from the start."""
MOST_DRAWN = 8_000_000
"""Of any other: each is unpacked whole, though it may have been sent in 46 bytes."""
MOST_SIDE = 8_000
"""Pixels of a picture from one edge to the other."""
MOST_SCANS = 64
"""Passes in which a JPEG is drawn. Cameras use one and web pages about ten, each takes up to 10 ms, and one of nothing
has 31 bytes."""
JPEG = b"\xff\xd8"
"""What every JPEG begins with."""
SCAN = b"\xff\xda"
"""What each scan begins with; within it these bytes never stand side by side."""
PATIENCE = 5
"""Seconds for which a picture waits for another."""
QUALITIES = (82, 72, 60, 45, 30, 15)
"""How well a JPEG keeps what it shows: the first that is small enough is taken."""
MIDDLE = (0.5, 0.5)
FACE = (0.5, 0.3)
"""Which part of a picture is kept: the middle across, and more of what is above."""
PAPER = (255, 255, 255)
"""What shows through a picture."""
_ONE_AT_A_TIME = Lock()
"""A picture of so many pixels takes up to 250 MB while it is read."""
SCANS = "This picture is drawn in too many passes. Save it as a plain JPEG, then try again."
BUSY = "Someone else’s picture is being read. Try again in a moment."
TOO_LARGE = f"This picture is larger than {MOST_SENT // 1_000_000} MB. Make it smaller, then try again."
UNREADABLE = "We can’t read this picture. Choose a JPEG, PNG or WebP file."
LARGE = (
    f"This picture has too many pixels. A JPEG may have {MOST_PIXELS // 1_000_000} million, any other "
    f"{MOST_DRAWN // 1_000_000}, and {MOST_SIDE:,} on each side. Make it smaller, then try again."
)


def portrait_of(sent: BinaryIO) -> bytes:
    """A portrait made of a picture, as JPEG. Raises Refused."""
    return _made_anew(sent, SIZE, FACE)


def crest_of(sent: BinaryIO) -> bytes:
    """What stands on a shield, made of a picture, as JPEG. Raises Refused."""
    return _made_anew(sent, CREST_SIZE, MIDDLE)


def _made_anew(sent: BinaryIO, size: tuple[int, int], centring: tuple[float, float]) -> bytes:
    content = sent.read()
    if content.startswith(JPEG) and content.count(SCAN) > MOST_SCANS:
        raise Refused(SCANS)
    sent.seek(0)
    with _refusing(), _one_at_a_time():
        picture = Image.open(sent, formats=FORMATS)
        most = MOST_PIXELS if picture.format == "JPEG" else MOST_DRAWN
        if picture.width * picture.height > most or max(picture.size) > MOST_SIDE:
            raise Refused(LARGE)
        # First what is cheap: a picture of many pixels is turned and coloured when it has few.
        picture.thumbnail((4 * size[0], 4 * size[1]), reducing_gap=2.0)
        return _as_jpeg(ImageOps.fit(_on_paper(ImageOps.exif_transpose(picture)), size, centering=centring))


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    if not _ONE_AT_A_TIME.acquire(timeout=PATIENCE):
        raise Refused(BUSY)
    try:
        yield
    finally:
        _ONE_AT_A_TIME.release()


@contextmanager
def _refusing() -> Iterator[None]:
    try:
        yield
    except Refused:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise Refused(LARGE) from None
    except Exception:  # each decoder has faults of its own for what is broken
        raise Refused(UNREADABLE) from None


def _on_paper(picture: Image.Image) -> Image.Image:
    """The picture in three colours, and nothing of what came with it."""
    shown = picture.convert("RGBA" if picture.has_transparency_data else "RGB")
    paper = Image.new("RGB", shown.size, PAPER)
    paper.paste(shown, mask=shown.getchannel("A") if shown.mode == "RGBA" else None)
    return paper


def _as_jpeg(picture: Image.Image) -> bytes:
    made = b""
    for quality in QUALITIES:
        file = BytesIO()
        picture.save(file, "JPEG", quality=quality, optimize=True)
        made = file.getvalue()
        if len(made) <= MOST_BYTES:
            break
    return made
