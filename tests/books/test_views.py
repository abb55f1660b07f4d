"""Books in the browser: written, mended, published, sent round, read by those who play with them."""

import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from rules.homebrew import authoring
from rules.models import Book, Entry
from tests.books.shelves import MERFOLK, said, written
from tests.cast import Cast, book, cast

__all__ = ["book", "cast"]
SELKIE = {"name": "Selkie", "summary": "At home in two skins.", "family": "Sea folk"}
EFFECT = {"effects-0-to": "passive-perception", "effects-0-amount": "2"}


@pytest.fixture
def owner(cast: Cast) -> Client:
    return cast["owner"]


@pytest.fixture
def deep(cast: Cast) -> Book:
    """A draft of the owner's with merfolk in it."""
    return written(cast.users["owner"], "Deep Water")


def where(name: str, *args: Any) -> str:
    return reverse(name, args=args)


def test_a_book_is_begun_written_and_published(owner: Client) -> None:
    owner.post(where("book_new"), {"title": "Deep Water", "system": "hprpg", "about": "Below the lake."})
    book = Book.objects.get(title="Deep Water")
    assert "Adds to" in said(owner.get(where("entry_new", book.pk, "species")))
    assert owner.post(where("entry_new", book.pk, "species"), SELKIE | EFFECT).status_code == 302
    selkie = Entry.objects.get(book=book)
    assert selkie.data == {
        "key": f"{book.key}-selkie",
        "name": "Selkie",
        "section": "Species",
        "page": 0,
        "summary": "At home in two skins.",
        "family": "Sea folk",
        "effects": [{"to": "passive-perception", "amount": 2}],
    }
    answer = owner.post(where("book_deed", book.pk), {"deed": "publish"}, follow=True)
    assert "Published edition 1 of Deep Water." in said(answer)
    page = said(owner.get(where("entry", book.pk, selkie.pk)))
    assert "+2 Passive Perception" in page
    assert "Deep Water Species (homebrew)" in page


def test_a_book_without_a_title_comes_back_as_it_was_typed(owner: Client) -> None:
    answer = owner.post(where("book_new"), {"title": " ", "system": "forge", "about": "Below the lake."})
    assert answer.status_code == 422
    assert "A book needs a title." in said(answer)
    assert "Below the lake." in said(answer)
    assert b'value="forge" selected' in answer.content


def test_without_an_account_one_is_asked_to_log_in(client: Client, db: None) -> None:
    for name in ("book_new", "book_import"):
        assert client.post(where(name)).headers["Location"].startswith("/accounts/login/")
    assert "Sign up to write homebrew" in said(client.get(where("books")))


def test_the_list_is_searched_and_filtered(cast: Cast, owner: Client, deep: Book) -> None:
    written(cast.users["owner"], "High Wind", ("item", {"name": "Kite", "summary": "Up."}), system="forge")
    done = authoring.publish(book=written(cast.users["owner"], "Old Stone"))
    authoring.withdraw(book=authoring.publish(book=written(cast.users["owner"], "Sunken Bell")))

    def titles(query: str) -> list[str]:
        return re.findall(r'<a href="/books/\d+/">([^<]+)</a>', owner.get(where("books") + query).content.decode())

    assert titles("") == ["Deep Water", "High Wind", "Old Stone", "Sunken Bell"]
    assert titles("?q=wind") == ["High Wind"]
    assert titles("?system=hprpg&state=draft") == ["Deep Water"]
    assert titles("?state=published") == [done.title]
    assert titles("?state=withdrawn") == ["Sunken Bell"]
    assert "No matching books" in said(owner.get(where("books") + "?q=zzz"))


def test_what_does_not_fit_comes_back_with_everything_typed(owner: Client, deep: Book) -> None:
    wrong = {**SELKIE, "name": "", "effects-0-to": "charm", "effects-0-amount": "two", "effects-3-to": "insight"}
    answer = owner.post(where("entry_new", deep.pk, "species"), wrong)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert 'aria-invalid="true" aria-describedby="id-name-error"' in page
    assert 'value="two"' in page
    assert 'value="charm" selected' in page
    assert 'value="insight" selected' in page
    assert said(answer).count("Enter a whole number.") == 2
    assert deep.entries.count() == 1


def test_another_row_is_a_button_with_and_without_scripts(owner: Client, deep: Book) -> None:
    more = {**SELKIE, "effects-1-to": "charm", "more": "effects"}
    for headers, whole in (({}, True), ({"HX-Request": "true"}, False)):
        answer = owner.post(where("entry_new", deep.pk, "species"), more, headers=headers)
        page = answer.content.decode()
        assert answer.status_code == 200
        assert ("<html" in page) is whole
        assert 'name="its-effects-3-to"' in page
        assert 'name="its-effects-4-to"' not in page
        assert 'value="Selkie"' in page
    assert deep.entries.count() == 1


