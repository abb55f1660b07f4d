"""What somebody is asked who makes several NPCs at once: declared by each game, in its own words."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from rules.kernel.basics.wording import capitalise
from rules.kernel.books.rulebook import Entry, Rulebook
from rules.kernel.pages.wishes import Wish

Asked = Literal["kind", "trade"]


class NpcOption(NamedTuple):
    """One answer: what makes somebody that, and the same with what they are best at, where the rest leaves room."""

    bare: Wish
    fit: Wish

    @property
    def key(self) -> str:
        return self.bare.key

    @property
    def label(self) -> str:
        return self.bare.label


@dataclass(frozen=True, slots=True)
class NpcChoice:
    """One question, their `kind` or their `trade`, and its answers by the books in play.

    `fighting` are the keys of those who can hold their own in a fight: among them chance looks first.
    """

    key: Asked
    label: str
    options: Callable[[Rulebook], tuple[NpcOption, ...]]
    fighting: tuple[str, ...] = ()


def among_entries(
    key: Asked, label: str, shape: type[Entry], path: str, fit: Sequence[Wish] = (), *, fighting: tuple[str, ...] = ()
) -> NpcChoice:
    """The entries of one kind, picked at this path; each with the wish of the same key, where there is one."""
    known = {wish.key: wish for wish in fit}

    def options(rulebook: Rulebook) -> tuple[NpcOption, ...]:
        made = []
        for entry in rulebook.offered(shape):
            bare, wish = Wish(entry.key, entry.name, "", {path: entry.key}), known.get(entry.key)
            better = replace(bare, start={**bare.start, **wish.start}, wants=wish.wants) if wish else bare
            made.append(NpcOption(bare, better))
        return tuple(made)

    return NpcChoice(key, label, options, fighting)


def among_wishes(key: Asked, label: str, wishes: Sequence[Wish], *, fighting: tuple[str, ...] = ()) -> NpcChoice:
    """What players may wish for, without its article: for games whose books have no such entries."""
    named = [replace(wish, label=capitalise(wish.label.partition(" ")[2] or wish.label)) for wish in wishes]
    made = tuple(NpcOption(wish, wish) for wish in named)
    return NpcChoice(key, label, lambda rulebook: made, fighting)
