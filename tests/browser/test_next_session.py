"""Whether somebody comes: answered on the page where it is asked, with the focus where it was."""

import re
from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import expect

from campaigns import proposed_dates
from campaigns.models import CalendarLink, Campaign, DateAnswer, Membership
from tests.browser.conftest import Windows
from tests.browser.test_marks import LogIn, at_the_table


def test_an_answer_leaves_the_page_and_the_focus_where_they_were(windows: Windows, log_in: LogIn) -> None:
    players, masters = windows(), windows()
    table = at_the_table(log_in(players, "mira"), log_in(masters, "rowena")).campaign
    Campaign.objects.filter(pk=table.pk).update(next_on=timezone.localdate() + timedelta(days=3))
    for address in ("/", table.get_absolute_url()):
        page = players.new_page()
        page.goto(address)
        page.evaluate("window.same = true")
        maybe = page.get_by_role("button", name="Maybe")
        maybe.press("Enter")
        expect(maybe).to_have_attribute("aria-pressed", "true")
        expect(maybe).to_be_focused()
        assert seat(table).coming == "maybe"
        page.get_by_role("button", name="Undo your answer").press("Enter")
        expect(maybe).to_have_attribute("aria-pressed", "false")
        expect(page.locator("#next h2")).to_be_focused()
        assert (seat(table).coming, page.evaluate("window.same")) == ("", True)


def test_a_day_is_answered_where_it_is_asked_about(windows: Windows, log_in: LogIn) -> None:
    players, masters = windows(), windows()
    mira, rowena = log_in(players, "mira"), log_in(masters, "rowena")
    table = at_the_table(mira, rowena).campaign
    day = timezone.localdate() + timedelta(days=3)
    proposed_dates.propose(campaign=table, moments=[(day.isoformat(), "19:00")], by=rowena)
    for address, name in (("/", "Yes"), (table.get_absolute_url(), "No")):
        page = players.new_page()
        page.goto(address)
        page.evaluate("window.same = true")
        button = page.get_by_role("button", name=f"{name} to ")
        button.press("Enter")
        expect(button).to_have_attribute("aria-pressed", "true")
        expect(button).to_be_focused()
        assert (DateAnswer.objects.get().can, page.evaluate("window.same")) == (name.lower(), True)
        DateAnswer.objects.all().delete()


def test_the_link_to_a_calendar_begins_with_the_zone_of_the_browser(windows: Windows, log_in: LogIn) -> None:
    browser = windows(timezone_id="America/New_York")
    log_in(browser, "mira")
    page = browser.new_page()
    page.goto("/news/")
    expect(page.get_by_label("Time zone you meet in")).to_have_value("America/New_York")
    page.get_by_role("button", name="Create link").click()
    expect(page.get_by_label("Link to your calendar")).to_have_value(re.compile(r"/calendar/[-\w]{22}/sessions\.ics$"))
    assert CalendarLink.objects.get().zone == "America/New_York"
    expect(page.get_by_role("button", name="Copy the link to your calendar")).to_be_visible()


def seat(table: Campaign) -> Membership:
    return Membership.objects.get(campaign=table, user__username="mira")