def test_an_entry_begins_from_one_of_the_core_book_and_takes_its_place(owner: Client, deep: Book) -> None:
    page = owner.get(where("entry_new", deep.pk, "spell") + "?from=lumos").content.decode()
    assert 'name="start" value="lumos"' in page
    assert 'value="Lumos"' in page
    form = {"name": "Lumos", "summary": "Dim.", "discipline": "elemental", "incantation": "Lumos", "start": "lumos"}
    owner.post(where("entry_new", deep.pk, "spell"), {**form, "replaces": "on"})
    assert deep.entries.get(kind="spell").key == "lumos"
    owner.post(where("entry_new", deep.pk, "spell"), form)
    assert deep.entries.filter(kind="spell", key=f"{deep.key}-lumos").exists()
    again = owner.post(where("entry_new", deep.pk, "spell"), {**form, "replaces": "on"})
    assert again.status_code == 422
    assert "This book already replaces that entry" in said(again)
    assert 'id="replaces" name="replaces" checked' in again.content.decode()


def test_what_one_begins_from_has_each_of_ones_own_once_and_tells_those_of_a_name_apart(cast: Cast, deep: Book) -> None:
    authoring.publish(book=deep)
    later = authoring.begin_edition(book=deep, by=cast.users["owner"])
    other = written(cast.users["owner"], "Shallow Water", ("species", MERFOLK), ("species", SELKIE))
    page = cast["owner"].get(where("entry_new", other.pk, "species")).content.decode()
    mine = page.partition('<optgroup label="Yours">')[2].partition("</optgroup>")[0]
    names = re.findall(r"<option[^>]*>([^<]*)", mine)
    assert sorted(names) == ["Merfolk (Deep Water)", "Merfolk (Shallow Water)", "Selkie"]
    assert f'value="own:{later.entries.get().pk}"' in mine, "as its newest edition has it"


def test_a_kind_nobody_may_write_is_not_there(owner: Client, deep: Book) -> None:
    assert owner.get(where("entry_new", deep.pk, "school")).status_code == 404


def test_an_entry_is_changed_removed_and_brought_back(owner: Client, deep: Book) -> None:
    merfolk = deep.entries.get()
    page = owner.get(where("entry", deep.pk, merfolk.pk)).content.decode()
    seen = re.findall(r'name="seen" value="(\w+)"', page)[0]
    owner.post(where("entry", deep.pk, merfolk.pk), {**MERFOLK, "summary": "Wet.", "seen": seen})
    merfolk.refresh_from_db()
    assert merfolk.summary == "Wet."
    told = owner.post(where("entry", deep.pk, merfolk.pk), {"remove": ""}, follow=True)
    assert "Deleted Merfolk." in said(told)
    assert "Restore" in said(told)
    assert "No entries yet" in said(told)
    told = owner.post(where("entry", deep.pk, merfolk.pk), {"back": ""}, follow=True)
    assert "Restored Merfolk." in said(told)


def test_two_tabs_get_both_values(owner: Client, deep: Book) -> None:
    merfolk = deep.entries.get()
    seen = authoring.digest_of(merfolk)
    theirs = {**MERFOLK, "summary": "Theirs.", "effects-0-to": "charm", "effects-0-amount": "1", "seen": seen}
    owner.post(where("entry", deep.pk, merfolk.pk), theirs)
    mine = {**MERFOLK, "summary": "Mine.", "seen": seen}
    answer = owner.post(where("entry", deep.pk, merfolk.pk), mine)
    assert answer.status_code == 409
    page = said(answer)
    assert "Merfolk was changed in another tab. Nothing was overwritten." in page
    assert "Summary Mine. Theirs." in page
    assert "Bonuses nothing charm · 1" in page
    merfolk.refresh_from_db()
    assert merfolk.summary == "Theirs."
    seen = re.findall(r'name="seen" value="(\w+)"', answer.content.decode())[0]
    assert owner.post(where("entry", deep.pk, merfolk.pk), {**mine, "seen": seen}).status_code == 302
    merfolk.refresh_from_db()
    assert merfolk.summary == "Mine."


def test_what_happens_to_a_published_book_in_another_tab_is_a_sentence(owner: Client, deep: Book) -> None:
    merfolk = deep.entries.get()
    authoring.publish(book=deep)
    frozen = "Published editions can’t be changed."
    assert frozen in said(owner.post(where("entry", deep.pk, merfolk.pk), {**MERFOLK, "seen": "x"}))
    assert frozen in said(owner.post(where("entry_new", deep.pk, "species"), MERFOLK))
    assert frozen in said(owner.post(where("entry", deep.pk, merfolk.pk), {"remove": ""}, follow=True))
    renamed = owner.post(where("book", deep.pk), {"title": "Deeper"})
    assert renamed.status_code == 422
    assert Book.objects.get(pk=deep.pk).title == "Deep Water"


