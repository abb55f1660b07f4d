"""How a beast fares against a character in a round: who acts first, and whose blows land (6.4, 7.2)."""

from collections.abc import Iterator
from fractions import Fraction

from rules.kernel import Live
from rules.kernel.basics import capitalise
from rules.kernel.pages import percent
from rules.systems.dominion.entries import Skill
from rules.systems.dominion.game import FACES
from rules.systems.dominion.performing import skill_die, timing_score
from rules.systems.dominion.vitals import STRIKES, best_with

TIMING = "timing"
LAST = -1000
"""The Timing Score of whoever rolls a 12: below every other (6.4)."""


def fares(beast: Live, other: Live, name: str) -> Iterator[str]:
    """A few sentences on a beast against somebody of this name, each with one action in the round."""
    if TIMING in beast.sheet.figures:
        check = timing_score(other.sheet)
        theirs = _scores(check.pool.value) if check.dice is not None else [check.pool.value] * FACES
        chance = _earlier(_scores(beast.figure(TIMING).value), theirs)
        yield f"It acts before {name} in {percent(chance)} of rounds."
    attack, dodge = _attack(beast), "dodge-as-worn" if "dodge-as-worn" in other.sheet.figures else "dodge"
    if attack:
        yield _lands(beast, attack, other, dodge, "Its", name)
    strike = best_with(other, STRIKES[:1]) or best_with(other, STRIKES[1:]) or "brawling"
    if strike in other.sheet.figures:
        # a Dodge doesn't help against what is shot or thrown (7.3.4)
        yield _lands(
            other, strike, beast, "" if strike.startswith("missile") else "dodge", capitalise(f"{name}’s"), "it"
        )


def _scores(timing: int) -> list[int]:
    return [LAST if face == FACES else face + timing for face in range(1, FACES + 1)]


def _earlier(ours: list[int], theirs: list[int]) -> Fraction:
    """How often the first acts before the second; ties are rolled again among themselves (6.4)."""
    before = sum(one > other for one in ours for other in theirs)
    after = sum(one < other for one in ours for other in theirs)
    return Fraction(before, before + after) if before + after else Fraction(1, 2)


def _attack(beast: Live) -> str:
    """The first attack of its entry."""
    for check in beast.sheet.checks:
        skill = beast.sheet.rulebook.find(Skill, check.key)
        if skill is None or (skill.base, skill.kind) == ("combat", "offensive"):
            return check.key
    return ""


def _lands(attacker: Live, attack: str, defender: Live, defence: str, whose: str, whom: str) -> str:
    """How often a blow lands past a Dodge, whose roll comes off the stat of the blow when it succeeds (7.2)."""
    stat, label = attacker.figure(attack).value, attacker.sheet.figures[attack].label
    guard = defender.figure(defence).value if defence in defender.sheet.figures else 0
    if guard <= 0:
        return f"{whose} {label} lands on {whom} {percent(_chance(stat))} of the time."
    past = (_chance(stat - face if face <= guard and face < FACES else stat) for face in range(1, FACES + 1))
    dodging = percent(sum(past, Fraction()) / FACES)
    return f"{whose} {label} lands on {whom} {percent(_chance(stat))} of the time, {dodging} past a Dodge."


def _chance(stat: int) -> Fraction:
    return skill_die(stat).odds().success
