"""Findings on what points buy, for a game whose book asks for no words of its own."""

from collections.abc import Callable, Iterable

from rules.kernel.basics.wording import minus
from rules.kernel.findings import Finding, Level
from rules.kernel.purchases import Cap, Purchase
from rules.kernel.reading import Reading


def too_few(c: Reading, one: Purchase, have: int, least: int) -> Finding:
    """Less of it than there may be: `negative`."""
    words = f"{one.name} is {minus(have)}; the minimum is {minus(least)}."
    return Finding("negative", Level.ERROR, words, one.rule.cite, hint=f"It counts as {minus(least)}.")


def too_many(c: Reading, one: Purchase, have: int, most: int) -> Finding:
    """More of it than a cap allows: `too-much`."""
    words = f"{one.name} is {minus(have)}; the maximum is {minus(most)}."
    return Finding("too-much", Level.ERROR, words, one.rule.cite, hint=f"Remove {have - most:,}.")


def given_back(c: Reading, one: Purchase, have: int, had: int) -> Finding:
    """Less of it than was approved: `given-back`."""
    return Finding(
        "given-back", Level.ERROR, cannot_fall(one.name, had), one.rule.cite, hint=f"It is {minus(have)} now."
    )


def up_to(most: int, reason: str = "") -> Callable[[Reading, Purchase], Iterable[Cap]]:
    """The `caps` of a rule by which there is never more of anything than so much."""
    cap = (Cap(most, reason or f"{most} is the maximum", too_many),)
    return lambda c, one: cap


def cannot_fall(name: str, had: int) -> str:
    """That something is less than was approved."""
    return f"{name} was {minus(had)} when approved and can't go down."
