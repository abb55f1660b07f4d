"""What a roll costs by the book: told before it is rolled, and marked with a press beside its result."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass

from characters.models import Roll
from rules.kernel import Check, Live, Tracker
from rules.kernel.basics.wording import signed
from rules.kernel.rolls.trackers import Due


@dataclass(frozen=True)
class ShownDue:
    """A tracker that a roll changes, where it stands, and by how much; `uid` names the mark that does so, and `first`
    the one that is made with it where it isn't yet.

    Of what it takes, `lacks` are not there to give: that is said, and nobody is kept from rolling.
    """

    tracker: Tracker
    stands: int
    change: int
    outcome: str
    uid: uuid.UUID
    moves: bool
    first: uuid.UUID | None = None

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
    return [_shown(live, due.tracker, due.change, due.outcome, roll) for due in live.dues(check)]


def dues_of_made(live: Live, roll: Roll) -> list[ShownDue]:
    """What a roll that was made costs, as its trackers stand now."""
    found = {tracker.key: tracker for tracker in live.marked}
    return [_shown(live, found[key], change, "", roll.uid, behind) for key, change, behind in roll.dues if key in found]


def _shown(live: Live, tracker: Tracker, change: int, outcome: str, roll: uuid.UUID, behind: str = "") -> ShownDue:
    stands = tracker.stands(live.marks)
    moves = tracker.moved(live.marks, change) != stands
    first = cost_name(roll, behind) if behind else None
    return ShownDue(tracker, stands, change, outcome, cost_name(roll, tracker.key), moves, first)


def kept_dues(dues: Iterable[Due], outcome: str) -> list[tuple[str, int, str]]:
    """Those that are due on this outcome, as a roll keeps them."""
    return [(due.tracker.key, due.change, due.behind) for due in dues if due.outcome in ("", outcome)]
