"""What a character can roll, and what goes up and down in play."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol

from rules.kernel.cites import Cite
from rules.kernel.fields import Field
from rules.kernel.figures import Figure
from rules.kernel.panels import Fact
from rules.kernel.throws import Faces, Handful, Tally

if TYPE_CHECKING:
    from rules.kernel.sheet import Sheet


class Odds(Protocol):
    """An exact distribution over named outcomes, worst first."""

    @property
    def outcomes(self) -> Sequence[tuple[str, Fraction]]: ...

    @property
    def successes(self) -> frozenset[str]: ...

    @property
    def success(self) -> Fraction: ...

    def chance(self, outcome: str) -> Fraction: ...


class Dice(Protocol):
    """A dice specification; `rules.dice` has the ones there are.

    `handfuls` are the dice to throw, and `tally` reads them once they lie there. Both go by the rules that `odds`
    counts with, so that a roll comes to each outcome as often as the odds say.
    """

    def odds(self) -> Odds: ...

    def handfuls(self) -> tuple[Handful, ...]: ...

    def tally(self, faces: Faces) -> Tally: ...

    def __str__(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Check:
    """Something to roll: its dice, and the figure that says how many or how high and why.

    `others` are further figures that weigh on it, such as a difficulty that is a sum itself.

    `dice` is None when the book does not let this character try; `note` says why then, and holds any
    other remark. `follows` has what an outcome comes to, by its name, where that is a number.
    """

    key: str
    label: str
    cite: Cite
    pool: Figure
    dice: Dice | None
    note: str = ""
    answers: tuple[tuple[str, str], ...] = ()
    others: tuple[Figure, ...] = ()
    follows: tuple[tuple[str, str], ...] = ()

    def comes_to(self, outcome: str) -> str:
        """What follows from an outcome, "" where the book leaves that open."""
        return dict(self.follows).get(outcome, "")


@dataclass(frozen=True, slots=True)
class Way:
    """One way to go about the same thing: what it is called, the check it comes to, what else there is to know."""

    label: str
    check: Check
    facts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """Any check of a game, asked for: the form as fields with what was answered, and the check it makes.

    `varies` says that the answers decide which fields there are.
    `ways` are shown side by side, so that a player sees which is best; the same facts in the same order each.
    """

    fields: tuple[Field, ...]
    check: Check
    varies: bool = False
    ways: tuple[Way, ...] = ()


@dataclass(frozen=True, slots=True)
class Tracker:
    """A mark of play. `maximum` is None where the book sets none.

    One with an `entry` is no mark: what is taken off it is entered in the ledger as that kind, and `holds` is the
    tracker of what that does for a while, "" where it does nothing. That one `fades`: it is cleared by hand,
    and nothing but an entry fills it.
    """

    key: str
    label: str
    cite: Cite
    maximum: Figure | None
    start: int = 0
    summary: str = ""
    entry: str = ""
    holds: str = ""
    fades: bool = False

    @property
    def top(self) -> int | None:
        """How far it goes; None where the book sets no end."""
        return max(0, self.maximum.value) if self.maximum else None

    def stands(self, play: Mapping[str, Any]) -> int:
        """Where it stands by these marks of play; by its ledger, where it has one."""
        return self.start if self.entry else standing(play, self.key, self.start, self.top)


ENDLESS = 999
"""Where a tracker stops to which no book sets an end."""


def standing(play: Mapping[str, Any], key: str, start: int, top: int | None) -> int:
    """Where a tracker stands: where it starts if nothing, or something else, was written; never beyond its end."""
    held = play.get(key)
    value = held if isinstance(held, int) and not isinstance(held, bool) else start
    return min(max(0, value), ENDLESS if top is None else top)


@dataclass(frozen=True, slots=True)
class Moment:
    """What the marks of play mean just now: facts to show beside them, and how they answer a question."""

    facts: tuple[Fact, ...] = ()
    answers: tuple[tuple[str, str], ...] = ()


def nothing_now(sheet: "Sheet", play: Mapping[str, Any]) -> Moment:
    """For games whose marks change no number."""
    return Moment()
