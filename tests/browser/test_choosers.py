"""A list of many in another order, and its chips on a phone."""

import uuid

from playwright.sync_api import Page, expect

from campaigns.demo.demo import RAVEN
from characters import actions
from characters.models import Character
from tests.browser.test_accessibility import AXE, RUN

SEEN = """(list) => [...list.querySelectorAll(".more-of .choice")].filter((one) => !one.closest("details"))
  .map((one) => [one.getBoundingClientRect().top, one.querySelector(".name").textContent])
  .sort(([a], [b]) => a - b).map(([, name]) => name)"""


def arms_of(page: Page, guest: uuid.UUID) -> Character:
    raven = actions.create_character(system="dominion", guest=guest, name="Raven", build=RAVEN | {"entries": {}})
    page.goto(f"/characters/{raven.pk}/build/equipment/")
    return raven


def test_arms_stand_by_their_strike_if_one_wants_and_stay_so(page: Page, guest: uuid.UUID) -> None:
    arms_of(page, guest)
    gear = page.locator("#field-entries-equipment")
    usual = gear.evaluate(SEEN)
    sort = page.get_by_label("Sort arms and armour by")
    sort.select_option("by Strike")
    by_strike = gear.evaluate(SEEN)
    assert (sorted(by_strike), by_strike != usual) == (sorted(usual), True)
    best = page.locator(".more-of .choice", has_text=by_strike[0]).first
    best.get_by_role("checkbox").press("Tab")
    assert page.evaluate("document.activeElement.closest('.choice').querySelector('.name').textContent") == by_strike[1]
    best.get_by_role("button", name=by_strike[0]).click()
    expect(gear.locator(".owned")).to_have_count(1)
    assert gear.evaluate(SEEN) == by_strike
    sort.select_option("Book order")
    assert gear.evaluate(SEEN) == usual


def test_a_phone_has_the_chips_in_one_row_below_the_search(page: Page, guest: uuid.UUID) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    arms_of(page, guest)
    chips = page.get_by_role("group", name="Show")
    assert chips.evaluate("(row) => row.scrollWidth > row.clientWidth && row.clientHeight < 60")
    page.goto(page.url.replace("equipment", "skills"))
    heading, row, lead = (
        page.locator(f"#step {one}").evaluate(
            "(it) => [it.getBoundingClientRect().top, it.getBoundingClientRect().bottom]"
        )
        for one in ("h1", "nav.chips", ".lead")
    )
    assert row[1] - row[0] < 60
    assert (row[0] - heading[1] >= 4, lead[0] - row[1] >= 4) == (True, True)


def test_short_rows_of_a_dice_table_stand_side_by_side_on_a_phone(page: Page, guest: uuid.UUID) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    across = "(table) => new Set([...table.children].map((row) => row.getBoundingClientRect().left)).size"
    for system, step, columns in (("forge", "backgrounds", 2), ("dominion", "table", 1)):
        who = actions.create_character(system=system, guest=guest, name="Halla", build=RAVEN if columns == 1 else {})
        page.goto(f"/characters/{who.pk}/build/{step}/")
        assert page.locator(".dice-table").first.evaluate(across) == columns


def test_on_a_phone_the_name_of_a_skill_tells_its_story_and_raises_it(page: Page, guest: uuid.UUID) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    raven = actions.create_character(system="dominion", guest=guest, name="Raven", build=RAVEN)
    page.goto(f"/characters/{raven.pk}/build/skills/")
    page.locator("label.name", has_text="Withstand Injury").click()
    story = page.locator(".lines:popover-open")
    expect(story).to_contain_text("Withstand Injury 4")
    expect(story.locator(".would")).to_contain_text("4 → to 5")
    story.get_by_role("button", name="Raise · 4 APs, not enough left").click()
    expect(story).to_have_count(0)
    expect(page.locator("#field-scores-withstand-injury .number")).to_have_text("5")
    page.set_viewport_size({"width": 1400, "height": 800})
    page.locator("label.name", has_text="Withstand Injury").click()
    expect(page.locator("#field-scores-withstand-injury-n")).to_be_focused()
    expect(story).to_have_count(0)


def test_what_is_chosen_within_what_is_chosen_can_be_read(page: Page, jane: Character) -> None:
    page.add_init_script(AXE)
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"/characters/{jane.pk}/build/archetype/")
    page.locator(".follow .choice:has(> label > :checked)").first.wait_for()
    assert page.evaluate(RUN, [[], []]) == []
