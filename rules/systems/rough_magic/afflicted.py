"""What a spell does to somebody until they rest after the fight: pain, curses, blessings, a suggestion (Specifics)."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules.kernel import EMPTIED, Fact, Figure, Reading, Rest, Sheet, Term, Tracker
from rules.kernel.basics import signed
from rules.kernel.rolls import standing
from rules.systems.rough_magic.game import ATTRIBUTES, POWER, cite, rough_magic

PAIN, COMMANDED = "mental-damage", "suggestion"
CHANGED = tuple(key for key in ATTRIBUTES if key != POWER)
"""No spell raises or lowers Power Level."""
MOST = 5
"""So many of a kind have room on a phone; in one fight there are hardly more."""
SHIFTS = {"cursed": ("Cursed", "Curses", -1), "blessed": ("Blessed", "Blessings", 1)}
"""What a spell does to an attribute, where that is written, and by how much each."""


def marks_of() -> tuple[str, ...]:
    """All that ends with a rest after the fight."""
    return (PAIN, COMMANDED, *(f"{shift}-{key}" for shift in SHIFTS for key in CHANGED))


@rough_magic.condition
def conditions(c: Reading) -> Iterable[Tracker]:
    """Marks of what magic did in a fight; no attribute falls below 0 (Curses)."""
    pain, told = cite("Mental Attacks"), cite("Suggestion")
    yield Tracker(PAIN, "Mental damage", pain, c.figure("endurance"), 0, "Off your Endurance until you rest after the "
                  "fight.")  # fmt: skip
    once = Figure.of(COMMANDED, "Suggestion", told, (Term(1, "at most", told),))
    yield Tracker(COMMANDED, "Suggestion", told, once, 0, "1 penalty die on each roll except to break free, and no "
                  "plot points.")  # fmt: skip
    for shift, (label, section, _) in SHIFTS.items():
        where = cite(section)
        for key in CHANGED:
            most = min(MOST, max(0, c[key])) if shift == "cursed" else MOST
            name = f"{label}: {c.figure(key).label}"
            top = Figure.of(f"{shift}-{key}", name, where, (Term(most, "at most", where),))
            yield Tracker(f"{shift}-{key}", name, where, top, 0)


@rough_magic.rest
def rests(c: Reading) -> Iterable[Rest]:
    """Rest after a fight (Mental Attacks, Curses, Blessings, Suggestion)."""
    ends = tuple((mark, EMPTIED) for mark in marks_of())
    yield Rest("after-fight", "Rest after the fight", cite("Mental Attacks"), ends)


def under_spells(sheet: Sheet, play: Mapping[str, Any]) -> Iterable[Fact]:
    """What the marks come to: each attribute as it is now, and what a suggestion takes."""
    for key in CHANGED:
        by = {shift: each * standing(play, f"{shift}-{key}") for shift, (_, _, each) in SHIFTS.items()}
        if any(by.values()):
            stands = max(0, sheet[key] + sum(by.values()))
            lines = ", ".join(f"{shift} {signed(change)}" for shift, change in by.items() if change)
            where = cite("Curses" if by["cursed"] else "Blessings")
            yield Fact(f"{sheet.figures[key].label} now", str(stands), f"{sheet[key]}, {lines}. Count it in your AV.",
                       where)  # fmt: skip
    if standing(play, COMMANDED):
        words = "1 die less on each roll except to break free. You can't spend plot points."
        yield Fact("Under a suggestion", "", words, cite("Suggestion"))
