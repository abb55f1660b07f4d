"""Which homebrew campaigns use, or may use: told to `rules.homebrew.access`, which knows no tables."""

from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse

from campaigns.models import Beast, Campaign, Membership
from characters.library.book_usage import ids
from characters.tables import TableRole
from rules.homebrew.access import BookPlace, book_places, book_readers, book_users
from rules.models import Book

MOST = 12
"""So many campaigns are offered for a book."""


def played_with(request: HttpRequest) -> Q:
    """Books at a table somebody sits at."""
    return Q(pk__in=ids(Campaign.objects.filter(memberships__user_id=request.user.pk or 0), "books"))


def offered_to(request: HttpRequest) -> Q:
    """Books given out by somebody at a table that whoever asks runs: one reads a book before it is put in play."""
    mine = Membership.objects.filter(user_id=request.user.pk or 0, role=TableRole.GM, campaign__archived_at=None)
    run = mine.values("campaign")
    return Q(owner__in=Membership.objects.filter(campaign__in=run).values("user"), withdrawn_at=None)


def in_play(book: Book) -> QuerySet[Campaign]:
    """Tables that have a book in play."""
    return Campaign.objects.filter(books__contains=[book.pk])


def among_beasts(book: Book) -> QuerySet[Beast]:
    """Beasts that are read with a book."""
    return Beast.objects.filter(homebrew__contains=[book.pk])


def may_use(request: HttpRequest, book: Book) -> list[BookPlace]:
    """The campaigns that this person runs, that play its game and don't use the book yet, the newest first."""
    run = Membership.objects.filter(user_id=request.user.pk or 0, role=TableRole.GM, campaign__archived_at=None)
    playing = run.filter(Q(campaign__games=[]) | Q(campaign__games__contains=[book.system]))
    free = playing.exclude(campaign__books__contains=[book.pk]).select_related("campaign").order_by("-campaign__pk")
    return [BookPlace(seat.campaign.name, reverse("table_books", args=[seat.campaign_id])) for seat in free[:MOST]]


def connect() -> None:
    book_places.append(may_use)
    book_readers.extend((played_with, offered_to))
    book_users["campaign"] = in_play
    book_users["beast"] = among_beasts
