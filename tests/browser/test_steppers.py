"""The − and + beside a number of the builder."""

import uuid

from playwright.sync_api import Page, expect

from campaigns.demo.demo_cast import ISHKA, MELISANDE
from characters import actions


def test_quick_presses_all_count_and_the_price_follows(page: Page, guest: uuid.UUID) -> None:
    build = {**MELISANDE, "scores": {**MELISANDE["scores"], "reason": 1}}
    melisande = actions.create_character(system="rough-magic", guest=guest, name="Melisande", build=build)
    page.goto(f"/characters/{melisande.pk}/build/attributes/")
    field = page.locator("#field-scores-reason")
    number = field.get_by_role("spinbutton", name="Reason")
    price = field.locator("#note-field-scores-reason")
    before = price.inner_text()
    assert before
    field.get_by_role("button", name="More Reason").evaluate("(more) => { for (let n = 0; n < 10; n++) more.click(); }")
    expect(number).to_have_value("11")
    expect(field.locator("input[name='was:scores.reason']")).to_have_value("11")
    melisande.refresh_from_db()
    assert melisande.build["scores"]["reason"] == 11
    expect(price).not_to_have_text(before)
    page.mouse.move(0, 0)
    field.get_by_role("button", name="More Reason").hover()
    expect(page.locator("#pointed")).to_contain_text("Reason")
    page.mouse.move(0, 0)
    expect(page.locator("#pointed > *")).to_have_count(0)
    number.press("ArrowDown")
    field.get_by_role("button", name="Less Reason").click()
    expect(field.locator("input[name='was:scores.reason']")).to_have_value("9")


def test_two_steppers_of_a_card_say_what_each_is_for(page: Page, guest: uuid.UUID) -> None:
    ishka = actions.create_character(system="duality", guest=guest, name="Ishka", build=ISHKA)
    page.goto(f"/characters/{ishka.pk}/build/styles/")
    card = page.locator("#field-entries-styles-list > .entry-row").first
    for name in ("Statistic", "Bonus", "Extra damage dice (d6)"):
        box = card.locator("label", has_text=name).bounding_box()
        assert box
        assert box["width"] > 40, name
    assert "Remove style" in card.get_by_role("button", name="Remove style").inner_text()
