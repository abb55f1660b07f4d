"""Beasts of a game: figures that its books print, some as ranges, and the rules by which one is read in a fight."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from rules.kernel.books.rulebook import Entry, Rulebook
from rules.kernel.documents.builds import Build
from rules.kernel.documents.table import RulesContext
from rules.kernel.pages.fight_cards import FightCard
from rules.kernel.rolls.checks import Check
from rules.kernel.sheet import Live, Sheet
from rules.kernel.system import System

BEAST = "beast"
"""The pick that names the entry."""
LEAST, HIGHEST = -99, 99
"""Bounds of any figure of a beast."""


@dataclass(frozen=True, slots=True)
class BeastRange:
    """A figure of a beast as printed: from `low` to `high`, both None where the book leaves it open."""

    key: str
    label: str
    low: int | None = None
    high: int | None = None
    note: str = ""

    @property
    def ends(self) -> tuple[int, int] | None:
        """The least and the most a beast can have, None where the book leaves it open."""
        if self.low is None or self.high is None:
            return None
        low, high = sorted((min(max(self.low, LEAST), HIGHEST), min(max(self.high, LEAST), HIGHEST)))
        return low, high

    def roll(self, rng: Random) -> int | None:
        """A figure of the range, each as likely; None where there is none."""
        return rng.randint(*self.ends) if self.ends else None


@dataclass(frozen=True, slots=True)
class Bestiary:
    """The beasts of a game. They are entries of `shape`; `rules` reads one from its figures, as `scores` of a build.

    `ranges` are the figures of an entry in the order of its book, `line` says in a few words what it is, and `fight`
    what it does; `fares` says in a few sentences how it does against a character of this name.
    """

    shape: type[Entry]
    rules: System
    ranges: Callable[[Any, Rulebook], tuple[BeastRange, ...]]
    line: Callable[[Any], str]
    fight: Callable[[Live], FightCard]
    fares: Callable[[Live, Live, str], Iterable[str]]

    def entry(self, rulebook: Rulebook, key: str) -> Entry | None:
        """The beast of this key, None where the books have none."""
        return rulebook.find(self.shape, key)

    def arrive(self, entry: Entry, rulebook: Rulebook, rng: Random) -> dict[str, int]:
        """Its figures, each rolled from its range; none for what the book leaves open."""
        rolled = ((one.key, one.roll(rng)) for one in self.ranges(entry, rulebook))
        return {key: value for key, value in rolled if value is not None}

    def read(self, build: Mapping[str, Any], rulebook: Rulebook, table: RulesContext) -> Sheet:
        """The sheet of a beast, without a verdict: none of its figures is against the rules."""
        return self.rules.unjudged(Build.parse(build), rulebook, table)


def asked_of(live: Live, answers: Mapping[str, str]) -> Check | None:
    """The check of a beast that these answers ask for, as it stands; None where there is none."""
    found = (check for check in live.sheet.checks if dict(check.answers) == dict(answers))
    return next(map(live.check, found), None)
