"""Which homebrew a table plays with: what may be added, what that would do, and doing it. No HTTP in here.

A book that comes into play goes onto the shelf of every character of its game at the table that has no edition of
it. Whoever has one keeps it, and a book that is taken out of play touches nobody: the verdicts say the rest.
"""

from collections.abc import Sequence
from dataclasses import replace

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet

from campaigns.actions import Refused, choose_books, note
from campaigns.models import Campaign
from characters import shelves
from characters.models import Character
from characters.shifting import Shifts, shifted
from rules.clashes import clash_of
from rules.kernel import Rulebook, Sheet
from rules.models import Book
from rules.rulebook import core_of, editions_of, of_game, rulebook_at
from rules.systems import get

MOST = 40
"""Books that one table plays with."""


def may_add(campaign: Campaign) -> QuerySet[Book]:
    """Published editions that are given out, by anybody who sits at the table, and not in play yet."""
    written = Book.objects.filter(core=False, owner__memberships__campaign=campaign)
    given = written.exclude(published_at=None).filter(withdrawn_at=None).exclude(pk__in=campaign.books)
    return given.select_related("owner").order_by("title", "key", "pk")


def put_in_play(*, campaign: Campaign, book: Book, by: User) -> int:
    """Play with a book from now on, in place of another edition of it. Returns how many shelves it went onto."""
    with transaction.atomic():
        held = choose_books(campaign=campaign, choose=lambda books: with_book(books, book))
        if len(held.books) > MOST:
            raise Refused(f"{MOST} books are the most that a table plays with. Take one out of play first.")
        if clash := clash_at(held, book.system):
            raise Refused(clash)
        note(held, "book-in", by, title=book.title, edition=book.edition)
        everybody = held.characters.filter(system=book.system).select_for_update(of=("self",)).order_by("pk")
        moved = [(who, shelves.stocked(who.homebrew, [book.pk])) for who in everybody]
        return shelves.revise([(who, shelf) for who, shelf in moved if shelf != who.homebrew], by)


def take_out(*, campaign: Campaign, book: Book, by: User | None = None) -> None:
    """Play without a book from now on. Whoever is built with it keeps it, and is told that it is not in play."""
    with transaction.atomic():
        held = choose_books(campaign=campaign, choose=lambda books: [pk for pk in books if pk != book.pk])
        note(held, "book-out", by, title=book.title, edition=book.edition)


def with_book(books: Sequence[int], book: Book) -> list[int]:
    """The editions in play with this one, in the place of another of its work, else behind them."""
    same = {pk for pk, e in editions_of(books).items() if (e.system, e.key) == (book.system, book.key)}
    if not same:
        return [*books, book.pk]
    return list(dict.fromkeys(book.pk if pk in same else pk for pk in books))


def preview(*, campaign: Campaign, system: str, books: Sequence[int]) -> Shifts | None:
    """What playing with these editions would change in the verdicts of one game's characters. Nothing is saved.

    Raises Refused for a book that cannot be read together with those at the table. Taking one out is never refused:
    None where books clash already, and verdicts cannot be read.
    """
    planned = Campaign(pk=campaign.pk, settings=campaign.settings, books=list(books))
    new = [pk for pk in of_game(books, system) if pk not in campaign.books]
    if clash := clash_at(planned if new else campaign, system):
        if new:
            raise Refused(clash)
        return None

    def otherwise(character: Character) -> Sheet:
        shelf, table = shelves.stocked(character.homebrew, new), replace(character.table, books=planned.played)
        return character.read(shelf=shelf, table=table)

    return shifted(campaign=campaign, system=system, otherwise=otherwise)


def rulebook_of_table(campaign: Campaign, system: str) -> Rulebook:
    """The rulebook that a new character of a game has at a table. Without homebrew in play, no query."""
    books = of_game(campaign.books, system)
    if not books:
        return get(system).rulebook
    core = core_of(system)
    return rulebook_at(core.pk, core.version, books)


def clash_at(campaign: Campaign, system: str) -> str:
    """Which books in play clash, by themselves or on a shelf that somebody here would have, and what to do about it.

    Nothing where none do.
    """
    core, books = core_of(system), of_game(campaign.books, system)
    mark = (core.pk, core.version)
    if clash := clash_of(mark, books):
        return f"{clash} Play without one of them."
    at_table = campaign.characters.filter(system=system).order_by("pk").values_list("homebrew", "name")
    for shelf, name in {tuple(shelves.stocked(shelf, books)): name or "Nameless" for shelf, name in at_table}.items():
        if clash := clash_of(mark, shelf):
            return f"{clash} {name} has one of them on the shelf, and whoever plays {name} can give it back."
    return ""
