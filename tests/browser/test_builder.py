"""The builder under quick and clumsy hands: every change shows at once, is kept, and can be taken back."""

import re
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from campaigns.demo.demo import JANE
from campaigns.demo.demo_cast import RAVEN
from characters import actions
from characters.models import Character
from tests.browser.conftest import Windows
from tests.browser.keyboard import DRAWN, QUIET
from tests.conftest import Complaints
from tests.waiting import wait_until

LogIn = Callable[[BrowserContext, str], Any]
RANKS = {"ranks": JANE["ranks"]}


@pytest.fixture
def pip(blank: Character) -> Character:
    """Just begun, with the ranks settled: three dots to spend in each kind of aspect at most."""
    changes = {f"ranks.{key}": order for key, order in JANE["ranks"].items()}
    return actions.change_build(character=blank, changes=changes, drawn=blank.version).character


def open_step(page: Page, character: Character, step: str) -> None:
    page.goto(f"/characters/{character.pk}/build/{step}/")


def dot(page: Page, key: str, bought: int) -> Locator:
    """The radio button that buys so many dots."""
    return page.locator(f"#field-scores-{key}-{bought}")


def click_dot(page: Page, key: str, bought: int) -> None:
    page.locator("label.dot", has=dot(page, key, bought)).click()


def stored(character: Character, **wanted: Any) -> None:
    """Wait until the scores are stored as given; None means none bought."""

    def there() -> bool:
        scores = Character.objects.get(pk=character.pk).build.get("scores", {})
        return all((scores.get(key) or None) == value for key, value in wanted.items())

    wait_until(there)


def quiet(page: Page) -> None:
    """Wait until nothing is under way and what came is drawn, each thing in its place."""
    page.wait_for_function(QUIET)
    page.evaluate(DRAWN)


def test_a_click_sets_the_dots_and_the_same_click_takes_one_back(page: Page, pip: Character) -> None:
    open_step(page, pip, "aspects")
    click_dot(page, "willpower", 3)
    expect(dot(page, "willpower", 3)).to_be_checked()
    stored(pip, willpower=3)
    quiet(page)
    click_dot(page, "willpower", 3)
    expect(dot(page, "willpower", 2)).to_be_checked()
    stored(pip, willpower=2)


def test_a_digit_sets_the_whole_rating_and_arrows_walk(page: Page, pip: Character) -> None:
    open_step(page, pip, "aspects")
    dot(page, "charm", 0).focus()
    page.keyboard.press("3")
    expect(dot(page, "charm", 2)).to_be_checked()
    stored(pip, charm=2)
    quiet(page)
    expect(dot(page, "charm", 2)).to_be_focused()
    page.keyboard.press("ArrowRight")
    stored(pip, charm=3)
    page.keyboard.press("1")
    stored(pip, charm=None)


def test_budgets_findings_and_figures_follow_without_a_reload(page: Page, pip: Character) -> None:
    open_step(page, pip, "aspects")
    page.evaluate("window.same = true")
    spent = page.locator("#budgets .budget", has=page.get_by_text("Mental", exact=True)).locator(".num")
    before = spent.inner_text()
    click_dot(page, "perception", 3)
    expect(spent).not_to_have_text(before)
    expect(page.locator("#figures div", has_text="Passive perception").locator("dd")).to_contain_text("4")
    click_dot(page, "willpower", 3)
    click_dot(page, "intelligence", 3)
    expect(page.locator("#findings")).to_contain_text("over in Mental")
    expect(page.locator("#findings")).to_contain_text("1 error to fix")
    expect(page.locator("#steps li", has_text="Aspects")).to_contain_text("1 error")
    assert page.evaluate("window.same") is True


def test_what_breaks_a_rule_says_why_and_can_still_be_chosen(page: Page, pip: Character) -> None:
    open_step(page, pip, "aspects")
    dots = page.locator("#field-scores-willpower label.dot")
    wide = dots.evaluate_all("dots => dots.map(dot => parseFloat(getComputedStyle(dot, '::before').width))")
    small = [width < max(wide) for width in wide]
    assert small == sorted(small)
    assert {True, False} == set(small)
    reason = page.locator("#note-field-scores-willpower .reason")
    assert reason.bounding_box()["width"] <= 1
    dots.nth(small.index(True)).hover()
    expect(reason).to_have_text(f"For {small.index(True) + 1} or more: 3 bought is the maximum at creation")
    assert reason.bounding_box()["width"] > 100
    click_dot(page, "willpower", 5)
    stored(pip, willpower=5)
    expect(page.locator("#findings .finding.error")).not_to_have_count(0)


