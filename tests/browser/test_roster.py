"""The roster in a browser: by keyboard and by click, kept up to date by itself, and without scripts."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, expect

from campaigns.demo import demo
from campaigns.models import Campaign
from characters.models import Character
from tests.browser.conftest import Windows
from tests.browser.keyboard import Keyboard
from tests.conftest import Complaints
from tests.marking import mark

LogIn = Callable[[BrowserContext, str], Any]


BROKEN_WORDS = """() => {
  const pen = document.createElement("canvas").getContext("2d");
  return [...document.querySelectorAll("#roster td.num[data-name]")].filter(cell => {
    pen.font = getComputedStyle(cell, "::before").font;
    return cell.dataset.name.split(" ").some(word => pen.measureText(word).width > cell.clientWidth);
  }).map(cell => cell.dataset.name);
}"""
"""The names of figures of which a word is wider than its place on the card."""
LINES_OF_THE_BAR = """() => {
  const news = Object.assign(document.createElement("b"), { className: "unread", textContent: "99+" });
  document.querySelector(".top .menu > summary").append(news);
  return new Set([...document.querySelectorAll(".top > :is(.brand, .menu)")].map(part => part.offsetTop)).size;
}"""


def inn(window: BrowserContext, log_in: LogIn) -> tuple[Page, str]:
    """A window of the game master at the demo's table where games meet, and the address of its roster."""
    demo.load(demo.CROSSROADS)
    log_in(window, "rowena")
    page, table = window.new_page(), Campaign.objects.get(name=demo.CROSSROADS)
    address = f"/campaigns/{table.pk}/roster/"
    page.goto(address)
    return page, address


def rows(page: Page) -> Locator:
    return page.locator("#roster tbody th a")


def test_search_sort_and_the_panel_by_keyboard(windows: Windows, log_in: LogIn) -> None:
    page, _ = inn(windows(), log_in)
    keys = Keyboard(page)
    expect(rows(page)).to_have_count(8)
    keys.press("/")
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.type("tom")
    expect(rows(page)).to_have_text(["Barnaby Quill", "Old Hesper", "Twitch", "Corvin"])
    expect(page.locator("#shown")).to_have_text("4 of 8 shown")
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    expect(rows(page).nth(1)).to_be_focused()
    keys.press("ArrowUp")
    keys.press("ArrowUp")
    expect(rows(page).nth(0)).to_be_focused()
    keys.press("Enter")
    panel = page.locator("#panel")
    expect(panel.get_by_role("heading", level=2)).to_have_text("Barnaby Quill")
    expect(panel.locator(".finding").first).to_contain_text("Handbook, ch. 4, p. 14")
    expect(rows(page).nth(0)).to_be_focused()
    keys.press("ArrowDown")
    keys.press("Enter")
    expect(panel.get_by_role("heading", level=2)).to_have_text("Old Hesper")
    keys.press("Escape")
    expect(panel).to_be_empty()
    expect(rows(page).nth(1)).to_be_focused()
    page.get_by_role("link", name="Status").last.click()
    expect(rows(page)).to_have_text(["Barnaby Quill", "Old Hesper", "Twitch", "Corvin"])
    expect(page.get_by_role("columnheader", name="Status").first).to_have_attribute("aria-sort", "ascending")
    expect(page.locator("#q")).to_have_value("tom")
    page.get_by_role("link", name="Needs fixing 3").click()
    expect(rows(page)).to_have_text(["Barnaby Quill", "Twitch", "Corvin"])


def test_it_keeps_itself_up_to_date_and_is_silent_while_nothing_moves(windows: Windows, log_in: LogIn) -> None:
    window = windows()
    window.clock.install()  # the page asks every ten seconds of its own clock
    page, address = inn(window, log_in)
    page.evaluate("window.same = true")
    maren = Character.objects.get(name="Maren")
    row = page.locator(f"#row-{maren.pk}")
    row.locator("th a").click()
    expect(page.locator("#panel h2")).to_have_text("Maren")
    row.locator("th a").focus()
    with page.expect_response(lambda answer: answer.url.endswith(address)) as quiet:
        window.clock.run_for(10_000)
    assert quiet.value.status == 304
    expect(row).to_contain_text("6 of 24")
    mark(maren, "life", to=9)
    with page.expect_response(lambda answer: answer.url.endswith(address)) as moved:
        window.clock.run_for(10_000)
    expect(row).to_contain_text("9 of 24")
    assert len(moved.value.body()) < 3_000
    expect(page.locator("#panel")).to_contain_text("9 of 24 Life lost")
    expect(row).to_have_attribute("data-open", "")
    expect(row.locator("th a")).to_be_focused()
    assert page.evaluate("window.same") is True


