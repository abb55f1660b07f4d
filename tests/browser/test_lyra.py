"""The third game: sixty experience points, three styles, two items, from the empty page to the printed sheet."""

import re
from io import BytesIO
from pathlib import Path

from playwright.sync_api import Page, expect
from pypdf import PdfReader

from characters.models import Character
from tests.browser.test_raven import onward, settled, write

STATISTICS = {"finesse": 2, "willpower": 1, "strength": 1, "presence": 1, "life": 30, "recovery": 11}
STYLES = (("melee", "finesse"), ("evasive", "instinct"), ("complex-powerful", "willpower"))


def choose(page: Page, name: str, value: str) -> None:
    select = page.locator(f'select[name="{name}"]')
    if select.count():
        select.select_option(value)
    else:
        page.locator(f'[name="{name}"][value="{value}"]').click()
    settled(page)


def put(page: Page, name: str, value: object) -> None:
    write(page.locator(f'[name="{name}"]'), value)


def add(page: Page, path: str) -> None:
    page.locator(f'button[name="add"][value="{path}"]').click()
    settled(page)


def test_lyra_from_the_empty_page_to_the_printed_sheet(page: Page, worker: Path) -> None:
    page.goto("/")
    page.locator("main").get_by_role("link", name="New character").click()
    page.get_by_label("Name").fill("Lyra")
    page.get_by_role("button", name="Create a Duality character").click()
    page.get_by_role("link", name="House rules").click()
    page.get_by_label("Starting XP").fill("60")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="Lyra").click()
    page.get_by_role("link", name="Edit", exact=True).click()

    for key, value in STATISTICS.items():
        put(page, f"scores.{key}", value)
    expect(page.locator("#budgets")).to_contain_text("30 left of 60")
    onward(page, "Speed and wealth")
    choose(page, "picks.speed", "fast")
    choose(page, "picks.wealth", "comfortable")
    onward(page, "Specializations")
    weave(page)
    onward(page, "Experiences")
    add(page, "entries.experiences")
    put(page, "entries.experiences.0.name", "Swallowed by a library")
    put(page, "entries.experiences.0.scores.bonus", 2)
    onward(page, "Abilities")
    add(page, "entries.abilities ability tank")
    onward(page, "Combat styles")
    for place, (kind, statistic) in enumerate(STYLES):
        add(page, f"entries.styles style {kind}")
        choose(page, f"entries.styles.{place}.picks.statistic", statistic)
    choose(page, "entries.styles.2.picks.specialization", "control-fire")
    put(page, "entries.styles.0.scores.dice", 1)
    onward(page, "Items")
    arm(page)
    expect(page.locator("#budgets")).to_contain_text(re.compile(r"\b0 left of 60"))
    expect(page.locator("#findings")).to_contain_text("Complete")
    is_lyra(Character.objects.get())
    page.get_by_role("link", name="Print", exact=True).click()
    page.get_by_role("button", name="Create PDF").click()
    link = page.get_by_role("link", name="Download the PDF")
    expect(link).to_be_visible()
    with page.expect_download() as caught:
        link.click()
    text = "\n".join(part.extract_text() for part in PdfReader(BytesIO(caught.value.path().read_bytes())).pages)
    for words in ("Lyra", "Needle", "Lamp that remembers", "Swallowed by a library", "Duality 0.3.4 · version"):
        assert words in text


def weave(page: Page) -> None:
    """One specialization by its square and raised, the other by the keyboard in the sentence."""
    page.get_by_role("link", name="Control Fire: none").click()
    page.get_by_role("radio", name="Complex & Powerful").check()
    expect(page.locator("#could")).to_contain_text("Lean a flame towards you")
    add = page.locator("#at-add")
    expect(add).to_have_text("Add · 3 XP")
    add.hover()
    expect(page.locator("#pointed")).to_contain_text("Control Fire")
    add.click()
    settled(page)
    expect(page.get_by_role("link", name="Control Fire: +1, Complex & Powerful")).to_be_visible()
    expect(add).to_have_text("Add · 2 XP")
    put(page, "scores.control-fire", 2)
    square = page.get_by_role("link", name="Control Fire: +2")
    square.focus()
    square.press("ArrowDown")
    expect(page.get_by_role("link", name="Create Fire: none")).to_be_focused()
    page.get_by_label("Verb").press_sequentially("know")
    page.get_by_label("Noun").press_sequentially("mind")
    expect(add).to_have_text("Add · 1 XP")
    add.press("Enter")
    settled(page)
    expect(page.locator(".held")).to_contain_text("2 of 60")


