"""Marks of play in a browser: shown to everybody, kept while the line is gone, sent once and in order."""

import re
import uuid
from collections.abc import Callable
from typing import Any

from django.conf import settings as django_settings
from django.contrib.auth import get_user_model
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from campaigns.demo.demo import JANE
from campaigns.demo.demo_cast import RAVEN
from campaigns.models import Campaign, Membership
from characters import actions
from characters.models import Character
from characters.tables import TableRole
from tests.browser.conftest import Windows
from tests.conftest import Complaints

LogIn = Callable[[BrowserContext, str], Any]


def at_the_table(mira: Any, rowena: Any) -> Character:
    table = Campaign.objects.create(name="Thursdays")
    Membership.objects.create(campaign=table, user=rowena, role=TableRole.GM)
    Membership.objects.create(campaign=table, user=mira)
    return actions.create_character(system="hprpg", by=mira, name="Jane Alderwick", build=JANE, campaign=table)


def box(page: Page, tracker: str, number: int) -> Locator:
    return page.locator(f"#box-{tracker}-{number}")


def shown(page: Page, tracker: str) -> Locator:
    return page.locator("form.tracker", has=page.locator(f"[name=tracker][value={tracker}]")).locator(".num")


def settled(page: Page) -> None:
    """Nothing waits any more."""
    expect(page.locator("form.tracker[data-waiting]")).to_have_count(0)


def stored(character: Character) -> dict[str, Any]:
    play: dict[str, Any] = Character.objects.get(pk=character.pk).play
    return play


def without_news(page: Page) -> None:
    """As a line does that goes while the page asks how things stand: it hears of nothing but its own marks.

    To be offline is not enough: an answer that was under way when the line went may still arrive.
    """
    page.route("**/marks/", lambda route: route.fulfill(status=304))


def test_what_the_game_master_marks_shows_and_is_added_to(windows: Windows, log_in: LogIn) -> None:
    players, masters = windows(), windows()
    jane = at_the_table(log_in(players, "mira"), log_in(masters, "rowena"))
    hers, theirs = players.new_page(), masters.new_page()
    for page in (hers, theirs):
        page.goto(jane.get_absolute_url())
    hers.evaluate("window.same = true")
    fold = hers.locator("details.fold").first
    fold.locator("summary").click()
    hers.locator("#checks a").first.focus()
    box(theirs, "heroism", 4).click()
    expect(shown(hers, "heroism")).to_have_text("4")
    expect(hers.locator("#checks a").first).to_be_focused()
    expect(fold).to_have_attribute("open", "")
    box(hers, "heroism", 2).click()
    expect(shown(hers, "heroism")).to_have_text("2")
    expect(shown(theirs, "heroism")).to_have_text("2")
    expect(box(hers, "heroism", 2)).to_be_focused()
    assert stored(jane)["heroism"] == 2
    assert hers.evaluate("window.same") is True


def test_a_wound_shows_in_what_a_skill_rolls_whoever_marks_it(windows: Windows, log_in: LogIn) -> None:
    players, masters = windows(), windows()
    table = at_the_table(log_in(players, "mira"), log_in(masters, "rowena")).campaign
    raven = actions.create_character(
        system="dominion", by=get_user_model().objects.get(username="mira"), name="Raven", build=RAVEN, campaign=table
    )
    hers, theirs = players.new_page(), masters.new_page()
    for page in (hers, theirs):
        page.goto(raven.get_absolute_url())
        expect(strike(page)).to_have_accessible_name("Roll Strike, 6")
    box(theirs, "injury", 6).click()
    for page in (hers, theirs):
        expect(strike(page)).to_have_accessible_name("Roll Strike, 4 now, normally 6")
    strike(hers).click()
    expect(hers.locator("#rolled")).to_contain_text("4 or less")
    hers.get_by_role("button", name="Close the roll").click()
    expect(hers.locator("#rolled")).to_be_empty()
    expect(strike(hers)).to_be_focused()
    hers.get_by_role("link", name="Strike", exact=True).first.click()
    expect(hers.get_by_role("heading", level=1)).to_have_text("Strike 4")
    expect(hers.get_by_role("row", name="Injury Penalty")).to_contain_text("−2")


