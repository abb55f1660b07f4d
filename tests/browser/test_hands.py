"""Hands that are faster than the line, and people who were logged out meanwhile: nothing twice, nothing lost."""

import uuid
from collections.abc import Callable
from typing import Any

from django.conf import settings as django_settings
from django.contrib.auth import get_user_model
from playwright.sync_api import BrowserContext, Page, Route, expect

from campaigns import actions as sitting
from campaigns.demo.demo import JANE
from characters import actions
from characters.models import Character, LedgerEntry
from tests.browser.keyboard import DRAWN, Keyboard
from tests.conftest import Complaints
from tests.waiting import wait_until

WHERE = "() => document.activeElement.getBoundingClientRect().top"
"""How far below the edge of the window the focus is, in pixels."""
LogIn = Callable[[BrowserContext, str], Any]


def test_a_second_click_gives_no_second_award(page: Page, live_server: Any, log_in: LogIn) -> None:
    rowena = log_in(page.context, "rowena")
    table = sitting.create_campaign(by=rowena, name="Thursdays", about="")
    actions.create_character(system="hprpg", by=rowena, name="Jane", build=JANE, campaign=table)
    page.goto(f"{live_server}/campaigns/{table.pk}/")
    page.get_by_label("Dots").fill("3")
    page.locator("#reason-hprpg").fill("a good evening")
    held: list[Route] = []
    page.route("**/awards/", lambda route: route.continue_() if held else held.append(route))
    with page.expect_console_message(lambda said: said.text == "twice"):
        page.locator("#awards").get_by_role("button", name="Award").evaluate(
            "button => { button.click(); setTimeout(() => { button.click(); console.log('twice'); }, 100); }"
        )
    wait_until(lambda: held, lambda: page.wait_for_timeout(20))
    held[0].continue_()
    expect(page.locator("#messages")).to_contain_text("3")
    assert LedgerEntry.objects.count() == 1


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
    expect(page.locator("#conflict")).to_contain_text("Medical lore can be 1,000,000 at most")
    expect(page.locator("#conflict")).to_be_in_viewport()
    complaints.forgive("422")


def test_mending_by_keyboard_goes_on_from_the_list_of_findings(page: Page, live_server: Any, guest: uuid.UUID) -> None:
    dov = actions.create_character(system="rough-magic", guest=guest, name="Dov")
    page.goto(f"{live_server}/characters/{dov.pk}/build/attributes/")
    page.locator("#findings .fold > summary").first.press("Enter")
    page.get_by_role("button", name="Set Agility to 1").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Set Agility to 1")).to_have_count(0)
    expect(page.locator("#findings h2")).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#findings') !== null")


