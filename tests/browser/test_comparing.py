"""Options side by side: readable for everybody, in the drawer and on the page without scripts, as narrow as phones."""

import uuid

from playwright.sync_api import Locator, Page, expect

from campaigns.demo.demo import JANE, RAVEN
from campaigns.demo.demo_cast import HALLA, ISHKA
from characters import actions
from characters.models import Character
from tests.browser.conftest import Windows
from tests.browser.test_accessibility import AXE, LARGE, NARROW, RUN, SPILLS, WIDE
from tests.browser.test_marks import LogIn

SIDEWAYS = "(box) => box.scrollWidth > box.clientWidth"


def faults(page: Page, box: Locator) -> list[str]:
    """What is wrong by day and wide, by night and narrow; in a narrow window nothing scrolls sideways either."""
    found: list[str] = []
    for size, colours in ((WIDE, "light"), (NARROW, "dark")):
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=colours)
        found += [*page.evaluate(RUN, [[], []]), *page.evaluate(SPILLS)]
    return found + ["scrolls sideways"] * bool(box.evaluate(SIDEWAYS))


def test_the_drawer_is_usable_by_everybody(page: Page, jane: Character) -> None:
    page.add_init_script(AXE)
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"/characters/{jane.pk}/build/archetype/")
    boxes = page.get_by_role("checkbox", name="compare")
    for place in range(4):
        boxes.nth(place).check()
    page.get_by_role("button", name="Compare 4 of archetype").click()
    drawer = page.get_by_role("dialog", name="Comparison")
    drawer.wait_for()
    assert faults(page, drawer.locator(".scroll")) == []
    page.keyboard.press("Escape")


def test_the_page_without_scripts_is_usable_by_everybody(windows: Windows, log_in: LogIn) -> None:
    plain = windows(java_script_enabled=False)
    mira = log_in(plain, "mira")
    jane = actions.create_character(system="hprpg", by=mira, name="Jane", build=JANE)
    page = plain.new_page()
    page.goto(f"/characters/{jane.pk}/build/archetype/")
    boxes = page.get_by_role("checkbox", name="compare")
    for place in range(3):
        boxes.nth(place).check()
    page.get_by_role("button", name="Compare").first.click()
    page.get_by_role("heading", name="Comparison").wait_for()
    assert page.locator(".compared thead th").count() == 3
    looks = windows(reduced_motion="reduce")  # Axe is a script, so it reads the same page where scripts run.
    log_in(looks, "mira")
    seen = looks.new_page()
    seen.goto(page.url)
    seen.evaluate(AXE)
    assert faults(seen, seen.locator(".scroll")) == []


def test_what_one_has_stands_beside_and_is_swapped(page: Page, guest: uuid.UUID) -> None:
    raven = actions.create_character(system="dominion", guest=guest, name="Raven", build=RAVEN)
    page.goto(f"/characters/{raven.pk}/build/equipment/")
    page.locator("details.fold").evaluate_all(
        "folds => { for (const one of folds) one.open = true; }"
    )  # too dear by now
    page.get_by_role("checkbox", name="compare Spear").check()
    page.get_by_role("checkbox", name="compare Dagger").check()
    page.get_by_role("button", name="Compare 2 of").click()
    drawer = page.get_by_role("dialog", name="Comparison")
    expect(drawer.locator("thead th").first).to_contain_text("Longsword yours")
    drawer.get_by_role("button", name="Swap Dagger").click()
    expect(drawer).not_to_be_visible()
    expect(page.locator(".owned .name").first).to_contain_text("Dagger")
    raven.refresh_from_db()
    assert [one["picks"]["item"] for one in raven.build["entries"]["equipment"]][:1] == ["dagger"]


def test_what_a_new_entry_could_be_is_compared(page: Page, guest: uuid.UUID) -> None:
    ishka = actions.create_character(system="duality", guest=guest, name="Ishka", build=ISHKA)
    page.goto(f"/characters/{ishka.pk}/build/items/")
    page.get_by_role("checkbox", name="compare A bow").check()
    page.get_by_role("checkbox", name="compare A staff").check()
    page.get_by_role("button", name="Compare 2 of").click()
    drawer = page.get_by_role("dialog", name="Comparison")
    expect(drawer.locator("thead")).to_contain_text("A bow")
    expect(drawer.locator("thead")).to_contain_text("A staff")


def test_what_one_has_is_swapped_without_scripts(windows: Windows, log_in: LogIn) -> None:
    plain = windows(java_script_enabled=False)
    mira = log_in(plain, "mira")
    jane = actions.create_character(system="hprpg", by=mira, name="Jane", build=JANE)
    page = plain.new_page()
    page.goto(
        f"/characters/{jane.pk}/build/archetype/compare/?with=picks.archetype:scholar&with=picks.archetype:warrior"
    )
    expect(page.locator(".compared thead th").first).to_contain_text("Auror yours")
    page.get_by_role("button", name="Swap Scholar").click()
    page.wait_for_url("**/build/archetype/*")
    jane.refresh_from_db()
    assert jane.build["picks"]["archetype"] == "scholar"


def test_a_small_phone_with_large_letters_scrolls_down_alone(page: Page, guest: uuid.UUID) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    made = (
        ("duality", ISHKA, ("styles", "abilities", "items")),
        ("dominion", RAVEN, ("skills",)),
        ("forge", HALLA, ("backgrounds",)),
    )
    for system, build, steps in made:
        one = actions.create_character(system=system, guest=guest, name="One", build=build)
        for step in steps:
            page.goto(f"/characters/{one.pk}/build/{step}/")
            assert page.evaluate(LARGE) == [], step
        for address in (f"/characters/{one.pk}/play/", f"/characters/wishes/{system}/"):
            page.goto(address)
            assert page.evaluate(LARGE) == [], address


def test_the_next_step_is_under_the_thumb(page: Page, jane: Character) -> None:
    page.set_viewport_size(NARROW)
    page.goto(f"/characters/{jane.pk}/build/personality/")
    page.locator(".onward-thumb").get_by_role("button").click()
    page.wait_for_url("**/build/archetype/")
