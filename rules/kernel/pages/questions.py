"""A roll asked for: its form, and the check that the answers make."""

from dataclasses import dataclass

from rules.kernel.pages.fields import Field
from rules.kernel.rolls.checks import Check


@dataclass(frozen=True, slots=True)
class Approach:
    """One way to go about the same thing: what it is called, the check it comes to, what else there is to know."""

    label: str
    check: Check
    facts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """Any check of a game, asked for: the form as fields with what was answered, and the check it makes.

    `spell` is the key of the spell that is cast, where that was an answer like any other.
    `varies` says that the answers decide which fields there are.
    `ways` are shown side by side, so that a player sees which is best; the same facts in the same order each.
    """

    fields: tuple[Field, ...]
    check: Check
    varies: bool = False
    ways: tuple[Approach, ...] = ()
    spell: str = ""
