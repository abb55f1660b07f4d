"""What dice of every kind share when they are read: which of them are kept, and sums in words."""

from collections.abc import Sequence

from rules.kernel.basics import minus
from rules.kernel.rolls import DieResult

LEFT_OUT = DieResult("left out", "idle")
PLAIN = DieResult()
COMES_TO = " = "


def kept(shown: Sequence[int], count: int, *, highest: bool = True) -> tuple[bool, ...]:
    """Which dice are the highest `count`, or the lowest; of equal ones the first."""
    if count >= len(shown):
        return (True,) * len(shown)
    every = range(len(shown))
    order = sorted(every, key=shown.__getitem__, reverse=highest)[:count]
    return tuple([place in order for place in every])


def summed(shown: Sequence[int], bonus: int) -> str:
    """Dice and what is added to them: “5 + 7 − 1 = 11”, and a lone die by its number."""
    words = " + ".join(map(str, shown))
    if bonus:
        words += f" {'+' if bonus > 0 else '−'} {abs(bonus)}"
    total = minus(sum(shown) + bonus)
    return words if words == total else f"{words}{COMES_TO}{total}"


def sum_of(line: str) -> str:
    """What a line of `summed` comes to."""
    return line.rpartition(COMES_TO)[2]
