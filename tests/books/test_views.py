"""Books in the browser: written, mended, published, sent round, read by those who play with them."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from rules.models import Book, Entry
from tests.cast import Cast, book, cast

__all__ = ["book", "cast"]


def said(response: Any) -> str:
    """The text of a page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode())).replace("&#x27;", "'")


@pytest.fixture
def owner(cast: Cast) -> Client:
    return cast["owner"]


def begun(owner: Client) -> Book:
    owner.post(reverse("book_new"), {"title": "Deep Water", "system": "hprpg", "about": "Below the lake."})
    return Book.objects.get(title="Deep Water")


def test_a_book_is_begun_written_and_published(owner: Client) -> None:
    book = begun(owner)
    assert re.fullmatch(r"deep-water-[a-z0-9]{4}", book.key)
    page = owner.get(reverse("entry_new", args=[book.pk, "species"]))
    assert "Adds to" in said(page)
    form = {"name": "Selkie", "summary": "At home in two skins.", "family": "Sea folk",
            "effects-0-to": "passive-perception", "effects-0-amount": "2"}  # fmt: skip
    answer = owner.post(reverse("entry_new", args=[book.pk, "species"]), form)
    assert answer.status_code == 302
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
    owner.post(reverse("book_deed", args=[book.pk]), {"deed": "publish"})
    book.refresh_from_db()
    assert book.state == "published"
    assert "+2 Passive Perception" in said(owner.get(reverse("entry", args=[book.pk, selkie.pk])))
