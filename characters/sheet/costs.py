"""What a roll costs by the book: told before it is rolled, and marked with a press beside its result."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass

from rules.kernel import Check, Live, Tracker
from rules.kernel.basics.wording import signed


@dataclass(frozen=True)
class ShownDue:
    """A tracker that a roll changes, where it stands, and by how much; `uid` names the mark that does so.

    Of what it takes, `lacks` are not there to give: that is said, and nobody is kept from rolling.
    """

    tracker: Tracker
    stands: int
    change: int
    outcome: str
    uid: uuid.UUID
    moves: bool

    @property
    def lacks(self) -> int:
        return max(0, -self.change - self.stands)

    @property
    def words(self) -> str:
        return f"{self.tracker.label} {signed(self.change)}"


def cost_name(roll: uuid.UUID, key: str) -> uuid.UUID:
    """What the mark of a tracker that a roll takes is named, so that none is made twice for one roll."""
    return uuid.uuid5(roll, key)


def dues_of(live: Live, check: Check, roll: uuid.UUID) -> list[ShownDue]:
    """All that a roll may cost."""
    return [
        ShownDue(
            due.tracker,
            due.stands,
            due.change,
            due.outcome,
            cost_name(roll, due.tracker.key),
            due.tracker.moved(live.marks, due.change) != due.stands,
        )
        for due in live.dues(check)
    ]


def dues_on(dues: Iterable[ShownDue], outcome: str) -> list[ShownDue]:
    """Those that are due on this outcome."""
    return [due for due in dues if due.outcome in ("", outcome)]
