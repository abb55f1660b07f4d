"""What was typed and not taken is there again: after a log-in, a part of the page that was drawn anew, a reload."""

from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.urls import reverse
from playwright.sync_api import Page, Request, Route, expect

from campaigns import actions as sitting
from campaigns.demo.demo import PASSWORD
from campaigns.models import Membership
from campaigns.review import decisions
from characters import actions
from rules.homebrew import authoring
from tests.conftest import Complaints


@pytest.fixture
def review(live_server: Any, db: None) -> str:
    """The review of a character that waits for rowena."""
    gm, player = (get_user_model().objects.create_user(name, password=PASSWORD) for name in ("rowena", "mira"))
    table = sitting.create_campaign(name="Thursday", by=gm)
    Membership.objects.create(campaign=table, user=player, role="player")
    jane = actions.create_character(system="hprpg", by=player, name="Jane", campaign=table)
    decisions.submit(character=jane, by=player)
    return reverse("review", args=[jane.pk])


def test_a_comment_outlives_a_session_that_ended(page: Page, log_in: Any, review: str, complaints: Complaints) -> None:
    log_in(page.context, "rowena")
    page.goto(review)
    field = page.locator("#draft")
    field.fill("Whose lamp is it?")
    page.locator(".evidence a").first.click()
    expect(field).to_be_focused()
    about = page.locator("#about").input_value()
    assert about
    expect(field).to_have_value("Whose lamp is it?")
    page.context.clear_cookies(name=settings.CSRF_COOKIE_NAME)
    page.get_by_role("button", name="Add comment").click()
    expect(page.get_by_role("heading", name="This form has expired")).to_be_visible()
    page.goto(review)
    expect(field).to_have_value("Whose lamp is it?")
    page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    page.get_by_role("button", name="Add comment").click()
    expect(page.get_by_text("This browser keeps notes, comments and marks, and offers them again")).to_be_visible()
    page.locator("#id_login").fill("rowena")
    page.locator("#id_password").fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Log in", exact=True).click()
    expect(page.locator("#messages")).to_contain_text("Your text is back in the form")
    expect(field).to_have_value("Whose lamp is it?")
    expect(page.locator("#about")).to_have_value(about)
    page.context.set_offline(True)
    page.get_by_role("button", name="Add comment").click()
    page.context.set_offline(False)
    page.goto(review)
    expect(field).to_have_value("Whose lamp is it?")
    page.get_by_role("button", name="Add comment").click()
    expect(page.locator(".thread")).to_contain_text("Whose lamp is it?")
    expect(field).to_have_value("")
    field.fill("And the owl?")
    page.reload()
    page.get_by_role("button", name="Discard it").click()
    expect(field).to_have_value("")
    page.reload()
    expect(page.locator(".thread")).to_be_visible()
    expect(field).to_have_value("")
    field.fill("A secret")
    kept = "Object.values(sessionStorage).some((text) => text.includes('A secret'))"
    assert page.evaluate(kept)
    log_in(page.context, "mira")
    page.goto(review)
    expect(page.locator("h1").first).to_be_visible()
    assert not page.evaluate(kept), "what somebody was writing is not for whoever logs in after them"
    complaints.forgive("403")


@pytest.mark.parametrize(("width", "height"), [(1400, 900), (390, 844)])
def test_a_decision_is_in_sight_and_takes_along_what_was_typed(
    page: Page, log_in: Any, review: str, complaints: Complaints, width: int, height: int
) -> None:
    """What goes with the decision is sent; for a reason that was typed elsewhere it waits, and nothing is lost."""
    page.set_viewport_size({"width": width, "height": height})
    log_in(page.context, "rowena")
    page.goto(review)
    bar, last = page.get_by_role("group", name="Your decision"), page.locator(".foot")
    expect(bar).to_be_in_viewport(ratio=1)
    page.get_by_label("Comment on the whole character").fill("Whose lamp is it?")
    reason = page.get_by_label("dots for")
    reason.fill("It was her aunt’s")
    reason.focus()
    field, above = reason.bounding_box(), bar.bounding_box()
    assert field
    assert above
    assert field["y"] + field["height"] <= above["y"], "the bar covers what has the focus"
    last.scroll_into_view_if_needed()
    over, foot = bar.bounding_box(), last.bounding_box()
    assert over
    assert foot
    assert over["y"] + over["height"] <= foot["y"], "at the end of the page it stands where it belongs"
    bar.get_by_role("button", name="Send back").click()
    expect(page.get_by_role("alert")).to_contain_text("You typed a reason and didn’t use it.")
    expect(page.get_by_label("Comment on the whole character")).to_have_value("Whose lamp is it?")
    expect(reason).to_have_value("It was her aunt’s")
    reason.fill("")
    bar.get_by_role("button", name="Send back").click()
    expect(page.get_by_role("heading", name="Nothing more waits")).to_be_visible()
    page.goto(review)
    expect(page.locator(".thread")).to_contain_text("Whose lamp is it?")
    expect(page.get_by_label("Comment on the whole character")).to_have_value("")
    complaints.forgive("422")


