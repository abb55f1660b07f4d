"""Which homebrew a table plays with: what may be added, what that would do, and doing it. No HTTP in here.

A book that comes into play goes onto the shelf of every character of its game at the table that has no edition of
it. Whoever has one keeps it, and a book that is taken out of play touches nobody: the verdicts say the rest.
"""

from collections.abc import Sequence
from dataclasses import replace

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import BigIntegerField, Q, QuerySet
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from campaigns.actions import choose_books, note
from campaigns.models import Campaign
from campaigns.tables.impact_preview import ImpactPreview, shifted
from characters.book_conflicts import hold, refuse_conflict
from characters.library import character_books
from characters.models import Character
from rules.catalogue.rulebook import core_version, editions_of, of_game
from rules.homebrew.book_conflicts import conflict_of
from rules.kernel import Sheet
from rules.models import Book
from rules.refusals import Refused

MOST = 40
"""Books that one table plays with."""


def may_add(campaign: Campaign) -> QuerySet[Book]:
    """Published editions that are given out, by anybody who sits at the table, and not in play yet; also those that
    it played with before, whoever wrote them."""
    before = campaign.events.filter(kind="book-out").values(book=Cast(KT("data__book"), BigIntegerField()))
    here = Q(owner__in=campaign.memberships.values("user")) | Q(pk__in=before)
    written = Book.objects.filter(here, core=False)
    given = written.exclude(published_at=None).filter(withdrawn_at=None).exclude(pk__in=campaign.books)
    return given.select_related("owner").order_by("title", "key", "pk")


def use_book(*, campaign: Campaign, book: Book, by: User) -> int:
    """Play with a book from now on, in place of another edition of it. Returns how many shelves it went onto."""
    with transaction.atomic():
        held = choose_books(campaign=campaign, choose=lambda books: with_book(books, book))
        if len(held.books) > MOST:
            raise Refused(f"A campaign can use {MOST} books at most. Remove one first.")
        players = held.characters.filter(system=book.system)
        everybody = list(players.select_for_update(of=("self",), no_key=True).order_by("pk"))
        hold([book.pk])
        refuse_conflicts(held, book.system, [book.pk])
        note(held, "book-in", by, title=book.title, edition=book.edition)
        moved = [(who, character_books.stocked(who.homebrew, [book.pk])) for who in everybody]
        return character_books.revise([(who, shelf) for who, shelf in moved if shelf != who.homebrew], by)


def stop_using_book(*, campaign: Campaign, book: Book, by: User | None = None) -> None:
    """Play without a book from now on. Whoever is built with it keeps it, and is told that it is not in play."""
    with transaction.atomic():
        held = choose_books(campaign=campaign, choose=lambda books: [pk for pk in books if pk != book.pk])
        note(held, "book-out", by, title=book.title, edition=book.edition, book=book.pk)


def with_book(books: Sequence[int], book: Book) -> list[int]:
    """The editions in play with this one, in the place of another of its work, else behind them."""
    same = {pk for pk, e in editions_of(books).items() if (e.system, e.key) == (book.system, book.key)}
    if not same:
        return [*books, book.pk]
    return list(dict.fromkeys(book.pk if pk in same else pk for pk in books))


def preview(*, campaign: Campaign, system: str, books: Sequence[int]) -> ImpactPreview | None:
    """What playing with these editions would change in the verdicts of one game's characters. Nothing is saved.

    Raises Refused for a book that cannot be read together with those at the table; taking one out is never refused.
    None where books on a shelf clash already, so that there may be no verdict.
    """
    planned = Campaign(pk=campaign.pk, settings=campaign.settings, books=list(books))
    new = [pk for pk in of_game(books, system) if pk not in campaign.books]
    if new:
        refuse_conflicts(planned, system, new)
    core = core_version(system)
    if any(conflict_of(core, shelf) for shelf in _shelves_at(campaign, system)):
        return None

    def otherwise(character: Character) -> Sheet:
        shelf, table = character_books.stocked(character.homebrew, new), replace(character.table, books=planned.played)
        return character.read(shelf=shelf, table=table)

    return shifted(campaign=campaign, system=system, otherwise=otherwise)


def refuse_conflicts(campaign: Campaign, system: str, new: Sequence[int]) -> None:
    """Raise Refused where new books clash with the campaign’s other books, or on a shelf that they go onto."""
    core = core_version(system)
    refuse_conflict(core, of_game(campaign.books, system), "Remove one of them.")
    for shelf, name in _shelves_at(campaign, system).items():
        stocked = character_books.stocked(shelf, new)
        if len(stocked) > len(shelf):
            refuse_conflict(core, stocked, f"{name} uses one of them; their player can remove it.")


def _shelves_at(campaign: Campaign, system: str) -> dict[tuple[int, ...], str]:
    """The shelves of one game's characters at a table, each with the name of somebody who has it."""
    at_table = campaign.characters.filter(system=system).order_by("-pk").values_list("homebrew", "name")
    return {tuple(shelf): name or "Unnamed character" for shelf, name in at_table}
