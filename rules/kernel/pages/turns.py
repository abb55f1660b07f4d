"""Who acts when in a fight, as each game says it."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random

from rules.kernel.basics import minus
from rules.kernel.basics.cites import Cite
from rules.kernel.rolls import Check, RollResult, roll_check

NOT_ROLLED = "not rolled"
AGAIN = 20
"""So often ties are rolled again; whoever still ties then acts in the order in which they came."""


@dataclass(frozen=True, slots=True)
class TurnScore:
    """What somebody has for a place in the order, and how in words. Whoever is `last` acts after all others."""

    value: int
    last: bool = False
    story: str = ""


def added_up(check: Check, rolled: RollResult | None) -> TurnScore:
    """What was rolled and the figure, added up; the figure alone where nothing may be rolled."""
    figure = check.pool.value
    if rolled is None:
        why = f" ({check.note.removesuffix('.')})" if check.note else ""
        return TurnScore(figure, story=f"{NOT_ROLLED}{why}")
    fell = sum(die.face for _, dice in rolled.hands for die in dice)
    return TurnScore(fell + figure, story=f"{fell} {'−' if figure < 0 else '+'} {abs(figure)}")


@dataclass(frozen=True, slots=True)
class TurnOrder:
    """How a game finds the order of a round: what that is called, how it goes in a sentence or two, and where its book
    says so.

    `rolls` are the keys of the check that somebody makes for it, the first that they have: highest acts first. () where
    nothing is rolled: then the game master types numbers. `score` makes a number of a roll; where `ties_roll`, those
    who have the same roll again, and so do several who are last. No number is further from 0 than `most`.
    """

    heading: str = "Order of turns"
    says: str = "Type a number for each: the highest acts first."
    cite: Cite | None = None
    rolls: tuple[str, ...] = ()
    score: Callable[[Check, RollResult | None], TurnScore] = added_up
    ties_roll: bool = False
    most: int = 999

    def scores(self, checks: Mapping[int, Check], rng: Random) -> dict[int, TurnScore]:
        """A roll for each of these; of those that roll again the new score counts, and whoever was last stays so."""
        found = {key: self._rolled(check, rng) for key, check in checks.items()}
        settled: set[int] = set()
        for _ in range(AGAIN if self.ties_roll else 0):
            tied = defaultdict(list)
            for key, score in found.items():
                tied[score.last, None if score.last and key not in settled else score.value].append(key)
            again = [key for keys in tied.values() if len(keys) > 1 for key in keys if checks[key].dice]
            if not again:
                break
            settled |= {key for key in again if found[key].last}
            found |= {key: _again(found[key], self._rolled(checks[key], rng)) for key in again}
        return found

    def _rolled(self, check: Check, rng: Random) -> TurnScore:
        return self._cut(self.score(check, roll_check(check.dice, rng) if check.dice else None))

    def _cut(self, score: TurnScore) -> TurnScore:
        """One further out than anybody may type is cut, and its story says so."""
        kept = max(-self.most, min(self.most, score.value))
        return (
            score if kept == score.value else replace(score, value=kept, story=f"{score.story}, cut to {minus(kept)}")
        )


def _again(first: TurnScore, then: TurnScore) -> TurnScore:
    return TurnScore(then.value, then.last or first.last, f"{first.story}, again {then.story}")
