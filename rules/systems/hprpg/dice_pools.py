"""The pool of a check: difficulty, catastrophes, intractability, and what successes come to (6.1 to 6.4)."""

from collections.abc import Iterator

from rules.dice import Count, CountDice, Outcomes
from rules.kernel.basics import minus
from rules.kernel.basics.memory import stays
from rules.kernel.basics.wording import counted

FACES = 12
MOST_DICE = 83
MOST_ROLLED = 80
"""So many dice a character rolls at most."""
MOST_NUMBER = 1_000
TOP = 7
"""So many successes and more are one outcome."""


def _lines(count: Count) -> Iterator[tuple[str, str]]:
    yield "Successes", f"{count.passes}"
    if count.automatic:
        yield "Automatic successes", f"{count.automatic}"
    if count.absorbs:
        yield "Intractability", minus(-count.absorbed)
    if count.cancels:
        yield "Catastrophes", minus(-count.cancels)
    yield "Net successes", minus(count.net)


def _words(net: int) -> str:
    return f"{net} {'success' if net == 1 else 'successes'}" if net > 0 else ""


_DEGREES = (*(str(n) for n in range(1, TOP)), f"{TOP}+")
OUTCOMES = Outcomes(
    ("catastrophe", "failure", *_DEGREES),
    lowest=-1,
    enough=1,
    lines=_lines,
    words=_words,
    cancelled="catastrophe",
    bars=("cat.", "fail", *_DEGREES),
)
# Every pool names them; no remembered one weighs them again.
stays(OUTCOMES)


def dice_pool(dice: int, dv: int, catastrophe: int = 1, intractability: int = 0, automatic: int = 0) -> CountDice:
    """So many dice against the difficulty `dv`; without any, the lower of two dice (6.1, 6.3).

    A difficulty within the catastrophe range is raised to one above it (6.4). Raises ValueError for numbers that
    nobody rolls with.
    """
    if not 0 <= catastrophe < FACES:
        raise ValueError("A die has 2 to 100 faces, and not all of them are catastrophes.")
    if not 0 <= dice <= MOST_DICE:
        raise ValueError(f"A pool has 0 to {MOST_DICE} dice of {FACES} faces.")
    if not 0 <= intractability <= MOST_NUMBER or abs(dv) > MOST_NUMBER:
        raise ValueError("Difficulty and intractability are small whole numbers.")
    target = max(dv, catastrophe + 1)
    words = f" vs DV {target}"
    if catastrophe > 1:
        words += f", catastrophe on 1–{catastrophe}"
    if intractability:
        words += f", intractability {intractability}"
    if automatic:
        words += f", {counted(automatic, 'automatic success|automatic successes')}"
    passes, cancels = range(target, FACES + 1), range(1, catastrophe + 1)
    return CountDice(dice, FACES, passes, cancels, OUTCOMES, words, intractability, spare=True, automatic=automatic)
