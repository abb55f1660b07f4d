"""What surrounds a fight and makes it harder, for people and beasts alike (7.5)."""

from collections.abc import Iterator, Mapping
from typing import Any

from rules.kernel import Fact, Figure, Term, Tracker
from rules.kernel.basics import minus
from rules.kernel.rolls import standing
from rules.systems.dominion.game import cite

SURROUNDINGS = {
    "darkness": ("Darkness", 5), "visibility": ("Poor visibility", 4), "water": ("In water", 5),
    "weather": ("Stormy weather", 4), "mud": ("Mud or snow", 3),
}  # fmt: skip
"""What makes it harder to fight, and by how much at most: how much it is, the GM says (7.5)."""
CONDITIONS, COMBAT_CONDITIONS = "Combat conditions", cite("7.5", 65)


def surroundings() -> Iterator[Tracker]:
    """What surrounds a fight, to be marked of whoever fights there (7.5)."""
    for key, (label, most) in SURROUNDINGS.items():
        top = Figure.of(key, label, COMBAT_CONDITIONS, (Term(most, "at most", COMBAT_CONDITIONS),))
        yield Tracker(key, label, COMBAT_CONDITIONS, top)


def surrounding(play: Mapping[str, Any]) -> dict[str, int]:
    """How much of it is marked (7.5)."""
    return {key: many for key in SURROUNDINGS if (many := standing(play, key))}


def surrounded(marked: Mapping[str, int]) -> Iterator[Term]:
    """What the surroundings take from Combat skills (7.5)."""
    for key, (label, most) in SURROUNDINGS.items():
        if many := min(marked.get(key, 0), most):
            yield Term(-many, label, COMBAT_CONDITIONS)


def surrounded_told(marked: Mapping[str, int]) -> Iterator[Fact]:
    """What it comes to, told once for all that surrounds a fight (7.5)."""
    if terms := tuple(surrounded(marked)):
        most = minus(sum(term.amount for term in terms))
        yield Fact(CONDITIONS, most, "On all Combat skills.", COMBAT_CONDITIONS)
