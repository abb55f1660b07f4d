"""The page to play from, on a phone: mark, roll, and read after a reload what was marked."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import Windows
from tests.browser.test_accessibility import AXE, RUN, SPILLS
from tests.browser.test_marks import at_the_table, settled, shown


def test_a_phone_marks_rolls_and_finds_the_mark_again(
    windows: Windows, log_in: Callable[[BrowserContext, str], Any]
) -> None:
    phone, master = windows(viewport={"width": 360, "height": 760}, has_touch=True), windows()
    jane = at_the_table(log_in(phone, "mira"), log_in(master, "rowena"))
    page = phone.new_page()
    page.add_init_script(AXE)
    page.goto(jane.get_absolute_url())
    page.get_by_role("link", name="Play", exact=True).click()
    page.wait_for_url("**/play/")  # and for its styles: sizes are measured
    more = page.get_by_role("button", name="Heroism +1")
    size = more.bounding_box()
    assert size
    assert min(size["width"], size["height"]) >= 44
    more.tap()
    expect(shown(page, "heroism")).to_have_text("1")
    settled(page)
    page.locator("#checks button.rolls").first.tap()
    expect(page.locator("#rolled h2")).to_be_visible()
    page.reload()
    expect(page.locator("#log")).to_contain_text("+1, to 1")
    assert page.evaluate(SPILLS) == []
    assert page.evaluate(RUN, [[], []]) == []
