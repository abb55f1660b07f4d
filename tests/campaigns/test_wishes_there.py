"""Wishes for a campaign: whoever began there is wished for there, by its rules, and nowhere else."""

import re
from html import unescape

import pytest
from django.urls import reverse

from campaigns import actions
from campaigns.campaign_games import choose_games
from characters.models import Character
from tests.cast import Cast

pytestmark = pytest.mark.django_db


def test_wishes_that_began_in_a_campaign_make_somebody_there(cast: Cast) -> None:
    """Through every page and button in between, and on the way back."""
    player, here = cast["owner"], f"?campaign={cast.table.pk}"
    page = player.get(reverse("new") + here).content.decode()
    assert f'href="{reverse("wishes")}{here}"' in page
    page = player.get(reverse("wishes") + here).content.decode()
    assert f'href="{reverse("wish", args=["dominion"])}{here}"' in page
    assert f'href="{reverse("new")}{here}"' in page
    address = reverse("wish", args=["dominion"])
    again = player.get(address, {"campaign": cast.table.pk, "seed": 7, "again": "1"})
    assert f"campaign={cast.table.pk}" in again.headers["Location"]
    page = player.get(again.headers["Location"]).content.decode()
    assert f'name="campaign" value="{cast.table.pk}"' in page
    made = player.post(address, {"campaign": cast.table.pk, "seed": 8}, follow=True)
    character = Character.objects.get(campaign=cast.table, system="dominion")
    assert character.owner == cast.users["owner"]
    back = re.search(r'href="([^"]*)">Back to your wishes<', made.content.decode())
    assert back
    assert f"campaign={cast.table.pk}" in unescape(back[1])


def test_the_rules_of_the_campaign_hold(cast: Cast) -> None:
    actions.set_house_rules(campaign=cast.table, system="dominion", values={"highest_skill": 4})
    page = cast["owner"].get(
        reverse("wish", args=["dominion"]), {"campaign": cast.table.pk, "good": "locks", "seed": 7}
    )
    sheet = page.context["made"].granted.sheet
    assert sheet.legal
    assert sheet["pick-locks"] == 4


def test_what_the_campaign_bars_is_not_offered_and_takes_nothing_along(cast: Cast) -> None:
    address, wished = reverse("wish", args=["dominion"]), {"concept": "priest", "good": ["healing", "letters"]}
    asked = {**wished, "twist": "lucky", "seed": 7, "campaign": cast.table.pk}
    assert "not in this campaign" not in cast["owner"].get(address, asked).content.decode()
    actions.set_house_rules(campaign=cast.table, system="dominion", values={"styles": "but:priest"})
    got = cast["owner"].get(address, asked)
    page = got.content.decode()
    assert 'value="soldier"' in page
    assert 'value="priest"' not in page
    assert "“The priest”: not in this campaign." in page
    assert "go together" not in page
    assert {wish.key for wish in got.context["made"].granted.wishes} == {"healing", "letters", "lucky"}
    refused = cast["owner"].post(address, asked)
    assert refused.status_code == 422
    assert "Not in this campaign: “The priest”." in refused.content.decode()
    assert not Character.objects.filter(system="dominion").exists()


def test_a_wish_that_the_rules_leave_no_room_for_is_told_by_itself(cast: Cast) -> None:
    actions.set_house_rules(campaign=cast.table, system="dominion", values={"highest_skill": 1})
    asked = {"campaign": cast.table.pk, "good": "locks", "seed": 7}
    page = cast["owner"].get(reverse("wish", args=["dominion"]), asked).content.decode()
    assert "“Picking locks” doesn’t go together with the rules of this campaign." in " ".join(page.split())


def test_nobody_is_wished_for_where_they_may_not_be(cast: Cast) -> None:
    address = reverse("wish", args=["dominion"])
    assert cast["stranger"].get(address, {"campaign": cast.table.pk}).status_code == 404
    assert cast["stranger"].post(address, {"campaign": cast.table.pk, "seed": 7}).status_code == 404
    choose_games(campaign=cast.table, games=["hprpg"], by=cast.users["gm"])
    assert cast["owner"].post(address, {"campaign": cast.table.pk, "seed": 7}).status_code == 422
    offered = cast["owner"].get(reverse("wishes"), {"campaign": cast.table.pk})
    assert [game["key"] for game in offered.context["games"]] == ["hprpg"]
    assert not Character.objects.filter(system="dominion").exists()
