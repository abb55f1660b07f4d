"""The panel that comes up before a roll: its odds are those of what stands in it."""

import re
import uuid

from playwright.sync_api import Page, Route, expect

from characters import actions
from characters.models import Character
from tests.browser.test_builder import quiet

ROLL = re.compile("^Roll")


def test_the_odds_before_a_roll_follow_what_is_typed(page: Page, jane: Character) -> None:
    page.goto(f"{jane.get_absolute_url()}play/")
    page.locator("#checks th a").first.click()
    panel = page.locator("#before-roll")
    field, button = panel.get_by_label("DV", exact=False).first, panel.get_by_role("button", name=ROLL)
    chance = button.inner_text()
    held: list[Route] = []
    page.route("**/odds/**", lambda route: held.append(route))
    field.press("ControlOrMeta+a")
    with page.expect_request("**/odds/**"):
        field.press_sequentially("12")
    expect(button).to_have_accessible_name("Roll")
    for route in held:
        route.continue_()
    page.unroute("**/odds/**")
    expect(button).to_have_accessible_name(re.compile("%$"))
    assert button.inner_text() != chance
    expect(field).to_be_focused()
    expect(field).to_have_value("12")
    field.press("ControlOrMeta+a")
    field.press_sequentially("11")
    field.press("Enter")
    expect(page.locator("#rolled")).to_contain_text("vs DV 11")
    expect(panel).to_be_empty()
    expect(panel).to_be_hidden()


def test_a_number_is_stepped_by_a_finger(page: Page, jane: Character) -> None:
    page.goto(f"{jane.get_absolute_url()}play/")
    page.locator("#checks th a").first.click()
    panel = page.locator("#before-roll")
    field, button = panel.get_by_label("DV", exact=False).first, panel.get_by_role("button", name=ROLL)
    quiet(page)
    before, chance = int(field.input_value()), button.inner_text()
    field.locator("xpath=following-sibling::button").click()
    expect(field).to_have_value(str(before + 1))
    expect(button).not_to_have_text(chance)
    expect(button).to_have_accessible_name(re.compile("%$"))
    field.locator("xpath=preceding-sibling::button").click()
    expect(button).to_have_text(chance)


def test_what_a_roll_costs_is_told_and_marked_beside_its_result(page: Page, jane: Character) -> None:
    page.goto(f"{jane.get_absolute_url()}play/")
    page.locator("#spells th a").first.click()
    panel = page.locator("#before-roll")
    expect(panel).to_be_visible()
    quiet(page)
    expect(panel.get_by_text("Fortitude −1")).to_have_count(0)
    panel.get_by_label("Power level").select_option("7")
    expect(panel.get_by_text("Fortitude −1")).to_be_visible()
    expect(panel.get_by_role("heading").first).to_have_text(re.compile("Sumnus"))
    panel.get_by_role("button", name=ROLL).click()
    expect(panel).to_be_hidden()
    top = page.locator("form.tracker[data-label=Fortitude] .num").inner_text()
    page.locator("#rolled").get_by_role("button", name="Mark Fortitude −1").click()
    expect(page.locator("#rolled")).to_contain_text("Fortitude −1: marked.")
    expect(page.locator("form.tracker[data-label=Fortitude] .num")).not_to_have_text(top)
    log = page.locator("#log li")
    expect(log).to_have_count(2)
    log.first.get_by_role("button", name="Undo").click()
    expect(page.locator("form.tracker[data-label=Fortitude] .num")).to_have_text(top)


def test_what_is_marked_along_with_a_cost_is_offered_no_more(page: Page, guest: uuid.UUID) -> None:
    """Channel brings the Fervour of a success (Dominion 10.5.4), and says how it stands until then."""
    build = {"scores": {"stamina": 3, "intuition": 4, "channel": 2, "consecrate": 16}}
    priest = actions.create_character(system="dominion", guest=guest, build=build)
    page.goto(f"{priest.get_absolute_url()}play/")
    rolled, log = page.locator("#rolled"), page.locator("#log li")
    channelled = rolled.get_by_role("button", name="Mark Channelled +1")
    for count in range(1, 31):
        page.locator("#checks").get_by_role("button", name=re.compile("Consecrate.*Permanent")).click()
        expect(log).to_have_count(count)
        if channelled.count():
            break
    expect(rolled).to_contain_text("Costs Channelled +1 (now 0)")
    page.locator("form.tracker[data-label=Channelled] button.box").first.click()
    expect(rolled).to_contain_text("Costs Channelled +1 (now 1)")
    rolled.get_by_role("button", name="Mark Channel −1").click()
    expect(rolled).to_contain_text("Channelled +1: marked.")
    expect(rolled).to_contain_text("Channel −1: marked.")
    expect(rolled.locator("form")).to_have_count(0)
