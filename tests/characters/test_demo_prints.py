"""The demo world on paper: what somebody who looks around prints first."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from campaigns.demo import demo
from characters.models import Character
from characters.printing.print_html import page_of
from characters.printing.rendering import render
from tests.characters.prints.paper import faults
from tests.staged import staged

CAMPAIGNS = (demo.TABLE, demo.CARAVAN, demo.FERRY, demo.SALON, demo.ANVIL)
stage = staged(*CAMPAIGNS)
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("stage")]


@pytest.mark.parametrize(("variant", "most"), [("full", 90_000), ("fillable", 100_000)])
def test_the_first_of_each_campaign_takes_two_sound_pages(variant: str, most: int) -> None:
    for name in CAMPAIGNS:
        found = Character.objects.with_table().select_related("owner").filter(campaign__name=name)
        character = found.earliest("created_at", "pk")
        pdf = render(character.read(), page_of(character, {"variant": variant}))
        assert len(PdfReader(BytesIO(pdf)).pages) == 2, character
        assert len(pdf) <= most, character
        assert faults(pdf) == [], character