def test_a_tag_that_is_chosen_comes_along_to_the_next_step(page: Page) -> None:
    page.goto("/")
    page.locator("main").get_by_role("link", name="New character").click()
    page.get_by_role("button", name="Create a Duality character").click()
    page.locator("#steps").get_by_role("link", name="Specializations").click()
    page.get_by_role("link", name="Control Fire: none").click()
    page.get_by_role("radio", name="Simple & Weak").check()
    onward(page, "Experiences")
    expect(page.get_by_text("Added Control Fire +1, Simple & Weak.")).to_be_visible()
    page.locator("#steps").get_by_role("link", name="Specializations").click()
    page.get_by_role("link", name="Control Fire: +1, Simple & Weak").click()
    page.get_by_role("link", name="Know Mind: none").click()
    page.get_by_role("radio", name="Complex & Powerful").check()
    page.locator("#steps").get_by_role("link", name="Experiences").click()
    expect(page).to_have_url(re.compile("/experiences/"))
    kept = Character.objects.get().build
    assert kept["scores"] == {"control-fire": 1, "know-mind": 1}
    assert kept["picks"]["tag-know-mind"] == "complex-powerful"


def arm(page: Page) -> None:
    """A sword with a sharper edge, and a lamp."""
    add(page, "entries.items")
    put(page, "entries.items.0.name", "Needle")
    choose(page, "entries.items.0.picks.kind", "weapon")
    choose(page, "entries.items.0.picks.style", "0")
    page.locator('input[name="entries.items.0.picks.in-use"]').check()
    settled(page)
    page.locator("#field-entries-items-0-entries-features-new").click()
    page.get_by_role("button", name="Attack Take · 2 XP").click()
    settled(page)
    expect(page.locator('select[name="entries.items.0.entries.features.0.picks.feature"]')).to_have_value("attack")
    expect(page.get_by_role("button", name="Defend Take · 3 XP")).to_be_visible()
    expect(page.locator("#field-entries-items-0-gone")).to_have_text("Sell · 2 XP")
    expect(page.locator("#field-entries-items-0-worth")).to_contain_text(" +5 · ")
    add(page, "entries.items")
    put(page, "entries.items.1.name", "Lamp that remembers")
    choose(page, "entries.items.1.picks.kind", "relic")
    page.locator('input[name="entries.items.1.picks.in-use"]').check()
    settled(page)


def is_lyra(lyra: Character) -> None:
    sheet = lyra.read()
    assert (sheet.legal, sheet["xp"]) == (True, 0)
    assert {key: sheet[key] for key in ("style-1", "style-1-armed", "style-1-dice", "style-2", "style-3")} == {
        "style-1": 3, "style-1-armed": 5, "style-1-dice": 2, "style-2": 1, "style-3": 3,
    }  # fmt: skip


def test_a_pair_says_what_it_has_and_which_rule_one_more_would_break(page: Page) -> None:
    page.goto("/")
    page.locator("main").get_by_role("link", name="New character").click()
    page.get_by_role("button", name="Create a Duality character").click()
    page.locator("#steps").get_by_role("link", name="Specializations").click()
    add, flag, tags = page.locator("#at-add"), page.locator("#at-flag"), page.locator(".grid-tags")
    page.get_by_role("link", name="Control Fire: none").click()
    tags.get_by_label("Complex & Powerful").check()
    expect(flag).to_be_empty()
    add.click()
    settled(page)
    expect(page.locator("#at-left")).to_have_text("27 XP left")
    # Its own tag is chosen and costs nothing more; another is paid for with what it cost.
    expect(tags.get_by_label("Complex & Powerful")).to_be_checked()
    expect(tags.get_by_label("Human", exact=True)).to_be_hidden()
    expect(tags.locator(".costs:visible")).to_have_text(["1 XP more", "free", "has it"])
    expect(page.locator("#could-how")).to_contain_text("Wide and mighty magic")
    page.get_by_role("link", name="Know Mind: none").click()
    expect(tags.locator(":checked")).to_have_value("")
    expect(add).to_have_text("Add · 1 XP")
    page.get_by_role("link", name="Control Fire: +1").click()
    add.click()
    settled(page)
    expect(flag).to_have_text("Control Fire: 2 is the maximum.")
    add.click()
    settled(page)
    expect(flag).to_contain_text("Control Fire is 3; the maximum at creation is 2. Set it to 2.")
    page.locator("#steps").get_by_role("link", name="Statistics").click()
    put(page, "scores.life", 35)
    page.locator("#steps").get_by_role("link", name="Specializations").click()
    expect(page.locator("#at-left")).to_have_text("2 XP left")
    page.get_by_role("link", name="Know Mind: none").click()
    tags.get_by_label("Superhuman").check()
    expect(flag).to_have_text("Costs 4 XP, 2 left: adding it puts you 2 XP over.")
    add.click()
    settled(page)
    expect(flag).to_have_text("You are 2 XP over. Undo, or lower something.")
    expect(page.locator("#at-left")).to_have_text("2 XP over")
