"""Pages of homebrew books: the list, one book, its editions, its file. Each view is named like its address."""

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules import systems
from rules.audit.figure_choices import kind_plural, kind_words
from rules.catalogue.rulebook import aside_in, read_book, rulebook_for
from rules.form_values import whole_text, words
from rules.homebrew import authoring
from rules.homebrew.access import book_for, books_for, is_held, places_for, uses_of
from rules.homebrew.authoring import AlreadyHere
from rules.homebrew.bookfile import read_file
from rules.homebrew.editions import Words
from rules.kernel import kind_of
from rules.kernel.documents import DocumentError, parse_json
from rules.kernel.pages import Game
from rules.models import Book, Entry
from rules.refusals import Refused
from rules.uploads import MOST_BYTES, text_of

PER_PAGE = 30
STATES = (("draft", "Draft"), ("published", "Published"), ("withdrawn", "Withdrawn"))
MANY = 12
"""Entries from which a book's page has a search."""


def person(request: HttpRequest) -> User:
    """The account behind a request that passed a check which only accounts pass."""
    return cast(User, request.user)


# The list


@never_cache
@require_safe
def books(request: HttpRequest) -> HttpResponse:
    """My books, an edition a row, and those of others that I may read."""
    query, system, state = (words(request.GET, key, 120) for key in ("q", "system", "state"))
    found = books_for(request).annotate(count=Count("entries", filter=Q(entries__retired=False)))
    if query:
        found = found.filter(title__icontains=query)
    if system in systems.PACKAGES:
        found = found.filter(system=system)
    if state in dict(STATES):
        found = found.filter(_in_state(state))
    mine = found.filter(owner_id=request.user.pk or 0).order_by("title", "key", "-pk")
    context = {
        "page": Paginator(mine, PER_PAGE).get_page(request.GET.get("page")),
        "played": found.exclude(owner_id=request.user.pk or 0).select_related("owner").order_by("title", "-pk")[:100],
        "query": query,
        "game": system,
        "state": state,
        "states": STATES,
        "games": writable(),
        "filtered": bool(query or system or state),
    }
    return render(request, "books/books.html", context)


def _in_state(state: str) -> Q:
    if state == "draft":
        return Q(published_at=None)
    return Q(published_at__isnull=False, withdrawn_at__isnull=state == "published")


def writable() -> list[Game]:
    """The games that books can be written for."""
    return [game for game in systems.every() if game.homebrew]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def book_new(request: HttpRequest) -> HttpResponse:
    """Begin a book."""
    said = {key: whole_text(request.POST, key) for key in ("title", "about", "system")}
    context: dict[str, Any] = {"games": writable(), "said": said}
    if request.method != "POST":
        return render(request, "books/new.html", context)
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    try:
        made = authoring.begin(by=person(request), **said)
    except Refused as refusal:
        return render(request, "books/new.html", {**context, "refusal": str(refusal)}, status=422)
    messages.success(request, f"Created {made.title}. Only you can see it until you publish.")
    return redirect(made)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def book_import(request: HttpRequest) -> HttpResponse:
    """Take in a book from a file or from pasted text, as a draft."""
    if request.method != "POST":
        return render(request, "books/import.html", {})
    if not request.user.is_authenticated:
        return redirect_to_login(request.path)
    text = ""
    try:
        text = text_of(request)
        file = read_file(parse_json(text))
        made = authoring.take_in(file=file, by=person(request), again="again" in request.POST)
    except AlreadyHere as known:
        context = {"error": str(known), "edition": known.edition, "text": text}
        return render(request, "books/import.html", context, status=409)
    except (DocumentError, Refused) as fault:
        context = {"error": str(fault), "text": text or request.POST.get("text", "")[:MOST_BYTES]}
        return render(request, "books/import.html", context, status=422)
    told = f"Imported {made.title} as a draft of edition {made.edition}."
    if authoring.faults_of(made):
        messages.warning(request, f"{told} Some entries need fixing before you publish.")
    else:
        messages.success(request, f"{told} Publish it when you’re ready.")
    return redirect(made)


# One book


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def book(request: HttpRequest, pk: int) -> HttpResponse:
    """One edition of a book; POST is its author changing title and words of a draft."""
    found = book_for(request, pk, "write" if request.method == "POST" else "read")
    if request.method != "POST":
        return render(request, "books/book.html", _page(request, found))
    title, about = whole_text(request.POST, "title"), whole_text(request.POST, "about")
    try:
        authoring.rename(book=found, title=title, about=about)
    except Refused as refusal:
        found.title, found.about = title, about
        return render(request, "books/book.html", {**_page(request, found), "refusal": str(refusal)}, status=422)
    messages.success(request, "Saved.")
    return redirect(found)


