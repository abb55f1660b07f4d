"""Getting Life back, and clinging to it (4.2, 4.2.1, 4.3)."""

from fractions import Fraction
from math import prod

from rules.systems.duality.keep_two import KeepTwo
from rules.systems.duality.outcomes import harder

RESTS = ((240, "very-easy"), (60, "easy"), (30, "medium"), (10, "hard"), (1, "very-hard"))
"""Minutes of rest that a healing roll takes at least, and its difficulty (4.2)."""
TRIAGE = "medium"
FIRST_UNSTABLE = "very-easy"
MOST_UNSTABLE = 1_000


def healing_difficulty(minutes: int) -> str:
    """The difficulty of healing in so many minutes; "" where they are too few (4.2)."""
    return next((difficulty for least, difficulty in RESTS if minutes >= least), "")


def healed(outcome: str, recovery: int) -> int:
    """The Life a healing roll gives back: all of Recovery, half of it on a mixed outcome, or none (4.2).

    The book does not say how half is rounded; it is rounded down, as its other division is (1.3.1).
    """
    return {"mixed": recovery // 2, "good": recovery, "very good": recovery}.get(outcome, 0)


def triage(bonus: int, increased: int = 0, decreased: int = 0) -> KeepTwo:
    """The roll to heal somebody in the midst of a fight (4.2.1)."""
    return KeepTwo(bonus, TRIAGE, increased, decreased)


def triaged(specialization: int, advantages: int = 0, powerful: int = 0) -> int:
    """The Life a successful triage gives back (4.2.1).

    `advantages` are those spent on healing more, `powerful` is the level of Powerful Healer, which adds
    to each of them (3.4).
    """
    return specialization + advantages * (1 + powerful)


def unstable_difficulty(rolls: int) -> str:
    """The difficulty of the next roll of an unstable creature that has made so many (4.3)."""
    return harder(FIRST_UNSTABLE, rolls)


def survival(willpower: int, rolls: int, made: int = 0) -> Fraction:
    """The exact chance to live through so many rolls more, after `made` of them (4.3).

    Raises ValueError for more rolls than anybody makes.
    """
    if not (0 <= rolls <= MOST_UNSTABLE and 0 <= made <= MOST_UNSTABLE):
        raise ValueError(f"An unstable creature rolls 0 to {MOST_UNSTABLE:,} times.")
    steps = (KeepTwo(willpower, unstable_difficulty(made + n)).odds().success for n in range(rolls))
    return prod(steps, start=Fraction(1))
