"""What a player may wish for in a few clicks: declared by each game, in its own words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

GOOD_AT = 2
"""So many things somebody may wish to be good at."""


@dataclass(frozen=True, slots=True)
class Wish:
    """One wish: the choices it makes, and the figures it wants high.

    `start` has what stands at which path before anything is generated. A list is added to what other wishes put there:
    entries, or the beginning of a ranking. Of two numbers the higher one stands. `roll` answers the game's form of a
    roll: the one in which the wish shows, where the figures alone don't say it.
    """

    key: str
    label: str
    summary: str
    start: Mapping[str, Any] = field(default_factory=dict)
    wants: tuple[str, ...] = ()
    roll: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Wishes:
    """The wishes of a game. `always` are figures that are good for anybody, `names` what people are called."""

    concepts: Sequence[Wish]
    good_at: Sequence[Wish]
    twists: Sequence[Wish]
    always: tuple[str, ...]
    names: tuple[str, ...]

    def concept(self, key: str) -> Wish | None:
        return _first(self.concepts, key)

    def good(self, keys: Sequence[str]) -> tuple[Wish, ...]:
        """The wishes with these keys, in their order; what the game doesn't have is left out."""
        return tuple(filter(None, (_first(self.good_at, key) for key in dict.fromkeys(keys))))

    def twist(self, key: str) -> Wish | None:
        return _first(self.twists, key)


def _first(wishes: Iterable[Wish], key: str) -> Wish | None:
    return next((wish for wish in wishes if wish.key == key), None)
