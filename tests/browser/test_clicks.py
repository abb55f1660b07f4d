"""A character made by hand, from the empty home page to the PDF, in so many clicks and nothing else."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from pypdf import PdfReader

from characters.models import Character
from tests.browser.keyboard import QUIET

MOST = 37
RANKS = {"aspects": ("mental", "social"), "abilities": ("knowledge", "innate")}
"""What comes first and second; the third place needs no click."""
STRONG = {
    "aspects": {"intelligence": 3, "willpower": 2, "charm": 3},
    "abilities": {**dict.fromkeys(("arcane", "history", "alertness", "conviction"), 3), "covert": 2},
    "affinities": {"elemental": 2, "curses": 2, "warding": 2},
}
"""What she is good at. The other dots go to the rest of each kind, which one button a kind does."""
SPREAD = {
    "aspects": ("aspects-mental", "aspects-social", "aspects-physical"),
    "abilities": ("abilities-knowledge", "abilities-innate", "abilities-practical", "archetype-abilities"),
}
RATED = 29
"""So many of her ratings are bought."""


class Mouse:
    """Clicks, and counts them."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks = page, 0

    def click(self, thing: Locator) -> None:
        thing.click()
        self.clicks += 1
        self.page.wait_for_function(QUIET)

    def choose(self, path: str, key: str) -> None:
        option = self.page.locator(f'input[name="{path}"][value="{key}"]')
        self.click(self.page.locator(".choice > label", has=option))
        expect(option).to_be_checked()

    def onward(self, step: str) -> None:
        self.click(self.page.get_by_role("button", name=f"Next: {step}"))
        expect(self.page.get_by_role("heading", level=1, name=step)).to_be_visible()

    def rank(self, key: str) -> None:
        for name in RANKS[key]:
            self.click(self.page.locator(f"#field-ranks-{key} .rank", has_text=name.capitalize()))
        expect(self.page.locator(f"#field-ranks-{key} .placed")).to_have_count(3)

    def dots(self, step: str) -> None:
        for key, bought in STRONG[step].items():
            dot = self.page.locator(f"#field-scores-{key}-{bought}")
            self.click(self.page.locator("label.dot", has=dot))
            expect(dot).to_be_checked()
        for kind in SPREAD.get(step, ()):
            self.click(self.page.locator(f"#spread-{kind} button"))
            expect(self.page.locator(f"#spent-{kind}")).to_have_text(re.compile("^0 left"))


@pytest.mark.usefixtures("worker")
def test_the_thorough_game_by_hand(page: Page, worker: Path) -> None:
    mouse = Mouse(page)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/")
    mouse.click(page.get_by_role("button", name="Create a Harry Potter RPG character"))
    page.wait_for_url("**/build/**")
    mouse.choose("picks.species", "human-halfblood")
    mouse.onward("Personality")
    mouse.choose("picks.personality", "schemer")
    mouse.onward("Archetype")
    mouse.choose("picks.archetype", "auror")
    mouse.choose("picks.archetype-dot-3", "warding")
    mouse.choose("picks.archetype-dot-6", "hexes")
    mouse.onward("Aspects")
    mouse.rank("aspects")
    mouse.dots("aspects")
    mouse.onward("Abilities")
    mouse.rank("abilities")
    mouse.dots("abilities")
    mouse.onward("Affinities")
    mouse.dots("affinities")
    mouse.onward("Feats, spells, gear")
    mouse.choose("picks.spells", "incendio")
    mouse.onward("Story")
    with page.expect_download() as caught:
        mouse.click(page.locator(".onward").get_by_role("button", name="Print"))
    text = "".join(leaf.extract_text() for leaf in PdfReader(BytesIO(caught.value.path().read_bytes())).pages)
    assert "Fortitude" in text
    sheet = Character.objects.get().read()
    assert sum(number > 0 for number in sheet.build.scores.values()) >= RATED
    assert (sheet.legal, sheet.unfinished) == (True, False)
    assert mouse.clicks <= MOST
