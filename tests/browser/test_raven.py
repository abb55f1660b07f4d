"""The second game's merchant adventurer, from the empty home page to the printed record; and Ursula's grimoire."""

import re
import uuid
from io import BytesIO
from pathlib import Path

from playwright.sync_api import Locator, Page, expect
from pypdf import PdfReader

from campaigns.demo.demo import RAVEN, URSULA
from characters import actions
from characters.models import Character
from tests.browser.keyboard import QUIET

SCORES: dict[str, int] = RAVEN["scores"]
SKILLS = ("withstand-injury", "timing", "stealth", "pick-pockets", "literacy")
COMBAT = ("strike", "parry", "dodge")


def settled(page: Page) -> None:
    page.wait_for_function(QUIET)


def onward(page: Page, title: str) -> None:
    settled(page)
    page.get_by_role("button", name=f"Next: {title}").click()
    expect(page.get_by_role("heading", level=1, name=title)).to_be_visible()


def write(field: Locator, value: object) -> None:
    field.fill(str(value))
    field.blur()
    settled(field.page)


def test_raven_from_the_empty_page_to_the_printed_record(page: Page, worker: Path) -> None:
    page.goto("/")
    page.locator("main").get_by_role("link", name="New character").click()
    page.get_by_label("Name").fill("Raven")
    page.get_by_role("button", name="Create a Dominion Rules character").click()
    for key in ("race", "style"):
        page.locator(f'input[name="picks.{key}"][value="{RAVEN["picks"][key]}"]').check(force=True)
    onward(page, "Attributes")
    page.get_by_role("button", name="Roll 3d12").click()
    settled(page)
    for n, die in enumerate(RAVEN["rolls"]["attribute-dice"], 1):
        write(page.locator(f"#field-rolls-attribute-dice-{n}"), die)
    for key in ("vigour", "agility", "stamina", "intuition", "intellect", "luck"):
        page.locator("label.dot", has=page.locator(f"#field-scores-{key}-{SCORES[key]}")).click()
    settled(page)
    expect(page.locator("#budgets")).to_contain_text("0 left of 7")
    onward(page, "Character Generation Table")
    page.get_by_role("button", name="Roll 1d12").click()
    settled(page)
    write(page.locator("#field-rolls-table-1"), 11)
    onward(page, "Skills")
    for key in SKILLS:
        write(page.locator(f"#field-scores-{key}-n"), SCORES[key])
    page.get_by_role("button", name="Add a skill").click()
    settled(page)
    write(page.locator('[name="entries.skills.0.name"]'), "Haggling")
    page.locator('[name="entries.skills.0.picks.attribute"]').select_option("intuition")
    settled(page)
    write(page.locator('[name="entries.skills.0.scores.steps"]'), 1)
    onward(page, "Combat")
    for key in COMBAT:
        write(page.locator(f"#field-scores-{key}-n"), SCORES[key])
    onward(page, "Equipment")
    for place, thing in enumerate(RAVEN["entries"]["equipment"]):
        buy = page.locator(f'button[value="entries.equipment item {thing["picks"]["item"]}"]')
        buy.scroll_into_view_if_needed()
        before = buy.evaluate("one => one.getBoundingClientRect().top")
        buy.click()
        settled(page)
        expect(buy).to_be_focused()
        moved = abs(before - buy.evaluate("one => one.getBoundingClientRect().top"))
        assert moved < 1, "what is bought does not push the list away under the hand"
        held = "wielded" if "wielded" in thing["picks"] else "worn"
        flag = page.locator(f'input[type=checkbox][name="entries.equipment.{place}.picks.{held}"]')
        flag.check()
        settled(page)
        expect(flag).to_be_checked()
    flag = page.locator('input[type=checkbox][name="entries.equipment.1.picks.worn"]')
    flag.uncheck()
    settled(page)
    expect(flag).not_to_be_checked()
    flag.check()
    settled(page)
    expect(page.locator("#budgets")).to_contain_text(re.compile(r"\b1 left of 57"))
    raven = Character.objects.get()
    sheet = raven.read()
    assert sheet.legal
    assert {key: sheet[key] for key in ("combat", "strike", "strike-with-longsword", "within-torso", "aps")} == {
        "combat": 2, "strike": 6, "strike-with-longsword": 8, "within-torso": 6, "aps": 1,
    }  # fmt: skip
    page.goto(f"/characters/{raven.pk}/print/")
    page.get_by_role("button", name="Create PDF").click()
    link = page.get_by_role("link", name="Download the PDF")
    expect(link).to_be_visible()
    with page.expect_download() as caught:
        link.click()
    text = "\n".join(part.extract_text() for part in PdfReader(BytesIO(caught.value.path().read_bytes())).pages)
    for words in (
        "Raven",
        "Human, Merchant Adventurer",
        "Longsword",
        "Haggling",
        "Dramatis · Dominion Rules 1.0 · version",
    ):
        assert words in text


