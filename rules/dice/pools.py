"""Pools of dice that count successes and lose them again to catastrophes.

Each die at or over the difficulty is a success, each die in the catastrophe range a catastrophe. The
intractability takes successes first, then each catastrophe cancels one. An empty pool rolls two dice and
keeps the lower.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb

from icepool import Die, d, lowest

from rules.dice.odds import Odds

MOST_FACES = 1_000
"""Dice times faces beyond which exact odds take too long to wait for."""

TOP = 7
NAMES = ("catastrophe", "failure", *(str(n) for n in range(1, TOP)), f"{TOP}+")


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
        dice = f"{self.dice}d{self.faces}" if self.dice else f"the lower of 2d{self.faces}"
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


@lru_cache(maxsize=4096)
def _odds(pool: Pool) -> Odds:
    nets, whole = _nets(pool)
    ways = dict.fromkeys(NAMES, 0)
    for net, count in nets.items():
        ways[NAMES[min(max(net + 1, 0), TOP + 1)]] += count
    outcomes = tuple((name, Fraction(count, whole)) for name, count in ways.items())
    return Odds(outcomes, frozenset(NAMES[2:]))


@lru_cache(maxsize=4096)
def _nets(pool: Pool) -> tuple[dict[int, int], int]:
    """Ways to each number of successes less catastrophes, and the number of all ways."""
    if not pool.dice:
        lower: Die[int] = lowest(d(pool.faces), d(pool.faces)).map(lambda face: _net(pool, *_count(pool, face)))
        return {int(net): ways for net, ways in lower.items()}, lower.denominator()
    good, bad = pool.faces - max(0, min(pool.faces, pool.target - 1)), pool.catastrophe
    nets: dict[int, int] = {}
    for hits in range(pool.dice + 1):
        for slips in range(pool.dice - hits + 1):
            rest = pool.dice - hits - slips
            ways = comb(pool.dice, hits) * comb(pool.dice - hits, slips)
            net = _net(pool, hits, slips)
            chances = good**hits * bad**slips * (pool.faces - good - bad) ** rest
            nets[net] = nets.get(net, 0) + ways * chances
    return nets, pool.faces**pool.dice


def _net(pool: Pool, hits: int, slips: int) -> int:
    return max(hits - pool.intractability, 0) - slips


def _count(pool: Pool, face: int) -> tuple[int, int]:
    return int(face >= pool.target), int(face <= pool.catastrophe)
