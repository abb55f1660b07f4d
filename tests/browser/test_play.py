"""At the table: the sheet in play, the odds, the list of characters, signing up, and a game master's view."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from campaigns.demo.demo import JANE
from campaigns.models import Campaign, Membership
from characters import actions
from characters.models import Character
from characters.tables import TableRole
from tests.browser.conftest import Windows
from tests.browser.keyboard import Keyboard
from tests.conftest import Complaints
from tests.waiting import wait_until

LogIn = Callable[[BrowserContext, str], Any]


def tracker(page: Page) -> tuple[str, int]:
    """Key and top of the first tracker on the page."""
    form = page.locator("form.tracker").first
    return form.locator('[name="tracker"]').input_value(), form.get_by_role("button").count()


def test_trackers_by_click_and_by_keyboard(page: Page, jane: Character) -> None:
    page.goto(f"/characters/{jane.pk}/")
    page.evaluate("window.same = true")
    key, top = tracker(page)
    assert top >= 3
    number, saved = page.locator("form.tracker").first.locator(".num"), page.locator("form[data-waiting]")
    page.locator(f"#box-{key}-2").click()
    expect(number).to_have_text(f"2 of {top}")
    expect(saved).to_have_count(0)
    assert Character.objects.get(pk=jane.pk).play[key] == 2
    keys = Keyboard(page)
    last = page.locator(f"#box-{key}-{top}")
    last.focus()
    keys.press("Space")
    expect(last).to_have_attribute("aria-pressed", "true")
    expect(last).to_be_focused()
    keys.press("Space")
    expect(number).to_have_text(f"{top - 1} of {top}")
    expect(saved).to_have_count(0)
    expect(last).to_be_focused()
    assert Character.objects.get(pk=jane.pk).play[key] == top - 1
    assert page.evaluate("window.same") is True


def test_the_odds_follow_the_question(page: Page, jane: Character) -> None:
    page.goto(f"/characters/{jane.pk}/odds/")
    result = page.locator("#result")
    before = result.locator(".lead").inner_text()
    heading = result.locator("h2").inner_text()
    aspect = page.locator("main select").first
    for option in aspect.locator("option").evaluate_all("all => all.map(option => option.value)"):
        if option not in (aspect.input_value(), ""):
            aspect.select_option(option)
            break
    expect(result.locator("h2")).not_to_have_text(heading)
    dice = page.get_by_label("Extra dice")
    dice.fill("6")
    dice.press("Tab")
    expect(result.locator(".lead")).not_to_have_text(before)
    expect(result.get_by_role("img")).to_be_visible()
    expect(result.locator("table").first).to_contain_text("%")


def test_a_roll_is_told_while_the_focus_stays_on_its_button(
    page: Page, jane: Character, complaints: Complaints
) -> None:
    page.goto(f"/characters/{jane.pk}/odds/")
    page.evaluate("window.same = true")
    button, rolled = page.get_by_role("button", name="Roll"), page.locator("#rolled")
    expect(rolled).to_have_attribute("aria-live", "polite")
    expect(rolled.get_by_role("listitem")).to_have_count(0)
    page.get_by_label("Extra dice").fill("3")
    button.focus()
    button.press("Enter")
    expect(rolled.get_by_role("heading", level=2)).to_be_visible()
    expect(rolled.get_by_role("listitem").first).to_be_visible()
    expect(rolled).to_contain_text(page.locator("#result .lead").inner_text().rpartition("roll ")[2].rstrip("."))
    expect(button).to_be_focused()
    page.get_by_label("Intractability").fill("2")
    page.get_by_label("Intractability").press("Tab")
    expect(rolled.get_by_role("listitem")).to_have_count(0)
    assert page.evaluate("window.same") is True
    page.goto(f"/characters/{jane.pk}/")
    number = page.get_by_role("button", name="Roll Charm (Eloquence), 3")
    number.click()
    expect(rolled).to_contain_text("Charm (Eloquence): 3d12")
    expect(rolled.get_by_role("listitem")).to_have_count(3)
    expect(number).to_be_focused()
    page.route("**/rolls/", lambda route: route.abort(), times=1)
    number.click()
    expect(rolled).to_have_text("1 roll waiting.")
    expect(rolled.get_by_role("listitem")).to_have_count(3)  # sent again after a second
    assert jane.roll_log.count() == 3, "that of the odds, too"
    complaints.forgive("ERR_FAILED")


@pytest.mark.parametrize("at", ["#vitals", "#checks-now"])
def test_a_roll_by_keyboard_leads_to_its_result_and_escape_leads_back(page: Page, jane: Character, at: str) -> None:
    page.goto(f"/characters/{jane.pk}/")
    rolled, number = page.locator("#rolled"), page.locator(f"{at} .rolls").first
    close = page.get_by_role("button", name="Close the roll")
    for key in ("Escape", "Enter"):
        number.focus()
        with page.expect_response("**/marks/**"):  # what the roll moved is drawn anew, and the number is still there
            page.keyboard.press("Enter")
            expect(rolled.get_by_role("heading", level=2)).to_be_in_viewport(ratio=1)
        expect(close).to_be_focused()
        page.keyboard.press(key)
        expect(rolled).to_be_empty()
        expect(number).to_be_focused()
    rolled_by_hand = page.locator("#checks-now .rolls").last
    rolled_by_hand.click()
    expect(rolled.get_by_role("heading", level=2)).to_be_visible()
    expect(rolled_by_hand).to_be_focused()
    rolled.get_by_role("link", name="log").click()
    expect(page.locator("#log li")).to_have_count(3)


def test_a_roll_without_a_line_says_in_sight_that_there_was_none(
    page: Page, jane: Character, complaints: Complaints
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/characters/{jane.pk}/")
    rolled, number = page.locator("#rolled"), page.locator("#checks .rolls").first
    number.evaluate("button => scrollBy({top: button.getBoundingClientRect().top - 600, behavior: 'instant'})")
    page.context.set_offline(True)
    number.click()
    expect(rolled.get_by_text("1 roll waiting.")).to_be_in_viewport(ratio=1)
    expect(number).to_be_in_viewport(ratio=1)
    page.context.set_offline(False)
    expect(rolled.get_by_role("listitem").first).to_be_in_viewport(ratio=1)
    complaints.forgive("ERR_INTERNET_DISCONNECTED")


def test_the_sheet_can_be_jumped_about_in_while_the_line_is_away(
    page: Page, jane: Character, complaints: Complaints
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/characters/{jane.pk}/")
    page.locator("#story").scroll_into_view_if_needed()
    page.context.set_offline(True)
    banner, jump = page.locator("#offline"), page.locator(".jump")
    expect(banner).to_be_in_viewport(ratio=1)
    page.wait_for_function(BELOW)
    jump.get_by_role("link", name="Trackers").click()
    page.wait_for_function(BELOW)
    page.wait_for_function(UNCOVERED, arg=".trackers h2")
    page.context.set_offline(False)
    expect(banner).to_be_hidden()
    page.locator("#checks").scroll_into_view_if_needed()
    page.wait_for_function("() => document.querySelector('.jump').getBoundingClientRect().top === 0")
    complaints.forgive("ERR_INTERNET_DISCONNECTED")


BELOW = """() => {
  const [banner, jump] = ["#offline", ".jump"].map((one) => document.querySelector(one).getBoundingClientRect());
  return banner.top === 0 && jump.top >= banner.bottom - 0.5;
}"""
"""Whether the jump bar lies below the banner, which stands at the top."""
UNCOVERED = """(selector) => {
  const one = document.querySelector(selector), {left, top} = one.getBoundingClientRect();
  return document.elementFromPoint(left + 5, top + 5) === one;
}"""
"""Whether something is in sight, with nothing over it."""


def test_a_figure_has_a_page_with_its_lines(page: Page, jane: Character) -> None:
    page.goto(f"/characters/{jane.pk}/")
    page.locator("main").get_by_role("link", name="Passive perception").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("passive perception 7", re.I))
    lines = page.get_by_role("table")
    expect(lines.get_by_role("row", name=re.compile("^Perception"))).to_contain_text("+3")
    expect(lines.get_by_role("row", name=re.compile("^Alertness"))).to_contain_text("+4")


def test_the_list_finds_copies_bins_and_takes_back(page: Page, jane: Character, blank: Character) -> None:
    page.goto("/characters/")
    rows = page.locator("#found > ul.cards > li")
    expect(rows).to_have_count(2)
    search, chips = page.get_by_role("searchbox", name="Search by name"), page.get_by_role("navigation", name="Show")
    search.fill("alder")
    search.press("Enter")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Jane Alderwick")
    search.fill("")
    search.press("Enter")
    expect(rows).to_have_count(2)
    chips.get_by_role("link", name="Unfinished").click()
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Pip")
    chips.get_by_role("link", name="All").click()
    expect(rows).to_have_count(2)
    page.get_by_text("More for Jane Alderwick", exact=True).locator("..").click()
    page.get_by_role("button", name="Copy Jane Alderwick", exact=True).click()
    expect(rows).to_have_count(3)
    expect(rows.filter(has_text="Jane Alderwick (copy)")).to_have_count(1)
    page.get_by_text("More for Pip", exact=True).locator("..").click()
    page.get_by_role("button", name="Delete Pip", exact=True).click()
    expect(rows).to_have_count(2)
    page.locator("main summary", has_text="Deleted characters").click()
    page.get_by_role("button", name="Restore Pip").click()
    expect(rows).to_have_count(3)
    assert jane.pk != blank.pk


def test_signing_up_keeps_what_a_guest_made_and_marked(page: Page, jane: Character, complaints: Complaints) -> None:
    page.route("**/play/", lambda route: route.abort())
    page.goto(jane.get_absolute_url())
    page.get_by_role("button", name="Heroism 3").click()
    expect(page.locator("#marks-kept")).to_contain_text("Heroism +3")
    page.goto("/characters/")
    page.unroute("**/play/")
    complaints.forgive("ERR_FAILED")
    page.locator("main").get_by_role("link", name="Sign up").click()
    page.get_by_label("Username").fill("mira")
    page.locator("#id_password1").fill("a lantern by the lake")
    page.locator("#id_password2").fill("a lantern by the lake")
    page.locator("main").get_by_role("button", name="Sign up").click()
    page.wait_for_url(lambda address: "signup" not in address)
    page.goto("/characters/")
    expect(page.locator("main")).to_contain_text("Jane Alderwick")
    kept = Character.objects.get(pk=jane.pk)
    assert (kept.guest, kept.owner and kept.owner.get_username()) == (None, "mira")
    page.goto(jane.get_absolute_url())
    wait_until(lambda: Character.objects.get(pk=jane.pk).play == {"heroism": 3})
    page.wait_for_function("() => !Object.keys(localStorage).length")


def test_a_game_master_sees_and_changes_nothing_but_marks(
    windows: Windows, log_in: LogIn, complaints: Complaints
) -> None:
    players, masters = windows(), windows()
    mira, rowena = log_in(players, "mira"), log_in(masters, "rowena")
    table = Campaign.objects.create(name="Thursdays")
    Membership.objects.create(campaign=table, user=rowena, role=TableRole.GM)
    Membership.objects.create(campaign=table, user=mira)
    jane = actions.create_character(system="hprpg", by=mira, name="Jane Alderwick", build=JANE, campaign=table)
    page = masters.new_page()
    page.goto("/characters/")
    shown = page.locator("section", has=page.get_by_role("heading", name="In my campaigns"))
    expect(shown).to_contain_text("played by mira")
    expect(shown.get_by_role("button")).to_have_text(["Print Jane Alderwick"])
    shown.get_by_role("link", name="Jane Alderwick", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Jane Alderwick")
    expect(page.get_by_role("link", name="Edit", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Fortitude 1").click()
    expect(page.locator("#trackers")).to_contain_text("1 of")
    answer = page.goto(f"/characters/{jane.pk}/build/aspects/")
    assert answer
    assert answer.status == 404
    complaints.forgive("404")


def test_the_story_fills_the_room_beside_the_checks(page: Page, live_server: Any, jane: Character) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{live_server}{jane.get_absolute_url()}")
    story, checks = (page.locator(name).bounding_box() or {} for name in ("#story", "#checks"))
    assert story["y"] < checks["y"] + checks["height"]
    assert story["x"] + story["width"] <= checks["x"]
