"""Who plays with a homebrew book: told to `rules.homebrew.access`, which knows no characters."""

from typing import Any

from django.db.models import BigIntegerField, F, Func, Model, Q, QuerySet
from django.http import HttpRequest

from characters.access import own
from characters.models import Character, Revision
from rules.homebrew.access import book_histories, book_readers, book_users
from rules.models import Book


class Unnest(Func):
    """Each id of an array, a row each."""

    function = "unnest"
    set_returning = True


def ids(found: QuerySet[Any, Model], column: str) -> QuerySet[Any, Any]:
    """The ids in a column of arrays, a row each."""
    each: QuerySet[Any, Any] = found.order_by().annotate(one=Unnest(F(column), output_field=BigIntegerField()))
    return each.values("one")


def played_with(request: HttpRequest) -> Q:
    """Books of their own characters, a guest's too."""
    return Q(pk__in=ids(Character.objects.filter(own(request)), "homebrew"))


def built_with(book: Book) -> QuerySet[Character]:
    """Characters that are built with a book."""
    return Character.objects.filter(homebrew__contains=[book.pk])


def told_of(book: Book) -> QuerySet[Revision]:
    """Steps of histories that tell of a book."""
    return Revision.objects.filter(Q(shelf__before__contains=[book.pk]) | Q(shelf__after__contains=[book.pk]))


def connect() -> None:
    book_readers.append(played_with)
    book_users["character"] = built_with
    book_histories.append(told_of)