def _page(request: HttpRequest, found: Book) -> dict[str, Any]:
    game, mine = systems.get(found.system), found.owner_id == request.user.pk
    query = words(request.GET, "q", 120)
    every = list(found.entries.order_by("place", "name"))
    standing = [entry for entry in every if not entry.retired]
    shown = [entry for entry in standing if query.lower() in entry.name.lower()]
    return {
        "book": found,
        "system": game,
        "mine": mine,
        "query": query,
        "many": len(standing) >= MANY,
        "count": len(standing),
        "found": len(shown),
        "kinds": [
            {
                "kind": kind_of(shape),
                "one": kind_words(shape),
                "many": kind_plural(shape),
                "entries": [entry for entry in shown if entry.kind == kind_of(shape)],
            }
            for shape in game.homebrew
        ],
        "removed": [entry for entry in every if entry.retired],
        "faults": _faults(found, every) if mine and found.draft else [],
        "aside": [] if found.draft else aside_in(found),
        "editions": _editions(request, found),
        "places": places_for(request, found) if mine and found.state == "published" else [],
        "uses": [f"{count} {sort}{'' if count == 1 else 's'}" for sort, count in uses_of(found).items()]
        if mine
        else [],
        "held": mine and not found.draft and is_held(found),
    }


def _faults(found: Book, every: list[Entry]) -> list[dict[str, Any]]:
    """What is to be mended, each with the entry to open."""
    rows = {(entry.kind, entry.key): entry for entry in every}
    return [{"fault": fault, "entry": rows.get((fault.kind, fault.key))} for fault in authoring.faults_of(found)]


def _editions(request: HttpRequest, found: Book) -> list[Book]:
    """This author's editions of the book that this person may read, the newest first."""
    same = books_for(request).filter(owner=found.owner_id, system=found.system, key=found.key)
    return sorted(same, key=lambda one: (len(one.edition), one.edition), reverse=True)


DEEDS = {
    "publish": (authoring.publish, "Published edition {book.edition} of {book.title}. Campaigns can now use it."),
    "withdraw": (authoring.withdraw, "Withdrawn {book.title}. Campaigns already using it keep it."),
    "offer": (authoring.offer, "{book.title} is available again."),
}


OTHER_KEY = "Someone else published a book under this key first, so yours is now a separate book."


@require_POST
def book_deed(request: HttpRequest, pk: int) -> HttpResponse:
    """What an author does with a book: publish, begin the next edition, withdraw, offer again, delete."""
    found = book_for(request, pk, "write")
    deed = words(request.POST, "deed", 20)
    try:
        if deed == "edition":
            found = authoring.begin_edition(book=found, by=person(request))
            messages.success(request, f"Created a draft of edition {found.edition}. Earlier editions don’t change.")
        elif deed == "delete":
            authoring.delete(book=found)
            messages.success(request, f"Deleted edition {found.edition} of {found.title}.")
            return redirect("books")
        elif deed in DEEDS:
            act, told = DEEDS[deed]
            act(book=found)
            messages.success(request, told.format(book=found))
            if Book.objects.filter(pk=found.pk).exclude(key=found.key).exists():
                messages.info(request, OTHER_KEY)
        else:
            raise Refused("Unknown action.")
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect(found)


@never_cache
@require_safe
def book_export(request: HttpRequest, pk: int) -> HttpResponse:
    """One edition as a file, to keep or to give to somebody."""
    found = book_for(request, pk)
    file = authoring.file_of(found)
    response = JsonResponse(file.as_json(), json_dumps_params={"indent": 2, "ensure_ascii": False})
    response["Content-Disposition"] = f'attachment; filename="{file.key}-{file.edition}.json"'
    return response


@never_cache
@require_safe
def book_changes(request: HttpRequest, pk: int, other: int) -> HttpResponse:
    """What an edition changes since another one of the same book."""
    new, old = book_for(request, pk), book_for(request, other)
    if (new.system, new.key) != (old.system, old.key):
        raise Http404("These are not editions of one book.")
    telling = Words(systems.get(new.system), rulebook_for(new.system, [new]))
    before, after = read_book(old), read_book(new)
    context = {
        "book": new,
        "old": old,
        "system": systems.get(new.system),
        "aside": list(dict.fromkeys((*before.aside, *after.aside))),
        "differences": list(telling.differences(before, after)),
    }
    return render(request, "books/changes.html", context)