def test_ursula_finds_a_spell_by_a_slip_and_casts_slumber(page: Page, guest: uuid.UUID) -> None:
    ursula = actions.create_character(system="dominion", guest=guest, name="Ursula", build=URSULA)
    page.goto("/spells/")
    page.get_by_label("Search spells").fill("slumbr")
    results = page.locator("#results")
    expect(results.get_by_role("link", name="Slumber")).to_be_visible()
    page.get_by_label("Search spells").fill("")
    page.get_by_label("Game").select_option("dominion")
    expect(page.locator("#found")).to_have_text("81 spells")
    page.get_by_label("Stage").select_option("modifier")
    expect(page.locator("#found")).to_have_text("64 spells")
    page.goto("/spells/")
    page.get_by_role("navigation", name="Castable by").get_by_role("link", name="Ursula").click()
    expect(page.locator("#found")).to_have_text("70 spells")
    page.get_by_label("Show", exact=True).select_option("all")
    expect(page.locator("#found")).to_have_text("81 spells")
    page.get_by_label("Show", exact=True).select_option("")
    expect(page.locator("#found")).to_have_text("70 spells")
    settled(page)
    page.get_by_label("Search spells").fill("slumbr")
    expect(page.locator("#found")).to_have_text("1 spell")
    settled(page)
    page.locator("#results").get_by_role("link", name="Slumber").click()
    expect(page.locator("#result")).to_contain_text("50% chance of success: roll 1d12, 6 or less")
    page.get_by_label("Times resisted").fill("2")
    page.get_by_label("Times resisted").blur()
    expect(page.locator("#result")).to_contain_text("33% chance of success: roll 1d12, 4 or less")
    expect(page.locator("#result").get_by_title("1/3")).to_be_visible()
    assert ursula.version == Character.objects.get().version


def test_arms_are_searched_filtered_and_looked_through_before_one_is_bought(page: Page, guest: uuid.UUID) -> None:
    raven = actions.create_character(system="dominion", guest=guest, name="Raven", build=RAVEN)
    page.goto(f"/characters/{raven.pk}/build/equipment/")
    page.get_by_role("button", name="Change item Boots, leather").click()
    arms = page.get_by_role("group", name="Item")
    expect(arms.get_by_role("searchbox")).to_be_focused()
    arms.get_by_role("searchbox").fill("maul")
    others = arms.locator(".choice:visible:not(:has(:checked)) .name")
    expect(others).to_have_text(["Maul"])
    arms.get_by_role("searchbox").fill("")
    arms.get_by_role("button", name="Shields 3").click()
    expect(others).to_have_text(["Buckler", "Shield", "Great Shield"])
    arms.locator("[value=buckler]").focus()
    page.keyboard.press("ArrowDown")
    expect(arms.locator("[value=shield]")).to_be_focused()
    page.keyboard.press("Space")
    change = page.get_by_role("button", name="Change item Shield", exact=True)
    expect(change).to_be_focused()
    change.press("Enter")
    page.get_by_role("button", name="Keep Shield").press("Enter")
    expect(change).to_be_focused()
