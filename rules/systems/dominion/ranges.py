"""How far a missile flies: the bands of a weapon, and what distance takes from the roll (7.3.4, 9.4)."""

from collections.abc import Iterable

from rules.kernel import Reading, Term
from rules.kernel.basics import capitalise
from rules.kernel.pages import ChoiceField, Option
from rules.systems.dominion.armoury import armed
from rules.systems.dominion.entries import Weapon
from rules.systems.dominion.game import cite

PENALTIES = {"short": 0, "medium": -3, "long": -6}
"""Table 7.1."""
SKILL = "missile-strike"


def is_missile(key: str) -> bool:
    """Whether distance matters to a roll."""
    return key.partition("-with-")[0] == SKILL


def band(answer: str) -> str:
    """The band asked for; the short one for anything else."""
    return answer if answer in PENALTIES else "short"


def field(chosen: str) -> ChoiceField:
    """The choice of a band."""
    options = (
        Option(name, f"{name.capitalize()} ({penalty or 'no penalty'})".replace("-", "−"))
        for name, penalty in PENALTIES.items()
    )
    return ChoiceField("range", "Range of a Missile Strike", tuple(options), (chosen,), style="select")


def terms(key: str, chosen: str) -> Iterable[Term]:
    """The Range Penalty of a Missile Strike."""
    if is_missile(key) and PENALTIES[chosen]:
        yield Term(PENALTIES[chosen], f"Range Penalty: {chosen}", cite("7.3.4", 49))


def told(c: Reading, key: str) -> Iterable[str]:
    """How many metres the bands of the weapon in hand are."""
    weapon = next((thing.weapon for thing in c.memo(armed) if key == f"{SKILL}-with-{thing.item}"), None)
    if weapon and weapon.ranges:
        yield f"{metres(weapon)}."


def metres(weapon: Weapon) -> str:
    """ "Short 3 to 40 m, medium 41 to 100 m, long 101 to 160 m"; "" where the book gives no ranges."""
    bands = ", ".join(f"{reach.name} {reach.low} to {reach.high} m" for reach in weapon.ranges)
    return capitalise(bands)
