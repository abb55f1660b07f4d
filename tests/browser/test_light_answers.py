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
from rules.systems import PACKAGES
from tests.browser.keyboard import QUIET
from tests.by_game import largest

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

COUNT_SHIFTS = """
  window.shifts = [];
  const told = (node) => `${node?.nodeName} ${node?.id || node?.className || node?.parentElement?.className}`;
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) window.shifts.push([one.value, one.sources.map(({ node }) => told(node))]);
  }).observe({ type: "layout-shift", buffered: true });
"""
"""Remember how far what a page shows moves while it loads, and what moves."""
DRAWN = """async () => {
  await document.fonts.ready;
  for (const _ of [1, 2, 3]) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return window.shifts;
}"""
LEAST_SHIFT = 0.01
"""A tenth of what is called good; below it nothing has moved but a button by a few pixels."""
WIDTHS = (390, 1280)


APART = """dots => dots.flatMap(dot => [[dot, null], [dot, "::before"], [dot.firstElementChild, null]])
  .filter(([part]) => part).map(([part, pseudo]) => getComputedStyle(part, pseudo))
  .map(style => [style.position, style.scale, style.opacity, style.clipPath, style.overflow].join(" "))"""
"""What of dots a browser keeps apart from what is around it: to place, to scale, to clip, to let shine through."""


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


def test_hundreds_of_dots_are_drawn_with_what_is_around_them(page: Page, guest: uuid.UUID) -> None:
    who = actions.create_character(system="hprpg", guest=guest, name="Somebody", build=largest("hprpg"))
    page.goto(f"/characters/{who.pk}/build/abilities/", wait_until="networkidle")
    dots = page.locator("fieldset.dots .dot")
    assert dots.count() > 200
    assert page.locator(".dot.beyond").count()
    assert page.locator(".dot.none").count()
    assert set(dots.evaluate_all(APART)) == {"static none 1 none visible"}


def test_no_option_of_a_list_is_measured(page: Page, guest: uuid.UUID) -> None:
    who = actions.create_character(system="duality", guest=guest, name="Somebody", build=largest("duality"))
    page.goto(f"/characters/{who.pk}/build/items/", wait_until="networkidle")
    chosen = page.locator(".entry-row > .field > select:visible")
    assert chosen.count() > 3
    assert set(chosen.evaluate_all("all => all.map(one => getComputedStyle(one).contain)")) == {"inline-size"}


@pytest.mark.parametrize("game", PACKAGES)
def test_nothing_moves_while_a_step_loads(page: Page, guest: uuid.UUID, game: str) -> None:
    who = actions.create_character(system=game, guest=guest, name="Somebody", build=largest(game))
    page.add_init_script(COUNT_SHIFTS)
    moved = {}
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        for step in who.game.steps(who.read()):
            page.goto(f"/characters/{who.pk}/build/{step.key}/")
            shifts = page.evaluate(DRAWN)
            if sum(value for value, _ in shifts) >= LEAST_SHIFT:
                moved[step.key, width] = shifts
    assert moved == {}