def strike(page: Page) -> Locator:
    """The number that rolls Strike, where the skill stands."""
    return page.locator("#panel-skills").get_by_role("button", name=re.compile("^Roll Strike,"))


def test_a_mark_is_added_to_what_stands_and_not_put_in_its_place(
    windows: Windows, log_in: LogIn, complaints: Complaints
) -> None:
    """As it was seen: four marked, two more on a page that still shows none, and two was what was stored."""
    players, masters = windows(), windows()
    jane = at_the_table(log_in(players, "mira"), log_in(masters, "rowena"))
    page = players.new_page()
    without_news(page)
    page.goto(jane.get_absolute_url())
    players.set_offline(True)
    actions.change_play(character=jane, key="heroism", change=4)
    box(page, "heroism", 2).click()
    expect(shown(page, "heroism")).to_have_text("2")
    players.set_offline(False)
    expect(shown(page, "heroism")).to_have_text("6")
    assert stored(jane) == {"heroism": 6}
    complaints.forgive("ERR_INTERNET_DISCONNECTED")


def test_a_mark_that_comes_out_otherwise_than_shown_says_so(
    page: Page, guest: uuid.UUID, complaints: Complaints
) -> None:
    raven = actions.create_character(system="dominion", guest=guest, name="Raven", build=RAVEN)
    actions.change_play(character=raven, key="injury", change=10)
    without_news(page)
    page.goto(raven.get_absolute_url())
    page.context.set_offline(True)
    actions.change_play(character=raven, key="injury", change=2)
    for number in (9, 7):
        box(page, "injury", number).click()
    expect(shown(page, "injury")).to_have_text(re.compile("^7"))
    page.context.set_offline(False)
    expect(told(page)).to_have_text("Injury taken is 9: it was also changed elsewhere.")
    expect(told(page)).to_have_attribute("role", "status")
    expect(shown(page, "injury")).to_have_text(re.compile("^9"))
    box(page, "injury", 8).click()
    expect(told(page)).to_have_text("Injury taken: 8")
    complaints.forgive("ERR_INTERNET_DISCONNECTED")


def test_without_a_line_every_tap_waits_and_arrives_in_order(
    page: Page, jane: Character, complaints: Complaints
) -> None:
    """As it was seen: two trackers tapped without a line, and the first was refused and forgotten."""
    page.goto(jane.get_absolute_url())
    page.context.set_offline(True)
    box(page, "fortitude", 1).click()
    box(page, "heroism", 3).click()
    box(page, "heroism", 3).click()
    expect(shown(page, "heroism")).to_have_text("2")
    expect(page.locator("#marks-kept")).to_contain_text("Heroism +3, Heroism −1")
    assert stored(jane) == {}
    page.context.set_offline(False)
    settled(page)
    expect(page.locator("#marks-kept")).to_be_hidden()
    assert stored(jane) == {"fortitude": 1, "heroism": 2}
    told = jane.mark_log.order_by("number").values_list("tracker", "asked")
    assert [tracker for tracker, _ in told] == ["fortitude", "heroism", "heroism"]
    complaints.forgive("ERR_INTERNET_DISCONNECTED")


def told(page: Page) -> Locator:
    return page.locator("#marks-said")


def test_marks_outlive_the_page_and_arrive_after_it(page: Page, jane: Character, complaints: Complaints) -> None:
    page.goto(jane.get_absolute_url())
    page.context.set_offline(True)
    box(page, "heroism", 2).click()
    page.goto("about:blank")
    page.context.set_offline(False)
    page.goto(jane.get_absolute_url())
    expect(shown(page, "heroism")).to_have_text("2")
    settled(page)
    assert stored(jane) == {"heroism": 2}
    page.reload()
    expect(shown(page, "heroism")).to_have_text("2")
    assert stored(jane) == {"heroism": 2}
    complaints.forgive("ERR_INTERNET_DISCONNECTED")


