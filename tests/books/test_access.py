"""Who reads and writes which book: its author, those who play with it, and nobody else."""

import pytest
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Campaign
from characters.models import Character
from rules.homebrew import authoring
from rules.models import Book
from tests.books.shelves import said, written
from tests.cast import ROLES, Cast, book, cast

__all__ = ["book", "cast"]


@pytest.fixture
def deep(cast: Cast) -> Book:
    """A draft of the owner's with merfolk in it."""
    return written(cast.users["owner"], "Deep Water")


def where(name: str, *args: int) -> str:
    return reverse(name, args=args)


def answers(role: str, may: set[str]) -> int:
    """What a book's page answers to somebody; whoever is not logged in is sent to the log-in."""
    return 200 if role in may else 302 if role == "nobody" else 404


def test_a_draft_is_its_authors_alone(cast: Cast, deep: Book) -> None:
    cast.table.books = [deep.pk]
    cast.table.save()
    for role in ROLES:
        assert cast[role].get(where("book", deep.pk)).status_code == answers(role, {"owner"}), role


def test_an_edition_is_read_at_the_tables_and_by_the_characters_that_have_it(cast: Cast, deep: Book) -> None:
    authoring.publish(book=deep)
    Campaign.objects.filter(pk=cast.table.pk).update(books=[deep.pk])
    at_table = {"owner", "companion", "spectator", "gm"}
    for role in ROLES:
        assert cast[role].get(where("book", deep.pk)).status_code == answers(role, at_table), role
        assert (b"Deep Water" in cast[role].get(where("books")).content) is (role in at_table), role
    page = said(cast["companion"].get(where("book", deep.pk)))
    assert "Written by owner." in page
    assert "Withdraw" not in page
    for deed in ("publish", "edition", "delete"):
        assert cast["companion"].post(where("book_deed", deep.pk), {"deed": deed}).status_code == 404
    Campaign.objects.filter(pk=cast.table.pk).update(books=[])
    assert cast["companion"].get(where("book", deep.pk)).status_code == 404
    Character.objects.filter(pk=cast.jane.pk).update(homebrew=[deep.pk], owner=cast.users["stranger"])
    assert cast["stranger"].get(where("book", deep.pk)).status_code == 200
    assert cast["stranger"].get(where("book_export", deep.pk)).status_code == 200
    assert "In use: 1 character." in said(cast["owner"].get(where("book", deep.pk)))


def test_a_game_master_reads_what_somebody_at_the_table_gives_out_before_it_is_in_play(cast: Cast, deep: Book) -> None:
    authoring.publish(book=deep)
    for role in ROLES:
        assert cast[role].get(where("book", deep.pk)).status_code == answers(role, {"owner", "gm"}), role
    link = f'href="{where("book", deep.pk)}"'
    for role in ("owner", "companion", "gm"):
        page = cast[role].get(where("table_books", cast.table.pk)).content.decode()
        assert ("Deep Water" in page, link in page) == (True, role != "companion"), role
    deep.withdrawn_at = timezone.now()
    deep.save()
    assert cast["gm"].get(where("book", deep.pk)).status_code == 404
    deep.withdrawn_at = None
    deep.save()
    Campaign.objects.filter(pk=cast.table.pk).update(archived_at=timezone.now())
    assert cast["gm"].get(where("book", deep.pk)).status_code == 404


def test_an_earlier_edition_one_may_not_read_is_not_listed(cast: Cast, deep: Book) -> None:
    second = authoring.begin_edition(book=authoring.publish(book=deep), by=cast.users["owner"])
    Campaign.objects.filter(pk=cast.table.pk).update(books=[deep.pk])
    assert "Editions" not in said(cast["companion"].get(where("book", deep.pk)))
    assert cast["companion"].get(where("book_changes", second.pk, deep.pk)).status_code == 404
    assert "Editions" in said(cast["owner"].get(where("book", deep.pk)))


def test_core_books_have_no_page_here(cast: Cast, book: Book) -> None:
    assert cast["superuser"].get(where("book", book.pk)).status_code == 404


def test_the_admin_leaves_published_editions_and_books_in_use_alone(cast: Cast, deep: Book) -> None:
    root, entry = cast["superuser"], deep.entries.get()
    change, delete = (f"/admin/rules/entry/{entry.pk}/{deed}/" for deed in ("change", "delete"))
    assert b"_save" in root.get(change).content
    authoring.publish(book=deep)
    assert b"_save" not in root.get(change).content
    assert root.post(delete, {"post": "yes"}).status_code == 403
    assert root.get(f"/admin/rules/book/{deep.pk}/delete/").status_code == 200
    Campaign.objects.filter(pk=cast.table.pk).update(books=[deep.pk])
    assert root.post(f"/admin/rules/book/{deep.pk}/delete/", {"post": "yes"}).status_code == 403
    assert b"delete_selected" not in root.get("/admin/rules/book/").content
