"""The print room: a sheet is made once, shows how far it is, and says so when it fails."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from characters import actions
from characters.models import Character, PrintJob
from characters.printing import print_jobs
from characters.printing.jobs import folder
from tests.browser.conftest import Windows

LETTER = {"paper": "letter", "variant": "ink-saver", "pages": "one", "appendix": False}


def make_pdf(page: Page, character: Character) -> str:
    """Ask for a print and wait for it; the address of its page."""
    page.goto(f"/characters/{character.pk}/print/")
    page.get_by_role("button", name="Create PDF").click()
    expect(page.get_by_role("link", name="Download the PDF")).to_be_visible()
    return page.url


@pytest.mark.usefixtures("worker")
def test_an_unchanged_sheet_is_printed_once_and_a_changed_one_again(page: Page, jane: Character) -> None:
    first = make_pdf(page, jane)
    assert make_pdf(page, jane) == first
    held = actions.change_build(character=jane, changes={"notes.goals": "Rest"}, drawn=jane.version).character
    second = make_pdf(page, held)
    assert second != first
    assert PrintJob.objects.count() == 2
    page.goto(f"/characters/{jane.pk}/print/")
    before = page.locator("section", has=page.get_by_role("heading", name="Recent PDFs"))
    expect(before.get_by_role("listitem")).to_have_count(2)
    expect(before).to_contain_text("out of date")


@pytest.mark.usefixtures("worker")
def test_one_click_on_the_sheet_leads_to_the_file_as_it_was_printed_last(page: Page, jane: Character) -> None:
    page.goto(f"/characters/{jane.pk}/")
    page.locator(".top .actions summary").click()
    page.get_by_role("link", name="Print options…").click()
    page.get_by_label("Paper").select_option("US Letter")
    page.get_by_role("button", name="Create PDF").click()
    expect(page.get_by_role("link", name="Download the PDF")).to_be_visible()
    held = actions.change_build(character=jane, changes={"notes.goals": "Rest"}, drawn=jane.version).character
    page.goto(f"/characters/{held.pk}/")
    with page.expect_download() as caught:
        page.get_by_role("button", name="Print", exact=True).click()
    assert caught.value.path().read_bytes().startswith(b"%PDF")
    assert [job.options["paper"] for job in PrintJob.objects.all()] == ["letter", "letter"]


def test_a_waiting_print_shows_how_far_it_is_by_itself(page: Page, jane: Character) -> None:
    job = print_jobs.request_print(character=jane, options={"paper": "a4", "variant": "full", "pages": "two"})
    page.goto(f"/prints/{job.pk}/")
    page.evaluate("window.same = true")
    bar = page.get_by_role("progressbar", name="Print")
    expect(page.locator("#job")).to_contain_text("Waiting…")
    PrintJob.objects.filter(pk=job.pk).update(state=PrintJob.State.RUNNING, progress=30)
    expect(bar).to_have_attribute("value", "30")
    expect(page.locator("#job")).to_contain_text("Laying out your sheet")
    PrintJob.objects.filter(pk=job.pk).update(progress=90)
    expect(bar).to_have_attribute("value", "90")
    (folder() / "made.pdf").write_bytes(b"%PDF-")
    PrintJob.objects.filter(pk=job.pk).update(state=PrintJob.State.DONE, progress=100, file="prints/made.pdf")
    expect(page.get_by_role("link", name="Download the PDF")).to_be_visible()
    assert page.evaluate("window.same") is True


def test_a_failed_print_says_so_and_tries_again(page: Page, jane: Character, worker: Path) -> None:
    job = print_jobs.request_print(character=jane, options=LETTER)
    expect_done(page, job)
    PrintJob.objects.filter(pk=job.pk).update(state=PrintJob.State.FAILED, error="The printer gave up.")
    (worker / "prints" / f"{job.pk}.pdf").unlink()
    page.goto(f"/prints/{job.pk}/")
    expect(page.locator("#job")).to_contain_text("The printer gave up.")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("link", name="Download the PDF")).to_be_visible()
    assert re.search(rf"/prints/{job.pk}/$", page.url)
    assert PrintJob.objects.get().options["paper"] == "letter"


def expect_done(page: Page, job: PrintJob) -> None:
    page.goto(f"/prints/{job.pk}/")
    expect(page.get_by_role("link", name="Download the PDF")).to_be_visible()


def test_the_preview_follows_the_options(page: Page, jane: Character) -> None:
    page.goto(f"/characters/{jane.pk}/print/")
    inside = page.frame_locator("#preview")
    expect(inside.get_by_role("heading", name="Jane Alderwick", exact=True)).to_be_visible()
    expect(inside.locator("html")).to_have_class(re.compile(r"\ba4\b"))
    page.get_by_label("Paper").select_option("US Letter")
    expect(inside.locator("html")).to_have_class(re.compile(r"\bletter\b"))
    page.get_by_label("Length").select_option("Pocket cards: blank")
    expect(inside.get_by_role("heading", name="Cards of")).to_be_visible()
    assert PrintJob.objects.count() == 0


def test_without_scripts_a_button_draws_the_preview_again(windows: Windows, jane: Character, page: Page) -> None:
    plain = windows(java_script_enabled=False, storage_state=page.context.storage_state()).new_page()
    plain.goto(f"/characters/{jane.pk}/print/")
    plain.get_by_label("Paper").select_option("US Letter")
    plain.get_by_role("button", name="Preview").click()
    expect(plain.frame_locator("#preview").locator("html")).to_have_class(re.compile(r"\bletter\b"))
    assert plain.url.endswith("/print/")
