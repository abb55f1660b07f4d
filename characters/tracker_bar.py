"""The bar of a tracker: how much of it is filled, and where on it something begins to cost."""

from dataclasses import dataclass
from typing import Protocol

MOST_BARS = 2
"""So many trackers of somebody in a list are drawn."""
WIDE = 100
"""The bar, in its own units."""
HITS = (1, 2, 3, 5)
"""What a hit often takes: each has a button."""


def hits_of(hit: int) -> list[tuple[int, int]]:
    """What a hit often takes, each with the change that marks it, where each point of it moves a tracker by `hit`; none
    where that is 0."""
    return [(many, many * hit) for many in HITS] if hit else []


@dataclass(frozen=True)
class TrackerBar:
    """A tracker that has an end, as it stands: one that begins full is spent, any other fills, with `harm` where it
    `counts`. Penalties begin beyond `free`, and at `defeat` whoever it is fights no more."""

    label: str
    value: int
    top: int
    start: int
    free: int | None = None
    defeat: int | None = None
    counts: bool = True

    @property
    def spent(self) -> bool:
        return self.start == self.top

    @property
    def hurts(self) -> bool:
        """Whether what is marked has begun to cost something."""
        return not self.spent and self.counts and self.value > (self.free or 0)

    @property
    def filled(self) -> int:
        return self._at(self.value)

    @property
    def light(self) -> int:
        """How much of what is filled costs nothing."""
        return self._at(min(self.value, self.free or 0)) if self.hurts else self.filled

    @property
    def harm(self) -> int:
        return self.filled - self.light

    @property
    def free_at(self) -> int | None:
        """Where on the bar penalties begin."""
        return self._within(self.free)

    @property
    def defeat_at(self) -> int | None:
        return self._within(self.defeat)

    @property
    def costs(self) -> str:
        """From where on it costs something, in words."""
        return f"penalties from {self.free + 1}" if self.free is not None and self.free < self.top else ""

    @property
    def thresholds(self) -> str:
        """What its marks stand for, in words."""
        falls = f"Defeated at {self.defeat}" if self.defeat is not None and self.defeat <= self.top else ""
        return ", ".join(filter(None, (self.costs, falls)))

    @property
    def says(self) -> str:
        """What it costs now, in words."""
        if self.defeat is not None and self.value >= self.defeat:
            return "Defeated"
        return "penalties" if self.free is not None and self.value > self.free else ""

    def _within(self, place: int | None) -> int | None:
        return self._at(place) if place is not None and 0 < place < self.top else None

    def _at(self, value: int) -> int:
        return round(WIDE * value / self.top) if self.top else 0


class Ranged(Protocol):
    """A tracker of a sheet, or what a list keeps of it."""

    @property
    def label(self) -> str: ...
    @property
    def start(self) -> int: ...
    @property
    def free(self) -> int | None: ...
    @property
    def defeat(self) -> int | None: ...


def bar_of(one: Ranged, top: int, value: int, *, first: bool) -> TrackerBar:
    """The first tracker of a sheet counts harm, and so does one with a place from where on it costs something: what is
    used up in a turn is none."""
    counts = first or one.free is not None or one.defeat is not None
    return TrackerBar(one.label, value, top, one.start, one.free, one.defeat, counts)
