"""What a game master needs of somebody in a fight, on a card: declared by each game, from its sheet alone."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.kernel.pages.print_blocks import success_chance
from rules.kernel.pages.vitals import Vital
from rules.kernel.rolls.checks import Check
from rules.kernel.sheet import Live

FIGURES, ROLLS = 5, 4
"""So many of either have room on a card."""


@dataclass(frozen=True, slots=True)
class FightRoll:
    """What somebody does in a fight: what it needs, how likely it succeeds, and the answers that ask for it."""

    label: str
    need: str
    chance: str
    asks: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class FightCard:
    """The figures that others need, and what somebody does."""

    figures: tuple[Vital, ...]
    rolls: tuple[FightRoll, ...]

    @classmethod
    def of(cls, figures: Iterable[Vital], rolls: Iterable[FightRoll]) -> "FightCard":
        return cls(tuple(figures)[:FIGURES], tuple(rolls)[:ROLLS])


def fight_roll(live: Live, check: Check, die: str = "") -> Iterator[FightRoll]:
    """A check as things stand, without the die that every check has; nothing of what can't be tried."""
    now = live.check(check)
    if now.dice is not None:
        need = str(now.dice).partition(";")[0].removeprefix(f"{die}, ")
        yield FightRoll(now.label, need, success_chance(now.dice), now.answers)


def fight_rolls(live: Live, keys: Iterable[str], die: str = "") -> Iterator[FightRoll]:
    """These checks of the sheet, in this order; nothing of what the sheet has not."""
    known = {check.key: check for check in reversed(live.sheet.checks)}
    for key in dict.fromkeys(keys):
        if key in known:
            yield from fight_roll(live, known[key], die)