def test_an_answer_that_is_lost_is_asked_for_again_and_the_mark_is_made_once(
    page: Page, jane: Character, complaints: Complaints
) -> None:
    lost = []

    def lose(route: Route) -> None:
        """The site does it, and nobody hears of it; then it breaks; then all is well."""
        lost.append(route.fetch().json() if not lost else {})
        if len(lost) == 1:
            route.abort()
        elif len(lost) == 2:
            route.fulfill(status=503, body="busy")
        else:
            route.continue_()

    page.route("**/play/", lose)
    page.goto(jane.get_absolute_url())
    box(page, "heroism", 3).click()
    expect(page.locator("#marks-kept")).to_contain_text("Heroism +3")
    expect(shown(page, "heroism")).to_have_text("3")
    settled(page)
    assert len(lost) == 3
    expect(shown(page, "heroism")).to_have_text("3")
    assert stored(jane) == {"heroism": 3}
    complaints.forgive("Failed to load resource")


def test_what_does_less_than_was_asked_says_so(page: Page, jane: Character, complaints: Complaints) -> None:
    without_news(page)
    page.goto(jane.get_absolute_url())
    top = jane.read()["fortitude"]
    page.context.set_offline(True)
    actions.change_play(character=jane, key="fortitude", change=-(top - 1))
    box(page, "fortitude", 1).click()
    page.context.set_offline(False)
    expect(told(page)).to_have_text(f"1 of {top - 1}: Fortitude is at 0.")
    expect(shown(page, "fortitude")).to_have_text(f"0 of {top}")
    complaints.forgive("ERR_INTERNET_DISCONNECTED")


def test_a_mark_that_is_refused_is_named_and_those_after_it_arrive(
    page: Page, jane: Character, complaints: Complaints
) -> None:
    page.goto(jane.get_absolute_url())
    page.locator("[name=tracker][value=villainy]").evaluate("input => { input.value = 'luck'; }")
    page.context.set_offline(True)
    page.get_by_role("button", name="Villainy 2").click()
    box(page, "heroism", 1).click()
    page.context.set_offline(False)
    expect(told(page)).to_contain_text("Villainy +2 wasn’t saved. This character has no such tracker.")
    settled(page)
    expect(shown(page, "heroism")).to_have_text("1")
    expect(page.locator("form.tracker", has_text="Villainy").locator(".num")).to_have_text("0")
    assert stored(jane) == {"heroism": 1}
    for expected in ("422", "ERR_INTERNET_DISCONNECTED"):
        complaints.forgive(expected)


def test_who_was_logged_out_is_told_and_sends_it_after_logging_in_again(
    windows: Windows, log_in: LogIn, complaints: Complaints
) -> None:
    window = windows()
    mira = log_in(window, "mira")
    jane = at_the_table(mira, get_user_model().objects.create(username="rowena"))
    page = window.new_page()
    page.goto(jane.get_absolute_url())
    window.clear_cookies(name=django_settings.SESSION_COOKIE_NAME)
    box(page, "heroism", 2).click()
    kept = page.locator("#marks-kept")
    expect(kept).to_contain_text("You may have been logged out")
    expect(kept).to_contain_text("Heroism +2")
    box(page, "villainy", 1).click()
    log_in(window, "rowena")
    kept.get_by_role("button", name="Try again").click()
    expect(kept).to_contain_text("Someone else is logged in now.")
    expect(kept).to_contain_text("Heroism +2, Villainy +1")
    other = window.new_page()
    other.goto(jane.get_absolute_url())
    expect(shown(other, "heroism")).to_have_text("0")
    expect(other.locator("#marks-kept")).to_be_hidden()
    assert stored(jane) == {}
    log_in(window, "mira")
    kept.get_by_role("button", name="Try again").click()
    settled(page)
    assert stored(jane) == {"heroism": 2, "villainy": 1}
    assert {mark.by for mark in jane.mark_log.all()} == {mira}
    for expected in ("403", "404"):
        complaints.forgive(expected)


