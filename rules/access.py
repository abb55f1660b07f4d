"""Who may read and write which homebrew book. Holding the object is the permission: views get it only here.

Its owner writes it. A published edition is also read by those who play with it, or decide whether to; who they are is
known further up, where characters and tables are, and told here with `reached`.
"""

from collections.abc import Callable, Mapping
from typing import Literal

from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest

from rules.models import Book

Deed = Literal["read", "write"]
Reach = Callable[[HttpRequest], Q]
"""Books that whoever asks plays with, or may put in play."""
Uses = Callable[[Book], Mapping[str, int]]
"""How many play with a book, by what they are ("characters")."""


class Closed(Http404):
    """It is not there, or not for whoever asks: they look alike. Somebody who is not logged in may log in first."""


_REACHES: dict[str, tuple[Reach, Uses]] = {}


def reached(name: str, reach: Reach, uses: Uses) -> None:
    """Tell of a way to come by a book without writing it."""
    _REACHES[name] = (reach, uses)


def books_for(request: HttpRequest, deed: Deed = "read") -> QuerySet[Book]:
    """Every homebrew book this person may read, or may write."""
    may = Q(owner_id=request.user.pk) if request.user.is_authenticated else Q(pk__in=())
    if deed == "read":
        played = Q(pk__in=())
        for reach, _ in _REACHES.values():
            played |= reach(request)
        may |= played & Q(published_at__isnull=False)
    return Book.objects.filter(may, core=False)


def book_for(request: HttpRequest, pk: int, deed: Deed = "read") -> Book:
    """One book, or Closed: one that is not there and one that is not yours look alike."""
    found = books_for(request, deed).select_related("owner").filter(pk=pk).first()
    if found is None:
        raise Closed("No book here.")
    return found


def uses_of(book: Book) -> dict[str, int]:
    """Who plays with a book: so many of each sort, those there are."""
    counts = {sort: count for _, uses in _REACHES.values() for sort, count in uses(book).items()}
    return {sort: count for sort, count in counts.items() if count}
