"""Who acts when in a fight, as each game says it."""

from dataclasses import dataclass

from rules.kernel.basics.cites import Cite


@dataclass(frozen=True, slots=True)
class TurnOrder:
    """How a game finds the order of a round: what that is called, how it goes in a sentence or two, and where its book
    says so.

    `rolls` are the keys of the check that somebody makes for it, the first that they have: highest acts first. () where
    nothing is rolled: then the game master types numbers.
    """

    heading: str = "Order of turns"
    says: str = "Type a number for each: the highest acts first."
    cite: Cite | None = None
    rolls: tuple[str, ...] = ()
