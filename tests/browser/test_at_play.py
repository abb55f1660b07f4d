"""The page to play from, on a phone: mark, roll, and read both in the log, also after a reload."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, Route, expect

from tests.browser.conftest import Windows
from tests.browser.test_accessibility import AXE, RUN, SPILLS
from tests.browser.test_marks import at_the_table, settled, shown
from tests.conftest import Complaints


def answer_lost(route: Route) -> None:
    route.fetch()
    route.abort()


def test_a_phone_marks_rolls_and_finds_both_again(
    windows: Windows, log_in: Callable[[BrowserContext, str], Any], complaints: Complaints
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
    log, button = page.locator("#log li"), page.locator("#checks button.rolls").first
    expect(log.first).to_contain_text("0 → 1")
    for count in (2, 3):  # each press rolls anew
        button.tap()
        expect(log).to_have_count(count)
        expect(page.locator("#rolled h2")).to_have_text(log.first.locator("b").inner_text())
    expect(button).to_be_focused()
    page.route("**/rolls/", answer_lost, times=1)
    with page.expect_response("**/rolls/"):
        with page.expect_event("requestfailed"):
            button.tap()
        page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(log).to_have_count(4)
    told = log.all_inner_texts()
    page.reload()
    expect(log).to_have_text(told)
    assert jane.roll_log.count() == 3
    for words in ("htmx:sendError", "ERR_FAILED"):
        complaints.forgive(words)
    assert page.evaluate(SPILLS) == []
    assert page.evaluate(RUN, [[], []]) == []
