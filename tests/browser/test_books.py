"""A book written in the browser, mended, published and carried into another account; with scripts and without."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, Route, expect

from rules import systems
from rules.homebrew import authoring
from rules.kernel import kind_of
from tests.browser.conftest import Windows
from tests.conftest import Complaints

LogIn = Callable[[BrowserContext, str], Any]


def said(page: Page, words: str) -> None:
    """The page answered with these words."""
    expect(page.locator("#messages")).to_contain_text(words)


def _sent(route: Route) -> str:
    return route.request.post_data or ""


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_book_from_its_title_to_another_account(
    windows: Windows, log_in: LogIn, tmp_path: Path, scripts: bool
) -> None:
    authors, readers = windows(java_script_enabled=scripts), windows()
    log_in(authors, "rowena")
    log_in(readers, "mira")
    page = authors.new_page()

    # Begin it, and write a species whose number feeds itself.
    page.goto("/books/")
    page.get_by_role("link", name="New homebrew").first.click()
    page.get_by_label("Title").fill("Deep Water")
    page.get_by_label("Game").select_option("hprpg")
    page.get_by_role("button", name="Create book").click()
    said(page, "Created Deep Water.")
    page.get_by_role("link", name="Species", exact=True).click()
    page.get_by_label("Name", exact=True).fill("Selkie")
    page.get_by_label("Summary").fill("At home in two skins.")
    rows = page.get_by_role("group", name="Bonuses, row")
    expect(rows).to_have_count(1)
    if scripts:  # typed on while the answer is on its way
        held: list[Route] = []
        page.route("**/new/species/", lambda it: it.continue_() if "preview" in _sent(it) else held.append(it))
        page.get_by_role("button", name="Add another to bonuses").click()
        rows.nth(0).get_by_label("Amount", exact=True).fill("7")
        page.get_by_label("Summary").fill("At home in two skins, and in one.")
        held.pop().continue_()
        page.unroute("**/new/species/")
        expect(rows).to_have_count(2)
        expect(rows.nth(0).get_by_label("Amount", exact=True)).to_have_value("7")
        expect(page.get_by_label("Summary")).to_have_value("At home in two skins, and in one.")
        expect(page.get_by_label("Summary")).to_be_focused()
        rows.nth(0).get_by_label("Amount", exact=True).fill("")
    else:
        page.get_by_role("button", name="Add another to bonuses").click()
    expect(rows).to_have_count(2)
    expect(page.get_by_label("Name", exact=True)).to_have_value("Selkie")
    last = rows.nth(1)
    last.get_by_label("Adds to").select_option(label="Willpower")
    last.get_by_label("Amount", exact=True).fill("1")
    last.get_by_label("Per point of").select_option(label="Fortitude")
    page.get_by_role("button", name="Preview").click()
    notes = page.locator("#preview")
    expect(notes).to_contain_text("These bonuses depend on each other")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Selkie")
    page.get_by_role("button", name="Add to the book").click()
    said(page, "Saved Selkie.")

    # The fault is said, publishing is refused, the mended book is published.
    faults = page.locator("#faults")
    expect(faults).to_contain_text("These stats depend on each other: Willpower → Fortitude → Willpower.")
    page.get_by_role("button", name="Publish").click()
    said(page, "Fix 1 problem before publishing.")
    faults.get_by_role("link", name="Open Selkie").click()
    page.get_by_role("group", name="Bonuses, row 1").get_by_label("Per point of").select_option("")
    page.get_by_role("button", name="Save").last.click()
    expect(faults).to_have_count(0)
    page.get_by_role("button", name="Publish").click()
    said(page, "Published edition 1 of Deep Water.")

    # Out as a file, and in under another account.
    with page.expect_download() as download:
        page.get_by_role("link", name="Export").click()
    file = tmp_path / "deep.json"
    download.value.save_as(file)
    other = readers.new_page()
    other.goto("/books/import/")
    other.get_by_label("File", exact=True).set_input_files(file)
    other.get_by_role("button", name="Import").click()
    said(other, "Imported Deep Water as a draft of edition 1.")
    expect(other.get_by_role("link", name="Selkie")).to_be_visible()


MADE_OF = r'<[a-z]+|(?:class|type)="[^"]*"|\b(?:data|hx|style|on)[a-z-]*(?==)'
"""Tags, kinds of fields and what scripts go by, in the text of a form."""
TAKEN = """() => {
  const names = new Set();
  for (let at = HTMLFormElement.prototype; at; at = Object.getPrototypeOf(at))
    Object.getOwnPropertyNames(at).forEach(name => names.add(name));
  return [...names];
}"""
"""What a form has by itself, and a field of that name would hide from scripts."""


def test_the_form_of_every_kind_opens_without_a_complaint(
    windows: Windows, log_in: LogIn, complaints: Complaints
) -> None:
    """The browser opens those that have something in them which no other had; the names are read in all of them."""
    authors, client = windows(), Client()
    author = log_in(authors, "rowena")
    client.force_login(author)
    page = authors.new_page()
    taken, seen = set(page.evaluate(TAKEN)), set[str]()
    assert {"submit", "action", "elements"} <= taken
    for game in systems.every():
        found = authoring.begin(by=author, system=game.key, title=f"Deep {game.name}")
        for kind in game.homebrew:
            address = reverse("entry_new", args=[found.pk, kind_of(kind)])
            form = client.get(address).content.decode().partition('id="entry-form"')[2].partition("</form>")[0]
            names = set(re.findall(r'\bname="([^"]+)"', form))
            assert len(names) > 2
            assert names & taken == set(), f"{game.key} {kind.__name__}"
            if new := set(re.findall(MADE_OF, form)) - seen:
                seen |= new
                page.goto(address)
                expect(page.get_by_role("button", name="Add to the book")).to_be_visible()
                assert complaints == [], f"{game.key} {kind.__name__}"
