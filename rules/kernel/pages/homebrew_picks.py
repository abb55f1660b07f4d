"""The choice by which a line of a list is something that a player wrote."""

from rules.kernel.basics.cites import HOMEBREW
from rules.kernel.books.rulebook import Entry, Rulebook, derived, kind_of
from rules.kernel.pages.fields import ChoiceField, Option


def homebrew_pick(rulebook: Rulebook, shape: type[Entry], path: str, value: tuple[str, ...]) -> tuple[ChoiceField, ...]:
    """The pick by which an entry of a list *is* something that a player wrote; none where no book in play has any.

    `path` is the entry's own; the choice is kept within it, under the name of the kind.
    """
    kind = kind_of(shape)
    offered, retired = _offered(rulebook, kind)
    if not offered and not retired:
        return ()
    options = (*offered, *(option for option in retired if option.key in value))
    return (ChoiceField(f"{path}.picks.{kind}", f"{kind.capitalize()} of a book", options, value, style="select"),)


@derived
def _offered(rulebook: Rulebook, kind: str) -> tuple[tuple[Option, ...], tuple[Option, ...]]:
    """What players wrote of a kind, as options: what is offered, and what has left its book."""
    found = [entry for entry in rulebook.entries.get(kind, {}).values() if entry.origin == HOMEBREW]
    offered, retired = (
        tuple(
            Option(entry.key, entry.name, entry.summary, entry.cite, group=getattr(entry, "sort", ""))
            for entry in found
            if entry.retired is gone
        )
        for gone in (False, True)
    )
    return offered, retired
