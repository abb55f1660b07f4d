"""The shared stash: two at once lose nothing, with the keyboard and without scripts."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Windows
from tests.browser.test_marks import LogIn, at_the_table


def put_in(page: Page, amount: str, name: str) -> None:
    page.get_by_label("How many", exact=True).fill(amount)
    page.get_by_label("What", exact=True).first.fill(name)
    page.keyboard.press("Enter")
    expect(page.locator("#log")).to_contain_text(name)


def test_two_write_from_pages_they_opened_before_and_both_count(windows: Windows, log_in: LogIn) -> None:
    players, masters = windows(java_script_enabled=False), windows()
    table = at_the_table(log_in(players, "mira"), log_in(masters, "rowena")).campaign
    mira, rowena = players.new_page(), masters.new_page()
    mira.goto(table.get_absolute_url())
    mira.get_by_role("link", name="Take out, and history").click()
    put_in(mira, "20", "Silver")
    rowena.goto(mira.url.partition("#")[0])
    mira.get_by_label("How many of Silver").fill("6")
    mira.get_by_role("button", name="Take out of Silver").click()
    expect(mira.locator(".entry .name")).to_have_text("14 × Silver")
    rowena.get_by_role("button", name="Put in more of Silver").press("Enter")
    expect(rowena.locator(".entry .name")).to_have_text("15 × Silver")
    expect(rowena.locator("#log li").first).to_contain_text("Put in Silver: 15 there now")
    expect(rowena.locator("#log li").nth(1)).to_contain_text("mira")