def test_a_fix_mends_what_it_sits_under(page: Page, pip: Character) -> None:
    open_step(page, pip, "aspects")
    click_dot(page, "willpower", 4)
    finding = page.locator("#findings .finding.error", has=page.locator("button")).first
    fix = finding.get_by_role("button").first
    words = finding.locator("p").nth(1).inner_text()
    fix.click()
    expect(page.locator("#findings")).not_to_contain_text(words)
    assert Character.objects.get(pk=pip.pk).build["scores"] != {"willpower": 4}


def test_go_there_leads_to_the_field_on_another_step(page: Page, pip: Character) -> None:
    open_step(page, pip, "story")
    page.locator("#todo").get_by_role("link", name=re.compile("species", re.I)).click()
    page.wait_for_url("**/build/species/#field-picks-species")
    expect(page.locator("#field-picks-species")).to_be_in_viewport()
    inside = "() => document.querySelector('#field-picks-species').contains(document.activeElement)"
    page.wait_for_function(inside)


def test_go_there_on_the_same_page_moves_the_focus(page: Page, pip: Character) -> None:
    open_step(page, pip, "aspects")
    click_dot(page, "willpower", 4)
    page.locator("#findings .finding.error").get_by_role("link", name=re.compile("Show me")).first.click()
    page.wait_for_function("() => document.querySelector('#field-scores-willpower').contains(document.activeElement)")


def test_a_number_opens_its_lines(page: Page, jane: Character) -> None:
    open_step(page, jane, "aspects")
    lines = page.locator("#lines-field-scores-willpower")
    expect(lines).to_be_hidden()
    page.locator("#field-scores-willpower button.number").click()
    expect(lines).to_be_visible()
    expect(lines).to_contain_text("+3")
    page.keyboard.press("Escape")
    expect(lines).to_be_hidden()


def test_undo_and_redo(page: Page, pip: Character) -> None:
    open_step(page, pip, "aspects")
    undo, redo = (page.get_by_role("button", name=name, exact=True) for name in ("Undo", "Redo"))
    click_dot(page, "charm", 2)
    stored(pip, charm=2)
    expect(undo).to_be_enabled()
    expect(redo).to_be_disabled()
    undo.click()
    expect(dot(page, "charm", 0)).to_be_checked()
    stored(pip, charm=None)
    redo.click()
    expect(dot(page, "charm", 2)).to_be_checked()
    stored(pip, charm=2)


@pytest.mark.parametrize(("width", "height"), [(1400, 900), (900, 900)])
def test_going_back_leaves_the_page_and_the_hand_where_they_are(
    page: Page, guest: uuid.UUID, width: int, height: int
) -> None:
    raven = actions.create_character(system="dominion", guest=guest, name="Raven", build=RAVEN)
    page.set_viewport_size({"width": width, "height": height})
    open_step(page, raven, "skills")
    undo, redo = (page.get_by_role("button", name=name, exact=True) for name in ("Undo", "Redo"))
    stealth = page.locator("#field-scores-stealth-n")
    for steps in (3, 4):
        stealth.fill(str(steps))
        stealth.blur()
        stored(raven, stealth=steps)
    quiet(page)
    page.evaluate("window.same = true; scrollTo({top: 500, behavior: 'instant'})")
    for button, steps, held in ((undo, 3, undo), (undo, 2, redo), (redo, 3, redo), (redo, 4, undo)):
        box = button.bounding_box()
        assert box
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)  # nothing is scrolled into view
        expect(stealth).to_have_value(str(steps))
        expect(held).to_be_focused()
        assert page.evaluate("[window.same, scrollY]") == [True, 500]
        stored(raven, stealth=steps)
    expect(page.locator("#said")).to_have_text("Redone.")


