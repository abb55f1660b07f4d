"""The face of a campaign: its sign and its colour."""

from xml.etree import ElementTree

import pytest
from django.urls import reverse

from campaigns import emblem
from campaigns.models import Campaign
from tests.cast import Cast, book, cast
from tests.characters.posting import words

__all__ = ["book", "cast"]

pytestmark = pytest.mark.django_db


def test_a_campaign_has_a_face_of_its_own_until_somebody_gives_it_another(cast: Cast) -> None:
    page, at = reverse("campaign_settings", args=[cast.table.pk]), cast.table.get_absolute_url()
    faces = {Campaign(pk=pk).face for pk in range(24)}
    assert len(faces) == 24, "campaigns next to each other look different"
    sent = {"name": "Thursday", "about": cast.table.about, "sign": "anvil", "colour": "sea"}
    cast["gm"].post(page, sent)
    assert 'data-colour="sea"' in words(cast["owner"].get(at))
    cast["gm"].post(page, {**sent, "sign": "<b>", "colour": "x"})
    assert Campaign.objects.get(pk=cast.table.pk).face == ("anvil", "sea")
    assert 'name="sign" value="anvil" checked' in words(cast["gm"].get(page))
    assert 'name="sign"' not in words(cast["owner"].get(page))


@pytest.mark.parametrize("sign", emblem.SIGNS)
def test_every_sign_is_drawn_as_a_picture_that_is_well_formed(sign: str) -> None:
    for drawn in (emblem.crest(sign), emblem.frieze(sign)):
        assert ElementTree.fromstring(drawn).tag == "svg"
