"""Changes of a build in words, whatever the game: what was chosen, by its name in the books, before and after."""

from typing import Any
from urllib.parse import unquote

from rules.kernel import Change, Sheet, opening, shorten
from rules.kernel.words import shown

WORDS = {"notes": "written anew", "ranks": "put in another order", "rolls": "rolled anew"}
"""What happened to a choice that is too long for a line."""


def told(change: Change, sheet: Sheet) -> str:
    """One change in a line: "Charm from 1 to 3", "Gear 2: name from “Rope” to “Chain”". `sheet` lends its names."""
    parts, where = change.path.split("."), ""
    while parts[0] == "entries" and len(parts) > 3:
        where += f"{called(parts[1], sheet)} {int(parts[2]) + 1}: "
        parts = parts[3:]
    return opening(where + _told(parts[0], parts[1:], change, sheet))


def called(key: str, sheet: Sheet) -> str:
    """What a key of a build is called: as a figure, as an entry of the books, or as it is spelled."""
    if key in sheet.figures:
        return sheet.figures[key].label
    entry = next((entries[key] for entries in sheet.rulebook.entries.values() if key in entries), None)
    if entry:
        return entry.name
    word = unquote(key.removeprefix("=")) if key.startswith("=") else key.replace("-", " ")
    return opening(shorten(word))


def _told(mapping: str, keys: list[str], change: Change, sheet: Sheet) -> str:
    before, after = change.before, change.after
    if not keys:
        return f"{mapping} from {shown(before or '')} to {shown(after or '')}"
    name = called(keys[0], sheet)
    if mapping == "scores":
        return f"{name} from {shown(before or 0)} to {shown(after or 0)}"
    if mapping == "entries":
        return f"{name}: {_entry(before, sheet)} given up" if after is None else f"{name}: {_entry(after, sheet)} added"
    if mapping == "picks" and len(keys) > 1:
        return f"{name}: {called(keys[1], sheet)} {'taken' if after else 'given up'}"
    if mapping == "picks":
        return f"{name} from {_picked(before, sheet)} to {_picked(after, sheet)}"
    return f"{name} {WORDS.get(mapping, 'changed')}"


def _picked(value: Any, sheet: Sheet) -> str:
    if isinstance(value, str) and value:
        return called(value, sheet)
    return shown(value) if value else "nothing"


def _entry(value: Any, sheet: Sheet) -> str:
    """An entry by its name, or by the first thing picked in it."""
    held = value if isinstance(value, dict) else {}
    name, picks = held.get("name"), held.get("picks")
    if isinstance(name, str) and name:
        return shorten(name)
    first = next((pick for pick in picks.values() if isinstance(pick, str)), "") if isinstance(picks, dict) else ""
    return called(first, sheet) if first else "something without a name"
