"""Two tabs on one character: both may work; where they touch the same field, a person decides."""

import re

from playwright.sync_api import Page, expect

from characters import actions
from characters.models import Character
from tests.browser.test_builder import click_dot, dot, notes_are, open_step, quiet, stored
from tests.conftest import Complaints


def two(page: Page, character: Character, step: str) -> tuple[Page, Page]:
    other = page.context.new_page()
    for tab in (page, other):
        open_step(tab, character, step)
    return page, other


def write(tab: Page, key: str, text: str) -> None:
    field = tab.locator(f'[name="notes.{key}"]')
    field.fill(text)
    field.press("Tab")


def test_different_fields_both_stay(page: Page, blank: Character) -> None:
    one, other = two(page, blank, "aspects")
    click_dot(one, "charm", 2)
    stored(blank, charm=2)
    click_dot(other, "willpower", 1)
    stored(blank, charm=2, willpower=1)
    expect(dot(other, "charm", 2)).to_be_checked()


def test_the_same_field_asks_and_mine_can_stay(page: Page, blank: Character, complaints: Complaints) -> None:
    one, other = two(page, blank, "story")
    write(one, "goals", "Win the cup")
    notes_are(blank, goals="Win the cup")
    write(other, "goals", "Find the letters")
    panel = other.locator("#conflict")
    expect(panel).to_contain_text("Win the cup")
    expect(panel).to_contain_text("Find the letters")
    expect(other.locator('[name="notes.goals"]')).to_have_value("Find the letters")
    notes_are(blank, goals="Win the cup")
    panel.get_by_role("button", name="Keep mine").click()
    notes_are(blank, goals="Find the letters")
    expect(other.locator('[name="notes.goals"]')).to_have_value("Find the letters")
    expect(panel).not_to_contain_text("Win the cup")
    complaints.forgive("409")


def test_the_same_field_asks_and_theirs_can_stay(page: Page, blank: Character, complaints: Complaints) -> None:
    one, other = two(page, blank, "aspects")
    click_dot(one, "charm", 2)
    stored(blank, charm=2)
    click_dot(other, "charm", 1)
    panel = other.locator("#conflict")
    expect(panel).to_contain_text("2")
    panel.get_by_role("link", name="Keep theirs").or_(panel.get_by_role("button", name="Keep theirs")).click()
    expect(dot(other, "charm", 2)).to_be_checked()
    stored(blank, charm=2)
    complaints.forgive("409")


def test_a_conflict_left_open_overwrites_nothing_later(page: Page, blank: Character, complaints: Complaints) -> None:
    one, other = two(page, blank, "story")
    write(one, "goals", "Win the cup")
    notes_are(blank, goals="Win the cup")
    write(one, "wand", "Hornbeam")
    notes_are(blank, goals="Win the cup", wand="Hornbeam")
    write(other, "goals", "Find the letters")
    expect(other.locator("#conflict")).to_contain_text("Win the cup")
    write(other, "appearance", "Tall")
    notes_are(blank, goals="Win the cup", wand="Hornbeam", appearance="Tall")
    expect(other.locator("#conflict")).to_contain_text("Win the cup")
    expect(other.locator('[name="notes.goals"]')).to_have_value("Find the letters")
    other.locator("#conflict").get_by_role("button", name="Keep mine").click()
    notes_are(blank, goals="Find the letters", wand="Hornbeam", appearance="Tall")
    quiet(other)
    complaints.forgive("409")


def test_a_tab_left_open_for_long_saves_only_what_it_changed(page: Page, blank: Character) -> None:
    open_step(page, blank, "story")
    held = blank
    for n in range(30):
        held = actions.change_build(character=held, changes={"notes.goals": f"Goal {n}"}, drawn=held.version).character
    actions.change_build(character=held, changes={"notes.wand": "Hornbeam", "scores.charm": 2}, drawn=held.version)
    write(page, "backstory", "Left the herd")
    notes_are(blank, goals="Goal 29", wand="Hornbeam", backstory="Left the herd")
    stored(blank, charm=2)
    expect(page.locator('[name="notes.goals"]')).to_have_value("Goal 29")


def test_a_stale_page_sent_whole_saves_only_what_it_changed(page: Page, blank: Character) -> None:
    open_step(page, blank, "story")
    actions.change_build(character=blank, changes={"notes.goals": "Win the cup"}, drawn=blank.version)
    page.locator('[name="notes.wand"]').fill("Hornbeam")
    page.get_by_role("button", name=re.compile("Back:")).click()
    notes_are(blank, goals="Win the cup", wand="Hornbeam")
