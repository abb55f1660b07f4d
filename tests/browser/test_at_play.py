"""The page to play from, on a phone: mark, roll, and read both in the log, also after a reload."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse
from playwright.sync_api import BrowserContext, Error, Route, expect

from characters import actions
from characters.actions.play_log import latest
from characters.models import Character, Mark, Roll
from rules.systems import PACKAGES
from tests.browser.conftest import Windows
from tests.browser.test_accessibility import AXE, RUN, SPILLS
from tests.browser.test_marks import LogIn, at_the_table, settled, shown
from tests.by_game import largest
from tests.cast import red_jpeg
from tests.conftest import Complaints


def answer_lost(route: Route) -> None:
    route.fetch()
    route.abort()


def test_a_phone_marks_rolls_and_finds_both_again(
    windows: Windows, log_in: Callable[[BrowserContext, str], Any], complaints: Complaints
) -> None:
    phone, master = windows(viewport={"width": 360, "height": 760}, has_touch=True), windows()
    jane = at_the_table(log_in(phone, "mira"), log_in(master, "rowena"))
    page = phone.new_page()
    page.add_init_script(AXE)
    page.goto(jane.get_absolute_url())
    page.get_by_role("link", name="Play", exact=True).click()
    page.wait_for_url("**/play/")  # and for its styles: sizes are measured
    more = page.get_by_role("button", name="Heroism +1")
    size = more.bounding_box()
    assert size
    assert min(size["width"], size["height"]) >= 44
    more.tap()
    expect(shown(page, "heroism")).to_have_text("1")
    settled(page)
    log, button = page.locator("#log li"), page.locator("#checks button.rolls").first
    expect(log.first).to_contain_text("0 → 1")
    for count in (2, 3):  # each press rolls anew
        button.tap()
        expect(log).to_have_count(count)
        expect(page.locator("#rolled h2")).to_have_text(log.first.locator("b").inner_text())
    expect(button).to_be_focused()
    page.route("**/rolls/", answer_lost, times=1)
    with page.expect_response("**/rolls/"):
        with page.expect_event("requestfailed"):
            button.tap()
        page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(log).to_have_count(4)
    page.locator("#checks th a").first.tap()
    before = page.locator("#before-roll")
    expect(before.get_by_role("heading").first).to_be_focused()
    chance = before.get_by_role("button", name=re.compile("^Roll")).inner_text()
    before.get_by_label("DV", exact=False).first.fill("12")
    before.get_by_label("DV", exact=False).first.press("Tab")
    expect(before.get_by_role("button", name=re.compile("^Roll"))).not_to_have_text(chance)
    assert page.evaluate(SPILLS) == []
    assert page.evaluate(RUN, [[], []]) == []
    before.get_by_role("button", name=re.compile("^Roll")).tap()
    expect(before).to_be_hidden()
    expect(log).to_have_count(5)
    assert jane.roll_log.latest("number").dice.endswith("vs DV 12")
    page.locator("#spells").get_by_role("link", name="Stupefy").tap()
    before.get_by_label("Targets").fill("2")
    before.get_by_label("Targets").press("Tab")
    before.get_by_label("Reach").select_option("ranged")
    before.get_by_role("button", name=re.compile("^Roll")).tap()
    expect(log).to_have_count(6)
    assert jane.roll_log.latest("number").key == "cast-stupefy"
    page.get_by_label("Own dice").fill("2d6+1")
    page.get_by_role("button", name="Roll own dice").tap()
    expect(log.first).to_contain_text("Own dice")
    expect(log).to_have_count(7)
    log.first.get_by_role("button", name="Undo").tap()
    expect(log.first).to_contain_text("Undone")
    assert jane.roll_log.latest("number").undone
    expect(log.nth(1).get_by_role("button", name="Undo")).to_be_visible()
    page.get_by_role("button", name="Fortitude −1").tap()
    page.get_by_role("button", name=re.compile("^Nourishment")).tap()
    expect(log.first).to_contain_text("Nourishment: Fortitude")
    settled(page)
    expect(page.get_by_role("button", name=re.compile("^Nourishment"))).to_be_hidden()
    told = log.all_inner_texts()
    page.reload()
    expect(log).to_have_text(told)
    assert jane.roll_log.count() == 6
    for words in ("htmx:sendError", "ERR_FAILED"):
        complaints.forgive(words)
    assert page.evaluate(SPILLS) == []
    assert page.evaluate(RUN, [[], []]) == []


def test_what_is_found_on_a_phone_is_in_sight(windows: Windows, log_in: LogIn) -> None:
    phone = windows(viewport={"width": 390, "height": 844}, has_touch=True)
    jane = at_the_table(log_in(phone, "mira"), get_user_model().objects.create(username="rowena"))
    page = phone.new_page()
    page.goto(f"{jane.get_absolute_url()}play/")
    find = page.get_by_role("searchbox", name="Find a check")
    place = "(field) => scrollBy({top: field.getBoundingClientRect().bottom - innerHeight + 60, behavior: 'instant'})"
    find.evaluate(place)
    find.fill("alertness")
    expect(page.locator(".at-hand tbody tr:visible").first).to_be_in_viewport(ratio=1)
    find.fill("nothing like it")
    expect(page.locator("#found-none")).to_be_in_viewport(ratio=1)


def test_undo_is_offered_only_while_the_site_would_do_it(
    windows: Windows, log_in: LogIn, complaints: Complaints
) -> None:
    """Of what was made on the way to the site, the newest; without a line nothing, for it may come too late."""
    desk = windows()
    jane = at_the_table(log_in(desk, "mira"), get_user_model().objects.create(username="rowena"))
    page = desk.new_page()
    page.goto(f"{jane.get_absolute_url()}play/")
    page.get_by_role("button", name="Heroism +1").click()
    undo = page.locator("#log").get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    undo.focus()
    desk.set_offline(True)
    expect(page.locator("#log form")).to_be_hidden()
    expect(page.locator("#who")).to_be_focused()
    page.get_by_role("button", name="Villainy +1").click()
    expect(page.locator("#marks-kept")).to_contain_text("Villainy +1")
    desk.set_offline(False)
    settled(page)
    expect(page.locator("#log li").first).to_contain_text("Villainy")
    undo.click()
    expect(page.locator("#log li").first).to_contain_text("Undone")
    assert [mark.undone is not None for mark in jane.mark_log.all()] == [True, False]
    complaints.forgive("ERR_INTERNET_DISCONNECTED")


def test_undo_is_gone_after_ten_minutes_without_a_redraw(
    windows: Windows, log_in: Callable[[BrowserContext, str], Any]
) -> None:
    desk, master = windows(), windows()
    jane = at_the_table(log_in(desk, "mira"), log_in(master, "rowena"))
    page = desk.new_page()
    page.clock.install()
    page.goto(f"{jane.get_absolute_url()}play/")
    page.get_by_role("button", name="Heroism +1").click()
    undo = page.locator("#log").get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    page.clock.run_for(2_000)
    page.clock.fast_forward(500_000)
    expect(undo).to_be_visible()
    page.clock.fast_forward(101_000)
    expect(undo).to_have_count(0)


def stands(who: Character) -> list[tuple[str, str]]:
    """How the trackers and conditions stand in the database; what the ledger keeps has no form."""
    held = Character.objects.with_table().get(pk=who.pk)
    read = held.read()
    return [(one.key, str(one.stands(held.marks))) for one in (*read.trackers, *read.conditions)]


PICTURED = """() => new Promise(resolve => {
  const again = Object.assign(new Image(), {onload: () => resolve(true), onerror: () => resolve(false)});
  again.src = document.querySelector("main image").getAttribute("href");
})"""
"""Whether the portrait is there."""
STANDS = """forms => forms.map(form => [form.elements.tracker.value, form.dataset.value])"""


@pytest.mark.parametrize("system", PACKAGES)
def test_an_evening_over_a_line_that_comes_and_goes(
    system: str, windows: Windows, log_in: LogIn, complaints: Complaints
) -> None:
    phone = windows(viewport={"width": 390, "height": 844}, has_touch=True, service_workers="allow")
    mira = log_in(phone, "mira")
    who = actions.create_character(system=system, by=mira, name="Robin", build=largest(system))
    actions.give_portrait(character=who, jpeg=red_jpeg())
    page = phone.new_page()
    page.goto(reverse("play", args=[who.pk]))
    more = page.locator("form.tracker").get_by_role("button", name=re.compile(r" \+1$"), disabled=False)
    rolls = page.locator("#checks button.rolls")
    log, kept = page.locator("#log li"), page.locator("#marks-kept")
    expect(page.locator("#keeps")).to_be_visible()
    more.first.tap()
    more.first.tap()
    settled(page)
    expect(log).to_have_count(2)
    rolls.first.tap()
    rolls.first.tap()  # before the first has arrived
    expect(log).to_have_count(4)

    phone.set_offline(True)
    more.last.tap()
    rolls.last.tap()
    expect(kept).to_contain_text("1 mark and 1 roll waiting")
    expect(kept).to_contain_text("don’t count it yet")
    expect(page.locator("#rolled")).to_have_text("1 roll waiting.")
    page.reload()
    expect(page.locator("#kept-from")).to_contain_text("this page is from")
    expect(kept).to_contain_text("1 mark and 1 roll waiting")
    expect(page.locator("form.tracker[data-waiting]")).to_have_count(1)
    expect(log).to_have_count(4)
    assert page.evaluate(PICTURED)
    assert who.roll_log.count() == 2
    phone.set_offline(False)
    expect(log).to_have_count(6)
    expect(page.locator("#kept-from")).to_be_hidden()

    rolls.first.tap()
    phone.set_offline(True)
    more.first.tap()
    more.first.tap()
    expect(kept).to_contain_text("don’t count them yet")
    phone.set_offline(False)
    expect(log).to_have_count(9)
    settled(page)
    order = [type(entry) for entry in reversed(latest(who))]
    assert order == [Mark, Mark, Roll, Roll, Mark, Roll, Roll, Mark, Mark]
    assert page.locator("form.tracker").evaluate_all(STANDS) == [list(pair) for pair in stands(who)]
    for line, entry in zip(log.all(), latest(who), strict=True):
        expect(line).to_contain_text(entry.label)
        expect(line.locator("b")).to_have_text(entry.outcome)
    for expected in ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED"):
        complaints.forgive(expected)


NONE_KEPT = "caches.keys().then(names => !names.length)"


def test_a_kept_page_is_shown_to_the_person_it_was_for_and_goes_with_them(
    windows: Windows, log_in: LogIn, complaints: Complaints
) -> None:
    phone = windows(viewport={"width": 390, "height": 844}, service_workers="allow")
    jane = at_the_table(log_in(phone, "mira"), get_user_model().objects.create(username="rowena"))
    page, address = phone.new_page(), reverse("play", args=[jane.pk])

    def play() -> None:
        log_in(phone, "mira")
        page.goto(address)
        expect(page.locator("#keeps")).to_be_visible()

    def closed(where: str) -> None:
        tab = phone.new_page()
        with pytest.raises(Error, match="ERR_"):
            tab.goto(where)
        tab.close()

    def gone() -> None:
        page.wait_for_function(NONE_KEPT)
        phone.set_offline(True)
        closed(address)
        phone.set_offline(False)

    play()
    phone.set_offline(True)
    page.goto("/characters/")
    page.get_by_role("link", name="Jane Alderwick").click()
    expect(page.locator("#kept-from")).to_be_visible()
    closed(jane.get_absolute_url())
    page.locator("#checks button.rolls").first.click()
    expect(page.locator("#rolled")).to_have_text("1 roll waiting.")
    phone.clear_cookies()
    phone.set_offline(False)
    page.wait_for_url("**/accounts/login/**")
    gone()

    play()
    expect(page.locator("#log li")).to_have_count(1)
    assert jane.roll_log.count() == 1
    log_in(phone, "rowena")
    page.goto("/")
    gone()

    play()
    page.locator("details.menu summary", has_text="Menu:").click()
    page.get_by_role("button", name="Log out").click()
    page.wait_for_url("**/")
    gone()
    for expected in ("403", "ERR_INTERNET_DISCONNECTED", "ERR_FAILED"):
        complaints.forgive(expected)


def test_notes_are_kept_without_a_line_and_beside_what_another_page_wrote(
    windows: Windows, log_in: LogIn, complaints: Complaints
) -> None:
    phone = windows(viewport={"width": 390, "height": 844}, service_workers="allow")
    jane = at_the_table(log_in(phone, "mira"), get_user_model().objects.create(username="rowena"))
    page = phone.new_page()
    page.goto(reverse("play", args=[jane.pk]))
    expect(page.locator("#keeps")).to_be_visible()
    notes, said = page.get_by_role("textbox", name="Session notes"), page.locator("#notes-said")
    notes.fill("The cellar.")
    expect(said).to_have_text("Saved")
    phone.set_offline(True)
    notes.press_sequentially(" A door.")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#marks-kept")).to_contain_text("1 note waiting")
    page.reload()
    expect(notes).to_have_value("The cellar. A door.")
    actions.write_session_notes(character=jane, text="The cellar. Rats!", before="The cellar.")
    phone.set_offline(False)
    # What was sent as the line went may have arrived, with its answer lost: the order is the site's.
    expect(notes).to_have_value(re.compile("Rats!"))
    stored = actions.session_notes(jane)
    assert [stored.count(words) for words in ("The cellar.", "Rats!", "A door.")] == [1, 1, 1]
    complaints.forgive("ERR_INTERNET_DISCONNECTED")
