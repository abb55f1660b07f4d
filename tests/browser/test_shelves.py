"""A book at a table: chosen, used, published anew, exchanged, taken back, put away. Nothing is lost."""

import re
from collections.abc import Callable
from typing import Any

from django.contrib.auth import get_user_model
from playwright.sync_api import BrowserContext, Page, expect

from campaigns import actions as sitting
from campaigns.demo.demo import JANE
from characters import actions
from characters.models import Character
from characters.tables import TableRole
from tests.browser.conftest import Windows
from tests.cast import DEEP, DEEPER, shelved

LogIn = Callable[[BrowserContext, str], Any]


def said(page: Page, words: str) -> None:
    """The page answered with these words."""
    expect(page.locator("#messages")).to_contain_text(words)


def test_a_book_is_played_with_exchanged_and_put_away(windows: Windows, log_in: LogIn) -> None:
    masters, players = windows(), windows()
    rowena, mira = log_in(masters, "rowena"), log_in(players, "mira")
    table = sitting.create_campaign(name="Thursdays", by=rowena)
    table.memberships.create(user=mira, role=TableRole.PLAYER)
    jane = actions.create_character(system="hprpg", by=mira, name="Jane Alderwick", build=JANE, campaign=table)
    first = shelved(rowena, "hprpg", "deep-magic", "1", DEEP)
    gm, player = masters.new_page(), players.new_page()

    # The game master looks at what the book does, and puts it in play.
    gm.goto(table.get_absolute_url())
    gm.get_by_role("link", name="Prep").click()
    gm.get_by_role("link", name="Campaign homebrew").click()
    gm.get_by_role("button", name=re.compile("Preview.*Deep Magic")).click()
    expect(gm.locator(".preview")).to_contain_text("No character becomes legal or illegal")
    gm.get_by_role("button", name="Use this book").click()
    said(gm, "to the campaign and to 1 character.")

    # The player takes something from it.
    player.goto(f"/characters/{jane.pk}/build/magic-and-gear/")
    player.get_by_role("checkbox", name=re.compile("^Deep Light")).check()
    player.locator("details.fold", has_text="Deep Gaze").locator("> summary").first.click()
    player.get_by_role("checkbox", name=re.compile("^Deep Gaze")).check()
    expect(player.locator("#status")).to_contain_text("Saved")
    player.goto(f"/characters/{jane.pk}/")
    expect(player.get_by_text("Deep Magic, edition 1")).to_be_visible()

    # The next edition is out: an offer, looked at, taken and taken back.
    shelved(get_user_model().objects.get(pk=rowena.pk), "hprpg", "deep-magic", "2", DEEPER)
    gm.goto(f"{table.get_absolute_url()}books/")
    gm.get_by_role("button", name=re.compile("Preview.*edition 2")).click()
    gm.get_by_role("button", name="Use this book").click()
    said(gm, "edition 2, to the campaign.")
    player.reload()
    player.get_by_role("link", name="Preview changes").click()
    expect(player.get_by_text("+1 Charm → +2 Charm")).to_be_visible()
    expect(player.get_by_role("heading", name="Added")).to_be_visible()
    player.get_by_role("button", name="Switch to edition 2").click()
    said(player, "Switched to edition 2")
    player.get_by_role("link", name="Preview edition 1").click()
    player.get_by_role("button", name="Switch to edition 1").click()
    said(player, "Switched to edition 1")

    # Out of play, it is a finding; what was chosen is still there.
    gm.get_by_role("button", name="Preview removing it").click()
    expect(gm.locator(".preview")).to_contain_text("Jane Alderwick")
    gm.get_by_role("button", name="Stop using this book").click()
    said(gm, "Removed Deep Magic.")
    player.goto(f"/characters/{jane.pk}/build/magic-and-gear/")
    expect(player.locator("#findings")).to_contain_text("which this campaign doesn't use")
    stored = Character.objects.get(pk=jane.pk)
    assert stored.homebrew == [first.pk]
    assert stored.build["picks"]["feats"] == ["deep-gaze"]
    assert stored.build["picks"]["spells"] == [*sorted([*JANE["picks"]["spells"], "deep-light"])]
