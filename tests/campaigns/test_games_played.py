"""Which games a campaign plays: others are offered to nobody there, and whoever is there already stays."""

from typing import Any

import pytest
from django.urls import reverse

from campaigns.campaign_games import choose_games
from campaigns.models import Campaign
from campaigns.news.gathering import news_of
from characters import actions
from characters.models import Character
from rules.refusals import Refused
from tests.cast import Cast
from tests.characters.posting import words


@pytest.fixture
def table(cast: Cast) -> Campaign:
    """The cast's campaign, where Jane's game is no longer played."""
    found = cast.jane.campaign
    assert found
    choose_games(campaign=found, games=["dominion", "duality", "unheard-of"], by=cast.users["gm"])
    return Campaign.objects.get(pk=found.pk)


def settings(table: Campaign) -> str:
    return reverse("campaign_settings", args=[table.pk])


def test_all_games_are_played_until_some_are_chosen(cast: Cast, table: Campaign) -> None:
    assert (table.games, table.plays("dominion"), table.plays("hprpg")) == (["dominion", "duality"], True, False)
    every = ["dominion", "duality", "hprpg", "rough-magic", "forge"]
    cast["gm"].post(settings(table), {"games": "1", "game": every})
    table.refresh_from_db()
    assert (table.games, table.plays("hprpg")) == ([], True)
    assert table.events.filter(kind="games").count() == 2
    choose_games(campaign=table, games=every)
    assert table.events.filter(kind="games").count() == 2
    none = cast["gm"].post(settings(table), {"games": "1"})
    assert (none.status_code, "Choose at least one game." in words(none)) == (422, True)
    assert cast["owner"].post(settings(table), {"games": "1", "game": "forge"}).status_code in (403, 404)


def test_the_settings_have_a_tick_for_each_and_players_read_news_of_it(cast: Cast, table: Campaign) -> None:
    page = cast["gm"].get(settings(table)).content.decode()
    assert 'value="dominion" checked' in page
    assert 'value="hprpg" checked' not in page
    assert "not played here" in words(cast["gm"].get(settings(table)))
    assert 'name="game"' not in cast["owner"].get(settings(table)).content.decode()
    assert "Games played here: Dominion Rules and Duality" in [line.words for line in news_of(cast.users["owner"])]


def test_no_other_game_is_offered_nor_begun(cast: Cast, table: Campaign) -> None:
    new = cast["owner"].get(reverse("new"), {"campaign": table.pk})
    assert [game["key"] for game in new.context["games"]] == ["dominion", "duality"]
    before = Character.objects.count()
    refused = cast["owner"].post(reverse("new"), {"campaign": table.pk, "system": "hprpg"})
    assert (refused.status_code, "isn’t played in this campaign" in words(refused)) == (422, True)
    assert Character.objects.count() == before
    assert len(cast["owner"].get(reverse("new")).context["games"]) == 5
    makers = cast["gm"].get(reverse("prep", args=[table.pk])).context["makers"]
    assert {maker["game"].key for maker in makers} == {"dominion", "duality"}


def test_no_other_game_is_brought_along(cast: Cast, table: Campaign) -> None:
    owner = cast.users["owner"]
    other, fits = (actions.create_character(system=key, by=owner, name=key) for key in ("forge", "duality"))
    page = cast["owner"].get(table.get_absolute_url())
    assert {character.system for character in page.context["free"]} <= {"dominion", "duality"}
    for character, came in ((other, False), (fits, True)):
        cast["owner"].post(reverse("bring", args=[table.pk]), {"character": character.pk})
        character.refresh_from_db()
        assert (character.campaign_id == table.pk) is came


def test_an_invitation_offers_only_what_is_played(cast: Cast, table: Campaign) -> None:
    invitation = table.invitations.create(role="player")
    way = reverse("join", args=[invitation.token])
    page = cast["stranger"].get(way)
    assert [game.key for game in page.context["games"]] == ["dominion", "duality"]
    said = cast["stranger"].post(way, {"character": "hprpg"}, follow=True)
    assert "isn’t played in this campaign" in words(said)
    assert not table.memberships.filter(user=cast.users["stranger"]).exists()
    cast["stranger"].post(way, {"character": "dominion"})
    assert table.characters.filter(owner=cast.users["stranger"], system="dominion").count() == 1


def test_who_is_there_already_stays_and_is_flagged(cast: Cast, table: Campaign) -> None:
    roster: Any = cast["gm"].get(reverse("roster", args=[table.pk]))
    assert "Not played here" in words(roster)
    assert "Not played here" in words(cast["gm"].get(table.get_absolute_url()))
    actions.change_build(character=cast.jane, changes={"picks.personality": "prodigy"}, drawn=cast.jane.version)
    cast.jane.refresh_from_db()
    assert (cast.jane.campaign_id, cast.jane.read().build.pick("personality")) == (table.pk, "prodigy")


def test_a_closed_campaign_keeps_its_games(cast: Cast, table: Campaign) -> None:
    Campaign.objects.filter(pk=table.pk).update(archived_at=table.created_at)
    with pytest.raises(Refused):
        choose_games(campaign=table, games=["forge"])
