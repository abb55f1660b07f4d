"""Which line of what was approved is which of what there is now, by what it is and never by its place."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar


class PlacedLine(Protocol):
    """Something that stands in a list."""

    @property
    def place(self) -> int: ...


H = TypeVar("H", bound=PlacedLine)


class LineMatch(NamedTuple, Generic[H]):
    """A line as it was approved, and what it is now: None where it is gone. `told` says that the ledger has it."""

    then: H
    now: H | None
    told: bool = False


def paired(
    then: Iterable[H], now: Iterable[H], rank: Callable[[H], int], *same: Callable[[H, H], bool]
) -> tuple[LineMatch[H], ...]:
    """Each line of then with its own of now, by the first of these tests that finds one: the higher to the higher."""
    then, now = tuple(then), tuple(now)
    if then == now:
        return tuple(map(LineMatch, then, now))
    old, left = (sorted(lines, key=lambda one: (-rank(one), one.place)) for lines in (then, now))
    found: dict[int, H] = {}
    for test in same:
        for one in old:
            match = None if one.place in found else next((new for new in left if test(one, new)), None)
            if match is not None:
                found[one.place] = match
                left.remove(match)
    return tuple(LineMatch(one, found.get(one.place)) for one in old)


def most_paired(
    then: Sequence[H], now: Sequence[H], fits: Callable[[H, H], bool], first: Callable[[H, H], bool]
) -> dict[int, int]:
    """The place of now for as many places of then as can have a line that fits, the one that is `first` if it can.

    Where not all can, those that come first in `then` have theirs.
    """
    fitting: dict[int, list[int]] = {}
    taken: dict[int, int] = {}

    def options(number: int) -> list[int]:
        if number not in fitting:
            own = [place for place, new in enumerate(now) if fits(then[number], new)]
            fitting[number] = sorted(own, key=lambda place: not first(then[number], now[place]))
        return fitting[number]

    def takes(number: int, tried: set[int]) -> bool:
        for place in options(number):
            if place not in tried:
                tried.add(place)
                if place not in taken or takes(taken[place], tried):
                    taken[place] = number
                    return True
        return False

    for number in range(len(then)):
        takes(number, set())
    return {then[number].place: now[place].place for place, number in taken.items()}


def origins(kept: Iterable[LineMatch[H]]) -> dict[int, int]:
    """Where each line stood when it was approved, by where it stands now."""
    return {one.now.place: one.then.place for one in kept if one.now is not None}


def unmatched(names: Sequence[Sequence[Hashable]], left: Counter[Hashable]) -> list[int]:
    """The places of those for whom none of their names is left; as many as can have one take it from `left`.

    One with several names gives way to another that has no other.
    """
    holders: dict[Hashable, set[int]] = {}
    wanted = [[name for name in some if left[name]] for some in names]

    def takes(place: int, tried: set[Hashable]) -> bool:
        for name in wanted[place]:
            if len(held := holders.setdefault(name, set())) < left[name]:
                held.add(place)
                return True
        for name in (one for one in wanted[place] if one not in tried):
            tried.add(name)
            other = next((one for one in holders[name] if len(wanted[one]) > 1 and takes(one, tried)), None)
            if other is not None:
                holders[name].remove(other)
                holders[name].add(place)
                return True
        return False

    in_turn = sorted(range(len(names)), key=lambda place: len(names[place]) > 1)
    gone = [place for place in in_turn if not takes(place, set())]
    left.subtract({name: len(held) for name, held in holders.items()})
    return sorted(gone)
