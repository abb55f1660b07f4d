"""Published editions on one shelf: whether they can be read together, beside the core book of their game."""

from collections.abc import Sequence

from rules.catalogue.rulebook import BookVersion, rulebook_at
from rules.homebrew.faults import together
from rules.kernel.basics import MIB, BoundedCache
from rules.systems import get


def conflict_of(core: BookVersion, homebrew: Sequence[int]) -> str:
    """Which of these editions cannot be read together and why, in sentences; nothing where all can.

    Asked once for each shelf there is: published editions never change.
    """
    return _CONFLICTS.get((core, *homebrew), lambda: _conflict(core, homebrew))


_CONFLICTS: BoundedCache[tuple[BookVersion | int, ...], str] = BoundedCache(MIB)


def _conflict(core: BookVersion, homebrew: Sequence[int]) -> str:
    if not homebrew:
        return ""
    own, *books = rulebook_at(*core, homebrew).books
    conflict = together(books, get(own.cover.system))
    if conflict is None:
        return ""
    named = " and ".join(f"{book.cover.title}, edition {book.cover.edition}" for book in conflict.books)
    return f"{named} can’t be used together. {conflict.fault.sentence}"
