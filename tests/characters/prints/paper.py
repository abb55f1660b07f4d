"""Reading a PDF back: its words, its pages, its structure in the order a screen reader takes."""

import io
from collections.abc import Iterator
from functools import cache, lru_cache
from html import escape
from typing import Any

import page as validator
from pypdf import PdfReader
from weasyprint import Document

from characters.printing.rendering import make_pdf

SMALL = "<!doctype html><html lang=en-GB><head><title>{0}</title></head><body><h1>{0}</h1><p>of {0}</p></body></html>"


@cache
def small(title: str) -> bytes:
    """A tagged page with a heading and a line, for whoever needs no whole sheet."""
    return make_pdf(SMALL.format(escape(title)))


@lru_cache(maxsize=8)
def open_pdf(pdf: bytes) -> PdfReader:
    """The file, read: what was found in it once is remembered, whatever is asked next."""
    return PdfReader(io.BytesIO(pdf))


@lru_cache(maxsize=8)
def words(pdf: bytes) -> str:
    """All text, with every run of white space as one space."""
    return " ".join(" ".join(page.extract_text() for page in open_pdf(pdf).pages).split())


def faults(pdf: bytes) -> list[str]:
    """What PDF/UA-1 finds wrong."""
    report = validator.validate_pdf_bytes(pdf, profile=validator.ValidationProfile.PDF_UA_1)
    return [f"{fault.rule_id}: {fault.message}" for fault in report.failures]


@lru_cache(maxsize=8)
def structure(pdf: bytes) -> list[tuple[str, str]]:
    """Every element of the tag tree in reading order, as (tag, its alternative text or "")."""

    def walk(node: Any) -> Iterator[tuple[str, str]]:
        node = node.get_object()
        if isinstance(node, list):
            for child in node:
                yield from walk(child)
        elif isinstance(node, dict):
            if "/S" in node:
                yield node["/S"], str(node.get("/Alt", ""))
            if "/K" in node:
                yield from walk(node["/K"])

    return list(walk(open_pdf(pdf).trailer["/Root"]["/StructTreeRoot"]["/K"]))


def boxes(document: Document) -> Iterator[tuple[int, Any]]:
    """Every laid out box with its page, those too that stand in a place of their own."""
    for number, page in enumerate(document.pages, 1):
        for box in page._page_box.descendants(placeholders=True):
            yield number, box


def foot(page: Any) -> float:
    """Where the text of a page ends and its lower margin begins, in CSS pixels and one to spare."""
    return float(page._page_box.content_box_y() + page._page_box.height + 1)
