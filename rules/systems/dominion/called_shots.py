"""Called Shots: where a blow is aimed, what that costs, and what a near miss hits (7.3.5, 8.5.1, A-23, A-24, A-32)."""

from collections.abc import Iterable

from rules.kernel import Reading, Term
from rules.kernel.basics import minus
from rules.kernel.pages import ChoiceField, Option
from rules.systems.dominion.game import FACES, cite

PLACES = {
    "eyes": ("Eyes", -5),
    "neck": ("Neck", -4),
    "head": ("Head", -3),
    "hands": ("Hand", -2),
    "feet": ("Foot", -2),
    "limbs": ("Arm or leg", -1),
}
"""Table 7.2."""
WORDS = {"eyes": "the eyes", "neck": "the neck", "head": "the head", "hands": "the hand", "feet": "the foot",
         "limbs": "the limb", "mark": "the mark"}  # fmt: skip
MARK = "mark"
"""Aiming at anything else; the game master's modifier is the shot's own."""
VULNERABLE = -3
"""From this modifier on, a body part is a Vulnerable Area (8.5.1)."""
NONE = "none"


def may_aim(key: str) -> bool:
    """Whether a roll can be a Called Shot: Strike, Missile Strike and Brawling can (7.3.5, A-32)."""
    return key.partition("-with-")[0] in ("strike", "missile-strike", "brawling")


def aimed(answer: str) -> str:
    """The place aimed at, "" for none."""
    return answer if answer in PLACES or answer == MARK else ""


def field(aim: str) -> ChoiceField:
    """The choice of a place, with its modifier."""
    places = (Option(key, f"{name} (−{-modifier})", group="Body") for key, (name, modifier) in PLACES.items())
    mark = Option(MARK, "Something else (use Modifier)", group="Anything else")
    options = (Option(NONE, "None"), *places, mark)
    return ChoiceField("aim", "Called Shot", options, (aim or NONE,), style="select")


def terms(c: Reading, aim: str) -> Iterable[Term]:
    """What aiming takes from the roll: an Action Penalty of its own, and the modifier of the place."""
    if c.setting("called_shot_action"):
        yield Term(-1, "Action Penalty of the Called Shot", cite("7.3.5", 50, "A-23"))
    if aim in PLACES:
        name, modifier = PLACES[aim]
        yield Term(modifier, f"Called Shot Modifier: {name.lower()}", cite("7.3.5", 50))


def own_modifier(aim: str, modifier: int) -> int:
    """What the shot itself takes from the roll: that of the place, or the game master's `modifier`."""
    return PLACES[aim][1] if aim in PLACES else min(0, modifier)


def nearly(c: Reading, aim: str, stat: int, rolled: int, modifier: int) -> int:
    """The highest roll that is a near miss, for `stat` bare and `rolled` all told (7.3.5, A-24)."""
    if c.setting("near_miss") == "unmodified":
        return min(stat, FACES - 1)
    return min(rolled - own_modifier(aim, modifier), FACES - 1)


def told(c: Reading, aim: str, stat: int, rolled: int, modifier: int) -> Iterable[str]:
    """What a near miss hits, and how much worse a hit is: `stat` bare, `rolled` all told, `modifier` the GM's."""
    own, high, low = own_modifier(aim, modifier), nearly(c, aim, stat, rolled, modifier), max(rolled + 1, 1)
    if low <= high:
        span = f"{low}" if low == high else f"{low} to {high}"
        instead = "the torso" if aim in PLACES else "what is around it"
        yield f"A roll of {span} misses {WORDS[aim]} and hits {instead}."
    if aim in PLACES and own <= VULNERABLE:
        yield f"A hit on {WORDS[aim]} does {minus(-own)} more points of Injury."
