"""A newcomer's hands: odd names, the Back button of the browser, a list that is searched, a character that is gone."""

import re
import uuid

import pytest
from playwright.sync_api import Page, expect

from characters import actions
from characters.models import Character
from tests.browser.keyboard import QUIET
from tests.conftest import Complaints

PHONE = {"width": 390, "height": 844}
ODD = ["Wolfeschlegelsteinhausenbergerdorff" * 6, "<b>Ann</b> & Bo", "   "]


@pytest.mark.parametrize("name", ODD, ids=["long", "marks", "blank"])
def test_an_odd_name_is_kept_and_breaks_no_page(page: Page, guest: uuid.UUID, name: str) -> None:
    somebody = actions.create_character(system="forge", guest=guest, name="")
    page.set_viewport_size(PHONE)
    page.goto(f"/characters/{somebody.pk}/build/backgrounds/")
    page.locator("#field-name-t").fill(name)
    page.keyboard.press("Tab")
    page.wait_for_function(QUIET)
    called = name.strip()[:200] or "Unnamed"
    expect(page.locator("#who")).to_have_text(called)
    for path in ("", "play/", "history/", "share/", "build/backgrounds/"):
        page.goto(f"/characters/{somebody.pk}/{path}")
        wide, window = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide <= window, path
    assert Character.objects.get().name == name.strip()[:200]


def test_back_in_the_browser_shows_what_stands_and_goes_on_from_there(page: Page, guest: uuid.UUID) -> None:
    somebody = actions.create_character(system="hprpg", guest=guest, name="Ann")
    page.set_viewport_size(PHONE)
    page.goto(f"/characters/{somebody.pk}/build/personality/")
    page.locator(".choice > label", has=page.locator('[value="schemer"]')).click()
    page.wait_for_function(QUIET)
    page.get_by_role("button", name="Next: Archetype").click()
    expect(page.get_by_role("heading", level=1, name="Archetype")).to_be_visible()
    page.go_back()
    expect(page.locator('[name="picks.personality"][value="schemer"]')).to_be_checked()
    page.locator(".choice > label", has=page.locator('[value="loner"]')).click()
    page.wait_for_function(QUIET)
    expect(page.locator('[name="picks.personality"][value="loner"]')).to_be_checked()
    expect(page.locator("#conflict")).to_be_empty()
    assert Character.objects.get().build["picks"]["personality"] == "loner"


def test_a_tab_of_a_character_that_is_gone_says_that_nothing_is_saved(
    page: Page, guest: uuid.UUID, complaints: Complaints
) -> None:
    somebody = actions.create_character(system="forge", guest=guest, name="Ann")
    page.goto(f"/characters/{somebody.pk}/build/abilities/")
    actions.bin_character(character=somebody)
    page.locator("#field-scores-agility [data-by='1']").click()
    expect(page.get_by_text("Couldn’t save")).to_be_visible()
    expect(page.locator("#status")).to_contain_text("Not saved")
    complaints.forgive("404")


def test_my_characters_are_found_while_one_types(page: Page, guest: uuid.UUID) -> None:
    for name in ("Ann", "Bo", "Annabel"):
        actions.create_character(system="forge", guest=guest, name=name)
    page.set_viewport_size(PHONE)
    page.goto("/characters/")
    page.get_by_role("searchbox").press_sequentially("ann")
    names = page.locator("#found .card .name")
    expect(names).to_have_count(2)
    expect(page.get_by_role("searchbox")).to_be_focused()
    expect(page).to_have_url(re.compile(r"/characters/\?q=ann$"))
    expect(page.locator("#how-many")).to_have_text("2 found")
    page.get_by_role("searchbox").fill("")
    expect(names).to_have_count(3)
    expect(page).to_have_url(re.compile(r"/characters/$"))


def test_a_phone_says_in_the_entry_that_is_unfolded_what_it_would_change(page: Page, guest: uuid.UUID) -> None:
    """A bar has no room for it, and a finger points at nothing."""
    build = {"picks": {"race": "elf"}, "rolls": {"attribute-dice": [9, 9, 9]}}
    actions.create_character(system="dominion", guest=guest, name="Ann", build=build)
    page.set_viewport_size(PHONE)
    page.goto(f"/characters/{Character.objects.get().pk}/build/equipment/")
    entry = page.locator(".choice", has=page.locator('button[value$=" light-armour"]'))
    entry.get_by_text("more", exact=True).click()
    expect(entry.locator(".would")).to_contain_text("Advancement Points")
    expect(entry.locator(".would")).to_contain_text("45 left")
    entry.get_by_text("more", exact=True).click()
    page.goto(f"/characters/{Character.objects.get().pk}/build/race/")
    entry = page.locator(".choice", has=page.locator('[value="dwarf"]'))
    entry.get_by_text("more", exact=True).click()
    expect(entry.locator(".would")).to_be_attached()
    assert Character.objects.get().build["picks"]["race"] == "elf"
