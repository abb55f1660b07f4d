"""What a phone shows of the builder and the sheet, with letters twice as large and with its own."""

import uuid
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from campaigns.demo.demo import RAVEN
from campaigns.demo.demo_cast import HALLA, ISHKA, JANE
from characters import actions
from characters.models import Character
from tests.browser.test_accessibility import SPILLS
from tests.conftest import Complaints
from tests.waiting import wait_until

PHONE = {"width": 390, "height": 844}
PLACES = (("duality", ISHKA, "build/specializations/"), ("duality", ISHKA, ""), ("forge", HALLA, "build/backgrounds/"))
"""A list of tags, cards with words beside their number, and a catalogue in each entry of a list."""
ROWS = """boxes => new Set([...boxes.querySelectorAll(".box, label.dot:not(.none)")].map(
  one => Math.round(one.getBoundingClientRect().top))).size"""
BESIDE = """choice => {
  const pill = choice.querySelector(".do").getBoundingClientRect(), words = document.createRange();
  const beside = line => line.right <= pill.left || line.left >= pill.right;
  const lies = line => !beside(line) && line.bottom > pill.top && line.top < pill.bottom;
  return [...choice.querySelectorAll(":scope > label > :not(.do, input)")].filter(one => {
    words.selectNodeContents(one);
    return [...words.getClientRects()].some(lies);
  }).map(one => one.textContent);
}"""
"""Words of an entry that its button lies over."""

OUTSIDE = """() => [...document.querySelectorAll(".condition .box")].filter(box =>
  box.getBoundingClientRect().right > box.closest(".condition").getBoundingClientRect().right).map(box => box.id)"""
"""Boxes that stick out of the pill of their condition."""


SQUEEZED = """() => [...document.querySelectorAll("main :is(section, table, th, td, dl)")]
  .filter(one => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
  .map(one => `${one.tagName} ${one.textContent.trim()}`)"""
"""What has less room than its words."""


def made(guest: uuid.UUID, system: str, build: Any) -> Character:
    return actions.create_character(system=system, guest=guest, name="Pip", build=build)


@pytest.mark.parametrize(("system", "build", "place"), PLACES, ids=["tags", "cards", "catalogue"])
def test_letters_twice_as_large_fit_a_phone(page: Page, guest: uuid.UUID, system: str, build: Any, place: str) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{made(guest, system, build).get_absolute_url()}{place}")
    page.evaluate("for (const fold of document.querySelectorAll('main details:not(.rail)')) fold.open = true")
    page.evaluate("for (const fold of document.querySelectorAll('.unfold')) fold.checked = true")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(SPILLS) == []


@pytest.mark.parametrize("place", ["", "play/"])
@pytest.mark.parametrize(("system", "build"), [("hprpg", JANE), ("dominion", RAVEN)])
def test_letters_twice_as_large_fit_a_desk(page: Page, guest: uuid.UUID, system: str, build: Any, place: str) -> None:
    """What stands beside what goes by the room there is for letters, so nothing is squeezed or sticks out."""
    page.set_viewport_size({"width": 1400, "height": 900})
    page.goto(f"{made(guest, system, build).get_absolute_url()}{place}")
    page.evaluate("for (const fold of document.querySelectorAll('main details')) fold.open = true")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(SPILLS) == []
    assert page.evaluate(SQUEEZED) == []


def test_seven_boxes_and_seven_dots_stand_in_a_row_under_a_thumb(page: Page, jane: Character) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.context.new_cdp_session(page).send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    page.goto(f"{jane.get_absolute_url()}play/")
    assert page.locator(".tracker .boxes").first.locator(".box").count() == 7
    assert page.locator(".tracker .boxes").first.evaluate(ROWS) == 1
    page.goto(f"{jane.get_absolute_url()}build/aspects/")
    assert {dots.evaluate(ROWS) for dots in page.locator("fieldset.dots").all()} == {1}


def test_a_condition_is_as_broad_as_its_boxes(page: Page, guest: uuid.UUID) -> None:
    who = made(guest, "dominion", RAVEN)
    page.goto(f"{who.get_absolute_url()}play/")
    page.locator("summary", has_text="Add a condition").click()
    page.locator(".condition .box").last.wait_for()
    for width in (390, 1400):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(OUTSIDE) == []


def test_a_roll_without_a_line_is_told_as_one_that_waits(page: Page, guest: uuid.UUID, complaints: Complaints) -> None:
    who = made(guest, "dominion", RAVEN)
    page.goto(f"{who.get_absolute_url()}odds/?skill=parry")
    page.context.set_offline(True)
    page.locator("#roll-it").click()
    expect(page.locator("#rolled")).to_contain_text("Your roll waits")
    page.context.set_offline(False)
    wait_until(lambda: who.roll_log.count() == 1, lambda: page.wait_for_timeout(50))
    complaints.forgive("ERR_INTERNET_DISCONNECTED")
    complaints.forgive("htmx:sendError")


def test_a_chosen_entry_folds_and_its_button_lies_over_no_words(page: Page, jane: Character) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{jane.get_absolute_url()}build/archetype/")
    chosen = page.locator(".choice:has(> label > :checked)").first
    assert chosen.evaluate(BESIDE) == []
    more = chosen.locator("> .more > summary")
    shown = "summary => getComputedStyle(summary, '::after').content"
    assert "less" in more.evaluate(shown)
    more.click()
    assert more.evaluate(shown) == "none"


def test_what_is_searched_for_is_not_sent(page: Page, jane: Character) -> None:
    page.goto(f"{jane.get_absolute_url()}build/magic-and-gear/")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    box = page.locator("#choices [data-filter]:visible").first
    box.press_sequentially("zzz")
    expect(page.get_by_text("Nothing matches").first).to_be_visible()
    box.blur()
    assert sent == []


def test_what_is_taken_of_a_catalogue_says_so_on_its_button(page: Page, guest: uuid.UUID) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{made(guest, 'dominion', {}).get_absolute_url()}build/equipment/")
    pressed = page.locator(".choice > button[name=add] > .do").first
    pressed.click()
    expect(pressed).to_have_attribute("data-done", "")
    assert "Added" in pressed.evaluate("pill => getComputedStyle(pill, '::after').content")
    expect(pressed).not_to_have_attribute("data-done", "")