def test_the_longest_name_makes_no_page_wider(page: Page, live_server: Any, log_in: LogIn) -> None:
    rowena = log_in(page.context, "rowena")
    table = sitting.create_campaign(by=rowena, name="Thursdays", about="")
    actions.create_character(system="hprpg", by=rowena, name="W" * 200, build=JANE, campaign=table)
    for address in (f"/campaigns/{table.pk}/", f"/campaigns/{table.pk}/print/", f"/campaigns/{table.pk}/roster/"):
        page.goto(f"{live_server}{address}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address


def test_what_was_written_survives_an_expired_log_in(page: Page, live_server: Any, log_in: LogIn) -> None:
    get_user_model().objects.create_user("rowena", password="a phoenix feather")
    rowena = log_in(page.context, "rowena")
    table = sitting.create_campaign(by=rowena, name="Thursdays", about="")
    jane = actions.create_character(system="hprpg", by=rowena, name="Jane", build=JANE, campaign=table)
    page.goto(f"{live_server}/characters/{jane.pk}/review/")
    page.get_by_label("Comment", exact=True).fill("No dragons, however small.")
    page.context.clear_cookies(name=django_settings.SESSION_COOKIE_NAME)
    page.get_by_role("button", name="Comment only").click()
    expect(page.get_by_role("heading", name="Log in")).to_be_visible()
    page.locator("[name=login]").fill("rowena")
    page.locator("[name=password]").fill("a phoenix feather")
    page.locator("main").get_by_role("button", name="Log in", exact=True).click()
    expect(page.locator("#messages")).to_contain_text("nothing was sent")
    expect(page.get_by_label("Comment", exact=True)).to_have_value("No dragons, however small.")
    page.get_by_role("button", name="Comment only").click()
    expect(page.locator("#comments")).to_contain_text("No dragons, however small.")


def test_an_open_builder_says_that_the_log_in_ran_out_and_keeps_the_change(
    page: Page, live_server: Any, log_in: LogIn, complaints: Complaints
) -> None:
    mira = log_in(page.context, "mira")
    jane = actions.create_character(system="hprpg", by=mira, name="Jane", build=JANE)
    page.goto(f"{live_server}/characters/{jane.pk}/build/species/")
    page.context.clear_cookies(name=django_settings.SESSION_COOKIE_NAME)
    page.locator("#field-name-t").fill("Jane the Second")
    expect(page.locator("#offline")).to_contain_text("logged out")
    expect(page.get_by_role("heading", level=1)).not_to_have_text("Log in")
    log_in(page.context, "mira")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("#offline")).to_be_hidden()
    assert Character.objects.get(pk=jane.pk).name == "Jane the Second"
    complaints.forgive("401")


def test_a_number_that_cannot_be_read_keeps_its_neighbours_and_itself(
    page: Page, live_server: Any, guest: uuid.UUID, complaints: Complaints
) -> None:
    pip = actions.create_character(system="forge", guest=guest, name="Pip")
    page.goto(f"{live_server}/characters/{pip.pk}/build/abilities/")
    page.locator('[name="scores.momentum"]').fill("12 or so")
    page.locator('[name="scores.momentum"]').press("Tab")
    expect(page.locator("#conflict")).to_contain_text("Momentum must be a whole number")
    page.locator('[name="scores.brawn"]').fill("4")
    page.locator('[name="scores.brawn"]').press("Tab")
    wait_until(lambda: Character.objects.get(pk=pip.pk).build.get("scores") == {"brawn": 4})
    expect(page.locator("#conflict")).to_contain_text("Everything else is saved.")
    expect(page.locator("#status")).to_contain_text("Not saved")
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    page.get_by_role("link", name="Sheet", exact=True).click(no_wait_after=True)
    wait_until(lambda: asked == ["beforeunload"], lambda: page.wait_for_timeout(20))
    with page.expect_navigation():
        page.get_by_role("button", name="Next:", exact=False).click()
    expect(page.locator('[name="scores.momentum"]')).to_have_value("12 or so")
    expect(page.locator('[name="scores.brawn"]')).to_have_value("4")
    expect(page.locator("#status")).to_contain_text("Not saved")
    page.locator('[name="scores.momentum"]').fill("12")
    expect(page.locator("#status")).to_contain_text("Saved")
    assert Character.objects.get(pk=pip.pk).build["scores"] == {"brawn": 4, "momentum": 12}
    complaints.forgive("422")


def test_where_one_is_in_a_list_stays_when_a_late_answer_comes(page: Page, live_server: Any, blank: Character) -> None:
    """The card one has left folds and the chosen one unfolds, long after the key was pressed."""
    page.goto(f"{live_server}/characters/{blank.pk}/build/personality/")
    keys = Keyboard(page)
    keys.to_group("picks.personality")
    held: list[Route] = []
    page.route("**/build/**", lambda route: held.append(route))
    moved = []
    for _ in range(25):
        keys.press("ArrowDown")
        wait_until(lambda: held, lambda: page.wait_for_timeout(20))
        stood = page.evaluate(WHERE)
        held.pop().continue_()
        keys.settle()
        page.evaluate(DRAWN)
        moved.append(page.evaluate(WHERE) - stood)
    assert max(map(abs, moved)) <= 1
