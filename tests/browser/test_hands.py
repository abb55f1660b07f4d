"""Hands that are faster than the line, and people who were logged out meanwhile: nothing twice, nothing lost."""

import uuid
from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from campaigns import actions as sitting
from characters import actions
from characters.demo import JANE
from characters.models import Award, Character
from tests.conftest import Complaints

LogIn = Callable[[BrowserContext, str], Any]


def test_a_second_click_gives_no_second_award(page: Page, live_server: Any, log_in: LogIn) -> None:
    rowena = log_in(page.context, "rowena")
    table = sitting.found(by=rowena, name="Thursdays", about="")
    actions.create_character(system="hprpg", by=rowena, name="Jane", build=JANE, campaign=table)
    page.goto(f"{live_server}/tables/{table.pk}/")
    page.get_by_label("Points").fill("3")
    page.locator("#reason").fill("a good evening")
    page.route("**/awards/", lambda route: (page.wait_for_timeout(400), route.continue_()))
    page.locator("#awards").get_by_role("button", name="Award").evaluate(
        "button => { button.click(); setTimeout(() => button.click(), 100); }"
    )
    expect(page.locator("#messages")).to_contain_text("3")
    assert Award.objects.count() == 1


def test_what_was_changed_is_sent_after_logging_in_again(
    page: Page, live_server: Any, log_in: LogIn, complaints: Complaints
) -> None:
    mira = log_in(page.context, "mira")
    jane = actions.create_character(system="hprpg", by=mira, name="Jane", build=JANE)
    page.goto(f"{live_server}/characters/{jane.pk}/build/species/")
    page.context.clear_cookies()
    page.locator("#field-name-t").fill("Jane Alderwick the Second")
    expect(page.locator("#offline")).to_contain_text("logged out")
    log_in(page.context, "mira")
    again = page.context.new_page()
    again.goto(f"{live_server}/characters/")  # and with it a new token
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#offline")).to_be_hidden()
    assert Character.objects.get(pk=jane.pk).name == "Jane Alderwick the Second"
    complaints.forgive("403")


def test_why_nothing_was_kept_is_brought_into_sight(
    page: Page, live_server: Any, guest: uuid.UUID, complaints: Complaints
) -> None:
    bran = actions.create_character(system="dominion", guest=guest, name="Bran")
    page.goto(f"{live_server}/characters/{bran.pk}/build/skills/")
    field = page.locator('[name="scores.medical-lore"]')
    field.fill("9" * 20)
    field.press("Tab")
    expect(page.locator("#conflict")).to_contain_text("more than Medical lore can be")
    expect(page.locator("#conflict")).to_be_in_viewport()
    complaints.forgive("422")


def test_mending_by_keyboard_goes_on_from_the_list_of_findings(page: Page, live_server: Any, guest: uuid.UUID) -> None:
    dov = actions.create_character(system="rough-magic", guest=guest, name="Dov")
    page.goto(f"{live_server}/characters/{dov.pk}/build/attributes/")
    page.get_by_role("button", name="Set Agility to 1").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Set Agility to 1")).to_have_count(0)
    expect(page.locator("#findings h2")).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#findings') !== null")


def test_the_longest_name_makes_no_page_wider(page: Page, live_server: Any, log_in: LogIn) -> None:
    rowena = log_in(page.context, "rowena")
    table = sitting.found(by=rowena, name="Thursdays", about="")
    actions.create_character(system="hprpg", by=rowena, name="W" * 200, build=JANE, campaign=table)
    for address in (f"/tables/{table.pk}/", f"/tables/{table.pk}/print/", f"/tables/{table.pk}/roster/"):
        page.goto(f"{live_server}{address}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address