def test_what_was_undone_unheard_is_undone_once(page: Page, pip: Character, complaints: Complaints) -> None:
    open_step(page, pip, "aspects")
    for bought in (1, 2):
        click_dot(page, "charm", bought)
        stored(pip, charm=bought)
    quiet(page)
    page.route("**/undo/", lambda route: (route.fetch(), route.abort()), times=1)
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator("#offline")).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    expect(dot(page, "charm", 1)).to_be_checked()
    expect(page.locator("#offline")).to_be_hidden()
    stored(pip, charm=1)
    for expected in ("ERR_FAILED", "htmx:sendError", "htmx:afterRequest"):
        complaints.forgive(expected)


def test_a_name_is_undone_in_place(page: Page, blank: Character) -> None:
    open_step(page, blank, blank.game.steps(blank.read())[0].key)
    name = page.locator("#field-name-t")
    name.fill("Pippa")
    name.blur()
    expect(page.locator("#who")).to_have_text("Pippa")
    quiet(page)
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(name).to_have_value("Pip")
    expect(page.locator("#who")).to_have_text("Pip")


def test_without_scripts_undo_loads_the_step_again(windows: Windows, log_in: LogIn) -> None:
    window = windows(java_script_enabled=False)
    mira = log_in(window, "mira")
    jane = actions.create_character(system="hprpg", by=mira, name="Jane", build=JANE)
    actions.change_build(character=jane, changes={"notes.wand": "Hornbeam"}, drawn=jane.version)
    page = window.new_page()
    open_step(page, jane, "story")
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator('[name="notes.wand"]')).not_to_have_value("Hornbeam")


def test_the_page_says_that_it_saved(page: Page, pip: Character) -> None:
    open_step(page, pip, "aspects")
    saved = page.locator("#status time.saved")
    before = saved.get_attribute("datetime")
    click_dot(page, "charm", 1)
    expect(saved).not_to_have_attribute("datetime", before or "")
    expect(saved).to_have_text(re.compile("^Saved"))


def test_ticked_options_come_up_side_by_side_and_the_focus_goes_back(page: Page, pip: Character) -> None:
    open_step(page, pip, "archetype")
    boxes = page.get_by_role("checkbox", name=re.compile("^compare"))
    for place in (1, 2):
        boxes.nth(place).focus()
        page.keyboard.press("Space")
    compare = page.get_by_role("button", name="Compare 2 of archetype")
    compare.focus()
    page.keyboard.press("Enter")
    drawer = page.get_by_role("dialog", name="Comparison")
    expect(drawer.locator("thead th")).to_have_text(["Auror", "Druid"])
    expect(drawer.get_by_role("row", name="Insight")).to_contain_text("(better)")
    page.keyboard.press("Escape")
    expect(compare).to_be_focused()
    for place in (0, 3):
        boxes.nth(place).check()
    expect(boxes.last).to_be_disabled()
    for place in (0, 3):
        boxes.nth(place).uncheck()
    compare.click()
    drawer.get_by_role("button", name="Choose Druid").click()
    expect(page.locator('input[name="picks.archetype"][value="druid"]')).to_be_checked()
    expect(page.locator("#field-picks-archetype-dot-4")).to_be_visible()
    expect(boxes.nth(2)).to_be_checked()
    pip.refresh_from_db()
    assert pip.build["picks"]["archetype"] == "druid"


def test_choosing_an_archetype_brings_its_own_choices(page: Page, pip: Character) -> None:
    open_step(page, pip, "archetype")
    radio = page.locator('input[name="picks.archetype"][value="auror"]')
    radio.focus()
    place = radio.bounding_box()
    page.keyboard.press("Space")
    expect(page.locator("#field-picks-archetype-dot-3")).to_be_visible()
    expect(radio).to_be_checked()
    expect(radio).to_be_focused()
    stays = radio.bounding_box()
    assert place
    assert stays
    assert all(place[side] == stays[side] for side in ("x", "y", "width")), "a card stays under the hand"


def test_what_a_choice_asks_next_stands_in_its_card_and_moves_with_it(page: Page, pip: Character) -> None:
    open_step(page, pip, "personality")

    def card(key: str) -> Locator:
        return page.locator(f'.choice:has(> label > input[value="{key}"])')

    for key in ("geek", "prodigy"):
        card(key).locator("> label > input").check(force=True)
        expect(card(key).locator("#field-picks-personality-dot")).to_be_visible()
        expect(page.locator("#field-picks-personality-dot")).to_have_count(1)
        quiet(page)
    card("prodigy").locator('.follow input[value="logic"]').check(force=True)
    quiet(page)
    expect(page.locator("#findings")).not_to_contain_text("Prodigy: 1 dot to assign")
    picks = Character.objects.get(pk=pip.pk).build["picks"]
    assert (picks["personality"], picks["personality-dot"]) == ("prodigy", "logic")
    page.reload()
    expect(card("prodigy").locator("#field-picks-personality-dot")).to_be_visible()


