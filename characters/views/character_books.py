"""The books a character is built with: its shelf, what may be put on it, and another edition looked at first."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from characters.access import books_within_reach, character_for
from characters.history.sheet_diff import compare_sheets
from characters.library import character_books
from characters.library.edition_updates import editions_for, new_editions, rank
from characters.models import Character
from rules.catalogue.rulebook import editions_of
from rules.form_values import whole_number, words
from rules.homebrew.book_conflicts import conflict_of
from rules.homebrew.editions import Words
from rules.kernel import Book as KernelBook
from rules.kernel import Build, Rulebook
from rules.kernel.book_findings import used_of
from rules.kernel.books import Aside
from rules.models import Book
from rules.refusals import Refused

MOST = 50


@dataclass(frozen=True)
class CharacterBookRow:
    """A book on a shelf: what the character has of it, whether the campaign uses it, the rest."""

    book: Book
    uses: tuple[str, ...]
    played: str
    others: tuple[Book, ...]
    offered: int
    aside: tuple[Aside, ...]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def books_of(request: HttpRequest, pk: int) -> HttpResponse:
    """The shelf of a character; POST takes a book or gives one back."""
    character = character_for(request, pk, "change")
    if request.method == "POST":
        try:
            _move(request, character)
        except Refused as refusal:
            messages.error(request, str(refusal))
        return redirect("books_of", pk)
    query = words(request.GET, "q")
    found = _may_take(request, character)
    context = {
        "character": character,
        "game": character.game,
        "rows": _rows(character),
        "query": query,
        "any": found.exists(),
        "free": found.filter(title__icontains=query)[:MOST],
    }
    return render(request, "characters/books.html", context)


def _move(request: HttpRequest, character: Character) -> None:
    """Do to the shelf what was asked for, and say it."""
    pk, do = whole_number(request.POST, "book"), request.POST.get("do", "")
    if do == "take" and (book := _may_take(request, character).filter(pk=pk).first()):
        character_books.add_book(character=character, book=book, by=request.user)
        messages.success(request, f"Added {book.title}. You can remove it here.")
    elif do == "give_back" and (book := Book.objects.filter(pk=pk, pk__in=character.homebrew).first()):
        character_books.remove_book(character=character, book=book, by=request.user)
        messages.success(request, f"Removed {book.title}. Choices from it are kept.")
    else:
        raise Refused("Choose a book.")


def _may_take(request: HttpRequest, character: Character) -> QuerySet[Book]:
    """Books that this person may put on the shelf: none that it has an edition of."""
    have = Book.objects.filter(pk__in=character.homebrew).values("key")
    return books_within_reach(request, character).exclude(key__in=have)


def _rows(character: Character) -> list[CharacterBookRow]:
    """A row for each book on the shelf, in its order."""
    rulebook, played = character.rulebook, character.table.books
    build = Build.parse(character.build, character.name)
    held, every = Book.objects.select_related("owner").in_bulk(character.homebrew), editions_for(character)
    newer = {has.pk: new.pk for has, new in new_editions(character)}
    by_ref = {book.cover.edition_ref: book for book in rulebook.books}
    rows = []
    for pk in character.homebrew:
        book = held[pk]
        others = [b for b in every if (b.owner_id, b.key) == (book.owner_id, book.key) and b.pk != pk]
        own = by_ref[book.edition_ref]
        uses = tuple(entry.name for _, entry in used_of(own, build, rulebook))
        rows.append(CharacterBookRow(book, uses, _standing(book, played), tuple(others), newer.get(pk, 0), own.aside))
    return rows


def _standing(book: Book, played: frozenset[str] | None) -> str:
    """Whether the character’s campaign uses a book, in words; nothing where it has no campaign."""
    if played is None:
        return ""
    if book.edition_ref in played:
        return "used in this campaign"
    other = next((ref.partition("@")[2] for ref in sorted(played) if ref.startswith(f"{book.key}@")), "")
    return f"this campaign uses edition {other}" if other else "not used in this campaign"


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edition_of(request: HttpRequest, pk: int, book: int) -> HttpResponse:
    """Another edition of a book on the shelf: what differs in it, and what that does to this character."""
    character = character_for(request, pk, "change")
    other = next((edition for edition in editions_for(character) if edition.pk == book), None)
    if other is None:
        raise Http404("Edition not found.")
    if request.method == "POST":
        return _decide(request, character, other)
    has = next(edition for edition in editions_of(character.homebrew).values() if edition.key == other.key)
    if has.pk == other.pk:
        return redirect("books_of", pk)
    shelf = [other.pk if one == has.pk else one for one in character.homebrew]
    if conflict := conflict_of(character.core, shelf):
        messages.error(request, f"{conflict} {character_books.MEND}")
        return redirect("books_of", pk)
    build, new = Build.parse(character.build, character.name), character.rulebook_with(shelf)
    ours, theirs = _book(character.rulebook, has.edition_ref), _book(new, other.edition_ref)
    used = {e.key for side, book in ((character.rulebook, ours), (new, theirs)) for _, e in used_of(book, build, side)}
    differences = Words(character.game, new).differences(ours, theirs)
    compared = compare_sheets(character.read(), character.read(shelf=shelf))
    context: dict[str, Any] = {
        "character": character,
        "game": character.game,
        "old": has,
        "new": other,
        "newer": rank(other.edition) > rank(has.edition),
        "changes": sorted(differences, key=lambda one: one.key not in used),
        "used": used,
        "compared": compared,
        "found": (("Added", compared.appeared), ("Removed", compared.gone)),
        "heads": (f"Edition {has.edition}", f"Edition {other.edition}"),
    }
    return render(request, "characters/edition.html", context)


def _decide(request: HttpRequest, character: Character, other: Book) -> HttpResponse:
    if request.POST.get("do") == "keep":
        character_books.skip_edition(character=character, book=other)
        messages.success(request, "Kept the current edition. We’ll tell you about the next one.")
        return redirect(character)
    try:
        character_books.switch_edition(character=character, book=other, by=request.user)
        messages.success(request, f"Switched to edition {other.edition}. You can switch back here.")
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("books_of", character.pk)


def _book(rulebook: Rulebook, ref: str) -> KernelBook:
    return next(book for book in rulebook.books if book.cover.edition_ref == ref)
