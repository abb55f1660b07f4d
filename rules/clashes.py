"""Published editions on one shelf: whether they can be read together, beside the core book of their game."""

from collections.abc import Sequence

from rules.homebrew import together
from rules.kernel import RuleError
from rules.rulebook import Mark, Memory, editions_of, rulebook_at
from rules.systems import get


def clash_of(core: Mark, homebrew: Sequence[int]) -> str:
    """Which of these editions cannot be read together and why, in sentences; nothing where all can.

    Asked once for each shelf there is: published editions never change.
    """
    return _CLASHES.get((core, *homebrew), lambda: _clash(core, homebrew))


_CLASHES: Memory[tuple[Mark | int, ...], str] = Memory(1_024)


def _clash(core: Mark, homebrew: Sequence[int]) -> str:
    if not homebrew:
        return ""
    try:
        own, *books = rulebook_at(*core, homebrew).books
    except RuleError:
        return _misfit(core, homebrew)
    clash = together(books, get(own.cover.system))
    if clash is None:
        return ""
    named = " and ".join(f"{book.cover.title}, edition {book.cover.edition}" for book in clash.books)
    return f"{named} cannot be read together. {clash.fault.sentence}"


def _misfit(core: Mark, homebrew: Sequence[int]) -> str:
    """The first of these editions that has what the game's kinds of today cannot hold."""
    for pk, edition in editions_of(homebrew).items():
        try:
            rulebook_at(*core, [pk])
        except RuleError as fault:
            return f"{edition} was written for other rules than those of today. {fault}"
    return ""
