"""The handbook's Auror from the empty home page to the downloaded sheet: by keyboard alone, and without scripts."""

from io import BytesIO
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Download, Page, expect
from pypdf import PdfReader

from campaigns.demo.demo import JANE
from characters.models import Character
from tests.browser.conftest import Windows
from tests.browser.keyboard import Keyboard

NAME = "Jane Alderwick"
SCORES: dict[str, int] = JANE["scores"]
PICKS = JANE["picks"]
RANKS = JANE["ranks"]
NOTES = JANE["notes"]
GEAR = [(item["name"], item["notes"]["detail"]) for item in JANE["entries"]["gear"]]


def rows(page: Page) -> list[str]:
    """The keys of the ratings on this page that Jane buys dots in, from top to bottom."""
    ids = page.locator("[id^='field-scores-']").evaluate_all("all => all.map(element => element.id)")
    return [key for id in ids if SCORES.get(key := id.removeprefix("field-scores-"))]


def is_jane(character: Character) -> None:
    """She is who the handbook says: seven passive perception, and no rule broken."""
    sheet = character.read()
    assert (sheet.legal, sheet.unfinished) == (True, False)
    assert (sheet["passive-perception"], sheet["elemental"], sheet["willpower"]) == (7, 3, 4)
    assert (sheet["perception"], sheet["alertness"]) == (3, 4)
    expected = {path: value for path, value in SCORES.items() if value}
    assert {k: v for k, v in character.build["scores"].items() if v} == expected
    assert character.name == NAME


def is_her_sheet(download: Download) -> None:
    content = download.path().read_bytes()
    text = "".join(leaf.extract_text() for leaf in PdfReader(BytesIO(content)).pages)
    assert NAME in text
    assert "Fortitude" in text
    assert download.suggested_filename == "jane-alderwick.pdf"


def says_the_verdict(page: Page) -> None:
    """The page shows what the rules found."""
    expect(page.locator("#findings")).to_contain_text("Complete")
    figures = page.locator("#figures")
    expect(figures.locator("div", has=page.get_by_role("link", name="Passive perception"))).to_contain_text("7")


@pytest.mark.usefixtures("worker")
def test_jane_by_keyboard_alone(page: Page) -> None:
    keys = Keyboard(page)
    page.goto("/")
    keys.to(page.locator("main").get_by_role("link", name="New character"))
    keys.page.keyboard.press("Enter")
    page.wait_for_url("**/new/")
    keys.to(page.get_by_label("Name"))
    keys.write(NAME)
    keys.to(page.get_by_role("button", name="Create a Harry Potter RPG character"))
    page.keyboard.press("Enter")
    page.wait_for_url("**/build/**")

    keys.choose("picks.species", PICKS["species"])
    onward(keys, "Personality")
    keys.choose("picks.personality", PICKS["personality"])
    onward(keys, "Archetype")
    keys.choose("picks.archetype", PICKS["archetype"], most=60)
    for row in ("archetype-dot-3", "archetype-dot-6"):
        pick(keys, row)
    onward(keys, "Aspects")
    rank(keys, "aspects")
    fill_dots(keys)
    onward(keys, "Abilities")
    rank(keys, "abilities")
    fill_dots(keys)
    onward(keys, "Affinities")
    fill_dots(keys)
    onward(keys, "Feats, spells, gear")
    for spell in PICKS["spells"]:
        box = page.locator(f'input[name="picks.spells"][value="{spell}"]')
        keys.to(box, 90)
        page.keyboard.press("Space")
        expect(box).to_be_checked()
        keys.settle()
    pack(keys)
    onward(keys, "Story")
    for key, text in NOTES.items():
        keys.to(page.locator(f'[name="notes.{key}"]'))
        keys.write(text)
    keys.press("Tab")
    expect(page.locator("#findings")).to_contain_text("Complete")

    keys.to(page.get_by_role("navigation", name="Steps").get_by_role("link", name="Aspects"), 90)
    page.keyboard.press("Enter")
    page.wait_for_url("**/aspects/")
    says_the_verdict(page)
    keys.to(page.get_by_role("link", name="Print", exact=True))
    page.keyboard.press("Enter")
    page.wait_for_url("**/print/")
    keys.to(page.get_by_role("button", name="Create PDF"))
    page.keyboard.press("Enter")
    link = page.get_by_role("link", name="Download the PDF")
    expect(link).to_be_visible()
    keys.to(link)
    with page.expect_download() as caught:
        page.keyboard.press("Enter")
    is_her_sheet(caught.value)
    is_jane(Character.objects.get())
    assert keys.unseen == [], "the focus was there but could not be seen"


def onward(keys: Keyboard, step: str) -> None:
    keys.to(keys.page.get_by_role("button", name=f"Next: {step}"), 150)
    keys.page.keyboard.press("Enter")
    expect(keys.page.get_by_role("heading", level=1, name=step)).to_be_visible()


