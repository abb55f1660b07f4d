"""House rules on a phone: what a change does is in sight where it was made."""

from collections.abc import Callable
from typing import Any

from django.urls import reverse
from playwright.sync_api import BrowserContext, expect

from campaigns import actions as sitting
from campaigns.demo.demo import RAVEN
from characters import actions
from tests.browser.conftest import Windows

LogIn = Callable[[BrowserContext, str], Any]


def test_a_phone_shows_what_a_change_does_where_it_was_pressed(windows: Windows, log_in: LogIn) -> None:
    window = windows(viewport={"width": 390, "height": 780}, has_touch=True)
    page, gm = window.new_page(), log_in(window, "rowena")
    table = sitting.create_campaign(name="Thursdays", by=gm)
    actions.create_character(system="dominion", by=gm, name="Raven", build=RAVEN, campaign=table)
    page.goto(reverse("campaign_rules", args=[table.pk, "dominion"]))
    bar = page.locator(".house-bar")
    expect(bar).to_be_in_viewport(ratio=1)
    expect(bar).to_contain_text("Nothing changed yet.")
    page.get_by_label("Merchant Adventurer").uncheck()
    expect(bar).to_contain_text("Not saved yet: Raven would ")
    expect(bar).to_be_in_viewport(ratio=1)
    bar.get_by_role("link", name="Not saved yet").click()
    expect(page.get_by_role("heading", name="What this changes")).to_be_in_viewport()
    bar.get_by_role("button", name="Save").click()
    expect(page.locator("#messages")).to_contain_text("House rules saved.")
    expect(page.locator("#messages")).to_be_in_viewport()
