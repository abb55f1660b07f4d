"""What a book prints, entry by entry, in numbers and keys. `python -m tests.rules.printed GAME` tells a whole book."""

import re
import sys
import tomllib
from collections.abc import Iterator
from typing import Any

from rules import systems
from rules.kernel import System

LEFT_OUT = ("section", "ruling", "colour", "pick")
NUMBER = re.compile(r"[+−-]?\d+(?:[.,:]\d+)*(?:d\d+)?")
WORD = re.compile(r"[a-z][a-z:-]*|\S*\d\S*")
"""A key, or one word with a number in it."""


def told(game: System) -> dict[str, dict[str, str]]:
    """By kind and key of an entry, all that it says in numbers and keys, as the TOML beside the rules has it."""
    found: dict[str, dict[str, str]] = {}
    for path in sorted(game.folder.glob("*.toml")):
        for kind, rows in tomllib.loads(path.read_text("utf-8")).items():
            if kind not in ("book", "section"):
                found.setdefault(kind, {}).update({row.pop("key"): figures(row) for row in rows})
    return found


def figures(row: dict[str, Any]) -> str:
    """A row in short: "page 80, parry 2, strike -4". Of a sentence its numbers are told, and no word."""
    names = sorted((name for name in row if name not in LEFT_OUT), key=lambda name: (name != "key", name))
    return ", ".join(part for name in names for part in _said(name, row[name]))


def _said(name: str, value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield f"{name} ({figures(value)})"
    elif isinstance(value, list):
        if words := [said for one in value for said in [_short(one)] if said]:
            yield f"{name} {' / '.join(words)}"
    elif (short := _short(value)) and (name, value) != ("page", 0):
        yield {"true": name}.get(short, short if name == "key" else f"{name} {short}")


def _short(value: Any) -> str:
    """A number, a key, the numbers of a sentence; "" for a sentence without any."""
    if isinstance(value, dict):
        return f"({figures(value)})"
    if isinstance(value, bool):
        return "true" if value else ""
    if isinstance(value, int | float):
        return str(value)
    return value if WORD.fullmatch(value) else " ".join(NUMBER.findall(value))


def main() -> None:
    """The table of a game as it stands, to be held against the book."""
    for kind, entries in told(systems.get(sys.argv[1])).items():
        sys.stdout.write(f"[{kind}]\n" + "".join(f'{key} = "{line}"\n' for key, line in entries.items()) + "\n")


if __name__ == "__main__":
    main()
