"""Findings on what points buy, for a game whose book asks for no words of its own."""

from collections.abc import Callable, Iterable

from rules.kernel.basics.wording import counted
from rules.kernel.findings import Finding, Level
from rules.kernel.purchases import Cap, Purchase
from rules.kernel.reading import Reading


def too_few(c: Reading, one: Purchase, have: int, least: int) -> Finding:
    """Less of it than there may be: `negative`."""
    hint = f"{counted(least, one.rule.unit)} at least." if least else "It counts as none."
    return Finding("negative", Level.ERROR, _has(one, have), one.rule.cite, hint=hint)


def too_many(c: Reading, one: Purchase, have: int, most: int) -> Finding:
    """More of it than a cap allows: `too-much`."""
    return Finding("too-much", Level.ERROR, _has(one, have), one.rule.cite, hint=f"{most} at most.")


def given_back(c: Reading, one: Purchase, have: int, had: int) -> Finding:
    """Less of it than was approved: `given-back`."""
    words = f"{one.name} had {counted(had, one.rule.unit)} when this character was approved."
    return Finding("given-back", Level.ERROR, words, one.rule.cite, hint="What was bought stays.")


def up_to(most: int, reason: str = "") -> Callable[[Reading, Purchase], Iterable[Cap]]:
    """The `caps` of a rule by which there is never more of anything than so much."""
    cap = (Cap(most, reason or f"{most} is the most there is", too_many),)
    return lambda c, one: cap


def _has(one: Purchase, have: int) -> str:
    return f"{one.name} has {counted(have, one.rule.unit)}."