def test_ranking_keeps_the_groups_in_place_and_the_focus(page: Page, pip: Character) -> None:
    open_step(page, pip, "aspects")
    room = page.locator("#spent-aspects-social")
    expect(room).to_have_text("3 left of 3")
    social = page.locator("#field-ranks-aspects").get_by_role("button", name="Social")
    social.focus()
    page.keyboard.press("Enter")
    expect(room).to_have_text("5 left of 5")
    expect(social).to_be_focused()
    expect(page.locator("#said")).to_contain_text("Second · 5 dots: Social.")
    page.keyboard.press("Enter")
    expect(room).to_have_text("7 left of 7")
    expect(page.locator("section.group h2")).to_have_text(["Physical", "Social", "Mental"])
    expect(social).to_have_accessible_name("First · 7 dots Social")
    expect(social).to_be_focused()


def test_writing_is_saved_and_never_overwritten(page: Page, pip: Character) -> None:
    open_step(page, pip, "story")
    backstory, wand = page.locator('[name="notes.backstory"]'), page.locator('[name="notes.wand"]')
    wand.fill("Hornbeam")
    wand.press("Tab")
    backstory.focus()
    text = "She learned to read a room before she learned to read, and it shows. "
    for _ in range(2):
        page.keyboard.type(text, delay=12)  # longer than the pause after which a field is sent
    page.keyboard.press("Tab")
    expect(backstory).to_have_value(text * 2)
    notes_are(pip, backstory=text * 2, wand="Hornbeam")
    quiet(page)
    backstory.focus()
    assert page.evaluate(LEAVE, "") is False
    assert page.evaluate(LEAVE, "And more.") is True


LEAVE = """(words) => {
  if (words) document.execCommand("insertText", false, words);
  return !dispatchEvent(new Event("beforeunload", {cancelable: true}));
}"""
"""Type some words; whether the page would ask if it were left at once."""


def test_an_answer_to_another_field_leaves_what_is_being_written_alone(page: Page, pip: Character) -> None:
    open_step(page, pip, "story")
    slow(page, 1.2)
    wand, goals = page.locator('[name="notes.wand"]'), page.locator('[name="notes.goals"]')
    wand.fill("Hornbeam")
    wand.press("Tab")
    goals.focus()
    with page.expect_request("**/build/story/"):  # sent while the first answer is still out
        page.keyboard.type("Find out who wrote", delay=10)
    page.keyboard.type(" the letters, and why nobody answered them for a year", delay=40)
    expect(goals).to_have_value("Find out who wrote the letters, and why nobody answered them for a year")
    expect(goals).to_be_focused()
    page.keyboard.press("Tab")
    notes_are(pip, goals="Find out who wrote the letters, and why nobody answered them for a year", wand="Hornbeam")


def slow(page: Page, seconds: float) -> None:
    """Every answer takes this long to arrive, without holding up the others."""
    page.context.new_cdp_session(page).send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": seconds * 1000, "downloadThroughput": -1, "uploadThroughput": -1},
    )


def notes_are(character: Character, **wanted: str) -> None:
    wait_until(lambda: Character.objects.get(pk=character.pk).build.get("notes", {}) == wanted)


TEN = ("charm", "deception", "insight", "willpower", "intelligence", "perception", "fitness", "precision", "vitality")


def test_quick_clicks_over_many_rows_all_stick(page: Page, pip: Character) -> None:
    open_step(page, pip, "abilities")
    keys = [id.removeprefix("field-scores-") for id in ids(page)][:10]
    for key in keys:
        page.locator(f"#field-scores-{key}-1").evaluate("radio => radio.closest('label').click()")
    stored(pip, **dict.fromkeys(keys, 1))
    quiet(page)
    for key in keys:
        expect(dot(page, key, 1)).to_be_checked()


def ids(page: Page) -> list[str]:
    found: list[str] = page.locator(".rating[id^='field-scores-']").evaluate_all("all => all.map(e => e.id)")
    return found