def pick(keys: Keyboard, row: str) -> None:
    """A dot of one's choice: a drop-down or a group of cards."""
    drop_down = keys.page.locator(f'select[name="picks.{row}"]')
    expect(keys.page.locator(f"#field-picks-{row}")).to_be_attached()
    if drop_down.count():
        keys.select(drop_down, PICKS[row])
    else:
        keys.choose(f"picks.{row}", PICKS[row])


def rank(keys: Keyboard, key: str) -> None:
    for wanted in RANKS[key][:-1]:  # the last place needs no press
        button = keys.page.locator(f"#field-ranks-{key} .rank[value^='ranks.{key} {wanted} ']")
        behind = button.evaluate("button => document.activeElement.compareDocumentPosition(button) === 2")
        keys.to(button, key="Shift+Tab" if behind else "Tab")
        keys.page.keyboard.press("Enter")
        expect(keys.page.locator(f"#field-ranks-{key} .placed .name", has_text=wanted.capitalize())).to_be_visible()
        keys.settle()
    expect(keys.page.locator(f"#field-ranks-{key} .placed")).to_have_count(3)


def fill_dots(keys: Keyboard) -> None:
    """Type each rating: a digit sets the whole of it, what is given and what is bought."""
    for key in rows(keys.page):
        name = f"scores.{key}"
        keys.to_group(name)
        radio = keys.page.locator(f"#field-scores-{key}-{SCORES[key]}")
        keys.page.keyboard.press(radio.get_attribute("data-total") or "")
        expect(radio).to_be_checked()
        keys.settle()


def pack(keys: Keyboard) -> None:
    for n, (name, detail) in enumerate(GEAR):
        keys.to(keys.page.get_by_role("button", name="Add an item"), 90)
        keys.page.keyboard.press("Enter")
        field = keys.page.locator(f'[name="entries.gear.{n}.name"]')
        expect(field).to_be_visible()
        keys.to(field, 120)
        keys.write(name)
        keys.to(keys.page.locator(f'[name="entries.gear.{n}.notes.detail"]'))
        keys.write(detail)
        keys.press("Tab")


def test_jane_without_scripts(windows: Windows, worker: Path) -> None:
    context: BrowserContext = windows(java_script_enabled=False)
    page = context.new_page()
    page.goto("/")
    page.locator("main").get_by_role("link", name="New character").click()
    page.get_by_label("Name").fill(NAME)
    page.get_by_role("button", name="Create a Harry Potter RPG character").click()
    for step, next_step in (("species", "Personality"), ("personality", "Archetype")):
        page.locator(f'input[name="picks.{step}"][value="{PICKS[step]}"]').check(force=True)
        press(page, f"Next: {next_step}")
    page.locator(f'input[name="picks.archetype"][value="{PICKS["archetype"]}"]').check(force=True)
    press(page, "Save")
    for row in ("archetype-dot-3", "archetype-dot-6"):
        place(page, f"picks.{row}", PICKS[row])
    press(page, "Next: Aspects")
    for step, next_step in (("aspects", "Abilities"), ("abilities", "Affinities")):
        for wanted in RANKS[step][:-1]:
            with page.expect_navigation():
                page.locator(f"#field-ranks-{step} .rank", has_text=wanted.capitalize()).click()
        check_dots(page)
        press(page, f"Next: {next_step}")
    check_dots(page)
    press(page, "Next: Feats, spells, gear")
    for spell in PICKS["spells"]:
        page.locator(f'input[name="picks.spells"][value="{spell}"]').check(force=True)
    for n, (name, detail) in enumerate(GEAR):
        press(page, "Add an item")
        page.locator(f'[name="entries.gear.{n}.name"]').fill(name)
        page.locator(f'[name="entries.gear.{n}.notes.detail"]').fill(detail)
    press(page, "Next: Story")
    for key, text in NOTES.items():
        page.locator(f'[name="notes.{key}"]').fill(text)
    press(page, "Save")
    page.get_by_role("navigation", name="Steps").get_by_role("link", name="Aspects").click()
    says_the_verdict(page)
    page.get_by_role("link", name="Print", exact=True).click()
    page.get_by_role("button", name="Create PDF").click()
    link = page.get_by_role("link", name="Download the PDF")
    expect(link).to_be_visible()
    with page.expect_download() as caught:
        link.click()
    is_her_sheet(caught.value)
    jane = Character.objects.get()
    is_jane(jane)
    assert jane.build["picks"] == PICKS
    assert jane.build["ranks"] == RANKS
    assert {key: text for key, text in jane.build["notes"].items() if text} == NOTES


def press(page: Page, name: str) -> None:
    """Press a button that sends the form, and wait for the whole of the answer."""
    with page.expect_navigation():
        page.get_by_role("button", name=name).click()


def place(page: Page, name: str, value: str) -> None:
    drop_down = page.locator(f'select[name="{name}"]')
    if drop_down.count():
        drop_down.select_option(value)
    else:
        page.locator(f'input[name="{name}"][value="{value}"]').check(force=True)


def check_dots(page: Page) -> None:
    for key in rows(page):
        page.locator(f"#field-scores-{key}-{SCORES[key]}").check(force=True)
