"""While one builds, what is left, what is to be mended, what moves, Saved, Undo and Print stay in sight: on every step
of every game, in windows of every width, wherever the page is scrolled to."""

import uuid
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from campaigns.demo.demo_cast import ISHKA, MELISANDE
from characters import actions
from characters.models import Character
from rules import systems
from tests.browser.keyboard import QUIET
from tests.by_game import largest
from tests.waiting import wait_until

STRANGE = {"scores": {f"strange-{number}": 1 for number in range(9)}}
"""Scores that no book knows: a finding each, so that their list is longer than any window."""
WINDOWS = ((900, 700), (1200, 640), (1400, 900), (1920, 1000))
SMALL = ((360, 780), (390, 700), (960, 540))
"""Phones, and a desk at twice the zoom: there the rail is a bar."""
IN_COLUMN = (
    "#budgets .budget",
    "#findings > h2",
    "#figures .figures > div:nth-child(-n+5)",
    "#status .saved",
    "#status button",
    "a[href$='/print/']",
)
IN_BAR = ("#rail-bar", "#status .saved", "#status button", "a[href$='/print/']")
LOOK = """async ([shares, selectors]) => {
  await new Promise((go) => requestAnimationFrame(() => setTimeout(go)));  // until what stays has been measured
  const lost = (element) => {
    const {left, top, right, bottom} = element.getBoundingClientRect();
    const outside = top < 0 || left < 0 || bottom > innerHeight + 0.5 || right > innerWidth + 0.5;
    if (outside) return `at ${top | 0} to ${bottom | 0}`;
    const heights = [0.1, 0.5, 0.9].map((share) => top + share * (bottom - top));
    const over = heights.map((height) => document.elementFromPoint((left + right) / 2, height))
      .find((hit) => !element.contains(hit) && !hit?.contains(element));
    return over && `under ${over.tagName}.${over.className}#${over.id}`;
  };
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const missing = selectors.filter((selector) => !selector.startsWith("#figures") && !shown(selector).length);
  const told = (one) => `${one.tagName}.${one.className} “${one.textContent.trim().slice(0, 20)}” ${lost(one)}`;
  return [...missing, ...shares.flatMap((share) => {
    scrollTo({top: share * (document.documentElement.scrollHeight - innerHeight), behavior: "instant"});
    return selectors.flatMap(shown).filter(lost).map((one) => `${share}: ${told(one)}`);
  })];
}"""
"""Scroll to shares of the way down; what of all this is not to be seen whole there."""
COVERED = """async () => {
  await new Promise((go) => requestAnimationFrame(() => setTimeout(go)));  // until what stays has been measured
  document.activeElement.blur();
  const every = "#step-form :is(input, select, textarea, button, a):not([type=hidden])";
  const fields = [...document.querySelectorAll(every)];
  return [...fields, ...fields.toReversed()].filter((field) => field.checkVisibility()).filter((field) => {
    field.focus();
    const shown = field.closest("label") || field;
    const box = shown.getBoundingClientRect();
    return !shown.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
  }).map((field) => field.id || field.outerHTML.slice(0, 80));
}"""
"""Fields that something lies over when they have the focus, on the way down and up again."""


CUT = """bar => [...bar.querySelectorAll("*")].filter(one => one.scrollWidth > one.clientWidth + 1 && one.clientWidth)
  .map(one => one.textContent)"""
"""Words that have no room where they stand."""


def with_much_to_mend(build: dict[str, Any]) -> dict[str, Any]:
    return {**build, "scores": {**build.get("scores", {}), **STRANGE["scores"]}}


def steps_of(page: Page, character: Character) -> Iterator[str]:
    """Visit each step of a character; its title."""
    for step in character.game.steps(character.read()):
        page.goto(f"/characters/{character.pk}/build/{step.key}/")
        yield step.key


def lost(page: Page, windows: Iterable[tuple[int, int]], wanted: tuple[str, ...]) -> Iterator[str]:
    """What cannot be seen in windows of these sizes, in the middle and at the end of the page."""
    for width, height in windows:
        page.set_viewport_size({"width": width, "height": height})
        yield from (f"{width} × {height}, {fault}" for fault in page.evaluate(LOOK, [[0.5, 1], wanted]))


@pytest.mark.parametrize("system", systems.PACKAGES)
def test_what_matters_stays_in_sight_on_every_step(page: Page, guest: uuid.UUID, system: str) -> None:
    build = with_much_to_mend(largest(system))
    character = actions.create_character(system=system, guest=guest, name="Somebody with much to mend", build=build)
    windows = [*((window, IN_COLUMN) for window in WINDOWS), (SMALL[0], IN_BAR)]
    faults: dict[str, list[str]] = {}
    for step in steps_of(page, character):
        if found := [fault for window, wanted in windows for fault in lost(page, [window], wanted)]:
            faults[step] = found
        windows.reverse()  # the next step opens in the window that this one was last seen in
    assert not faults, "\n".join(f"{step}\n  " + "\n  ".join(found) for step, found in faults.items())


def test_the_bar_of_small_windows_stays(page: Page, jane: Character) -> None:
    page.goto(f"/characters/{jane.pk}/build/abilities/")
    assert list(lost(page, SMALL, IN_BAR)) == []


