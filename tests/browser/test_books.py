"""A book written in the browser, mended, published and carried into another account; with scripts and without."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect

from rules import systems
from rules.homebrew import authoring
from rules.kernel import kind_of
from tests.browser.conftest import Windows

LogIn = Callable[[BrowserContext, str], Any]


def said(page: Page, words: str) -> None:
    """The page answered with these words."""
    expect(page.locator("#messages")).to_contain_text(words)


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
    expect(rows).to_have_count(2)
    page.get_by_role("button", name="Add another to bonuses").click()
    expect(rows).to_have_count(5)
    expect(page.get_by_label("Name", exact=True)).to_have_value("Selkie")
    last = rows.nth(4)
    last.get_by_label("Adds to").select_option(label="Willpower")
    last.get_by_label("Amount").fill("1")
    last.get_by_label("Per point of").select_option(label="Fortitude")
    page.get_by_role("button", name="Save").last.click()
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


def test_the_form_of_every_kind_opens_without_a_complaint(windows: Windows, log_in: LogIn) -> None:
    authors = windows()
    author = log_in(authors, "rowena")
    page = authors.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
    page.on("console", lambda said: complaints.append(f"{page.url}: {said.text}") if said.type == "error" else None)
    for game in systems.every():
        found = authoring.begin(by=author, system=game.key, title=f"Deep {game.name}")
        for kind in game.homebrew:
            page.goto(reverse("entry_new", args=[found.pk, kind_of(kind)]))
            expect(page.get_by_role("button", name="Save").last).to_be_visible()
            lost = page.evaluate(
                """() => {
                    const form = document.getElementById("entry-form");
                    return [...form.elements].map(one => one.name).filter(name => name in HTMLFormElement.prototype);
                }"""
            )
            assert lost == [], f"{game.key} {kind.__name__}"
    assert complaints == []
