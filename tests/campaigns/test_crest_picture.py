"""A picture of its own on the shield of a campaign."""

from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image

from campaigns.models import Campaign, CrestPicture
from characters.pictures import CREST_SIZE
from tests.cast import Cast, book, cast
from tests.characters.posting import words

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db


def png() -> bytes:
    file = BytesIO()
    Image.new("RGB", (500, 300), "#335577").save(file, "PNG")
    return file.getvalue()


def save(cast: Cast, who: str, content: bytes = b"", **more: str) -> Any:
    data: dict[str, Any] = {"name": "Thursday", "about": "", **more}
    if content:
        data["picture"] = SimpleUploadedFile("crest.png", content)
    return cast[who].post(reverse("campaign_settings", args=[cast.table.pk]), data)


def token(cast: Cast) -> str:
    return Campaign.objects.get(pk=cast.table.pk).picture


def test_a_picture_is_made_anew_and_stands_on_every_shield(cast: Cast) -> None:
    assert save(cast, "gm", png()).status_code == 302
    address = reverse("crest_image", args=[token(cast)])
    shown = cast["nobody"].get(address)
    made = Image.open(BytesIO(shown.content))
    assert (made.format, made.size, "immutable" in shown["Cache-Control"]) == ("JPEG", CREST_SIZE, True)
    link = cast.table.invitations.create(role="player", by=cast.users["gm"])
    for page in (cast.table.get_absolute_url(), reverse("campaigns"), reverse("home")):
        assert f'<image href="{address}"' in words(cast["gm"].get(page))
    assert "Thursday" in words(cast["nobody"].get(reverse("join", args=[link.token])))
    first = token(cast)
    save(cast, "gm")
    assert token(cast) == first
    save(cast, "gm", png())
    assert token(cast) != first
    assert cast["gm"].get(address).status_code == 404


def test_what_is_no_picture_is_refused_and_it_can_be_removed(cast: Cast) -> None:
    save(cast, "gm", png())
    before = token(cast)
    odd = save(cast, "gm", b"no picture at all", name="Friday")
    assert (odd.status_code, "We can’t read this picture." in words(odd)) == (422, True)
    assert (token(cast), Campaign.objects.get(pk=cast.table.pk).name) == (before, "Thursday")
    assert save(cast, "companion", **{"no-picture": "1"}).status_code in (403, 404)
    save(cast, "gm", **{"no-picture": "1"})
    assert (token(cast), CrestPicture.objects.exists()) == ("", False)
    told = words(cast["gm"].get(reverse("campaign_history", args=[cast.table.pk])))
    assert "Removed the picture from the crest" in told
