"""The fourth game: a magician from the empty page to the printed sheet, and the bench that refuses her a spell."""

from io import BytesIO
from pathlib import Path

from playwright.sync_api import Page, expect
from pypdf import PdfReader

from characters.models import Character
from tests.browser.test_lyra import add, choose, put
from tests.browser.test_raven import onward, settled

ATTRIBUTES = {"agility": 3, "brawn": 2, "presence": 4, "reason": 5, "power-level": 4}


def test_melisande_from_the_empty_page_to_the_printed_sheet(page: Page, worker: Path) -> None:
    page.goto("/")
    page.locator("main").get_by_role("link", name="New character").click()
    page.get_by_label("Name").fill("Melisande")
    page.get_by_role("button", name="Create a Rough Magic character").click()
    onward(page, "Skills")  # a number that is missing yet is a finding, and no reason to hold anybody back
    page.get_by_role("button", name="Back: Attributes").click()
    for key, rank in ATTRIBUTES.items():
        put(page, f"scores.{key}", rank)
    expect(page.locator("#budgets")).to_contain_text("18 left of 40")
    onward(page, "Skills")
    for place, name in enumerate(("Thaumaturgy", "Perception")):
        add(page, "entries.skills")
        put(page, f"entries.skills.{place}.name", name)
    onward(page, "Gifts and traits")
    add(page, "entries.gifts")
    put(page, "entries.gifts.0.name", "Attentive")
    onward(page, "Specialty")
    page.locator('input[name="picks.avenue"][value="illusion"]').check(force=True)
    settled(page)
    onward(page, "Empowered objects")
    add(page, "entries.empowered")
    put(page, "entries.empowered.0.name", "Pearl that stays warm")
    put(page, "entries.empowered.0.scores.rating", 2)
    page.locator('input[name="entries.empowered.0.picks.permanent"]').check()
    settled(page)
    expect(page.locator("#budgets")).to_contain_text("13 left of 40")
    onward(page, "Story")
    page.get_by_role("navigation", name="Steps").get_by_role("link", name="Consequences").click()
    settled(page)
    choose(page, "picks.consequence", "minor")
    page.get_by_role("button", name="Roll 2d6").click()
    settled(page)
    expect(page.locator("#findings")).to_contain_text("Complete")
    melisande = Character.objects.get()
    sheet = melisande.read()
    assert (sheet.legal, sheet["av-illusion"], sheet["endurance"]) == (True, 9, 4)
    assert len(sheet.build.rolls["consequence"]) == 2
    assert melisande.by_hand == frozenset()
    page.get_by_role("link", name="Print", exact=True).click()
    page.get_by_label("Add an appendix with every breakdown").check()
    page.get_by_role("button", name="Create PDF").click()
    link = page.get_by_role("link", name="Download the PDF")
    expect(link).to_be_visible()
    with page.expect_download() as caught:
        link.click()
    text = "\n".join(part.extract_text() for part in PdfReader(BytesIO(caught.value.path().read_bytes())).pages)
    for words in ("Melisande", "Specialised in Illusion", "Pearl that stays warm", "a public web page",
                  "Mage Hand", "oldid=7320", "Dramatis · Rough Magic 3e · version"):  # fmt: skip
        assert words in text


def test_the_bench_refuses_a_spell_with_no_dice_left(page: Page, worker: Path) -> None:
    page.goto("/")
    page.locator("main").get_by_role("link", name="New character").click()
    page.get_by_label("Name").fill("Melisande")
    page.get_by_role("button", name="Create a Rough Magic character").click()
    for key, rank in ATTRIBUTES.items():
        put(page, f"scores.{key}", rank)
    onward(page, "Skills")
    add(page, "entries.skills")
    put(page, "entries.skills.0.name", "Thaumaturgy")
    page.goto(f"/characters/{Character.objects.get().pk}/spells/creation/")
    result = page.locator("#result")
    expect(result.get_by_title("545/648")).to_be_visible()
    expect(result).to_contain_text("0.19 on average")
    page.get_by_label("Range").select_option("world")
    expect(result).to_contain_text("Drop “Across the world” first: that leaves 2 dice.")
    expect(result).to_contain_text("You can’t attempt this")
    page.get_by_label("Ritual").select_option("month")
    expect(result).to_contain_text("1d6 + 9 vs 2d6 + 6")
