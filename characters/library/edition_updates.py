"""Newer editions: which there are of the books somebody plays with, and which of those a character is offered."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Q

from characters.library.character_books import Shelves
from characters.models import Character
from rules.catalogue.rulebook import Edition, editions_of
from rules.models import Book


def editions_like(book_ids: Iterable[int]) -> list[Book]:
    """Every published edition of the works of these, by their authors: the newest first."""
    held = Book.objects.in_bulk(list(book_ids)).values()
    works = Q(pk__in=[])
    for book in held:
        works |= Q(owner=book.owner_id, key=book.key, system=book.system) if book.owner_id else Q(pk=book.pk)
    found = Book.objects.filter(works, core=False).exclude(published_at=None).select_related("owner")
    return sorted(found, key=lambda book: (rank(book.edition), book.pk), reverse=True)


def editions_for(character: Character) -> list[Book]:
    """The editions a character has or could have instead: those given out, in play at its table, or had before."""
    if not character.homebrew:
        return []
    known = {*Shelves(character).ever, *(character.table_rules.books if character.table_rules else ())}
    return [book for book in editions_like(character.homebrew) if book.withdrawn_at is None or book.pk in known]


def newest(ids: Iterable[int]) -> dict[int, Edition]:
    """For each of these editions that is not the newest of its work, the newest that is given out: two queries."""
    wanted = set(ids)
    every = editions_like(wanted) if wanted else []
    best: dict[tuple[Any, ...], Book] = {}
    for book in every:
        if book.withdrawn_at is None:
            best.setdefault(_work(book), book)
    later = ((b.pk, best[_work(b)]) for b in every if b.pk in wanted and _work(b) in best)
    found = {pk: book.pk for pk, book in later if pk != book.pk and rank(book.edition) > rank(_edition(pk, every))}
    known = editions_of((*wanted, *found.values()))
    return {pk: known[new] for pk, new in found.items()}


def _work(book: Book) -> tuple[Any, ...]:
    return book.owner_id, book.system, book.key


def _edition(pk: int, every: Iterable[Book]) -> str:
    return next(book.edition for book in every if book.pk == pk)


def new_editions(character: Character) -> list[tuple[Edition, Edition]]:
    """The editions a character has, with the newer ones it could have instead. Without homebrew, no query."""
    if not character.homebrew:
        return []
    books = character.table_rules.books if character.table_rules else ()
    return offered(character.homebrew, character.declined, books, newest(character.homebrew))


def offered(
    shelf: Iterable[int], declined: Iterable[int], books: Iterable[int], newer: Mapping[int, Edition]
) -> list[tuple[Edition, Edition]]:
    """As `new_editions`, with what is known to be `newest`. A table that plays a work decides which edition it is."""
    played = {e.key: e for e in editions_of(books).values()}
    pairs = ((has, played.get(has.key) or newer.get(pk)) for pk, has in editions_of(shelf).items())
    return [(has, new) for has, new in pairs if new and _later(new, has) and new.pk not in declined]


def _later(new: Edition, old: Edition) -> bool:
    return rank(new.edition) > rank(old.edition)


def rank(edition: str) -> tuple[int, str]:
    """What editions are sorted by: their numbers, and words before all numbers."""
    return (int(edition), "") if edition.isdecimal() and len(edition) < 10 else (0, edition)