def test_logging_out_asks_first_and_takes_what_waits_along(
    windows: Windows, log_in: LogIn, complaints: Complaints
) -> None:
    window = windows()
    jane = at_the_table(log_in(window, "mira"), get_user_model().objects.create(username="rowena"))
    page = window.new_page()
    page.route("**/play/", lambda route: route.abort())
    page.goto(jane.get_absolute_url())
    box(page, "heroism", 2).click()
    expect(page.locator("#marks-kept")).to_be_visible()
    asked: list[str] = []
    page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    page.locator("details.menu summary", has_text="Menu:").click()
    page.get_by_role("button", name="Log out").click()
    expect(page.locator("#marks-kept")).to_be_visible()
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Log out").click()
    page.wait_for_url("**/")
    assert asked == ["1 mark hasn’t been sent yet. Log out and lose it?"]
    assert page.evaluate("Object.keys(localStorage)") == []
    assert stored(jane) == {}
    complaints.forgive("ERR_FAILED")


def test_without_scripts_a_box_is_pressed_and_says_what_it_did(windows: Windows, log_in: LogIn) -> None:
    window = windows(java_script_enabled=False, viewport={"width": 360, "height": 780})
    jane = at_the_table(log_in(window, "mira"), get_user_model().objects.create(username="rowena"))
    page = window.new_page()
    page.goto(jane.get_absolute_url())
    actions.change_play(character=jane, key="heroism", change=1)
    box(page, "heroism", 2).click()
    expect(shown(page, "heroism")).to_have_text("3")
    actions.change_play(character=jane, key="heroism", change=-2)
    box(page, "heroism", 1).click()
    expect(page.locator("#messages")).to_have_text("1 of 2: Heroism is at 0.")
    assert [mark.asked for mark in jane.mark_log.all()] == [-2, -2, 2, 1]


def took(page: Page, many: int | str) -> Locator:
    return page.get_by_role("group", name="Took").get_by_role("button", name=f"Took {many}", exact=True)


def test_damage_is_marked_in_one_press_and_waits_without_a_line(
    page: Page, jane: Character, complaints: Complaints
) -> None:
    """What a hit took is one mark of so much: one that is listed, or any other that is typed."""
    page.goto(f"{jane.get_absolute_url()}play/")
    page.context.set_offline(True)
    took(page, 2).click()
    other = page.get_by_role("spinbutton", name="Took")
    expect(other).to_be_hidden()
    page.get_by_text("Other…").click()
    expect(other).to_be_focused()
    page.keyboard.type("4")
    page.keyboard.press("Enter")
    expect(other).to_be_hidden()
    expect(shown(page, "health")).to_have_text("1 of 7")
    expect(page.locator("#marks-kept")).to_contain_text("Health −2, Health −4")
    page.context.set_offline(False)
    settled(page)
    assert stored(jane) == {"health": 1}
    assert [mark.asked for mark in jane.mark_log.all()] == [-4, -2]
    took(page, 5).click()
    expect(page.locator("#tracker-health .left-over")).to_have_text("1 of 5 marked: Health is at 0.")
    expect(took(page, 1)).to_have_attribute("aria-disabled", "true")
    complaints.forgive("ERR_INTERNET_DISCONNECTED")


def test_without_scripts_damage_is_marked_as_well(windows: Windows, log_in: LogIn) -> None:
    window = windows(java_script_enabled=False, viewport={"width": 360, "height": 780})
    jane = at_the_table(log_in(window, "mira"), get_user_model().objects.create(username="rowena"))
    page = window.new_page()
    page.goto(f"{jane.get_absolute_url()}play/")
    took(page, 3).click()
    expect(shown(page, "health")).to_have_text("4 of 7")
    page.get_by_text("Other…").click()
    page.get_by_role("spinbutton", name="Took").fill("2")
    page.get_by_role("spinbutton", name="Took").press("Enter")
    expect(shown(page, "health")).to_have_text("2 of 7")
    took(page, 5).click()
    expect(page.locator("#tracker-health .left-over")).to_have_text("2 of 5 marked: Health is at 0.")
    expect(page.locator("#tracker-health .left-over")).to_be_in_viewport(ratio=1)
    expect(took(page, 1)).to_be_disabled()
    expect(page.locator("#took-health").get_by_text("Other…")).to_be_hidden()
    assert [mark.asked for mark in jane.mark_log.all()] == [-5, -2, -3]


