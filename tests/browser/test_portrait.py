"""A photograph of a phone is larger than the site takes."""

import os
from io import BytesIO

from PIL import Image
from playwright.sync_api import Page, expect

from characters.models import Character
from characters.pictures import MOST_SENT, TOO_LARGE


def test_a_large_photograph_is_made_smaller_and_what_is_none_is_refused(page: Page, jane: Character) -> None:
    page.goto(f"/characters/{jane.pk}/portrait/")
    field = page.get_by_label("Picture")
    field.set_input_files({"name": "a.png", "mimeType": "image/png", "buffer": bytes(MOST_SENT + 1)})
    expect(field).to_have_js_property("validationMessage", TOO_LARGE)
    photograph = BytesIO()
    Image.frombytes("RGB", (1000, 1000), os.urandom(3_000_000)).save(photograph, "PNG", compress_level=0)
    field.set_input_files({"name": "b.png", "mimeType": "image/png", "buffer": photograph.getvalue()})
    expect(field).to_have_js_property("validationMessage", "")
    page.get_by_role("button", name="Save portrait").click()
    expect(page.get_by_text("Portrait saved.")).to_be_visible()
    expect(page.get_by_role("img", name="Portrait of Jane Alderwick")).to_be_visible()
