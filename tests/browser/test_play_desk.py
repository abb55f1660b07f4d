"""The page to play from on a desk: the roll beside the checks, and all of it by keyboard."""

import re
import uuid

import pytest
from playwright.sync_api import Locator, Page, expect

from campaigns.demo.demo_cast import MELISANDE
from characters import actions
from tests.by_game import largest
from tests.conftest import Complaints


@pytest.fixture
def desk(page: Page, guest: uuid.UUID) -> Page:
    who = actions.create_character(system="dominion", guest=guest, name="Raven", build=largest("dominion"))
    page.set_viewport_size({"width": 1400, "height": 900})
    page.goto(f"{who.get_absolute_url()}play/")
    return page


def place(part: Locator) -> tuple[float, float]:
    box = part.bounding_box()
    assert box
    return box["x"], box["y"]


def test_a_check_is_found_walked_to_opened_and_rolled_by_keyboard(desk: Page) -> None:
    find, panel = desk.get_by_role("searchbox", name="Find a check"), desk.locator("#before-roll")
    desk.locator("#who").focus()
    desk.keyboard.press("/")
    expect(find).to_be_focused()
    desk.keyboard.type("withst")
    shown = desk.locator(".at-hand tr:visible th a")
    assert all("Withstand" in name for name in shown.all_inner_texts())
    desk.keyboard.press("ArrowDown")
    expect(shown.first).to_be_focused()
    desk.keyboard.press("ArrowDown")
    expect(shown.nth(1)).to_be_focused()
    parts = [desk.locator(at) for at in ("#trackers", "#checks", "#notes")]
    log = desk.locator("#log h2")
    idle = place(log)
    before = [place(part) for part in parts]
    desk.keyboard.press("Enter")
    expect(panel.get_by_role("heading")).to_be_focused()
    assert [place(part) for part in parts] == before, "a roll that opens moves nothing under the hand"
    opened = place(log)
    assert opened > idle, "before the first roll there is no room kept for one"
    desk.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(shown.nth(1)).to_be_focused()
    desk.keyboard.press("Enter")
    expect(panel.get_by_role("heading")).to_be_focused()
    desk.keyboard.press("Enter")
    expect(desk.locator("#log li")).to_have_count(1)
    expect(desk.locator("#rolled h2")).to_be_in_viewport(ratio=1)
    expect(shown.nth(1)).to_be_focused()
    assert [place(part) for part in parts] == before
    assert place(log) == opened


@pytest.mark.parametrize("width", [390, 1400])
def test_what_is_found_has_no_empty_heading_above_it(desk: Page, width: int) -> None:
    desk.set_viewport_size({"width": width, "height": 844})
    find = desk.get_by_role("searchbox", name="Find a check")
    find.fill("climb")
    expect(desk.locator(".all-checks :is(h2, h3):visible")).to_have_text(["More checks", "Skills"])
    expect(desk.locator(".at-hand tr:visible th a")).to_have_text(["Climbing"])
    expect(desk.locator(".second-heads:visible")).to_have_count(0)
    find.fill("zebra")
    expect(desk.locator(".all-checks :is(h2, h3):visible")).to_have_count(0)
    expect(desk.locator("#found-none")).to_have_text("No check matches “zebra”.")
    find.fill("")
    expect(desk.locator("#found-none")).to_be_empty()
    expect(desk.locator(".all-checks :is(h2, h3):visible")).to_contain_text(["Common checks", "More checks", "Combat"])


@pytest.mark.parametrize("width", [390, 1400])
def test_a_word_that_begins_so_is_found_before_one_that_has_it_within(desk: Page, width: int) -> None:
    """In every list, among the headings and the lists; without a word all stands where it stood."""
    desk.set_viewport_size({"width": width, "height": 844})
    find, names = desk.get_by_role("searchbox", name="Find a check"), desk.locator(".at-hand tr:visible th a")
    find.fill("x")  # which unfolds them
    find.fill("")
    before = names.all_inner_texts()
    find.fill("arm")
    expect(names.first).to_have_text("Withstand Injury, arms")
    found = names.all_inner_texts()
    assert found.index("Withstand Injury, arms") < found.index("Disarm")
    expect(desk.locator(".all-checks :is(h2, h3):visible").first).to_have_text("More checks")
    expect(find).to_be_focused()
    desk.keyboard.press("ArrowDown")
    expect(names.first).to_be_focused()
    find.fill("strike")
    expect(names.last).to_have_text(re.compile("Missile"))
    find.fill("")
    assert names.all_inner_texts() == before


