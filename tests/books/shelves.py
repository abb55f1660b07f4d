"""Books for tests to write in."""

import re
from html import unescape
from typing import Any

from rules.homebrew import authoring
from rules.models import Book

MERFOLK: dict[str, Any] = {"name": "Merfolk", "summary": "At home below the lake.", "family": "Sea folk"}


def written(by: Any, title: str = "Deep Water", *entries: tuple[str, dict[str, Any]], system: str = "hprpg") -> Book:
    """A draft with these entries, (kind, row) each; one of merfolk where none is given."""
    book = authoring.begin(by=by, system=system, title=title)
    for kind, row in entries or (("species", MERFOLK),):
        authoring.write_entry(book=book, kind=kind, row=row)
    book.refresh_from_db()
    return book


def said(response: Any) -> str:
    """The text of a page."""
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", response.content.decode())))
