"""Three wishes by hand: the character moves with each of them, and is kept in a click."""

import re

from playwright.sync_api import Page, expect

from characters.models import Character


def test_a_character_in_seven_clicks(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Make three wishes").first.click()
    page.get_by_role("link", name="for Dominion Rules").click()
    shown = page.locator("#wished")
    page.get_by_role("radio", name="The rogue").click()
    expect(shown.locator(".epithet")).to_contain_text("Rogue")
    for wish in ("Sneaking", "A blade", "Riding"):
        page.get_by_role("checkbox", name=wish).click()
        expect(shown.locator(".brought")).to_contain_text(f"“{wish}”")
        expect(page.get_by_role("checkbox", name=wish)).to_be_focused()
    expect(shown.locator(".brought")).to_contain_text("“Sneaking” made room")
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(2)
    before = page.url
    shown.get_by_role("button", name="Roll another").click()
    expect(page).not_to_have_url(before)
    expect(shown.get_by_role("button", name="Roll another")).to_be_focused()
    name = shown.get_by_role("heading").inner_text()
    page.reload()
    expect(shown.get_by_role("heading")).to_have_text(name)
    shown.get_by_role("button", name=f"Play {name}").click()
    expect(page).to_have_url(re.compile(r"/play/$"))
    assert Character.objects.get().name == name


def test_no_number_of_who_is_wished_runs_into_the_next(page: Page) -> None:
    page.set_viewport_size({"width": 1400, "height": 900})
    page.goto("/characters/wishes/rough-magic/?concept=divination&good=sneaking&good=clues&twist=famous&seed=3&named=0")
    beside = page.locator("#wished .vitals small")
    beside.first.wait_for()
    next_to = """(all) => all.map((one) => {
      const mine = one.getBoundingClientRect(), next = one.closest("div").nextElementSibling?.getBoundingClientRect();
      return next && next.left > mine.left ? next.left - mine.right : 99;
    }).filter((room) => room < 16)"""
    assert beside.evaluate_all(next_to) == []
