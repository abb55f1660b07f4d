"""A game that rests on a fragment: dice, blanks and bonds, the roll bench, from the empty page to the printed sheet."""

from io import BytesIO
from pathlib import Path

from playwright.sync_api import Page, expect
from pypdf import PdfReader

from characters.models import Character
from tests.browser.test_lyra import add, put
from tests.browser.test_raven import onward, settled, write

PATH = "entries.backgrounds"


def test_halla_from_the_empty_page_to_the_printed_sheet(page: Page, worker: Path) -> None:
    page.goto("/")
    page.get_by_role("button", name="Create a Forge of Legends character").click()
    page.get_by_label("Name", exact=True).fill("Halla")
    backgrounds(page)
    onward(page, "Abilities")
    for key, value in {"agility": 4, "brawn": 2, "cunning": 3}.items():
        put(page, f"scores.{key}", value)
    expect(page.locator("#findings")).to_contain_text("1 ability point over (9 of 8).")
    put(page, "scores.agility", 3)
    put(page, "scores.momentum", 14)
    expect(page.locator("#budgets")).to_contain_text("0 left of 8")
    expect(page.locator("#step-form")).to_contain_text("Ask your GM how large it is.")
    onward(page, "Values and bonds")
    put(page, "entries.values.2.name", "Keep your word")
    put(page, "entries.values.2.scores.rating", 4)
    add(page, "entries.bonds")
    put(page, "entries.bonds.0.name", "The ferryman")
    onward(page, "Ancestry and class")
    page.locator('input[name="picks.ancestry"][value="elf"]').check(force=True)
    settled(page)
    onward(page, "Possessions")
    add(page, "entries.possessions")
    put(page, "entries.possessions.0.name", "Bell rope")
    put(page, "entries.possessions.0.scores.bulk", 12)
    expect(page.locator("#findings")).to_contain_text("Encumbered: you carry 12 bulk; your capacity is 11.")
    expect(page.locator("#findings")).to_contain_text("Complete")
    is_halla(Character.objects.get())
    page.get_by_role("link", name="Sheet", exact=True).click()
    bench(page)
    page.get_by_role("link", name="Halla").click()
    prints(page)


def backgrounds(page: Page) -> None:
    """Three dice of the server's, then typed ones: two alike, then a row that nobody knows."""
    page.get_by_role("button", name="Roll 3d20").click()
    settled(page)
    dice = [page.locator(f"#field-rolls-backgrounds-{n}") for n in (1, 2, 3)]
    assert len({die.input_value() for die in dice}) == 3
    expect(page.get_by_text("rolled in Dramatis")).to_be_visible()
    for die, number in zip(dice, (3, 7, 7), strict=True):
        write(die, number)
    expect(page.locator("#findings")).to_contain_text("You rolled 7 more than once.")
    write(dice[2], 15)
    expect(page.locator("#findings")).to_contain_text("Background 3: ask your GM what a roll of 15 means.")
    put(page, f"{PATH}.2.name", "Bell-ringer")
    expect(page.locator("#findings")).not_to_contain_text("what a roll of 15 means")


def bench(page: Page) -> None:
    """Brawn at standard difficulty with a background: plain, pushed and safe beside each other, as in the examples."""
    page.get_by_role("link", name="Odds calculator").click()
    result = page.locator("#result")
    page.get_by_label("Ability or value", exact=True).select_option("cunning")
    expect(result).to_contain_text("2d8; each die of 3 or less is a success")
    page.get_by_label("Background: Charlatan").check()
    rows = result.locator("table.beside tbody tr")
    expect(rows).to_have_count(3)
    for place, words in enumerate(("9/64", "125/512", "1/8")):
        expect(rows.nth(place).get_by_title(words, exact=True)).to_be_visible()
    expect(rows.nth(1).get_by_title("27/512")).to_be_visible()
    expect(rows.nth(0)).to_contain_text("5 to 19, mean 12")
    page.get_by_label("Push your luck").check()
    expect(result).to_contain_text("3d8; each die of 3 or less is a success")
    page.get_by_label("Play it safe").check()
    expect(result).to_contain_text("push your luck and play it safe together")
    page.get_by_label("Play it safe").uncheck()
    expect(result.locator(".lead")).to_contain_text("3d8; each die of 3 or less is a success")
    page.get_by_label("Type of roll").select_option("attack")
    expect(result).to_contain_text("You can't push a yielded attack roll.")
    page.get_by_label("Push your luck").uncheck()
    expect(result.locator(".lead")).to_contain_text("2d8; each die of 5 or less is a success")
    page.get_by_label("Difficulty", exact=True).select_option("opponent")
    expect(result.locator(".lead")).to_contain_text("2d4; each die of 5 or less is a success")
    page.get_by_label("Opponent's ability or value").fill("0")
    page.get_by_label("Opponent's ability or value").blur()
    expect(result).to_contain_text("is 0; the minimum is 1")


def prints(page: Page) -> None:
    with page.expect_download() as caught:
        page.get_by_role("button", name="Print", exact=True).click()
    text = "\n".join(part.extract_text() for part in PdfReader(BytesIO(caught.value.path().read_bytes())).pages)
    for words in ("Halla", "Charlatan", "Bell-ringer", "Keep your word", "The ferryman", "Bell rope", "The roll",
                  "Dramatis · Forge of Legends · version"):  # fmt: skip
        assert words in text


def is_halla(halla: Character) -> None:
    sheet = halla.read()
    assert sheet.legal
    assert {key: sheet[key] for key in ("poise", "speed", "momentum", "value-3", "bulk")} == {
        "poise": 20, "speed": 4, "momentum": 14, "value-3": 4, "bulk": 12,
    }  # fmt: skip
    assert halla.build["entries"]["values"][:2] == [{"name": ""}, {"name": ""}]
