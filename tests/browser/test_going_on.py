"""Adding, removing and rolling in the builder: the page stays, and the next key lands where the work goes on."""

import uuid
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from characters import actions
from characters.models import Character
from tests.browser.test_builder import open_step, quiet, slow
from tests.conftest import Complaints
from tests.waiting import wait_until


def somebody(system: str, guest: uuid.UUID, **build: Any) -> Character:
    return actions.create_character(system=system, guest=guest, name="Pip", build=build)


def names(character: Character, key: str) -> list[str]:
    entries = Character.objects.get(pk=character.pk).build.get("entries", {}).get(key, [])
    return [entry.get("name", "") for entry in entries]


def stays(page: Page) -> None:
    page.evaluate("window.same = true")


@pytest.mark.parametrize(
    ("system", "step", "button", "key"),
    [
        ("forge", "possessions", "Add a possession", "possessions"),
        ("duality", "experiences", "Add an experience", "experiences"),
        ("hprpg", "magic-and-gear", "Add an item", "gear"),
    ],
)
def test_what_is_typed_after_adding_lands_in_the_new_entry(
    page: Page, guest: uuid.UUID, system: str, step: str, button: str, key: str
) -> None:
    pip = somebody(system, guest)
    open_step(page, pip, step)
    stays(page)
    slow(page, 0.2)
    page.get_by_role("button", name=button).click()
    page.keyboard.type("Rope of 3 strands")  # the first letters before the entry is there
    page.keyboard.press("Enter")
    wait_until(lambda: names(pip, key) == ["Rope of 3 strands"])
    quiet(page)
    page.get_by_role("button", name=button).click()
    page.keyboard.type("Lamp")
    page.keyboard.press("Tab")  # before the entry is there
    here = page.evaluate("document.activeElement.outerHTML")
    wait_until(lambda: names(pip, key) == ["Rope of 3 strands", "Lamp"])
    quiet(page)
    assert page.evaluate("document.activeElement.outerHTML") == here
    assert page.evaluate("window.same") is True


def test_removing_goes_on_at_the_neighbour_and_then_at_the_button_that_adds(page: Page, guest: uuid.UUID) -> None:
    pip = somebody("forge", guest, entries={"possessions": [{"name": name} for name in ("Rope", "Lamp", "Tent")]})
    open_step(page, pip, "possessions")
    stays(page)
    held = ["Rope", "Lamp", "Tent"]
    for gone, goal in ((1, "-1-remove"), (1, "-0-remove"), (0, "-add")):
        page.locator(f'button[name=remove][value="entries.possessions.{gone}"]').press("Enter")
        del held[gone]
        expect(page.locator(f"#field-entries-possessions{goal}")).to_be_focused()
        wait_until(lambda: names(pip, "possessions") == held)
    assert page.evaluate("window.same") is True


@pytest.mark.parametrize("gone", [0, 1, 2])
def test_whoever_removes_of_a_catalogue_renames_nothing_and_sees_where_they_are(
    page: Page, guest: uuid.UUID, gone: int
) -> None:
    held = ["Athletics", "Culture", "Warfare"]
    pip = somebody("rough-magic", guest, entries={"skills": [{"name": name} for name in held]})
    open_step(page, pip, "skills")
    page.locator(f'button[name=remove][value="entries.skills.{gone}"]').press("Enter")
    del held[gone]
    wait_until(lambda: names(pip, "skills") == held)
    expect(page.locator(f"#field-entries-skills-{min(gone, 1)}-remove")).to_be_focused()
    quiet(page)
    page.keyboard.type("x")
    page.keyboard.press("Tab")
    quiet(page)
    expect(page.locator(":focus")).to_be_in_viewport()
    assert names(pip, "skills") == held


@pytest.mark.parametrize(
    ("step", "key", "taken", "then"),
    [
        ("skills", "skills", ["Athletics", "Computing"], "Culture"),
        ("skills", "skills", ["Warfare"], "Tradesman"),
        ("gifts", "gifts", ["Hurler"], "Headquarters"),
    ],
)
def test_whoever_takes_of_a_catalogue_goes_on_in_it_and_renames_nothing(
    page: Page, guest: uuid.UUID, step: str, key: str, taken: list[str], then: str
) -> None:
    pip = somebody("rough-magic", guest)
    open_step(page, pip, step)
    stays(page)
    for place, name in enumerate(taken, 1):
        page.locator(f"#field-entries-{key}-opts").get_by_role("button", name=name).press("Enter")
        wait_until(lambda: names(pip, key) == taken[:place])  # noqa: B023
        quiet(page)
    page.keyboard.type("x")
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_be_in_viewport()
    quiet(page)
    assert names(pip, key) == taken
    if then:
        page.keyboard.press("Shift+Tab")
        expect(page.locator(":focus")).to_contain_text(then)


def test_a_roll_stays_on_its_button_and_is_read_out(page: Page, guest: uuid.UUID) -> None:
    pip = somebody("dominion", guest)
    open_step(page, pip, "attributes")
    stays(page)
    button = page.locator("#field-rolls-attribute-dice-roll")
    button.scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    button.click()
    expect(page.locator("#said")).to_contain_text("Rolled for")
    expect(button).to_be_focused()
    assert (page.evaluate("[window.same, scrollY]")) == [True, before]
    dice = Character.objects.get(pk=pip.pk).build["rolls"]["attribute-dice"]
    expect(page.locator("#said")).to_contain_text(", ".join(map(str, dice)))


def test_enter_in_a_line_removes_nothing(page: Page, guest: uuid.UUID) -> None:
    pip = somebody("forge", guest, entries={"possessions": [{"name": "Rope"}]})
    open_step(page, pip, "possessions")
    line = page.locator("#field-entries-possessions-0-name-t")
    line.fill("Long rope")
    line.press("Enter")
    wait_until(lambda: names(pip, "possessions") == ["Long rope"])
    expect(line).to_be_focused()


def lose_answer(page: Page) -> None:
    """The site does what is asked next, and the page never learns that it did."""

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/build/**", lose, times=1)


@pytest.mark.parametrize(
    ("system", "step", "button"),
    [("dominion", "attributes", "Roll 3d12"), ("duality", "experiences", "Add an experience")],
)
def test_what_got_no_answer_is_sent_again_and_done_once(
    page: Page, guest: uuid.UUID, complaints: Complaints, system: str, step: str, button: str
) -> None:
    pip = somebody(system, guest)
    open_step(page, pip, step)
    pressed = page.get_by_role("button", name=button).first
    lose_answer(page)
    pressed.click()
    expect(page.locator("#offline")).to_be_visible()
    done = Character.objects.get(pk=pip.pk)
    assert done.version == 2
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#offline")).to_be_hidden()
    quiet(page)
    again = Character.objects.get(pk=pip.pk)
    assert (again.version, again.build) == (2, done.build)
    pressed.click()
    wait_until(lambda: Character.objects.get(pk=pip.pk).version == 3)
    for expected in ("ERR_FAILED", "htmx:sendError", "htmx:afterRequest"):
        complaints.forgive(expected)
