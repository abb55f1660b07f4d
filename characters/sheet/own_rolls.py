"""The numbers of a sheet that roll: each is a button where it stands, and no list repeats it. No HTTP in here."""

import uuid
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from rules.kernel import Check, Live, Sheet
from rules.kernel.pages import Panel, Vital, ask, game_of

ROLLING = ("numbers", "cards", "web", "large", "figure")
"""The styles that write each number by itself, so that one can be pressed."""


class OwnRoll(NamedTuple):
    """What a number rolls: how that is called, the answers that ask for it, and a name for the press that does."""

    label: str
    answers: tuple[tuple[str, str], ...]
    uid: uuid.UUID


NO_ROLLS: Mapping[str, OwnRoll] = MappingProxyType({})


def own_rolls(panels: Iterable[Panel], sheet: Sheet) -> tuple[dict[str, OwnRoll], frozenset[str]]:
    """What is rolled from a number of these panels, by its key, where the number itself is what is rolled; and the keys
    of those in sight, whose checks no list has to repeat."""
    checks = {check.key: check for check in sheet.checks}
    found, seen = {}, set[str]()
    for panel in panels:
        if panel.style not in ROLLING or panel.aside or panel.brief:
            continue
        for key in panel.every:
            if one := _own_roll(sheet, key, checks.get(key)):
                found[key] = one
        seen |= found.keys() & {key for group in panel.groups for key in group.figures}
    return found, frozenset(seen)


def vital_roll(vital: Vital, live: Live) -> OwnRoll | None:
    """What a number that heads the sheet rolls; None for nothing, or while it can't be used."""
    if live.dead or vital.barred or vital.counted:
        return None
    if vital.asks:
        listed = (check for check in live.sheet.checks if check.answers == vital.asks)
        asked = next(listed, None) or ask(live, dict(vital.asks)).check
        return OwnRoll(asked.label, vital.asks, uuid.uuid4())
    check = next((check for check in live.sheet.checks if check.key == vital.figure), None)
    return _own_roll(live.sheet, vital.figure, check) if vital.figure in live.sheet.figures else None


def _own_roll(sheet: Sheet, key: str, check: Check | None) -> OwnRoll | None:
    """What a number rolls, where it is itself what is rolled; `check` is the one of its key among the sheet's."""
    label, roll = sheet.figures[key].label, check or game_of(sheet).roll_of(sheet, key)
    if roll is None or not (roll.dice and roll.answers):
        return None
    # A roll of another name is of something else, however alike the numbers are.
    if roll.label != label or roll.pool.value != sheet[sheet.told_by(key)]:
        return None
    return OwnRoll(label, roll.answers, uuid.uuid4())
