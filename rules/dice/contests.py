"""Two sides throw six-sided dice and add a value; equal or better wins for whoever acts.

The side that resists always throws two dice. The acting side throws two, with bonus dice added and penalty dice
taken away; with none left there is nothing to throw.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Literal

from icepool import Die, d

from rules.dice.odds import CHANCES, Odds
from rules.dice.tallies import LEFT_OUT, PLAIN, kept, signed, summed
from rules.kernel import remember
from rules.kernel.rolls import Faces, Handful, Tally

MOST_DICE = 40
MOST_VALUE = 1_000
LEVELS = ("minor", "moderate", "severe", "critical")
"""How badly a casting failed: by 1 to 3, 4 to 6, 7 to 9, 10 and more."""
SPAN = 3
FACES = 6
KEPT = 2
"""The dice of everybody, and those that count where only the best do."""
Expertise = Literal["none", "reroll_1s", "reroll_1s_2s", "bonus_die"]
LOWEST: Mapping[str, int] = MappingProxyType({"reroll_1s": 2, "reroll_1s_2s": 3})
"""The lowest face that stays on the table; whatever is below is thrown again until it is not."""


def level_of(failed_by: int) -> int:
    """1 to 4 for a casting failed by so much, 0 for one that did not fail."""
    return min(max(0, -(-failed_by // SPAN)), len(LEVELS))


@dataclass(frozen=True, slots=True)
class Contest:
    """`dice` six-sided dice and `av` against two dice and `dv`.

    `keep` counts only the best two dice. `graded` tells a failure by its level. Raises ValueError for numbers
    nobody rolls with.
    """

    dice: int
    av: int
    dv: int
    expertise: Expertise = "none"
    keep: bool = False
    graded: bool = False

    def __post_init__(self) -> None:
        if abs(self.dice) > MOST_DICE:
            raise ValueError(f"A roll has at most {MOST_DICE} dice.")
        if max(abs(self.av), abs(self.dv)) > MOST_VALUE:
            raise ValueError(f"Action and difficulty values lie between −{MOST_VALUE:,} and {MOST_VALUE:,}.")

    def __str__(self) -> str:
        if not self.thrown:
            return "no dice at all"
        dice = f"the best {KEPT} of {self.thrown}d6" if self.keep and self.thrown > KEPT else f"{self.thrown}d6"
        again = {2: ", ones rolled again", 3: ", ones and twos rolled again"}.get(self._lowest, "")
        return f"{dice} + {self.av}{again} against 2d6 + {self.dv}".replace("+ -", "− ")

    @property
    def thrown(self) -> int:
        """How many dice are thrown; the one that expertise may add is a bonus die like any other."""
        return max(0, self.dice + (self.expertise == "bonus_die"))

    @property
    def _lowest(self) -> int:
        return LOWEST.get(self.expertise, 1)

    def odds(self) -> Odds:
        """Failure and success; where it is graded, critical, severe, moderate, minor and success."""
        return _odds(self)

    def outcome(self, margin: int) -> str:
        """What a throw comes to that is ahead of the other side by `margin`, or behind."""
        level = level_of(-margin)
        return "success" if not level else LEVELS[level - 1] if self.graded else "failure"

    def handfuls(self) -> tuple[Handful, ...]:
        """The dice of both sides; none where whoever acts has none."""
        if not self.thrown:
            return ()
        return Handful(self.thrown, FACES, "Yours", self._lowest), Handful(KEPT, FACES, "The other side's")

    def tally(self, faces: Faces) -> Tally:
        """What both sides come to, and by how much one is ahead."""
        if not self.thrown:
            return Tally("failure", ())
        own, other = faces
        counts = kept(own, KEPT if self.keep else len(own))
        best = [face for face, on in zip(own, counts, strict=True) if on]
        margin = sum(best) + self.av - sum(other) - self.dv
        outcome = self.outcome(margin)
        marks = tuple(PLAIN if on else LEFT_OUT for on in counts), (PLAIN,) * len(other)
        lines = [("You", summed(best, self.av)), ("The other side", summed(other, self.dv)), ("Margin", signed(margin))]
        if outcome not in LEVELS:
            return Tally(outcome, marks, tuple(lines))
        lines.append(("Level of failure", f"{level_of(-margin)}"))
        return Tally(outcome, marks, tuple(lines), f"{outcome} failure")

    @property
    def lost(self) -> Fraction:
        """The mean level of failure, which is the mean of what a failed casting costs; nothing without a throw."""
        found = dict(_odds(replace(self, graded=True)).outcomes)
        return sum((n * found.get(name, Fraction(0)) for n, name in enumerate(LEVELS, 1)), Fraction(0))


@dataclass(frozen=True, slots=True)
class Unrolled:
    """What happens without a roll."""

    def __str__(self) -> str:
        return "no roll"

    def odds(self) -> Odds:
        return Odds((("success", Fraction(1)),), frozenset({"success"}))

    def handfuls(self) -> tuple[Handful, ...]:
        return ()

    def tally(self, faces: Faces) -> Tally:
        return Tally("success", ())


@remember(CHANCES)
def _odds(contest: Contest) -> Odds:
    if not contest.thrown:
        return Odds((("failure", Fraction(1)), ("success", Fraction(0))), frozenset({"success"}))
    ways = dict.fromkeys((*reversed(LEVELS), "success") if contest.graded else ("failure", "success"), 0)
    margins, whole = _margins(contest.thrown, contest._lowest, contest.keep)
    ahead = contest.av - contest.dv
    for margin, count in margins.items():
        ways[contest.outcome(margin + ahead)] += count
    return Odds(tuple((name, Fraction(count, whole)) for name, count in ways.items()), frozenset({"success"}))


@remember(CHANCES)
def _margins(thrown: int, lowest: int, keep: bool) -> tuple[dict[int, int], int]:
    """Ways to each difference between the two throws, and the number of all ways."""
    face: Die[int] = Die(range(lowest, FACES + 1))
    mine = face.highest(thrown, KEPT) if keep and thrown > KEPT else thrown @ face
    apart: Die[int] = mine - (KEPT @ d(FACES))
    return {int(margin): ways for margin, ways in apart.items()}, apart.denominator()
