"""What somebody unhurt and rested can stand: the Injury stat and Fervour (8.4, 10.5.4)."""

from collections.abc import Iterable

from rules.kernel import Reading, Term
from rules.systems.dominion.game import DEATH, cite, dominion


@dominion.figure("injury", "Injury when unhurt", cite("8.4", 68))
def injury(c: Reading) -> Iterable[Term]:
    """The Injury stat of somebody unhurt (8.4)."""
    yield Term(c["withstand-injury"], "Withstand Injury", cite("8.4", 68))


@dominion.figure("injury-points", "Injury Points until death", cite("8.4.2", 69))
def injury_points(c: Reading) -> Iterable[Term]:
    """How many points can be suffered before the stat is at −12 (8.4.2)."""
    yield Term(c["injury"], "Injury stat", cite("8.4", 68))
    yield Term(-DEATH, "down to −12 (death)", cite("8.4.2", 69))


@dominion.figure("fervour", "Fervour", cite("10.5.4", 92))
def fervour(c: Reading) -> Iterable[Term]:
    """The Fervour of a rested priest is the Channel stat (10.5.4)."""
    yield Term(c["channel"], "Channel", cite("10.5.4", 92))


@dominion.figure("channellings", "Channels before you must Rest", cite("10.5.4", 92))
def channellings(c: Reading) -> Iterable[Term]:
    """How often a priest can succeed before Fervour is at −12 (10.5.4)."""
    yield Term(c["fervour"], "Fervour stat", cite("10.5.4", 92))
    yield Term(-DEATH, "down to −12 (no more Channelling)", cite("10.5.4", 92))