def test_faults_are_listed_with_the_entry_to_open(owner: Client, deep: Book) -> None:
    circle = {"effects-0-to": "willpower", "effects-0-amount": "1", "effects-0-per": "fortitude"}
    owner.post(where("entry_new", deep.pk, "species"), SELKIE | circle)
    page = said(owner.get(where("book", deep.pk)))
    assert "These stats depend on each other: Willpower → Fortitude → Willpower." in page
    assert "Open Selkie" in page
    told = owner.post(where("book_deed", deep.pk), {"deed": "publish"}, follow=True)
    assert "Fix 1 problem before publishing." in said(told)


def test_a_row_the_rules_have_outgrown_breaks_no_page(owner: Client, deep: Book) -> None:
    Entry.objects.filter(book=deep).update(data={**deep.entries.get().data, "gills": 2})
    Book.objects.filter(pk=deep.pk).update(version=77)
    assert "An entry no longer fits its kind." in said(owner.get(where("book", deep.pk)))
    assert owner.get(where("entry", deep.pk, deep.entries.get().pk)).status_code == 200
    assert "One of these editions can’t be read." in said(owner.get(where("book_changes", deep.pk, deep.pk)))
    Book.objects.filter(pk=deep.pk).update(published_at="2026-01-01T00:00Z")
    assert "At home below the lake." in said(owner.get(where("entry", deep.pk, deep.entries.get().pk)))


def test_the_cover_is_changed_as_long_as_it_is_a_draft(owner: Client, deep: Book) -> None:
    told = owner.post(where("book", deep.pk), {"title": "Deeper", "about": "Still."}, follow=True)
    assert "Saved." in said(told)
    wrong = owner.post(where("book", deep.pk), {"title": "", "about": "Typed."})
    assert wrong.status_code == 422
    assert "Typed." in said(wrong)


def test_the_next_edition_is_compared_with_the_last(owner: Client, deep: Book) -> None:
    authoring.write_entry(book=deep, kind="item", row={"name": "Net", "summary": "It holds."})
    owner.post(where("book_deed", deep.pk), {"deed": "publish"})
    owner.post(where("book_deed", deep.pk), {"deed": "edition"})
    second = Book.objects.get(key=deep.key, edition="2")
    same = said(owner.get(where("book_changes", second.pk, deep.pk)))
    assert "No differences" in same
    merfolk = second.entries.get(kind="species")
    changed = {**MERFOLK, "name": "Mer", "requires": [{"of": "charm", "least": 2}],
               "grants": [{"options": ["charm", "insight"], "dots": 1}],
               "effects": [{"to": "charm", "amount": -1, "per": "insight"}]}  # fmt: skip
    authoring.write_entry(book=second, kind="species", row=changed, entry=merfolk, seen=authoring.digest_of(merfolk))
    authoring.remove_entry(entry=second.entries.get(kind="item"))
    spell = {"name": "Wave", "summary": "It rolls.", "discipline": "elemental", "incantation": "Unda",
             "levels": [{"level": 1, "effect": "A ripple."}]}  # fmt: skip
    authoring.write_entry(book=second, kind="spell", row=spell)
    page = said(owner.get(where("book_changes", second.pk, deep.pk)))
    for words in (
        "3 entries differ.",
        "Mer Changed",
        "Name Merfolk Mer",
        "Dots granted nothing 1 on Charm or Insight",
        "Bonuses nothing −1 Charm per point of Insight",
        "Requirements nothing Charm 2",
        "Net Gone",
        "Wave New",
        "Discipline Elemental",
        "Level: 1, Effect: A ripple.",
    ):
        assert words in page
    listed = said(owner.get(where("book", second.pk)))
    assert "Edition 2, this one" in listed
    other = written(deep.owner, "Other")
    assert owner.get(where("book_changes", deep.pk, other.pk)).status_code == 404


def test_withdrawing_offering_and_deleting(cast: Cast, owner: Client, deep: Book) -> None:
    authoring.publish(book=deep)

    def told(deed: str) -> str:
        return said(owner.post(where("book_deed", deep.pk), {"deed": deed}, follow=True))

    assert "Withdrawn Deep Water." in told("withdraw")
    assert "Deep Water is available again." in told("offer")
    assert "Unknown action." in told("burn")
    cast.table.books = [deep.pk]
    cast.table.save()
    page = said(owner.get(where("book", deep.pk)))
    assert "In use: 1 campaign." in page
    assert ("in use, so you can’t delete it" in page, "Yes, delete edition 1" in page) == (True, False)
    assert "This edition is in use." in told("delete")
    cast.table.books = []
    cast.table.save()
    assert "Yes, delete edition 1" in said(owner.get(where("book", deep.pk)))
    assert "Deleted edition 1 of Deep Water." in told("delete")
    assert not Book.objects.filter(pk=deep.pk).exists()


