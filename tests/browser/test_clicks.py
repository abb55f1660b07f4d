"""A character of each game made by hand on a phone, from the home page to the PDF, in so many clicks; and by wishes."""

import re
from io import BytesIO

import pytest
from playwright.sync_api import Locator, Page, expect
from pypdf import PdfReader

from characters.models import Character
from rules.kernel import Sheet
from rules.kernel.pages import Game
from rules.systems import every
from tests.browser.keyboard import QUIET

GOAL = 40
"""No game takes more."""
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


ROWS = 12
"""So many rows the table of backgrounds has for a die of twenty."""
RESERVED = 8
"""APs that are kept for a sword, a coat and a shield."""


class Mouse:
    """Clicks, and counts them."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks = page, 0

    def click(self, thing: Locator) -> None:
        thing.click()
        self.clicks += 1
        self.page.wait_for_function(QUIET)

    def begin(self, game: str) -> None:
        self.page.set_viewport_size({"width": 390, "height": 844})
        self.page.goto("/")
        self.click(self.page.get_by_role("button", name=f"Create a {game} character"))
        self.page.wait_for_url("**/build/**")

    def choose(self, path: str, key: str) -> None:
        option = self.page.locator(f'input[name="{path}"][value="{key}"]')
        self.click(self.page.locator(".choice > label", has=option))
        expect(option).to_be_checked()

    def pick(self, path: str, key: str) -> None:
        """In a drop-down list: a click opens it, another chooses."""
        self.page.locator(f'select[name="{path}"]').select_option(key)
        self.clicks += 2
        self.page.wait_for_function(QUIET)

    def take(self, key: str) -> None:
        self.click(self.page.locator(f'button[name="add"][value$=" {key}"]'))

    def more(self, key: str, times: int = 1) -> None:
        for _ in range(times):
            self.click(self.page.locator(f"#field-scores-{key} [data-by='1']"))

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
            self.spread(kind)

    def spread(self, kind: str) -> None:
        self.click(self.page.locator(f"#spread-{kind} button"))
        expect(self.page.locator(f"#spent-{kind}")).to_have_text(re.compile("^0 left"))

    def printed(self) -> str:
        """The words of the PDF that a click on the last step gives."""
        with self.page.expect_download() as caught:
            self.click(self.page.locator(".onward").get_by_role("button", name="Print"))
        leaves = PdfReader(BytesIO(caught.value.path().read_bytes())).pages
        return "".join(leaf.extract_text() for leaf in leaves)


def whole(sheet: Sheet) -> bool:
    """Whether nothing is wrong with it and nothing left to do."""
    return sheet.legal and not sheet.unfinished


@pytest.mark.usefixtures("worker")
def test_the_thorough_game_by_hand(page: Page) -> None:
    mouse = Mouse(page)
    mouse.begin("Harry Potter RPG")
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
    assert "Fortitude" in mouse.printed()
    sheet = Character.objects.get().read()
    assert sum(number > 0 for number in sheet.build.scores.values()) >= RATED
    assert whole(sheet)
    assert mouse.clicks <= MOST <= GOAL


@pytest.mark.usefixtures("worker")
def test_a_soldier_of_the_middle_ages_by_hand(page: Page) -> None:
    """However the dice fall: skills are bought while there are APs, but for what the arms cost."""
    mouse = Mouse(page)
    mouse.begin("Dominion Rules")
    mouse.choose("picks.race", "human")
    mouse.choose("picks.style", "soldier")
    mouse.onward("Attributes")
    mouse.click(page.locator("#field-rolls-attribute-dice-roll"))
    mouse.spread("attribute-points")
    mouse.onward("Character Generation Table")
    mouse.click(page.locator("#field-rolls-table-roll"))
    for asked in (page.locator(f"#field-picks-table-{place}") for place in (1, 2)):
        if asked.count():
            mouse.click(asked.locator(".choice > label").first)
    mouse.onward("Skills")
    wished = ["withstand-injury", "timing", "alertness", "*", *["strike", "parry", "dodge"] * 4]
    for key in wished:
        if key == "*":
            mouse.onward("Combat")
            continue
        sheet = Character.objects.get().read()
        if sheet.budgets["aps"].remaining - sheet[key] >= RESERVED:
            mouse.more(key)
    mouse.onward("Equipment")
    for thing in ("longsword", "light-armour", "shield"):
        mouse.take(thing)
    mouse.onward("Story")
    assert "Longsword" in mouse.printed()
    sheet = Character.objects.get().read()
    assert whole(sheet)
    assert sheet.budgets["aps"].remaining < RESERVED + 12
    assert mouse.clicks <= 34


@pytest.mark.usefixtures("worker")
def test_someone_with_a_gift_by_hand(page: Page) -> None:
    mouse = Mouse(page)
    mouse.begin("Duality")
    mouse.more("strength", 2)
    for key in ("willpower", "instinct", "knowledge"):
        mouse.more(key)
    mouse.onward("Speed and wealth")
    mouse.choose("picks.wealth", "modest")
    mouse.onward("Specializations")
    mouse.click(page.locator('.map a[data-pair="create fire"]'))
    mouse.click(page.locator(".grid-tags .option", has_text="Superhuman"))
    mouse.click(page.locator("#at-add"))
    mouse.onward("Experiences")
    mouse.click(page.locator("#field-entries-experiences-add"))
    page.keyboard.type("Raised by smugglers")
    mouse.onward("Abilities")
    mouse.take("take-the-advantage")
    mouse.onward("Combat styles")
    for place, (style, statistic) in enumerate((("melee", "strength"), ("evasive", "instinct"))):
        mouse.take(style)
        mouse.pick(f"entries.styles.{place}.picks.statistic", statistic)
    mouse.onward("Items")
    mouse.onward("Story")
    assert "Raised by smugglers" in mouse.printed()
    sheet = Character.objects.get().read()
    assert whole(sheet)
    assert sheet.budgets["xp"].remaining < 5
    assert mouse.clicks <= 26


@pytest.mark.usefixtures("worker")
def test_a_magician_of_the_city_by_hand(page: Page) -> None:
    mouse = Mouse(page)
    mouse.begin("Rough Magic")
    for key, rank in {"agility": 3, "brawn": 2, "presence": 3, "reason": 5, "power-level": 3}.items():
        mouse.click(page.locator(f"#field-scores-{key}-n"))
        page.keyboard.type(str(rank))
    mouse.onward("Skills")
    for skill in ("thaumaturgy", "perception", "stealth", "investigation", "athletics", "deception", "medicine",
                  "piloting", "science", "diplomacy"):  # fmt: skip
        mouse.click(page.locator("#field-entries-skills-offers .choice", has_text=skill.capitalize()).locator("button"))
    mouse.onward("Gifts and traits")
    for gift in ("Attentive", "Connected", "Elusive", "Fascinating"):
        mouse.click(page.locator("#field-entries-gifts-offers .choice", has_text=gift).locator("button"))
    mouse.onward("Specialty")
    mouse.choose("picks.avenue", "illusion")
    mouse.onward("Empowered objects")
    mouse.onward("Story")
    assert "Investigation" in mouse.printed()
    sheet = Character.objects.get().read()
    assert whole(sheet)
    assert sheet.budgets["character-points"].remaining < 12
    assert mouse.clicks <= 27


@pytest.mark.usefixtures("worker")
def test_a_hero_of_legend_by_hand(page: Page) -> None:
    """However the dice fall: a background is chosen for a die that the table has no row for."""
    mouse = Mouse(page)
    mouse.begin("Forge of Legends")
    mouse.click(page.locator("#field-rolls-backgrounds-roll"))
    dice = Character.objects.get().build["rolls"]["backgrounds"]
    others = (row for row in range(ROWS) if row + 1 not in dice)
    for place, die in enumerate(dice):
        if die > ROWS:
            field = page.locator(f"#field-entries-backgrounds-{place}-picks-row")
            mouse.click(field.locator("summary").first)
            mouse.click(field.locator(".choice > label").nth(next(others)))
    mouse.onward("Abilities")
    mouse.spread("ability-points")
    mouse.onward("Values and bonds")
    mouse.onward("Ancestry and class")
    mouse.choose("picks.ancestry", "dwarf")
    mouse.choose("picks.archetype", "warriors")
    mouse.onward("Possessions")
    mouse.onward("Story")
    assert "Dwarf" in mouse.printed()
    assert whole(Character.objects.get().read())
    assert mouse.clicks <= 16


@pytest.mark.parametrize("game", [game for game in every() if game.wishes], ids=lambda game: game.key)
def test_three_wishes_on_a_phone(page: Page, game: Game) -> None:
    """From the home page to play: a concept, two things to be good at, a twist."""
    assert game.wishes
    mouse = Mouse(page)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/")
    mouse.click(page.get_by_role("link", name="Make three wishes").first)
    mouse.click(page.get_by_role("link", name=f"for {game.name}"))
    mouse.click(page.locator(f'label:has(> input[name="concept"][value="{game.wishes.concepts[0].key}"])'))
    for wish in game.wishes.good_at[:2]:
        mouse.click(page.locator(f'label:has(> input[name="good"][value="{wish.key}"])'))
    mouse.click(page.locator(f'label:has(> input[name="twist"][value="{game.wishes.twists[0].key}"])'))
    mouse.click(page.get_by_role("link", name="Meet your character"))
    mouse.click(page.locator("#wished").get_by_role("button", name=re.compile("^Play ")))
    expect(page).to_have_url(re.compile(r"/play/$"))
    assert mouse.clicks <= 8
