"""Options side by side: readable for everybody, in the drawer and on the page without scripts, as narrow as phones."""

from playwright.sync_api import Locator, Page

from campaigns.demo.demo import JANE
from characters import actions
from characters.models import Character
from tests.browser.conftest import Windows
from tests.browser.test_accessibility import AXE, NARROW, RUN, SPILLS, WIDE
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


def test_the_next_step_is_under_the_thumb(page: Page, jane: Character) -> None:
    page.set_viewport_size(NARROW)
    page.goto(f"/characters/{jane.pk}/build/personality/")
    page.locator(".onward-thumb").get_by_role("button").click()
    page.wait_for_url("**/build/archetype/")