def test_nothing_is_left_of_an_award_that_enter_made(page: Page, log_in: Any, review: str) -> None:
    log_in(page.context, "rowena")
    page.goto(review)
    page.locator("#draft").fill("Whose lamp is it?")
    page.locator("#amount").fill("3")
    page.locator("#for").fill("The cellar")
    page.keyboard.press("Enter")
    expect(page.locator("#awards table")).to_contain_text("The cellar")
    expect(page.locator("#draft")).to_have_value("Whose lamp is it?")
    expect(page.locator("#amount")).to_have_value("")
    page.get_by_role("button", name="Approve", exact=True).click()
    expect(page.get_by_role("heading", name="Nothing more waits")).to_be_visible()


def test_an_entry_with_rows_outlives_a_session_that_ended(
    page: Page, log_in: Any, live_server: Any, complaints: Complaints
) -> None:
    author = get_user_model().objects.create_user("rowena", password=PASSWORD)
    book = authoring.begin(by=author, system="hprpg", title="Deep")
    address = reverse("entry_new", args=[book.pk, "species"])
    log_in(page.context, "rowena")
    page.goto(address)
    name, rows = page.get_by_label("Name", exact=True), page.get_by_role("group", name="Bonuses, row")
    name.fill("Selkie")
    rows.nth(0).get_by_label("Amount", exact=True).fill("3")
    page.get_by_role("button", name="Add another to bonuses").click()
    expect(rows).to_have_count(3)
    rows.nth(1).get_by_label("Amount", exact=True).fill("4")
    page.get_by_label("Summary").fill("At home in two skins.")
    page.context.clear_cookies(name=settings.CSRF_COOKIE_NAME)
    page.get_by_role("button", name="Add to the book").click()
    expect(page.get_by_role("heading", name="This form has expired")).to_be_visible()
    page.goto(address)
    expect(rows.nth(1).get_by_label("Amount", exact=True)).to_have_value("4")
    page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    page.get_by_role("button", name="Add to the book").click()
    page.locator("#id_login").fill("rowena")
    page.locator("#id_password").fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Log in", exact=True).click()
    expect(page.get_by_text("What you typed before is here again.")).to_be_visible()
    expect(name).to_have_value("Selkie")
    expect(rows.nth(1).get_by_label("Amount", exact=True)).to_have_value("4")
    page.get_by_role("button", name="Start over").click()
    expect(name).to_have_value("")
    name.fill("Selkie")
    page.get_by_label("Summary").fill("At home in two skins.")
    page.get_by_role("button", name="Add and start another").click()
    expect(page.locator("#messages")).to_contain_text("Saved Selkie.")
    expect(name).to_have_value("")
    for status in ("401", "403"):
        complaints.forgive(status)


def test_what_is_typed_while_a_form_is_drawn_anew_stands_in_it(page: Page, log_in: Any, live_server: Any) -> None:
    """The answer waits until something was typed: what was kept before is there, what is new, and the focus."""
    author = get_user_model().objects.create_user("rowena", password=PASSWORD)
    address = reverse("entry_new", args=[authoring.begin(by=author, system="hprpg", title="Deep").pk, "species"])
    log_in(page.context, "rowena")
    page.goto(address)
    name, summary = page.get_by_label("Name", exact=True), page.get_by_label("Summary")
    name.fill("Selkie")
    held: list[Route] = []

    def redraws(request: Request) -> bool:
        """The preview posts to the same address, and is not to be held."""
        return request.method == "POST" and 'name="more"' in (request.post_data or "")

    page.route(f"**{address}", lambda route: held.append(route) if redraws(route.request) else route.continue_())
    with page.expect_request(redraws):
        page.reload()
    summary.fill("At home in two skins.")
    held[0].continue_()
    expect(page.get_by_text("What you typed before is here again.")).to_be_visible()
    expect(name).to_have_value("Selkie")
    expect(summary).to_have_value("At home in two skins.")
    expect(summary).to_be_focused()
    page.unroute(f"**{address}")
    page.reload()
    expect(name).to_have_value("Selkie")
    expect(summary).to_have_value("At home in two skins.")


def test_nobody_finds_what_somebody_else_wrote_when_their_session_ended(page: Page, log_in: Any, review: str) -> None:
    founding = reverse("campaigns")
    log_in(page.context, "rowena")
    page.goto(founding)
    name = page.locator("#name")
    name.evaluate("field => { field.closest('details') && (field.closest('details').open = true); }")
    name.fill("The secret of the lamp")
    page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    name.press("Enter")
    page.locator("#id_login").fill("mira")
    page.locator("#id_password").fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Log in", exact=True).click()
    page.wait_for_url(f"**{founding}")
    expect(page.locator("#messages")).not_to_contain_text("Your text is back")
    expect(name).to_have_value("")
    assert not page.evaluate("Object.values(sessionStorage).join().includes('lamp')")
