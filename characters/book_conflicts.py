"""What keeps books off a shelf that no sheet could be shown with: those that cannot be read together, and those that
their author deletes meanwhile. No HTTP in here."""

from collections.abc import Iterable, Sequence

from rules.catalogue.rulebook import BookVersion
from rules.homebrew.book_conflicts import conflict_of
from rules.models import Book
from rules.refusals import Refused


def refuse_conflict(core: BookVersion, shelf: Sequence[int], mend: str) -> None:
    """Raise Refused where these editions clash beside their core book: which do, why, and what to do about it."""
    if conflict := conflict_of(core, shelf):
        raise Refused(f"{conflict} {mend}")


def hold(books: Iterable[int]) -> None:
    """Let nobody delete these books until the transaction ends. Raises Refused where one is gone already.

    Whoever locks characters too locks them first.
    """
    wanted = set(books)
    if wanted and len(Book.objects.select_for_update(no_key=True).filter(pk__in=wanted).order_by("pk")) < len(wanted):
        raise Refused("Its author has deleted this book.")