def test_a_long_book_is_searched(owner: Client, cast: Cast) -> None:
    rows = [("item", {"name": f"Thing {n}", "summary": "Small."}) for n in range(12)]
    book = written(cast.users["owner"], "Things", *rows)
    assert "Search by name" in said(owner.get(where("book", book.pk)))
    page = said(owner.get(where("book", book.pk) + "?q=thing 11"))
    assert "Thing 11" in page
    assert "Thing 10" not in page
    assert "No matching entries." in said(owner.get(where("book", book.pk) + "?q=zzz"))


# Out and in


def test_out_of_one_account_and_into_another(cast: Cast, owner: Client, deep: Book) -> None:
    answer = owner.get(where("book_export", deep.pk))
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{deep.key}-1.json"'
    file = SimpleUploadedFile("deep.json", answer.content, "application/json")
    told = cast["stranger"].post(where("book_import"), {"file": file}, follow=True)
    assert "Imported Deep Water as a draft of edition 1. Publish it" in said(told)
    theirs = Book.objects.get(owner=cast.users["stranger"])
    assert (theirs.key, theirs.entries.get().data) == (deep.key, deep.entries.get().data)


def test_an_edition_one_has_is_offered_as_the_next(owner: Client, deep: Book) -> None:
    authoring.publish(book=deep)
    text = owner.get(where("book_export", deep.pk)).content.decode()
    answer = owner.post(where("book_import"), {"text": text})
    assert answer.status_code == 409
    assert "You already have edition 1 of Deep Water. Nothing was changed." in said(answer)
    assert "Import as draft edition 2" in said(answer)
    told = owner.post(where("book_import"), {"text": text, "again": ""}, follow=True)
    assert "Imported Deep Water as a draft of edition 2." in said(told)


def test_a_file_with_faults_says_so_and_is_kept(owner: Client, deep: Book) -> None:
    file = json.loads(owner.get(where("book_export", deep.pk)).content)
    file["key"], file["entries"]["species"][0]["effects"] = "other", [{"to": "chram", "amount": 1}]
    told = owner.post(where("book_import"), {"text": json.dumps(file)}, follow=True)
    assert "Some entries need fixing before you publish." in said(told)
    assert "Did you mean Charm?" in said(told)


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({}, "Choose a file or paste its contents."),
        ({"text": "{"}, "It is not JSON"),
        ({"text": "[" * 5000 + "]" * 5000}, "nested too deeply"),
        ({"text": "{}"}, "“format” is missing"),
        ({"text": "x" * 1_048_577}, "The file is larger than 1 MB."),
        ({"file": SimpleUploadedFile("a.json", b"\xff\xfe")}, "We couldn’t read this file. Export it again and retry."),
    ],
)
def test_a_file_that_is_no_book_is_a_sentence(owner: Client, sent: dict[str, Any], sentence: str) -> None:
    answer = owner.post(where("book_import"), sent)
    assert answer.status_code == 422
    assert sentence in said(answer)
    assert not Book.objects.filter(core=False).exists()


def test_ten_megabytes_are_refused_unread(owner: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    from django.core.files.uploadedfile import TemporaryUploadedFile

    def never(*_: Any) -> bytes:
        raise AssertionError("it was read")

    monkeypatch.setattr(TemporaryUploadedFile, "read", never, raising=False)
    file = SimpleUploadedFile("big.json", b" " * 10_485_760, "application/json")
    answer = owner.post(where("book_import"), {"file": file})
    assert answer.status_code == 422
    assert "The file is larger than 1 MB." in said(answer)


def test_ten_megabytes_of_pasted_text_are_a_sentence_too(owner: Client) -> None:
    answer = owner.post(where("book_import"), {"text": " " * 10_485_760})
    assert answer.status_code == 400
    assert "something too large or damaged" in said(answer)


def test_an_entry_is_told_in_words(cast: Cast, owner: Client) -> None:
    upgrades = [{"name": "Long reach", "price": 2, "key": ""}]
    style = {"name": "Net fighting", "summary": "Throw, then pull.", "offensive": True, "upgrades": upgrades}
    book = authoring.publish(book=written(cast.users["owner"], "Nets", ("style", style), system="duality"))
    page = said(owner.get(where("entry", book.pk, book.entries.get().pk)))
    assert "Offensive yes" in page
    assert "Upgrade: Long reach, Price in XP: 2" in page
    assert "Damage die" not in page
