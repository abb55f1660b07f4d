"""Portraits: what is made of a picture, what is refused, who sees it, and where it goes with its character."""

import json
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image

from characters import actions, keeping, limits
from characters.models import Character, Portrait
from characters.pictures import (
    LARGE,
    MOST_BYTES,
    MOST_SCANS,
    MOST_SENT,
    SCAN,
    SCANS,
    SIZE,
    UNREADABLE,
    portrait_of,
)
from characters.views.portraits import PICTURE
from rules.refusals import Refused
from tests.cast import Cast
from tests.characters.posting import at, words

pytestmark = pytest.mark.django_db
END = b"\xff\xd9"
RED, BLUE = (200, 20, 20), (20, 20, 200)


def picture(form: str, mode: str = "RGB", size: tuple[int, int] = (640, 480), **how: Any) -> bytes:
    """A picture that is red on its left and blue on its right, with noise, so that it is hard to keep small."""
    drawn = Image.effect_noise(size, 90).convert("RGB")
    drawn.paste(RED, (0, 0, size[0] // 2, size[1] // 8))
    drawn.paste(BLUE, (size[0] // 2, 0, size[0], size[1] // 8))
    file = BytesIO()
    drawn.convert(mode).save(file, form, **how)
    return file.getvalue()


def sent(cast: Cast, content: bytes, name: str = "me.png") -> Any:
    address = reverse("portrait", args=[cast.jane.pk])
    return cast["owner"].post(address, {"picture": SimpleUploadedFile(name, content)}, follow=True)


def seen(cast: Cast, role: str) -> Any:
    return cast[role].get(reverse("portrait_image", args=[cast.jane.pk]))


@pytest.mark.parametrize(
    ("form", "mode"),
    [("JPEG", "RGB"), ("JPEG", "CMYK"), ("JPEG", "L"), ("PNG", "RGBA"), ("PNG", "P"), ("PNG", "LA"), ("WEBP", "RGBA")],
)
def test_of_any_picture_a_small_jpeg_is_made(form: str, mode: str) -> None:
    made = portrait_of(BytesIO(picture(form, mode)))
    assert len(made) <= MOST_BYTES
    with Image.open(BytesIO(made)) as read:
        assert (read.format, read.mode, read.size) == ("JPEG", "RGB", SIZE)


def test_what_came_with_it_is_gone_and_what_lay_on_its_side_stands(db: None) -> None:
    told = Image.Exif()
    told[0x0112], told[0x010E] = 6, "A garden in Leith"  # turned, and described
    made = portrait_of(BytesIO(picture("JPEG", exif=told.tobytes(), comment=b"A garden in Leith")))
    assert b"Leith" not in made
    with Image.open(BytesIO(made)) as read:
        assert not read.getexif()
        right = [read.getpixel((SIZE[0] - 3, y)) for y in (10, SIZE[1] - 10)]
    assert [pixel[0] > pixel[2] for pixel in right] == [True, False]  # red above, blue below


def refused(content: bytes) -> str:
    with pytest.raises(Refused) as refusal:
        portrait_of(BytesIO(content))
    return str(refusal.value)


def test_other_files_are_refused_whatever_they_begin_with() -> None:
    svg = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    for content in (
        b"",
        svg,
        b"%PDF-1.7",
        picture("GIF"),
        picture("BMP"),
        picture("TIFF"),
        b"\x89PNG\r\n\x1a\n" + bytes(99),
    ):
        assert refused(content) == UNREADABLE


def test_a_small_file_of_a_vast_picture_is_refused() -> None:
    for form, size in (
        ("PNG", (2_829, 2_829)),
        ("PNG", (13_500, 13_500)),
        ("WEBP", (4_000, 4_000)),
        ("JPEG", (4_001, 4_001)),
        ("JPEG", (8_001, 9)),
    ):
        file = BytesIO()
        Image.new("L", size).save(file, form)
        assert len(file.getvalue()) < MOST_SENT
        assert refused(file.getvalue()) == LARGE


def test_so_many_pictures_of_one_network_are_read_in_an_hour(cast: Cast, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, PICTURE: "2/h/ip"}
    answers = [sent(cast, picture("PNG")) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 422]
    assert "Too many pictures" in words(answers[2])


def test_a_picture_that_is_drawn_over_and_over_is_refused_before_it_is_read() -> None:
    """Each further scan has 31 bytes and draws the whole picture once more."""
    plain = picture("JPEG", progressive=True)
    before, _, last = plain.rpartition(SCAN)
    scan = SCAN + last.removesuffix(END)
    assert portrait_of(BytesIO(before + scan * 3 + END))
    assert refused(before + scan * (MOST_SCANS + 1) + END) == SCANS


def test_a_portrait_takes_the_place_of_the_crest(cast: Cast) -> None:
    page = words(sent(cast, picture("PNG")))
    assert "Portrait saved." in page
    held = Character.objects.get(pk=cast.jane.pk)
    address = f"{reverse('portrait_image', args=[held.pk])}?{held.portrait}"
    for shown in (page, words(cast["owner"].get("/characters/"))):
        assert f'<image href="{address}"' in shown
    assert f'src="{address}"' in words(cast["gm"].get(at(cast.table, "roster")))
    answer = seen(cast, "gm")
    assert (answer["Content-Type"], answer["X-Content-Type-Options"]) == ("image/jpeg", "nosniff")
    assert "no-store" in answer["Cache-Control"]
    shared = words(cast["nobody"].get(reverse("shared", args=[cast.link.token])))
    own = reverse("shared_portrait", args=[cast.link.token])
    assert f'<image href="{own}?{held.portrait}"' in shared
    assert cast["nobody"].get(own).content == answer.content


def test_what_is_refused_leaves_the_portrait_as_it_was(cast: Cast) -> None:
    sent(cast, picture("PNG"))
    before = seen(cast, "owner").content
    too_large = b"\x89PNG\r\n\x1a\n" + bytes(MOST_SENT)
    for content, why in ((b"no picture", UNREADABLE), (too_large, "This picture is larger than 2 MB.")):
        answer = sent(cast, content)
        assert answer.status_code == 422
        assert why in words(answer)
    assert cast["owner"].post(reverse("portrait", args=[cast.jane.pk])).status_code == 422
    assert seen(cast, "owner").content == before


def test_a_portrait_can_be_removed_and_its_history_knows(cast: Cast) -> None:
    sent(cast, picture("WEBP"))
    cast["owner"].post(reverse("portrait", args=[cast.jane.pk]), {"remove": "1"})
    assert seen(cast, "owner").status_code == 404
    assert "<image" not in words(cast["owner"].get(at(cast.jane, "sheet")))
    told = words(cast["owner"].get(at(cast.jane, "history")))
    assert "Changed the portrait" in told
    assert "Removed the portrait" in told


def test_a_copy_has_it_a_file_brings_it_and_deleting_takes_it(cast: Cast) -> None:
    sent(cast, picture("PNG"))
    held = Character.objects.get(pk=cast.jane.pk)
    copy = actions.duplicate(character=held, by=cast.users["owner"])
    assert actions.portrait_bytes(copy) == actions.portrait_bytes(held)
    document = json.loads(cast["owner"].get(at(held, "export")).content)
    cast["stranger"].post("/characters/import/", {"text": json.dumps(document)})
    brought = Character.objects.get(owner=cast.users["stranger"])
    assert brought.portrait
    broken = cast["stranger"].post(
        "/characters/import/", {"text": json.dumps(document | {"portrait": "no"})}, follow=True
    )
    assert "The portrait wasn’t imported." in words(broken)
    actions.bin_character(character=held)
    assert seen(cast, "owner").status_code == 404
    keeping.purge(Character.objects.filter(pk=held.pk))
    assert set(Portrait.objects.values_list("character", flat=True)) == {copy.pk, brought.pk}


def test_a_person_has_so_many(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_PORTRAITS", 1)
    other = actions.create_character(system="hprpg", by=cast.users["owner"])
    actions.give_portrait(character=other, jpeg=b"a picture")
    assert "limit of 1 portraits" in words(sent(cast, picture("PNG")))
    assert not actions.duplicate(character=other, by=cast.users["owner"]).portrait
