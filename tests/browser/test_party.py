"""A game master prints the party of a small table: chosen, waited for, opened, and without who cannot be drawn."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect

from campaigns import actions as sitting
from campaigns.demo.demo import ISHKA, JANE, RAVEN
from campaigns.review import decisions
from characters import actions
from characters.models import Character, Mark
from tests.browser.conftest import Windows
from tests.browser.test_accessibility import SPILLS
from tests.characters.prints.paper import faults, open_pdf

LogIn = Callable[[BrowserContext, str], Any]
ENDLESS = {"notes": {f"chapter-{n}": "&" * 3_999 for n in range(30)}}
"""Small enough to keep, and too long to print: each sign takes five on the page."""


@pytest.mark.usefixtures("worker")
def test_a_party_is_printed_with_a_sheet_that_fails_and_then_whole(windows: Windows, log_in: LogIn) -> None:
    window = windows()
    rowena = log_in(window, "rowena")
    table = sitting.create_campaign(name="Thursdays", by=rowena)
    for name, system, build in (("Jane", "hprpg", JANE), ("Raven", "dominion", RAVEN), ("Dodge", "hprpg", ENDLESS)):
        actions.create_character(system=system, by=rowena, name=name, build=build, campaign=table, npc=name == "Raven")
    page = window.new_page()
    _fought(page, reverse("prep", args=[table.pk]))
    page.goto(table.get_absolute_url())
    page.get_by_role("link", name="Print the party").click()
    expect(page.get_by_role("group", name="NPCs")).to_contain_text("Raven")
    page.get_by_role("button", name="Create PDF").click()
    page.evaluate("window.same = true")
    expect(page.get_by_role("progressbar", name="Print")).to_have_attribute("max", "300")
    job, download = page.locator("#job"), page.get_by_role("link", name="Download the PDF")
    expect(download).to_be_visible()
    expect(job).to_contain_text("Dodge’s sheet couldn’t be created: This sheet is too long to print.")
    assert page.evaluate("window.same") is True
    assert marks(window, page.url) == ["Summary", "Jane", "Fight cards"]

    # Mended, and tried again: the rest is not made anew.
    Character.objects.filter(name="Dodge").update(build={}, version=2)
    page.get_by_role("button", name="Try again").click()
    expect(job).to_contain_text("Your PDF is ready: 2 sheets.")
    assert marks(window, page.url) == ["Summary", "Dodge", "Jane", "Fight cards"]


def _fought(page: Page, prep: str) -> None:
    """On a fight card, quick presses become one step, and a number rolls."""
    page.goto(prep)
    page.get_by_role("link", name="Open all cards").click()
    card = page.get_by_role("article", name="Raven")
    for _ in range(3):
        card.get_by_role("button", name="Injury taken +1").click()
    expect(card).to_contain_text("3 of 16 Injury taken")
    assert list(Mark.objects.values_list("asked", "done")) == [(3, 3)]
    card.get_by_role("button", name="Roll Brawling").click()
    expect(card.locator(".last")).to_contain_text("Brawling 1d12")


def marks(window: BrowserContext, address: str) -> list[str]:
    """The bookmarks of the file, which everybody can read."""
    content = window.request.get(f"{address}file/").body()
    assert faults(content) == []
    return [str(entry.title) for entry in open_pdf(content).outline]  # type: ignore[union-attr]


def test_letters_twice_as_large_fit_the_cards_of_a_party(windows: Windows, log_in: LogIn) -> None:
    """How a character stands is on a chip, and its longest words are broader than a card of a phone then."""
    window = windows()
    rowena = log_in(window, "rowena")
    table = sitting.create_campaign(name="Thursdays", by=rowena)
    ishka = actions.create_character(system="duality", by=rowena, name="Ishka", build=ISHKA, campaign=table)
    decisions.submit(character=ishka, by=rowena)
    decisions.approve(character=ishka, by=rowena, seen=ishka.version)
    actions.change_build(character=ishka, changes={"scores.wealth": 1}, drawn=ishka.version)
    page = window.new_page()
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(table.get_absolute_url())
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    expect(page.get_by_text("Changed since approval").first).to_be_visible()
    assert page.evaluate(SPILLS) == []
