"""Chapter 8: casting a spell, reaching its targets, resisting it."""

from dataclasses import dataclass
from fractions import Fraction

from rules.dice import CountDice
from rules.systems.hprpg.dice_pools import MOST_ROLLED, dice_pool
from rules.systems.hprpg.game import SCALE

BASE_DV = 8
NEEDED = {"self": (0, 0), "wandtip": (0, 1), "ranged": (0, 2), "mass": (4, 0)}
"""Successes needed: a base, and so many for each target (8.2)."""


@dataclass(frozen=True, slots=True)
class Casting:
    """A spell cast at a power level (0 Nihil to 7 Sumnus) with ratings of affinity and aspect.

    With a `stand_in`, that rating is rolled in place of the affinity's. Raises ValueError for levels, ratings or
    targets that cannot be.
    """

    level: int
    affinity: int
    aspect: int
    reach: str = "self"
    targets: int = 1
    sustained: int = 0
    catastrophe: int = 1
    extra: int = 0
    harder: int = 0
    automatic: int = 0
    stand_in: int | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.level <= SCALE:
            raise ValueError("Power levels run from 0 (Nihil) to 7 (Sumnus).")
        if self.reach not in NEEDED:
            raise ValueError(f"A spell reaches {', '.join(NEEDED)}.")
        if not 1 <= self.targets <= 100 or min(self.affinity, self.aspect, self.sustained) < 0:
            raise ValueError("Targets are 1 to 100, ratings and sustained spells 0 or more.")

    @property
    def rating(self) -> int:
        """What is rolled beside the aspect: the affinity, or what stands in for it."""
        return self.affinity if self.stand_in is None else self.stand_in

    @property
    def dv(self) -> int:
        """8 + level − affinity, and what the GM or a feature changes (8.2)."""
        return BASE_DV + self.level - self.rating + self.harder

    @property
    def pool(self) -> CountDice:
        """Aspect and affinity with the dice gained or lost, one die less for each spell kept going (8.2, 8.4)."""
        dice = min(max(0, self.aspect + self.rating + self.extra - self.sustained), MOST_ROLLED)
        return dice_pool(dice, self.dv, self.catastrophe, automatic=self.automatic)

    @property
    def required(self) -> int:
        """Successes needed before the spell takes hold (8.2)."""
        base, each = NEEDED[self.reach]
        return base + each * self.targets

    @property
    def needs_fortitude(self) -> bool:
        """A level above the affinity costs a point of Fortitude (8.1)."""
        return self.level > self.affinity

    @property
    def spend_limit(self) -> int:
        """Most successes to put on each optional effect (8.2)."""
        return spend_limit(self.level)

    @property
    def takes_hold(self) -> Fraction:
        """The chance of the required successes; a spell on oneself still needs one to work at all."""
        return self.pool.at_least(max(1, self.required))


def spend_limit(level: int) -> int:
    """Most successes to put on each optional effect of a spell: twice its level, one for Nihil (8.2)."""
    return 2 * level or 1


def resist_dv(level: int, defied: int, dots: int) -> int:
    """The DV to resist: 8 + incoming level + what it was defied by − dots in the resisting action (8.3)."""
    return BASE_DV + level + defied - dots
