"""Who plays with a homebrew book, or decides whether to: told to `rules.access`, which knows no tables."""

from typing import Any

from django.db.models import BigIntegerField, F, Func, Model, Q, QuerySet
from django.http import HttpRequest

from campaigns.models import Campaign, Membership, Role
from characters.access import own
from characters.models import Character
from rules.access import reached
from rules.models import Book


class Unnest(Func):
    """Each id of an array, a row each."""

    function = "unnest"
    set_returning = True


def played_with(request: HttpRequest) -> Q:
    """Books at a table somebody sits at, and books of their own characters, a guest's too."""
    tables = Campaign.objects.filter(memberships__user_id=request.user.pk or 0)
    mine = Character.objects.filter(own(request))
    return Q(pk__in=_ids(tables, "books")) | Q(pk__in=_ids(mine, "homebrew"))


def _ids(found: "QuerySet[Any, Model]", column: str) -> "QuerySet[Any, Any]":
    ids: QuerySet[Any, Any] = found.order_by().annotate(one=Unnest(F(column), output_field=BigIntegerField()))
    return ids.values("one")


def counts(book: Book) -> dict[str, int]:
    """How many characters are built with a book, and how many tables have it in play."""
    return {
        "character": Character.objects.filter(homebrew__contains=[book.pk]).count(),
        "table": Campaign.objects.filter(books__contains=[book.pk]).count(),
    }


def offered_to(request: HttpRequest) -> Q:
    """Books given out by somebody at a table that whoever asks runs: one reads a book before it is put in play."""
    mine = Membership.objects.filter(user_id=request.user.pk or 0, role=Role.GM, campaign__archived_at=None)
    run = mine.values("campaign")
    return Q(owner__in=Membership.objects.filter(campaign__in=run).values("user"), withdrawn_at=None)


def connect() -> None:
    reached("play", played_with, counts)
    reached("offer", offered_to, lambda book: {})
