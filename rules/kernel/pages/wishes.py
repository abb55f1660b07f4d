"""What a player may wish for in a few clicks: declared by each game, in its own words."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, NamedTuple

GOOD_AT = 2
"""So many things somebody may wish to be good at."""


@dataclass(frozen=True, slots=True)
class Wish:
    """One wish: the choices it makes, and the figures it wants high.

    `start` has what stands at which path before anything is generated. A list is added to what other wishes put there:
    entries, or the beginning of a ranking. Of two numbers the higher one stands. `roll` answers the game's form of a
    roll: the one in which the wish shows, where the figures alone don't say it. Of several `ways` to grant it, each
    with more choices and figures of its own, chance takes one.
    """

    key: str
    label: str
    summary: str
    start: Mapping[str, Any] = field(default_factory=dict)
    wants: tuple[str, ...] = ()
    roll: Mapping[str, str] = field(default_factory=dict)
    ways: Sequence["Way"] = ()

    def suiting(self, others: Iterable["Wish"]) -> "Wish":
        """The same with the ways that are like all of these wishes, or with all of them where none is."""
        keys = {other.key for other in others}
        return replace(self, ways=[way for way in self.ways if keys.isdisjoint(way.unlike)] or self.ways)

    def settled(self, seed: int) -> "Wish":
        """The same with one of its ways taken, by a seed of the whole character."""
        if not self.ways:
            return self
        way = Random(f"{seed} {self.key}").choice(self.ways)
        return replace(self, start={**self.start, **way.start}, wants=(*self.wants, *way.wants), ways=())


class Way(NamedTuple):
    """One way to grant a wish, `unlike` the concepts with these keys: with those it is not taken."""

    start: Mapping[str, Any]
    wants: tuple[str, ...]
    unlike: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wishes:
    """The wishes of a game. `always` are figures that are good for anybody, `names` what people are called, by the
    bust that such a name makes one think of. `who` are paths of what somebody is: other wishes than for what one plays
    leave that as it was, if they can."""

    concepts: Sequence[Wish]
    good_at: Sequence[Wish]
    twists: Sequence[Wish]
    always: tuple[str, ...]
    names: Mapping[str, tuple[str, ...]]
    who: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[Wish, ...]:
        return (*self.concepts, *self.good_at, *self.twists)

    def among(self, wishes: Collection[Wish]) -> "Wishes":
        """The same with none but these."""
        concepts, good_at, twists = (
            [wish for wish in of if wish in wishes] for of in (self.concepts, self.good_at, self.twists)
        )
        return replace(self, concepts=concepts, good_at=good_at, twists=twists)

    @property
    def called(self) -> list[str]:
        """Everything that people are called."""
        return sorted(name for names in self.names.values() for name in names)

    def bust(self, name: str) -> str:
        """The bust that a name makes one think of; "" for a name of somebody else."""
        return next((bust for bust, names in self.names.items() if name in names), "")

    def concept(self, key: str) -> Wish | None:
        return _first(self.concepts, key)

    def good(self, keys: Sequence[str]) -> tuple[Wish, ...]:
        """The wishes with these keys, in their order; what the game doesn't have is left out."""
        return tuple(filter(None, (_first(self.good_at, key) for key in dict.fromkeys(keys))))

    def twist(self, key: str) -> Wish | None:
        return _first(self.twists, key)


def _first(wishes: Iterable[Wish], key: str) -> Wish | None:
    return next((wish for wish in wishes if wish.key == key), None)
