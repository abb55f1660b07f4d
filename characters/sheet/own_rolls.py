"""The numbers of panels that roll: each is a button where it stands, and no list repeats it. No HTTP in here."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from rules.kernel import Sheet
from rules.kernel.pages import Panel, game_of

ROLLING = ("numbers", "cards", "web", "large", "figure")
"""The styles that write each number by itself, so that one can be pressed."""


class OwnRoll(NamedTuple):
    """What a number of a panel rolls: how that is called, and the answers that ask for it."""

    label: str
    answers: tuple[tuple[str, str], ...]


NO_ROLLS: Mapping[str, OwnRoll] = MappingProxyType({})


def own_rolls(panels: Iterable[Panel], sheet: Sheet) -> tuple[dict[str, OwnRoll], frozenset[str]]:
    """What is rolled from a number of these panels, by its key, where the number itself is what is rolled; and the keys
    of those in sight, whose checks no list has to repeat."""
    checks, asks = {check.key: check for check in sheet.checks}, game_of(sheet).asks_for
    found, seen = {}, set[str]()
    for panel in panels:
        if panel.style not in ROLLING or panel.aside or panel.brief:
            continue
        for key in panel.every:
            check = checks.get(key)
            if check and not (check.dice and check.label == sheet.figures[key].label):
                continue  # a roll of another name is of something else, however alike the numbers are
            if check and check.pool.value != _dressed(sheet, key):
                continue
            if answers := check.answers if check else asks(sheet, key):
                found[key] = OwnRoll(sheet.figures[key].label, answers)
        seen |= found.keys() & {key for group in panel.groups for key in group.figures}
    return found, frozenset(seen)


def _dressed(sheet: Sheet, key: str) -> int:
    """A number with what is worn, as the sheet shows it."""
    return sheet.figures.get(f"{key}{sheet.game.worn}", sheet.figures[key]).value
