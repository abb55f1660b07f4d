"""What an answer of the builder has the browser do, counted: on a slow machine each of these is time in which a page
does not answer."""

import json
import uuid
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from campaigns.demo.demo_cast import RAVEN
from characters import actions
from characters.models import Character
from tests.browser.keyboard import QUIET

COUNT_LOOKS = """() => {
  const { morph } = Idiomorph;
  window.looks = [];
  Idiomorph.morph = (old, fresh, { callbacks, ...rest }) => morph(old, fresh, { ...rest, callbacks: { ...callbacks,
    beforeNodeMorphed: (one, other) => {
      if (one.matches?.(".entry-row, .entry-row *")) window.looks.push(one.outerHTML.slice(0, 80));
      return callbacks.beforeNodeMorphed(one, other);
    } } });
}"""
"""Remember from now on which elements within rows of lists are compared one by one."""


@pytest.fixture
def raven(guest: uuid.UUID) -> Character:
    """The page's visitor has built Raven, who has a list of equipment."""
    return actions.create_character(system="dominion", guest=guest, name="Raven", build=RAVEN)


def within(events: list[dict[str, Any]], outer: str, inner: str) -> list[dict[str, Any]]:
    """The events of one name that happen while one of another name does, on the same thread."""
    hulls = [one for one in events if one["name"] == outer and one["ph"] == "X"]
    return [
        one
        for one in events
        if one["name"] == inner and one["ph"] == "X"
        for hull in hulls
        if (one["pid"], one["tid"]) == (hull["pid"], hull["tid"])
        and hull["ts"] <= one["ts"] <= hull["ts"] + hull["dur"]
    ]


def test_what_is_added_to_a_list_leaves_its_other_rows_alone(page: Page, browser: Browser, raven: Character) -> None:
    page.goto(f"/characters/{raven.pk}/build/equipment/", wait_until="networkidle")
    rows = page.locator("#field-entries-equipment-list > .entry-row")
    before = rows.count()
    assert before > 1
    page.evaluate(COUNT_LOOKS)
    buy = page.locator(".choice > button[name=add]:visible").first
    buy.scroll_into_view_if_needed()
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    buy.click()
    expect(rows).to_have_count(before + 1)
    page.wait_for_function(QUIET)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    assert page.evaluate("window.looks") == []
    assert within(events, "XHRLoad", "FunctionCall"), "the answer is drawn while it loads"
    assert not within(events, "XHRLoad", "Layout"), "nothing asks where something stands before everything is drawn"
    rows.last.locator("button[name=remove]").click()
    expect(rows).to_have_count(before)