def test_a_long_question_is_whole_and_its_button_in_sight(desk: Page) -> None:
    panel = desk.locator("#before-roll")
    desk.locator("#checks th a").first.click()
    expect(panel).to_be_visible()
    expect(panel.get_by_role("button", name=re.compile("^Roll"))).to_be_in_viewport(ratio=1)
    assert panel.evaluate("dialog => dialog.scrollHeight === dialog.clientHeight"), "nothing of it is cut at 900 px"
    desk.set_viewport_size({"width": 1400, "height": 500})
    expect(panel.get_by_role("button", name=re.compile("^Roll"))).to_be_in_viewport(ratio=1)


def test_what_else_can_be_rolled_is_unfolded_and_rolls(desk: Page) -> None:
    further = desk.locator("#further")
    further.get_by_role("button", name=re.compile("^Roll Vigour")).click()
    expect(desk.locator("#log li")).to_contain_text(["Vigour"])


def test_conditions_that_nobody_marked_stay_folded(page: Page, guest: uuid.UUID) -> None:
    who = actions.create_character(system="rough-magic", guest=guest, name="Melisande", build=MELISANDE)
    page.goto(f"{who.get_absolute_url()}play/")
    shown, fold = page.locator(".condition:visible"), page.locator("summary", has_text="Add a condition")
    expect(shown).to_have_count(0)
    fold.click()
    expect(shown).to_have_count(10)
    page.locator("#box-cursed-agility-2").click()
    expect(page.locator("#log")).to_contain_text("Cursed: Agility")
    expect(shown).to_have_count(10)
    fold.click()
    expect(shown).to_have_count(1)
    expect(shown).to_contain_text("Cursed: Agility")
    page.reload()
    expect(shown).to_have_count(1)


def test_starred_checks_come_first(desk: Page) -> None:
    names = desk.locator("#checks tbody th a")
    stars = desk.locator("summary", has_text="Edit stars")
    stars.click()
    for wanted in ("Stealth", "Pick Locks"):
        desk.locator("#star-checks").get_by_role("checkbox", name=wanted).check()
    desk.get_by_role("button", name="Save stars").click()
    expect(desk.get_by_role("heading", name="Your checks")).to_be_visible()
    expect(desk.get_by_role("link", name=re.compile(r"^Stealth\s*, starred"))).to_be_visible()
    assert [name.partition("★")[0].strip() for name in names.all_inner_texts()[:2]] == ["Stealth", "Pick Locks"]
    desk.set_viewport_size({"width": 390, "height": 844})
    star, name = (desk.locator("#checks th[scope=row]").first.locator(part) for part in (".star", "a"))
    box, line = star.bounding_box(), name.bounding_box()
    assert box
    assert line
    assert (box["x"] > line["x"], box["y"] < line["y"] + line["height"]) == (True, True), "beside it"


def test_stars_without_a_line_stay_as_they_were_ticked(desk: Page, complaints: Complaints) -> None:
    desk.locator("summary", has_text="Edit stars").click()
    box = desk.locator("#star-checks").get_by_role("checkbox", name="Stealth")
    box.check()
    desk.context.set_offline(True)
    desk.get_by_role("button", name="Save stars").click()
    expect(desk.locator("#stars-said")).to_have_text("Can’t reach the site. Save your stars again when you reconnect.")
    expect(desk.locator("#stars-said")).to_be_in_viewport()
    expect(box).to_be_checked()
    desk.context.set_offline(False)
    desk.get_by_role("button", name="Save stars").click()
    expect(desk.get_by_role("heading", name="Your checks")).to_be_visible()
    complaints.forgive("ERR_INTERNET_DISCONNECTED")
