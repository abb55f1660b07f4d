"""Dice that somebody asks for by their number and sides, and what else is asked of a roll at play."""

import re
from collections.abc import Mapping

from rules.dice import RolledSum
from rules.kernel import Check, Figure, Live
from rules.kernel.pages import ask

OWN = "own"
"""What the form of one's own dice sends; no field of any game has this name."""
DICE = re.compile(r"(?P<dice>[0-9]{0,2})[dD](?P<faces>[0-9]{1,3})(?P<bonus>[+-][0-9]{1,3})?")
HINT = "Write dice like 2d6+1: 1 to 10 dice with 2 to 100 sides."


def asked_roll(live: Live, answers: Mapping[str, str]) -> Check:
    """The check that is asked for with these answers, or dice of one's own."""
    return own_dice(live, answers[OWN]) if OWN in answers else ask(live, answers).check


def own_dice(live: Live, text: str) -> Check:
    """Dice as they are written, "2d6+1"; none, and a note that says why, where nobody rolls such."""
    where = next(iter(live.sheet.figures.values())).cite
    pool = Figure.of(OWN, "Own dice", where, ())
    found = DICE.fullmatch(re.sub(r"\s", "", text).replace("−", "-"))
    try:
        dice = RolledSum(int(found["dice"] or 1), int(found["faces"]), int(found["bonus"] or 0)) if found else None
    except ValueError:
        dice = None
    return Check(OWN, pool.label, where, pool, dice, "" if dice else HINT)