def test_every_press_beside_it_counts_and_its_row_follows(
    windows: Windows, log_in: LogIn, complaints: Complaints
) -> None:
    window = windows()
    window.clock.install()  # what the page asks every ten seconds of its own clock is not what this waits for
    page, _ = inn(window, log_in)
    row = page.locator(f"#row-{Character.objects.get(name='Maren').pk}")
    row.locator("th a").click()
    panel = page.locator("#panel")
    expect(panel).to_contain_text("6 of 24 Life lost")
    page.evaluate("for (let press = 0; press < 5; press += 1) document.getElementById('more-life').click()")
    expect(panel).to_contain_text("11 of 24 Life lost")
    window.clock.run_for(100)
    expect(row).to_contain_text("11 of 24")
    page.evaluate(
        "for (const which of ['more', 'more', 'less', 'less', 'less']) document.getElementById(`${which}-life`).click()"
    )
    expect(panel).to_contain_text("10 of 24 Life lost")
    page.context.set_offline(True)
    for _ in range(3):
        page.locator("#less-life").click()
    expect(page.locator("#offline")).to_be_visible()
    page.context.set_offline(False)
    expect(panel).to_contain_text("7 of 24 Life lost")
    for expected in ("INTERNET_DISCONNECTED", "htmx:"):
        complaints.forgive(expected)


def test_without_scripts_links_sort_and_lead_to_the_sheet(windows: Windows, log_in: LogIn) -> None:
    page, _ = inn(windows(java_script_enabled=False), log_in)
    page.get_by_role("link", name="Player").first.click()
    expect(page.locator("#roster tbody tr").first).to_contain_text("mira")
    page.locator("#q").fill("sable")
    page.get_by_role("button", name="Search").click()
    expect(rows(page)).to_have_text(["Sable"])
    rows(page).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sable")


def test_head_and_names_stay_in_sight(windows: Windows, log_in: LogIn) -> None:
    page, _ = inn(windows(viewport={"width": 700, "height": 170}), log_in)
    frame = page.get_by_role("region", name="All characters of Harry Potter RPG")
    frame.evaluate("frame => { frame.scrollLeft = 200; frame.scrollTop = 60; }")
    where = frame.evaluate("frame => [frame.scrollLeft, frame.scrollTop]")
    assert all(where)
    for sticky, axis in ((frame.locator("thead th").nth(4), "y"), (frame.locator("tbody th").nth(2), "x")):
        edge, box = frame.bounding_box(), sticky.bounding_box()
        assert edge
        assert box
        assert abs(box[axis] - edge[axis]) <= 1  # type: ignore[literal-required]


def test_on_a_phone_rows_are_cards_and_the_filter_is_a_sheet(windows: Windows, log_in: LogIn) -> None:
    page, _ = inn(windows(viewport={"width": 360, "height": 780}), log_in)
    assert page.evaluate(BROKEN_WORDS) == []
    assert page.evaluate(LINES_OF_THE_BAR) == 1, "with many news, too"
    card = page.locator("#roster tbody tr").first
    expect(card.locator("td.bar svg")).to_have_count(2)
    shown = [cell for cell in card.locator("td.num").all() if cell.is_visible()]
    assert len(shown) == 5
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    expect(page.locator("#q")).to_be_hidden()
    page.get_by_role("button", name="Filter").click()
    page.get_by_label("Sort by").select_option("player")
    page.locator("#q").fill("mira")
    expect(rows(page)).to_have_count(4)
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#q")).to_be_hidden()


def test_who_can_pick_a_lock(windows: Windows, log_in: LogIn) -> None:
    page, _ = inn(windows(), log_in)
    page.get_by_role("link", name="Party odds").click()
    page.get_by_placeholder("Who can").fill("lock")
    line = page.locator("#coverage tbody tr", has_text="Pick Locks")
    expect(line).to_have_count(1)
    expect(line).to_have_text(re.compile(r"53%.*25%.*25%", re.S))
    page.get_by_label("Highlight chances below").fill("70")
    page.get_by_label("Highlight chances below").press("Tab")
    expect(line).to_contain_text("gap")