def test_nothing_more_is_struck_off_an_empty_pool(page: Page, jane: Character) -> None:
    page.goto(f"{jane.get_absolute_url()}play/")
    page.get_by_text("Other…").click()
    expect(page.locator("#took-health input")).to_be_focused()
    page.keyboard.type("9")
    page.keyboard.press("Enter")
    expect(page.locator("#tracker-health .left-over")).to_have_text("7 of 9 marked: Health is at 0.")
    more = page.get_by_role("button", name="Health +1")
    expect(more).to_be_focused()
    expect(page.get_by_text("Other…")).to_be_hidden()
    settled(page)
    took(page, 1).click(force=True)
    more.click()
    expect(shown(page, "health")).to_have_text("1 of 7")
    expect(page.get_by_text("Other…")).to_be_visible()
    expect(page.locator("#tracker-health .left-over")).to_be_empty()
    settled(page)
    assert [mark.asked for mark in jane.mark_log.all()] == [1, -9]


def test_the_boxes_of_a_tracker_lie_in_even_rows(windows: Windows, log_in: LogIn) -> None:
    """For a mouse and for a thumb: sixteen are twice eight, or two sixes and a four of 44 pixels."""
    mira = log_in(windows(), "mira")
    raven = actions.create_character(system="dominion", by=mira, name="Raven", build=RAVEN)
    for width, touch, rows in ((1400, False, [8, 8]), (390, True, [6, 6, 4])):
        window = windows(viewport={"width": width, "height": 844}, has_touch=touch, is_mobile=touch)
        log_in(window, "mira")
        page = window.new_page()
        page.goto(f"{raven.get_absolute_url()}play/")
        found = [one.bounding_box() for one in page.locator("[id^=box-injury-]").all()]
        places = [one["y"] for one in found if one]
        assert [places.count(y) for y in sorted(set(places))] == rows
        assert not touch or all(min(one["width"], one["height"]) >= 43.9 for one in found if one)


HIDE = """hidden => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
"""As if another tab were in front."""


def test_a_hidden_page_asks_nothing_and_one_whose_character_is_gone_asks_no_more(
    page: Page, jane: Character, complaints: Complaints
) -> None:
    asked: list[int] = []
    page.on("response", lambda answer: asked.append(answer.status) if answer.url.endswith("/marks/") else None)
    page.clock.install()
    page.goto(jane.get_absolute_url())
    with page.expect_response("**/marks/"):
        page.clock.run_for(1_500)
    page.evaluate(HIDE, True)
    page.clock.run_for(60_000)
    before = len(asked)
    page.clock.run_for(60_000)
    assert (len(asked), set(asked)) == (before, {304})
    actions.bin_character(character=jane)
    with page.expect_response("**/marks/"):
        page.evaluate(HIDE, False)
    expect(told(page)).to_contain_text("This sheet has stopped updating")
    page.clock.run_for(60_000)
    assert asked == [304] * before + [404]
    complaints.forgive("404")


def test_a_page_says_so_when_whoever_looks_is_logged_out(page: Page, jane: Character, complaints: Complaints) -> None:
    page.goto(jane.get_absolute_url())
    page.context.clear_cookies()
    expect(told(page)).to_contain_text("This sheet has stopped updating: you may have been logged out")
    complaints.forgive("401")


def test_a_roll_leaves_the_hand_and_the_page_where_they_were(page: Page, jane: Character) -> None:
    page.set_viewport_size({"width": 1000, "height": 500})
    page.goto(jane.get_absolute_url())
    page.evaluate("window.same = true")
    number = page.get_by_role("button", name="Roll Charm (Eloquence), 3")
    number.scroll_into_view_if_needed()
    before = page.evaluate("window.scrollY")
    assert before > 0
    number.press("Enter")
    expect(page.locator("#rolled").get_by_role("listitem")).to_have_count(3)
    assert (page.evaluate("window.scrollY"), page.evaluate("window.same")) == (before, True)
    expect(page.get_by_role("button", name="Close the roll")).to_be_focused()
    page.keyboard.press("Escape")
    expect(number).to_be_focused()
    assert page.evaluate("window.scrollY") == before
    number.press("Tab")
    expect(page.locator("#checks a:focus")).to_have_count(1)
