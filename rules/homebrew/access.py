"""Who may read and write which homebrew book. Holding the object is the permission: views get it only here.

Its owner writes it. A published edition is also read by those who play with it, or decide whether to; who they are is
known further up, where characters and tables are; each of those rooms says here what it knows.
"""

from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

from django.db.models import Model, Q, QuerySet
from django.http import Http404, HttpRequest

from rules.models import Book

Deed = Literal["read", "write"]
Reach = Callable[[HttpRequest], Q]
"""Books that whoever asks plays with, or may put in play."""
Users = Callable[[Book], "QuerySet[Any, Any]"]
"""What plays with a book, or tells of it."""


class Closed(Http404):
    """It is not there, or not for whoever asks: they look alike. Somebody who is not logged in may log in first."""


book_readers: list[Reach] = []
"""The ways to come by a book without writing it."""
book_users: dict[str, Users] = {}
"""What a book in use is used by, by what each of them is ("character")."""
book_histories: list[Users] = []
"""What tells of books that were used once: they are not counted, and a book that is told of stays."""


class BookPlace(NamedTuple):
    """Where whoever asks may put a book in play: the name, and the address that takes the book."""

    name: str
    url: str


book_places: list[Callable[[HttpRequest, Book], Sequence[BookPlace]]] = []
"""The ways to find where a published book may be used and is not yet."""


def places_for(request: HttpRequest, book: Book) -> list[BookPlace]:
    """Where this person may put a published book in play."""
    return [place for places in book_places for place in places(request, book)]


def books_for(request: HttpRequest, deed: Deed = "read") -> QuerySet[Book]:
    """Every homebrew book this person may read, or may write."""
    may = Q(owner_id=request.user.pk) if request.user.is_authenticated else Q(pk__in=())
    if deed == "read":
        played = Q(pk__in=())
        for reach in book_readers:
            played |= reach(request)
        may |= played & Q(published_at__isnull=False)
    return Book.objects.filter(may, core=False)


def book_for(request: HttpRequest, pk: int, deed: Deed = "read") -> Book:
    """One book, or Closed: one that is not there and one that is not yours look alike."""
    found = books_for(request, deed).select_related("owner").filter(pk=pk).first()
    if found is None:
        raise Closed("Book not found.")
    return found


def uses_of(book: Book) -> dict[str, int]:
    """Who plays with a book: so many of each sort, those there are."""
    counts = {sort: users(book).count() for sort, users in book_users.items()}
    return {sort: count for sort, count in counts.items() if count}


def is_held(book: Book) -> bool:
    """Whether it can't be deleted, as somebody uses it or once did."""
    return any(users(book).exists() for users in (*book_users.values(), *book_histories))


def holders_of(book: Book) -> set[Model]:
    """Everything for whose sake a book cannot be deleted."""
    return {one for users in (*book_users.values(), *book_histories) for one in users(book)}
