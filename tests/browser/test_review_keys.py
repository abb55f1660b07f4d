"""A review by keyboard: from change to change, to a comment on one of them, and off it goes."""

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse
from playwright.sync_api import Page, expect

from campaigns import actions as sitting
from campaigns.demo.demo import PASSWORD
from campaigns.models import Membership
from campaigns.review import decisions
from characters import actions


@pytest.fixture
def review(live_server: Any, db: None) -> str:
    """The review of a character with two changes since it was sent back."""
    gm, player = (get_user_model().objects.create_user(name, password=PASSWORD) for name in ("rowena", "mira"))
    table = sitting.create_campaign(name="Caravan", by=gm)
    Membership.objects.create(campaign=table, user=player, role="player")
    raven = actions.create_character(system="dominion", by=player, name="Raven", campaign=table)
    decisions.submit(character=raven, by=player)
    decisions.send_back(character=raven, by=gm, text="Can she swim?")
    bought = {"scores.swimming": 1, "scores.literacy": 1}
    actions.change_build(character=raven, by=player, changes=bought, drawn=raven.version)
    return reverse("review", args=[raven.pk])


def test_changes_are_walked_and_one_is_commented_on_by_keys(page: Page, log_in: Any, review: str) -> None:
    log_in(page.context, "rowena")
    page.goto(review)
    swimming, literacy = (page.locator("#evidence .moved a", has_text=name) for name in ("Swimming", "Literacy"))
    page.keyboard.press("j")
    expect(swimming).to_be_focused()
    page.locator("#new-comment textarea").first.press("j")
    expect(swimming).not_to_be_focused()
    page.get_by_role("button", name="Next change").press("Enter")
    expect(swimming).to_be_focused()
    page.keyboard.press("j")
    expect(literacy).to_be_focused()
    page.keyboard.press("k")
    expect(swimming).to_be_focused()
    for _ in range(page.locator("#evidence .moved dt").count()):
        page.keyboard.press("j")
    expect(swimming).to_be_focused()
    page.keyboard.press("c")
    draft = page.locator("#draft")
    expect(draft).to_be_focused()
    draft.fill("")
    draft.type("jack, can you?")
    expect(draft).to_have_value("jack, can you?")
    draft.press("Control+Enter")
    expect(page.locator(".thread")).to_contain_text(["Can she swim?", "jack, can you?"])


def test_keys_are_told_and_can_be_switched_off(page: Page, log_in: Any, review: str) -> None:
    log_in(page.context, "rowena")
    page.goto(review)
    swimming = page.locator("#evidence .moved a", has_text="Swimming")
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text("Next change")
    page.keyboard.press("j")
    expect(swimming).not_to_be_focused()
    keys.get_by_role("checkbox").uncheck()
    keys.get_by_role("button", name="Close").click()
    page.goto(review)
    for key in ("j", "?"):
        page.keyboard.press(key)
    expect(keys).not_to_be_visible()
    expect(swimming).not_to_be_focused()
    page.get_by_role("button", name="Keys").click()
    keys.get_by_role("checkbox").check()
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    expect(swimming).to_be_focused()
