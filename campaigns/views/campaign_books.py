"""The homebrew a table plays with: everybody there reads it, its game master chooses after seeing what it does."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from campaigns.access import person, seat_for
from campaigns.models import Campaign
from campaigns.tables import campaign_books
from characters.library.edition_updates import newest
from characters.models import Character
from characters.tables import TableRole, refuse_archived
from rules.catalogue.rulebook import Edition, aside_in, editions_of
from rules.form_values import whole_number, words
from rules.homebrew.access import books_for
from rules.kernel.basics.wording import counted
from rules.kernel.books import Aside
from rules.models import Book
from rules.refusals import Refused
from rules.systems import PACKAGES, get

PAGE = "campaigns/books.html"
MOST = 50


@dataclass(frozen=True)
class CampaignBookRow:
    """A book in play: how many here are built with this edition of it, the newer one there is, what it sets aside."""

    book: Book
    game: str
    built: int
    newer: Edition | None
    aside: tuple[Aside, ...]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def table_books(request: HttpRequest, pk: int) -> HttpResponse:
    """The books in play and those that may be; POST looks at what a change would do, or makes it."""
    seat = seat_for(request, pk, "run" if request.method == "POST" else "sit")
    table, status, asked = seat.campaign, 200, {}
    if request.method == "POST":
        try:
            asked = _asked(request, table)
            if "keep" in request.POST:
                _keep(request, table, asked)
                return redirect("table_books", pk)
        except Refused as refusal:
            asked, status = {"refusal": str(refusal)}, 422
    runs = seat.role == TableRole.GM and table.archived_at is None
    return render(request, PAGE, {**_context(request, table, runs), **asked}, status=status)


def _context(request: HttpRequest, table: Campaign, runs: bool) -> dict[str, Any]:
    given = {key: words(request.GET, key) for key in ("q", "game")}
    free = campaign_books.may_add(table)
    played = {(edition.system, edition.key): edition for edition in editions_of(table.books).values()}
    found = free.filter(title__icontains=given["q"])
    if given["game"] in PACKAGES:
        found = found.filter(system=given["game"])
    shown = list(found[:MOST])
    return {
        "campaign": table,
        "runs": runs,
        "rows": _rows(table),
        "any": free.exists(),
        "free": [(book, get(book.system).name, played.get((book.system, book.key))) for book in shown],
        "readable": set(books_for(request).filter(pk__in=[book.pk for book in shown])),
        "games": [(key, get(key).name) for key in PACKAGES],
        **given,
    }


def _rows(table: Campaign) -> list[CampaignBookRow]:
    held = Book.objects.select_related("owner").in_bulk(table.books)
    newer = newest(table.books)
    at_table: QuerySet[Character] = table.characters.originals().kept()
    built = [pk for shelf in at_table.values_list("homebrew", flat=True) for pk in shelf]
    books = sorted((held[pk] for pk in table.books), key=lambda book: (book.system, book.title))
    return [
        CampaignBookRow(book, get(book.system).name, built.count(book.pk), newer.get(book.pk), aside_in(book))
        for book in books
    ]


def _asked(request: HttpRequest, table: Campaign) -> dict[str, Any]:
    """What was asked for and what it would do. Raises Refused for a book that is not on the page."""
    pk, do = whole_number(request.POST, "book"), request.POST.get("do", "")
    refuse_archived(table)
    if do == "take_out":
        book = Book.objects.filter(pk=pk, pk__in=table.books).first()
        books = [one for one in table.books if one != pk]
    else:
        book = campaign_books.may_add(table).filter(pk=pk).first()
        books = campaign_books.with_book(table.books, book) if book else []
    if book is None:
        raise Refused("Choose a book.")
    shifts = campaign_books.preview(campaign=table, system=book.system, books=books)
    return {"book": book, "do": do, "shifts": shifts, "replaced": len(books) == len(table.books)}


def _keep(request: HttpRequest, table: Campaign, asked: dict[str, Any]) -> None:
    book = asked["book"]
    if asked["do"] == "take_out":
        campaign_books.stop_using_book(campaign=table, book=book, by=person(request))
        messages.success(request, f"Removed {book.title}. Characters who use it keep it.")
        return
    count = campaign_books.use_book(campaign=table, book=book, by=person(request))
    given = f" and to {counted(count, 'character')}" if count else ""
    messages.success(request, f"Added {book.title}, edition {book.edition}, to the campaign{given}.")