def test_ten_quick_clicks_on_one_row_end_at_the_last(page: Page, pip: Character) -> None:
    open_step(page, pip, "aspects")
    for bought in (1, 3, 2, 4, 1, 3, 2, 5, 1, 3):
        dot(page, "charm", bought).evaluate("radio => radio.closest('label').click()")
    stored(pip, charm=3)
    quiet(page)
    expect(dot(page, "charm", 3)).to_be_checked()


def test_a_late_answer_does_not_undo_a_newer_click(page: Page, pip: Character) -> None:
    open_step(page, pip, "aspects")
    slow(page, 0.6)
    click_dot(page, "willpower", 2)
    click_dot(page, "perception", 1)
    click_dot(page, "willpower", 1)
    stored(pip, willpower=2)
    expect(page.locator("section.group", has_text="Mental").locator(".spent")).to_have_text("5 left of 7")
    expect(dot(page, "willpower", 1)).to_be_checked()
    expect(dot(page, "perception", 1)).to_be_checked()
    stored(pip, willpower=1, perception=1)
    quiet(page)
    expect(dot(page, "willpower", 1)).to_be_checked()


def test_an_answer_between_press_and_release_does_not_eat_the_click(page: Page, pip: Character) -> None:
    open_step(page, pip, "aspects")
    slow(page, 0.3)
    click_dot(page, "willpower", 3)  # its answer moves the limits of the row pressed next
    pressed = page.locator("label.dot", has=dot(page, "perception", 2))
    pressed.scroll_into_view_if_needed()
    box = pressed.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    expect(page.locator("section.group", has_text="Mental").locator(".spent")).to_have_text("4 left of 7")
    page.mouse.up()
    stored(pip, willpower=3, perception=2)


def test_leaving_waits_for_what_is_still_to_be_saved(page: Page, pip: Character) -> None:
    open_step(page, pip, "aspects")
    slow(page, 0.4)
    click_dot(page, "willpower", 2)
    click_dot(page, "perception", 1)
    page.get_by_role("link", name="Sheet", exact=True).click()
    page.wait_for_url(f"**/characters/{pip.pk}/")
    stored(pip, willpower=2, perception=1)
    open_step(page, pip, "aspects")
    click_dot(page, "willpower", 1)
    click_dot(page, "willpower", 2)
    page.get_by_role("button", name="Next: Abilities").click()
    page.wait_for_url("**/abilities/")
    stored(pip, willpower=2, perception=1)


def test_a_click_taken_back_after_a_lost_answer_is_taken_back(
    page: Page, pip: Character, complaints: Complaints
) -> None:
    open_step(page, pip, "aspects")

    def lose(route: Route) -> None:
        route.fetch()  # the server hears of it; the page never learns that it did
        route.abort()

    page.route("**/build/**", lose, times=1)  # a route left standing would only move while the page is asked something
    click_dot(page, "charm", 2)
    expect(page.locator("#offline")).to_be_visible()
    stored(pip, charm=2)
    dot(page, "charm", 0).evaluate("radio => radio.closest('label').click()")
    stored(pip, charm=None)
    quiet(page)
    expect(page.locator("#offline")).to_be_hidden()
    complaints.forgive("ERR_FAILED")
    complaints.forgive("htmx:sendError")
    complaints.forgive("htmx:afterRequest")


def test_offline_the_page_says_so_keeps_the_change_and_sends_it_later(
    page: Page, pip: Character, complaints: Complaints
) -> None:
    open_step(page, pip, "aspects")
    banner = page.locator("#offline")
    page.context.set_offline(True)
    expect(banner).to_be_visible()
    with page.expect_event("requestfailed"):
        click_dot(page, "charm", 2)
    expect(dot(page, "charm", 2)).to_be_checked()
    expect(banner).to_contain_text("offline")
    saved = page.locator("#status time.saved")
    expect(saved).to_have_text("Not saved")
    stored(pip, charm=None)
    page.context.set_offline(False)
    stored(pip, charm=2)
    expect(banner).to_be_hidden()
    expect(saved).to_have_text(re.compile("^Saved"))
    expect(dot(page, "charm", 2)).to_be_checked()
    complaints.forgive("ERR_INTERNET_DISCONNECTED")
    complaints.forgive("htmx:sendError")
    complaints.forgive("htmx:afterRequest")
