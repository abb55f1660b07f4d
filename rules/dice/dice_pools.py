"""A pool of dice of one size: each die that passes counts one up, each that cancels one down."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import NamedTuple

from rules.dice.die_results import LEFT_OUT, kept
from rules.dice.odds import CHANCES, Odds
from rules.kernel import remember
from rules.kernel.rolls import DiceGroup, DieResult, Faces, RollBreakdown

MOST_FACES = 1_000
"""Dice times faces beyond which exact odds take too long to wait for."""
NO_FACE = range(0)
SPARE = 2
"""The dice of an empty pool, where it has any; the lower one counts."""
IDLE = DieResult(kind="idle")


class Count(NamedTuple):
    """What the dice of a pool come to: how many pass and cancel, and how many that pass the pool absorbs at most.
    `automatic` are those that pass without a die."""

    passes: int
    cancels: int
    absorbs: int
    automatic: int = 0

    @property
    def absorbed(self) -> int:
        """How many pass and count for nothing."""
        return min(self.passes + self.automatic, self.absorbs)

    @property
    def net(self) -> int:
        """What is left of those that pass; below nothing where more dice cancel."""
        return self.passes + self.automatic - self.absorbed - self.cancels


def _none(net: int) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What a pool comes to in the words of a game.

    `names` are worst first: the first one is for a net count of `lowest` and of anything below, the last one for
    anything above. From `enough` on it is a success; `partial` names the one that is neither success nor failure, if
    any. `lines` tells a count line by line, `words` a net count in full, "" where its name will do. A die is marked
    with `passed` or `cancelled`; `bars` are short names for a chart.
    """

    names: tuple[str, ...]
    lowest: int
    enough: int
    lines: Callable[[Count], Iterable[tuple[str, str]]]
    words: Callable[[int], str] = _none
    passed: str = "success"
    cancelled: str = ""
    bars: tuple[str, ...] = ()
    partial: str = ""

    def name(self, net: int) -> str:
        """The outcome of a net count."""
        return self.names[min(max(net - self.lowest, 0), len(self.names) - 1)]

    @property
    def successes(self) -> frozenset[str]:
        """The outcomes that count as success."""
        return frozenset(self.names[self.enough - self.lowest :])


@dataclass(frozen=True, slots=True)
class CountDice:
    """`dice` dice of `faces` sides: those that show one of `passes` less those that show one of `cancels`.

    `against` goes on after the dice and says in the game's words what they are held against. Of the dice that pass,
    the first `absorbs` count for nothing; `automatic` pass without a die. An empty pool is no roll, or with `spare` the
    lower of two dice. Ranges may go beyond the die. Raises ValueError for a pool larger than `MOST_FACES` and for dice
    that cannot be.
    """

    dice: int
    faces: int
    passes: range
    cancels: range
    outcomes: Outcomes
    against: str
    absorbs: int = 0
    spare: bool = False
    automatic: int = 0

    def __post_init__(self) -> None:
        if not 2 <= self.faces <= 100:
            raise ValueError("A die has 2 to 100 faces.")
        if self.dice < 0 or self.dice * self.faces > MOST_FACES:
            raise ValueError(f"A pool has 0 to {MOST_FACES // self.faces} dice of {self.faces} faces.")
        if max(self.passes.start, self.cancels.start) < min(self.passes.stop, self.cancels.stop):
            raise ValueError("No face passes and cancels at once.")
        if self.absorbs < 0 or self.automatic < 0:
            raise ValueError("A pool absorbs no fewer than 0 dice, and no fewer pass without a die.")

    def __str__(self) -> str:
        if not self._thrown:
            return "no dice"
        dice = f"{self.dice}d{self.faces}" if self.dice else f"the lower of {SPARE}d{self.faces}"
        return f"{dice}{self.against}"

    @property
    def _thrown(self) -> int:
        return self.dice or (SPARE if self.spare else 0)

    def odds(self) -> Odds:
        """Every outcome, also those that cannot be."""
        return _odds(self)

    def counts(self) -> dict[int, Fraction]:
        """The chance of each net count that there can be."""
        nets, whole = _nets(self)
        return {net: Fraction(ways, whole) for net, ways in nets.items()}

    def at_least(self, net: int) -> Fraction:
        """The chance of such a net count or a higher one."""
        nets, whole = _nets(self)
        return Fraction(sum(ways for found, ways in nets.items() if found >= net), whole)

    def groups(self) -> tuple[DiceGroup, ...]:
        """All dice at once."""
        return (DiceGroup(self._thrown, self.faces),) if self._thrown else ()

    def count(self, faces: Faces) -> Count:
        """What dice on the table come to."""
        shown = [face for hand in faces for face, on in zip(hand, self._counting(hand), strict=True) if on]
        passes, cancels = (sum(face in which for face in shown) for which in (self.passes, self.cancels))
        return Count(passes, cancels, self.absorbs, self.automatic)

    def breakdown(self, faces: Faces) -> RollBreakdown:
        """Each die that passes or cancels, and what is left of them."""
        count, outcomes = self.count(faces), self.outcomes
        return RollBreakdown(
            outcomes.name(count.net),
            tuple(self._marks(hand) for hand in faces),
            tuple(outcomes.lines(count)),
            outcomes.words(count.net),
        )

    def _marks(self, hand: Sequence[int]) -> tuple[DieResult, ...]:
        counting = zip(hand, self._counting(hand), strict=True)
        return tuple([self._mark(face) if on else LEFT_OUT for face, on in counting])

    def _mark(self, face: int) -> DieResult:
        if face in self.passes:
            return DieResult(self.outcomes.passed, "hit")
        return DieResult(self.outcomes.cancelled, "bad") if face in self.cancels else IDLE

    def _counting(self, hand: Sequence[int]) -> tuple[bool, ...]:
        """Which dice count: all of a pool, the lower of the spare ones."""
        return (True,) * len(hand) if self.dice else kept(hand, 1, highest=False)


@remember(CHANCES)
def _odds(pool: CountDice) -> Odds:
    outcomes = pool.outcomes
    nets, whole = _nets(pool)
    found = dict.fromkeys(outcomes.names, 0)
    for net, ways in nets.items():
        found[outcomes.name(net)] += ways
    chances = tuple((name, Fraction(ways, whole)) for name, ways in found.items())
    return Odds(chances, outcomes.successes, outcomes.bars, outcomes.partial)


@remember(CHANCES)
def _nets(pool: CountDice) -> tuple[dict[int, int], int]:
    """Ways to each net count, and the number of all ways."""
    nets: dict[int, int] = {}
    if not pool.dice and pool.spare:
        for face in range(1, pool.faces + 1):
            net, above = pool.count(((face,),)).net, pool.faces - face
            nets[net] = nets.get(net, 0) + (above + 1) ** SPARE - above**SPARE
        return nets, pool.faces**SPARE
    good, bad = (_on_die(faces, pool.faces) for faces in (pool.passes, pool.cancels))
    bads, idles = ([each**n for n in range(pool.dice + 1)] for each in (bad, pool.faces - good - bad))
    for hits in range(pool.dice + 1):
        others, most = pool.dice - hits, Count(hits, 0, pool.absorbs, pool.automatic).net
        struck = comb(pool.dice, hits) * good**hits
        for slips in range((others if bad else 0) + 1):
            ways = struck * comb(others, slips) * bads[slips] * idles[others - slips]
            nets[most - slips] = nets.get(most - slips, 0) + ways
    return nets, pool.faces**pool.dice


def _on_die(faces: range, most: int) -> int:
    """How many faces of a range a die has."""
    return len(range(max(faces.start, 1), min(faces.stop, most + 1)))
