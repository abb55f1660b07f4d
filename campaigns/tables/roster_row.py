"""A row of a roster: what it depends on, what a sheet says for it, and what it shows of both."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, NamedTuple

from characters.models import Character, ReviewStatus
from characters.tracker_bar import MOST_BARS, TrackerBar, bar_of
from rules.kernel.pages import Game
from rules.kernel.status import Status
from rules.systems import get

DRIFTED = "drifted"
STANDINGS = {**{key: str(label) for key, label in ReviewStatus.choices}, DRIFTED: "Changed since approval"}


class RowFingerprint(NamedTuple):
    """All that a row depends on. House rules and trackers are JSON as text, waivers the ids of those that stand, books
    those of editions; `house` is what the table decides for the game, its books among it.

    A build changes with its version; approvals and waivers never do, once they are given.
    """

    pk: int
    version: int
    system: str
    name: str
    stage: str
    standing: str
    last_entry: int | None
    approval_id: int | None
    book_id: int
    edition: int
    rules: str
    waivers_text: str
    books_text: str
    campaign_id: int
    player: str
    marks_text: str
    declined_text: str
    portrait: str = ""
    npc: bool = False
    house: str = ""
    new_edition: str = ""

    @property
    def called(self) -> str:
        return self.name or "Unnamed character"

    @property
    def game(self) -> Game:
        return get(self.system)

    @property
    def key(self) -> Any:
        """What the verdict depends on: all but who plays it and what it is offered."""
        return _judged_by(self)


BESIDE = frozenset({"campaign_id", "player", "declined_text", "portrait", "npc", "new_edition"})
"""What of a fingerprint says nothing of the verdict."""
_judged_by = attrgetter(*(name for name in RowFingerprint._fields if name not in BESIDE))


class Vital(NamedTuple):
    """A number worth a column, and which part of the sheet it stands in."""

    key: str
    label: str
    value: int
    part: str = ""


class TrackerStand(NamedTuple):
    """A tracker: where it stands, where it starts and where it ends just now, None where it has no end."""

    label: str
    value: int
    start: int
    top: int | None
    free: int | None = None
    defeat: int | None = None

    def __str__(self) -> str:
        """Such as "Health 5 of 7"."""
        return f"{self.label} {self.value}" if self.top is None else f"{self.label} {self.value} of {self.top}"


class Verdict(NamedTuple):
    """What reading a character's sheet says of it. `changes` are those since it was approved, in words; `dead` is
    somebody by the ledger or by the trackers; `charge` is what its crest shows. Of its figures `vitals` have a column
    unless others are chosen, and `further` may have one."""

    status: Status
    waived: int
    drifted: bool
    changes: tuple[str, ...]
    vitals: tuple[Vital, ...]
    trackers: tuple[TrackerStand, ...]
    dead: bool = False
    charge: str = ""
    further: tuple[Vital, ...] = ()

    @property
    def figures(self) -> tuple[Vital, ...]:
        """Every number that may have a column."""
        return self.vitals + self.further

    @property
    def with_bars(self) -> list[str]:
        """The labels of the trackers that are drawn."""
        return [one.label for one in self.trackers if one.top][:MOST_BARS]


UNREAD = Verdict(Status(), 0, False, (), (), ())


@dataclass(frozen=True)
class RosterRow:
    """One character of a roster. As long as its sheet was not `read` it has no figures, and nothing to fix."""

    fingerprint: RowFingerprint
    verdict: Verdict
    read: bool = True

    @property
    def pk(self) -> int:
        return self.fingerprint.pk

    @property
    def table(self) -> int:
        """The id of the table."""
        return self.fingerprint.campaign_id

    @property
    def name(self) -> str:
        return self.fingerprint.called

    @property
    def player(self) -> str:
        return self.fingerprint.player

    @property
    def system(self) -> str:
        return self.fingerprint.system

    @property
    def game(self) -> str:
        return get(self.fingerprint.system).name

    @property
    def standing(self) -> str:
        return DRIFTED if self.verdict.drifted else self.fingerprint.standing

    @property
    def standing_words(self) -> str:
        return STANDINGS.get(self.standing, self.standing)

    @property
    def legality(self) -> str:
        return self.verdict.status.key

    @property
    def legality_words(self) -> str:
        return str(self.verdict.status)

    @property
    def trackers(self) -> tuple[str, ...]:
        """Where each tracker stands now, in words."""
        return tuple(map(str, self.verdict.trackers))

    @property
    def bars(self) -> tuple[TrackerBar, ...]:
        """The first trackers that have an end."""
        ended = [(one, one.top, not place) for place, one in enumerate(self.verdict.trackers) if one.top]
        return tuple(bar_of(one, top, one.value, first=first) for one, top, first in ended[:MOST_BARS])

    @property
    def hurt(self) -> bool:
        """Whether the first tracker of the sheet, which every game gives to harm, has moved."""
        return any(one.value != one.start for one in self.verdict.trackers[:1])


# Their order


def by_name(row: RosterRow) -> tuple[Any, ...]:
    """The order of names, as people count: 2 before 10."""
    return natural_order(row.name), row.pk


def in_natural_order(found: Iterable[Character], *, by_game: bool = False) -> list[Character]:
    """Characters by name, as people count; `by_game` those of one game together."""
    return sorted(found, key=lambda one: (one.system if by_game else "", natural_order(str(one)), one.pk))


def natural_order(text: str) -> tuple[Any, ...]:
    """A text for an order in which its numbers count as numbers."""
    return tuple(int(part) if place % 2 else part for place, part in enumerate(re.split(r"(\d+)", text.casefold())))
