"""Where a roll is told on the page to play from: in view, whichever check was rolled, and beside the trackers."""

import re
import uuid

import pytest
from playwright.sync_api import Page, expect

from characters import actions
from characters.models import Character
from tests.by_game import largest

ROLL = re.compile("^Roll")


@pytest.fixture
def caster(guest: uuid.UUID) -> Character:
    return actions.create_character(system="rough-magic", guest=guest, name="Melisande", build=largest("rough-magic"))


def test_a_phone_tells_every_roll_in_view_and_keeps_its_place(page: Page, caster: Character) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{caster.get_absolute_url()}play/")
    rolled, log = page.locator("#rolled"), page.locator("#log li")
    for count, number in enumerate((page.locator("#spells .rolls").last, page.locator("#checks .rolls").first), 1):
        number.scroll_into_view_if_needed()
        number.click()
        expect(log).to_have_count(count)
        expect(rolled.locator("h2")).to_be_in_viewport(ratio=1)
        expect(number).to_be_in_viewport(ratio=1)
    name = page.locator("#spells th a").last
    name.scroll_into_view_if_needed()
    scrolled = page.evaluate("scrollY")
    name.click()
    page.locator("#before-roll").get_by_role("button", name=ROLL).click()
    expect(log).to_have_count(3)
    expect(rolled.locator("h2")).to_be_in_viewport(ratio=1)
    with page.expect_response("**/marks/**") as answer:
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert answer.value.ok
    expect(name).to_be_focused()
    assert page.evaluate("scrollY") == scrolled


@pytest.mark.parametrize("width", [1200, 1920])
def test_a_desk_has_the_checks_beside_the_trackers_and_spells_beneath(
    page: Page, caster: Character, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{caster.get_absolute_url()}play/")
    places = ("#trackers", "#checks", "#spells", "#log")
    trackers, checks, spells, log = (page.locator(at).bounding_box() for at in places)
    assert trackers
    assert checks
    assert spells
    assert log
    assert checks["x"] > trackers["x"] + trackers["width"]
    assert (log["x"] > checks["x"] + checks["width"]) == (width >= 1312)
    assert spells["x"] == checks["x"]
    assert spells["y"] >= checks["y"] + checks["height"]
    page.locator("#checks .rolls").first.click()
    expect(page.locator("#rolled h2")).to_be_in_viewport(ratio=1)