def test_a_phone_reads_every_figure_of_the_bar_whole(page: Page, blank: Character) -> None:
    for width in (390, 360):
        page.set_viewport_size({"width": width, "height": 844})
        for step in steps_of(page, blank):
            assert page.locator("#rail-bar > .line").first.inner_text(), step
            assert page.locator("#rail-bar").evaluate(CUT) == [], step


PRESSED = {
    "hprpg": ("aspects", "label.dot:has(#field-scores-charm-{})"),
    "dominion": ("combat", "#field-scores-strike [data-by='1']"),
    "duality": ("statistics", "#field-scores-strength [data-by='1']"),
    "rough-magic": ("attributes", "#field-scores-agility [data-by='1']"),
    "forge": ("abilities", "#field-scores-agility [data-by='1']"),
}
"""A step of each game, and what is pressed there twice."""


@pytest.mark.parametrize("system", systems.PACKAGES)
@pytest.mark.parametrize("width", [390, 360])
def test_what_was_pressed_above_the_bar_is_in_sight_and_pressed_again(
    page: Page, guest: uuid.UUID, system: str, width: int
) -> None:
    """However long the figures are that a purchase moves, the bar grows over no finger."""
    somebody = actions.create_character(system=system, guest=guest, name="Somebody", build={})
    step, selector = PRESSED[system]
    page.set_viewport_size({"width": width, "height": 700})
    page.goto(f"/characters/{somebody.pk}/build/{step}/")
    page.locator(selector.format(1)).evaluate(ABOVE_THE_BAR)
    tall = page.locator(".rail").evaluate(TOP)
    for times in (1, 2):
        button = page.locator(selector.format(times))
        button.click()
        wait_until(partial(changed, somebody, times))
        page.wait_for_function(QUIET)
        assert page.locator(".rail").evaluate(TOP) == tall
        assert page.locator("#rail-bar").evaluate(CUT) == []
        assert button.evaluate(ON_TOP)


def changed(character: Character, times: int) -> bool:
    return Character.objects.get(pk=character.pk).version == character.version + times


TOP = "one => one.getBoundingClientRect().top"
ABOVE_THE_BAR = """one => {
  const bar = document.querySelector(".rail").getBoundingClientRect().top;
  scrollBy({top: one.getBoundingClientRect().bottom + 2 - bar, behavior: "instant"});
}"""
ON_TOP = """one => {
  const {left, top, width, height} = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""
"""Whether a finger meets it."""


def test_what_has_the_focus_is_never_under_a_bar(page: Page, guest: uuid.UUID) -> None:
    ishka = actions.create_character(system="duality", guest=guest, name="Ishka", build=ISHKA)
    page.goto(f"/characters/{ishka.pk}/build/styles/")
    for width, height in (*SMALL, WINDOWS[1]):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(COVERED) == [], f"{width} × {height}"


def test_what_moved_comes_first_where_more_moves_than_fits(page: Page, guest: uuid.UUID) -> None:
    build = with_much_to_mend(MELISANDE)
    melisande = actions.create_character(system="rough-magic", guest=guest, name="Melisande", build=build)
    page.set_viewport_size({"width": 1200, "height": 640})
    page.goto(f"/characters/{melisande.pk}/build/magic/")
    last = "#figures div:has(> dt a[href$='av-wheel-of-fortune/'])"
    assert page.evaluate(LOOK, [[1], [last]]) != [], "it is in sight anyway"
    more = {"scores.reason": build["scores"]["reason"] + 1}
    actions.change_build(character=melisande, changes=more, drawn=melisande.version)  # in another window
    page.locator(".choice label", has_text="Divination").click()
    expect(page.locator(last).locator(".moved")).to_have_text("9 → to 10")
    assert page.evaluate(LOOK, [[1], [last, *IN_COLUMN[:2]]]) == []


def test_numbers_give_way_to_what_is_to_be_mended(page: Page, guest: uuid.UUID) -> None:
    build = {**MELISANDE, "scores": {**MELISANDE["scores"], "agility": 12, "brawn": 0}}
    melisande = actions.create_character(system="rough-magic", guest=guest, name="Melisande", build=build)
    page.goto(f"/characters/{melisande.pk}/build/magic/")
    for height in (625, 768):
        page.set_viewport_size({"width": 1366, "height": height})
        assert page.evaluate(LOOK, [[0.5], ["#findings .finding:first-child", *IN_COLUMN]]) == []


def test_what_stays_makes_room_for_the_banner(page: Page, jane: Character) -> None:
    page.goto(f"/characters/{jane.pk}/build/species/")
    for width, height in (WINDOWS[0], SMALL[0]):
        page.set_viewport_size({"width": width, "height": height})
        page.context.set_offline(True)
        page.wait_for_function("() => document.documentElement.style.getPropertyValue('--banner') !== '0px'")
        wanted = IN_COLUMN if (width, height) in WINDOWS else IN_BAR
        assert page.evaluate(LOOK, [[0.5], ["#offline > span", *wanted]]) == []
        page.context.set_offline(False)
        expect(page.locator("#offline")).to_be_hidden()


def test_unfolded_budgets_scroll_and_push_nothing_out(page: Page, jane: Character) -> None:
    page.goto(f"/characters/{jane.pk}/build/aspects/")
    page.set_viewport_size({"width": 900, "height": 640})
    page.locator("#budgets summary").click()
    of_the_step = "#budgets > .budget"
    assert page.evaluate(LOOK, [[1], [of_the_step, *IN_COLUMN[1:]]]) == []
