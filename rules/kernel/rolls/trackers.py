"""What goes up and down in play: the trackers of a sheet, where they stand, and what that means just now."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.kernel.basics import minus
from rules.kernel.basics.cites import Cite
from rules.kernel.basics.figures import Figure, Term


@dataclass(frozen=True, slots=True)
class Fact:
    """Something true of a character that is no number: a label, a value, what it means.

    What `lasts` is true by the ledger, beyond this evening: paper has it, too. A `death` is told beside the name.
    """

    label: str
    value: str
    text: str = ""
    cite: Cite | None = None
    colour: str = ""
    lasts: bool = False
    death: bool = False


@dataclass(frozen=True, slots=True)
class Tracker:
    """A mark of play. `maximum` is None where the book sets none.

    One with an `entry` is no mark: what is taken off it is entered in the ledger as that kind, and `holds` is the
    tracker of what that does for a while, "" where it does nothing. That one `fades`: it is cleared by hand,
    and nothing but an entry fills it. What comes back to it is entered as the kind that `returns` it; without one, what
    was entered last is cancelled. Its entries are `about` one thing where they ask for that.

    Its `help` is for the screen: paper has no room for more than the `summary`. One that counts something down from
    `counts` has what is left of it under each box: what leaves 0 or more costs nothing yet. At `defeat` its owner
    fights no more. None where the book says no such thing. Another may have `labels` under its boxes, by their number:
    so many boxes are drawn at least. Of what a hit marks, `hit` is by how much each point of it moves the tracker: 1 or
    −1. Several of a sheet have it where the rules leave open which one is hit; then `over` says what becomes of what a
    hit leaves over. One that had another key before `was` that: in a document, a mark under it counts where there is
    none of its own.
    """

    key: str
    label: str
    cite: Cite
    maximum: Figure | None
    start: int = 0
    summary: str = ""
    help: str = ""
    entry: str = ""
    returns: str = ""
    about: str = ""
    holds: str = ""
    fades: bool = False
    counts: int | None = None
    defeat: int | None = None
    labels: tuple[tuple[int, str], ...] = ()
    hit: int = 0
    over: str = ""
    was: str = ""

    @property
    def top(self) -> int | None:
        """How far it goes; None where the book sets no end."""
        return max(0, self.maximum.value) if self.maximum else None

    @property
    def free(self) -> int | None:
        """How many points cost nothing yet; None where none of them has a price."""
        return None if self.counts is None else max(0, self.counts)

    def word(self, number: int) -> str:
        """What stands under a box, counted from 1: its label, or what it leaves; "" for nothing."""
        return dict(self.labels).get(number, "" if self.counts is None else minus(self.counts - number))

    def shorter(self, less: int) -> "Tracker":
        """The same, ending sooner by so much, or later where that is below 0."""
        if self.maximum is None or not less:
            return self
        most = self.maximum
        lines = (*most.terms, Term(-less, "lost for now" if less > 0 else "gained for now", self.cite))
        return replace(self, maximum=Figure.of(most.key, most.label, most.cite, lines))

    def stands(self, play: Mapping[str, Any]) -> int:
        """Where it stands by these marks of play; by its ledger, where it has one."""
        return self.start if self.entry else standing(play, self.key, self.start, self.top)

    def spent(self, value: int) -> bool:
        """Whether no hit can be marked on it any more where it stands at this."""
        return value == (0 if self.hit < 0 else ENDLESS if self.top is None else self.top)

    def kept_as(self, play: Mapping[str, Any]) -> str:
        """The key under which these marks of a document have it: its own, or the one it had before."""
        return self.was if self.was and self.key not in play else self.key

    def moved(self, play: Mapping[str, Any], change: int) -> int:
        """Where it would stand after a change, within its bounds."""
        return standing({self.key: self.stands(play) + change}, self.key, 0, self.top)


ENDLESS = 999
"""Where a tracker stops to which no book sets an end."""


@dataclass(frozen=True, slots=True)
class Rest:
    """What the rules give back at a time of its own, such as a night's sleep or the end of a round.

    `changes` are trackers by key, with by how much each moves. None goes beyond its bounds: `EMPTIED` empties one and
    `FILLED` fills one. Of `first`, no more than the first that would move does. What gives back but `once` names the
    tracker that keeps it: nothing while that one is full. What it `costs` has to be there in full. One that is had only
    `at` the end of a tracker names that.
    """

    key: str
    label: str
    cite: Cite
    changes: tuple[tuple[str, int], ...]
    note: str = ""
    once: str = ""
    first: tuple[tuple[str, int], ...] = ()
    costs: tuple[tuple[str, int], ...] = ()
    at: str = ""


EMPTIED, FILLED = -ENDLESS, ENDLESS


@dataclass(frozen=True, slots=True)
class RestStep:
    """What a rest would do to one tracker just now."""

    tracker: Tracker
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Due:
    """What a roll takes just now: the tracker, where it stands, by how much it changes, on which outcome, and `behind`
    which other tracker it is marked."""

    tracker: Tracker
    stands: int
    change: int
    outcome: str = ""
    behind: str = ""


def standing(play: Mapping[str, Any], key: str, start: int = 0, top: int | None = None) -> int:
    """Where a tracker stands: where it starts if nothing, or something else, was written; never beyond its end."""
    held = play.get(key)
    value = held if isinstance(held, int) and not isinstance(held, bool) else start
    return min(max(0, value), ENDLESS if top is None else top)


@dataclass(frozen=True, slots=True)
class PlayFacts:
    """What the marks of play mean just now: facts to show beside them, and how they answer a question.

    It `bars` where the ledger keeps somebody from a roll, whatever is marked; who is `dead` by them rolls nothing. By
    what others have taken, trackers end sooner: `less` says by how much, by their keys; below 0, they end later.
    """

    facts: tuple[Fact, ...] = ()
    answers: tuple[tuple[str, str], ...] = ()
    bars: bool = False
    dead: bool = False
    less: tuple[tuple[str, int], ...] = ()
