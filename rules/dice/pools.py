"""Pools of dice that count successes and lose them again to catastrophes.

Each die at or over the difficulty is a success, each die in the catastrophe range a catastrophe. The
intractability takes successes first, then each catastrophe cancels one. An empty pool rolls two dice and
keeps the lower.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from icepool import Die, d, lowest

from rules.dice.odds import CHANCES, Odds
from rules.dice.tallies import LEFT_OUT, kept, minus
from rules.kernel import remember
from rules.kernel.rolls import Faces, Handful, Mark, Tally

MOST_FACES = 1_000
"""Dice times faces beyond which exact odds take too long to wait for."""

TOP = 7
NAMES = ("catastrophe", "failure", *(str(n) for n in range(1, TOP)), f"{TOP}+")
HIT, SLIP, IDLE = Mark("success", "hit"), Mark("catastrophe", "bad"), Mark(kind="idle")
EMPTY = 2
"""The dice of an empty pool, of which the lower counts."""


@dataclass(frozen=True, slots=True)
class Pool:
    """`dice` dice of `faces` sides against the difficulty `dv`.

    A difficulty within the catastrophe range is raised to one above it. Raises ValueError for a pool
    larger than `MOST_FACES` or a die that cannot be.
    """

    dice: int
    dv: int
    catastrophe: int = 1
    intractability: int = 0
    faces: int = 12

    def __post_init__(self) -> None:
        if not 2 <= self.faces <= 100 or not 0 <= self.catastrophe < self.faces:
            raise ValueError("A die has 2 to 100 faces, and not all of them are catastrophes.")
        if not self.dice >= 0 or self.dice * self.faces > MOST_FACES:
            raise ValueError(f"A pool has 0 to {MOST_FACES // self.faces} dice of {self.faces} faces.")
        if not 0 <= self.intractability <= MOST_FACES or abs(self.dv) > MOST_FACES:
            raise ValueError("Difficulty and intractability are small whole numbers.")

    def __str__(self) -> str:
        dice = f"{self.dice}d{self.faces}" if self.dice else f"the lower of {EMPTY}d{self.faces}"
        extra = f", catastrophe on 1–{self.catastrophe}" if self.catastrophe > 1 else ""
        hard = f", intractability {self.intractability}" if self.intractability else ""
        return f"{dice} against DV {self.target}{extra}{hard}"

    @property
    def target(self) -> int:
        """The difficulty that counts, above the catastrophe range."""
        return max(self.dv, self.catastrophe + 1)

    def odds(self) -> Odds:
        """Catastrophe, failure, one to six successes, seven or more."""
        return _odds(self)

    def at_least(self, successes: int) -> Fraction:
        """The chance of at least so many successes after catastrophes are taken off."""
        nets, whole = _nets(self)
        return Fraction(sum(ways for net, ways in nets.items() if net >= successes), whole)

    def handfuls(self) -> tuple[Handful, ...]:
        """The pool, or the two dice of an empty one."""
        return (Handful(self.dice or EMPTY, self.faces),)

    def net(self, faces: Faces) -> int:
        """Successes less catastrophes of dice on the table, after the intractability has had its share."""
        return _net(self, *self._counted(faces))

    def tally(self, faces: Faces) -> Tally:
        """Each success and each catastrophe, and what is left of them."""
        (shown,) = faces
        counts = self._counts(shown)
        marks = tuple(_mark(self, face) if on else LEFT_OUT for face, on in zip(shown, counts, strict=True))
        net = self.net(faces)
        words = f"{net} {'success' if net == 1 else 'successes'}" if net > 0 else ""
        return Tally(outcome_of(net), (marks,), tuple(self._lines(*self._counted(faces), net)), words)

    def _counts(self, shown: Sequence[int]) -> tuple[bool, ...]:
        """Which dice count: all but the higher one of an empty pool."""
        return (True,) * len(shown) if self.dice else kept(shown, 1, highest=False)

    def _counted(self, faces: Faces) -> tuple[int, int]:
        (shown,) = faces
        found = [_count(self, face) for face, on in zip(shown, self._counts(shown), strict=True) if on]
        return sum(hit for hit, _ in found), sum(slip for _, slip in found)

    def _lines(self, hits: int, slips: int, net: int) -> Iterator[tuple[str, str]]:
        yield "Successes", f"{hits}"
        if self.intractability:
            yield "Intractability", minus(-min(hits, self.intractability))
        if slips:
            yield "Catastrophes", minus(-slips)
        yield "In all", minus(net)


def outcome_of(net: int) -> str:
    """The outcome of so many successes after catastrophes are taken off."""
    return NAMES[min(max(net + 1, 0), TOP + 1)]


@remember(CHANCES)
def _odds(pool: Pool) -> Odds:
    nets, whole = _nets(pool)
    ways = dict.fromkeys(NAMES, 0)
    for net, count in nets.items():
        ways[outcome_of(net)] += count
    outcomes = tuple((name, Fraction(count, whole)) for name, count in ways.items())
    return Odds(outcomes, frozenset(NAMES[2:]))


@remember(CHANCES)
def _nets(pool: Pool) -> tuple[dict[int, int], int]:
    """Ways to each number of successes less catastrophes, and the number of all ways."""
    if not pool.dice:
        lower: Die[int] = lowest(d(pool.faces), d(pool.faces)).map(lambda face: _net(pool, *_count(pool, face)))
        return {int(net): ways for net, ways in lower.items()}, lower.denominator()
    counted = [_count(pool, face) for face in range(1, pool.faces + 1)]
    good, bad = sum(hit for hit, _ in counted), sum(slip for _, slip in counted)
    bads, idles = ([each**n for n in range(pool.dice + 1)] for each in (bad, pool.faces - good - bad))
    nets: dict[int, int] = {}
    for hits in range(pool.dice + 1):
        others, most = pool.dice - hits, _net(pool, hits, 0)
        struck = comb(pool.dice, hits) * good**hits
        for slips in range(others + 1):
            ways = struck * comb(others, slips) * bads[slips] * idles[others - slips]
            nets[most - slips] = nets.get(most - slips, 0) + ways
    return nets, pool.faces**pool.dice


def _net(pool: Pool, hits: int, slips: int) -> int:
    return max(hits - pool.intractability, 0) - slips


def _mark(pool: Pool, face: int) -> Mark:
    hit, slip = _count(pool, face)
    return HIT if hit else SLIP if slip else IDLE


def _count(pool: Pool, face: int) -> tuple[int, int]:
    """Whether a die is a success, and whether it is a catastrophe."""
    return int(face >= pool.target), int(face <= pool.catastrophe)
