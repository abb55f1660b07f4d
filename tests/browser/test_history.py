"""Somebody wonders why a number dropped, looks back, brings a version back and takes that back again."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from characters import actions
from characters.models import Character
from rules.kernel.documents import value_at
from tests.browser.conftest import Windows
from tests.browser.test_builder import click_dot, open_step, stored


@pytest.fixture
def dropped(jane: Character) -> Character:
    """Jane, whose Perception rose and fell again."""
    for change in ({"scores.perception": 3}, {"scores.perception": 0, "notes.goals": "Sleep."}):
        jane = actions.change_build(character=jane, changes=change, drawn=jane.version).character
    return jane


def perception(character: Character) -> int:
    found: int = value_at(Character.objects.get(pk=character.pk).build, "scores.perception")
    return found


def wonder(page: Page, character: Character) -> None:
    """From the number to its history, to the versions, back to one of them, and back again."""
    page.goto(f"/characters/{character.pk}/")
    page.locator("main").get_by_role("link", name="Perception", exact=True).first.click()
    page.get_by_role("link", name="Change history").click()
    drop = page.locator("#v3")
    expect(drop).to_contain_text("You changed")
    expect(drop.locator(".moved")).to_have_text("Perception 5 → 2")
    drop.get_by_role("link", name="Show effects").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Version 2 and version 3")
    expect(page.locator(".changes-told")).to_contain_text("Perception 5 → 2")
    numbers = page.get_by_role("region", name="Numbers")
    expect(numbers.get_by_role("row", name=re.compile("^Passive perception", re.I))).to_contain_text("→")
    page.get_by_role("button", name="Restore version 2").click()
    expect(page.locator("#messages")).to_contain_text("You can undo this.")
    expect(page.locator("#v4")).to_contain_text("Perception 2 → 5")
    assert perception(character) == 3
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#v5")).to_contain_text("undid version 4")
    assert perception(character) == 0


def test_why_a_number_dropped_and_back_again(page: Page, dropped: Character) -> None:
    wonder(page, dropped)
    page.get_by_label("Search the changes").fill("goals")
    page.get_by_role("button", name="Search", exact=True).click()
    expect(page.locator(".revisions > li")).to_have_count(3)
    page.get_by_label("Search the changes").fill("no such thing")
    page.get_by_role("button", name="Search", exact=True).click()
    expect(page.get_by_role("heading", name="No matching changes")).to_be_visible()


def test_the_same_without_scripts(page: Page, windows: Windows, live_server: Any, dropped: Character) -> None:
    page_url = str(live_server)
    plain = windows(java_script_enabled=False)
    plain.add_cookies([{"name": c["name"], "value": c["value"], "url": page_url} for c in page.context.cookies()])
    wonder(plain.new_page(), dropped)


def test_a_number_in_the_builder_leads_to_its_history(page: Page, dropped: Character) -> None:
    open_step(page, dropped, "aspects")
    page.get_by_role("button", name=re.compile("^Perception .*show breakdown")).click()
    page.get_by_role("link", name="Rules and history").locator("visible=true").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Perception")
    page.get_by_role("link", name="Change history").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("History of Perception")
    expect(page.locator(".revisions > li")).to_have_count(2)


def test_a_what_if_is_tried_out_and_kept(page: Page, jane: Character) -> None:
    page.goto(f"/characters/{jane.pk}/history/")
    page.get_by_role("button", name="Try a what-if").click()
    expect(page.locator(".context .chip")).to_have_text("What if")
    branch = Character.objects.get(branch_of=jane)
    open_step(page, branch, "aspects")
    click_dot(page, "charm", 2)
    stored(branch, charm=2)
    stored(jane, charm=1)
    page.get_by_role("link", name="Sheet").click()
    page.get_by_role("link", name="Apply…").click()
    expect(page.locator(".changes-told")).to_have_text("Charm 2 → 3")
    page.get_by_role("button", name="Apply").click()
    expect(page.locator("#messages")).to_contain_text("Applied to")
    stored(jane, charm=2)
    page.goto("/characters/")
    expect(page.locator("#found > ul.cards > li")).to_have_count(1)


def test_what_both_changed_is_a_question(page: Page, jane: Character) -> None:
    page.goto(f"/characters/{jane.pk}/history/")
    page.get_by_role("button", name="Try a what-if").click()
    branch = Character.objects.get(branch_of=jane)
    for character, dots in ((branch, 2), (jane, 3)):
        actions.change_build(character=character, changes={"scores.charm": dots}, drawn=1)
    page.goto(f"/characters/{branch.pk}/keep/")
    page.get_by_label("What-if").check()
    page.get_by_role("button", name="Apply").click()
    expect(page.locator("#messages")).to_contain_text("Applied to")
    stored(jane, charm=2)
