"""What a spell does to somebody until they rest after the fight: pain, curses, blessings, a suggestion (Specifics)."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from rules.kernel import EMPTIED, Fact, Figure, Reading, Rest, Sheet, Term, Tracker
from rules.kernel.basics import signed
from rules.kernel.pages import whole
from rules.kernel.rolls import standing
from rules.systems.rough_magic.game import ATTRIBUTES, HIGHEST, POWER, cite, rough_magic

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


class Spelled(NamedTuple):
    """What spells do to somebody's rolls: by how much each attribute differs, and whether a suggestion binds them."""

    by: Mapping[str, int]
    bound: bool = False

    def terms(self, key: str) -> Iterable[Term]:
        """The line of an attribute in a sum."""
        if change := self.by.get(key, 0):
            label = f"{key.replace('-', ' ').capitalize()}, {'cursed' if change < 0 else 'blessed'}"
            yield Term(change, label, cite("Curses" if change < 0 else "Blessings"))

    def dice(self) -> Iterable[Term]:
        """The penalty die of every roll but breaking free."""
        if self.bound:
            yield Term(-1, "under a suggestion", cite("Suggestion"))


NOTHING = Spelled({})
"""For somebody on whom no spell lies."""


def answered(c: Reading, answers: Mapping[str, str]) -> Spelled:
    """What these answers say of spells; no attribute falls below 0 (Curses)."""
    said = {key: whole(answers.get(f"by-{key}"), 0, -HIGHEST, HIGHEST) for key in CHANGED if f"by-{key}" in answers}
    return Spelled({key: max(change, -max(0, c[key])) for key, change in said.items()}, COMMANDED in answers)


def answers_of(sheet: Sheet, play: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """What the marks answer to every roll."""
    shifts = ((f"by-{key}", str(by)) for key, by in shifts_of(sheet, play).items())
    return (*shifts, *(((COMMANDED, "on"),) if standing(play, COMMANDED) else ()))


def _by(sheet: Sheet, play: Mapping[str, Any], key: str) -> int:
    """By how much curses and blessings change an attribute, which stays at 0 or above."""
    total = sum(each * min(MOST, standing(play, f"{shift}-{key}")) for shift, (_, _, each) in SHIFTS.items())
    return max(total, -max(0, sheet[key]))


def cursed_longer(sheet: Sheet, play: Mapping[str, Any]) -> Iterable[tuple[str, int]]:
    """How much further a curse may go on an attribute that is blessed: to 0 of what it stands at then (Curses)."""
    for key in CHANGED:
        blessed = min(MOST, standing(play, f"blessed-{key}"))
        yield f"cursed-{key}", min(blessed, max(0, MOST - max(0, sheet[key])))


def endurance_by(c: Reading, by: Mapping[str, int]) -> int:
    """By how much Endurance follows what spells do to Brawn and Presence, unless it is set by hand (R-06)."""
    if c.setting("endurance") == "by_hand" or not any(by.values()):
        return 0
    both = [(c[key], c[key] + by.get(key, 0)) for key in ("brawn", "presence")]
    before, after = zip(*both, strict=True)
    moved: int = sum(after) - sum(before) if c.setting("endurance") == "sum" else max(after) - max(before)
    return max(moved, -max(0, c["endurance"]))


def shifts_of(sheet: Sheet, play: Mapping[str, Any]) -> Mapping[str, int]:
    """By how much curses and blessings change each attribute."""
    return {key: by for key in CHANGED if (by := _by(sheet, play, key))}


def under_spells(sheet: Sheet, play: Mapping[str, Any]) -> Iterable[Fact]:
    """What the marks come to: each attribute as it is now, and what a suggestion takes."""
    for key, by in shifts_of(sheet, play).items():
        where = cite("Curses" if by < 0 else "Blessings")
        words = f"{signed(by)} by spells. Rolls count it."
        yield Fact(f"{sheet.figures[key].label} now", str(sheet[key] + by), words, where)
    if standing(play, COMMANDED):
        words = "Rolls count 1 die less, except to break free. You can't spend plot points."
        yield Fact("Under a suggestion", "", words, cite("Suggestion"))
